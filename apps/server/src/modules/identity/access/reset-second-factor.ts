import { writeAudit } from '../../../platform/audit.ts';
import type { Work } from '../../../platform/work.ts';
import { endAllUnderWay } from '../account/account.store.ts';
import type { User } from '../identity.store.ts';
import { deleteSecondFactor } from '../second-factor.store.ts';
import { lockAccess } from './access.store.ts';

/**
 * Switches the second factor of somebody off who has lost theirs, or whose account somebody else has closed with one, and
 * ends every session. Who knows the password comes in then, and still whoever has a passkey or a connected login: those stay
 * the owner's, who is told to look at them. Returns false where there is no second factor.
 */
export async function resetSecondFactor(work: Work, user: Pick<User, 'id' | 'email'>): Promise<boolean> {
  const { id } = user;
  await lockAccess(work.tx, id);
  if (!(await deleteSecondFactor(work.tx, id, work.now))) return false;
  const ended = await endAllUnderWay(work.tx, user);
  await writeAudit(work, {
    action: 'user.reset_second_factor',
    subject: 'user',
    subjectId: id,
    before: { sessions: ended.length },
    after: { sessions: 0 },
  });
  return true;
}
