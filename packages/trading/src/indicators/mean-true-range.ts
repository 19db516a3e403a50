import type { Candles } from '../candles.ts';

/**
 * True range after Wilder (1978), in price units: of a bar the largest of high − low, |high − close before| and |low − close before|.
 *
 * @param at index of a bar that is not the first.
 */
export function trueRange({ high, low, close }: Candles, at: number): number {
  const before = close[at - 1]!;
  return Math.max(high[at]! - low[at]!, Math.abs(high[at]! - before), Math.abs(low[at]! - before));
}

/**
 * The plain mean of the last `count` true ranges. Wilder's own smoothing never forgets a bar, so its value would depend on where
 * the history begins, and a restart would change it; rules carry it in their state (`WilderRange`).
 *
 * @param at index of the newest bar, which counts; only bars up to it are read.
 * @returns price units; NaN with fewer than `count` + 1 bars.
 */
export function meanTrueRange(candles: Candles, at: number, count: number): number {
  if (at < count) return Number.NaN;
  let sum = 0;
  for (let bar = at - count + 1; bar <= at; bar++) sum += trueRange(candles, bar);
  return sum / count;
}
