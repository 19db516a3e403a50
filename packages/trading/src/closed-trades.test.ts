import { expect, test } from 'vitest';
import { closedTrades } from './closed-trades.ts';
import type { CostRates } from './costs.ts';
import type { Fill } from './fill.ts';
import { fillLogOf } from './testing/fill-log-of.ts';

const fill = (
  time: number,
  units: number,
  unitsAfter: number,
  grossRealised = 0,
  extra: Partial<Fill> = {},
): Fill => ({
  time,
  symbol: 'X',
  reason: 'entry',
  decision: 1,
  units,
  unitsAfter,
  midPrice: 100,
  fillPrice: 100,
  fee: Math.abs(units),
  spread: 0,
  slippage: 0,
  stop: null,
  financing: 0,
  grossRealised,
  ...extra,
});

/** One per unit at a price of 100. */
const RATES: CostRates = { fee: 0.01, spread: 0, slippage: 0, financingPerMs: 0 };
const tradesOf = (fills: readonly Fill[]) => closedTrades(fillLogOf(fills, () => RATES));

test('rebalancing belongs to the trade it happens in', () => {
  const trips = tradesOf([
    fill(1, 10, 10),
    fill(2, 5, 15),
    fill(3, -5, 10, 20),
    fill(4, -10, 0, 50, { financing: 3 }),
  ]);
  expect(trips).toEqual([
    {
      symbol: 'X',
      direction: 'long',
      openedAt: 1,
      closedAt: 4,
      fills: 4,
      units: 15,
      entryPrice: 100,
      exitPrice: 100,
      firstPrice: 100,
      lastPrice: 100,
      meanUnits: 35 / 3,
      gross: 70,
      costs: 33,
      net: 37,
      reason: 'entry',
    },
  ]);
});

test('a reversal closes one trade and opens the next, its costs divided by units', () => {
  const trips = tradesOf([fill(1, 10, 10), fill(2, -15, -5, -30, { financing: 2 }), fill(3, 5, 0, 7)]);
  expect(trips.map(({ direction, gross, costs, net }) => [direction, gross, costs, net])).toEqual([
    ['long', -30, 22, -52],
    ['short', 7, 10, -3],
  ]);
});

test('symbols are told apart and open positions left out', () => {
  const other = { symbol: 'Y' };
  const trips = tradesOf([fill(1, 1, 1), fill(2, -2, -2, 0, other), fill(3, 2, 0, 5, other)]);
  expect(trips).toHaveLength(1);
  expect(trips[0]).toMatchObject({ symbol: 'Y', direction: 'short', openedAt: 2, closedAt: 3, net: 1 });
});

test('entry and exit are the mean prices of what opened and what closed, whatever is added or taken off between', () => {
  const [first, second] = tradesOf([
    fill(1, 10, 10, 0, { midPrice: 100 }),
    fill(2, 30, 40, 0, { midPrice: 120 }),
    fill(3, -20, 20, 100, { midPrice: 140 }),
    fill(4, -25, -5, 300, { midPrice: 110, reason: 'reverse' }),
    fill(5, 5, 0, 50, { midPrice: 100, reason: 'stop' }),
  ]);
  expect(first).toMatchObject({ units: 40, entryPrice: 115, exitPrice: 125, reason: 'reverse' });
  expect(second).toMatchObject({ units: 5, entryPrice: 110, exitPrice: 100, reason: 'stop' });
});
