import { sha256 } from '#sha256';
import type { Candles } from './candles.ts';
import type { TradingEvent } from './strategy.ts';

/**
 * SHA-256 over symbols, candle columns and the windows of events, hex: two backtests with the same hash saw the same
 * data. Hashes the doubles as they lie in memory, which is little-endian on every platform that Node supports for us.
 * Ids and names of events are left out: no rule depends on them, and they differ from one installation to the next.
 */
export function candlesHash(
  series: Iterable<{ readonly symbol: string; readonly candles: Candles }>,
  events: readonly TradingEvent[] = [],
): string {
  return hexOf(sha256(partsOf(series, events)));
}

function* partsOf(
  series: Iterable<{ readonly symbol: string; readonly candles: Candles }>,
  events: readonly TradingEvent[],
): Generator<string | Uint8Array> {
  for (const { symbol, candles } of series) {
    yield `${symbol}:${candles.length};`;
    const { time, open, high, low, close, volume } = candles;
    for (const column of [time, open, high, low, close, volume])
      yield new Uint8Array(column.buffer, column.byteOffset, candles.length * column.BYTES_PER_ELEMENT);
  }
  for (const { startsAt, endsAt } of events) yield `event:${startsAt}-${endsAt};`;
}

/** SHA-256 of a key in words, from which generators of random numbers are seeded. */
export const keyDigest = (key: string): Uint8Array => sha256([key]);

/** SHA-256 of a text, hex. */
export const textHash = (text: string): string => hexOf(sha256([text]));

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
