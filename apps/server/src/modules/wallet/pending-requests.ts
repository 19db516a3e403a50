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

export type Requests = typeof cryptoDeposits | typeof cryptoWithdrawals;

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

/** What somebody may have meant among these requests. */
export function matches(table: Requests, { text, ids, reference }: SearchTerms): SQL | undefined {
  const kind = table === cryptoDeposits ? 'deposit' : 'withdrawal';
  const within = (column: Requests['id' | 'userId'], range: IdRange): SQL =>
    sql`${column} BETWEEN ${range.from}::uuid AND ${range.to}::uuid`;
  return or(
    // Found once, not once for every row.
    sql`${table.userId} = ANY(ARRAY(SELECT p.user_id FROM user_profiles p WHERE strpos(p.email, ${text}) > 0))`,
    ids ? within(table.id, ids) : undefined,
    ids ? within(table.userId, ids) : undefined,
    reference?.kind === kind ? eq(table.number, reference.number) : undefined,
  );
}
