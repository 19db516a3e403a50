import { expect, test } from 'vitest';
import { candlesFrom, DAY_MS } from '../candles.ts';
import type { SymbolSpec } from '../costs.ts';
import { savingsAccount, savingsPlanEquity } from './companions.ts';

const spec = (symbol: string, feeBps = 0): SymbolSpec => ({
  symbol,
  category: 'crypto',
  costs: { feeBps, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 1 },
});
const bars = (prices: readonly [day: number, open: number, close: number][]) =>
  candlesFrom(
    prices.map(([day, open, close]) => ({
      time: day * DAY_MS,
      open,
      high: Math.max(open, close),
      low: Math.min(open, close),
      close,
      volume: 0,
    })),
  );
/** From 15 January to 3 March 1970: three months. */
const [FROM, UNTIL] = [14, 62];
const input = {
  baseIntervalMs: DAY_MS,
  from: FROM * DAY_MS,
  until: UNTIL * DAY_MS,
  costFactor: 1,
  startingEquity: 300,
  days: Array.from({ length: UNTIL - FROM }, (_, day) => (FROM + day) * DAY_MS),
};
const onDay = (equity: Float64Array, day: number): number => equity[day - FROM]!;

test('a savings account pays by the day', () => {
  expect(savingsAccount(1000, 0.02, 365)).toBeCloseTo(1020, 12);
  expect(savingsAccount(1000, 0.02, 730)).toBeCloseTo(1040.4, 12);
  expect(savingsAccount(1000, 0.02, 0)).toBe(1000);
});

test('a savings plan buys for a third of the capital at the first open of each month that there is', () => {
  const candles = bars([
    [13, 99, 99],
    [16, 10, 20],
    [20, 50, 20],
    [33, 25, 50],
    [59, 50, 100],
    [61, 100, 200],
  ]);
  const equity = savingsPlanEquity({ ...input, series: [{ spec: spec('A'), candles }] });
  expect(onDay(equity, 15)).toBe(300);
  expect(onDay(equity, 16)).toBe(200 + 10 * 20);
  expect(onDay(equity, 20)).toBe(200 + 10 * 20);
  // The first bar of February is on its third day.
  expect(onDay(equity, 32)).toBe(200 + 10 * 20);
  expect(onDay(equity, 33)).toBe(100 + 14 * 50);
  expect(onDay(equity, 59)).toBe(16 * 100);
  expect(onDay(equity, 61)).toBe(16 * 200);
});

test('each symbol has its part, buying costs, and what a month did not bring is bought in the next', () => {
  const daily = bars(Array.from({ length: 62 }, (_, day) => [day, 1, 1] as const));
  const late = bars([[40, 2, 2]]);
  const equity = savingsPlanEquity({
    ...input,
    series: [
      { spec: spec('A', 100), candles: daily },
      { spec: spec('B'), candles: late },
      { spec: spec('C'), candles: bars([[70, 1, 1]]) },
    ],
  });
  expect(onDay(equity, 14)).toBeCloseTo(250 + 50 / 1.01, 12);
  // B: January and February at once, on the eleventh of February; March has no bar.
  expect(onDay(equity, 61)).toBeCloseTo(150 / 1.01 + 50 + (100 / 2) * 2, 12);
});

test('without a bar nothing is bought', () => {
  const equity = savingsPlanEquity({ ...input, series: [{ spec: spec('A'), candles: bars([[70, 1, 1]]) }] });
  expect(new Set(equity)).toEqual(new Set([300]));
});
