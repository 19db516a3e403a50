/**
 * The rule language, version 1: what a bot of one's own trades by, as plain JSON. `docs/rules.md` explains it to people.
 *
 * `ruleVersion` changes whenever the same JSON could decide otherwise; version 1 is interpreted for ever.
 */
import { z } from 'zod';
import { type SymbolSpec, symbolSpec } from '../costs.ts';
import { SIMULATED_SYMBOLS } from '../simulator/symbols.ts';

export const RULE_VERSION = 1;

/** What a rule may be at most; the warm-up is counted by `warmUpBarsOf`. */
/** What rules are tested with, USDT: whole lots need room. */
export const RULE_CAPITAL = 1000;

export const RULE_LIMITS = {
  symbols: 20,
  leaves: 24,
  depth: 3,
  indicators: 40,
  bytes: 16_384,
  warmUpBars: 4_000,
} as const;

export const RULE_SYMBOLS: readonly string[] = SIMULATED_SYMBOLS.map(({ symbol }) => symbol);

/** What trading one of them costs. @throws RangeError for another one. */
export function ruleSymbolSpec(symbol: string): SymbolSpec {
  const known = SIMULATED_SYMBOLS.find((one) => one.symbol === symbol);
  if (known === undefined) throw new RangeError(`no rule trades ${symbol}`);
  return symbolSpec(symbol, known.category);
}

const within = (low: number, high: number) => z.number().min(low).max(high);
const whole = (low: number, high: number) => within(low, high).int();

/** At most so many decimals, so that what is shown is what is meant. */
const DECIMALS = 6;
const hasFewDecimals = (value: number): boolean => Number(value.toFixed(DECIMALS)) === value;

const fields = ['open', 'high', 'low', 'close', 'typical'] as const;
/** `typical` is (high + low + close) / 3. */
const field = z.enum(fields);
export type PriceField = z.infer<typeof field>;

/** `offset` bars back, and what the value is multiplied by last. */
const place = { offset: whole(0, 500).default(0), factor: within(0.01, 100).default(1) };

const indicator = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.strictObject({ kind: z.literal('indicator'), indicator: z.literal(name), ...shape, ...place });

const bars = whole(2, 500);
const barsFromOne = whole(1, 500);
const signal = whole(1, 200);

/** Definitions, sources, first defined bars and units: `indicator-table.ts`. */
const indicatorOperand = z.discriminatedUnion('indicator', [
  indicator('sma', { bars, field: field.default('close') }),
  indicator('ema', { bars, field: field.default('close') }),
  indicator('wma', { bars, field: field.default('close') }),
  indicator('rsi', { bars: bars.default(14) }),
  indicator('atr', { bars: bars.default(14) }),
  indicator('macd', {
    fast: bars.default(12),
    slow: bars.default(26),
    signal: signal.default(9),
    line: z.enum(['macd', 'signal', 'histogram']),
  }),
  indicator('bollinger', {
    bars: bars.default(20),
    deviations: within(0.5, 5).default(2),
    line: z.enum(['upper', 'middle', 'lower', 'position', 'width']),
  }),
  indicator('stochastic', {
    bars: bars.default(14),
    smooth: signal.default(3),
    signal: signal.default(3),
    line: z.enum(['k', 'd']),
  }),
  indicator('adx', { bars: bars.default(14), line: z.enum(['adx', 'plus', 'minus']) }),
  indicator('highest', { bars, field: field.default('high') }),
  indicator('lowest', { bars, field: field.default('low') }),
  indicator('change', { bars: barsFromOne }),
  indicator('deviation', { bars, field: field.default('close') }),
  indicator('zscore', { bars, field: field.default('close') }),
  indicator('drawdown', { bars: barsFromOne }),
]);
export type IndicatorOperand = z.infer<typeof indicatorOperand>;

const operand = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('number'),
    value: within(-1e9, 1e9)
      .refine(hasFewDecimals, `höchstens ${DECIMALS} Nachkommastellen`)
      // −0 is 0.
      .transform((value) => value + 0),
  }),
  z.strictObject({ kind: z.literal('price'), field, ...place }),
  indicatorOperand,
]);
export type Operand = z.infer<typeof operand>;

