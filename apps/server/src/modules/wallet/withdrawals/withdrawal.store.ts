import type { RequestStatus, Withdrawal } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { and, count, desc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { cryptoWithdrawals } from './withdrawal.schema.ts';
import { withdrawalReference } from './withdrawal.ts';

export type WithdrawalRow = typeof cryptoWithdrawals.$inferSelect;

export function presentWithdrawal(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    reference: withdrawalReference(row.number),
    amountUsd: toWire(row.amountUsd),
    cryptoCurrency: row.cryptoCurrency,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    processedAt: row.processedAt?.toISOString() ?? null,
    notes: row.notes,
    transferId: row.transferId,
    reservationTransferId: row.reservationTransferId,
    withdrawalAddress: row.withdrawalAddress,
  };
}

/** One of the customer's withdrawals; undefined when it is not theirs or does not exist. */
export async function findWithdrawal(tx: Tx, userId: string, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await tx
    .select()
    .from(cryptoWithdrawals)
    .where(and(eq(cryptoWithdrawals.id, id), eq(cryptoWithdrawals.userId, userId)));
  return row;
}

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

/** Locks one withdrawal until the transaction ends, so that it is decided once. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.select().from(cryptoWithdrawals).where(eq(cryptoWithdrawals.id, id)).for('update');
  return row;
}

export async function insertWithdrawal(
  tx: Tx,
  values: typeof cryptoWithdrawals.$inferInsert,
): Promise<WithdrawalRow> {
  const [row] = await tx.insert(cryptoWithdrawals).values(values).returning();
  if (!row) throw new Error('an insert returned no row');
  return row;
}

export async function updateWithdrawal(
  tx: Tx,
  id: string,
  values: Partial<typeof cryptoWithdrawals.$inferInsert>,
): Promise<WithdrawalRow> {
  const [row] = await tx
    .update(cryptoWithdrawals)
    .set(values)
    .where(eq(cryptoWithdrawals.id, id))
    .returning();
  if (!row) throw new Error('a locked withdrawal disappeared');
  return row;
}

export async function listWithdrawals(
  tx: Tx,
  userId: string,
  filter: { status?: RequestStatus | undefined; page: number; pageSize: number },
): Promise<{ rows: WithdrawalRow[]; total: number }> {
  const conditions: (SQL | undefined)[] = [eq(cryptoWithdrawals.userId, userId)];
  if (filter.status) conditions.push(eq(cryptoWithdrawals.status, filter.status));
  const where = and(...conditions);
  const rows = await tx
    .select()
    .from(cryptoWithdrawals)
    .where(where)
    .orderBy(desc(cryptoWithdrawals.createdAt), desc(cryptoWithdrawals.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  const [counted] = await tx.select({ total: count() }).from(cryptoWithdrawals).where(where);
  return { rows, total: counted?.total ?? 0 };
}
