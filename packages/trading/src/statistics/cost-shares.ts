import type { Account } from '../account.ts';

/** Costs of a whole record as fractions of its starting equity, ≥ 0. */
export interface CostShares {
  readonly fee: number;
  readonly spread: number;
  readonly slippage: number;
  readonly financing: number;
}

/** Each cost as a fraction of the starting equity. Financing of positions still open is included. */
export function costShares(account: Account, startingEquity: number): CostShares {
  return {
    fee: account.fees / startingEquity,
    spread: account.spread / startingEquity,
    slippage: account.slippage / startingEquity,
    financing: account.financing / startingEquity,
  };
}

/**
 * The cost factor at which the same fills would have earned exactly nothing: the gross result (open positions included) ÷ the
 * costs at factor 1. Below 1 the record lost because of its costs. Null without costs to scale (none, or a run at factor 0)
 * and where the result was negative before any costs.
 *
 * @param costFactor the factor of the run that the account comes from.
 */
export function breakEvenCostFactor(account: Account, costFactor: number): number | null {
  const gross = account.grossRealised + account.unrealised;
  const costs = account.fees + account.spread + account.slippage + account.financing;
  return gross < 0 || costs <= 0 ? null : (gross / costs) * costFactor;
}
