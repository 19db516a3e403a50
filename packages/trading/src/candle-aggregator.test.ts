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

/** Days of January 2024 by number; the 1st is a Monday, the 7th and the 14th are Sundays. */
const january = (day: number, hour = 0): number => MONDAY + (day - 1) * DAY_MS + hour * HOUR_MS;

describe('the bars of a Sunday', () => {
  /** `DAY HOUR` of hourly bars; the daily bars that they make, with the hours in each. */
  const table: [string, string[], Record<number, number>][] = [
    [
      'become the beginning of Monday when there was no Saturday',
      ['5 20', '5 21', '7 22', '7 23', '8 00', '8 23'],
      { 5: 2, 8: 4 },
    ],
    [
      'are a day of their own when there was a Saturday',
      ['5 20', '6 10', '7 22', '7 23', '8 00', '8 23'],
      { 5: 1, 6: 1, 7: 2, 8: 2 },
    ],
    [
      'are a day of their own for a market that is always open',
      ['5 23', '6 00', '6 23', '7 00', '7 23', '8 00'],
      { 5: 1, 6: 2, 7: 2, 8: 1 },
    ],
    ['belong to Monday also after a missing Friday', ['4 12', '7 22', '8 00'], { 4: 1, 8: 2 }],
    ['are Monday’s bar alone when Monday is a holiday', ['5 12', '7 22', '9 00'], { 5: 1, 8: 1, 9: 1 }],
    [
      'are a day of their own at the very beginning, where nothing says otherwise',
      ['7 22', '8 00'],
      { 7: 1, 8: 1 },
    ],
    [
      'belong to Monday on every Sunday',
      ['5 12', '7 22', '8 00', '12 12', '14 22', '14 23', '15 00'],
      { 5: 1, 8: 2, 12: 1, 15: 3 },
    ],
  ];

  const timeOf = (text: string): number => {
    const [day, hour] = text.split(' ').map(Number) as [number, number];
    return january(day, hour);
  };
  const feedHours = (days: CandleAggregator, hours: readonly string[]) => {
    for (const hour of hours) {
      const time = timeOf(hour);
      days.add(time, HOUR_MS, bar(10, 11, 9, 10));
      days.closeUntil(Math.floor((time + HOUR_MS) / DAY_MS) * DAY_MS);
    }
  };
  /** Volume counts the hours in a day. */
  const hoursByDay = (days: CandleAggregator) =>
    Object.fromEntries(rows(days.candles).map(({ time, volume }) => [(time - MONDAY) / DAY_MS + 1, volume]));

  test.each(table)('%s', (_, hours, expected) => {
    const days = new CandleAggregator(DAY_MS);
    feedHours(days, hours);
    days.closeUntil(january(31));
    expect(hoursByDay(days)).toEqual(expected);
  });

  test.each(table)('%s, also when the process restarts between any two of them', (_, hours, expected) => {
    for (let cut = 1; cut < hours.length; cut++) {
      const before = new CandleAggregator(DAY_MS);
      feedHours(before, hours.slice(0, cut));
      const after = new CandleAggregator(DAY_MS);
      // As the engine does it: the complete days come back as history, the open one from the state.
      for (const { time, ...day } of rows(before.candles)) after.add(time, DAY_MS, day);
      after.restore(JSON.parse(JSON.stringify(before.forming())));
      feedHours(after, hours.slice(cut));
      after.closeUntil(january(31));
      expect(hoursByDay(after), `restarted before ${hours[cut]}`).toEqual(expected);
    }
  });

  test('are not seen by a decision at midnight, since Monday is not over', () => {
    const days = new CandleAggregator(DAY_MS);
    feedHours(days, ['5 20', '7 22', '7 23']);
    expect(hoursByDay(days)).toEqual({ 5: 1 });
    expect(days.forming()).toMatchObject({ time: january(8), volume: 2 });
  });

  test('count for the high and low of Monday and open it', () => {
    const days = new CandleAggregator(DAY_MS);
    days.add(january(5), HOUR_MS, bar(10, 11, 9, 10));
    days.add(january(7, 22), HOUR_MS, bar(12, 15, 11, 13));
    days.add(january(8, 3), HOUR_MS, bar(13, 14, 8, 9));
    days.closeUntil(january(9));
    expect(rows(days.candles)[1]).toEqual({
      time: january(8),
      open: 12,
      high: 15,
      low: 8,
      close: 9,
      volume: 2,
    });
  });

  test('make no difference to larger and smaller intervals than a day', () => {
    for (const interval of [HOUR_MS, 4 * HOUR_MS, 7 * DAY_MS]) {
      const bars = new CandleAggregator(interval);
      const times = [january(5), january(7), january(7, 22)];
      for (const time of times) bars.add(time, HOUR_MS, bar(10, 11, 9, 10));
      bars.closeUntil(january(31));
      const starts = times.map((time) => Math.floor(time / interval) * interval);
      expect(rows(bars.candles).map(({ time }) => time)).toEqual([...new Set(starts)]);
    }
  });

  test('give the same days from live hours as from daily bars with the Sundays in them', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, isAlwaysOpen) => {
        const { candles } = randomMarket(seed, HOUR_MS, 5 * 7 * 24);
        // The crypto market, with a weekend cut out of it for the other kind.
        const hours = rows(candles[0]!).filter(({ time }) => {
          const hour = ((time - MONDAY) / HOUR_MS) % (7 * 24);
          return isAlwaysOpen || hour < 4 * 24 + 22 || hour >= 6 * 24 + 22;
        });
        const live = new CandleAggregator(DAY_MS);
        const stored = new Map<number, ReturnType<typeof bar>>();
        for (const { time, ...hour } of hours) {
          live.add(time, HOUR_MS, hour);
          live.closeUntil(Math.floor((time + HOUR_MS) / DAY_MS) * DAY_MS);
          // A table of daily candles knows no Sundays: every UTC day with a bar is a day.
          const day = Math.floor(time / DAY_MS) * DAY_MS;
          const known = stored.get(day);
          stored.set(day, {
            open: known?.open ?? hour.open,
            high: Math.max(known?.high ?? 0, hour.high),
            low: Math.min(known?.low ?? Number.POSITIVE_INFINITY, hour.low),
            close: hour.close,
            volume: (known?.volume ?? 0) + hour.volume,
          });
        }
        const daily = new CandleAggregator(DAY_MS);
        for (const [day, given] of stored) daily.add(day, DAY_MS, given);
        const end = MONDAY + 5 * 7 * DAY_MS;
        live.closeUntil(end);
        daily.closeUntil(end);
        expect(rows(daily.candles)).toEqual(rows(live.candles));
        // Five weeks of five days, the last Sunday's hours waiting for their Monday, or every day.
        expect(live.candles.length).toBe(isAlwaysOpen ? 35 : 25);
      }),
      { numRuns: 20 },
    );
  });
});
