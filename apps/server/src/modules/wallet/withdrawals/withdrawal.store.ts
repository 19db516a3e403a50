import type { Withdrawal } from '@botdepot/contract';
import { and, eq } from 'drizzle-orm';
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
  heldAt: row.heldAt?.toISOString() ?? null,
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
  listDecided: listDecidedWithdrawals,
} = requestStore(cryptoWithdrawals);

/** Locks the customer's pending ones until the transaction ends, in the order of their ids. */
export async function lockPendingWithdrawals(tx: Tx, userId: string): Promise<WithdrawalRow[]> {
  return tx
    .select()
    .from(cryptoWithdrawals)
    .where(and(eq(cryptoWithdrawals.userId, userId), eq(cryptoWithdrawals.status, 'pending')))
    .orderBy(cryptoWithdrawals.id)
    .for('update');
}
