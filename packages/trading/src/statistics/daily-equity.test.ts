import { expect, test } from 'vitest';
import { dailyReturns } from './daily-equity.ts';

test('daily returns begin with the starting equity', () => {
  expect([...dailyReturns(100, [110, 99, 99])]).toEqual(
    [0.1, -0.1, 0].map((value) => expect.closeTo(value, 12)),
  );
});
