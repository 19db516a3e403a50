import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candles, candlesFrom, HOUR_MS } from '../../candles.ts';
import { madeCandles } from '../../testing/bench-generators.ts';
import reference from '../../testing/bench-rules.json' with { type: 'json' };
import { randomRule } from '../../testing/random-rule.ts';
import { parseRule } from '../parse-rule.ts';
import { type IndicatorOperand, leavesOf, operandsOf, type Rule, SECTIONS } from '../rule.ts';
import { ColumnSet } from './column-set.ts';
import { operandColumn } from './operand-column.ts';
import { signalColumn } from './signals.ts';

function columnOf(candles: Candles, operand: object): Float64Array {
  const { rule } = parseRule({
    ruleVersion: 1,
    symbols: ['BTC/USD'],
    interval: '1h',
    side: 'long',
    entryLong: { is: 'rising', of: operand, bars: 1 },
    sizing: { by: 'share', percent: 50 },
  });
  if (rule === null || !('of' in rule.entryLong)) throw new Error('no operand of a rule');
  const set = new ColumnSet(candles);
  const { of } = rule.entryLong;
  if (of.kind === 'number') throw new Error('a number has no column');
  const column = operandColumn(set, of);
  set.extend(candles.length);
  return column.values.subarray(0, candles.length);
}

describe('the indicators of the reference', () => {
  const { seed, bars, series, check } = reference.indicators;
  const candles = madeCandles(seed, bars);

  it('are worked out on the same candles', () => {
    expect([candles.close[0], candles.close[1], candles.close[2], candles.close[bars - 1]]).toEqual(
      check.close,
    );
  });

  it.each(series)('$operand.indicator $operand.line', ({ operand, firstDefined, at }) => {
    const values = columnOf(candles, operand);
    expect(values.findIndex((value) => !Number.isNaN(value))).toBe(firstDefined);
    for (const [bar, expected] of Object.entries(at)) {
      if (expected === null) expect(values[Number(bar)]).toBeNaN();
      else expect(Math.abs(values[Number(bar)]! / expected - 1)).toBeLessThan(1e-9);
    }
  });
});

describe('where a value is undefined', () => {
  const flat = candlesFrom(
    Array.from({ length: 40 }, (_, bar) => {
      const price = bar < 20 ? 0.1 : 0.1 + (bar % 3) / 100;
      return { time: bar * HOUR_MS, open: price, high: price, low: price, close: price, volume: 0 };
    }),
  );
  const indicator = (name: string, parameters: object) => ({
    kind: 'indicator',
    indicator: name,
    ...parameters,
  });

  it.each([
    ['a deviation of nothing is 0', indicator('deviation', { bars: 7 }), 0],
    ['the Z of nothing', indicator('zscore', { bars: 7 }), Number.NaN],
    ['the place within bands of no width', indicator('bollinger', { bars: 7, line: 'position' }), Number.NaN],
    ['bands of no width have width 0', indicator('bollinger', { bars: 7, line: 'width' }), 0],
    ['%K of no range', indicator('stochastic', { bars: 5, smooth: 1, line: 'k' }), Number.NaN],
    ['the strength of no move', indicator('rsi', { bars: 5 }), Number.NaN],
    ['no directional movement is 0', indicator('adx', { bars: 4, line: 'adx' }), 0],
  ])('%s', (_name, operand, expected) => {
    expect(columnOf(flat, operand)[18]).toBe(expected);
  });

  it('a mean over it is too, until it has left the window', () => {
    const values = columnOf(flat, indicator('stochastic', { bars: 2, smooth: 3, line: 'k' }));
    // The price moves from bar 20 on, and three values make a mean.
    expect(values.subarray(0, 26).findIndex((value) => !Number.isNaN(value))).toBe(22);
  });
});

const operandsIn = (rule: Rule): IndicatorOperand[] =>
  SECTIONS.flatMap((section) => {
    const condition = rule[section];
    return condition === null ? [] : leavesOf(condition).flatMap(operandsOf);
  }).filter((operand) => operand.kind === 'indicator');

