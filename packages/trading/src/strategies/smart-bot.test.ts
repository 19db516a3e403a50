import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runBacktest } from '../backtest.ts';
import { CandleSeries, DAY_MS } from '../candles.ts';
import { type MarketCategory, type SymbolSpec, symbolSpec } from '../costs.ts';
import { createEngine } from '../engine.ts';
import { timeSeriesMomentum } from '../indicators/time-series-momentum.ts';
import type { Decision } from '../step-report.ts';
import { MONDAY, randomMarket } from '../testing/random-market.ts';
import { smartBot, smartBotBenchmark } from './smart-bot.ts';

/** Daily candles over `days` days whose close on day d is `price(d)`, with a little noise so that they have volatility. */
function daily(price: (day: number) => number, days: number, firstDay = 0): CandleSeries {
  const candles = new CandleSeries();
  for (let day = firstDay; day < days; day++) {
    const close = price(day) * (day % 2 ? 1.005 : 0.995);
    candles.append(MONDAY + day * DAY_MS, { open: close, high: close, low: close, close, volume: 0 });
  }
  return candles;
}

/** The decision after the last day of the given markets. */
function decisionFor(markets: readonly [string, MarketCategory, CandleSeries][]): Decision {
  const symbols = markets.map(([symbol, category]): SymbolSpec => symbolSpec(symbol, category));
  const engine = createEngine({ strategy: smartBot, symbols, startingEquity: 1, baseIntervalMs: DAY_MS });
  engine.warm(markets.map(([symbol, , candles]) => ({ symbol, intervalMs: DAY_MS, candles })));
  const last = Math.max(...markets.map(([, , { time, length }]) => time[length - 1]!));
  return engine.step(last + DAY_MS, [{ open: 100, high: 100, low: 100, close: 100, volume: 0 }]).decision!;
}

const DAYS = 400;
const anchor: [string, MarketCategory, CandleSeries] = ['FLAT', 'crypto', daily(() => 100, DAYS)];

describe('the signal', () => {
  test.each([
    [[90, 95, 99, 100], 1],
    [[110, 95, 99, 100], 2 / 3],
    [[110, 105, 99, 100], 1 / 3],
    [[110, 105, 101, 100], 0],
    [[100, 100, 100, 100], 0],
  ])('of closes %j is %d: equal counts as not risen', (closes, signal) => {
    expect(timeSeriesMomentum(Float64Array.from(closes), [1, 2, 3])).toBeCloseTo(signal, 12);
  });

  test('comes with its reason and the figures behind it', () => {
    const { symbols } = decisionFor([
      anchor,
      ['UP', 'forex', daily((day) => 1.002 ** day, DAYS)],
      ['DOWN', 'indices', daily((day) => 0.998 ** day, DAYS)],
      // Falls for two weeks after a long rise: below the close of a month ago, above the older ones.
      [
        'TURN',
        'commodities',
        daily((day) => (day < 386 ? 1.002 ** day : 1.002 ** 386 * 0.99 ** (day - 385)), DAYS),
      ],
      ['YOUNG', 'crypto', daily(() => 100, DAYS, 100)],
    ]);
    const [, up, down, turn, young] = symbols;
    expect(up).toMatchObject({
      action: 'buy',
      signal: 1,
      reason: 'trend-up',
      adjustment: 'entry',
      weightBefore: 0,
    });
    expect(up!.weightAfter).toBeGreaterThan(0);
    expect(up!.figures.change365d).toBeGreaterThan(1);
    expect(up!.figures.targetWeight).toBe(up!.weightAfter);
    expect(down).toMatchObject({ action: 'flat', signal: 0, reason: 'trend-down', weightAfter: 0 });
    expect(down!.figures.change30d).toBeLessThan(0);
    expect(turn).toMatchObject({ action: 'buy', reason: 'trend-mixed' });
    expect(turn!.signal).toBeCloseTo(2 / 3, 12);
    expect(young).toMatchObject({ action: 'flat', reason: 'warming-up' });
    expect(young!.figures).toMatchObject({ change365d: null, volatility: null });
  });

  test('is not read from a market without a bar for more than ten days', () => {
    const rising = (days: number) => daily((day) => 1.002 ** day, days);
    const { symbols } = decisionFor([
      anchor,
      ['A', 'forex', rising(DAYS - 9)],
      ['B', 'forex', rising(DAYS - 10)],
    ]);
    expect(symbols.map(({ reason }) => reason)).toEqual([expect.any(String), 'trend-up', 'no-price']);
  });
});

test('a decision is plain data', () => {
  const decision = decisionFor([anchor, ['YOUNG', 'forex', daily(() => 1, DAYS, 300)]]);
  expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
});

test('the published parameters are the defaults and have bounds', () => {
  expect(smartBot.parameters.parse({})).toEqual({
    lookbackDays: [30, 91, 365],
    volatilityWindowDays: 90,
    volatilityTarget: 0.06,
    grossCap: 1,
    bandShare: 0.25,
    bandMinimum: 0.0025,
    maxDrawdown: 0.08,
    pauseDays: 30,
    maxDailyLoss: 0.025,
  });
  expect(smartBot.warmUpDays(smartBot.parameters.parse({}))).toBe(376);
  for (const bad of [{ grossCap: 1.5 }, { volatilityTarget: 0 }, { lookbackDays: [] }, { leverage: 2 }]) {
    expect(smartBot.parameters.safeParse(bad).success).toBe(false);
  }
});

describe.each([smartBot, smartBotBenchmark])('$id', (strategy) => {
  test('is never short, and its targets never exceed the gross cap', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { specs, candles } = randomMarket(seed, DAY_MS, 150);
        let largest = 0;
        const { fills } = runBacktest({
          strategy,
          parameters: { lookbackDays: [3, 9, 20], volatilityWindowDays: 15, volatilityTarget: 0.3 },
          series: specs.map((spec, index) => ({ spec, candles: candles[index]! })),
          baseIntervalMs: DAY_MS,
          from: MONDAY,
          until: MONDAY + 150 * DAY_MS,
          onDecision: ({ symbols }) => {
            for (const { weightAfter } of symbols) expect(weightAfter).toBeGreaterThanOrEqual(0);
            largest = Math.max(
              largest,
              symbols.reduce((sum, { weightAfter }) => sum + weightAfter, 0),
            );
          },
        });
        expect(fills.length).toBeGreaterThan(0);
        expect(largest).toBeLessThanOrEqual(1 + 1e-12);
        for (const { unitsAfter } of fills) expect(unitsAfter).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 15 },
    );
  });
});
