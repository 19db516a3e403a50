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
import { meanSideColumn, operandColumn } from './operand-column.ts';

/** What the four conditions of a rule come to at a bar; several may be set. */
export const GO_LONG = 1;
export const EXIT_LONG = 2;
export const GO_SHORT = 4;
export const EXIT_SHORT = 8;

/** Adds the columns of all four conditions, and gives the one that says what they come to. */
export function signalColumn(set: ColumnSet, rule: Rule): TruthColumn {
  const column = (condition: Condition | null) => condition && conditionColumn(set, condition);
  const output = set.emptyTruths();
  const entryLong = conditionColumn(set, rule.entryLong);
  const exitLong = column(rule.exitLong);
  const entryShort = column(rule.entryShort);
  const exitShort = column(rule.exitShort);
  const fires = (one: TruthColumn | null, at: number): boolean => one !== null && one.truths[at] === TRUE;
  set.add({
    extend(from, until) {
      for (let at = from; at < until; at++) {
        const leavesLong = fires(exitLong, at);
        const leavesShort = fires(exitShort, at);
        const goesLong = !leavesLong && entryLong.truths[at] === TRUE;
        const goesShort = !leavesShort && fires(entryShort, at);
        // Both at once is neither.
        const goes = goesLong === goesShort ? 0 : goesLong ? GO_LONG : GO_SHORT;
        output.truths[at] = goes | (leavesLong ? EXIT_LONG : 0) | (leavesShort ? EXIT_SHORT : 0);
      }
    },
  });
  return output;
}

/** Three-valued: what is unknown decides nothing where another condition decides (Kleene). */
export function conditionColumn(set: ColumnSet, condition: Condition): TruthColumn {
  if (!isGroup(condition)) return leafColumn(set, condition);
  const children = childrenOf(condition).map((child) => conditionColumn(set, child));
  const output = set.emptyTruths();
  // One of these decides the group; else it is unknown where any is, and the opposite otherwise.
  const deciding = 'all' in condition ? FALSE : TRUE;
  set.add({
    extend(from, until) {
      const { truths } = output;
      truths.fill(1 - deciding, from, until);
      for (const child of children) {
        for (let at = from; at < until; at++) {
          const truth = child.truths[at]!;
          if (truth === deciding || (truth === UNKNOWN && truths[at] !== deciding)) truths[at] = truth;
        }
      }
    },
  });
  return output;
}

function leafColumn(set: ColumnSet, leaf: Leaf): TruthColumn {
  const output = set.emptyTruths();
  if (leaf.is === 'within') set.add(calendarStep(set, leaf, output));
  else if ('of' in leaf) set.add(trendStep(set, leaf, output));
  else set.add(comparisonStep(set, leaf, output));
  return output;
}

/** A value as a condition looks at it. A number is the same at every bar. */
interface Reading {
  readonly column: Column | null;
  readonly offset: number;
  /** The number itself where there is no column. */
  readonly factor: number;
}

function reading(set: ColumnSet, operand: Operand): Reading {
  if (operand.kind === 'number') return { column: null, offset: 0, factor: operand.value };
  return { column: operandColumn(set, operand), offset: operand.offset, factor: operand.factor };
}

function valueAt({ column, offset, factor }: Reading, at: number): number {
  if (column === null) return factor;
  return at < offset ? Number.NaN : column.values[at - offset]! * factor;
}

/** False for NaN and for ±∞. */
const isKnown = (value: number): boolean => value - value === 0;

function comparisonStep(set: ColumnSet, comparison: Comparison, output: TruthColumn): Step {
  const [left, right] = sidesOf(set, comparison);
  const isUpwards = comparison.is === 'above' || comparison.is === 'crossesAbove';
  const [low, high] = isUpwards ? [right, left] : [left, right];
  const isCross = comparison.is === 'crossesAbove' || comparison.is === 'crossesBelow';
  return {
    extend(from, until) {
      const { truths } = output;
      let lowBefore = from === 0 ? Number.NaN : valueAt(low, from - 1);
      let highBefore = from === 0 ? Number.NaN : valueAt(high, from - 1);
      for (let at = from; at < until; at++) {
        const lowNow = valueAt(low, at);
        const highNow = valueAt(high, at);
        const isDefined = isKnown(lowNow) && isKnown(highNow);
        if (!isCross) truths[at] = isDefined ? Number(highNow > lowNow) : UNKNOWN;
        else if (!isDefined || !isKnown(lowBefore) || !isKnown(highBefore)) truths[at] = UNKNOWN;
        else truths[at] = highBefore < lowBefore && highNow > lowNow ? TRUE : FALSE;
        lowBefore = lowNow;
        highBefore = highNow;
      }
    },
  };
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
      { column: null, offset: 0, factor: 0 },
    ];
  }
  return [reading(set, left), reading(set, right)];
}

/** Whether each of the last steps was upwards, or downwards. */
function trendStep(set: ColumnSet, { of, bars, is }: Trend, output: TruthColumn): Step {
  const value = reading(set, of);
  const sign = is === 'rising' ? 1 : -1;
  return {
    extend(from, until) {
      // How many defined values, and how many steps that way, have come one after the other; counted from where it matters.
      let defined = 0;
      let steps = 0;
      let before = Number.NaN;
      for (let at = Math.max(0, from - bars); at < until; at++) {
        const now = valueAt(value, at);
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
