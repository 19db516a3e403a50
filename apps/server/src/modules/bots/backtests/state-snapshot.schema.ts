import { bigint, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../platform/columns.ts';

/**
 * The engine's state at some points of a live run, from which it can be replayed: before the first live bar, before the
 * first bar of every UTC day, and before the first bar of another version or of a new record. `bot_portfolios.state` is
 * overwritten bar by bar. Append-only.
 */
export const botStateSnapshots = pgTable(
  'bot_state_snapshots',
  {
    portfolioId: uuid('portfolio_id').notNull(),
    /** Number of the strike that it follows; 0 at the start of the portfolio. */
    navSeq: bigint('nav_seq', { mode: 'number' }).notNull(),
    /** Start of the next bar that was traded. */
    nextBarAt: at('next_bar_at').notNull(),
    /** Who traded the next bar. */
    strategyVersion: text('strategy_version').notNull(),
    engineVersion: text('engine_version').notNull(),
    /** Null before the first bar. */
    state: jsonb('state'),
    /** Whose prices each symbol had before the next bar; see `bot_portfolios`. */
    sources: jsonb('sources').$type<Record<string, string>>(),
  },
  (table) => [primaryKey({ columns: [table.portfolioId, table.navSeq] })],
);
