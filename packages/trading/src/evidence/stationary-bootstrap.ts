import { compoundAnnualGrowthRate } from '../statistics/growth.ts';
import { sharpeRatio } from '../statistics/risk-adjusted.ts';
import { percentile } from '../statistics/rolling-returns.ts';
import { blockLength } from './block-length.ts';
import { sfc32 } from './sfc32.ts';

/** The 5th, 50th and 95th percentile over the resampled records. */
export type Band = readonly [low: number, median: number, high: number];

export interface BootstrapBands {
  /** Mean length of a block, days. */
  readonly blockLength: number;
  /** Return a year, fraction. */
  readonly cagr: Band;
  readonly sharpe: Band;
  /** Fractions, ≤ 0; the low one is the deepest. */
  readonly maxDrawdown: Band;
}

/** So many resampled records that the bands no longer move in the digits that are shown. */
export const REPLICATES = 2000;

/**
 * Days of a record in other blocks and another order: the stationary bootstrap (Politis and Romano 1994). Stretches begin
 * anywhere, go on to the next day with probability 1 − 1/b, and wrap around at the end.
 */
class DayDraw {
  readonly #days: number;
  readonly #restart: number;
  readonly #next: () => number;
  #day = 0;

  constructor(days: number, blockLength: number, seed: Uint8Array) {
    this.#days = days;
    this.#restart = 1 / blockLength;
    this.#next = sfc32(seed);
  }

  /** The first day of a resampled record. */
  begin(): number {
    this.#day = Math.floor((this.#next() / 2 ** 32) * this.#days);
    return this.#day;
  }

  /** The one after it. */
  goOn(): number {
    if (this.#next() / 2 ** 32 < this.#restart) return this.begin();
    if (++this.#day === this.#days) this.#day = 0;
    return this.#day;
  }
}

/**
 * How far figures of a record move when its own days come in other blocks and another order. Each resampled record is as
 * long as this one. It repeats this past and knows no other, and where days hang together strongly the bands are too narrow.
 *
 * The same returns and seed give the same bands in every engine. A resampled record on which nothing moves has a Sharpe
 * ratio of 0.
 *
 * @param returns simple daily returns, not all the same. @param seed for `sfc32`.
 */
export function bootstrapBands(
  returns: ArrayLike<number>,
  seed: Uint8Array,
  replicates = REPLICATES,
): BootstrapBands {
  const days = returns.length;
  const length = blockLength(returns);
  const draw = new DayDraw(days, length, seed);
  const drawn = new Float64Array(days);
  const growth = new Float64Array(days);
  const cagr = new Float64Array(replicates);
  const sharpe = new Float64Array(replicates);
  const maxDrawdown = new Float64Array(replicates);
  for (let replicate = 0; replicate < replicates; replicate++) {
    let [equity, peak, deepest] = [1, 1, 0];
    for (let day = 0; day < days; day++) {
      const dayReturn = returns[day === 0 ? draw.begin() : draw.goOn()]!;
      drawn[day] = dayReturn;
      equity *= grownBy(dayReturn);
      growth[day] = equity;
      if (equity > peak) peak = equity;
      else if (equity / peak - 1 < deepest) deepest = equity / peak - 1;
    }
    cagr[replicate] = compoundAnnualGrowthRate(1, growth)!;
    sharpe[replicate] = sharpeRatio(drawn) ?? 0;
    maxDrawdown[replicate] = deepest;
  }
  return {
    blockLength: length,
    cagr: bandOf(cagr),
    sharpe: bandOf(sharpe),
    maxDrawdown: bandOf(maxDrawdown),
  };
}

/** What may become of an amount. */
export interface AmountOutlook {
  /** The 10th, 50th and 90th percentile of what is left, in the amount's currency. */
  readonly low: number;
  readonly median: number;
  readonly high: number;
  /** Share of the paths that end below the amount, from 0 to 1. */
  readonly lossShare: number;
}

/**
 * „Mein Betrag“: what so many days of this past, drawn in blocks, make of an amount.
 *
 * @param returns simple daily returns, not all the same. @param days length of a path, at least 1. @param seed for `sfc32`.
 */
export function amountOutlook(
  returns: ArrayLike<number>,
  { amount, days }: { amount: number; days: number },
  seed: Uint8Array,
  replicates = REPLICATES,
): AmountOutlook {
  const draw = new DayDraw(returns.length, blockLength(returns), seed);
  const ends = new Float64Array(replicates);
  for (let replicate = 0; replicate < replicates; replicate++) {
    let growth = 1;
    for (let day = 0; day < days; day++) growth *= grownBy(returns[day === 0 ? draw.begin() : draw.goOn()]!);
    ends[replicate] = growth;
  }
  const lossShare = ends.reduce((count, growth) => (growth < 1 ? count + 1 : count), 0) / replicates;
  const [low, median, high] = bandOf(ends, [0.1, 0.5, 0.9]);
  return { low: amount * low, median: amount * median, high: amount * high, lossShare };
}

/** Nobody loses more than everything. */
const grownBy = (dayReturn: number): number => Math.max(0, 1 + dayReturn);

function bandOf(values: Float64Array, [low, middle, high]: Band = [0.05, 0.5, 0.95]): Band {
  values.sort();
  return [percentile(values, low)!, percentile(values, middle)!, percentile(values, high)!];
}
