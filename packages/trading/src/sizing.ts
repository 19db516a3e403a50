import type { MarketCategory } from './costs.ts';
import type { TradeCause } from './fill.ts';
import { standardDeviation } from './indicators/standard-deviation.ts';

/** Annualisation of daily figures: calendar days, because prices are carried over weekends. */
const ROOT_DAYS_PER_YEAR = Math.sqrt(365);

/** No single position may carry more than this part of the volatility target. */
const LARGEST_SHARE_OF_RISK = 1 / 4;

/** What exceeds a gross cap is scaled to this part of it, so that drift does not hit the cap again at once. */
export const SCALE_BELOW_CAP = 0.9;

export interface SizingInput {
  /** Per symbol −1 (short) to 1 (long); NaN for a symbol that is not live, which then has no risk budget. */
  readonly signals: Float64Array;
  readonly categories: readonly MarketCategory[];
  /** Daily returns per symbol over the same window, oldest first; ignored where the signal is NaN. */
  readonly returns: readonly Float64Array[];
  /** Annual volatility the portfolio aims at, as a fraction. */
  readonly volatilityTarget: number;
  /** Largest Σ|w|. */
  readonly grossCap: number;
}

export interface Sizing {
  /** Target weights as fractions of equity; 0 for symbols that are not live. */
  readonly weights: Float64Array;
  /** Annualised volatility per symbol; NaN for symbols that are not live. */
  readonly volatilities: Float64Array;
  /** Whether Σ|w| exceeded the cap and was scaled below it. */
  readonly scaledToCap: boolean;
}

/**
 * Risk parity by category with a volatility target, as in the study behind SmartBot and TurboBot (decision 0012): each
 * category gets the same risk budget, each live symbol an equal part of it, and a weight is signal × budget ÷ volatility;
 * the whole is scaled to the target by the volatility that exactly these weights would have had over the window. Then
 * each |weight| × volatility is clipped to a quarter of the target, and where Σ|w| still exceeds the gross cap all weights
 * are scaled so that it is 0.9 × the cap.
 */
export function volatilityTargetWeights(input: SizingInput): Sizing {
  const { signals, returns, categories, volatilityTarget, grossCap } = input;
  const count = signals.length;
  const weights = new Float64Array(count);
  const volatilities = new Float64Array(count).fill(Number.NaN);
  const liveByCategory = new Map<MarketCategory, number>();
  for (let index = 0; index < count; index++) {
    if (Number.isNaN(signals[index]!)) continue;
    const category = categories[index]!;
    liveByCategory.set(category, (liveByCategory.get(category) ?? 0) + 1);
    volatilities[index] = standardDeviation(returns[index]!) * ROOT_DAYS_PER_YEAR;
  }
  for (let index = 0; index < count; index++) {
    // A symbol that never moved has no volatility to divide by; it gets no weight rather than an infinite one.
    if (!(volatilities[index]! > 0)) continue;
    const budget = 1 / (liveByCategory.size * liveByCategory.get(categories[index]!)!);
    weights[index] = (signals[index]! * budget) / volatilities[index]!;
  }
  const volatility = portfolioVolatility(weights, returns);
  const scale = volatility > 0 ? volatilityTarget / volatility : 0;
  let gross = 0;
  for (let index = 0; index < count; index++) {
    if (weights[index] === 0) continue;
    const limit = (volatilityTarget * LARGEST_SHARE_OF_RISK) / volatilities[index]!;
    const weight = Math.max(-limit, Math.min(limit, weights[index]! * scale));
    weights[index] = weight;
    gross += Math.abs(weight);
  }
  const scaledToCap = gross > grossCap;
  if (scaledToCap) {
    const factor = (SCALE_BELOW_CAP * grossCap) / gross;
    for (let index = 0; index < count; index++) weights[index]! *= factor;
  }
  return { weights, volatilities, scaledToCap };
}

/** Annualised volatility that fixed weights would have had over the window; NaN without any weight. */
function portfolioVolatility(weights: Float64Array, returns: readonly Float64Array[]): number {
  let daily: Float64Array | null = null;
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index]!;
    if (weight === 0) continue;
    const own = returns[index]!;
    daily ??= new Float64Array(own.length);
    for (let day = 0; day < own.length; day++) daily[day]! += weight * own[day]!;
  }
  return daily === null ? Number.NaN : standardDeviation(daily) * ROOT_DAYS_PER_YEAR;
}

/** What to do about the difference between a target weight and the weight held. */
export type Adjustment = TradeCause | 'within-band' | 'none';

export interface BandRule {
  /** Least difference worth a trade, as a share of the target weight … */
  readonly bandShare: number;
  /** … and as a fraction of equity. The larger of both counts. */
  readonly bandMinimum: number;
  readonly grossCap: number;
}

/**
 * Decides which differences are traded: always on entry, exit and change of sign, otherwise outside the band only. If
 * keeping the held weights inside the band would push Σ|w| above the cap, the band is ignored.
 *
 * @param targets target weights; @param held weights held now; both fractions of equity, same length.
 */
export function adjustments(targets: Float64Array, held: Float64Array, rule: BandRule): Adjustment[] {
  const result: Adjustment[] = [];
  let gross = 0;
  for (let index = 0; index < targets.length; index++) {
    const adjustment = adjustmentOf(targets[index]!, held[index]!, rule);
    const keeps = adjustment === 'within-band' || adjustment === 'none';
    gross += Math.abs(keeps ? held[index]! : targets[index]!);
    result.push(adjustment);
  }
  if (gross <= rule.grossCap) return result;
  return result.map((adjustment) => (adjustment === 'within-band' ? 'rebalance' : adjustment));
}

function adjustmentOf(target: number, held: number, rule: BandRule): Adjustment {
  if (target === held) return 'none';
  if (held === 0) return 'entry';
  if (target === 0) return 'exit';
  if (Math.sign(target) !== Math.sign(held)) return 'reverse';
  const band = Math.max(rule.bandShare * Math.abs(target), rule.bandMinimum);
  return Math.abs(target - held) > band ? 'rebalance' : 'within-band';
}
