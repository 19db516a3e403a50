/** What each line of a rule did in a run, so that buys and sells add up. */
import type { BacktestResult } from '../backtest.ts';
import { type Candles, firstIndexAt } from '../candles.ts';
import type { RoundTrip } from '../closed-trades.ts';
import type { FillReason } from '../fill.ts';
import { type ColumnSource, TRUTH, type TruthColumn } from './columns/column-set.ts';
import { conditionColumn } from './columns/signals.ts';
import { type Condition, childrenOf, isGroup, type Leaf, type Rule, SECTIONS, type Section } from './rule.ts';

export interface RuleLine {
  readonly section: Section;
  /** Keys and indices that lead to it in the rule. */
  readonly path: readonly (string | number)[];
  readonly leaf: Leaf;
}

/** Every comparison, trend and calendar condition, in the order in which they are written. */
export const linesOf = (rule: Rule): RuleLine[] =>
  SECTIONS.flatMap((section) => {
    const condition = rule[section];
    return condition === null ? [] : linesWithin(condition, section, [section]);
  });

function linesWithin(node: Condition, section: Section, path: readonly (string | number)[]): RuleLine[] {
  if (!isGroup(node)) return [{ section, path, leaf: node }];
  const kind = 'all' in node ? 'all' : 'any';
  return childrenOf(node).flatMap((child, index) => linesWithin(child, section, [...path, kind, index]));
}

/** Bars of the period, over all symbols, at whose close something was true, and at which nobody could know. */
export interface BarTally {
  readonly trueBars: number;
  readonly unknownBars: number;
}

export interface LineTally extends RuleLine, BarTally {
  /** Positions that it ended: where several lines of an exit are true, the first one as written. */
  readonly exits: number;
}

export interface TalliedTrade extends RoundTrip {
  /** Index of the line that ended it; null where no line of the exit did. */
  readonly line: number | null;
}

export interface RuleTally {
  /** Bars of the period over all symbols. */
  readonly bars: number;
  readonly lines: readonly LineTally[];
  /** Each condition as a whole; null for one that the rule does not have. */
  readonly sections: Readonly<Record<Section, BarTally | null>>;
  /** Positions opened: as many as closed ones (those that lines ended, and `otherExits`) and open ones together. */
  readonly entries: number;
  readonly otherExits: Readonly<Partial<Record<FillReason, number>>>;
  readonly open: number;
  /** In the order of closing. */
  readonly trades: readonly TalliedTrade[];
}

/**
 * @param result of a run of the rule over these candles. @param candles per symbol of the rule, the bars that it decides on.
 * @param from, @param until of the run, ms UTC. @param setOf the columns that the run has filled already, or new ones.
 */
export function tallyRule(
  rule: Rule,
  { trades, openPositions }: Pick<BacktestResult, 'trades' | 'openPositions'>,
  candles: ReadonlyMap<string, Candles>,
  { from, until }: { from: number; until: number },
  setOf: ColumnSource,
): RuleTally {
  const lines = linesOf(rule);
  const markets = new Map(
    [...candles].map(([symbol, series]) => {
      const set = setOf(series);
      const columns = lines.map(({ leaf }) => conditionColumn(set, leaf));
      const wholes = SECTIONS.map((section) => rule[section] && conditionColumn(set, rule[section]));
      set.extend(series.length);
      const [first, last] = [firstIndexAt(series, from), firstIndexAt(series, until)];
      return [symbol, { series, columns, wholes, first, last }] as const;
    }),
  );
  const count = (columnOf: (market: NonNullable<ReturnType<typeof markets.get>>) => TruthColumn | null) => {
    let [trueBars, unknownBars] = [0, 0];
    for (const market of markets.values()) {
      const truths = columnOf(market)?.truths ?? [];
      for (let at = market.first; at < market.last; at++) {
        if (truths[at] === TRUTH.TRUE) trueBars++;
        else if (truths[at] === TRUTH.UNKNOWN) unknownBars++;
      }
    }
    return { trueBars, unknownBars };
  };
  const tallied = trades.map((trade): TalliedTrade => {
    if (trade.reason !== 'exit') return { ...trade, line: null };
    const { series, columns, wholes } = markets.get(trade.symbol)!;
    // It fills at the open after the bar that decided.
    const decided = firstIndexAt(series, trade.closedAt) - 1;
    const section: Section = trade.direction === 'long' ? 'exitLong' : 'exitShort';
    // Else the entry of the other side ended it.
    if (wholes[SECTIONS.indexOf(section)]?.truths[decided] !== TRUTH.TRUE) return { ...trade, line: null };
    const line = lines.findIndex(
      (one, index) => one.section === section && columns[index]!.truths[decided] === TRUTH.TRUE,
    );
    return { ...trade, line: line < 0 ? null : line };
  });
  const otherExits: Partial<Record<FillReason, number>> = {};
  for (const { line, reason } of tallied)
    if (line === null) otherExits[reason] = (otherExits[reason] ?? 0) + 1;
  const sections = SECTIONS.map((section, index) => {
    return [section, rule[section] && count(({ wholes }) => wholes[index]!)] as const;
  });
  return {
    bars: [...markets.values()].reduce((sum, { first, last }) => sum + last - first, 0),
    lines: lines.map((line, index) => ({
      ...line,
      ...count(({ columns }) => columns[index]!),
      exits: tallied.filter((trade) => trade.line === index).length,
    })),
    sections: Object.fromEntries(sections) as Record<Section, BarTally | null>,
    entries: trades.length + openPositions.length,
    otherExits,
    open: openPositions.length,
    trades: tallied,
  };
}
