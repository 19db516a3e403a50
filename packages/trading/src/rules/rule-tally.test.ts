import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runBacktest } from '../backtest.ts';
import { DAY_MS, HOUR_MS } from '../candles.ts';
import { MONDAY, randomMarket } from '../testing/random-market.ts';
import { randomRule } from '../testing/random-rule.ts';
import { ColumnSet, sharedColumns } from './columns/column-set.ts';
import { compileRule } from './compile-rule.ts';
import { leavesOf, type Rule, SECTIONS } from './rule.ts';
import { linesOf, tallyRule } from './rule-tally.ts';

const BARS = 400;

function runOf(rule: Rule, seed: number) {
  const intervalMs = rule.interval === '1h' ? HOUR_MS : DAY_MS;
  const { specs, candles } = randomMarket(seed, intervalMs, BARS);
  const series = rule.symbols.map((symbol, index) => ({
    spec: { ...specs[index]!, symbol },
    candles: candles[index]!,
  }));
  const period = { from: MONDAY + 100 * intervalMs, until: MONDAY + BARS * intervalMs };
  const setOf = sharedColumns();
  const result = runBacktest({
    strategy: compileRule(rule, '', setOf),
    series,
    baseIntervalMs: intervalMs,
    startingEquity: 1000,
    ...period,
  });
  const candlesOf = new Map(series.map(({ spec, candles: bars }) => [spec.symbol, bars]));
  return { result, candlesOf, period, setOf };
}

test('buys are what was sold, line by line and for other reasons, and what is still held', () => {
  let sold = 0;
  fc.assert(
    fc.property(randomRule, fc.integer(), (rule, seed) => {
      const { result, candlesOf, period, setOf } = runOf(rule, seed);
      const tally = tallyRule(rule, result, candlesOf, period, setOf);
      const byLines = tally.lines.reduce((sum, { exits }) => sum + exits, 0);
      const byOthers = Object.values(tally.otherExits).reduce((sum, exits) => sum + exits, 0);
      expect(byLines + byOthers + tally.open).toBe(tally.entries);
      sold += byLines;
      // A condition as a whole is true where its lines are, as often as they allow.
      for (const section of SECTIONS) {
        const whole = tally.sections[section];
        const own = tally.lines.filter((line) => line.section === section);
        expect(own.length).toBe(rule[section] === null ? 0 : leavesOf(rule[section]).length);
        if (whole !== null && own.length === 1) expect(whole.trueBars).toBe(own[0]!.trueBars);
      }
      for (const { trueBars, unknownBars } of tally.lines)
        expect(trueBars + unknownBars).toBeLessThanOrEqual(tally.bars);
      // With columns of its own it counts the same.
      const alone = tallyRule(rule, result, candlesOf, period, (candles) => new ColumnSet(candles));
      expect(alone).toEqual(tally);
    }),
    { numRuns: 200 },
  );
  expect(sold).toBeGreaterThan(10);
});

test('a position that two lines would end is ended by the first as written', () => {
  const number = (value: number) => ({ kind: 'number', value }) as const;
  const close = { kind: 'price', field: 'close', offset: 0, factor: 1 } as const;
  const always = { is: 'above', left: close, right: number(0) } as const;
  const never = { is: 'below', left: close, right: number(0) } as const;
  const rule: Rule = {
    ruleVersion: 1,
    symbols: ['BTC/USD'],
    interval: '1h',
    side: 'long',
    entryLong: { is: 'within', field: 'hour', from: 1, to: 1 },
    exitLong: { any: [never, { is: 'within', field: 'hour', from: 5, to: 9 }, { ...always, is: 'above' }] },
    entryShort: null,
    exitShort: null,
    maxBars: null,
    stop: null,
    target: null,
    trailing: null,
    sizing: { by: 'share', percent: 50, lot: null },
    maxPositions: 1,
    leverage: 1,
    cooldownBars: 0,
  };
  const quiet: Rule = {
    ...rule,
    exitLong: { any: [never, { is: 'within', field: 'hour', from: 5, to: 9 }] },
  };
  const { result, candlesOf, period, setOf } = runOf(quiet, 3);
  const tally = tallyRule(quiet, result, candlesOf, period, setOf);
  expect(linesOf(quiet).map(({ path }) => path.join('.'))).toEqual([
    'entryLong',
    'exitLong.any.0',
    'exitLong.any.1',
  ]);
  const days = (BARS - 100) / 24;
  expect(tally.entries).toBeGreaterThan(days - 2);
  expect(tally.lines.map(({ exits }) => exits)).toEqual([0, 0, tally.entries - tally.open]);
  // What the entry of the other side ended is no line's, though one of a group that did not hold is true.
  const turned: Rule = {
    ...rule,
    side: 'both',
    exitLong: null,
    exitShort: { all: [always, never] },
    entryShort: { is: 'within', field: 'hour', from: 5, to: 5 },
    cooldownBars: 1,
  };
  const both = runOf(turned, 3);
  const talliedBoth = tallyRule(turned, both.result, both.candlesOf, both.period, both.setOf);
  const shorts = talliedBoth.trades.filter(({ direction }) => direction === 'short');
  expect(shorts.length).toBeGreaterThan(days - 5);
  for (const { reason, line } of shorts) expect([reason, line]).toEqual(['exit', null]);
  // An exit that always holds forbids every entry.
  const strict = runOf(rule, 3);
  expect(tallyRule(rule, strict.result, strict.candlesOf, strict.period, strict.setOf).entries).toBe(0);
});
