import { type Candles, DAY_MS, firstIndexAt } from '../candles.ts';

export interface PriceChannel {
  /** Highest high, price units; −Infinity without a bar. */
  readonly high: number;
  /** Lowest low, price units; +Infinity without a bar. */
  readonly low: number;
}

/**
 * Donchian channel: the range of the bars that begin within the given calendar days before the bar at `at`. That bar
 * itself does not count, or no close could ever lie outside.
 *
 * @param at index of the bar to be judged; only bars before it are read.
 */
export function priceChannel(candles: Candles, at: number, days: number): PriceChannel {
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  for (let bar = firstIndexAt(candles, candles.time[at]! - days * DAY_MS); bar < at; bar++) {
    if (candles.high[bar]! > high) high = candles.high[bar]!;
    if (candles.low[bar]! < low) low = candles.low[bar]!;
  }
  return { high, low };
}
