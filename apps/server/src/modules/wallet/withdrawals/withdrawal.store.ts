import type { Withdrawal } from '@botdepot/contract';
import { and, eq, inArray, ne, or } from 'drizzle-orm';
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

/** Locks the customer's pending ones until the transaction ends, in the order of their ids. */
export async function lockPendingWithdrawals(tx: Tx, userId: string): Promise<WithdrawalRow[]> {
  return tx
    .select()
    .from(cryptoWithdrawals)
    .where(and(eq(cryptoWithdrawals.userId, userId), eq(cryptoWithdrawals.status, 'pending')))
    .orderBy(cryptoWithdrawals.id)
    .for('update');
}

/** What is to be paid out to whom, of these that wait or that this admin has paid out. */
export async function listPayouts(
  tx: Tx,
  ids: readonly string[],
  adminId: string,
): Promise<Pick<WithdrawalRow, 'id' | 'userId' | 'amountUsd'>[]> {
  const { id, userId, amountUsd, status, approvedBy } = cryptoWithdrawals;
  return tx
    .select({ id, userId, amountUsd })
    .from(cryptoWithdrawals)
    .where(and(inArray(id, [...ids]), or(eq(status, 'pending'), eq(approvedBy, adminId))));
}
