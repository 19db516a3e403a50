import type { MailMessage } from '../../platform/mail/mail.ts';
import type { Work } from '../../platform/work.ts';
import { holdUsers } from '../identity/index.ts';
import { mailLetter, notify } from './notify.ts';

/**
 * Tells the owner of an account what was done to it: by the letter, which is mailed whatever their settings say, and in the
 * app. Anyone who has no account any more gets the letter alone.
 * @param notice null for an account that is gone.
 */
export async function tellOfSecurity(
  work: Work,
  userId: string,
  notice: { title: string; message: string } | null,
  letter: MailMessage,
): Promise<void> {
  // It comes after the change that it tells of: the account may have ended meanwhile, and nothing stays behind of that.
  if (notice === null || (await holdUsers(work.tx, [userId])).length === 0)
    return mailLetter(work, userId, letter);
  await notify(work, {
    event: 'security',
    userId,
    ...notice,
    type: 'warning',
    subject: 'security',
    subjectId: null,
    letter,
  });
}