describe('columns', () => {
  const candles = madeCandles(11, 400);
  const until = (length: number): Candles => ({
    time: candles.time,
    open: candles.open,
    high: candles.high,
    low: candles.low,
    close: candles.close,
    volume: candles.volume,
    length,
  });
  const signalsOf = (rule: Rule, pieces: readonly number[]) => {
    const set = new ColumnSet(until(400));
    const columns = operandsIn(rule).map((operand) => operandColumn(set, operand));
    const signals = signalColumn(set, rule);
    for (const length of pieces) set.extend(length);
    return { set, columns, signals };
  };
  /** As bits, so that NaN equals NaN and nothing else. */
  const bits = (values: Float64Array) => new BigUint64Array(values.slice().buffer);

  it('are the same bits bar by bar, in pieces and in one go', () => {
    fc.assert(
      fc.property(randomRule, fc.array(fc.integer({ min: 1, max: 399 }), { maxLength: 5 }), (rule, cuts) => {
        const whole = signalsOf(rule, [400]);
        const single = signalsOf(
          rule,
          Array.from({ length: 400 }, (_, bar) => bar + 1),
        );
        const pieces = signalsOf(rule, [...cuts.toSorted((a, b) => a - b), 400]);
        for (const other of [single, pieces]) {
          for (const [index, column] of whole.columns.entries()) {
            expect(bits(other.columns[index]!.values.subarray(0, 400))).toEqual(
              bits(column.values.subarray(0, 400)),
            );
          }
          expect(other.signals.truths.subarray(0, 400)).toEqual(whole.signals.truths.subarray(0, 400));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are the same bits where those left behind are forgotten, and none can be added then', () => {
    const long = madeCandles(12, 12_000);
    fc.assert(
      fc.property(randomRule, fc.integer({ min: 700, max: 7000 }), (rule, piece) => {
        const [whole, passing] = [new ColumnSet(long), new ColumnSet(long, true)].map((set) => ({
          set,
          columns: operandsIn(rule).map((operand) => operandColumn(set, operand)),
          signals: signalColumn(set, rule),
        }));
        whole!.set.extend(long.length);
        for (let at = 0; at < long.length; at += piece) {
          const until = Math.min(long.length, at + piece);
          passing!.set.forget(until);
          passing!.set.extend(until);
        }
        const { start } = passing!.set;
        expect(start).toBeGreaterThan(2000);
        for (const [index, { values }] of whole!.columns.entries()) {
          expect(bits(passing!.columns[index]!.values.subarray(0, long.length - start))).toEqual(
            bits(values.subarray(start, long.length)),
          );
        }
        expect(passing!.signals.truths.subarray(0, long.length - start)).toEqual(
          whole!.signals.truths.subarray(start, long.length),
        );
        expect(() => passing!.set.add({ extend: () => undefined })).toThrow(RangeError);
      }),
      { numRuns: 15 },
    );
  });

  const goOn = (rules: number) =>
    fc.assert(
      fc.property(randomRule, fc.integer({ min: 200, max: 390 }), (rule, cut) => {
        const whole = signalsOf(rule, [400]);
        const before = signalsOf(rule, [cut]);
        // The longest window (two smoothed after another) behind the longest offset and trend.
        const kept = 170;
        const state = JSON.parse(JSON.stringify(before.set.state(110)));
        const shift = cut - kept;
        const later = candlesFrom(
          Array.from({ length: 400 - shift }, (_, index) => {
            const bar = index + shift;
            return {
              time: candles.time[bar]!,
              open: candles.open[bar]!,
              high: candles.high[bar]!,
              low: candles.low[bar]!,
              close: candles.close[bar]!,
              volume: 0,
            };
          }),
        );
        const set = new ColumnSet(later);
        const columns = operandsIn(rule).map((operand) => operandColumn(set, operand));
        const signals = signalColumn(set, rule);
        set.extend(kept);
        set.restore(state);
        set.extend(later.length);
        for (const [index, column] of whole.columns.entries()) {
          expect(bits(columns[index]!.values.subarray(kept, later.length))).toEqual(
            bits(column.values.subarray(cut, 400)),
          );
        }
        expect(signals.truths.subarray(kept, later.length)).toEqual(whole.signals.truths.subarray(cut, 400));
      }),
      { numRuns: rules },
    );
  it('go on bit for bit after a restart, with no more bars than the windows need', () => goOn(60));
  it('of 10,000 rules do so', { tags: ['long'], timeout: 600_000 }, () => goOn(10_000));
});
