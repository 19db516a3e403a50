import { standardDeviation } from '../indicators/standard-deviation.ts';
import { DAYS_PER_YEAR } from './growth.ts';

/** Arithmetic mean; null without values. */
export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index]!;
  return sum / values.length;
}

/** Standard deviation (ddof = 1) of daily returns × √365; null for fewer than two. */
export function annualVolatility(returns: ArrayLike<number>): number | null {
  return returns.length < 2 ? null : standardDeviation(returns) * Math.sqrt(DAYS_PER_YEAR);
}

/** A spread this small against the mean is rounding: values that are meant to be equal. */
const ROUNDING = 1e-9;

/**
 * Mean / standard deviation (ddof = 1). Null for fewer than two values and for equal ones, whose computed deviation is
 * seldom exactly 0.
 */
export function meanPerSpread(values: ArrayLike<number>): number | null {
  const average = mean(values);
  const deviation = standardDeviation(values);
  return average === null || !(deviation > Math.abs(average) * ROUNDING) ? null : average / deviation;
}

/** Sharpe ratio with risk-free rate 0: mean / standard deviation (ddof = 1) × √365. Null without variation. */
export function sharpeRatio(returns: ArrayLike<number>): number | null {
  const ratio = meanPerSpread(returns);
  return ratio === null ? null : ratio * Math.sqrt(DAYS_PER_YEAR);
}

/**
 * Sortino ratio against 0: mean / √(mean of squared losses over ALL days) × √365 (Sortino and Price 1994). Null
 * without a losing day.
 */
export function sortinoRatio(returns: ArrayLike<number>): number | null {
  const average = mean(returns);
  if (average === null) return null;
  let squares = 0;
  for (let day = 0; day < returns.length; day++) squares += Math.min(returns[day]!, 0) ** 2;
  const downside = Math.sqrt(squares / returns.length);
  return downside > 0 ? (average / downside) * Math.sqrt(DAYS_PER_YEAR) : null;
}

/** CAGR / |maximum drawdown| (Young 1991, here over the whole period). Null without a drawdown. */
export function calmarRatio(growthRate: number | null, maxDrawdown: number | null): number | null {
  return growthRate === null || maxDrawdown === null || maxDrawdown === 0 ? null : growthRate / -maxDrawdown;
}
