import { normalQuantile } from '../simulator/normal-distribution.ts';
import { type Figure, figure, missing } from './figure.ts';
import { normalProbability } from './normal-probability.ts';
import { perDay, perYear, type SharpeSample } from './sharpe-sample.ts';

/**
 * What a measured Sharpe ratio says about the true one. All of it takes days as independent, and every ratio is per day
 * unless it is said otherwise. These are the formulas as published; whether a record is long enough for them is decided
 * where its `SharpeSample` is made.
 */

/** One-sided, 5 %. */
const Z95 = normalQuantile(0.95);
const EULER = 0.5772156649015329;

/** q: how much wider than 1/√(T−1) the estimate spreads, squared; NaN where the moments contradict each other. */
function spread({ sharpe, skew, kurtosis }: SharpeSample): number {
  const value = 1 - skew * sharpe + ((kurtosis - 1) * sharpe * sharpe) / 4;
  return value > 0 ? value : Number.NaN;
}

/** How many standard errors the ratio lies above the threshold. */
const distance = (sample: SharpeSample, threshold: number): number =>
  ((sample.sharpe - threshold) * Math.sqrt(sample.days - 1)) / Math.sqrt(spread(sample));

/**
 * PSR: the probability that the true Sharpe ratio is above the threshold (Bailey and López de Prado 2012, „The Sharpe Ratio
 * Efficient Frontier“). From 0 to 1; `undefined` where the moments give no spread (q ≤ 0).
 */
export const probabilisticSharpe = (sample: SharpeSample, threshold = 0): Figure =>
  figure(normalProbability(distance(sample, threshold)));

/** p = 1 − PSR: how often chance alone gives such a ratio where the true one is the threshold. Exact where it is tiny. */
export const chanceOfSharpe = (sample: SharpeSample, threshold = 0): Figure =>
  figure(normalProbability(-distance(sample, threshold)));

/** The true Sharpe ratio A YEAR is above this in 95 of 100 such records; same source, same `undefined`. */
export const sharpeLowerBound = (sample: SharpeSample): Figure =>
  figure(perYear(sample.sharpe - Z95 * Math.sqrt(spread(sample) / (sample.days - 1))));

/**
 * MinTRL: days after which such a ratio would be above the threshold at 95 % (Bailey and López de Prado 2012). `undefined`
 * where it is not above it now.
 */
export const minTrackRecordDays = (sample: SharpeSample, threshold = 0): Figure =>
  sample.sharpe > threshold
    ? figure(1 + spread(sample) * (Z95 / (sample.sharpe - threshold)) ** 2)
    : missing('undefined');

/**
 * E_N: the best of so many independent trials without any edge, in standard deviations, on average (Bailey, Borwein,
 * López de Prado and Zhu 2014, „Pseudo-Mathematics and Financial Charlatanism“).
 *
 * @param trials N, whole; 0 for a single one. @throws RangeError below 1.
 */
export function expectedBest(trials: number): number {
  if (!(trials >= 1)) throw new RangeError(`${trials} trials have no best one`);
  if (trials === 1) return 0;
  // Φ⁻¹(1 − x) = −Φ⁻¹(x), which loses no digits where x is small.
  return -(1 - EULER) * normalQuantile(1 / trials) - EULER * normalQuantile(1 / (trials * Math.E));
}

/** How many trials there were, and how far their Sharpe ratios (a day) spread: N and V. */
export interface TrialSpread {
  readonly N: number;
  readonly V: number;
}

/** S₀ = √V · E_N: the Sharpe ratio a day that luck alone lets one expect of the best trial. */
export const luckySharpe = ({ N, V }: TrialSpread): number => Math.sqrt(V) * expectedBest(N);

/** DSR: PSR against what luck lets one expect (Bailey and López de Prado 2014, „The Deflated Sharpe Ratio“). */
export const deflatedSharpe = (sample: SharpeSample, trials: TrialSpread): Figure =>
  probabilisticSharpe(sample, luckySharpe(trials));

/**
 * MinBTL: years a backtest must be long, so that the best of N trials without an edge does not have this ratio a year on
 * average (Bailey et al. 2014). `undefined` for one that is not positive.
 */
export const minBacktestYears = (trials: number, sharpePerYear: number): Figure =>
  sharpePerYear > 0 ? figure((expectedBest(trials) / sharpePerYear) ** 2) : missing('undefined');

/**
 * Days after which such a ratio would be beyond the best of N trials without an edge at 95 %:
 * 1 + ((E_N + 1.6449√q) / S)². `undefined` for a ratio that is not positive.
 */
export const daysNeeded = (sample: SharpeSample, trials: number): Figure =>
  sample.sharpe > 0
    ? figure(1 + ((expectedBest(trials) + Z95 * Math.sqrt(spread(sample))) / sample.sharpe) ** 2)
    : missing('undefined');

/**
 * How often a test at 5 % finds a true Sharpe ratio in so many normal days, from 0 to 1.
 *
 * @param sharpePerYear a year, the one that is assumed. @param days at least 2.
 */
export function powerOf(sharpePerYear: number, days: number): number {
  const sharpe = perDay(sharpePerYear);
  return normalProbability((sharpe * Math.sqrt(days - 1)) / Math.sqrt(1 + (sharpe * sharpe) / 2) - Z95);
}

/**
 * How often the best of N independent trials has a chance of at most `p`: 1 − (1 − p)^N. Of p = 1 − PSR(0) it is the luck
 * that is told beside a result, of the random bots' p it is the one that the verdict uses.
 */
export const chanceOfBest = (p: number, trials: number): number => -Math.expm1(trials * Math.log1p(-p));
