import { describe, expect, test } from 'vitest';
import {
  CandleSeries,
  calendarCloses,
  candlesFrom,
  DAY_MS,
  emptyBar,
  firstIndexAt,
  readBar,
} from './candles.ts';

const flat = (time: number, close: number) => ({
  time,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
});

describe('a candle series', () => {
  test('keeps every bar while its columns grow', () => {
    const series = new CandleSeries(2);
    for (let day = 0; day < 1000; day++) series.append(day * DAY_MS, flat(0, day + 1));
    expect(series.length).toBe(1000);
    expect(readBar(series, 999, emptyBar())).toEqual({
      open: 1000,
      high: 1000,
      low: 1000,
      close: 1000,
      volume: 1,
    });
    expect(series.time[500]).toBe(500 * DAY_MS);
  });

  test('refuses a bar that is not later than the last one', () => {
    const series = candlesFrom([flat(1, 1), flat(2, 1)]);
    expect(() => series.append(2, flat(2, 1))).toThrow(RangeError);
    expect(() => series.append(Number.NaN, flat(2, 1))).toThrow(RangeError);
    expect(series.length).toBe(2);
  });

  test.each([
    [0, 0],
    [10, 0],
    [11, 1],
    [30, 2],
    [31, 3],
  ])('finds the first bar at or after %i at index %i', (time, index) => {
    expect(firstIndexAt(candlesFrom([flat(10, 1), flat(20, 1), flat(30, 1)]), time)).toBe(index);
  });
});

describe('closes on the calendar', () => {
  // Friday (day 1), Monday (day 4), Tuesday (day 5).
  const candles = candlesFrom([flat(DAY_MS, 10), flat(4 * DAY_MS, 12), flat(5 * DAY_MS, 13)]);
  const closesUntil = (end: number, count: number) => {
    const closes = new Float64Array(count);
    calendarCloses(candles, end * DAY_MS, DAY_MS, closes);
    return [...closes];
  };

  test('carry the last close over the weekend and are NaN before the first bar', () => {
    expect(closesUntil(6, 6)).toEqual([Number.NaN, 10, 10, 10, 12, 13]);
  });

  test('end with the bar that ends at the given moment and never show a later one', () => {
    expect(closesUntil(5, 3)).toEqual([10, 10, 12]);
    expect(closesUntil(4, 2)).toEqual([10, 10]);
  });

  test('carry on after the last bar', () => {
    expect(closesUntil(8, 3)).toEqual([13, 13, 13]);
  });
});
