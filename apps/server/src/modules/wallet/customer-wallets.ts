import type { CryptoCurrency } from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import { and, asc, count, desc, eq, gte, lte, min, or, type SQL, sql, sum } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { IdRange, SearchTerms } from '../../platform/search-terms.ts';
import { presentDeposit } from './deposits.ts';
import { cryptoDeposits, cryptoWithdrawals, userWallets } from './wallet.schema.ts';
import { presentWithdrawal } from './withdrawals.ts';

export type PendingFilter = {
  currency?: CryptoCurrency | undefined;
  /** Both ends included. */
  amountFrom?: Micros | undefined;
  amountTo?: Micros | undefined;
  /** Requested at this time or earlier. */
  before?: Date | undefined;
  search?: SearchTerms | undefined;
};

export type Queue = PendingFilter & { order: 'newest' | 'oldest'; page: number; pageSize: number };

type Requests = typeof cryptoDeposits | typeof cryptoWithdrawals;

/** Everybody's pending deposits, each with the customer's wallet once it is credited. The caller adds the e-mail addresses. */
export async function listPendingDeposits(tx: Tx, queue: Queue) {
  const rows = await tx
    .select({ deposit: cryptoDeposits, balance: userWallets.usdBalance })
    .from(cryptoDeposits)
    // The first deposit makes the wallet.
    .leftJoin(userWallets, eq(userWallets.userId, cryptoDeposits.userId))
    .where(isPending(cryptoDeposits, queue))
    .orderBy(...orderOf(cryptoDeposits, queue))
    .limit(queue.pageSize)
    .offset((queue.page - 1) * queue.pageSize);
  return rows.map(({ deposit, balance }) => ({
    ...presentDeposit(deposit),
    userId: deposit.userId,
    walletAfter: toWire((balance ?? 0n) + deposit.amountUsd),
  }));
}

/** Everybody's pending withdrawals, each with the customer's wallet once it is paid out. */
export async function listPendingWithdrawals(tx: Tx, queue: Queue) {
  const rows = await tx
    .select({ withdrawal: cryptoWithdrawals, balance: userWallets.usdBalance })
    .from(cryptoWithdrawals)
    .innerJoin(userWallets, eq(userWallets.userId, cryptoWithdrawals.userId))
    .where(isPending(cryptoWithdrawals, queue))
    .orderBy(...orderOf(cryptoWithdrawals, queue))
    .limit(queue.pageSize)
    .offset((queue.page - 1) * queue.pageSize);
  return rows.map(({ withdrawal, balance }) => ({
    ...presentWithdrawal(withdrawal),
    userId: withdrawal.userId,
    walletAfter: toWire(balance - withdrawal.amountUsd),
  }));
}

type PendingTotals = {
  count: number;
  amount: bigint;
  /** Since when the one that waits longest waits. */
  oldestAt: Date | null;
};

export function sumPendingDeposits(tx: Tx, filter: PendingFilter = {}): Promise<PendingTotals> {
  return sumPending(tx, cryptoDeposits, filter);
}

export function sumPendingWithdrawals(tx: Tx, filter: PendingFilter = {}): Promise<PendingTotals> {
  return sumPending(tx, cryptoWithdrawals, filter);
}

/** What all wallets hold together, reserved amounts included. */
export async function sumWallets(tx: Tx): Promise<bigint> {
  const [row] = await tx.select({ total: sum(userWallets.usdBalance) }).from(userWallets);
  return fromWire(row?.total ?? '0');
}

async function sumPending(tx: Tx, table: Requests, filter: PendingFilter): Promise<PendingTotals> {
  const [row] = await tx
    .select({ count: count(), amount: sum(table.amountUsd), oldestAt: min(table.createdAt) })
    .from(table)
    .where(isPending(table, filter));
  return {
    count: row?.count ?? 0,
    amount: fromWire(row?.amount ?? '0'),
    oldestAt: row?.oldestAt ?? null,
  };
}

/** Requests of one moment keep their order from page to page. */
function orderOf(table: Requests, { order }: Queue): SQL[] {
  const direction = order === 'oldest' ? asc : desc;
  return [direction(table.createdAt), direction(table.id)];
}

function isPending(table: Requests, filter: PendingFilter): SQL | undefined {
  const { currency, amountFrom, amountTo, before, search } = filter;
  return and(
    eq(table.status, 'pending'),
    currency && eq(table.cryptoCurrency, currency),
    amountFrom === undefined ? undefined : gte(table.amountUsd, amountFrom),
    amountTo === undefined ? undefined : lte(table.amountUsd, amountTo),
    before && lte(table.createdAt, before),
    search && matches(table, search),
  );
}

