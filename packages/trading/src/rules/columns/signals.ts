import type { Calendar, Comparison, Condition, Leaf, Operand, Rule, Trend } from '../rule.ts';
import { childrenOf, isGroup } from '../rule.ts';
import {
  type Column,
  type ColumnSet,
  FALSE,
  type Step,
  TRUE,
  type TruthColumn,
  UNKNOWN,
} from './column-set.ts';
import { meanSideColumn, numberColumn, operandColumn } from './operand-column.ts';

/** What the four conditions of a rule come to at a bar; several may be set. */
export const GO_LONG = 1;
export const EXIT_LONG = 2;
export const GO_SHORT = 4;
export const EXIT_SHORT = 8;

/** Adds the columns of all four conditions, and gives the one that says what they come to. Rules that differ in nothing else share it. */
export function signalColumn(set: ColumnSet, rule: Rule): TruthColumn {
  const { entryLong, exitLong, entryShort, exitShort } = rule;
  const name = `signals ${JSON.stringify([entryLong, exitLong, entryShort, exitShort])}`;
  return set.truthColumn(name, () => makeSignalColumn(set, rule));
}

/** What entry and exit of a side come to, at three times the exit plus the entry: the exit beats it. */
const LONG = Uint8Array.of(0, GO_LONG, 0, EXIT_LONG, EXIT_LONG, EXIT_LONG, 0, GO_LONG, 0);
const SHORT = Uint8Array.of(0, GO_SHORT, 0, EXIT_SHORT, EXIT_SHORT, EXIT_SHORT, 0, GO_SHORT, 0);
/** What both sides come to: entries of both at once are neither. */
const SETTLED = Uint8Array.from({ length: 16 }, (_, bits) => {
  const both = GO_LONG | GO_SHORT;
  return (bits & both) === both ? bits & ~both : bits;
});

function makeSignalColumn(set: ColumnSet, rule: Rule): TruthColumn {
  const never = set.truthColumn('never', () => set.emptyTruths());
  const column = (condition: Condition | null) =>
    condition === null ? never : conditionColumn(set, condition);
  const output = set.emptyTruths();
  const [entryLong, exitLong] = [column(rule.entryLong), column(rule.exitLong)];
  const [entryShort, exitShort] = [column(rule.entryShort), column(rule.exitShort)];
  set.add({
    extend(from, until) {
      const { truths } = output;
      const [enters, leaves] = [entryLong.truths, exitLong.truths];
      for (let at = from; at < until; at++) truths[at] = LONG[3 * leaves[at]! + enters[at]!]!;
      if (rule.entryShort === null) return;
      const [entersShort, leavesShort] = [entryShort.truths, exitShort.truths];
      for (let at = from; at < until; at++)
        truths[at] = SETTLED[truths[at]! | SHORT[3 * leavesShort[at]! + entersShort[at]!]!]!;
    },
  });
  return output;
}

/** Three-valued: what is unknown decides nothing where another condition decides (Kleene). */
export function conditionColumn(set: ColumnSet, condition: Condition): TruthColumn {
  return isGroup(condition)
    ? set.truthColumn(JSON.stringify(condition), () => groupColumn(set, condition))
    : leafColumn(set, condition);
}

/** What two truths of `all` and of `any` come to, at three times the one plus the other: one looked up is quicker than one asked about. */
const BOTH = Uint8Array.of(FALSE, FALSE, FALSE, FALSE, TRUE, UNKNOWN, FALSE, UNKNOWN, UNKNOWN);
const EITHER = Uint8Array.of(FALSE, TRUE, UNKNOWN, TRUE, TRUE, TRUE, UNKNOWN, TRUE, UNKNOWN);

function groupColumn(set: ColumnSet, group: { all: Condition[] } | { any: Condition[] }): TruthColumn {
  const children = childrenOf(group).map((child) => conditionColumn(set, child));
  const output = set.emptyTruths();
  const together = 'all' in group ? BOTH : EITHER;
  const [first, ...others] = children;
  set.add({
    extend(from, until) {
      const { truths } = output;
      if (first) truths.set(first.truths.subarray(from, until), from);
      for (const other of others) combine(truths, other.truths, together, from, until);
    },
  });
  return output;
}

function combine(
  truths: Uint8Array,
  others: Uint8Array,
  together: Uint8Array,
  from: number,
  until: number,
): void {
  for (let at = from; at < until; at++) truths[at] = together[3 * truths[at]! + others[at]!]!;
}

function leafColumn(set: ColumnSet, leaf: Leaf): TruthColumn {
  return set.truthColumn(JSON.stringify(leaf), () => {
    const output = set.emptyTruths();
    if (leaf.is === 'within') set.add(calendarStep(set, leaf, output));
    else if ('of' in leaf) set.add(trendStep(set, leaf, output));
    else set.add(comparisonStep(set, leaf, output));
    return output;
  });
}

/** A value as a condition looks at it. */
interface Reading {
  readonly column: Column;
  readonly offset: number;
  readonly factor: number;
}

const reading = (set: ColumnSet, operand: Operand): Reading =>
  operand.kind === 'number'
    ? { column: numberColumn(set, operand.value), offset: 0, factor: 1 }
    : { column: operandColumn(set, operand), offset: operand.offset, factor: operand.factor };

