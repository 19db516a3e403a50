import { MARKET_SYMBOLS } from '@botdepot/contract';
import { type Bar, type Candles, emptyBar, readBar } from '@botdepot/trading';
import type { PriceSourceName } from './price-source.ts';

/** The candles of one minute that were known in time, committed. */
export type ClosedMinute = {
  /** Start of the minute, ms UTC. */
  readonly timeMs: number;
  /** By symbol in the catalogue's order; null for markets that were closed. */
  readonly bars: readonly (Bar | null)[];
  /** Who speaks for each symbol, in the catalogue's order; `minutesOf` does not know it. */
  readonly sources?: readonly PriceSourceName[];
};

const INDEX_OF = new Map(MARKET_SYMBOLS.map(({ symbol }, i) => [symbol, i]));

/** Turns series of minutes by symbol into minutes of all symbols, ascending. Minutes without any candle are absent. */
export function minutesOf(series: Iterable<readonly [symbol: string, candles: Candles]>): ClosedMinute[] {
  const byTime = new Map<number, (Bar | null)[]>();
  for (const [symbol, candles] of series) {
    const column = INDEX_OF.get(symbol);
    if (column === undefined) continue;
    for (let at = 0; at < candles.length; at++) {
      const timeMs = candles.time[at]!;
      let bars = byTime.get(timeMs);
      if (!bars) {
        bars = MARKET_SYMBOLS.map(() => null);
        byTime.set(timeMs, bars);
      }
      bars[column] = readBar(candles, at, emptyBar());
    }
  }
  return [...byTime].sort(([a], [b]) => a - b).map(([timeMs, bars]) => ({ timeMs, bars }));
}

/** Closes by symbol of the catalogue, NaN for markets that were closed. */
export const closesOf = (minute: ClosedMinute): number[] =>
  minute.bars.map((bar) => bar?.close ?? Number.NaN);
