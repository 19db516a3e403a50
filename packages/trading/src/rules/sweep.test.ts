import { describe, expect, it } from 'vitest';
import { runBacktest } from '../backtest.ts';
import { HOUR_MS } from '../candles.ts';
import { dailyReturns } from '../statistics/daily-equity.ts';
import { madeCandles } from '../testing/bench-generators.ts';
import reference from '../testing/bench-rules.json' with { type: 'json' };
import { ruleHashOf } from './canonical.ts';
import { sharedColumns } from './columns/column-set.ts';
import { compileRule } from './compile-rule.ts';
import { parseRule } from './parse-rule.ts';
import { ruleSymbolSpec } from './rule.ts';
import { parameterValues, rangeAround, ruleParameters, tellingParameters } from './rule-parameters.ts';
import { runVariant, variantsOf } from './sweep.ts';

const { rule } = parseRule(reference.bots['dev1-trend-pullback'].rule);
if (rule === null) throw new Error('dev1');
const candles = madeCandles(7, 6000);
const run = {
  series: [{ spec: ruleSymbolSpec('BTC/USD'), candles }],
  baseIntervalMs: HOUR_MS,
  startingEquity: 1000,
  from: candles.time[1500]!,
  until: candles.time[5500]!,
};
const bytes = (values: Float64Array): string => Buffer.from(values.buffer).toString('hex');
const axis = (path: string, steps: number) => {
  const parameter = ruleParameters(rule).find((one) => one.path === path)!;
  return { parameter, values: parameterValues(parameter, rangeAround(parameter, steps)) };
};

describe('a sweep', () => {
  const axes = tellingParameters(ruleParameters(rule)).map(({ path }) => axis(path, 2));
  const variants = variantsOf(rule, axes);

  it('is every combination once, the last axis first, the rule itself among them', () => {
    expect(variants).toHaveLength(25);
    expect(variants.slice(0, 6).map(({ values }) => values)).toEqual([
      [40, 42],
      [40, 47],
      [40, 52],
      [40, 57],
      [40, 62],
      [45, 42],
    ]);
    expect(variants[12]!.rule).toEqual(rule);
    expect(new Set(variants.map((variant) => ruleHashOf(variant.rule!))).size).toBe(25);
  });

  it.each([
    ['with columns kept', undefined],
    ['with columns begun anew every time', 0],
  ])('gives what every rule gives alone, to the bit, %s', (_name, mostBytes) => {
    const setOf = sharedColumns(mostBytes);
    let trades = 0;
    for (const variant of [...variants, ...variants]) {
      const result = runVariant(variant.rule!, run, setOf);
      const hash = ruleHashOf(variant.rule!);
      const alone = runBacktest({ ...run, strategy: compileRule(variant.rule!, hash) });
      expect(result).toMatchObject({
        ruleHash: hash,
        trades: alone.trades.length,
        firstDay: alone.daily.day[0],
      });
      expect(bytes(result.returns)).toBe(bytes(dailyReturns(1000, alone.daily.equity)));
      expect(result.sharpe! * Math.sqrt(365)).toBe(alone.performance.sharpe);
      trades += result.trades;
    }
    expect(trades).toBeGreaterThan(1000);
  });

  it('keeps the reason of what is no rule', () => {
    const macd = (line: string) => ({
      kind: 'indicator',
      indicator: 'macd',
      fast: 12,
      slow: 20,
      signal: 9,
      line,
    });
    const crossing = parseRule({
      ...rule,
      entryLong: { is: 'crossesAbove', left: macd('macd'), right: macd('signal') },
      exitLong: null,
    }).rule!;
    const [fast, slow] = ruleParameters(crossing);
    const made = variantsOf(crossing, [
      { parameter: fast!, values: [12, 20] },
      { parameter: slow!, values: [20, 26] },
    ]);
    expect(made.map((variant) => variant.problem)).toEqual([
      null,
      null,
      'die kurze Zahl der MACD-Linie muss kleiner sein als die lange (20)',
      null,
    ]);
    expect(made[2]!.rule).toBeNull();
  });

  it('has at most three axes and 500 variants', () => {
    const many = {
      parameter: axes[0]!.parameter,
      values: Array.from({ length: 251 }, (_, index) => index + 2),
    };
    expect(() => variantsOf(rule, [many, { ...many, values: [20, 30] }])).toThrow('502 variants');
    expect(() => variantsOf(rule, [axes[0]!, axes[0]!, axes[0]!, axes[0]!])).toThrow('4 axes');
    expect(() => variantsOf(rule, [])).toThrow('0 axes');
    expect(() => variantsOf(rule, [{ ...many, values: [] }])).toThrow('0 variants');
    expect(
      variantsOf(rule, [
        { ...many, values: many.values.slice(0, 250) },
        { ...many, values: [20, 30] },
      ]),
    ).toHaveLength(500);
  });
});
