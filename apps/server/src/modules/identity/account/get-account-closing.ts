import type { AccountClosing } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';
import { getProfile } from '../get-profile.ts';
import { countOtherAdmins } from './account.store.ts';
import type { ReadAccountClosing } from './account-parts.ts';

/** What deleting the account would do at this moment. Throws UNAUTHENTICATED when the user was deleted meanwhile. */
export async function getAccountClosing(
  tx: Tx,
  readClosing: ReadAccountClosing,
  userId: string,
): Promise<AccountClosing> {
  const { adminField } = await getProfile(tx, userId);
  const isLastAdmin = adminField === 'all' && (await countOtherAdmins(tx, userId)) === 0;
  return { ...(await readClosing(tx, userId)), isLastAdmin };
}
