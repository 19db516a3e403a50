import type { Candles } from '../candles.ts';

/**
 * Average true range after Wilder (1978), as the plain mean of the last `count` true ranges: of each bar the largest of
 * high − low, |high − close before| and |low − close before|. Wilder's own smoothing never forgets a bar, so its value
 * would depend on where the history begins, and a restart would change it.
 *
 * @param at index of the newest bar, which counts; only bars up to it are read.
 * @returns price units; NaN with fewer than `count` + 1 bars.
 */
export function averageTrueRange(candles: Candles, at: number, count: number): number {
  if (at < count) return Number.NaN;
  let sum = 0;
  for (let bar = at - count + 1; bar <= at; bar++) {
    const before = candles.close[bar - 1]!;
    const high = candles.high[bar]!;
    const low = candles.low[bar]!;
    sum += Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  }
  return sum / count;
}
