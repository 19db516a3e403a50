import { z } from 'zod';
import { type Candles, DAY_MS, HOUR_MS } from '../candles.ts';
import type { LevelDistance, Position } from '../order.ts';
import { catalogueOrder } from '../simulator/symbols.ts';
import type { Adjustment } from '../sizing.ts';
import {
  type Figures,
  type MarketView,
  NO_FIGURES,
  type PortfolioView,
  type Strategy,
  type StrategyDecision,
  type SymbolIntent,
  type Target,
} from '../strategy.ts';
import { ColumnSet, type ColumnSource } from './columns/column-set.ts';
import { warmUpBarsOf } from './indicator-table.ts';
import { type Distance, RULE_VERSION, type Rule } from './rule.ts';
import { RuleSignals, type Wish } from './rule-signals.ts';

const parameters = z.strictObject({});
export type RuleParameters = z.infer<typeof parameters>;

/**
 * - `no-signal`, `cooldown`: nothing is ordered. - `no-place`, `no-weight`, `no-range`: an entry that there is no room for, no
 * money, or no average range yet to measure its levels by. - `entry`, `reverse`, `exit`, `time`: what is ordered. -
 * `no-new-bar`: the symbol is no business of this decision.
 */
export type RuleReason =
  | 'no-signal'
  | 'cooldown'
  | 'no-place'
  | 'no-weight'
  | 'no-range'
  | 'entry'
  | 'reverse'
  | 'exit'
  | 'time'
  | 'no-new-bar';

/** An entry with less of the equity is none. */
const LEAST_WEIGHT = 0.001;

/** Running cap on Σ|position| of a rule with a lever, as a multiple of it. */
const DRIFT_OF_LEVERAGE = 1.5;

/**
 * The strategy that a rule is. It has no protections but those in the rule, and a cap on its exposure where it has a lever; holding
 * costs financing where it has one or goes short.
 *
 * @param rule read by `parseRule`. @param ruleHash SHA-256 of `ruleText(rule)`, hex: part of what its version is.
 * @param setOf for many rules over the same candles, which then share what is alike (`sharedColumns`).
 */
export function compileRule(
  rule: Rule,
  ruleHash: string,
  setOf: ColumnSource = (candles) => new ColumnSet(candles, true),
): Strategy<RuleParameters> {
  const intervalMs = rule.interval === '1d' ? DAY_MS : HOUR_MS;
  return {
    id: 'rule',
    version: `${RULE_VERSION}-${ruleHash}`,
    parameters,
    decisionIntervalMs: intervalMs,
    costRule: { financed: rule.leverage > 1 || rule.side === 'both', slippageFactor: 1 },
    // Twice the bars, because markets are closed about a third of the time.
    warmUpDays: () => Math.ceil((2 * warmUpBarsOf(rule) * intervalMs) / DAY_MS) + 10,
    protectionLimits: () => ({
      maxDrawdown: 1,
      pauseMs: 0,
      maxDailyLoss: 1,
      maxGross: rule.leverage > 1 ? DRIFT_OF_LEVERAGE * rule.leverage : Number.POSITIVE_INFINITY,
      maxOrdered: rule.leverage,
    }),
    createSignals: (candles) => new RuleDecisions(rule, candles, intervalMs, setOf),
    decide: (view, portfolio) => decisionsOf(view).decide(view, portfolio),
  };
}

function decisionsOf({ signals }: MarketView): RuleDecisions {
  if (signals instanceof RuleDecisions) return signals;
  throw new TypeError('a rule needs its own signals');
}

/** What is wanted of a symbol, written anew at each decision: whoever asked has placed it by the next one. */
class Intent implements SymbolIntent {
  target: Target | null = null;
  keeps = false;
  adjustment: Adjustment = 'none';
  signal = 0;
  reason: RuleReason = 'no-signal';
  readonly figures = NO_FIGURES;

  want(target: Target | null, adjustment: Adjustment, signal: number, reason: RuleReason): this {
    this.target = target;
    this.keeps = false;
    this.adjustment = adjustment;
    this.signal = signal;
    this.reason = reason;
    return this;
  }

  nothing(reason: RuleReason, { units }: Readonly<Position>): this {
    return this.want(null, 'none', Math.sign(units), reason);
  }

  leave(adjustment: 'exit' | 'time', reason: RuleReason): this {
    return this.want(NOTHING_HELD, adjustment, 0, reason);
  }
}

const NOTHING_HELD: Target = Object.freeze({ weight: 0, stop: null, closeAt: null });

/** Decisions of one engine: exits first, then entries and reversals in the order of the catalogue, each taking its place and weight. */
class RuleDecisions extends RuleSignals {
  readonly #rule: Rule;
  readonly #wishes: (Wish | null)[];
  readonly #decision: { readonly intents: readonly Intent[]; readonly figures: Figures };
  /** Symbols in the order of the catalogue; empty until they are known. */
  #order: readonly number[] = [];
  /** Positions and Σ|weight| that stand or are about to. */
  #places = 0;
  #gross = 0;