const comparison = z.strictObject({
  is: z.enum(['above', 'below', 'crossesAbove', 'crossesBelow']),
  left: operand,
  right: operand,
});
const trend = z.strictObject({ is: z.enum(['rising', 'falling']), of: operand, bars: barsFromOne });
const calendar = z.strictObject({
  is: z.literal('within'),
  /** Of the bar's start in UTC: Monday is 1, and `hour` is for hourly rules only. Both ends belong to it; `from > to` wraps. */
  field: z.enum(['weekday', 'hour', 'day', 'month']),
  from: z.int(),
  to: z.int(),
});
export type CalendarField = z.infer<typeof calendar>['field'];
export const CALENDAR_RANGES: Readonly<Record<CalendarField, readonly [low: number, high: number]>> = {
  weekday: [1, 7],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
};

export type Comparison = z.infer<typeof comparison>;
export type Trend = z.infer<typeof trend>;
export type Calendar = z.infer<typeof calendar>;
export type Leaf = Comparison | Trend | Calendar;
export type Condition = { all: Condition[] } | { any: Condition[] } | Leaf;

const children = z
  .array(z.lazy(() => condition))
  .min(1)
  .max(RULE_LIMITS.leaves);
const groups = { all: z.strictObject({ all: children }), any: z.strictObject({ any: children }) };
const leaf = z.discriminatedUnion('is', [comparison, trend, calendar]);
/** Read as what it begins to be, so that a fault deep inside is told at its own place. */
const condition: z.ZodType<Condition> = z.unknown().transform((value, context) => {
  const isObject = typeof value === 'object' && value !== null;
  const shape: z.ZodType<Condition> =
    isObject && 'all' in value ? groups.all : isObject && 'any' in value ? groups.any : leaf;
  const read = shape.safeParse(value, { reportInput: true });
  if (read.success) return read.data;
  // What zod gives out as issues it takes in as well, with types that differ in `input` alone.
  context.issues.push(...(read.error.issues as z.core.$ZodRawIssue[]));
  return z.NEVER;
});

/** From the mid price of the entry: a part of it in percent, or so many ATR(14) of the bar that decided. */
const distance = z.discriminatedUnion('unit', [
  z.strictObject({ unit: z.literal('percent'), value: within(0.1, 50) }),
  z.strictObject({ unit: z.literal('atr'), value: within(0.1, 20) }),
]);
export type Distance = z.infer<typeof distance>;

const sizing = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('share'),
    percent: within(1, 300),
    lot: within(1e-8, 1e6).nullable().default(null),
  }),
  z.strictObject({ by: z.literal('risk'), percent: within(0.1, 5), lot: z.null().default(null) }),
]);

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

/** The shape alone; what its parts have to do with one another `parse-rule.ts` checks. */
export const ruleShape = z.strictObject({
  ruleVersion: z.literal(RULE_VERSION),
  symbols: z.array(z.enum(RULE_SYMBOLS)).min(1).max(RULE_LIMITS.symbols),
  interval: z.enum(['1h', '1d']),
  side: z.enum(['long', 'both']),
  entryLong: condition,
  exitLong: optional(condition),
  entryShort: optional(condition),
  exitShort: optional(condition),
  /** Longest holding time. */
  maxBars: optional(whole(1, 2000)),
  stop: optional(distance),
  target: optional(distance),
  trailing: optional(distance),
  sizing,
  maxPositions: whole(1, 20).default(1),
  leverage: within(1, 3).default(1),
  /** Bars of a symbol without an entry after it was left. */
  cooldownBars: whole(0, 500).default(0),
});
/** With every default written out. */
export type Rule = z.infer<typeof ruleShape>;

/** The four conditions of a rule, in the order in which they are told. */
export const SECTIONS = ['entryLong', 'exitLong', 'entryShort', 'exitShort'] as const;
export type Section = (typeof SECTIONS)[number];

export const isGroup = (node: Condition): node is { all: Condition[] } | { any: Condition[] } =>
  !('is' in node);
export const childrenOf = (node: { all: Condition[] } | { any: Condition[] }): Condition[] =>
  'all' in node ? node.all : node.any;

/** Every comparison, trend and calendar condition, in the order in which they are written. */
export function leavesOf(node: Condition): Leaf[] {
  return isGroup(node) ? childrenOf(node).flatMap(leavesOf) : [node];
}

export function operandsOf(leaf: Leaf): Operand[] {
  if (leaf.is === 'within') return [];
  return 'of' in leaf ? [leaf.of] : [leaf.left, leaf.right];
}
