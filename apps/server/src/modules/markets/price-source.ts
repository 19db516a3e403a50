/** The port behind which prices come from: simulated, or live from the providers in `live/`. */
import type { MarketPrice } from '@botdepot/contract';
import { type Bar, type CandleInterval, type Candles, MINUTE_MS } from '@botdepot/trading';

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
  /** How old it may be while the market is open, ms; without it the ordinary limit holds (`isStale`). */
  readonly staleAfterMs?: number;
};

/** An open market without a new price for this long is not traded, where its source has no limit of its own. */
const STALE_AFTER_MS = 10 * MINUTE_MS;

/**
 * Whether a price is too old to trade on at `timeMs`, or from so far ahead that the clock must have been set back since. A
 * closed market's price never is.
 */
export const isStale = (quote: Pick<Quote, 'open' | 'time' | 'staleAfterMs'>, timeMs: number): boolean =>
  quote.open && Math.abs(timeMs - quote.time) > (quote.staleAfterMs ?? STALE_AFTER_MS);

/** Candles of one symbol from one source, ascending, none for time in which the market was closed. */
export type SymbolCandles = {
  readonly symbol: string;
  readonly source: PriceSourceName;
  readonly candles: Candles;
};

/** A source of prices for every symbol of the catalogue, whoever speaks for each of them. */
export type PriceSource = {
  /** Called by the leader before its first tick and once a minute: calendars and the like. */
  prepare(): Promise<void>;
  /** Who speaks for each symbol of the catalogue right now, in its order. */
  sources(): readonly PriceSourceName[];
  /**
   * One quote for each symbol of the catalogue, in its order. Never waits for a network: live sources give the newest word
   * they have, and the ticks drive their questions, so a replica that does not lead asks nobody.
   * @param timeMs ms UTC, on the 500 ms grid.
   */
  quotes(timeMs: number): readonly Quote[];
  /**
   * The running minute of each symbol as far as its ticks have come, this one included: what its candle would be if it ended now.
   * In the catalogue's order; null while nothing was heard in it, or the market is closed.
   * @param timeMs as for `quotes`, which is asked first.
   */
  minuteSoFar(timeMs: number): readonly (Bar | null)[];
  /** The earliest time for which there is simulated history, ms UTC. */
  readonly historyFromMs: number;
  /**
   * Candles that start in [fromMs, toMs), only complete ones, from the source that speaks for each symbol. What it says
   * about a minute is final. Simulated minutes are asked for here, not collected from ticks, so that a tick lost to a slow
   * database cannot change a candle; a live minute is what was heard in it, and has no candle when nothing was.
   */
  candles(interval: CandleInterval, fromMs: number, toMs: number): Promise<readonly SymbolCandles[]>;
  /** Present when live sources are configured. */
  readonly live?: LiveMarkets;
};

/** The live part of a source: which symbols it could speak for, and their history at the providers. */
export type LiveMarkets = {
  /** Source by symbol, as configured. Who really speaks is said by `sources()`. */
  readonly configured: ReadonlyMap<string, PriceSourceName>;
  /** From now on this source speaks for the symbol. @param last its newest known price, which ages until the next one. */
  adopt(symbol: string, source: PriceSourceName, last: { price: number; timeMs: number }): void;
  /** From now on the symbol is simulated. */
  release(symbol: string): void;
  /** How far back its candles of an interval reach, ms. */
  reachMs(symbol: string, interval: CandleInterval): number;
  /** Whether the market of a symbol trades within the candle that starts then. */
  tradesWithin(symbol: string, interval: CandleInterval, startMs: number): boolean;
  /** Final candles from the provider that is configured for the symbol. @throws when it cannot say. */
  history(symbol: string, interval: CandleInterval, fromMs: number): Promise<Candles>;
  /** Waits for the question that is under way, if there is one. */
  idle(): Promise<void>;
};
