import fc from 'fast-check';
import { unitOf } from '../rules/indicator-table.ts';
import type { Condition, Distance, Leaf, Operand, Rule } from '../rules/rule.ts';
import { CALENDAR_RANGES, RULE_SYMBOLS } from '../rules/rule.ts';

/** Rules that `parseRule` takes, of every kind of condition and value. */

const field = fc.constantFrom('open', 'high', 'low', 'close', 'typical' as const);
const place = {
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
  factor: fc.oneof(
    fc.constant(1),
    fc.constantFrom(0.9, 0.98, 1.02),
    fc.integer({ min: 1, max: 10_000 }).map((hundredth) => hundredth / 100),
  ),
};
const bars = fc.integer({ min: 2, max: 60 });
const short = fc.integer({ min: 1, max: 20 });
const named = <Name extends string>(name: Name) => ({
  kind: fc.constant('indicator' as const),
  indicator: fc.constant(name),
  ...place,
});

const value: fc.Arbitrary<Operand> = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), field, ...place }),
  fc.record({ ...named('sma'), bars, field }),
  fc.record({ ...named('ema'), bars, field }),
  fc.record({ ...named('wma'), bars, field }),
  fc.record({ ...named('rsi'), bars }),
  fc.record({ ...named('atr'), bars }),
  fc.record({
    ...named('macd'),
    fast: fc.integer({ min: 2, max: 20 }),
    slow: fc.integer({ min: 21, max: 60 }),
    signal: short,
    line: fc.constantFrom('macd', 'signal', 'histogram' as const),
  }),
  fc.record({
    ...named('bollinger'),
    bars,
    deviations: fc.integer({ min: 5, max: 50 }).map((tenth) => tenth / 10),
    line: fc.constantFrom('upper', 'middle', 'lower', 'position', 'width' as const),
  }),
  fc.record({
    ...named('stochastic'),
    bars,
    smooth: short,
    signal: short,
    line: fc.constantFrom('k', 'd' as const),
  }),
  fc.record({ ...named('adx'), bars, line: fc.constantFrom('adx', 'plus', 'minus' as const) }),
  fc.record({ ...named('highest'), bars, field }),
  fc.record({ ...named('lowest'), bars, field }),
  fc.record({ ...named('change'), bars: short }),
  fc.record({ ...named('deviation'), bars, field }),
  fc.record({ ...named('zscore'), bars, field }),
  fc.record({ ...named('drawdown'), bars: short }),
);
/** Every other one of a size that decides something. */
const number: fc.Arbitrary<Operand> = fc
  .oneof(fc.integer({ min: -5_000, max: 90_000 }), fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }))
  .map((thousandth) => ({ kind: 'number' as const, value: thousandth / 1000 + 0 }));

const comparison = fc
  .record({
    is: fc.constantFrom('above', 'below', 'crossesAbove', 'crossesBelow' as const),
    left: fc.oneof(value, number),
    right: fc.oneof(value, number),
  })
  .filter(({ left, right }) => {
    const units = [unitOf(left), unitOf(right)];
    return units[0] === units[1] ? units[0] !== null : units.includes(null);
  });
const leaf = (interval: Rule['interval']): fc.Arbitrary<Leaf> =>
  fc.oneof(
    { weight: 4, arbitrary: comparison },
    {
      weight: 1,
      arbitrary: fc.record({ is: fc.constantFrom('rising', 'falling' as const), of: value, bars: short }),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          ...(['weekday', 'hour', 'day', 'month'] as const).filter(
            (one) => one !== 'hour' || interval === '1h',
          ),
        )
        .chain((calendar) => {
          const [min, max] = CALENDAR_RANGES[calendar];
          const inside = fc.integer({ min, max });
          return fc.record({
            is: fc.constant('within' as const),
            field: fc.constant(calendar),
            from: inside,
            to: inside,
          });
        }),
    },
  );

function condition(interval: Rule['interval'], depth: number): fc.Arbitrary<Condition> {
  if (depth === 0) return leaf(interval);
  const children = fc.array(condition(interval, depth - 1), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    { weight: 2, arbitrary: leaf(interval) },
    { weight: 1, arbitrary: children.map((all) => ({ all })) },
    { weight: 1, arbitrary: children.map((any) => ({ any })) },
  );
}

const distance: fc.Arbitrary<Distance | null> = fc.option(
  fc.record({
    unit: fc.constantFrom('percent', 'atr' as const),
    value: fc.integer({ min: 1, max: 200 }).map((tenth) => tenth / 10),
  }),
);

const share: fc.Arbitrary<Rule['sizing']> = fc.record({
  by: fc.constant('share' as const),
  percent: fc.integer({ min: 1, max: 300 }),
  lot: fc.option(fc.constantFrom(1, 0.001, 1e-8)),
});
const risk: fc.Arbitrary<Rule['sizing']> = fc.record({
  by: fc.constant('risk' as const),
  percent: fc.integer({ min: 1, max: 50 }).map((tenth) => tenth / 10),
  lot: fc.constant(null),
});

export const randomRule: fc.Arbitrary<Rule> = fc
  .record({ interval: fc.constantFrom('1h', '1d' as const), side: fc.constantFrom('long', 'both' as const) })
  .chain(({ interval, side }) => {
    const own = condition(interval, 2);
    return fc.record({
      ruleVersion: fc.constant(1 as const),
      symbols: fc.uniqueArray(fc.constantFrom(...RULE_SYMBOLS), { minLength: 1, maxLength: 4 }),
      interval: fc.constant(interval),
      side: fc.constant(side),
      entryLong: own,
      exitLong: fc.option(own),
      entryShort: side === 'both' ? own : fc.constant(null),
      exitShort: side === 'both' ? fc.option(own) : fc.constant(null),
      maxBars: fc.option(fc.integer({ min: 1, max: 2000 })),
      stop: distance,
      target: distance,
      trailing: distance,
      sizing: share,
      maxPositions: fc.integer({ min: 1, max: 20 }),
      leverage: fc.constantFrom(1, 1.5, 2, 3),
      cooldownBars: fc.integer({ min: 0, max: 20 }),
    });
  })
  .chain((rule) =>
    rule.stop === null ? fc.constant(rule) : fc.oneof(share, risk).map((sizing) => ({ ...rule, sizing })),
  );
