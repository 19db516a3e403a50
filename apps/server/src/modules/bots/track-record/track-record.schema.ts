import { BOT_TYPES } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import { bigint, customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../platform/columns.ts';

/** 32 bytes of SHA-256. */
const sha256 = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** The last link of each bot's chain: one row per bot, moved on by the leader in the transaction that adds the links. */
export const trackRecordChains = pgTable('track_record_chains', {
  botType: text('bot_type', { enum: BOT_TYPES }).primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
  hash: sha256('hash').notNull(),
  /** The portfolio and the strike up to which everything is sealed. */
  portfolioId: uuid('portfolio_id').notNull(),
  navSeq: bigint('nav_seq', { mode: 'number' }).notNull(),
  sealedAt: at('sealed_at').notNull(),
});

/**
 * The links of the chains: which record stands at which position, and the hash of everything up to it. What a record says
 * is not stored twice; it is made from `bot_nav`, `bot_fills` and `bot_protocol` whenever it is needed, so a row changed
 * there no longer fits its hash. Append-only.
 */
export const trackRecordSeals = pgTable(
  'track_record_seals',
  {
    botType: text('bot_type', { enum: BOT_TYPES }).notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: ['open', 'bar', 'close'] }).notNull(),
    portfolioId: uuid('portfolio_id').notNull(),
    /** `bar`: number of the strike. `open`: of the strike before the first sealed one. `close`: of the last one. */
    navSeq: bigint('nav_seq', { mode: 'number' }).notNull(),
    hash: sha256('hash').notNull(),
    sealedAt: at('sealed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.botType, table.position] }),
    // Starts and ends of series are few and asked for by every page view; bars are read by position only.
    index('track_record_seals_ends').on(table.botType, table.position).where(sql`kind <> 'bar'`),
  ],
);
