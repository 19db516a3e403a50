/** Why a rule decided as it did at a bar, and from which other close on it would have decided otherwise. */
import { type BacktestResult, runBacktest } from '../backtest.ts';
import { type Candles, DAY_MS, firstBars, firstIndexAt, HOUR_MS } from '../candles.ts';
import type { SymbolSpec } from '../costs.ts';
import type { FillReason } from '../fill.ts';
import { ruleHashOf } from './canonical.ts';
import { ColumnSet, sharedColumns } from './columns/column-set.ts';
import { compileRule } from './compile-rule.ts';
import { type LineNow, linesNow, sectionsHeld } from './line-values.ts';
import { RULE_CAPITAL, type Rule, type Section } from './rule.ts';

export interface DecisionWanted {
  readonly rule: Rule;
  /** For each symbol of the rule the bars that it decides on, those before the run included. */
  readonly series: readonly { readonly spec: SymbolSpec; readonly candles: Candles }[];
  /** The run traded bars that start in [from, until), ms UTC. */
  readonly from: number;
  readonly until: number;
  readonly costFactor: number;
  readonly symbol: string;
  /** Start of the bar at whose open an order of the symbol was filled. */
  readonly filledAt: number;
  /** Decimals of the symbol's prices. */
  readonly digits: number;
}

/** What was ordered at the close of a bar: what was filled at the next open; null: nothing. */
export type Ordered = Extract<FillReason, 'entry' | 'reverse' | 'exit' | 'time'> | null;

/** What ends a position inside a bar, before the rule is asked at its close. */
export type Stopped = Extract<FillReason, 'stop' | 'target' | 'trailing'>;

/** The nearest close at which something else would have been ordered. */
export interface PriceFlip {
  /** A multiple of half the last decimal; half a decimal less and the order is still the one that was. */
  readonly price: number;
  /** Where nothing was ordered, what had ended the position in that bar. */
  readonly ordered: Ordered | Stopped;
}

export interface ExplainedDecision {
  /** Start of the bar that decided, ms UTC. */
  readonly at: number;
  readonly close: number;
  readonly ordered: Ordered;
  /** Every line of the rule at that bar. */
  readonly lines: readonly LineNow[];
  /** The conditions that held as a whole. */
  readonly held: readonly Section[];
  readonly below: PriceFlip | null;
  readonly above: PriceFlip | null;
  /**
   * Why there is no such close: it is further away than a fifth of the price, or the price decided nothing, since what was ordered was
   * ordered for the time that was held. Null where there is one.
   */
  readonly missing: 'no-price' | 'not-price' | null;
}

/**
 * The condition that gives an order of this kind; null: it is for the time that was held. What ends a position without its own exit
 * is the entry of the other side.
 *
 * @param side of the order: 1 buys, −1 sells. @param held the conditions that held as a whole.
 */
export function decidingSection(
  side: 1 | -1,
  ordered: NonNullable<Ordered>,
  held: readonly Section[],
): Section | null {
  if (ordered === 'time') return null;
  const [exit, entry] =
    side < 0 ? (['exitLong', 'entryShort'] as const) : (['exitShort', 'entryLong'] as const);
  return ordered !== 'exit' || (held.includes(entry) && !held.includes(exit)) ? entry : exit;
}

const STOPS: ReadonlySet<FillReason> = new Set<Stopped>(['stop', 'target', 'trailing']);
const SCAN_STEPS = 64;
const SCAN_RANGE = 0.2;

/**
 * Takes the close of the bar that decided for another one, with its high and low where that lies beyond them; everything before stays. The
 * first change on either side is looked for in 64 geometric steps to a fifth of the price, then halved to half a decimal.
 *
 * Every answer is that of the engine: a short run from where the position was opened, if that orders the same; and what is stated is
 * looked at in whole runs on both of its sides.
 *
 * @throws RangeError where the symbol has no bar before `filledAt`.
 */
export function explainDecision(wanted: DecisionWanted): ExplainedDecision {
  const { rule, symbol, filledAt, digits } = wanted;
  const series = wanted.series.map(({ spec, candles }) => ({
    spec,
    candles: firstBars(candles, firstIndexAt(candles, filledAt + 1)),
  }));
  const own = series.findIndex(({ spec }) => spec.symbol === symbol);
  const candles = series[own]?.candles;
  const at = candles === undefined ? -1 : firstIndexAt(candles, filledAt) - 1;
  if (candles === undefined || at < 0) throw new RangeError(`${symbol} has no bar before ${filledAt}`);
  const whole = new OrderAt({ ...wanted, series, until: filledAt + 1 }, own, at);
  const ordered = whole.ordered(null);
  const lines = linesNow(rule, firstBars(candles, at + 1), (bars) => new ColumnSet(bars));
  const close = candles.close[at]!;
  const known = { at: candles.time[at]!, close, ordered, lines, held: sectionsHeld(rule, lines) };
  if (ordered === 'time') return { ...known, below: null, above: null, missing: 'not-price' };

  const short = whole.sinceOpened();
  const quick = short !== null && short.ordered(null) === ordered ? short : whole;
  const grain = 10 ** -digits / 2;
  const flip = (direction: 1 | -1): PriceFlip | null =>
    firstFlip(close, direction, grain, ordered, [quick, whole]);
  const [below, above] = [flip(-1), flip(1)];
  return { ...known, below, above, missing: below === null && above === null ? 'no-price' : null };
}

