import { fromWire, toWire } from '@botdepot/money';
import { asc, count, desc, eq, sum } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { cryptoDeposits } from './deposits/deposit.schema.ts';
import { presentDeposit } from './deposits/deposit.store.ts';
import { userWallets } from './ledger/ledger.schema.ts';
import { cryptoWithdrawals } from './withdrawals/withdrawal.schema.ts';
import { presentWithdrawal } from './withdrawals/withdrawal.store.ts';

export type Queue = { order: 'newest' | 'oldest'; page: number; pageSize: number };

/** Everybody's pending deposits. The caller adds the e-mail addresses. */
export async function listPendingDeposits(tx: Tx, queue: Queue) {
  const rows = await tx
    .select()
    .from(cryptoDeposits)
    .where(eq(cryptoDeposits.status, 'pending'))
    .orderBy(queue.order === 'oldest' ? asc(cryptoDeposits.createdAt) : desc(cryptoDeposits.createdAt))
    .limit(queue.pageSize)
    .offset((queue.page - 1) * queue.pageSize);
  return rows.map((row) => ({ ...presentDeposit(row), userId: row.userId }));
}

/** Everybody's pending withdrawals, each with the customer's wallet once it is paid out. */
export async function listPendingWithdrawals(tx: Tx, queue: Queue) {
  const rows = await tx
    .select({ withdrawal: cryptoWithdrawals, balance: userWallets.usdBalance })
    .from(cryptoWithdrawals)
    .innerJoin(userWallets, eq(userWallets.userId, cryptoWithdrawals.userId))
    .where(eq(cryptoWithdrawals.status, 'pending'))
    .orderBy(queue.order === 'oldest' ? asc(cryptoWithdrawals.createdAt) : desc(cryptoWithdrawals.createdAt))
    .limit(queue.pageSize)
    .offset((queue.page - 1) * queue.pageSize);
  return rows.map(({ withdrawal, balance }) => ({
    ...presentWithdrawal(withdrawal),
    userId: withdrawal.userId,
    walletAfter: toWire(balance - withdrawal.amountUsd),
  }));
}

export type PendingTotals = { count: number; amount: bigint };

export async function sumPendingDeposits(tx: Tx): Promise<PendingTotals> {
  const [row] = await tx
    .select({ count: count(), amount: sum(cryptoDeposits.amountUsd) })
    .from(cryptoDeposits)
    .where(eq(cryptoDeposits.status, 'pending'));
  return { count: row?.count ?? 0, amount: fromWire(row?.amount ?? '0') };
}

export async function sumPendingWithdrawals(tx: Tx): Promise<PendingTotals> {
  const [row] = await tx
    .select({ count: count(), amount: sum(cryptoWithdrawals.amountUsd) })
    .from(cryptoWithdrawals)
    .where(eq(cryptoWithdrawals.status, 'pending'));
  return { count: row?.count ?? 0, amount: fromWire(row?.amount ?? '0') };
}

/** What all wallets hold together, reserved amounts included. */
export async function sumWallets(tx: Tx): Promise<bigint> {
  const [row] = await tx.select({ total: sum(userWallets.usdBalance) }).from(userWallets);
  return fromWire(row?.total ?? '0');
}
