/** What the assistant knows about a customer before it answers. */
import {
  type Bot,
  type BotType,
  type Deposit,
  type Investment,
  LIMITS,
  type MarketPrice,
  type OwnBot,
  type Withdrawal,
} from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import {
  type BotResults,
  type InvestmentResults,
  listBots,
  listInvestments,
  readResults,
  STRATEGIES,
} from '../../bots/index.ts';
import { listOwnBots, readOwnResults } from '../../testbench/index.ts';
import {
  listDeposits,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
  readBalances,
} from '../../wallet/index.ts';
import type { Answer } from './assistant.ts';

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
  /** What each bot that they have or had has brought. */
  ofBots: ReadonlyMap<BotType, BotResults>;
  /** Bots that they have built, last changed first, and what those that run and the runs that are over have brought. */
  ownBots: readonly OwnBot[];
  ownResults: { running: Micros | null; ended: Micros | null };
  balances: { available: Micros; reserved: Micros };
  bots: readonly Bot[];
  prices: readonly MarketPrice[];
  /** Their place among those who wait for a human, 1 for the next one; null where they do not wait. */
  placeInLine: number | null;
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
  placeInLine: number | null,
): Promise<CustomerFacts> {
  const deposits = await listDeposits(tx, userId, PENDING);
  const withdrawals = await listWithdrawals(tx, userId, PENDING);
  const investments = await listInvestments(tx, userId, RUNNING);
  const { ofBots, ...results } = await readResults(tx, userId);
  return {
    deposits: deposits.rows.map(presentDeposit),
    withdrawals: withdrawals.rows.map(presentWithdrawal),
    investments: investments.items,
    runningBots: investments.total,
    results,
    ofBots,
    ownBots: await listOwnBots(tx, userId),
    ownResults: await readOwnResults(tx, userId),
    balances: await readBalances(tx, userId),
    bots: await listBots(tx, STRATEGIES, now),
    prices: await listPrices(tx, now.getTime()),
    placeInLine,
  };
}

export type Said = Omit<Answer, 'answered'>;

/** Answers from what the platform knows about this customer, or about its bots right now. */
export type PersonalAnswer = (facts: CustomerFacts, now: Date) => Said;
