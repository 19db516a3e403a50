import { createHash } from 'node:crypto';
import type { Candles } from './candles.ts';
import { ruleText } from './rules/canonical.ts';
import type { Rule } from './rules/rule.ts';
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
  for (const { startsAt, endsAt } of events) hash.update(`event:${startsAt}-${endsAt};`);
  return hash.digest('hex');
}

/** SHA-256 of a key in words, from which generators of random numbers are seeded. */
export const keyDigest = (key: string): Buffer => createHash('sha256').update(key).digest();

/** SHA-256 of the one form of a rule, hex: equal hash, equal rule. */
export const ruleHashOf = (rule: Rule): string => keyDigest(ruleText(rule)).toString('hex');
