import { MARKET_SYMBOLS } from '@botdepot/contract';
import { type Bar, emptyBar } from '@botdepot/trading';
import type { SeenMinutes } from './live-replay.store.ts';

const INDEX_OF = new Map(MARKET_SYMBOLS.map(({ symbol }, index) => [symbol, index]));

/**
 * Gives the bars of one minute after the other in the catalogue's order, null for symbols without one. Must be asked for
 * ascending times; the bars are overwritten by the next call.
 */
export function seenBars(minutes: readonly SeenMinutes[]): (time: number) => readonly (Bar | null)[] {
  const bars: (Bar | null)[] = MARKET_SYMBOLS.map(() => null);
  const series = minutes.flatMap((seen) => {
    const index = INDEX_OF.get(seen.symbol);
    return index === undefined ? [] : [{ seen, index, next: 0, bar: emptyBar() }];
  });
  return (time) => {
    for (const one of series) {
      const { seen, index, bar } = one;
      while (one.next < seen.time.length && seen.time[one.next]! < time) one.next++;
      const at = one.next;
      if (seen.time[at] !== time) {
        bars[index] = null;
        continue;
      }
      bar.open = seen.open[at]!;
      bar.high = seen.high[at]!;
      bar.low = seen.low[at]!;
      bar.close = seen.close[at]!;
      bar.volume = seen.volume[at]!;
      bars[index] = bar;
    }
    return bars;
  };
}
