/** The port behind which prices come from: simulated here; Kraken and Twelve Data are further adapters. */
import type { MarketPrice } from '@botdepot/contract';
import type { CandleInterval, Candles } from '@botdepot/trading';

export type PriceSourceName = MarketPrice['source'];
export type { CandleInterval };

/** What is known of a symbol's price at some instant. */
export type Quote = {
  readonly symbol: string;
  readonly source: PriceSourceName;
  /** In the symbol's quote currency, rounded to its tick: a double for the engine … */
  readonly price: number;
  /** … and the same figure as a decimal string for the database and the API. */
  readonly text: string;
  /**
   * Since when the price is known to hold, ms UTC: the instant asked for while the market is open and the source
   * answers, the end of the session while it is closed, the last word of a source that has fallen silent.
   */
  readonly time: number;
  /** In session. Closed is not stale: the price of a closed market is the last one and stays true. */
  readonly open: boolean;
};

/** Candles of one symbol from one source, ascending, none for time in which the market was closed. */
export type SymbolCandles = {
  readonly symbol: string;
  readonly source: PriceSourceName;
  readonly candles: Candles;
};

/**
 * A source of prices for some symbols. Live adapters keep the newest word of their provider in memory, so that a tick
 * never waits for the network.
 */
export type PriceSource = {
  /** Called by the leader before its first tick and once a minute: calendars, credentials, connections. */
  prepare(): Promise<void>;
  /** One quote for each symbol of the catalogue, in its order. @param timeMs ms UTC, on the 500 ms grid. */
  quotes(timeMs: number): readonly Quote[];
  /** The earliest time for which there is history, ms UTC. */
  readonly historyFromMs: number;
  /**
   * Candles that start in [fromMs, toMs), only complete ones. What it says about a minute is final: the minute that has
   * just closed is asked for here, not collected from ticks, so that a tick lost to a slow database cannot change a
   * candle and a restart in the middle of a minute leaves no trace.
   */
  candles(interval: CandleInterval, fromMs: number, toMs: number): Promise<readonly SymbolCandles[]>;
};