function matches(table: Requests, { text, ids, reference }: SearchTerms): SQL | undefined {
  const kind = table === cryptoDeposits ? 'deposit' : 'withdrawal';
  const within = (column: Requests['id' | 'userId'], range: IdRange): SQL =>
    sql`${column} BETWEEN ${range.from}::uuid AND ${range.to}::uuid`;
  return or(
    sql`EXISTS (SELECT 1 FROM user_profiles p WHERE p.user_id = ${table.userId} AND strpos(p.email, ${text}) > 0)`,
    ids ? within(table.id, ids) : undefined,
    ids ? within(table.userId, ids) : undefined,
    reference?.kind === kind ? eq(table.number, reference.number) : undefined,
  );
}

type WalletSummary = { total: bigint; pendingRequests: number };

/** What these customers have in their wallets, and how many of their requests wait. Those without a wallet are missing. */
export async function summarizeWallets(
  tx: Tx,
  userIds: readonly string[],
): Promise<Map<string, WalletSummary>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await tx.$client.query<{ user_id: string; usd_balance: string; pending: string }>(
    `SELECT w.user_id, w.usd_balance,
       (SELECT count(*) FROM crypto_deposits d WHERE d.user_id = w.user_id AND d.status = 'pending')
       + (SELECT count(*) FROM crypto_withdrawals x WHERE x.user_id = w.user_id AND x.status = 'pending') AS pending
     FROM user_wallets w WHERE w.user_id = ANY($1::uuid[])`,
    [userIds],
  );
  return new Map(
    rows.map((row) => [
      row.user_id,
      { total: fromWire(row.usd_balance), pendingRequests: Number(row.pending) },
    ]),
  );
}

type WalletCheck = { ok: boolean; availableEntries: bigint; reservedEntries: bigint };

/** Adds up every entry on both accounts of a customer and compares the sums with the balances. */
export async function checkWallet(tx: Tx, userId: string): Promise<WalletCheck> {
  const { rows } = await tx.$client.query<{
    available: string;
    reserved: string;
    available_entries: string;
    reserved_entries: string;
  }>(
    `SELECT w.usd_balance - w.usd_locked_balance AS available, w.usd_locked_balance AS reserved,
       (SELECT coalesce(sum(e.amount), 0) FROM ledger_entries e WHERE e.account_id = w.available_account_id)
         AS available_entries,
       (SELECT coalesce(sum(e.amount), 0) FROM ledger_entries e WHERE e.account_id = w.reserved_account_id)
         AS reserved_entries
     FROM user_wallets w WHERE w.user_id = $1`,
    [userId],
  );
  const [row] = rows;
  // A wallet opens with the first booking: nothing is the sum of nothing.
  if (!row) return { ok: true, availableEntries: 0n, reservedEntries: 0n };
  const availableEntries = fromWire(row.available_entries);
  const reservedEntries = fromWire(row.reserved_entries);
  const ok = availableEntries === fromWire(row.available) && reservedEntries === fromWire(row.reserved);
  return { ok, availableEntries, reservedEntries };
}

/** More than anybody can mean. */
const MOST = 50;

/** Whose deposits, withdrawals or bookings are meant: by the beginning of their id, or by their short number. */
export async function findOwners(tx: Tx, { ids, reference }: SearchTerms): Promise<string[]> {
  if (reference?.kind === 'deposit' || reference?.kind === 'withdrawal') {
    const table = reference.kind === 'deposit' ? 'crypto_deposits' : 'crypto_withdrawals';
    return ownersOf(tx, `SELECT user_id FROM ${table} WHERE number = $1`, [reference.number]);
  }
  if (reference?.kind === 'correction')
    return ownersOf(
      tx,
      `SELECT t.user_id FROM wallet_corrections c JOIN ledger_transfers t ON t.id = c.transfer_id WHERE c.number = $1`,
      [reference.number],
    );
  if (!ids) return [];
  const within = 'WHERE id BETWEEN $1::uuid AND $2::uuid';
  return ownersOf(
    tx,
    `SELECT DISTINCT user_id FROM (
       SELECT user_id FROM crypto_deposits ${within} UNION ALL
       SELECT user_id FROM crypto_withdrawals ${within} UNION ALL
       SELECT user_id FROM ledger_transfers ${within} AND user_id IS NOT NULL
     ) found LIMIT ${MOST}`,
    [ids.from, ids.to],
  );
}

async function ownersOf(tx: Tx, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await tx.$client.query<{ user_id: string }>(text, values);
  return rows.map((row) => row.user_id);
}
