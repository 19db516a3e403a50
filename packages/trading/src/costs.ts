/**
 * What trading costs. The figures are the assumptions of the strategy study, shown to customers as such: basis points
 * per side of the mid notional, financing per year on the notional held.
 */

export const MARKET_CATEGORIES = ['crypto', 'forex', 'indices', 'commodities'] as const;
export type MarketCategory = (typeof MARKET_CATEGORIES)[number];

export interface TradingCosts {
  /** Exchange or broker fee, basis points of the notional per side. */
  readonly feeBps: number;
  /** Half of the distance between bid and ask, basis points per side. */
  readonly halfSpreadBps: number;
  /** Expected difference between the open and the price obtained, basis points per side. */
  readonly slippageBps: number;
  /** Interest for holding a position, as a fraction of its notional per year of 365 days (0.05 = 5 %). */
  readonly financingPerYear: number;
}

export interface SymbolSpec {
  /** As in the catalogue, e.g. `BTC/USD`. */
  readonly symbol: string;
  readonly category: MarketCategory;
  readonly costs: TradingCosts;
}

export const COSTS_BY_CATEGORY: Readonly<Record<MarketCategory, TradingCosts>> = {
  crypto: { feeBps: 20, halfSpreadBps: 3, slippageBps: 5, financingPerYear: 0.05 },
  forex: { feeBps: 0, halfSpreadBps: 0.8, slippageBps: 0.5, financingPerYear: 0.01 },
  indices: { feeBps: 0, halfSpreadBps: 0.8, slippageBps: 0.7, financingPerYear: 0.025 },
  commodities: { feeBps: 0, halfSpreadBps: 2.5, slippageBps: 1.5, financingPerYear: 0.025 },
};

/** A symbol with the costs of its category. */
export const symbolSpec = (symbol: string, category: MarketCategory): SymbolSpec => ({
  symbol,
  category,
  costs: COSTS_BY_CATEGORY[category],
});

/** What a strategy changes about the costs: intraday strategies pay no financing, news trading slips more. */
export interface CostRule {
  readonly financed: boolean;
  readonly slippageFactor: number;
}

/** Costs as plain fractions of the notional, ready for multiplication; financing per millisecond held. */
export interface CostRates {
  readonly fee: number;
  readonly spread: number;
  readonly slippage: number;
  readonly financingPerMs: number;
}

const BASIS_POINT = 1e-4;
const YEAR_MS = 365 * 86_400_000;

/** @param costFactor scales every cost: 1 = as assumed, 0 = free, 2 = twice as dear. */
export function costRates(costs: TradingCosts, rule: CostRule, costFactor: number): CostRates {
  return {
    fee: costs.feeBps * BASIS_POINT * costFactor,
    spread: costs.halfSpreadBps * BASIS_POINT * costFactor,
    slippage: costs.slippageBps * BASIS_POINT * costFactor * rule.slippageFactor,
    financingPerMs: rule.financed ? (costs.financingPerYear * costFactor) / YEAR_MS : 0,
  };
}
