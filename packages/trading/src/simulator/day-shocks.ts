import { SHOCK_CLIP, VARIANCE_CAP, VARIANCE_MODELS } from './calibration.ts';
import { CELL, fillRandomWords, type StreamKey } from './chacha-stream.ts';
import { normalFromWord } from './normal-distribution.ts';
import { CATEGORIES, CATEGORY_OF, SIMULATED_SYMBOLS, SYMBOL_COUNT } from './symbols.ts';

/**
 * The daily volatility model, per category: a day's return in units of its long-run deviation is
 * r = √v · clip(g·W, ±8), W the day's Brownian sum (variance 1 on average), g = √((ν−2)/χ²_ν) the day's fat-tail factor
 * common to the category, and v follows v' = min(20, 1−α−β + α·mean(r² over the category) + β·v): a GARCH(1,1) with
 * Student-t-like shocks (Bollerslev 1987), shared within a category so that all its markets are nervous together.
 */

/** With ν near 3.5 a factor above this comes once in 250 years, and nearly all its mass lies at the clip anyway. */
const LARGEST_FAT_TAIL = 20;

const MODELS = CATEGORIES.map((category) => VARIANCE_MODELS[category]);
const TRADING_DAYS_PER_YEAR = CATEGORIES.map((category) => (category === 'crypto' ? 1 : 5 / 7) * 365.2425);

/** Standard deviation of an average day's log return of each symbol at v = g = 1, before heavy tails: fraction. */
export const DAILY_DEVIATION: readonly number[] = SIMULATED_SYMBOLS.map((symbol, i) => {
  const category = CATEGORY_OF[i]!;
  return (
    (symbol.volatilityPerYear * MODELS[category]!.volatilityScale) /
    Math.sqrt(TRADING_DAYS_PER_YEAR[category]!)
  );
});

/**
 * Chi-squared number with ν ≥ 2 degrees of freedom: twice a gamma number of shape ν/2 by Marsaglia & Tsang 2000. The
 * cell's words are taken two at a time until one candidate is accepted (about 97 % of the first ones are).
 */
function chiSquared(nu: number, key: StreamKey, index: number): number {
  const d = nu / 2 - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  // Eight candidates fill one block of the generator; it is all but certain that they suffice.
  for (let candidates = 8; ; candidates *= 2) {
    const words = new Uint32Array(candidates * 2);
    fillRandomWords(key, { kind: CELL.fatTail, index, stream: 0 }, words);
    for (let candidate = 0; candidate < candidates; candidate++) {
      const x = normalFromWord(words[2 * candidate]!);
      const v = (1 + c * x) ** 3;
      const u = (words[2 * candidate + 1]! + 0.5) / 4_294_967_296;
      if (v > 0 && Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) return 2 * d * v;
    }
  }
}

/** The fat-tail factor g of a category (index into `CATEGORIES`) on a trading day; mean square 1. */
export function fatTailFactor(key: StreamKey, day: number, category: number): number {
  const { nu } = MODELS[category]!;
  const g = Math.sqrt((nu - 2) / chiSquared(nu, key, day * CATEGORIES.length + category));
  return Math.min(LARGEST_FAT_TAIL, g);
}

/**
 * The category variances of the next trading day.
 * @param sums the day's Brownian sums W per symbol; @param traded categories that traded on the day, by index.
 */
export function nextVariances(
  variances: Float64Array,
  factors: Float64Array,
  sums: Float64Array,
  traded: (category: number) => boolean,
): Float64Array {
  const meanSquares = new Float64Array(CATEGORIES.length);
  const counts = new Float64Array(CATEGORIES.length);
  for (let i = 0; i < SYMBOL_COUNT; i++) {
    const category = CATEGORY_OF[i]!;
    const shock = Math.min(SHOCK_CLIP, Math.abs(sums[i]! * factors[category]!));
    meanSquares[category] = meanSquares[category]! + shock * shock * variances[category]!;
    counts[category] = counts[category]! + 1;
  }
  return variances.map((v, category) => {
    if (!traded(category)) return v;
    const { alpha, beta } = MODELS[category]!;
    return Math.min(
      VARIANCE_CAP,
      1 - alpha - beta + (alpha * meanSquares[category]!) / counts[category]! + beta * v,
    );
  });
}
