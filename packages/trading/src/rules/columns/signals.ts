import type { Calendar, Comparison, Condition, Leaf, Operand, Rule, Trend } from '../rule.ts';
import { childrenOf, isGroup } from '../rule.ts';
import {
  AT_ALL_FOUR,
  type Column,
  type ColumnSet,
  type Step,
  TRUTH,
  type TruthColumn,
} from './column-set.ts';
import { meanSideColumn, operandColumn } from './operand-column.ts';

/** What the four conditions of a rule come to at a bar; several may be set. */
export const GO_LONG = 1;
export const EXIT_LONG = 2;
export const GO_SHORT = 4;
export const EXIT_SHORT = 8;

/** Adds the columns of all four conditions, and gives the one that says what they come to. Rules that differ in nothing else share it. */
export function signalColumn(set: ColumnSet, rule: Rule): TruthColumn {
  return set.truthColumn(signalsName(rule), () => makeSignalColumn(set, rule));
}

const signalsName = textOnce(
  ({ entryLong, exitLong, entryShort, exitShort }: Rule) =>
    `signals ${JSON.stringify([entryLong, exitLong, entryShort, exitShort])}`,
);
const conditionName = textOnce((condition: Condition) => JSON.stringify(condition));

/** One text for each part of a rule, which is never changed: the columns of all its symbols have that name, and it is long. */
function textOnce<Part extends object>(textOf: (part: Part) => string): (part: Part) => string {
  const known = new WeakMap<Part, string>();
  return (part) => {
    const text = known.get(part) ?? textOf(part);
    known.set(part, text);
    return text;
  };
}

// Numbers of this module: only those does the runtime take for constants.
const { TRUE, FALSE, UNKNOWN } = TRUTH;
const TRUES = TRUE * AT_ALL_FOUR;
const FALSES = FALSE * AT_ALL_FOUR;

function makeSignalColumn(set: ColumnSet, rule: Rule): TruthColumn {
  const never = set.truthColumn('never', () => set.emptyTruths());
  const [enterLong, leaveLong, enterShort, leaveShort] = [
    rule.entryLong,
    rule.exitLong,
    rule.entryShort,
    // Without an entry there is nothing to exit from.
    rule.entryShort && rule.exitShort,
  ].map((condition) => (condition === null ? never : conditionColumn(set, condition)));
  const output = set.emptyTruths();
  set.add({
    extend(from, until) {
      const { words } = output;
      const enters = enterLong!.words;
      const leaves = leaveLong!.words;
      const entersShort = enterShort!.words;
      const leavesShort = leaveShort!.words;
      // Bars around those asked for, in the same word, come out as before, or are done again later.
      for (let at = from >> 2; at < until / 4; at++) {
        const exitLong = leaves[at]! & TRUES;
        const exitShort = leavesShort[at]! & TRUES;
        // The exit of a side beats its entry, and entries of both sides at once are neither.
        const long = enters[at]! & ~exitLong & TRUES;
        const short = entersShort[at]! & ~exitShort & TRUES;
        words[at] =
          (long & ~short) * GO_LONG +
          exitLong * EXIT_LONG +
          (short & ~long) * GO_SHORT +
          exitShort * EXIT_SHORT;
      }
    },
  });
  return output;
}

/** Three-valued: what is unknown decides nothing where another condition decides (Kleene). */
export function conditionColumn(set: ColumnSet, condition: Condition): TruthColumn {
  return isGroup(condition)
    ? set.truthColumn(conditionName(condition), () => groupColumn(set, condition))
    : leafColumn(set, condition);
}

function groupColumn(set: ColumnSet, group: { all: Condition[] } | { any: Condition[] }): TruthColumn {
  const children = childrenOf(group).map((child) => conditionColumn(set, child));
  const output = set.emptyTruths();
  const [first, ...others] = children;
  // All are true where each is, and not where any is not; of alternatives it is the other way round.
  const [where, whereNot] = 'all' in group ? [TRUES, FALSES] : [FALSES, TRUES];
  set.add({
    extend(from, until) {
      const { words } = output;
      const [start, end] = [from >> 2, Math.ceil(until / 4)];
      if (first) words.set(first.words.subarray(start, end), start);
      for (const other of others) combine(words, other.words, where, whereNot, start, end);
    },
  });
  return output;
}

