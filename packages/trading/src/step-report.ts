import type { Fill } from './fill.ts';
import type { Adjustment } from './sizing.ts';
import type { Figures } from './strategy.ts';

/** What the bot does about a symbol now: `hold` keeps a position, `flat` keeps out. */
export type Action = 'buy' | 'sell' | 'hold' | 'flat';

/** One symbol of a decision, with what a sentence about it needs. Serialisable. */
export interface SymbolDecision {
  readonly symbol: string;
  readonly action: Action;
  readonly signal: number;
  /** Fraction of equity held when deciding … */
  readonly weightBefore: number;
  /** … and wanted after the next open; equal when nothing is ordered. */
  readonly weightAfter: number;
  /** Why it trades or not; `halted` when a stale price forbids an order. */
  readonly adjustment: Adjustment | 'halted';
  /** The strategy's reason code for the signal. */
  readonly reason: string;
  readonly figures: Figures;
}

export interface Decision {
  /** 1 for the first decision of the series. */
  readonly number: number;
  /** When it was made: the end of the bar of this step, ms UTC. */
  readonly time: number;
  /** End of the newest decision bar it saw, ms UTC; earlier than `time` only after a gap. */
  readonly seenUntil: number;
  readonly equity: number;
  readonly figures: Figures;
  readonly symbols: readonly SymbolDecision[];
}

/**
 * - `drawdown-stop`: everything sold, pause until `until`. Figures: equity, peak, drawdown, limit; held when an operator
 *   holds the bot as well.
 * - `daily-loss`: everything sold until `until`. Figures: equity, opening, loss, limit; held as above.
 * - `operator-pause`: an operator holds the bot, everything sold; `until` null when it begins. Figures: equity, and when it
 *   ends pausedUntil, the end of a limit's pause that lasts on (ms UTC) or null.
 * - `pause-end`: trading again after a drawdown stop (peak reset) or a daily loss. Figures: equity, peak.
 * - `leverage-cap`: positions and orders scaled down. Figures: gross, limit (multiples of equity).
 * - `stop`: the stop of a position was hit. Figures: stop, price, units, result (gross, at mid).
 * - `stale-price`: no new orders for the symbol while its price is stale; `until` null when it begins.
 * - `order-lapsed`: an order of a halted symbol was withdrawn, since the next decision interval has ended. No figures.
 * - `strategy-fault`: what the strategy wanted of the symbol was no valid order; nothing of the decision was ordered.
 * - `settlement`: the symbol had no bar for too long and was closed at its carried price. Figures: price, days.
 * - `liquidation`: equity was used up; the series has ended. Figures: equity.
 */
export type ProtectionKind =
  | 'drawdown-stop'
  | 'daily-loss'
  | 'operator-pause'
  | 'pause-end'
  | 'leverage-cap'
  | 'stop'
  | 'stale-price'
  | 'order-lapsed'
  | 'strategy-fault'
  | 'settlement'
  | 'liquidation';

/** A protection that acted, as plain data for a sentence. Serialisable. */
export interface ProtectionEvent {
  readonly kind: ProtectionKind;
  /** Null for the whole portfolio. */
  readonly symbol: string | null;
  /** ms UTC. */
  readonly from: number;
  readonly until: number | null;
  readonly figures: Figures;
}

/** What one step did. Most steps do nothing and share one empty report. */
export interface StepReport {
  readonly fills: readonly Fill[];
  readonly protections: readonly ProtectionEvent[];
  readonly decision: Decision | null;
  /** The engine is liquidated and ignores further bars; the caller closes the series. */
  readonly liquidated: boolean;
}

/** The report of every step without fill, protection or decision: one and the same object. */
export const NOTHING_HAPPENED: StepReport = Object.freeze({
  fills: Object.freeze([]),
  protections: Object.freeze([]),
  decision: null,
  liquidated: false,
});
/** The report of every step after the liquidation. */
export const LIQUIDATED: StepReport = Object.freeze({ ...NOTHING_HAPPENED, liquidated: true });
