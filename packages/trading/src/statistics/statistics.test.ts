import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../candles.ts';
import { dailyReturns } from './daily-equity.ts';
import { drawdownSeries, maximumDrawdown } from './drawdown.ts';
import { compoundAnnualGrowthRate, totalReturn } from './growth.ts';
import { performance } from './performance.ts';
import { annualVolatility, calmarRatio, sharpeRatio, sortinoRatio } from './risk-adjusted.ts';
import { percentile, rollingReturns } from './rolling-returns.ts';
import { expectancy, profitFactor, systemQualityNumber, winRate } from './trade-statistics.ts';

const close = (value: number) => expect.closeTo(value, 10);

describe('growth', () => {
  test('annualises by calendar days', () => {
    expect(totalReturn(100, [105, 110])).toEqual(close(0.1));
    expect(compoundAnnualGrowthRate(100, new Array(365).fill(110))).toEqual(close(0.1));
    expect(compoundAnnualGrowthRate(100, new Array(730).fill(121))).toEqual(close(0.1));
  });

  test('is −100 % when everything or more is lost, and undefined without a day', () => {
    expect(compoundAnnualGrowthRate(100, [0])).toBe(-1);
    expect(compoundAnnualGrowthRate(100, [-5])).toBe(-1);
    expect(compoundAnnualGrowthRate(100, [])).toBeNull();
    expect(totalReturn(100, [])).toBeNull();
  });
});

describe('risk-adjusted ratios', () => {
  // Mean 0.01; squared deviations 0.0001, 0.0009, 0.0004 → variance 0.0014 / 2.
  const returns = [0.02, -0.02, 0.03];

  test('follow their definitions', () => {
    expect(annualVolatility(returns)).toEqual(close(Math.sqrt(0.0007) * Math.sqrt(365)));
    expect(sharpeRatio(returns)).toEqual(close((0.01 / Math.sqrt(0.0007)) * Math.sqrt(365)));
    expect(sortinoRatio(returns)).toEqual(close((0.01 / Math.sqrt(0.0004 / 3)) * Math.sqrt(365)));
    expect(calmarRatio(0.1, -0.2)).toEqual(close(0.5));
    expect(calmarRatio(-0.1, -0.2)).toEqual(close(-0.5));
  });

  test('are undefined without variation, without losses, without drawdown or with too few days', () => {
    expect(sharpeRatio([0.01])).toBeNull();
    expect(sharpeRatio([0, 0, 0])).toBeNull();
    // Computed, their deviations are 3e-18 and 2e-16: not zero, but nothing that varied.
    expect(sharpeRatio([0.001, 0.001, 0.001, 0.001, 0.001, 0.001])).toBeNull();
    const grown = Array.from({ length: 90 }, (_, day) => 1.001 ** (day + 1));
    expect(sharpeRatio(dailyReturns(1, grown))).toBeNull();
    expect(sortinoRatio([0.01, 0.02])).toBeNull();
    expect(sortinoRatio([])).toBeNull();
    expect(annualVolatility([0.01])).toBeNull();
    expect(calmarRatio(0.1, 0)).toBeNull();
    expect(calmarRatio(null, -0.1)).toBeNull();
  });
});

describe('drawdown', () => {
  test('counts a loss from the first day, because the starting equity is a peak', () => {
    expect([...drawdownSeries(100, [90, 110, 99])]).toEqual([close(-0.1), close(0), close(-0.1)]);
  });

  test('has its depth, its trough and its longest stretch', () => {
    expect(maximumDrawdown(100, [90, 95, 100, 120, 96, 108, 110])).toEqual({
      depth: close(-0.2),
      troughIndex: 4,
      longestDays: 3,
    });
    expect(maximumDrawdown(100, [101, 102])).toEqual({ depth: 0, troughIndex: 0, longestDays: 0 });
    expect(maximumDrawdown(100, [])).toBeNull();
  });
});

