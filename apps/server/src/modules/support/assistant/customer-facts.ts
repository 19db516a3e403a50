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
  listTransactions,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
  readBalances,
  sumDeposits,
  sumWithdrawals,
} from '../../wallet/index.ts';
import type { Answer, Question } from './assistant.ts';
import { type Numbered, numbersIn, type OwnNumber } from './own-numbers.ts';

/**
 * What the assistant may say about a customer: their own open requests, bots, results and balance, what bots have
 * measured, and the prices of the markets.
 */
export type CustomerFacts = {
  deposits: readonly Deposit[];
  withdrawals: readonly Withdrawal[];
  /** The newest that were rejected. */
  rejected: { deposits: readonly Deposit[]; withdrawals: readonly Withdrawal[] };
  /** What was credited by deposits, the balance at the start among them, and what was paid out. */
  flows: { deposits: Flow & { granted: Micros }; withdrawals: Flow };
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
  /** Theirs of what they name by its number, whatever became of it: by `E-1005`. */
  numbered: ReadonlyMap<string, Numbered>;
  /** Their place among those who wait for a human, 1 for the next one; null where they do not wait. */
  placeInLine: number | null;
};

type Flow = { count: number; amount: Micros };

/** What the market page shows, handed in: the support chat does not import the markets. */
export type ListPrices = (tx: Tx, nowMs: number) => Promise<MarketPrice[]>;

const RUNNING = { page: 1, pageSize: 5, status: 'active' } as const;
const REJECTED = { page: 1, pageSize: 2, status: 'rejected' } as const;
/** All of them: the lists have the newest first, and customers ask for the oldest. */
const PENDING = { page: 1, pageSize: LIMITS.pageSizeMax, status: 'pending' } as const;

export async function readCustomerFacts(
  tx: Tx,
  listPrices: ListPrices,
  { userId, messages, now, placeInLine = null }: Question,
): Promise<CustomerFacts> {
  const deposits = await listDeposits(tx, userId, PENDING);
  const withdrawals = await listWithdrawals(tx, userId, PENDING);
  const investments = await listInvestments(tx, userId, RUNNING);
  const { ofBots, ...results } = await readResults(tx, userId);
  return {
    deposits: deposits.rows.map(presentDeposit),
    withdrawals: withdrawals.rows.map(presentWithdrawal),
    rejected: {
      deposits: (await listDeposits(tx, userId, REJECTED)).rows.map(presentDeposit),
      withdrawals: (await listWithdrawals(tx, userId, REJECTED)).rows.map(presentWithdrawal),
    },
    flows: { deposits: await sumDeposits(tx, userId), withdrawals: await sumWithdrawals(tx, userId) },
    investments: investments.items,
    runningBots: investments.total,
    results,
    ofBots,
    ownBots: await listOwnBots(tx, userId),
    ownResults: await readOwnResults(tx, userId),
    balances: await readBalances(tx, userId),
    bots: await listBots(tx, STRATEGIES, now),
    prices: await listPrices(tx, now.getTime()),
    numbered: await readNumbered(tx, userId, messages.flatMap(numbersIn)),
    placeInLine,
  };
}

async function readNumbered(
  tx: Tx,
  userId: string,
  numbers: readonly OwnNumber[],
): Promise<CustomerFacts['numbered']> {
  const found = new Map<string, Numbered>();
  for (const one of numbers) {
    const theirs = await findNumbered(tx, userId, one);
    if (theirs) found.set(one.reference, theirs);
  }
  return found;
}

async function findNumbered(
  tx: Tx,
  userId: string,
  { kind, number, reference }: OwnNumber,
): Promise<Numbered | undefined> {
  const only = { number, page: 1, pageSize: 1 };
  switch (kind) {
    case 'deposit': {
      const [row] = (await listDeposits(tx, userId, only)).rows;
      return row && { kind, item: presentDeposit(row) };
    }
    case 'withdrawal': {
      const [row] = (await listWithdrawals(tx, userId, only)).rows;
      return row && { kind, item: presentWithdrawal(row) };
    }
    case 'investment': {
      const [item] = (await listInvestments(tx, userId, only)).items;
      return item && { kind, item };
    }
    case 'correction': {
      const filter = {
        kind: 'wallet_corrected',
        search: reference,
        page: 1,
        pageSize: LIMITS.pageSizeMax,
      } as const;
      // A reason may name another one's number.
      const item = (await listTransactions(tx, userId, filter)).items.find(
        (one) => one.reference === reference,
      );
      return item && { kind, item };
    }
  }
}

/** `about`: whose figures they are, where their own names do not say it. */
export type Said = Omit<Answer, 'answered'> & { about?: string };

/** How several things of one kind stand. A sheet beside more than one would not say whose figures it has. */
export function each(said: readonly Said[]): Said {
  const [first] = said;
  if (said.length === 1 && first) return first;
  return { message: said.map(({ message }) => message).join('\n\n') };
}

/** Answers from what the platform knows about this customer, or about its bots right now. */
export type PersonalAnswer = (facts: CustomerFacts, now: Date) => Said;
