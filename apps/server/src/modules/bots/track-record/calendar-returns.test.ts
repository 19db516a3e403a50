import { fixed12FromText } from '@botdepot/money';
import { DAY_MS } from '@botdepot/trading';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarReturns } from './calendar-returns.ts';

const START = fixed12FromText('1');
const closing = (day: string, nav: string) => ({ day: Date.parse(day), nav: fixed12FromText(nav) });

test('losing days and months are counted once they are over', () => {
  const closings = [
    closing('2026-01-30', '1.1'),
    closing('2026-01-31', '0.9'),
    closing('2026-02-01', '0.95'),
    closing('2026-02-02', '0.8'),
  ];
  const running = { startNav: START, closings, until: Date.parse('2026-02-02T12:00:00Z'), isClosed: false };
  expect(calendarReturns(running)).toMatchObject({
    finishedDays: 3,
    losingDays: 1,
    finishedMonths: 1,
    losingMonths: 1,
    months: [
      { month: '2026-01', finished: true },
      { month: '2026-02', finished: false },
    ],
  });
  // The day and the month in which a series is closed are over with it: a loss at the end cannot hide in them.
  expect(calendarReturns({ ...running, isClosed: true })).toMatchObject({
    finishedDays: 4,
    losingDays: 2,
    finishedMonths: 2,
    losingMonths: 2,
  });
});

test('a series that was used up lost everything in its last month', () => {
  const closings = [closing('2026-01-31', '1.2'), closing('2026-02-03', '0')];
  const { months } = calendarReturns({ startNav: START, closings, until: 0, isClosed: true });
  expect(months[1]?.returnFraction).toBe(-1);
});

test('the months multiply to the return of the series, whatever days are missing', () => {
  const navs = fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 50 }), nav: fc.integer({ min: 1, max: 4000 }) }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(navs, (steps) => {
      let day = Date.parse('2025-11-05');
      const closings = steps.map(({ gap, nav }) => {
        day += gap * DAY_MS;
        return { day, nav: (START * BigInt(nav)) / 1000n };
      });
      const { months } = calendarReturns({ startNav: START, closings, until: day, isClosed: false });
      const product = months.reduce((total, { returnFraction }) => total * (1 + returnFraction), 1);
      expect(product).toBeCloseTo((steps.at(-1)?.nav ?? 0) / 1000, 9);
      expect(new Set(months.map(({ month }) => month)).size).toBe(months.length);
    }),
  );
});
