import { expect, test } from 'vitest';
import { COSTS_BY_CATEGORY, costRates, type MarketCategory } from './costs.ts';

const YEAR_MS = 365 * 86_400_000;

const cases: [
  MarketCategory,
  factor: number,
  slippageFactor: number,
  fee: number,
  spread: number,
  slippage: number,
][] = [
  ['crypto', 1, 1, 20, 3, 5],
  ['forex', 1, 1, 0, 0.8, 0.5],
  ['indices', 2, 1, 0, 1.6, 1.4],
  ['commodities', 1, 2, 0, 2.5, 3],
  ['crypto', 0, 1, 0, 0, 0],
];

test.each(cases)('%s at factor %d and slippage × %d costs %d + %d + %d bps', (...row) => {
  const [category, factor, slippageFactor, fee, spread, slippage] = row;
  const rates = costRates(COSTS_BY_CATEGORY[category], { financed: false, slippageFactor }, factor);
  expect(rates.fee * 1e4).toBeCloseTo(fee, 10);
  expect(rates.spread * 1e4).toBeCloseTo(spread, 10);
  expect(rates.slippage * 1e4).toBeCloseTo(slippage, 10);
  expect(rates.financingPerMs).toBe(0);
});

test('financing is charged only where the strategy is financed, and scaled like every cost', () => {
  const rates = costRates(COSTS_BY_CATEGORY.crypto, { financed: true, slippageFactor: 1 }, 2);
  expect(rates.financingPerMs * YEAR_MS).toBeCloseTo(0.1, 12);
});
