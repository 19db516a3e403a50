import type { Work } from '../../../platform/work.ts';
import { type AccessChange, type AccessLetterhead, accessMail, accessNews } from '../../identity/index.ts';
import { notify } from '../../notifications/index.ts';

/** Changes somebody's access and tells them, by mail and in the app, in one transaction. */
export async function changeCustomerAccess(
  work: Work,
  letterhead: AccessLetterhead,
  change: (work: Work) => Promise<AccessChange>,
): Promise<AccessChange> {
  const changed = await change(work);
  if (changed.kind !== 'sessions' || changed.ended > 0)
    await notify(work, {
      event: 'security',
      userId: changed.userId,
      ...accessNews(changed),
      type: changed.kind === 'unlocked' ? 'info' : 'warning',
      subject: 'security',
      subjectId: null,
      letter: accessMail(letterhead, changed),
    });
  work.hintAdmins('access');
  return changed;
}
