import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candles, calendarCloses, candlesFrom, DAY_MS, firstIndexAt } from '../candles.ts';
import { MONDAY, randomMarket } from '../testing/random-market.ts';
import { meanTrueRange } from './mean-true-range.ts';
import { priceChannel } from './price-channel.ts';
import { simpleReturns } from './simple-returns.ts';
import { standardDeviation } from './standard-deviation.ts';
import { timeSeriesMomentum } from './time-series-momentum.ts';

/** One bar a day: high, low, close; a day without a row is a day without a bar. */
const days = (rows: Record<number, readonly [high: number, low: number, close: number]>): Candles =>
  candlesFrom(
    Object.entries(rows).map(([day, [high, low, close]]) => ({
      time: MONDAY + Number(day) * DAY_MS,
      open: close,
      high,
      low,
      close,
      volume: 0,
    })),
  );

describe('the price channel', () => {
  const candles = days({
    0: [90, 10, 50],
    1: [60, 40, 50],
    // Days 2 and 3 are a weekend.
    4: [70, 45, 50],
    5: [65, 30, 50],
    6: [99, 1, 50],
  });

  test.each([
    ['the day before only', 1, { high: 65, low: 30 }],
    ['two days', 2, { high: 70, low: 30 }],
    ['calendar days, so that a weekend counts', 4, { high: 70, low: 30 }],
    ['five days, the Friday before it included', 5, { high: 70, low: 30 }],
    ['the oldest day, which lies exactly so far back', 6, { high: 90, low: 10 }],
    ['more days than there are', 100, { high: 90, low: 10 }],
  ])('spans %s and not the bar itself', (_, count, channel) => {
    expect(priceChannel(candles, 4, count)).toEqual(channel);
  });

  test('of nothing is empty, so that no close can leave it', () => {
    expect(priceChannel(candles, 0, 10)).toEqual({ high: -Infinity, low: Infinity });
  });
});

describe('the mean true range', () => {
  // True ranges: gap up 20 (35 − 15), inside day 4 (24 − 20), gap down 14 (24 − 10).
  const candles = days({ 0: [20, 10, 15], 1: [35, 30, 32], 4: [34, 30, 24], 5: [14, 10, 12] });

  test.each([
    [1, 1, 20],
    [2, 1, 4],
    [3, 1, 14],
    [3, 2, 9],
    [3, 3, 38 / 3],
  ])('at bar %i over %i bars is %d: gaps count from the close before', (at, count, expected) => {
    expect(meanTrueRange(candles, at, count)).toBeCloseTo(expected, 12);
  });

  test('needs one bar more than it averages', () => {
    expect(meanTrueRange(candles, 2, 3)).toBeNaN();
    expect(meanTrueRange(candles, 3, 4)).toBeNaN();
  });
});

test('simple returns are those of the last steps, oldest first', () => {
  expect([...simpleReturns(Float64Array.of(1, 2, 3, 6), 2)]).toEqual([0.5, 1]);
  expect([...simpleReturns(Float64Array.of(4, 3), 1)]).toEqual([-0.25]);
});

test('the standard deviation is that of a sample', () => {
  expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 12);
  expect(standardDeviation([1, 3, 100], 2)).toBeCloseTo(Math.SQRT2, 12);
  expect(standardDeviation([5, 5, 5])).toBe(0);
  expect(standardDeviation([5])).toBeNaN();
});

/** What each indicator says after the candles' newest bar. */
const readings: Record<string, (candles: Candles) => number[]> = {
  'the price channel': (candles) => {
    const { high, low } = priceChannel(candles, candles.length - 1, 9);
    return [high, low];
  },
  'the mean true range': (candles) => [meanTrueRange(candles, candles.length - 1, 5)],
  'simple returns': (candles) => [...simpleReturns(closesOf(candles), 8)],
  'the standard deviation': (candles) => [standardDeviation(simpleReturns(closesOf(candles), 8))],
  'time-series momentum': (candles) => [timeSeriesMomentum(closesOf(candles), [2, 4, 8])],
};

function closesOf(candles: Candles): Float64Array {
  const closes = new Float64Array(9);
  calendarCloses(candles, candles.time[candles.length - 1]! + DAY_MS, DAY_MS, closes);
  return closes;
}

const upTo = (candles: Candles, length: number): Candles => {
  const { time, open, high, low, close, volume } = candles;
  return { length, time, open, high, low, close, volume };
};

// From the fourth week on: markets are shut on one weekday in ten, and in two weeks now and then on half of them.
const cases = fc.tuple(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.integer({ min: 26, max: 60 }));

test.each(Object.entries(readings))('%s does not see the future', (_, read) => {
  fc.assert(
    fc.property(cases, ([seed, day]) => {
      const from = MONDAY + day * DAY_MS;
      const [real, scrambled] = [randomMarket(seed, DAY_MS, 70), randomMarket(seed, DAY_MS, 70, from)];
      for (const [index, candles] of real.candles.entries()) {
        const length = firstIndexAt(candles, from);
        // The full columns lie behind the prefix, so a reader that went beyond its length would find other prices there.
        const seen = read(upTo(candles, length));
        expect(read(upTo(scrambled.candles[index]!, length))).toEqual(seen);
        expect(seen.some((value) => Number.isFinite(value))).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test.each(Object.entries(readings))('%s does not remember where the history began', (_, read) => {
  fc.assert(
    fc.property(cases, ([seed, cut]) => {
      for (const candles of randomMarket(seed, DAY_MS, 140).candles) {
        const first = firstIndexAt(candles, MONDAY + cut * DAY_MS);
        const rest = candlesFrom(
          Array.from({ length: candles.length - first }, (_row, at) => ({
            time: candles.time[first + at]!,
            open: candles.open[first + at]!,
            high: candles.high[first + at]!,
            low: candles.low[first + at]!,
            close: candles.close[first + at]!,
            volume: 0,
          })),
        );
        expect(read(rest)).toEqual(read(candles));
      }
    }),
    { numRuns: 15 },
  );
});
