import type { Deposit, RequestStatus } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { and, count, desc, eq, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { cryptoDeposits } from './deposit.schema.ts';
import { depositReference } from './deposit.ts';

export type DepositRow = typeof cryptoDeposits.$inferSelect;

export function presentDeposit(row: DepositRow): Deposit {
  return {
    id: row.id,
    reference: depositReference(row.number),
    amountUsd: toWire(row.amountUsd),
    cryptoCurrency: row.cryptoCurrency,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    notes: row.notes,
    transferId: row.transferId,
    depositAddress: row.depositAddress,
  };
}

/** One of the customer's deposits; undefined when it is not theirs or does not exist. */
export async function findDeposit(tx: Tx, userId: string, id: string): Promise<DepositRow | undefined> {
  const [row] = await tx
    .select()
    .from(cryptoDeposits)
    .where(and(eq(cryptoDeposits.id, id), eq(cryptoDeposits.userId, userId)));
  return row;
}

/** Locks one deposit until the transaction ends, so that it is decided once. */
export async function lockDeposit(tx: Tx, id: string): Promise<DepositRow | undefined> {
  const [row] = await tx.select().from(cryptoDeposits).where(eq(cryptoDeposits.id, id)).for('update');
  return row;
}

export async function insertDeposit(tx: Tx, values: typeof cryptoDeposits.$inferInsert): Promise<DepositRow> {
  const [row] = await tx.insert(cryptoDeposits).values(values).returning();
  if (!row) throw new Error('an insert returned no row');
  return row;
}

export async function updateDeposit(
  tx: Tx,
  id: string,
  values: Partial<typeof cryptoDeposits.$inferInsert>,
): Promise<DepositRow> {
  const [row] = await tx.update(cryptoDeposits).set(values).where(eq(cryptoDeposits.id, id)).returning();
  if (!row) throw new Error('a locked deposit disappeared');
  return row;
}

export async function listDeposits(
  tx: Tx,
  userId: string,
  filter: { status?: RequestStatus | undefined; page: number; pageSize: number },
): Promise<{ rows: DepositRow[]; total: number }> {
  const conditions: (SQL | undefined)[] = [eq(cryptoDeposits.userId, userId)];
  if (filter.status) conditions.push(eq(cryptoDeposits.status, filter.status));
  const where = and(...conditions);
  const rows = await tx
    .select()
    .from(cryptoDeposits)
    .where(where)
    .orderBy(desc(cryptoDeposits.createdAt), desc(cryptoDeposits.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  const [counted] = await tx.select({ total: count() }).from(cryptoDeposits).where(where);
  return { rows, total: counted?.total ?? 0 };
}
