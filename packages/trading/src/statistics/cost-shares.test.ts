import { expect, test } from 'vitest';
import { DAY_MS } from '../candles.ts';
import type { Fill } from '../fill.ts';
import { breakEvenCostFactor, costShares } from './cost-shares.ts';
import { costsPerYear } from './costs-per-year.ts';

const account = {
  equity: 1040,
  grossRealised: 70,
  unrealised: -10,
  fees: 10,
  spread: 5,
  slippage: 3,
  financing: 2,
  grossExposure: 0,
};
const free = { ...account, fees: 0, spread: 0, slippage: 0, financing: 0 };

test('costs are fractions of the capital', () => {
  expect(costShares(account, 1000)).toEqual({ fee: 0.01, spread: 0.005, slippage: 0.003, financing: 0.002 });
});

test('costs break even where they eat up the gross result, open positions included', () => {
  expect(breakEvenCostFactor(account, 1)).toBe(3);
  expect(breakEvenCostFactor(account, 2)).toBe(6);
});

test('there is no break-even without costs or without a gross profit', () => {
  expect(breakEvenCostFactor(free, 0)).toBeNull();
  expect(breakEvenCostFactor({ ...account, grossRealised: 5 }, 1)).toBeNull();
});

test('costs a year are measured against the equity that paid them', () => {
  const daily = {
    day: Float64Array.from({ length: 730 }, (_, index) => index * DAY_MS),
    equity: Float64Array.from({ length: 730 }, (_, index) => (index < 365 ? 100 : 200)),
  };
  const fill = (time: number, fee: number): Fill => ({
    time,
    fee,
    spread: 0,
    slippage: 0,
    symbol: 'X',
    reason: 'entry',
    decision: 1,
    units: 1,
    unitsAfter: 1,
    midPrice: 1,
    fillPrice: 1,
    stop: null,
    financing: 0,
    grossRealised: 0,
  });
  const fills = [fill(0, 0.5), fill(DAY_MS, 1), fill(400 * DAY_MS, 2)];
  // 0.5 of the 50 at the start, 1 of 100, 2 of 200, over two years; financing 3 of 150 on average.
  expect(costsPerYear(50, daily, fills, 3)).toEqual({
    trading: expect.closeTo(0.03 / 2, 12),
    financing: expect.closeTo(0.01, 12),
  });
  expect(costsPerYear(1, { day: new Float64Array(0), equity: new Float64Array(0) }, [], 0)).toBeNull();
});
