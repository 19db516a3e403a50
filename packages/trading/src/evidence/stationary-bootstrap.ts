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
}

/** So many resampled records that the bands no longer move in the digits that are shown. */
export const REPLICATES = 2000;

/**
 * How far figures of a record move when its own days come in other blocks and another order: the stationary bootstrap
 * (Politis and Romano 1994). Each record of the same length is put together of stretches that begin anywhere, go on to the
 * next day with probability 1 − 1/b, and wrap around at the end. It repeats this past and knows no other, and where days
 * hang together strongly the bands are too narrow.
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
  const next = sfc32(seed);
  const uniform = (): number => next() / 2 ** 32;
  const restart = 1 / length;
  const drawn = new Float64Array(days);
  const growth = new Float64Array(days);
  const cagr = new Float64Array(replicates);
  const sharpe = new Float64Array(replicates);
  for (let replicate = 0; replicate < replicates; replicate++) {
    let from = Math.floor(uniform() * days);
    let equity = 1;
    for (let day = 0; day < days; day++) {
      if (day > 0) {
        if (uniform() < restart) from = Math.floor(uniform() * days);
        else if (++from === days) from = 0;
      }
      const dayReturn = returns[from]!;
      drawn[day] = dayReturn;
      equity *= 1 + dayReturn;
      growth[day] = equity;
    }
    cagr[replicate] = compoundAnnualGrowthRate(1, growth)!;
    sharpe[replicate] = sharpeRatio(drawn) ?? 0;
  }
  return { blockLength: length, cagr: bandOf(cagr), sharpe: bandOf(sharpe) };
}

function bandOf(values: Float64Array): Band {
  values.sort();
  return [percentile(values, 0.05)!, percentile(values, 0.5)!, percentile(values, 0.95)!];
}
