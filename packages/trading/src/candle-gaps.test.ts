import { describe, expect, test } from 'vitest';
import { barInterval, candleGaps } from './candle-gaps.ts';
import { type Candles, candlesFrom, DAY_MS, HOUR_MS, MINUTE_MS } from './candles.ts';
import { MONDAY } from './testing/random-market.ts';

const at = (times: readonly number[]): Candles =>
  candlesFrom(times.map((time) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 0 })));
const every = (intervalMs: number, count: number, keep: (time: number) => boolean = () => true): Candles =>
  at(Array.from({ length: count }, (_, bar) => MONDAY + bar * intervalMs).filter(keep));
const weekday = (time: number): number => new Date(time).getUTCDay();
const hour = (time: number): number => new Date(time).getUTCHours();
const gaps = (candles: Candles) =>
  candleGaps(candles, barInterval(candles)).map(
    ({ from, until, missing }) =>
      `${new Date(from).toISOString().slice(0, 16)} ${new Date(until).toISOString().slice(0, 16)} ${missing}`,
  );

describe('the length of the bars', () => {
  test.each([
    ['days with weekends', every(DAY_MS, 30, (time) => weekday(time) % 6 !== 0), DAY_MS],
    ['minutes with holes', every(MINUTE_MS, 600, (time) => (time / MINUTE_MS) % 7 !== 0), MINUTE_MS],
    ['weeks', every(7 * DAY_MS, 10), 7 * DAY_MS],
    ['two bars', at([0, HOUR_MS]), HOUR_MS],
    ['one bar', at([0]), Number.NaN],
  ])('is the usual distance: %s', (_, candles, interval) => {
    expect(barInterval(candles)).toBe(interval);
  });
});

describe('gaps', () => {
  test('of a market that never closes are all of them', () => {
    const missing = [MONDAY + 5 * DAY_MS, MONDAY + 9 * DAY_MS, MONDAY + 10 * DAY_MS];
    expect(gaps(every(DAY_MS, 14, (time) => !missing.includes(time)))).toEqual([
      '2024-01-06T00:00 2024-01-07T00:00 1',
      '2024-01-10T00:00 2024-01-12T00:00 2',
    ]);
  });

  test('are no weekends, but a Friday or a Monday that is missing beside one', () => {
    const isOpen = (time: number) => weekday(time) % 6 !== 0;
    expect(gaps(every(DAY_MS, 60, isOpen))).toEqual([]);
    const [friday, monday] = [MONDAY + 11 * DAY_MS, MONDAY + 21 * DAY_MS];
    expect(gaps(every(DAY_MS, 60, (time) => isOpen(time) && time !== friday && time !== monday))).toEqual([
      '2024-01-12T00:00 2024-01-15T00:00 3',
      '2024-01-20T00:00 2024-01-23T00:00 3',
    ]);
  });

  test('are no weekends of a market that opens again on Sunday evening', () => {
    const isOpen = (time: number) => {
      const day = weekday(time);
      return day === 0 ? hour(time) >= 22 : day !== 6 && !(day === 5 && hour(time) >= 22);
    };
    expect(gaps(every(HOUR_MS, 24 * 40, isOpen))).toEqual([]);
  });

  test('are no nights, but hours that are missing in the day', () => {
    const isOpen = (time: number) => weekday(time) % 6 !== 0 && hour(time) >= 8 && hour(time) < 17;
    const lost = MONDAY + 16 * DAY_MS + 11 * HOUR_MS;
    expect(gaps(every(HOUR_MS, 24 * 40, (time) => isOpen(time) && time !== lost))).toEqual([
      '2024-01-17T11:00 2024-01-17T12:00 1',
    ]);
    const day = (time: number) => isOpen(time) && Math.floor((time - MONDAY) / DAY_MS) !== 16;
    expect(gaps(every(HOUR_MS, 24 * 40, day))).toEqual(['2024-01-16T17:00 2024-01-18T08:00 39']);
  });

  test('are told of a few days already, when nothing is usual yet', () => {
    const lost = MONDAY + 30 * HOUR_MS;
    expect(gaps(every(HOUR_MS, 72, (time) => time !== lost))).toEqual([
      '2024-01-02T06:00 2024-01-02T07:00 1',
    ]);
  });
});
