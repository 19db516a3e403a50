import type { Account } from './account.ts';
import type { BarSet } from './bar-set.ts';
import type { ExchangeHours } from './calendar/exchange-hours.ts';
import type { Bar, Candles } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import type { EngineState } from './engine-state.ts';
import type { EquityRecord } from './equity-record.ts';
import type { FillLog } from './fill-log.ts';
import type { SharedCandles } from './shared-candles.ts';
import type { StepReport } from './step-report.ts';
import type { Strategy, TradingEvent } from './strategy.ts';

export interface EngineOptions<Parameters> {
  readonly strategy: Strategy<Parameters>;
  /** Checked against the strategy's schema; `{}` gives the published ones. */
  readonly parameters?: unknown;
  /** The order gives every index used here and in `step`. */
  readonly symbols: readonly SymbolSpec[];
  /** Account currency. */
  readonly startingEquity: number;
  /** Scales every cost; 1 by default. */
  readonly costFactor?: number;
  /** Length of the bars given to `step`, ms; must divide the decision interval. It may differ from an earlier run's. */
  readonly baseIntervalMs: number;
  /**
   * Whether decisions are described symbol by symbol in the report; true by default. Without, they are only counted and reports have
   * none.
   */
  readonly describesDecisions?: boolean;
  /** False: it only keeps the account, decides nothing and needs no history. */
  readonly decides?: boolean;
  /** Whether all fills are kept in the engine's `fills`; the reports then have none. For owners who keep them all anyway. */
  readonly keepsFills?: boolean;
  /**
   * Per symbol all bars that will be given, history and bars to come, for a strategy with signals and a base interval that is its decision
   * interval: the signals are worked out over them at once. Bars that a larger one would merge are not among them. Not with a state.
   */
  readonly whole?: readonly Candles[];
  /** Where its bars stand together with those of other engines; without, it has columns of its own. Not for bars that are known beforehand. */
  readonly shared?: SharedCandles | undefined;
  /** The calendar of trading events; see `setEvents`. */
  readonly events?: readonly TradingEvent[];
  /** A value of `Engine.state()`, as it came back from JSON. Then `warm` must be called before the first step. */
  readonly state?: unknown;
}

/** History of one symbol. Give larger bars first and then the smaller ones of the interval that is still open. */
export interface WarmHistory {
  readonly symbol: string;
  readonly intervalMs: number;
  readonly candles: Candles;
}

export interface Engine<Parameters> {
  readonly parameters: Parameters;
  /** Every fill so far where fills are kept, and else none. */
  readonly fills: FillLog;
  /**
   * Gives the strategy its history, without trading. After a restart, give the candles since the strategy's
   * `warmUpDays`; bars that the saved state has already dealt with or still lies within are sorted out here.
   * @throws RangeError for an unknown symbol, bars out of order or of a length that does not divide the decision interval.
   */
  warm(history: Iterable<WarmHistory>): void;
  /**
   * Processes one closed set of base bars. Order within a step: waiting orders at the open, financing, stops and
   * scheduled closes inside the bar, marking at the close, protections, and a decision if a decision interval has ended.
   * A step in which no symbol has a bar decides nothing, and closes only what is due in a market that is shut. The next one would do
   * that for it, so a replay may leave it out unless something was said to `setHeld` before it.
   *
   * @param time start of the bars, ms UTC; later than in the step before.
   * @param bars one per symbol; `undefined` where the symbol had none.
   * @param halted symbols whose price is stale: no orders are placed or filled for them, and what a decision ordered is
   * withdrawn once a decision interval has ended over it. Stops still act on bars, and what a protection ordered waits on.
   * @throws RangeError for times out of order, bars without positive prices, or history from after `time`.
   */
  step(time: number, bars: readonly (Bar | undefined)[], halted?: readonly string[]): StepReport;
  /** The same step for callers who fill the columns themselves; `time` is set in `bars`, `end` is set by the engine. */
  advance(bars: BarSet, halted?: readonly string[]): StepReport;
  /**
   * Takes bars of the only symbol until one makes something happen that is to be told. Where they do nothing but mark the account, no
   * more is done at them; everything is as after as many calls of `advance`.
   *
   * @param from, @param until bars of `candles`, [from, until): those of `EngineOptions.whole`.
   * @param record gets the account at the end of every bar taken; it must have begun.
   * @returns the first bar not taken; `from` for a strategy or an account that must be watched at every bar.
   */
  coast(candles: Candles, from: number, until: number, record: EquityRecord): number;
  /** What the last bar made happen that the last call of `coast` took; a decision only where decisions are described. */
  readonly coasted: StepReport;
  /**
   * Replaces the calendar. Not part of the state: whoever replays a run gives all events that were known before they
   * began, and may leave out none that has begun.
   * @throws RangeError unless they ascend by start and each ends after it begins.
   */
  setEvents(events: readonly TradingEvent[]): void;
  /**
   * Says which symbols have their prices from an exchange, by index; null for those with the sessions of their category.
   * Not part of the state.
   */
  setExchanges(exchanges: readonly (ExchangeHours | null)[]): void;
  /**
   * Holds the bot from the close of the next step on, or lets it go: while it is held everything is sold at the next open and
   * nothing is decided. Letting it go calls off the sales that still wait, where no limit wants them. Obeyed also by a step without bars. The state says whether it is held, so a restored engine
   * goes on being so until it is told otherwise.
   */
  setHeld(isHeld: boolean): void;
  /**
   * Time passed without bars being watched: positions are financed until `until` (ms UTC) and nothing else happens.
   */
  idle(until: number): void;
  /**
   * Closes symbols at their last known price, e.g. before their price source changes.
   * @param time ms UTC, recorded with the fills.
   */
  settle(symbols: readonly string[], time: number): StepReport;
  /**
   * The account at the last closes, or at `prices` by symbol index where given; changes nothing.
   * @param at ms UTC: what financing costs from the last bar until then counts as well. After an outage that is days.
   */
  mark(prices?: ArrayLike<number | undefined>, at?: number): Account;
  /** Only the equity of `mark()`, without allocating … */
  equity(): number;
  /** … and only its gross exposure. */
  grossExposure(): number;
  /** ms UTC at which the next decision is due by the calendar; a pause or missing bars may delay it. */
  nextDecisionAt(now: number): number;
  /** Cash, positions, orders and quotes as in the state, without what the strategy carries, which is most of it. */
  broker(): EngineState['broker'];
  /** A small JSON value; an engine created with it continues bit for bit. */
  state(): EngineState;
}
