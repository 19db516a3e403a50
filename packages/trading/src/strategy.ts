import type { z } from 'zod';
import { type Candles, DAY_MS } from './candles.ts';
import type { CostRule, SymbolSpec } from './costs.ts';
import type { Levels, Order, Position, StopRule } from './order.ts';
import type { Adjustment } from './sizing.ts';

/**
 * A symbol without a bar for longer than this counts as gone: the engine settles it at its carried price, and strategies
 * give it neither a position nor a share of the risk.
 */
export const UNQUOTED_LIMIT_MS = 10 * DAY_MS;

/**
 * The market as a strategy may see it: complete bars of its decision interval, the newest of which has just closed.
 * There is no way to later bars from here.
 */
export interface MarketView {
  /** End of the newest complete decision bar, ms UTC. */
  readonly end: number;
  readonly symbols: readonly SymbolSpec[];
  /**
   * Complete decision bars of a symbol (its own: none for weekends of a closed market), ascending: a copy of the newest of them,
   * at most as many as `warmUpDays` asks for. Read anew at each decision; the object is the same.
   */
  candles(index: number): Candles;
  /** Whether a decision bar of the symbol has been completed since the decision before this one was due. */
  hasNewBar(index: number): boolean;
  /**
   * Fills `into` with the closes of the last `into.length` decision intervals up to `end`, the newest last, carried
   * over intervals without a bar and NaN before the first.
   */
  closes(index: number, into: Float64Array): void;
  /** Last known mid price, NaN before the first bar. */
  price(index: number): number;
  /** End of the symbol's last bar of any size, ms UTC; −Infinity before the first. */
  lastBarEnd(index: number): number;
  /** When the session of a symbol that trades at `timeMs` ends by the calendar of sessions, ms UTC; see `nextSessionEnd`. */
  sessionEnd(index: number, timeMs: number): number;
  /**
   * The calendar, ascending by start. It may hold coming events, because a calendar is known beforehand; a rule that
   * acts only within an event decides the same with and without later ones.
   */
  readonly events: readonly TradingEvent[];
  /** What the strategy has made of its decision bars, for one that does so. */
  readonly signals?: Signals;
  /** Whether anybody reads the figures of a decision; they may be left out where nobody does. */
  readonly isDescribed: boolean;
}

/** What a strategy works out of the decision bars of its symbols, once for each. */
export interface Signals {
  /**
   * Goes on to the first `complete` bars of a symbol. The columns may hold later ones, which are not to be known yet: a value at a
   * bar follows from that bar and those before it.
   */
  observe(index: number, complete: number): void;
  /**
   * The first of bars [from, until) of a symbol at whose close there may be something to decide while nothing else happens to it,
   * or `until`. Asked before every decision, for the newest bar of each symbol that has got one, and for bars to come where the columns hold
   * them already.
   */
  nextDue(index: number, position: Readonly<Position>, from: number, until: number): number;
  /** What it carries beyond its windows, per symbol. As JSON. */
  state(): (number | null)[][];
  /** Puts it back, after the bars of the windows have been observed again. */
  restore(state: readonly (readonly (number | null)[])[]): void;
}

/** The bot's own account at the decision: a copy, so that nothing written to it changes anything. */
export interface PortfolioView {
  readonly equity: number;
  /** Weights held: units × price / equity, signed. */
  readonly weights: Float64Array;
  readonly positions: readonly Readonly<Position>[];
  /** What waits for an open, per symbol. */
  readonly orders: readonly (Readonly<Order> | null)[];
}

/** What a strategy wants to hold. The engine turns the weight into units at the last price; they fill at the open. */
export interface Target extends Levels {
  /** Fraction of equity, negative for short. */
  readonly weight: number;
  /**
   * Present: the weight becomes units only at the open, when what stands has been closed: as many whole lots of this size (1, 0.001, …)
   * as that part of the equity pays for, costs included. Held units of the same direction are left as they are.
   */
  readonly lot?: number | undefined;
  readonly stop: StopRule | null;
  /** ms UTC of a scheduled close; null for none. */
  readonly closeAt: number | null;
}

