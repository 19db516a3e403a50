import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CandleAggregator } from './candle-aggregator.ts';
import { type Candles, DAY_MS, emptyBar, HOUR_MS, MINUTE_MS, readBar } from './candles.ts';
import { MONDAY, randomMarket, stepsOf } from './testing/random-market.ts';

const bar = (open: number, high: number, low: number, close: number) => ({
  open,
  high,
  low,
  close,
  volume: 1,
});
const rows = (candles: Candles) =>
  Array.from({ length: candles.length }, (_, at) => ({
    time: candles.time[at]!,
    ...readBar(candles, at, emptyBar()),
  }));

describe('an aggregator', () => {
  test('makes an hour of its minutes, complete with the last one', () => {
    const hours = new CandleAggregator(HOUR_MS);
    hours.add(0, MINUTE_MS, bar(10, 12, 9, 11));
    hours.add(30 * MINUTE_MS, MINUTE_MS, bar(11, 15, 11, 14));
    expect(hours.candles.length).toBe(0);
    hours.add(59 * MINUTE_MS, MINUTE_MS, bar(14, 14, 8, 13));
    expect(rows(hours.candles)).toEqual([{ time: 0, open: 10, high: 15, low: 8, close: 13, volume: 3 }]);
    expect(hours.forming()).toBeNull();
  });

  test('completes an hour without its last minute when a later hour begins or its time is over', () => {
    const hours = new CandleAggregator(HOUR_MS);
    hours.add(0, MINUTE_MS, bar(10, 12, 9, 11));
    hours.add(2 * HOUR_MS, MINUTE_MS, bar(20, 22, 19, 21));
    expect(rows(hours.candles).map(({ time }) => time)).toEqual([0]);
    hours.closeUntil(3 * HOUR_MS - 1);
    expect(hours.candles.length).toBe(1);
    hours.closeUntil(3 * HOUR_MS);
    expect(rows(hours.candles).map(({ time }) => time)).toEqual([0, 2 * HOUR_MS]);
  });

  test('passes bars of its own length through', () => {
    const days = new CandleAggregator(DAY_MS);
    days.add(MONDAY, DAY_MS, bar(1, 2, 0.5, 1.5));
    expect(days.candles.length).toBe(1);
  });

  test('refuses bars that do not divide its interval and bars that come too late', () => {
    const hours = new CandleAggregator(HOUR_MS);
    expect(() => hours.add(0, 7 * MINUTE_MS, bar(1, 1, 1, 1))).toThrow('do not divide');
    hours.add(5 * HOUR_MS, HOUR_MS, bar(1, 1, 1, 1));
    expect(() => hours.add(4 * HOUR_MS, HOUR_MS, bar(1, 1, 1, 1))).toThrow('not later');
  });

  test('gives the same days from hours as from minutes that made the hours', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { candles } = randomMarket(seed, 15 * MINUTE_MS, 3 * 96);
        const direct = new CandleAggregator(DAY_MS);
        const hours = new CandleAggregator(HOUR_MS);
        const viaHours = new CandleAggregator(DAY_MS);
        for (const { time, bars } of stepsOf([candles[1]!])) {
          direct.add(time, 15 * MINUTE_MS, bars[0]!);
          hours.add(time, 15 * MINUTE_MS, bars[0]!);
        }
        hours.closeUntil(MONDAY + 3 * DAY_MS);
        direct.closeUntil(MONDAY + 3 * DAY_MS);
        for (const hour of rows(hours.candles)) viaHours.add(hour.time, HOUR_MS, hour);
        viaHours.closeUntil(MONDAY + 3 * DAY_MS);
        expect(rows(viaHours.candles)).toEqual(rows(direct.candles));
      }),
      { numRuns: 30 },
    );
  });

  test('goes on after a restart where it was', () => {
    const before = new CandleAggregator(HOUR_MS);
    before.add(0, MINUTE_MS, bar(10, 12, 9, 11));
    const after = new CandleAggregator(HOUR_MS);
    after.restore(JSON.parse(JSON.stringify(before.forming())));
    for (const aggregator of [before, after]) aggregator.add(59 * MINUTE_MS, MINUTE_MS, bar(14, 14, 8, 13));
    expect(rows(after.candles)).toEqual(rows(before.candles));
  });
});
