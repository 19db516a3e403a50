import type { StopRule } from '../broker.ts';
import { simpleReturns } from '../indicators/simple-returns.ts';
import { adjustments, type BandRule, volatilityTargetWeights } from '../sizing.ts';
import {
  type Figures,
  type MarketView,
  type PortfolioView,
  type StrategyDecision,
  type SymbolIntent,
  UNQUOTED_LIMIT_MS,
} from '../strategy.ts';

/** What a rule reads in one symbol. */
export interface Reading {
  /** −1 (short) to 1 (long); null for a symbol that is not live, which then gets no share of the risk. */
  readonly signal: number | null;
  readonly reason: string;
  /** Of a position that this decision opens. */
  readonly stop: StopRule | null;
  readonly figures: Figures;
}

export interface VolatilityTarget extends BandRule {
  /** Annual, as a fraction. */
  readonly volatilityTarget: number;
  readonly volatilityWindowDays: number;
}

/**
 * Why a symbol is not live: its history does not fill the calendar closes yet, or it had no bar for more than ten days.
 * @param closes as `MarketView.closes` gives them.
 */
export function absence(
  view: MarketView,
  index: number,
  closes: Float64Array,
): 'warming-up' | 'no-price' | null {
  if (Number.isNaN(closes[0]!)) return 'warming-up';
  return view.end - view.lastBarEnd(index) > UNQUOTED_LIMIT_MS ? 'no-price' : null;
}

/**
 * The decision of a rule that says for each symbol whether to be long, short or out, sized as the strategy study does:
 * risk parity with a volatility target and a gross cap, and a band against trading small differences.
 *
 * @param days calendar days of closes, the newest included, that `read` gets and the volatilities are taken from.
 * @param read one symbol; the closes are overwritten for the next one.
 */
export function decideByVolatilityTarget(
  view: MarketView,
  portfolio: PortfolioView,
  target: VolatilityTarget,
  days: number,
  read: (index: number, closes: Float64Array) => Reading,
): StrategyDecision {
  const count = view.symbols.length;
  const signals = new Float64Array(count).fill(Number.NaN);
  const returns: Float64Array[] = [];
  const readings: Reading[] = [];
  const closes = new Float64Array(days);
  for (let index = 0; index < count; index++) {
    view.closes(index, closes);
    const reading = read(index, closes);
    readings.push(reading);
    const isLive = reading.signal !== null;
    if (isLive) signals[index] = reading.signal;
    returns.push(isLive ? simpleReturns(closes, target.volatilityWindowDays) : new Float64Array(0));
  }
  const { weights, volatilities, scaledToCap } = volatilityTargetWeights({
    signals,
    categories: view.symbols.map(({ category }) => category),
    returns,
    volatilityTarget: target.volatilityTarget,
    grossCap: target.grossCap,
  });
  const trades = adjustments(weights, portfolio.weights, target);
  const intents = readings.map(({ signal, reason, stop, figures }, index): SymbolIntent => {
    const adjustment = trades[index]!;
    const holds = adjustment === 'none' || adjustment === 'within-band';
    const weight = weights[index]!;
    return {
      target: holds ? null : { weight, stop: weight === 0 ? null : stop, closeAt: null },
      adjustment,
      signal: signal ?? 0,
      reason,
      figures: { targetWeight: weight, volatility: finite(volatilities[index]!), ...figures },
    };
  });
  let targetGross = 0;
  for (const weight of weights) targetGross += Math.abs(weight);
  return { intents, figures: { targetGross, scaledToCap: scaledToCap ? 1 : 0 } };
}

/** A figure that does not exist is null, never NaN: decisions are stored as JSON. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
