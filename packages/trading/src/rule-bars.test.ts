import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCandleCsv } from './candle-csv.ts';
import { CandleSeries, type Candles, DAY_MS, HOUR_MS, MINUTE_MS } from './candles.ts';
import { type RuleBars, ruleBarsOf } from './rule-bars.ts';

const MONDAY = Date.UTC(2024, 0, 1);

function seriesAt(times: readonly number[]): CandleSeries {
  const candles = new CandleSeries();
  for (const [at, time] of times.entries()) {
    const open = 100 + at;
    candles.append(time, { open, high: open + 2, low: open - 2, close: open + 1, volume: 1 });
  }
  return candles;
}

const barsAt = (times: readonly number[]): RuleBars => {
  const made = ruleBarsOf(seriesAt(times));
  if (typeof made === 'string') throw new Error(made);
  return made;
};
const daysOf = ({ time, length }: Candles): string[] =>
  [...time.subarray(0, length)].map((at) => new Date(at).toISOString().slice(0, 10));
const rowsOf = (candles: Candles): number[][] =>
  Array.from({ length: candles.length }, (_, at) =>
    [candles.time, candles.open, candles.high, candles.low, candles.close, candles.volume].map(
      (column) => column[at]!,
    ),
  );

/** Five days of a week and the first two of the next, each at a time of day in UTC. */
const week = (hour: number, minute = 0): number[] =>
  [0, 1, 2, 3, 4, 7, 8].map((day) => MONDAY + day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS);
const WEEK = ['01', '02', '03', '04', '05', '08', '09'].map((day) => `2024-01-${day}`);

describe('days keep their name', () => {
  test.each([
    ['at midnight UTC', week(0)],
    ['from New York’s midnight', week(5)],
    ['from the opening of its exchange', week(14, 30)],
    ['from London’s midnight in summer', week(-1)],
    ['from Berlin’s midnight in summer', week(-2)],
    ['from the evening before, as currencies', week(-3)],
    ['from Tokyo’s midnight', week(-9)],
    ['from Sydney’s midnight', week(-11)],
  ])('%s', (_, times) => {
    const { barMs, hours, days } = barsAt(times);
    expect([barMs, hours, daysOf(days)]).toEqual([DAY_MS, null, WEEK]);
    expect(days.open[6]).toBe(106);
  });

  test('where the zone has changed its clock', () => {
    const [one, two, three, ...rest] = week(0);
    expect(daysOf(barsAt([one!, two!, three!, ...rest.map((at) => at - HOUR_MS)]).days)).toEqual(WEEK);
  });

  test('on all seven of a week, and a Sunday alone is the beginning of Monday', () => {
    const whole = Array.from({ length: 9 }, (_, day) => MONDAY + day * DAY_MS);
    expect(daysOf(barsAt(whole).days)).toHaveLength(9);
    const withStub = barsAt([...week(0).slice(0, 5), MONDAY + 6 * DAY_MS, ...week(0).slice(5)]).days;
    expect(daysOf(withStub)).toEqual(WEEK);
    expect([withStub.open[5], withStub.close[5]]).toEqual([105, 107]);
  });
});

test('hours that begin at half past are those in which they begin, the last one included', () => {
  const { hours, days } = barsAt([9, 10, 11, 12].map((hour) => MONDAY + (hour + 0.5) * HOUR_MS));
  expect(rowsOf(hours!).map(([time]) => (time! - MONDAY) / HOUR_MS)).toEqual([9, 10, 11, 12]);
  // Nobody knows whether the day is over.
  expect(days.length).toBe(0);
});

test('bars of four hours are no hours, and make days', () => {
  const { hours, days } = barsAt(Array.from({ length: 13 }, (_, at) => MONDAY + at * 4 * HOUR_MS));
  expect([hours, daysOf(days)]).toEqual([null, ['2024-01-01', '2024-01-02']]);
});

test.each([
  ['one bar', [MONDAY], 'single'],
  ['weeks', [0, 7, 14].map((day) => MONDAY + day * DAY_MS), 'length'],
  ['seven minutes', [0, 7, 14].map((minute) => MONDAY + minute * MINUTE_MS), 'length'],
  ['two bars of one day among days', [...week(0), MONDAY + 8 * DAY_MS + HOUR_MS], 'uneven'],
  ['half hours among hours', [0, 1, 1.5, 2.5, 3.5].map((hour) => MONDAY + hour * HOUR_MS), 'uneven'],
  [
    'a minute after its hour',
    [0, 30, 45, 75, 105, 135].map((minute) => MONDAY + minute * MINUTE_MS),
    'uneven',
  ],
])('%s are refused', (_, times, problem) => {
  expect(ruleBarsOf(seriesAt(times))).toBe(problem);
});

/** As somebody would do it by hand: all bars of an interval together, those that are not over left out. */
function byHand(candles: Candles, barMs: number, intervalMs: number): number[][] {
  if (candles.length === 0) return [];
  const groups = new Map<number, number[][]>();
  for (const row of rowsOf(candles)) {
    const start = Math.floor(row[0]! / intervalMs) * intervalMs;
    groups.set(start, [...(groups.get(start) ?? []), row]);
  }
  const end = rowsOf(candles).at(-1)![0]! + barMs;
  return [...groups]
    .filter(([start]) => start + intervalMs <= end)
    .map(([start, rows]) => [
      start,
      rows[0]![1]!,
      Math.max(...rows.map((row) => row[2]!)),
      Math.min(...rows.map((row) => row[3]!)),
      rows.at(-1)![4]!,
      rows.reduce((sum, row) => sum + row[5]!, 0),
    ]);
}

test('minutes of a file are the hours and days that the house makes', () => {
  const bars = fc.array(fc.tuple(fc.constantFrom(1, 1, 1, 1, 7, 400), fc.integer({ min: 90, max: 110 })), {
    minLength: 12,
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.constantFrom(1, 5, 15, 30), bars, (minutes, drawn) => {
      // Within five days of a week: on Sundays there are rules of their own, which have a test of theirs.
      let at = MONDAY;
      const lines = ['Date,Open,High,Low,Close,Volume'];
      for (const [steps, price] of drawn) {
        at += steps * minutes * MINUTE_MS;
        if (at >= MONDAY + 5 * DAY_MS) break;
        lines.push([new Date(at).toISOString(), price, price + 3, price - 3, price + 1, 2].join());
      }
      fc.pre(lines.length > 12);
      const { candles } = readCandleCsv(lines.join('\n'));
      const made = ruleBarsOf(candles);
      fc.pre(typeof made !== 'string' && made.barMs === minutes * MINUTE_MS);
      const { hours, days } = made as RuleBars;
      expect(rowsOf(hours!)).toEqual(byHand(candles, minutes * MINUTE_MS, HOUR_MS));
      expect(rowsOf(days)).toEqual(byHand(hours!, HOUR_MS, DAY_MS));
    }),
    { numRuns: 300, seed: 75 },
  );
});
