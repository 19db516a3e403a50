import { expect, test } from 'vitest';
import { turnoverPerYear } from './turnover.ts';

const daily = (days: number, equity: number) => ({
  day: new Float64Array(days),
  equity: new Float64Array(days).fill(equity),
});
const fills = [
  { units: 10, midPrice: 100 },
  { units: -10, midPrice: 120 },
];

test('turnover is what was traded on both sides, against the mean equity and a year', () => {
  expect(turnoverPerYear(daily(365, 1100), fills).value).toBeCloseTo(2, 12);
  expect(turnoverPerYear(daily(73, 1100), fills).value).toBeCloseTo(10, 12);
  expect(turnoverPerYear(daily(365, 1100), []).value).toBe(0);
});

test('a few days have none, and neither has an equity of nothing', () => {
  expect(turnoverPerYear(daily(29, 1100), fills).missing).toBe('too-short');
  expect(turnoverPerYear(daily(30, 0), fills).missing).toBe('undefined');
});
