import type { Candles } from '@botdepot/trading';
import { firstIndexAt } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { readCandles } from '../../markets/index.ts';
import type { CandleReader } from '../trading/load-history.ts';

type Interval = Parameters<CandleReader>[0]['interval'];
type Shelf = { readonly fromMs: number; readonly series: ReadonlyMap<string, Candles> };

/**
 * Reads the candles of all symbols once for many engines that are brought up together, and gives each its part of the same columns.
 * @param until ms UTC: what begins later is asked of the database, as is what nobody has asked for before.
 */
export function createCandleShelf(tx: Tx, until: number): CandleReader {
  const shelves = new Map<Interval, Shelf>();
  return async (wanted) => {
    if (wanted.toMs > until) return readCandles(tx, wanted);
    let shelf = shelves.get(wanted.interval);
    if (!shelf || wanted.fromMs < shelf.fromMs) {
      const { interval, fromMs } = wanted;
      shelf = { fromMs, series: await readCandles(tx, { interval, fromMs, toMs: until, revision: 'seen' }) };
      shelves.set(interval, shelf);
    }
    const { series } = shelf;
    return new Map(
      wanted.symbols.flatMap((symbol) => {
        const columns = series.get(symbol);
        const part = columns && partOf(columns, wanted.fromMs, wanted.toMs);
        return part && part.length > 0 ? [[symbol, part]] : [];
      }),
    );
  };
}

/** The same numbers, not a copy of them. */
function partOf(all: Candles, fromMs: number, toMs: number): Candles {
  const from = firstIndexAt(all, fromMs);
  const to = firstIndexAt(all, toMs);
  return {
    length: to - from,
    time: all.time.subarray(from, to),
    open: all.open.subarray(from, to),
    high: all.high.subarray(from, to),
    low: all.low.subarray(from, to),
    close: all.close.subarray(from, to),
    volume: all.volume.subarray(from, to),
  };
}
