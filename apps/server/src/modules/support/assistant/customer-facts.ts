import type { Bot, Deposit, Investment, Withdrawal } from '@botdepot/contract';
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
 * What the assistant may say about a customer: their own open requests, bots, results and balance, and what bots have
 * measured.
 */
export type CustomerFacts = {
  deposits: readonly Deposit[];
  withdrawals: readonly Withdrawal[];
  /** Those that run. */
  investments: readonly Investment[];
  results: InvestmentResults;
  balances: { available: Micros; reserved: Micros };
  bots: readonly Bot[];
};

const AT_MOST = { page: 1, pageSize: 5 } as const;

export async function readCustomerFacts(tx: Tx, userId: string, now: Date): Promise<CustomerFacts> {
  const pending = { ...AT_MOST, status: 'pending' } as const;
  const deposits = await listDeposits(tx, userId, pending);
  const withdrawals = await listWithdrawals(tx, userId, pending);
  const investments = await listInvestments(tx, userId, { ...AT_MOST, status: 'active' });
  return {
    deposits: deposits.rows.map(presentDeposit),
    withdrawals: withdrawals.rows.map(presentWithdrawal),
    investments: investments.items,
    results: await readResults(tx, userId),
    balances: await readBalances(tx, userId),
    bots: await listBots(tx, STRATEGIES, now),
  };
}
