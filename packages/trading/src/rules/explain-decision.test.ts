import { expect, test } from 'vitest';
import { CandleSeries, DAY_MS } from '../candles.ts';
import { MONDAY } from '../testing/random-market.ts';
import { decidingSection, explainDecision } from './explain-decision.ts';
import { parseRule, type Rule, ruleSymbolSpec } from './index.ts';

const close = { kind: 'price', field: 'close' };
const number = (value: number) => ({ kind: 'number', value });
const BASE = {
  ruleVersion: 1,
  symbols: ['BTC/USD'],
  interval: '1d',
  side: 'long',
  sizing: { by: 'share', percent: 50 },
  maxPositions: 1,
  entryLong: { is: 'above', left: close, right: number(101.5) },
};

/** Bought at 102; on Thursday the rule sells, and Friday's open fills it. */
function told(changes: object, closes: readonly number[]) {
  const { rule, problems } = parseRule({ ...BASE, ...changes });
  expect(problems).toEqual([]);
  const candles = new CandleSeries();
  closes.forEach((price, day) => {
    candles.append(MONDAY + day * DAY_MS, { open: price, high: price, low: price, close: price, volume: 1 });
  });
  return explainDecision({
    rule: rule as Rule,
    series: [{ spec: ruleSymbolSpec('BTC/USD'), candles }],
    from: MONDAY,
    until: MONDAY + closes.length * DAY_MS,
    costFactor: 1,
    symbol: 'BTC/USD',
    filledAt: MONDAY + (closes.length - 1) * DAY_MS,
    digits: 2,
  });
}

test('a close at which the stop had ended the position says so', () => {
  const rule = {
    exitLong: { is: 'below', left: close, right: number(101) },
    stop: { unit: 'percent', value: 3 },
  };
  const { ordered, below, above } = told(rule, [100, 102, 102, 100, 100]);
  expect(ordered).toBe('exit');
  expect(below).toMatchObject({ ordered: 'stop', price: expect.closeTo(102 * 0.97, 0) });
  expect(above).toEqual({ price: 101, ordered: null });
});

test('so does one at which its target was reached', () => {
  const rule = {
    exitLong: { is: 'within', field: 'weekday', from: 4, to: 4 },
    target: { unit: 'percent', value: 5 },
    cooldownBars: 3,
  };
  const { ordered, below, above } = told(rule, [100, 102, 102, 102, 102]);
  expect([ordered, below]).toEqual(['exit', null]);
  expect(above).toMatchObject({ ordered: 'target', price: expect.closeTo(102 * 1.05, 0) });
});

test.each([
  ['above', 150, 'entryShort'],
  ['below', 100.5, 'exitLong'],
] as const)('what ended a position with an exit %s %s is named: %s', (is, exit, section) => {
  const rule = {
    side: 'both',
    cooldownBars: 3,
    exitLong: { is, left: close, right: number(exit) },
    entryShort: { is: 'below', left: close, right: number(101) },
  };
  const { ordered, lines, held } = told(rule, [101.2, 102, 102, 100, 100]);
  expect(ordered).toBe('exit');
  const deciding = decidingSection(-1, 'exit', held);
  expect(deciding).toBe(section);
  expect(lines.filter((line) => line.section === deciding).every(({ isTrue }) => isTrue)).toBe(true);
});
