import type { Candles } from '../candles.ts';
import { type ColumnSource, TRUTH } from './columns/column-set.ts';
import { operandColumn } from './columns/operand-column.ts';
import { conditionColumn } from './columns/signals.ts';
import {
  type Condition,
  childrenOf,
  isGroup,
  type Operand,
  type Rule,
  SECTIONS,
  type Section,
} from './rule.ts';
import { linesOf, type RuleLine } from './rule-tally.ts';

/** A condition at the newest bar. */
export interface LineNow extends RuleLine {
  /** NaN where nobody can know; of a trend the value that rises or falls, of a calendar condition none. */
  readonly values: readonly number[];
  /** Null: not known. */
  readonly isTrue: boolean | null;
}

/** How every line of a rule stands at the newest bar of a symbol; nothing without a bar. */
export function linesNow(rule: Rule, candles: Candles, setOf: ColumnSource): LineNow[] {
  if (candles.length === 0) return [];
  return linesOf(rule).map((line) => {
    const { leaf } = line;
    const set = setOf(candles);
    const column = conditionColumn(set, leaf);
    const operands = leaf.is === 'within' ? [] : 'of' in leaf ? [leaf.of] : [leaf.left, leaf.right];
    const values = operands.map((operand) => valuesOf(operand, candles, setOf)(candles.length - 1));
    set.extend(candles.length);
    const truth = column.truths[candles.length - 1];
    return { ...line, values, isTrue: truth === TRUTH.UNKNOWN ? null : truth === TRUTH.TRUE };
  });
}

/** The conditions of a rule that hold as a whole, as their lines stand. */
export function sectionsHeld(rule: Rule, lines: readonly LineNow[]): Section[] {
  const isTrue = new Map(lines.map(({ leaf, isTrue }) => [leaf, isTrue === true]));
  const holds = (node: Condition): boolean => {
    if (!isGroup(node)) return isTrue.get(node) === true;
    return 'all' in node ? node.all.every(holds) : node.any.some(holds);
  };
  return SECTIONS.filter((section) => rule[section] !== null && holds(rule[section]));
}

/** How many lines would have to come true, as they stand, for one of the entries: of alternatives the nearest. */
export function missingForEntry({ entryLong, entryShort }: Rule, lines: readonly LineNow[]): number {
  const isTrue = new Map(lines.map(({ leaf, isTrue }) => [leaf, isTrue === true]));
  const missing = (node: Condition): number => {
    if (!isGroup(node)) return isTrue.get(node) ? 0 : 1;
    const each = childrenOf(node).map(missing);
    return 'all' in node ? each.reduce((sum, one) => sum + one, 0) : Math.min(...each);
  };
  return Math.min(missing(entryLong), entryShort === null ? Number.POSITIVE_INFINITY : missing(entryShort));
}

/** A value at any bar of a symbol; NaN where it is undefined. */
export function valuesOf(operand: Operand, candles: Candles, setOf: ColumnSource): (at: number) => number {
  if (operand.kind === 'number') return () => operand.value;
  const set = setOf(candles);
  const column = operandColumn(set, operand);
  set.extend(candles.length);
  const { offset, factor } = operand;
  return (at) => (at < offset ? Number.NaN : column.values[at - offset]! * factor);
}
