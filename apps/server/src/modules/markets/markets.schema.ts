import { MARKET_TYPES } from '@botdepot/contract';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, id } from '../../platform/columns.ts';

export const marketPrices = pgTable('market_prices', {
  id: id(),
  symbol: text('symbol').notNull().unique(),
  marketType: text('market_type', { enum: MARKET_TYPES }).notNull(),
  price: numeric('price').notNull(),
  change24h: doublePrecision('change_24h'),
  lastUpdated: at('last_updated').notNull(),
  source: text('source').notNull(),
  open: boolean('open').notNull(),
  /** How old the price of an open market may be, in ms; null for the ordinary limit. */
  staleAfterMs: integer('stale_after_ms'),
});

/** One row: when the newest tick was made, whatever its prices' ages are, and until when minutes are committed. */
export const marketTicks = pgTable('market_ticks', {
  name: text('name').primaryKey(),
  at: at('at').notNull(),
  /** Nothing may have been heard in the last of them, so candles do not tell it. */
  minutesUntil: at('minutes_until'),
});

/**
 * Which source speaks for a symbol since when; the newest row is in force, and none means the simulated market.
 * Append-only: it tells where a series of prices ends and another one begins.
 */
export const marketSources = pgTable(
  'market_sources',
  {
    symbol: text('symbol').notNull(),
    since: at('since').notNull(),
    source: text('source').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.since] })],
);

/**
 * Candles are immutable. Revision 1 is what was known when trading went on and what a replay uses; what is repaired or
 * filled in later is revision 2 and up, for charts. Prices are doubles here since the engine computes with doubles; they
 * were rounded to the symbol's tick before.
 */
export const marketCandles = pgTable(
  'market_candles',
  {
    symbol: text('symbol').notNull(),
    source: text('source').notNull(),
    interval: text('interval', { enum: ['1m', '1h', '1d'] }).notNull(),
    time: at('time').notNull(),
    revision: integer('revision').notNull().default(1),
    open: doublePrecision('open').notNull(),
    high: doublePrecision('high').notNull(),
    low: doublePrecision('low').notNull(),
    close: doublePrecision('close').notNull(),
    volume: doublePrecision('volume').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.interval, table.symbol, table.source, table.time, table.revision] }),
    index('market_candles_time').on(table.interval, table.time),
  ],
);

/**
 * One row: what the simulated market of this installation is a function of. The seed is secret. `modelSince` is null from the
 * migration that brought it until the first start after it: then the moment is written down, once for all replicas.
 */
export const marketSimulations = pgTable('market_simulations', {
  id: uuid('id').primaryKey(),
  seed: text('seed').notNull(),
  origin: at('origin').notNull(),
  /** From then on prices follow the second model; what lies before keeps the first. */
  modelSince: at('model_since'),
  createdAt: at('created_at').notNull(),
});
