import {
  type Bot,
  type Deposit,
  type Investment,
  LIMITS,
  type MarketPrice,
  type Withdrawal,
} from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import {
  type InvestmentResults,
  listBots,
  listInvestments,
  readResults,
  STRATEGIES,
} from '../../bots/index.ts';
import {
  listDeposits,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
  readBalances,
} from '../../wallet/index.ts';

/**
 * What the assistant may say about a customer: their own open requests, bots, results and balance, what bots have
 * measured, and the prices of the markets.
 */
export type CustomerFacts = {
  deposits: readonly Deposit[];
  withdrawals: readonly Withdrawal[];
  /** Those that run: the newest, and how many there are in all. */
  investments: readonly Investment[];
  runningBots: number;
  results: InvestmentResults;
  balances: { available: Micros; reserved: Micros };
  bots: readonly Bot[];
  prices: readonly MarketPrice[];
};

/** What the market page shows, handed in: the support chat does not import the markets. */
export type ListPrices = (tx: Tx, nowMs: number) => Promise<MarketPrice[]>;

const RUNNING = { page: 1, pageSize: 5, status: 'active' } as const;
/** All of them: the lists have the newest first, and customers ask for the oldest. */
const PENDING = { page: 1, pageSize: LIMITS.pageSizeMax, status: 'pending' } as const;

export async function readCustomerFacts(
  tx: Tx,
  listPrices: ListPrices,
  userId: string,
  now: Date,
): Promise<CustomerFacts> {
  const deposits = await listDeposits(tx, userId, PENDING);
  const withdrawals = await listWithdrawals(tx, userId, PENDING);
  const investments = await listInvestments(tx, userId, RUNNING);
  return {
    deposits: deposits.rows.map(presentDeposit),
    withdrawals: withdrawals.rows.map(presentWithdrawal),
    investments: investments.items,
    runningBots: investments.total,
    results: await readResults(tx, userId),
    balances: await readBalances(tx, userId),
    bots: await listBots(tx, STRATEGIES, now),
    prices: await listPrices(tx, now.getTime()),
  };
}
