import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../candles.ts';
import { monthlyReturns, worstMonth } from './monthly-returns.ts';

const close = (value: number) => expect.closeTo(value, 10);
const daily = (firstDay: number, equity: readonly number[]) => ({
  day: Float64Array.from(equity, (_, index) => firstDay + index * DAY_MS),
  equity: Float64Array.from(equity),
});

describe('monthly returns', () => {
  test('run from the end of one month to the end of the next, the first from the starting equity', () => {
    // 30 December to 2 February: two days of December, all of January, two of February.
    const equity = [100, 110, ...new Array(30).fill(90), 99, 99, 198];
    const table = monthlyReturns(100, daily(Date.UTC(2022, 11, 30), equity));
    expect(table.map(({ year }) => year)).toEqual([2022, 2023]);
    expect(table[0]!.months).toEqual([...new Array(11).fill(null), close(0.1)]);
    expect(table[0]!.total).toEqual(close(0.1));
    expect(table[1]!.months.slice(0, 3)).toEqual([close(-0.1), close(1), null]);
    expect(table[1]!.total).toEqual(close(0.8));
    expect(worstMonth(table)).toEqual(close(-0.1));
  });

  test('of nothing are none, and nothing has no worst month', () => {
    expect(monthlyReturns(1, daily(0, []))).toEqual([]);
    expect(worstMonth([])).toBeNull();
  });

  test('are undefined once everything is lost', () => {
    const table = monthlyReturns(1, daily(Date.UTC(2023, 0, 31), [0, 0]));
    expect(table[0]!.months.slice(0, 2)).toEqual([-1, null]);
    expect(table[0]!.total).toBe(-1);
  });

  test('and with them the return of a year that began with nothing', () => {
    const [, next] = monthlyReturns(1, daily(Date.UTC(2023, 11, 31), [0, 0]));
    expect(next!.months[0]).toBeNull();
    expect(next!.total).toBeNull();
  });

  test('compound to the years, and the years to the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 1, maxLength: 900 }),
        fc.integer({ min: 0, max: 20_000 }),
        (equity, firstDay) => {
          const table = monthlyReturns(1, daily(firstDay * DAY_MS, equity));
          let whole = 1;
          for (const { months, total } of table) {
            const year = months.reduce<number>((product, month) => product * (1 + (month ?? 0)), 1);
            expect(year).toBeCloseTo(1 + total!, 9);
            whole *= 1 + total!;
          }
          expect(whole).toBeCloseTo(equity.at(-1)!, 9);
        },
      ),
    );
  });
});