  constructor(rule: Rule, candles: readonly Candles[], intervalMs: number, setOf: ColumnSource) {
    super(rule, candles, intervalMs, setOf);
    this.#rule = rule;
    this.#wishes = candles.map(() => null);
    this.#decision = { intents: candles.map(() => new Intent()), figures: NO_FIGURES };
  }

  decide(view: MarketView, portfolio: PortfolioView): StrategyDecision {
    this.#places = 0;
    this.#gross = 0;
    const wishes = this.#wishes;
    const { positions } = portfolio;
    const { intents } = this.#decision;
    for (let index = 0; index < wishes.length; index++) {
      const wish = view.hasNewBar(index) ? this.wish(index, positions[index]!) : null;
      wishes[index] = wish;
      this.#countStanding(portfolio, index);
      if (!isEntry(wish)) wantPlainly(intents[index]!, wish, positions[index]!);
    }
    if (this.#order.length === 0) this.#order = catalogueOrder(view.symbols);
    for (const index of this.#order) {
      const wish = wishes[index]!;
      if (isEntry(wish)) this.#enter(view, positions[index]!, index, wish === 'long' ? 1 : -1);
    }
    return this.#decision;
  }

  /** What goes on being held: not what this decision closes, and of others what waits to be opened, not what waits to be closed. */
  #countStanding({ positions, orders, weights }: PortfolioView, index: number): void {
    const wish = this.#wishes[index]!;
    const isHeld = positions[index]!.units !== 0;
    const order = wish === null ? orders[index]! : null;
    if (order !== null) {
      if (order.targetUnits === 0) return;
      this.#places++;
      this.#gross += Math.abs(order.weight ?? weights[index]!);
      return;
    }
    if (!isHeld || wish === 'exit' || wish === 'time') return;
    this.#places++;
    // A reversal keeps its place; what it closes leaves its weight to others.
    if (!isEntry(wish)) this.#gross += Math.abs(weights[index]!);
  }

  #enter(view: MarketView, position: Readonly<Position>, index: number, side: 1 | -1): Intent {
    const intent = this.#decision.intents[index]!;
    const isHeld = position.units !== 0;
    if (!isHeld && this.#places >= this.#rule.maxPositions) return intent.nothing('no-place', position);
    const range = this.range(index);
    if (this.needsRange && !(range > 0)) return this.#refuse(intent, 'no-range', position);
    const { stop, target: profit, trailing, sizing, leverage } = this.#rule;
    const wanted =
      sizing.by === 'share'
        ? sizing.percent / 100
        : shareAtRisk(stop, sizing.percent, view.price(index), range);
    const weight = Math.min(wanted, leverage - this.#gross);
    if (weight < LEAST_WEIGHT) return this.#refuse(intent, 'no-weight', position);
    if (!isHeld) this.#places++;
    this.#gross += weight;
    const target: Target = {
      weight: side * weight,
      lot: sizing.lot ?? undefined,
      stop: stop && levelOf(stop, range),
      target: profit === null ? undefined : levelOf(profit, range),
      trailing: trailing === null ? undefined : levelOf(trailing, range),
      closeAt: null,
    };
    const adjustment = isHeld ? 'reverse' : 'entry';
    return intent.want(target, adjustment, side, adjustment);
  }

  #refuse(intent: Intent, reason: RuleReason, position: Readonly<Position>): Intent {
    if (position.units === 0) return intent.nothing(reason, position);
    // A reversal that cannot be one is an exit, and gives its place back.
    this.#places--;
    return intent.leave('exit', reason);
  }
}

const isEntry = (wish: Wish | null): wish is 'long' | 'short' => wish === 'long' || wish === 'short';

/** What is wanted where nothing is entered. */
function wantPlainly(intent: Intent, wish: Wish | null, position: Readonly<Position>): void {
  if (wish === 'exit' || wish === 'time') intent.leave(wish, wish);
  else if (wish === null) intent.nothing('no-new-bar', position);
  else intent.nothing(wish === 'cooldown' ? 'cooldown' : 'no-signal', position);
  intent.keeps = wish === null;
}

const levelOf = ({ unit, value }: Distance, range: number): LevelDistance =>
  unit === 'percent' ? { fraction: value / 100 } : { distance: value * range };

/** The part of the equity that loses `percent` of it on the way to the stop. */
const shareAtRisk = (stop: Distance | null, percent: number, price: number, range: number): number =>
  percent / 100 / (awayFrom(stop, price, range) / price);

/** In price units; a rule that sizes by its risk has a stop. */
function awayFrom(stop: Distance | null, price: number, range: number): number {
  if (stop === null) return Number.NaN;
  return stop.unit === 'percent' ? (price * stop.value) / 100 : stop.value * range;
}
