import { z } from 'zod';
import { MARKET_SYMBOLS, MARKET_TYPES } from './catalogue.ts';
import { operationsOf } from './operation.ts';
import { fraction, id, timestamp } from './shapes.ts';

const { query } = operationsOf('markets');

export const PRICE_SOURCES = ['simulated', 'kraken', 'twelvedata'] as const;

export const marketPrice = z.object({
  id,
  symbol: z.string(),
  marketType: z.enum(MARKET_TYPES),
  /** Decimal string in the symbol's quote currency. */
  price: z.string(),
  /** Change over 24 h as a fraction; null while the history is shorter. */
  change24h: fraction,
  lastUpdated: timestamp,
  source: z.enum(PRICE_SOURCES),
  /** `closed` is out of session, which is not the same as stale. */
  session: z.enum(['open', 'closed']),
  /** The market is open and the price too old to trade on. Never true while it is closed. */
  stale: z.boolean(),
});
export type MarketPrice = z.infer<typeof marketPrice>;

export const CANDLE_INTERVALS = ['1m', '1h', '1d'] as const;
export const CANDLES_PER_PAGE_MAX = 1000;

const knownSymbol = z
  .string()
  .refine((value) => MARKET_SYMBOLS.some(({ symbol }) => symbol === value), 'a symbol of the catalogue');

const numbers = z.array(z.number());

/** Final candles as columns of the same length, oldest first; the running one is not among them. */
export const candlePage = z.object({
  symbol: z.string(),
  interval: z.enum(CANDLE_INTERVALS),
  /** Where all of them come from; candles of different sources are never mixed. */
  source: z.enum(PRICE_SOURCES),
  /** Start of each candle, ms UTC. */
  time: numbers,
  open: numbers,
  high: numbers,
  low: numbers,
  close: numbers,
  /** How much was traded by a provider's word; for what we watched ourselves how many prices were heard. */
  volume: numbers,
});
export type CandlePage = z.infer<typeof candlePage>;

export const dayRange = z.object({
  symbol: z.string(),
  source: z.enum(PRICE_SOURCES),
  /** Over the last 24 hours, at the resolution of hours; null without any candle in them. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Hourly closes of the last 24 hours, oldest first; fewer where the market was closed. */
  closes: numbers,
});
export type DayRange = z.infer<typeof dayRange>;

export const markets = {
  listPrices: query('GET /market-prices', {
    summary: 'Neueste Kurse mit Quelle und Alter',
    access: 'anybody',
    input: z.strictObject({ marketType: z.enum(MARKET_TYPES).optional() }),
    output: z.array(marketPrice),
  }),
  listCandles: query('GET /candles', {
    summary: 'Kerzen eines Symbols für ein Diagramm, neueste Seite zuerst',
    access: 'anybody',
    input: z.strictObject({
      symbol: knownSymbol,
      interval: z.enum(CANDLE_INTERVALS),
      limit: z.coerce.number().int().min(1).max(CANDLES_PER_PAGE_MAX).default(300),
      /** Candles that start before this time; the newest ones without it. */
      before: z.iso.datetime({ offset: true }).optional(),
    }),
    output: candlePage,
  }),
  listDayRanges: query('GET /day-ranges', {
    summary: 'Tief, Hoch und Stundenschlüsse der letzten 24 Stunden',
    access: 'anybody',
    output: z.array(dayRange),
  }),
};