/** Plain numbers behind a decision, for a sentence or a table; null where a figure does not exist. */
export type Figures = Readonly<Record<string, number | null>>;
export const NO_FIGURES: Figures = Object.freeze({});

/** What the strategy says about one symbol. */
export interface SymbolIntent {
  /** Null: hold the units as they are, without any order. */
  readonly target: Target | null;
  /** The symbol is none of this decision's business: what waits for its open goes on waiting. */
  readonly keeps?: boolean;
  /** Why it trades or does not. */
  readonly adjustment: Adjustment;
  /** −1 (fully short) to 1 (fully long). */
  readonly signal: number;
  /** Why the signal is what it is: a code of the strategy that the interface has a German text for. */
  readonly reason: string;
  readonly figures: Figures;
}

export interface StrategyDecision {
  /** One per symbol, in the order of the view. */
  readonly intents: readonly SymbolIntent[];
  /** Figures of the portfolio as a whole. */
  readonly figures: Figures;
}

/** A scheduled appointment that strategies may trade around, known before it begins. Times are ms UTC. */
export interface TradingEvent {
  readonly id: string;
  readonly name: string;
  /** Events that begin within a window are traded in it: [startsAt, endsAt). */
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Limits that the engine enforces whatever the strategy decides. Chosen from the period of selection, never after. */
export interface ProtectionLimits {
  /** Everything is sold once equity has fallen this fraction below its peak. It does not bound the total loss. */
  readonly maxDrawdown: number;
  /** How long the bot then stays out of the market, ms. The peak is reset afterwards. */
  readonly pauseMs: number;
  /** Everything is sold once the UTC day has lost this fraction; nothing is bought before the next midnight. 1: off. */
  readonly maxDailyLoss: number;
  /** Largest Σ|position| as a multiple of equity. */
  readonly maxGross: number;
  /** Largest Σ|weight| that one decision may want; more is a fault. No limit without. */
  readonly maxOrdered?: number;
}

/**
 * A trading rule. `decide` must be a pure function of its arguments: the same view, portfolio and parameters give the
 * same decision, or replays, restarts and backtests would differ from the live run.
 */
export interface Strategy<Parameters> {
  readonly id: string;
  /** Changes whenever the same candles could lead to other decisions. */
  readonly version: string;
  /** Bounded and documented; parsing `{}` gives the published parameters. */
  readonly parameters: z.ZodType<Parameters>;
  /** It decides when such an interval closes, and sees bars of this length. */
  readonly decisionIntervalMs: number;
  /** Daily bars as they come: the stub of a Sunday is not merged into Monday's. */
  readonly takesBarsAsGiven?: boolean;
  readonly costRule: CostRule;
  /** Days of history needed before it can trade a symbol. */
  warmUpDays(parameters: Parameters): number;
  protectionLimits(parameters: Parameters): ProtectionLimits;
  /**
   * For rules that work out columns of their decision bars. What they know must follow from the bars of the last `warmUpDays` and
   * from what they say in `Signals.state`. Such a strategy is asked only where a symbol has a new bar. After a gap over the end of
   * a decision interval it is asked before the next bar opens, so that its orders fill there.
   *
   * @param candles per symbol; complete bars are appended, or all are there beforehand (`EngineOptions.whole`).
   */
  createSignals?(candles: readonly Candles[], parameters: Parameters): Signals;
  /**
   * Whether there is anything to decide when a decision interval ends; default: always. When it says no, everything stays as it is,
   * waiting orders included, and there is no decision to report. As pure as `decide`, and cheap: it is asked at every bar.
   */
  isDue?(view: MarketView, portfolio: PortfolioView, parameters: Parameters): boolean;
  decide(view: MarketView, portfolio: PortfolioView, parameters: Parameters): StrategyDecision;
}
