import { createHash } from 'node:crypto';
import type { Candles } from './candles.ts';

/**
 * SHA-256 over symbols and candle columns, hex: two backtests with the same hash saw the same data. Hashes the doubles
 * as they lie in memory, which is little-endian on every platform that Node supports for us.
 */
export function candlesHash(
  series: Iterable<{ readonly symbol: string; readonly candles: Candles }>,
): string {
  const hash = createHash('sha256');
  for (const { symbol, candles } of series) {
    hash.update(`${symbol}:${candles.length};`);
    const { time, open, high, low, close, volume } = candles;
    for (const column of [time, open, high, low, close, volume]) {
      hash.update(
        new Uint8Array(column.buffer, column.byteOffset, candles.length * column.BYTES_PER_ELEMENT),
      );
    }
  }
  return hash.digest('hex');
}
