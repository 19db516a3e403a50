import type { RequestKind } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { and, asc, count, eq, max, min, ne, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/database.ts';
import { cryptoDeposits, cryptoWithdrawals } from './wallet.schema.ts';

/** @property granted what nobody decided on: the balance at the start. */
type BookedRequests = { count: number; amount: Micros; granted: Micros; lastAt: Date | null };

/** What was credited to a customer by deposits, or paid out to them: approved requests only. */
async function sumBooked(
  tx: Tx,
  table: typeof cryptoDeposits | typeof cryptoWithdrawals,
  userId: string,
): Promise<BookedRequests> {
  const [row] = await tx
    .select({
      count: count(),
      amount: sum(table.amountUsd),
      granted: sum(sql`case when ${table.approvedBy} is null then ${table.amountUsd} end`),
      lastAt: max(table.approvedAt),
    })
    .from(table)
    .where(and(eq(table.userId, userId), eq(table.status, 'approved')));
  return {
    count: row?.count ?? 0,
    amount: fromWire(row?.amount ?? '0'),
    granted: fromWire(row?.granted ?? '0'),
    lastAt: row?.lastAt ?? null,
  };
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

type RequestHistory = {
  id: string;
  userId: string;
  deposits: number;
  adjustedAt: Date | null;
  takenBackHeld: number;
  sharers: number;
  paidBefore: number | null;
};

/** Other customers who asked for payouts to the address of `own`. */
const SHARERS = `(SELECT count(DISTINCT other.user_id)::int
  FROM crypto_withdrawals own JOIN crypto_withdrawals other ON other.withdrawal_address = own.withdrawal_address
  WHERE own.withdrawal_address <> '' AND other.user_id <> own.user_id AND own.user_id = r.user_id`;

/**
 * The same for many requests of one kind in one statement, as far as it can stand out. Those that do not exist are absent.
 * @param since what the team booked by hand before that is no news.
 */
export async function readRequestHistories(
  tx: Tx,
  kind: RequestKind,
  ids: readonly string[],
  since: Date,
): Promise<RequestHistory[]> {
  const isPayout = kind === 'withdrawal';
  const { rows } = await tx.$client.query<{
    id: string;
    user_id: string;
    deposits: number;
    adjusted_at: Date | null;
    taken_back_held: number;
    sharers: number;
    paid_before: number | null;
  }>(
    `SELECT r.id, r.user_id,
      (SELECT count(*)::int FROM crypto_deposits WHERE user_id = r.user_id AND status = 'approved') AS deposits,
      (SELECT max(created_at) FROM ledger_transfers WHERE user_id = r.user_id AND created_at >= $2
        AND kind IN ('wallet_corrected', 'manual_return')) AS adjusted_at,
      (SELECT count(*)::int FROM crypto_withdrawals
        WHERE user_id = r.user_id AND status = 'cancelled' AND held_at IS NOT NULL) AS taken_back_held,
      ${SHARERS} ${isPayout ? 'AND own.id = r.id' : ''}) AS sharers,
      ${
        isPayout
          ? `(SELECT count(*)::int FROM crypto_withdrawals WHERE user_id = r.user_id AND status = 'approved'
              AND withdrawal_address = r.withdrawal_address AND id <> r.id)`
          : 'NULL::int'
      } AS paid_before
    FROM ${isPayout ? 'crypto_withdrawals' : 'crypto_deposits'} r WHERE r.id = ANY($1::uuid[])`,
    [ids, since],
  );
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    deposits: row.deposits,
    adjustedAt: row.adjusted_at,
    takenBackHeld: row.taken_back_held,
    sharers: row.sharers,
    paidBefore: row.paid_before,
  }));
}
