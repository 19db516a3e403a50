import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import reference from '../testing/bench-rules.json' with { type: 'json' };
import { randomRule } from '../testing/random-rule.ts';
import { parseRule } from './parse-rule.ts';
import type { Rule } from './rule.ts';
import {
  parameterValues,
  rangeAround,
  ruleParameters,
  tellingParameters,
  withParameter,
} from './rule-parameters.ts';

const dev1 = parseRule(reference.bots['dev1-trend-pullback'].rule).rule!;
const close = { kind: 'price', field: 'close' };
const mean = (bars: number) => ({ kind: 'indicator', indicator: 'sma', bars });
const ruleOf = (more: object): Rule => {
  const { rule, problems } = parseRule({
    ruleVersion: 1,
    symbols: ['GOLD', 'EUR/USD'],
    interval: '1d',
    side: 'long',
    entryLong: { is: 'crossesAbove', left: mean(20), right: mean(100) },
    exitLong: { is: 'crossesBelow', left: mean(20), right: mean(100) },
    sizing: { by: 'share', percent: 33 },
    ...more,
  });
  if (rule === null) throw new Error(JSON.stringify(problems));
  return rule;
};
const telling = (rule: Rule) => tellingParameters(ruleParameters(rule)).map(({ path }) => path);

describe('the numbers of a rule', () => {
  it('are named in German, each once, with what belongs together in one', () => {
    const listed = ruleParameters(dev1).map(({ path, label, value, places }) => [
      path,
      label,
      value,
      places.length,
    ]);
    expect(listed).toEqual([
      ['entryLong.all.0.right.bars', 'Einfacher Durchschnitt über … Kerzen', 50, 2],
      ['entryLong.all.1.left.bars', 'RSI über … Kerzen', 14, 2],
      ['entryLong.all.1.right.value', 'RSI steigt über …, beim Kauf', 52, 1],
      ['exitLong.any.0.right.value', 'RSI über …, beim Verkauf', 70, 1],
      ['exitLong.any.1.right.factor', 'Einfacher Durchschnitt mal …', 0.98, 1],
      ['stop.value', 'Stopp bei … ATR', 2.5, 1],
      ['target.value', 'Ziel bei … ATR', 4, 1],
      ['cooldownBars', 'Pause von … Kerzen', 5, 1],
      ['sizing.percent', '… % je Position', 50, 1],
    ]);
  });

  it('of the lines of one indicator are one', () => {
    const band = (line: string) => ({
      kind: 'indicator',
      indicator: 'bollinger',
      bars: 20,
      deviations: 2,
      line,
    });
    const rule = ruleOf({
      entryLong: { is: 'below', left: close, right: band('lower') },
      exitLong: { is: 'above', left: close, right: band('upper') },
    });
    const [bars, deviations] = ruleParameters(rule);
    expect(bars?.places).toHaveLength(2);
    expect(deviations?.label).toBe('Bollinger-Band mit … Abweichungen');
    const changed = withParameter(rule, bars!, 30);
    expect(JSON.stringify(changed)).not.toContain('"bars":20');
    expect(rule).toEqual(ruleOf({ entryLong: rule.entryLong, exitLong: rule.exitLong }));
  });

  it('that change together stay together where another one comes to the same value', () => {
    const [fast, slow] = ruleParameters(ruleOf({}));
    const both = withParameter(withParameter(ruleOf({}), fast!, 100), slow!, 150);
    expect(both.entryLong).toMatchObject({ left: { bars: 100 }, right: { bars: 150 } });
    expect(both.exitLong).toMatchObject({ left: { bars: 100 }, right: { bars: 150 } });
  });

  it('that say most about the idea are offered first', () => {
    expect(telling(dev1)).toEqual(['entryLong.all.0.right.bars', 'entryLong.all.1.right.value']);
    expect(telling(ruleOf({}))).toEqual(['entryLong.left.bars', 'entryLong.right.bars']);
    const breakout = ruleOf({
      entryLong: {
        is: 'above',
        left: close,
        right: { kind: 'indicator', indicator: 'highest', bars: 20, offset: 1 },
      },
      exitLong: {
        is: 'below',
        left: close,
        right: { kind: 'indicator', indicator: 'lowest', bars: 10, offset: 1 },
      },
      stop: { unit: 'atr', value: 3 },
    });
    expect(telling(breakout)).toEqual(['entryLong.right.bars', 'exitLong.right.bars']);
    const always = ruleOf({
      entryLong: { is: 'above', left: close, right: { kind: 'number', value: 0 } },
      exitLong: null,
    });
    expect(telling(always)).toEqual(['sizing.percent', 'maxPositions']);
  });

  it('can be put into any rule, one by one, and give it back with their own value', () => {
    fc.assert(
      fc.property(randomRule, (rule) => {
        for (const parameter of ruleParameters(rule)) {
          expect(withParameter(rule, parameter, parameter.value)).toEqual(rule);
          const values = parameterValues(parameter, rangeAround(parameter, 4));
          expect(values).toContain(parameter.value);
          expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
          for (const value of values) {
            expect(Number(value.toFixed(parameter.digits))).toBe(value);
            const { problems } = parseRule(withParameter(rule, parameter, value));
            // The language refuses nothing but what numbers have to do with one another.
            for (const { text } of problems)
              expect(text).toMatch(/kleiner sein als|Vorlauf|verschiedene Indikatoren/);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the values of a range', () => {
  const [average, , threshold] = ruleParameters(dev1);

  it('are whole steps away from the own one', () => {
    expect(rangeAround(average!, 4)).toEqual({ from: 30, to: 70, step: 5 });
    expect(parameterValues(average!, { from: 30, to: 70, step: 5 })).toEqual([
      30, 35, 40, 45, 50, 55, 60, 65, 70,
    ]);
    expect(parameterValues(average!, { from: 41, to: 64, step: 10 })).toEqual([50, 60]);
    expect(parameterValues(threshold!, { from: 51.7, to: 52.3, step: 0.1 })).toEqual([
      51.7, 51.8, 51.9, 52, 52.1, 52.2, 52.3,
    ]);
  });

  it('end where the language does, and need not hold the own one', () => {
    expect(parameterValues(average!, { from: -100, to: 12, step: 5 })).toEqual([5, 10]);
    expect(parameterValues(average!, { from: 100, to: 110, step: 5 })).toEqual([100, 105, 110]);
    expect(parameterValues(average!, { from: 60, to: 40, step: 5 })).toEqual([]);
    expect(parameterValues(average!, { from: 40, to: 60, step: 0 })).toEqual([]);
    expect(parameterValues(threshold!, { from: 0, to: 1e9, step: 1e-6 }, 501)).toHaveLength(501);
  });
});
