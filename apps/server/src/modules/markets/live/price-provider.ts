/** What a provider of live prices can do. Kraken and Twelve Data are two; `follow-prices.ts` is the same for both. */
import type { Candles } from '@botdepot/trading';
import type { CandleInterval, PriceSourceName } from '../price-source.ts';

export type LiveSourceName = Exclude<PriceSourceName, 'simulated'>;

/** A provider's word about one symbol. */
export type Sighting = {
  readonly symbol: string;
  /** Finite and positive; not rounded. */
  readonly price: number;
  /** When it was true by the provider's word, or when we asked if it does not say; ms UTC. */
  readonly timeMs: number;
};

/** A symbol that the provider refuses, in an answer that is fine otherwise. */
export type Refusal = { readonly symbol: string; readonly reason: string };

export type PriceProvider = {
  readonly name: LiveSourceName;
  /** Symbols of the catalogue that it is asked for. Whether it knows them, its history shows. */
  readonly symbols: readonly string[];
  /** Time between two questions about the same symbol, ms. */
  readonly pollMs: number;
  /** How old a price may become before nobody trades on it, ms. */
  readonly staleAfterMs: number;
  /** How far back its candles reach, ms. */
  readonly reachMs: Readonly<Record<CandleInterval, number>>;
  /** Whether the symbol's market is in session there; never depends on prices having arrived. */
  isOpen(symbol: string, timeMs: number): boolean;
  /** How many symbols may be asked about now without exceeding the provider's limits. */
  capacity(nowMs: number): number;
  /**
   * The newest prices of some symbols. One that is broken is refused or absent and takes no other with it.
   * @throws ProviderError when nothing was learned at all.
   */
  latest(
    symbols: readonly string[],
    nowMs: number,
  ): Promise<{ sightings: readonly Sighting[]; refusals: readonly Refusal[] }>;
  /**
   * Candles that start at or after `fromMs`, only final ones: the running candle is left out, and what is no candle is
   * dropped (`readableCandles`).
   * @throws ProviderError
   */
  candles(symbol: string, interval: CandleInterval, fromMs: number, nowMs: number): Promise<Candles>;
};

/**
 * - `unreachable`: no answer in time, or the connection broke. - `limited`: too many requests. - `refused`: the
 *   provider does not accept us or the question (key, plan). - `unknown-symbol`: it does not know the symbol.
 * - `broken`: an answer that is none: a server error, HTML, another shape.
 */
export type ProviderFault = 'unreachable' | 'limited' | 'refused' | 'unknown-symbol' | 'broken';

/** A failed request. The message names provider and question, never an address with its parameters or a key. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;
  /** How long the provider wants to be left alone, ms; null when it did not say. */
  readonly retryAfterMs: number | null;
  constructor(fault: ProviderFault, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'ProviderError';
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}
