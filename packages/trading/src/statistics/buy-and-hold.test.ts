import { expect, test } from 'vitest';
import { candlesFrom, DAY_MS, HOUR_MS } from '../candles.ts';
import type { SymbolSpec } from '../costs.ts';
import { buyAndHoldEquity } from './buy-and-hold.ts';

const spec = (symbol: string, feeBps = 0): SymbolSpec => ({
  symbol,
  category: 'crypto',
  costs: { feeBps, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 1 },
});
const candles = (bars: readonly [time: number, open: number, close: number][]) =>
  candlesFrom(
    bars.map(([time, open, close]) => ({
      time,
      open,
      high: Math.max(open, close),
      low: Math.min(open, close),
      close,
      volume: 0,
    })),
  );
const days = [0, DAY_MS, 2 * DAY_MS, 3 * DAY_MS];
const input = {
  baseIntervalMs: DAY_MS,
  from: 0,
  until: 4 * DAY_MS,
  costFactor: 1,
  startingEquity: 100,
  days,
};

test('half the capital waits as cash until its symbol has a bar, and prices are carried over days without one', () => {
  const series = [
    {
      spec: spec('A'),
      candles: candles([
        [0, 10, 11],
        [2 * DAY_MS, 12, 13],
      ]),
    },
    {
      spec: spec('B'),
      candles: candles([
        [DAY_MS, 2, 4],
        [2 * DAY_MS, 5, 1],
        [3 * DAY_MS, 1, 2],
      ]),
    },
  ];
  expect([...buyAndHoldEquity({ ...input, series })]).toEqual([55 + 50, 55 + 100, 65 + 25, 65 + 50]);
});

test('buying costs once, at the open, and nothing else ever does', () => {
  const series = [
    {
      spec: spec('A', 100),
      candles: candles([
        [0, 10, 10],
        [3 * DAY_MS, 10, 10],
      ]),
    },
  ];
  expect([...buyAndHoldEquity({ ...input, series })]).toEqual(new Array(4).fill(100 / 1.01));
  expect([...buyAndHoldEquity({ ...input, series, costFactor: 0 })]).toEqual(new Array(4).fill(100));
});

test('bars before the period and after it do not count, and a day ends with its last bar', () => {
  const hours = candles([
    [-HOUR_MS, 1, 1],
    [DAY_MS + 5 * HOUR_MS, 10, 20],
    [DAY_MS + 23 * HOUR_MS, 20, 30],
    [2 * DAY_MS, 30, 40],
    [4 * DAY_MS, 1, 1],
  ]);
  const result = buyAndHoldEquity({
    ...input,
    baseIntervalMs: HOUR_MS,
    series: [{ spec: spec('A'), candles: hours }],
  });
  expect([...result]).toEqual([100, 300, 400, 400]);
});

test('a symbol without a bar in the period takes no part, and without any the capital stays', () => {
  const gone = { spec: spec('B'), candles: candles([[-DAY_MS, 1, 1]]) };
  const here = { spec: spec('A'), candles: candles([[0, 10, 20]]) };
  expect(buyAndHoldEquity({ ...input, series: [gone, here] })[0]).toBe(200);
  expect([...buyAndHoldEquity({ ...input, series: [gone] })]).toEqual([100, 100, 100, 100]);
});
