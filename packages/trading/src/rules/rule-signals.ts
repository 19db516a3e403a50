import { type Candles, firstIndexAt } from '../candles.ts';
import type { Position } from '../order.ts';
import type { Signals } from '../strategy.ts';
import { type Column, ColumnSet, type TruthColumn } from './columns/column-set.ts';
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
  readonly #rule: Rule;
  readonly #symbols: readonly SymbolColumns[];
  readonly #intervalMs: number;

  constructor(rule: Rule, candles: readonly Candles[], intervalMs: number) {
    this.#rule = rule;
    this.#intervalMs = intervalMs;
    const needsRange = [rule.stop, rule.target, rule.trailing].some((distance) => distance?.unit === 'atr');
    this.#symbols = candles.map((series) => {
      const set = new ColumnSet(series);
      const range = needsRange ? rangeColumn(set, DISTANCE_ATR_BARS) : null;
      return { set, signals: signalColumn(set, rule), range };
    });
  }

  observe(index: number): void {
    const { set } = this.#symbols[index]!;
    set.extend(set.candles.length);
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
    const { set, range } = this.#symbols[index]!;
    return range?.values[set.length - 1] ?? Number.NaN;
  }

  /** At the close of the newest bar, held as `position` says. */
  wish(index: number, position: Readonly<Position>): Wish {
    const { set, signals } = this.#symbols[index]!;
    const { cooldownBars, maxBars } = this.#rule;
    const signal = signals.truths[set.length - 1] ?? 0;
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
    const { candles } = this.#symbols[index]!.set;
    const start = Math.floor(moment / this.#intervalMs) * this.#intervalMs;
    return candles.length - firstIndexAt(candles, start);
  }
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