describe('rolling returns', () => {
  test.each([
    [0, 10],
    [0.05, 11.5],
    [0.5, 25],
    [0.95, 38.5],
    [1, 40],
  ])('percentile %d of 10, 20, 30, 40 is %d', (share, value) => {
    expect(percentile([10, 20, 30, 40], share)).toEqual(close(value));
  });

  test('cover every window, the first from the starting equity', () => {
    // Windows of two days: 100→121, 110→110, 121→121.
    const result = rollingReturns(100, [110, 121, 110, 121], 2);
    expect(result).toEqual({
      windowDays: 2,
      windows: 3,
      independent: 2,
      worst: close(0),
      veryLow: close(0),
      low: close(0),
      median: close(0),
      high: close(0.189),
      veryHigh: close(0.2058),
      best: close(0.21),
    });
    expect(rollingReturns(100, [110], 2)).toBeNull();
  });

  test('have the percentiles of all of them in order, ties and what is no number included', () => {
    const money = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ min: 1, max: 9, noNaN: true }));
    fc.assert(
      fc.property(fc.array(money, { minLength: 1, maxLength: 300 }), (equity) => {
        const sorted = dailyReturns(2, equity).sort();
        const { worst, best, ...shares } = rollingReturns(2, equity, 1)!;
        expect([worst, best]).toEqual([sorted[0], sorted.at(-1)]);
        const { veryLow, low, median, high, veryHigh } = shares;
        const wanted = [0.01, 0.05, 0.5, 0.95, 0.99].map((share) => percentile(sorted, share));
        expect([veryLow, low, median, high, veryHigh]).toEqual(wanted);
      }),
    );
  });
});

describe('statistics of trades', () => {
  test('follow their definitions on net results', () => {
    const results = [30, -10, 20, -20];
    expect(profitFactor(results)).toEqual(close(50 / 30));
    expect(winRate(results)).toBe(0.5);
    expect(expectancy(results)).toBe(5);
    // Squared deviations 625, 225, 225, 625 → variance 1700 / 3.
    expect(systemQualityNumber(results)).toEqual(close((2 * 5) / Math.sqrt(1700 / 3)));
  });

  test('are undefined rather than infinite or zero without trades or losses', () => {
    expect(profitFactor([10])).toBeNull();
    expect(profitFactor([])).toBeNull();
    expect(winRate([])).toBeNull();
    expect(expectancy([])).toBeNull();
    expect(systemQualityNumber([10])).toBeNull();
    expect(systemQualityNumber([10, 10])).toBeNull();
    expect(systemQualityNumber([0.1, 0.1, 0.1])).toBeNull();
    expect(systemQualityNumber([-0.7, -0.7, -0.7, -0.7, -0.7, -0.7])).toBeNull();
  });

  test('a trade that earned exactly nothing is no win', () => {
    expect(winRate([0, 1])).toBe(0.5);
    expect(profitFactor([0, -1])).toBe(0);
  });
});

test('a performance has a null for everything that is not defined yet', () => {
  const nothing = performance(1, { day: new Float64Array(0), equity: new Float64Array(0) }, []);
  expect(Object.entries(nothing).filter(([, value]) => value !== null)).toEqual([
    ['days', 0],
    ['trades', 0],
  ]);
  const oneDay = performance(1, { day: Float64Array.of(DAY_MS), equity: Float64Array.of(1.1) }, [0.1]);
  expect(oneDay).toMatchObject({
    days: 1,
    totalReturn: close(0.1),
    volatility: null,
    sharpe: null,
    calmar: null,
  });
});

test('yearly figures and ratios of days are undefined under sixty days', () => {
  const over = (days: number) => {
    const day = Float64Array.from({ length: days }, (_, index) => index * DAY_MS);
    const equity = Float64Array.from(day, (_, index) => 1 + index / 1000 + (index % 3) / 100);
    return performance(1, { day, equity }, [0.1, 0.2]);
  };
  const { growthRate, sharpe, sortino, calmar, ...others } = over(59);
  expect([growthRate, sharpe, sortino, calmar]).toEqual([null, null, null, null]);
  expect(Object.values(others)).not.toContain(undefined);
  expect(others).toMatchObject({ days: 59, totalReturn: close(0.058 + 0.01), systemQuality: close(3) });
  for (const figure of ['growthRate', 'sharpe', 'sortino', 'calmar'] as const)
    expect(over(60)[figure], figure).not.toBeNull();
});
