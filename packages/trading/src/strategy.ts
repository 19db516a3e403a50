import type { z } from 'zod';
import type { Position, StopRule } from './broker.ts';
import { type Candles, DAY_MS } from './candles.ts';
import type { CostRule, SymbolSpec } from './costs.ts';
import type { Adjustment } from './sizing.ts';

/**
 * A symbol without a bar for longer than this counts as gone: the engine settles it at its carried price and
 * strategies leave it alone (sizing rule 5).
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
  /** Complete decision bars of a symbol (its own: none for weekends of a closed market), ascending. */
  candles(index: number): Candles;
  /**
   * Fills `into` with the closes of the last `into.length` decision intervals up to `end`, the newest last, carried
   * over intervals without a bar and NaN before the first.
   */
  closes(index: number, into: Float64Array): void;
  /** Last known mid price, NaN before the first bar. */
  price(index: number): number;
  /** End of the symbol's last bar of any size, ms UTC; −Infinity before the first. */
  lastBarEnd(index: number): number;
}

/** The bot's own account at the decision. */
export interface PortfolioView {
  readonly equity: number;
  /** Weights held: units × price / equity, signed. */
  readonly weights: Float64Array;
  readonly positions: readonly Readonly<Position>[];
}

/** What a strategy wants to hold. The engine turns the weight into units at the last price; they fill at the open. */
export interface Target {
  /** Fraction of equity, negative for short. */
  readonly weight: number;
  readonly stop: StopRule | null;
  /** ms UTC of a scheduled close; null for none. */
  readonly closeAt: number | null;
}

/** Plain numbers behind a decision, for a sentence or a table; null where a figure does not exist. */
export type Figures = Readonly<Record<string, number | null>>;

/** What the strategy says about one symbol. */
export interface SymbolIntent {
  /** Null: hold the units as they are, without any order. */
  readonly target: Target | null;
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

/** Limits that the engine enforces whatever the strategy decides. */
export interface ProtectionLimits {
  /** Everything is sold once equity has fallen this fraction below its peak. It does not bound the total loss. */
  readonly maxDrawdown: number;
  /** How long the bot then stays out of the market, ms. The peak is reset afterwards. */
  readonly pauseMs: number;
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
  readonly costRule: CostRule;
  /** Days of history needed before it can trade a symbol. */
  warmUpDays(parameters: Parameters): number;
  protectionLimits(parameters: Parameters): ProtectionLimits;
  decide(view: MarketView, portfolio: PortfolioView, parameters: Parameters): StrategyDecision;
}
