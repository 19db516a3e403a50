import type { Withdrawal } from '@botdepot/contract';
import { and, inArray, ne } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { presentRequest, requestStore } from '../requests.store.ts';
import { cryptoWithdrawals } from './withdrawal.schema.ts';
import { withdrawalReference } from './withdrawal.ts';

export type WithdrawalRow = typeof cryptoWithdrawals.$inferSelect;

export const presentWithdrawal = (row: WithdrawalRow): Withdrawal => ({
  ...presentRequest(row),
  reference: withdrawalReference(row.number),
  withdrawalAddress: row.withdrawalAddress,
  processedAt: row.processedAt?.toISOString() ?? null,
  reservationTransferId: row.reservationTransferId,
});

export const {
  find: findWithdrawal,
  lock: lockWithdrawal,
  insert: insertWithdrawal,
  update: updateWithdrawal,
  countOpen: countOpenWithdrawals,
  list: listWithdrawals,
  listAfter: listWithdrawalsAfter,
} = requestStore(cryptoWithdrawals);

/** Those of the withdrawals that are not pending any more, and will never be again. */
export async function listDecidedWithdrawals(
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<WithdrawalRow, 'id' | 'status'>[]> {
  if (ids.length === 0) return [];
  return tx
    .select({ id: cryptoWithdrawals.id, status: cryptoWithdrawals.status })
    .from(cryptoWithdrawals)
    .where(and(inArray(cryptoWithdrawals.id, [...ids]), ne(cryptoWithdrawals.status, 'pending')))
    .orderBy(cryptoWithdrawals.id);
}
