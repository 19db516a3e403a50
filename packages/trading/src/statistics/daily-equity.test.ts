import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../candles.ts';
import { dailyEquity, dailyReturns } from './daily-equity.ts';

describe('daily equity', () => {
  test('takes the last value of each UTC day, midnight belonging to the day that ended, and carries gaps', () => {
    const samples: [days: number, equity: number][] = [
      [0.5, 100],
      [0.9, 101],
      [1, 102],
      [1.1, 90],
      [1.6, 95],
      [4, 97],
      [4.2, 98],
    ];
    const { day, equity } = dailyEquity(
      samples.map(([days]) => days * DAY_MS),
      samples.map(([, value]) => value),
    );
    expect([...day].map((start) => start / DAY_MS)).toEqual([0, 1, 2, 3, 4]);
    expect([...equity]).toEqual([102, 95, 95, 97, 98]);
  });

  test('of nothing is empty', () => {
    expect(dailyEquity([], []).equity.length).toBe(0);
  });

  test('reads only as many samples as it is told', () => {
    expect([...dailyEquity([DAY_MS, 2 * DAY_MS, 0], [1, 2, 9], 2).equity]).toEqual([1, 2]);
  });
});

test('daily returns begin with the starting equity', () => {
  expect([...dailyReturns(100, [110, 99, 99])]).toEqual(
    [0.1, -0.1, 0].map((value) => expect.closeTo(value, 12)),
  );
});
