import { type AdminField, DomainError } from '@botdepot/contract';
import type { Work } from '../../platform/work.ts';
import { lockAccess } from './access/access.store.ts';
import { giveRights } from './access/change-access.ts';
import { countOtherAdmins } from './account/account.store.ts';

/**
 * Makes an admin of somebody from the command line, for everything or for one field, or changes the field. Somebody who may do
 * everything is always left. Returns false where they are that already. Throws ACCOUNT_LOCKED, since nobody becomes an admin who
 * could not come in, and LAST_ADMIN.
 */
export async function promoteToAdmin(work: Work, userId: string, adminField: AdminField): Promise<boolean> {
  const people = await lockAccess(work.tx, userId);
  const user = people.find(({ id }) => id === userId);
  if (!user) throw DomainError.of('USER_NOT_FOUND');
  if (user.adminField === adminField) return false;
  if (user.lockedAt) throw DomainError.of('ACCOUNT_LOCKED');
  if (adminField !== 'all' && (await countOtherAdmins(work.tx, userId)) === 0)
    throw DomainError.of('LAST_ADMIN');
  await giveRights(work, user, adminField);
  return true;
}
