import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inCatalogueOrder, runBacktest } from '../backtest.ts';
import { type CandleSeries, candlesFrom, DAY_MS, HOUR_MS } from '../candles.ts';
import type { SymbolSpec } from '../costs.ts';
import { createEngine } from '../engine.ts';
import type { Fill } from '../fill.ts';
import { type NaiveFill, tradeNaively } from '../testing/naive-rule.ts';
import type { TimedBar } from '../testing/naive-values.ts';
import { MONDAY, seededRandom, stepsOf } from '../testing/random-market.ts';
import { randomRule } from '../testing/random-rule.ts';
import { saidOtherwise } from '../testing/said-otherwise.ts';
import { canonicalRule, ruleHashOf } from './canonical.ts';
import { compileRule } from './compile-rule.ts';
import { RULE_SYMBOLS, type Rule } from './rule.ts';

const BARS = 120;

/** Bars of a symbol; some have none now and then, and in some nothing moves for a while. */
function barsOf(seed: number, intervalMs: number): TimedBar[] {
  const random = seededRandom(seed);
  const isPatchy = random() < 0.5;
  let price = 1 + random() * 1000;
  const bars: TimedBar[] = [];
  for (let bar = 0; bar < BARS; bar++) {
    const isStill = random() < 0.03;
    const open = isStill ? price : price * (1 + (random() - 0.5) * 0.01);
    const close = isStill ? open : open * (1 + (random() - 0.5) * 0.06);
    const high = isStill ? open : Math.max(open, close) * (1 + random() * 0.01);
    const low = isStill ? open : Math.min(open, close) * (1 - random() * 0.01);
    price = close;
    if (isPatchy && random() < 0.1) continue;
    bars.push({ time: MONDAY + bar * intervalMs, open, high, low, close, volume: 0 });
  }
  return bars;
}

type Series = { readonly spec: SymbolSpec; readonly candles: CandleSeries };

const COSTS = { feeBps: 10, halfSpreadBps: 2, slippageBps: 3, financingPerYear: 0 };
const SHORTER = { maxBars: 12, cooldownBars: 4 };

/** Enough happens within the bars. */
const quick = (rule: Rule): Rule => ({
  ...rule,
  maxBars: rule.maxBars === null ? null : (rule.maxBars % SHORTER.maxBars) + 1,
  cooldownBars: rule.cooldownBars % SHORTER.cooldownBars,
});

/** Bar by bar, and before the bar `cut` in another process that has nothing but the state and the bars. */
function restarted(rule: Rule, series: readonly Series[], cut: number): Fill[] {
  const baseIntervalMs = rule.interval === '1d' ? DAY_MS : HOUR_MS;
  const fills: Fill[] = [];
  const start = (state?: unknown) =>
    createEngine({
      strategy: compileRule(rule, ''),
      symbols: series.map(({ spec }) => spec),
      startingEquity: 10_000,
      baseIntervalMs,
      ...(state === undefined ? {} : { state }),
    });
  let engine = start();
  for (const [at, { time, bars }] of stepsOf(series.map(({ candles }) => candles)).entries()) {
    if (at > 0 && at === cut) {
      engine = start(JSON.parse(JSON.stringify(engine.state())));
      engine.warm(
        series.map(({ spec: { symbol }, candles }) => ({ symbol, intervalMs: baseIntervalMs, candles })),
      );
    }
    fills.push(...engine.step(time, bars).fills);
  }
  return fills;
}

/** @returns how many fills were compared. */
function compare(rules: number): number {
  let compared = 0;
  fc.assert(
    fc.property(randomRule.map(quick), fc.integer({ min: 1, max: 2 ** 30 }), (rule, seed) => {
      const intervalMs = rule.interval === '1d' ? DAY_MS : HOUR_MS;
      const symbols = [...rule.symbols];
      const markets = symbols.map((symbol, index) => ({
        symbol,
        // A day that is missing before a Sunday would make that Sunday a part of the Monday.
        bars: barsOf(seed + index, intervalMs).filter(
          ({ time }) => intervalMs === HOUR_MS || isWeekday(time),
        ),
        rates: [0.001, 0.0002, 0.0003],
      }));
      const expected = tradeNaively(rule, markets, 10_000, RULE_SYMBOLS);
      if (expected === null) return;
      const series = markets.map(({ symbol, bars }) => ({
        spec: { symbol, category: 'crypto' as const, costs: COSTS },
        candles: candlesFrom(bars),
      }));
      const { fills } = runBacktest({
        strategy: compileRule(rule, ''),
        series,
        baseIntervalMs: intervalMs,
        startingEquity: 10_000,
        from: Number.NEGATIVE_INFINITY,
        until: Number.POSITIVE_INFINITY,
      });
      compared += fills.length;
      expect(restarted(rule, inCatalogueOrder(series), seed % BARS)).toEqual(fills);
      expect(fills.map(shortOf)).toEqual(expected.map(shortOf));
      for (const [index, { units, midPrice }] of expected.entries()) {
        expect(Math.abs(fills[index]!.units / units - 1)).toBeLessThan(1e-9);
        expect(Math.abs(fills[index]!.midPrice / midPrice - 1)).toBeLessThan(1e-9);
      }
    }),
    { numRuns: rules },
  );
  return compared;
}

describe('the engine trades a rule as its definition does, worked out anew at every bar', () => {
  test('60 random rules', () => expect(compare(60)).toBeGreaterThan(300));
  test('10,000 random rules', { tags: ['long'], timeout: 1_800_000 }, () =>
    expect(compare(10_000)).toBeGreaterThan(50_000),
  );
});

describe('a rule said otherwise has the same canonical form, and that trades as both', () => {
  test('60 pairs', () => expect(comparePairs(60)).toBeGreaterThan(300));
  test('1,000 pairs', { tags: ['long'], timeout: 1_200_000 }, () =>
    expect(comparePairs(1000)).toBeGreaterThan(10_000),
  );
});

/** @returns how many fills were compared. */
function comparePairs(pairs: number): number {
  let compared = 0;
  fc.assert(
    fc.property(randomRule.map(quick), fc.integer({ min: 1, max: 2 ** 30 }), (rule, seed) => {
      const other = saidOtherwise(rule);
      expect(ruleHashOf(other)).toBe(ruleHashOf(rule));
      const [asWritten, otherwise, canonical] = [rule, other, canonicalRule(rule)].map((of) =>
        fillsOf(of, seed),
      );
      expect(otherwise).toEqual(asWritten);
      expect(canonical).toEqual(asWritten);
      compared += asWritten!.length;
    }),
    { numRuns: pairs },
  );
  return compared;
}

function fillsOf(rule: Rule, seed: number) {
  const baseIntervalMs = rule.interval === '1d' ? DAY_MS : HOUR_MS;
  const { fills } = runBacktest({
    strategy: compileRule(rule, ''),
    // In the order in which the rule names its symbols, as whoever runs it has them.
    series: rule.symbols.map((symbol) => ({
      spec: { symbol, category: 'crypto' as const, costs: COSTS },
      candles: candlesFrom(barsOf(seed + RULE_SYMBOLS.indexOf(symbol), baseIntervalMs)),
    })),
    baseIntervalMs,
    startingEquity: 10_000,
    from: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
  });
  return fills;
}

const shortOf = ({ time, symbol, reason }: NaiveFill) => `${time} ${symbol} ${reason}`;
const isWeekday = (time: number): boolean => ![0, 6].includes(new Date(time).getUTCDay());
