import { type Candles, firstIndexAt } from '../candles.ts';
import type { Position } from '../order.ts';
import type { Signals } from '../strategy.ts';
import {
  BARS_PER_PIECE,
  type Column,
  type ColumnSet,
  type ColumnSource,
  nextWith,
  type TruthColumn,
} from './columns/column-set.ts';
import { rangeColumn } from './columns/operand-column.ts';
import { EXIT_LONG, EXIT_SHORT, GO_LONG, GO_SHORT, signalColumn } from './columns/signals.ts';
import { DISTANCE_ATR_BARS } from './indicator-table.ts';
import { leavesOf, operandsOf, type Rule, SECTIONS } from './rule.ts';

/** What a rule wants of a symbol at a bar of it, before anybody asks whether there is room. */
export type Wish = 'nothing' | 'exit' | 'time' | 'long' | 'short' | 'cooldown';

interface SymbolColumns {
  readonly set: ColumnSet;
  readonly signals: TruthColumn;
  /** Null for a rule that measures nothing in it. */
  readonly range: Column | null;
}

/** The columns of a rule for each of its symbols, and what they come to at the newest bar. */
export class RuleSignals implements Signals {
  /** Whether the rule measures a distance by the average true range. */
  readonly needsRange: boolean;
  readonly #rule: Rule;
  readonly #symbols: readonly SymbolColumns[];
  readonly #intervalMs: number;
  /** How many bars of each symbol are complete. */
  readonly #complete: Int32Array;

  /** @param setOf the columns over the candles of a symbol, which other rules may share. */
  constructor(rule: Rule, candles: readonly Candles[], intervalMs: number, setOf: ColumnSource) {
    this.#rule = rule;
    this.#intervalMs = intervalMs;
    this.needsRange = [rule.stop, rule.target, rule.trailing].some((distance) => distance?.unit === 'atr');
    this.#symbols = candles.map((series) => {
      const set = setOf(series);
      const range = this.needsRange ? rangeColumn(set, DISTANCE_ATR_BARS) : null;
      return { set, signals: signalColumn(set, rule), range };
    });
    this.#complete = new Int32Array(candles.length);
  }

  observe(index: number, complete: number): void {
    const { set } = this.#symbols[index]!;
    set.forget(complete);
    fillTo(set, complete);
    this.#complete[index] = complete;
  }

  nextDue(index: number, position: Readonly<Position>, from: number, until: number): number {
    const { set, signals } = this.#symbols[index]!;
    fillTo(set, until);
    const { start } = set;
    const { units, openedAt, closedAt } = position;
    const { cooldownBars, maxBars } = this.#rule;
    let at = from;
    let end = until;
    if (units === 0 && cooldownBars > 0 && closedAt !== null)
      at = Math.max(at, this.#barOf(index, closedAt) + cooldownBars);
    if (units !== 0 && maxBars !== null && openedAt !== null)
      end = Math.min(end, this.#barOf(index, openedAt) + maxBars - 1);
    const asks = units === 0 ? GO_LONG | GO_SHORT : units > 0 ? EXIT_LONG | GO_SHORT : EXIT_SHORT | GO_LONG;
    at = nextWith(asks, signals, at - start, Math.max(at, end) - start) + start;
    return Math.min(at, until);
  }

  state(): (number | null)[][] {
    const bars = lookBackOf(this.#rule);
    return this.#symbols.map(({ set }) => set.state(bars));
  }

  restore(state: readonly (readonly (number | null)[])[]): void {
    for (const [index, { set }] of this.#symbols.entries()) set.restore(state[index] ?? []);
  }

  /** Average true range of the newest bar; NaN where it is undefined or not needed. */
  range(index: number): number {
    const { range, set } = this.#symbols[index]!;
    return range?.values[this.#complete[index]! - 1 - set.start] ?? Number.NaN;
  }

  /** At the close of the newest bar, held as `position` says. */
  wish(index: number, position: Readonly<Position>): Wish {
    const { set, signals } = this.#symbols[index]!;
    const { cooldownBars, maxBars } = this.#rule;
    const signal = signals.truths[this.#complete[index]! - 1 - set.start] ?? 0;
    const goes = (signal & GO_LONG) !== 0 ? 'long' : (signal & GO_SHORT) !== 0 ? 'short' : null;
    const { units, openedAt, closedAt } = position;
    if (units === 0) {
      if (goes === null) return 'nothing';
      const rests = cooldownBars > 0 && closedAt !== null && this.#barsSince(index, closedAt) <= cooldownBars;
      return rests ? 'cooldown' : goes;
    }
    const side = units > 0 ? 'long' : 'short';
    if (goes !== null && goes !== side) return cooldownBars > 0 ? 'exit' : goes;
    if ((signal & (units > 0 ? EXIT_LONG : EXIT_SHORT)) !== 0) return 'exit';
    const isOver = maxBars !== null && openedAt !== null && this.#barsSince(index, openedAt) >= maxBars;
    return isOver ? 'time' : 'nothing';
  }

  /** Complete bars from the one that `moment` (ms UTC) lies in, that one included. */
  #barsSince(index: number, moment: number): number {
    return this.#complete[index]! - this.#barOf(index, moment);
  }

  /** Index of the bar that `moment` (ms UTC) lies in, or of the one after it. */
  #barOf(index: number, moment: number): number {
    const interval = this.#intervalMs;
    const start = Math.floor(moment / interval) * interval;
    const { candles } = this.#symbols[index]!.set;
    // Mostly not long ago, with every bar since.
    const newest = this.#complete[index]! - 1;
    const near = newest - Math.round((candles.time[newest]! - start) / interval);
    return candles.time[near] === start ? near : firstIndexAt(candles, start);
  }
}

/** Of bars that are there beforehand at least a piece. */
function fillTo(set: ColumnSet, until: number): void {
  if (until > set.length)
    set.extend(Math.min(set.candles.length, Math.max(until, set.length + BARS_PER_PIECE)));
}

/** How many of the newest values its conditions look at. */
function lookBackOf(rule: Rule): number {
  const leaves = SECTIONS.flatMap((section) => {
    const condition = rule[section];
    return condition === null ? [] : leavesOf(condition);
  });
  const steps = leaves.map((leaf) => {
    const offsets = operandsOf(leaf).map((operand) => (operand.kind === 'number' ? 0 : operand.offset));
    return Math.max(0, ...offsets) + ('of' in leaf ? leaf.bars : 1);
  });
  return Math.max(...steps) + 1;
}
