import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { describe, expect, test } from 'vitest';
import { type CandleRow, readableCandles } from './readable-candles.ts';

const START = Date.UTC(2026, 2, 2, 10);
const row = (minute: number, close: number, change: Partial<CandleRow> = {}): CandleRow => ({
  time: START + minute * MINUTE_MS,
  open: close,
  high: close + 1,
  low: close - 1,
  close,
  volume: 1,
  ...change,
});
const read = (rows: CandleRow[], untilMinute = 100, isOpen = (_: number) => true) => {
  const range = { fromMs: START, untilMs: START + untilMinute * MINUTE_MS };
  const candles = readableCandles(rows, '1m', range, isOpen);
  return Array.from(candles.time.subarray(0, candles.length), (time) => (time - START) / MINUTE_MS);
};

describe('candles of a provider', () => {
  test('are dropped when they are no candles', () => {
    const broken = [
      row(1, Number.NaN),
      row(2, 100, { low: 0 }),
      row(3, 100, { low: -5 }),
      row(4, 100, { high: 99 }),
      row(5, 100, { low: 101 }),
      row(6, 100, { volume: -1 }),
      row(7, 100, { open: Number.POSITIVE_INFINITY }),
      row(8, 100, { time: START + 8 * MINUTE_MS + 1 }),
      row(9, 100, { time: Number.NaN }),
    ];
    expect(read([row(0, 100), ...broken, row(10, 100)])).toEqual([0, 10]);
  });

  test('are dropped when they come twice, out of order, too early or not final', () => {
    expect(read([row(-1, 100), row(0, 100), row(2, 100), row(1, 100), row(2, 101), row(9, 100)], 9)).toEqual([
      0, 2,
    ]);
    expect(read([row(0, 100), row(9, 100)], 10)).toEqual([0, 9]);
  });

  test('are dropped when the price is impossible next to the one before, until it stays there', () => {
    expect(read([row(0, 100), row(1, 1_000), row(2, 101)])).toEqual([0, 2]);
    expect(read([row(0, 100), row(1, 1_000), row(2, 1_001), row(3, 1_002), row(4, 1_000)])).toEqual([
      0, 3, 4,
    ]);
    // A faulty first row must not hide all that follow.
    expect(read([row(0, 1), row(1, 100, { low: 99 }), row(2, 100), row(3, 100)].slice(1))).toEqual([1, 2, 3]);
  });

  test('are dropped in time in which the market is shut, and a day counts by any open half hour', () => {
    const openAt = START + 3 * MINUTE_MS;
    expect(read([row(0, 100), row(3, 100)], 100, (timeMs) => timeMs >= openAt)).toEqual([3]);
    const midnight = Date.UTC(2026, 2, 2);
    const day = { time: midnight, open: 1, high: 1, low: 1, close: 1, volume: 0 };
    const range = { fromMs: midnight, untilMs: midnight + DAY_MS };
    const isOpen = (timeMs: number) => timeMs >= midnight + 23.5 * HOUR_MS;
    expect(readableCandles([day], '1d', range, isOpen).length).toBe(1);
    expect(readableCandles([day], '1d', range, () => false).length).toBe(0);
  });
});