function combine(
  words: Uint32Array,
  others: Uint32Array,
  both: number,
  either: number,
  start: number,
  end: number,
): void {
  for (let at = start; at < end; at++) {
    const [one, other] = [words[at]!, others[at]!];
    words[at] = (one & other & both) | ((one | other) & either);
  }
}

function leafColumn(set: ColumnSet, leaf: Leaf): TruthColumn {
  return set.truthColumn(conditionName(leaf), () => {
    const output = set.emptyTruths();
    if (leaf.is === 'within') set.add(calendarStep(set, leaf, output));
    else if ('of' in leaf) set.add(trendStep(set, leaf, output));
    else set.add(comparisonStep(set, leaf, output));
    return output;
  });
}

/** A value as a condition looks at it: that of a column so many bars before, times a factor. */
interface Reading {
  readonly column: Pick<Column, 'values'>;
  readonly offset: number;
  readonly factor: number;
  /** All bits, or none where the same number is read at every bar. */
  readonly mask: -1 | 0;
}

const ONE = { values: Float64Array.of(1) };
const constant = (value: number): Reading => ({ column: ONE, offset: 0, factor: value, mask: 0 });

const reading = (set: ColumnSet, operand: Operand): Reading =>
  operand.kind === 'number'
    ? constant(operand.value)
    : { column: operandColumn(set, operand), offset: operand.offset, factor: operand.factor, mask: -1 };

const valueAt = ({ column, offset, factor, mask }: Reading, at: number): number =>
  column.values[(at - offset) & mask]! * factor;

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
      if (start >= until) return;
      if (isCross) findCrosses(truths, low, high, start, until, first);
      else compare(truths, low, high, start, until);
    },
  };
}

function compare(truths: Uint8Array, low: Reading, high: Reading, from: number, until: number): void {
  const lows = low.column.values;
  const highs = high.column.values;
  const { offset: lowOffset, factor: lowFactor, mask: lowMask } = low;
  const { offset: highOffset, factor: highFactor, mask: highMask } = high;
  for (let at = from; at < until; at++) {
    const gap =
      highs[(at - highOffset) & highMask]! * highFactor - lows[(at - lowOffset) & lowMask]! * lowFactor;
    // One less where it is true: no branch that nobody can foresee.
    truths[at] = isKnown(gap) ? FALSE - Number(gap > 0) : UNKNOWN;
  }
}

/** @param first bar at which both are there: before it there is nothing to cross. */
function findCrosses(
  truths: Uint8Array,
  low: Reading,
  high: Reading,
  from: number,
  until: number,
  first: number,
): void {
  const lows = low.column.values;
  const highs = high.column.values;
  const { offset: lowOffset, factor: lowFactor, mask: lowMask } = low;
  const { offset: highOffset, factor: highFactor, mask: highMask } = high;
  let last = from > first ? valueAt(high, from - 1) - valueAt(low, from - 1) : Number.NaN;
  for (let at = from; at < until; at++) {
    const gap =
      highs[(at - highOffset) & highMask]! * highFactor - lows[(at - lowOffset) & lowMask]! * lowFactor;
    truths[at] = isKnown(gap) && isKnown(last) ? FALSE - Number(gap > 0) * Number(last < 0) : UNKNOWN;
    last = gap;
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
    return [{ column, offset: left.offset, factor: 1, mask: -1 }, constant(0)];
  }
  return [reading(set, left), reading(set, right)];
}

/** Whether each of the last steps was upwards, or downwards. */
function trendStep(set: ColumnSet, { of, bars, is }: Trend, output: TruthColumn): Step {
  const read = reading(set, of);
  const sign = is === 'rising' ? 1 : -1;
  return {
    extend(from, until) {
      // How many defined values, and how many steps that way, have come one after the other; counted from where it matters.
      let defined = 0;
      let steps = 0;
      let before = Number.NaN;
      for (let at = Math.max(0, from - bars); at < until; at++) {
        const now = at < read.offset ? Number.NaN : valueAt(read, at);
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
  { bars }: ColumnSet,
  { field, from: low, to: high }: Calendar,
  output: TruthColumn,
): Step {
  const wraps = low > high;
  return {
    extend(from, until) {
      const date = new Date(0);
      for (let at = from; at < until; at++) {
        date.setTime(bars.time[at]!);
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
