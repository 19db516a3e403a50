import { fromWire, type Micros } from '@botdepot/money';
import { and, asc, count, eq, max, min, ne, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/database.ts';
import { cryptoDeposits } from './deposits/deposit.schema.ts';
import { cryptoWithdrawals } from './withdrawals/withdrawal.schema.ts';

export type BookedRequests = { count: number; amount: Micros; lastAt: Date | null };

/** What was credited to a customer by deposits, or paid out to them: approved requests only. */
async function sumBooked(
  tx: Tx,
  table: typeof cryptoDeposits | typeof cryptoWithdrawals,
  userId: string,
): Promise<BookedRequests> {
  const [row] = await tx
    .select({ count: count(), amount: sum(table.amountUsd), lastAt: max(table.approvedAt) })
    .from(table)
    .where(and(eq(table.userId, userId), eq(table.status, 'approved')));
  return { count: row?.count ?? 0, amount: fromWire(row?.amount ?? '0'), lastAt: row?.lastAt ?? null };
}

export const sumDeposits = (tx: Tx, userId: string) => sumBooked(tx, cryptoDeposits, userId);
export const sumWithdrawals = (tx: Tx, userId: string) => sumBooked(tx, cryptoWithdrawals, userId);

/** How many withdrawals a customer took back while they were held. */
export async function countTakenBackHeld(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(cryptoWithdrawals)
    .where(
      and(
        eq(cryptoWithdrawals.userId, userId),
        eq(cryptoWithdrawals.status, 'cancelled'),
        sql`${cryptoWithdrawals.heldAt} is not null`,
      ),
    );
  return row?.n ?? 0;
}

/** What a customer has done with an address beside one withdrawal, and since when they use it. */
export async function readAddressUse(
  tx: Tx,
  withdrawal: { id: string; userId: string; withdrawalAddress: string; createdAt: Date },
): Promise<{ since: Date; askedBefore: number; paidBefore: number }> {
  const { id, userId, withdrawalAddress, createdAt, status } = cryptoWithdrawals;
  const [row] = await tx
    .select({
      since: min(createdAt),
      asked: count(),
      paid: count(sql`case when ${status} = 'approved' then 1 end`),
    })
    .from(cryptoWithdrawals)
    .where(
      and(
        eq(userId, withdrawal.userId),
        eq(withdrawalAddress, withdrawal.withdrawalAddress),
        ne(id, withdrawal.id),
      ),
    );
  const since = row?.since && row.since < withdrawal.createdAt ? row.since : withdrawal.createdAt;
  return { since, askedBefore: row?.asked ?? 0, paidBefore: row?.paid ?? 0 };
}

/**
 * Other customers who asked for payouts to an address of this one, or to this very address. Deleted accounts have none.
 * @returns how many there are, and the first of them by id.
 */
export async function findSharers(
  tx: Tx,
  { userId, address, limit }: { userId: string; address?: string | undefined; limit: number },
): Promise<{ count: number; userIds: string[] }> {
  const other = alias(cryptoWithdrawals, 'other');
  const found = tx
    .selectDistinct({ userId: other.userId })
    .from(cryptoWithdrawals)
    .innerJoin(other, eq(other.withdrawalAddress, cryptoWithdrawals.withdrawalAddress))
    .where(
      and(
        eq(cryptoWithdrawals.userId, userId),
        ne(cryptoWithdrawals.withdrawalAddress, ''),
        address === undefined ? undefined : eq(cryptoWithdrawals.withdrawalAddress, address),
        ne(other.userId, userId),
      ),
    )
    .as('found');
  const [counted] = await tx.select({ n: count() }).from(found);
  const rows = await tx.select({ userId: found.userId }).from(found).orderBy(asc(found.userId)).limit(limit);
  return { count: counted?.n ?? 0, userIds: rows.map((row) => row.userId) };
}