/** @param runs the second one where the first states what it does not. */
function firstFlip(
  close: number,
  direction: 1 | -1,
  grain: number,
  ordered: Ordered,
  runs: readonly OrderAt[],
): PriceFlip | null {
  for (const run of new Set(runs)) {
    const found = search(run, close, direction, grain, ordered);
    if (found === null) continue;
    const whole = runs.at(-1)!;
    const there = whole.ordered(found);
    const isBeforeSame = whole.ordered(found - direction * grain) === ordered;
    if (there !== ordered && isBeforeSame) return { price: found, ordered: there ?? whole.stopped(found) };
  }
  return null;
}

/** The first multiple of the grain at which the order is another one, as far as the steps see it; null without one. */
function search(
  run: OrderAt,
  close: number,
  direction: 1 | -1,
  grain: number,
  ordered: Ordered,
): number | null {
  const gridded = (price: number): number => Math.round(price / grain);
  const decimals = Math.ceil(-Math.log10(grain));
  const priceOf = (steps: number): number => Number((steps * grain).toFixed(decimals));
  const step = (1 + direction * SCAN_RANGE) ** (1 / SCAN_STEPS);
  let same = direction > 0 ? Math.floor(close / grain) : Math.ceil(close / grain);
  for (let count = 1; count <= SCAN_STEPS; count++) {
    let other = gridded(close * step ** count);
    if ((other - same) * direction <= 0) continue;
    if (run.ordered(priceOf(other)) === ordered) {
      same = other;
      continue;
    }
    while ((other - same) * direction > 1) {
      const middle = Math.floor((same + other) / 2);
      if (run.ordered(priceOf(middle)) === ordered) same = middle;
      else other = middle;
    }
    return priceOf(other);
  }
  return null;
}

type Run = Pick<DecisionWanted, 'rule' | 'series' | 'from' | 'until' | 'costFactor' | 'symbol' | 'filledAt'>;

/** What is ordered at the close of one bar, whatever that close is. */
class OrderAt {
  readonly #run: Run;
  readonly #own: number;
  readonly #at: number;
  readonly #ruleHash: string;
  /** Nothing changes for the others, so their columns are worked out once. */
  readonly #setOf = sharedColumns();

  /** @param own place of the symbol, @param at index of its bar. */
  constructor(run: Run, own: number, at: number) {
    this.#run = run;
    this.#own = own;
    this.#at = at;
    this.#ruleHash = ruleHashOf(run.rule);
  }

  /** @param close null: the one that there was. */
  ordered(close: number | null): Ordered {
    const { symbol, filledAt } = this.#run;
    const { fills } = this.#trade(close);
    const fill = fills.findLast(
      (one) => one.symbol === symbol && one.time === filledAt && one.decision !== null,
    );
    return (fill?.reason as Ordered | undefined) ?? null;
  }

  /** What would have ended the position inside that bar; null: nothing. */
  stopped(close: number): Stopped | null {
    const { symbol, series } = this.#run;
    const time = series[this.#own]!.candles.time[this.#at];
    const fill = this.#trade(close).fills.findLast(
      (one) => one.symbol === symbol && one.time === time && STOPS.has(one.reason),
    );
    return (fill?.reason as Stopped | undefined) ?? null;
  }

  /**
   * The same from a little before what is held was opened, and the last pause began; null where that is before the beginning. What came
   * earlier may matter all the same, so it has to order the same.
   */
  sinceOpened(): OrderAt | null {
    const { rule, from } = this.#run;
    const intervalMs = rule.interval === '1h' ? HOUR_MS : DAY_MS;
    const { trades, openPositions } = this.#trade(null);
    const pauseMs = (rule.cooldownBars + 1) * intervalMs * PATIENCE;
    const held = [
      ...trades.map(({ openedAt, closedAt }) => [openedAt, closedAt + pauseMs] as const),
      ...openPositions.map(({ openedAt }) => [openedAt ?? from, Number.POSITIVE_INFINITY] as const),
    ];
    const decided = this.#run.series[this.#own]!.candles.time[this.#at]!;
    const opened = held.flatMap(([from, until]) => (from <= decided && until >= decided ? [from] : []));
    // An order that is waiting belongs to the bar before its fill.
    const start = Math.min(decided, ...opened) - intervalMs * PATIENCE;
    return start <= from ? null : new OrderAt({ ...this.#run, from: start }, this.#own, this.#at);
  }

  #trade(close: number | null): BacktestResult {
    const { rule, series, from, until, costFactor } = this.#run;
    return runBacktest({
      strategy: compileRule(rule, this.#ruleHash, this.#setOf),
      series:
        close === null
          ? series
          : series.map((one, index) => (index === this.#own ? { ...one, candles: this.#with(close) } : one)),
      baseIntervalMs: rule.interval === '1h' ? HOUR_MS : DAY_MS,
      from,
      until,
      costFactor,
      startingEquity: RULE_CAPITAL,
    });
  }

  #with(close: number): Candles {
    const { candles } = this.#run.series[this.#own]!;
    const at = this.#at;
    const [high, low, closes] = [candles.high.slice(), candles.low.slice(), candles.close.slice()];
    closes[at] = close;
    high[at] = Math.max(high[at]!, close);
    low[at] = Math.min(low[at]!, close);
    return { ...candles, high, low, close: closes };
  }
}

/** Markets are closed at night and at weekends: so many times the length of a bar may lie between two. */
const PATIENCE = 5;
