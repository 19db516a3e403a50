import { SHOCK_CLIP, VARIANCE_CAP } from './calibration.ts';
import { CELL, fillRandomWords, type StreamKey } from './chacha-stream.ts';
import type { MarketModel } from './market-model.ts';
import { normalFromWord } from './normal-distribution.ts';
import { CATEGORIES, CATEGORY_OF, SYMBOL_COUNT } from './symbols.ts';

/**
 * The daily volatility model, per category: a day's return in units of its long-run deviation is
 * r = √v · clip(gᵢ·W, ±8), W the day's Brownian sum (variance 1 on average), gᵢ the symbol's power of g = √((ν−2)/χ²_ν), the
 * day's fat-tail factor common to the category, and v follows
 * v' = min(20, 1−α−γ/2−β + mean over the category of (α + γ·[r<0])·r² + β·v): a GARCH(1,1) with the leverage effect of
 * GJR and Student-t-like shocks (Bollerslev 1987), shared within a category so that all its markets are nervous together.
 * Jumps do not feed v: the variance that they bring does not last (Andersen, Bollerslev, Diebold 2007).
 */

/** With ν near 3.5 a factor above this comes once in 250 years, and nearly all its mass lies at the clip anyway. */
const LARGEST_FAT_TAIL = 20;

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

/** The fat-tail factor gᵢ of every symbol on a trading day, written into `into`; mean square 1. */
export function fatTailFactors(key: StreamKey, model: MarketModel, day: number, into: Float64Array): void {
  const common = CATEGORIES.map((_, category) => {
    const nu = model.nu[category]!;
    const g = Math.sqrt((nu - 2) / chiSquared(nu, key, day * CATEGORIES.length + category));
    return Math.min(LARGEST_FAT_TAIL, g);
  });
  for (let i = 0; i < SYMBOL_COUNT; i++) {
    const power = model.tailPower[i]!;
    const g = common[CATEGORY_OF[i]!]!;
    into[i] = power === 1 ? g : Math.min(LARGEST_FAT_TAIL, model.tailScale[i]! * g ** power);
  }
}

/**
 * The category variances of the next trading day.
 * @param factors the day's fat-tail factors and @param sums its Brownian sums W, per symbol; @param traded categories that
 * traded on the day, by index.
 */
export function nextVariances(
  model: MarketModel,
  variances: Float64Array,
  factors: Float64Array,
  sums: Float64Array,
  traded: (category: number) => boolean,
): Float64Array {
  const meanSquares = new Float64Array(CATEGORIES.length);
  const falls = new Float64Array(CATEGORIES.length);
  const counts = new Float64Array(CATEGORIES.length);
  for (let i = 0; i < SYMBOL_COUNT; i++) {
    const category = CATEGORY_OF[i]!;
    const shock = Math.min(SHOCK_CLIP, Math.abs(sums[i]! * factors[i]!));
    const square = shock * shock * variances[category]!;
    meanSquares[category] = meanSquares[category]! + square;
    if (sums[i]! < 0) falls[category] = falls[category]! + square;
    counts[category] = counts[category]! + 1;
  }
  return variances.map((v, category) => {
    if (!traded(category)) return v;
    const [alpha, gamma, beta] = [model.alpha[category]!, model.gamma[category]!, model.beta[category]!];
    const news = (alpha * meanSquares[category]! + gamma * falls[category]!) / counts[category]!;
    return Math.min(VARIANCE_CAP, 1 - alpha - gamma / 2 - beta + news + beta * v);
  });
}
