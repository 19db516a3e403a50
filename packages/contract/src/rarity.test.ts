import { expect, it } from 'vitest';
import type { UsualRange } from './bots.ts';
import { rarityOf } from './rarity.ts';

const RANGE: UsualRange = {
  days: 10,
  windows: 1703,
  independent: 171,
  veryLow: -0.05,
  low: -0.02,
  high: 0.03,
  veryHigh: 0.06,
};

it.each([
  [-0.0501, 'rare'],
  [-0.05, 'unusual'],
  [-0.0201, 'unusual'],
  [-0.02, 'usual'],
  [0, 'usual'],
  [0.03, 'usual'],
  [0.0301, 'unusual'],
  [0.06, 'unusual'],
  [0.0601, 'rare'],
])('a return of %d is %s', (returnFraction, standing) => {
  expect(rarityOf(returnFraction, RANGE)).toBe(standing);
});

it('says no more than the backtest is long enough for', () => {
  expect(rarityOf(-0.9, { ...RANGE, independent: 99 })).toBe('unusual');
  expect(rarityOf(-0.9, { ...RANGE, independent: 20 })).toBe('unusual');
  expect(rarityOf(-0.9, { ...RANGE, independent: 19 })).toBeNull();
  expect(rarityOf(0, { ...RANGE, independent: 19 })).toBeNull();
});
