import { DAYS_PER_YEAR } from '../statistics/growth.ts';
import { mean, meanPerSpread } from '../statistics/risk-adjusted.ts';
import { type Figure, missing } from './figure.ts';

/** Below this nothing is said about a record. */
export const LEAST_DAYS = 30;

/** What the tests of a Sharpe ratio need to know of a record. */
export interface SharpeSample {
  readonly days: number;
  /** Mean / standard deviation (ddof = 1) of the daily returns; per day, never annualised before a test. */
  readonly sharpe: number;
  /** Third standardised moment (ddof = 0), 0 for a normal distribution. */
  readonly skew: number;
  /** Fourth standardised moment (ddof = 0), 3 for a normal distribution. */
  readonly kurtosis: number;
}

/** A Sharpe ratio a year as one a day: the tests take no other. */
export const perDay = (sharpePerYear: number): number => sharpePerYear / Math.sqrt(DAYS_PER_YEAR);
export const perYear = (sharpePerDay: number): number => sharpePerDay * Math.sqrt(DAYS_PER_YEAR);

/**
 * The moments of a record of simple daily returns, fractions.
 *
 * @returns nothing for fewer than thirty days (`too-short`), for a day without a finite return, such as the one after
 * everything was lost (`undefined`), and for days that all brought the same (`flat`).
 */
export function sharpeSampleOf(returns: ArrayLike<number>): Figure<SharpeSample> {
  const days = returns.length;
  if (days < LEAST_DAYS) return missing('too-short');
  for (let day = 0; day < days; day++) if (!Number.isFinite(returns[day])) return missing('undefined');
  const sharpe = meanPerSpread(returns);
  if (sharpe === null) return missing('flat');
  const centre = mean(returns)!;
  let [second, third, fourth] = [0, 0, 0];
  for (let day = 0; day < days; day++) {
    const deviation = returns[day]! - centre;
    const square = deviation * deviation;
    second += square;
    third += square * deviation;
    fourth += square * square;
  }
  const variance = second / days;
  const skew = third / days / variance ** 1.5;
  const kurtosis = fourth / days / (variance * variance);
  return Number.isFinite(sharpe) && Number.isFinite(skew) && Number.isFinite(kurtosis)
    ? { value: { days, sharpe, skew, kurtosis }, missing: null }
    : missing('undefined');
}
