import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../candles.ts';
import type { LevelDistance } from '../order.ts';
import type { MarketView, PortfolioView, Strategy, SymbolIntent, Target } from '../strategy.ts';
import { ColumnSet, type ColumnSource } from './columns/column-set.ts';
import { warmUpBarsOf } from './indicator-table.ts';
import { type Distance, RULE_SYMBOLS, RULE_VERSION, type Rule } from './rule.ts';
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
  setOf: ColumnSource = (candles) => new ColumnSet(candles),
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
    createSignals: (candles) => new RuleSignals(rule, candles, intervalMs, setOf),
    decide: (view, portfolio) => ({
      intents: new RuleDecision(rule, view, portfolio).intents(),
      figures: {},
    }),
  };
}

function signalsOf({ signals }: MarketView): RuleSignals {
  if (signals instanceof RuleSignals) return signals;
  throw new TypeError('a rule needs its own signals');
}

const orders = new WeakMap<MarketView['symbols'], readonly number[]>();

/** The places of symbols, those of the catalogue first and in its order. An engine asks at every decision, always for the same ones. */
function catalogueOrder(symbols: MarketView['symbols']): readonly number[] {
  const known = orders.get(symbols);
  if (known) return known;
  const places = symbols.map(({ symbol }) => {
    const at = RULE_SYMBOLS.indexOf(symbol);
    return at < 0 ? RULE_SYMBOLS.length : at;
  });
  const order = [...places.keys()].sort((a, b) => places[a]! - places[b]! || a - b);
  orders.set(symbols, order);
  return order;
}

/** One decision: exits first, then entries and reversals in the order of the catalogue, each taking its place and weight. */
class RuleDecision {
  readonly #rule: Rule;
  readonly #view: MarketView;
  readonly #portfolio: PortfolioView;
  readonly #signals: RuleSignals;
  readonly #wishes: readonly (Wish | null)[];
  /** Positions and Σ|weight| that stand or are about to. */
  #places = 0;
  #gross = 0;

  constructor(rule: Rule, view: MarketView, portfolio: PortfolioView) {
    this.#rule = rule;
    this.#view = view;
    this.#portfolio = portfolio;
    this.#signals = signalsOf(view);
    this.#wishes = portfolio.positions.map((position, index) =>
      view.hasNewBar(index) ? this.#signals.wish(index, position) : null,
    );
    for (let index = 0; index < this.#wishes.length; index++) this.#countStanding(index);
  }

  intents(): SymbolIntent[] {
    const intents = this.#wishes.map((wish, index) => this.#plain(wish, index));
    for (const index of catalogueOrder(this.#view.symbols)) {
      const wish = this.#wishes[index];
      if (wish === 'long' || wish === 'short') intents[index] = this.#enter(index, wish === 'long' ? 1 : -1);
    }
    return intents;
  }

  /** What goes on being held: not what this decision closes, and of others what waits to be opened, not what waits to be closed. */
  #countStanding(index: number): void {
    const wish = this.#wishes[index]!;
    const isHeld = this.#portfolio.positions[index]!.units !== 0;
    const order = wish === null ? this.#portfolio.orders[index]! : null;
    if (order !== null) {
      if (order.targetUnits === 0) return;
      this.#places++;
      this.#gross += Math.abs(order.weight ?? this.#portfolio.weights[index]!);
      return;
    }
    if (!isHeld || wish === 'exit' || wish === 'time') return;
    this.#places++;
    // A reversal keeps its place; what it closes leaves its weight to others.
    if (wish !== 'long' && wish !== 'short') this.#gross += Math.abs(this.#portfolio.weights[index]!);
  }

  /** What is wanted where nothing is entered. */
  #plain(wish: Wish | null, index: number): SymbolIntent {
    if (wish === null) return { ...this.#nothing(index, 'no-new-bar'), keeps: true };
    if (wish === 'exit' || wish === 'time') return this.#leave(wish, wish);
    return this.#nothing(index, wish === 'cooldown' ? 'cooldown' : 'no-signal');
  }

  #nothing(index: number, reason: RuleReason): SymbolIntent {
    const signal = Math.sign(this.#portfolio.positions[index]!.units);
    return { target: null, adjustment: 'none', signal, reason, figures: {} };
  }

  #leave(adjustment: 'exit' | 'time', reason: RuleReason): SymbolIntent {
    const target = { weight: 0, stop: null, closeAt: null };
    return { target, adjustment, signal: 0, reason, figures: {} };
  }

  #enter(index: number, side: 1 | -1): SymbolIntent {
    const isHeld = this.#portfolio.positions[index]!.units !== 0;
    const refuse = (reason: RuleReason) => {
      // A reversal that cannot be one is an exit, and gives its place back.
      if (!isHeld) return this.#nothing(index, reason);
      this.#places--;
      return this.#leave('exit', reason);
    };
    if (!isHeld && this.#places >= this.#rule.maxPositions) return refuse('no-place');
    const close = this.#view.price(index);
    const range = this.#signals.range(index);
    const { stop, target, trailing, sizing, leverage } = this.#rule;
    if (this.#signals.needsRange && !(range > 0)) return refuse('no-range');
    const wanted =
      sizing.by === 'share'
        ? sizing.percent / 100
        : sizing.percent / 100 / (awayFrom(stop, close, range) / close);
    const weight = Math.min(wanted, leverage - this.#gross);
    if (weight < LEAST_WEIGHT) return refuse('no-weight');
    if (!isHeld) this.#places++;
    this.#gross += weight;
    const intent: Target = {
      weight: side * weight,
      lot: sizing.lot ?? undefined,
      stop: stop && levelOf(stop, range),
      target: target === null ? undefined : levelOf(target, range),
      trailing: trailing === null ? undefined : levelOf(trailing, range),
      closeAt: null,
    };
    const adjustment = isHeld ? 'reverse' : 'entry';
    return { target: intent, adjustment, signal: side, reason: adjustment, figures: {} };
  }
}

const levelOf = ({ unit, value }: Distance, range: number): LevelDistance =>
  unit === 'percent' ? { fraction: value / 100 } : { distance: value * range };

/** In price units; a rule that sizes by its risk has a stop. */
function awayFrom(stop: Distance | null, price: number, range: number): number {
  if (stop === null) return Number.NaN;
  return stop.unit === 'percent' ? (price * stop.value) / 100 : stop.value * range;
}
