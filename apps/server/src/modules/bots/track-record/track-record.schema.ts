import type { Checkpoint } from '@botdepot/trading';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, bytes, fixed12 } from '../../../platform/columns.ts';
import { bots } from '../bots.schema.ts';

const KINDS = ['open', 'bar', 'close'] as const;

/**
 * The last link of each bot's chain: one row per bot, of the house or of a person, moved on by the leader in the transaction that
 * adds the links.
 */
export const trackRecordChains = pgTable('track_record_chains', {
  botId: uuid('bot_id')
    .primaryKey()
    .references(() => bots.id),
  position: bigint('position', { mode: 'number' }).notNull(),
  kind: text('kind', { enum: KINDS }).notNull(),
  hash: bytes('hash').notNull(),
  /** The portfolio and the strike up to which everything is sealed. */
  portfolioId: uuid('portfolio_id').notNull(),
  navSeq: bigint('nav_seq', { mode: 'number' }).notNull(),
  sealedAt: at('sealed_at').notNull(),
});

/**
 * Up to where the reconciliation has verified each chain. Not evidence but a note of work done: what it says is verified anew from the
 * first record on, again and again.
 */
export const trackRecordCheckpoints = pgTable('track_record_checkpoints', {
  botId: uuid('bot_id')
    .primaryKey()
    .references(() => bots.id),
  position: bigint('position', { mode: 'number' }).notNull(),
  hash: bytes('hash').notNull(),
  /** What the next record is compared with. */
  replay: jsonb('replay').$type<Checkpoint['replay']>().notNull(),
  /** The night for which all of it was verified last; null where a deviation was found since. */
  wholeNight: date('whole_night', { mode: 'string' }),
});

/**
 * The links of the chains: which record stands at which position, and the hash of everything up to it. What a record says
 * is not stored twice; it is made from `bot_nav`, `bot_fills` and `bot_protocol` whenever it is needed, so a row changed
 * there no longer fits its hash. Append-only, but for bars that were moved to `track_record_days`.
 */
export const trackRecordSeals = pgTable(
  'track_record_seals',
  {
    botId: uuid('bot_id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: KINDS }).notNull(),
    portfolioId: uuid('portfolio_id').notNull(),
    /** `bar`: number of the strike. `open`: of the strike before the first sealed one. `close`: of the last one. */
    navSeq: bigint('nav_seq', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
    sealedAt: at('sealed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.position] }),
    // Starts and ends of series are few and asked for by every page view; bars are read by position only.
    index('track_record_seals_ends').on(table.botId, table.position).where(sql`kind <> 'bar'`),
  ],
);

/**
 * Bars of old UTC days, moved here out of `bot_nav`, `bot_protocol` and `track_record_seals`: one row per portfolio and day. Only what
 * is in here may be deleted there, and of the strikes not those in `kept`; triggers see to it. Append-only.
 */
export const trackRecordDays = pgTable(
  'track_record_days',
  {
    portfolioId: uuid('portfolio_id').notNull(),
    /** A strike at midnight belongs to the day that has just ended. */
    day: date('day').notNull(),
    botId: uuid('bot_id').notNull(),
    /** Places in the chain and numbers of the strikes, both included: they follow one another alike. */
    firstPosition: bigint('first_position', { mode: 'number' }).notNull(),
    lastPosition: bigint('last_position', { mode: 'number' }).notNull(),
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    /** Numbers of the strikes that stay in `bot_nav`: the last of the day, and what something refers to. */
    kept: bigint('kept', { mode: 'number' }).array().notNull(),
    /** Of the record before the first one, and of the last one. */
    hashBefore: bytes('hash_before').notNull(),
    lastHash: bytes('last_hash').notNull(),
    /** The records as they were sealed, each ended by a line feed, gzipped. */
    lines: bytes('lines').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.portfolioId, table.day] }),
    unique('track_record_days_chain').on(table.botId, table.lastPosition),
    check(
      'track_record_days_whole',
      sql`${table.lastPosition} - ${table.firstPosition} = ${table.lastSeq} - ${table.firstSeq}
        and ${table.firstSeq} <= ${table.lastSeq} and ${table.lastSeq} = any (${table.kept})`,
    ),
  ],
);

/**
 * The engine's state at some points of a live run, from which it can be replayed: before the first live bar, before the
 * first bar of every UTC day, and before the first bar of another version or of a new record. `bot_portfolios.state` is
 * overwritten bar by bar. Append-only; of the days in `track_record_days` only the newest of a portfolio stays.
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

/**
 * Parts of a portfolio's live record that have ended because the price source of a symbol changed. The NAV goes on and
 * customers keep their units, but what was earned on other prices is not measured together. Append-only.
 */
export const botClosedRecords = pgTable(
  'bot_closed_records',
  {
    portfolioId: uuid('portfolio_id').notNull(),
    since: at('since').notNull(),
    sinceNav: fixed12('since_nav').notNull(),
    until: at('until').notNull(),
    /** After the positions were closed at the last old prices. */
    untilNav: fixed12('until_nav').notNull(),
    /** Of this part, a fraction ≤ 0. */
    maxDrawdown: doublePrecision('max_drawdown').notNull(),
    /** What changed: symbol, the source before and the one after. */
    changes: jsonb('changes').$type<{ symbol: string; from: string; to: string }[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.portfolioId, table.since] })],
);