/** False for NaN and for ±∞. */
const isKnown = (value: number): boolean => value - value === 0;

function comparisonStep(set: ColumnSet, comparison: Comparison, output: TruthColumn): Step {
  const [left, right] = sidesOf(set, comparison);
  const isUpwards = comparison.is === 'above' || comparison.is === 'crossesAbove';
  const [low, high] = isUpwards ? [right, left] : [left, right];
  const isCross = comparison.is === 'crossesAbove' || comparison.is === 'crossesBelow';
  const first = Math.max(low.offset, high.offset);
  return {
    extend(from, until) {
      const { truths } = output;
      truths.fill(UNKNOWN, from, Math.min(first, until));
      const start = Math.max(from, first);
      if (isCross) crossings(truths, low, high, start, until, first);
      else comparisons(truths, low, high, start, until);
    },
  };
}

/** Inner loops over bars [from, until), in which every value is there: nothing in them but numbers. */
function comparisons(truths: Uint8Array, low: Reading, high: Reading, from: number, until: number): void {
  const lows = low.column.values;
  const highs = high.column.values;
  const { offset: lowOffset, factor: lowFactor } = low;
  const { offset: highOffset, factor: highFactor } = high;
  for (let at = from; at < until; at++) {
    const lowNow = lows[at - lowOffset]! * lowFactor;
    const highNow = highs[at - highOffset]! * highFactor;
    truths[at] = isKnown(lowNow) && isKnown(highNow) ? (highNow > lowNow ? TRUE : FALSE) : UNKNOWN;
  }
}

/** @param first the first bar at which both values are there; before it there is nothing to cross. */
function crossings(
  truths: Uint8Array,
  low: Reading,
  high: Reading,
  from: number,
  until: number,
  first: number,
): void {
  const lows = low.column.values;
  const highs = high.column.values;
  const { offset: lowOffset, factor: lowFactor } = low;
  const { offset: highOffset, factor: highFactor } = high;
  let lowBefore = from > first ? lows[from - 1 - lowOffset]! * lowFactor : Number.NaN;
  let highBefore = from > first ? highs[from - 1 - highOffset]! * highFactor : Number.NaN;
  for (let at = from; at < until; at++) {
    const lowNow = lows[at - lowOffset]! * lowFactor;
    const highNow = highs[at - highOffset]! * highFactor;
    const areKnown = isKnown(lowNow) && isKnown(highNow) && isKnown(lowBefore) && isKnown(highBefore);
    truths[at] = areKnown ? (highBefore < lowBefore && highNow > lowNow ? TRUE : FALSE) : UNKNOWN;
    lowBefore = lowNow;
    highBefore = highNow;
  }
}

/** Two simple means of the same values are compared exactly: by the side on which one stands of the other. */
function sidesOf(set: ColumnSet, { left, right }: Comparison): [left: Reading, right: Reading] {
  if (
    left.kind === 'indicator' &&
    right.kind === 'indicator' &&
    left.indicator === 'sma' &&
    right.indicator === 'sma' &&
    left.field === right.field &&
    left.offset === right.offset &&
    left.factor === 1 &&
    right.factor === 1
  ) {
    const column = meanSideColumn(set, left.field, left.bars, right.bars);
    return [
      { column, offset: left.offset, factor: 1 },
      { column: numberColumn(set, 0), offset: 0, factor: 1 },
    ];
  }
  return [reading(set, left), reading(set, right)];
}

/** Whether each of the last steps was upwards, or downwards. */
function trendStep(set: ColumnSet, { of, bars, is }: Trend, output: TruthColumn): Step {
  const { column, offset, factor } = reading(set, of);
  const sign = is === 'rising' ? 1 : -1;
  return {
    extend(from, until) {
      const { values } = column;
      // How many defined values, and how many steps that way, have come one after the other; counted from where it matters.
      let defined = 0;
      let steps = 0;
      let before = Number.NaN;
      for (let at = Math.max(0, from - bars); at < until; at++) {
        const now = at < offset ? Number.NaN : values[at - offset]! * factor;
        defined = isKnown(now) ? defined + 1 : 0;
        steps = sign * now > sign * before && isKnown(now) && isKnown(before) ? steps + 1 : 0;
        before = now;
        if (at >= from) output.truths[at] = defined <= bars ? UNKNOWN : steps >= bars ? TRUE : FALSE;
      }
    },
  };
}

/** By the start of the bar, UTC. */
function calendarStep(
  { candles }: ColumnSet,
  { field, from: low, to: high }: Calendar,
  output: TruthColumn,
): Step {
  const wraps = low > high;
  return {
    extend(from, until) {
      const date = new Date(0);
      for (let at = from; at < until; at++) {
        date.setTime(candles.time[at]!);
        const value = READ[field](date);
        const isWithin = wraps ? value >= low || value <= high : value >= low && value <= high;
        output.truths[at] = isWithin ? TRUE : FALSE;
      }
    },
  };
}

const READ: Readonly<Record<Calendar['field'], (date: Date) => number>> = {
  /** Monday is 1, Sunday 7. */
  weekday: (date) => date.getUTCDay() || 7,
  hour: (date) => date.getUTCHours(),
  day: (date) => date.getUTCDate(),
  month: (date) => date.getUTCMonth() + 1,
};
