import { DomainError } from '@botdepot/contract';
import { writeAudit } from '../../platform/audit.ts';
import type { Work } from '../../platform/work.ts';
import { type User, updateUser } from './identity.store.ts';

/**
 * Makes an admin of a user, with its audit row. Does nothing when the user is one already. Throws ACCOUNT_LOCKED: nobody
 * becomes an admin who could not come in.
 */
export async function promoteToAdmin(work: Work, user: User): Promise<User> {
  if (user.role === 'admin') return user;
  if (user.lockedAt) throw DomainError.of('ACCOUNT_LOCKED');
  const promoted = await updateUser(work.tx, user.id, { role: 'admin', updatedAt: work.now });
  await writeAudit(work, {
    action: 'user.role_changed',
    subject: 'user',
    subjectId: user.id,
    before: { role: user.role },
    after: { role: promoted.role },
  });
  return promoted;
}
