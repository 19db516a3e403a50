import { CANDLE_SOURCES, type OwnBotSetup } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, bytes, id } from '../../platform/columns.ts';
import { bots } from '../bots/index.ts';

/** What a person works on: one row per own bot, gone with it. `rule` is JSON as it was sent, finished or not. */
export const ownBotDrafts = pgTable('own_bot_drafts', {
  botId: uuid('bot_id')
    .primaryKey()
    .references(() => bots.id),
  name: text('name').notNull(),
  rule: jsonb('rule').notNull(),
  /** Null while the rule is not complete. */
  ruleHash: text('rule_hash'),
  setup: jsonb('setup').$type<OwnBotSetup>().notNull(),
  /** One more with every save, so that two tabs do not overwrite each other. */
  version: integer('version').notNull().default(1),
  updatedAt: at('updated_at').notNull(),
});

/** Rules as they were frozen, in canonical form. A trigger refuses every change but the erasing of `rule`. */
export const ownBotVersions = pgTable(
  'own_bot_versions',
  {
    botId: uuid('bot_id')
      .notNull()
      .references(() => bots.id),
    version: integer('version').notNull(),
    /** Null once it was erased with its bot. */
    rule: jsonb('rule'),
    ruleHash: text('rule_hash').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.version] })],
);

/**
 * What a person tried, as their browsers report it: a distinct rule, source, interval and period. `leads` is one that differs
 * clearly from those before it; another one names the trial that it moves like, where that is known.
 */
export const testbenchTrials = pgTable(
  'testbench_trials',
  {
    id: id(),
    userId: uuid('user_id').notNull(),
    ruleHash: text('rule_hash').notNull(),
    source: text('source', { enum: CANDLE_SOURCES }).notNull(),
    interval: text('interval', { enum: ['1h', '1d'] }).notNull(),
    symbols: text('symbols').array().notNull(),
    fromDay: date('from_day').notNull(),
    untilDay: date('until_day').notNull(),
    /** Per day. */
    sharpe: doublePrecision('sharpe'),
    leads: boolean('leads').notNull(),
    leaderId: uuid('leader_id'),
    /** Daily returns of a leader as little-endian 32-bit floats, and the day of the first of them. */
    firstDay: date('first_day'),
    returns: bytes('returns'),
    recordedAt: at('recorded_at').notNull(),
  },
  (table) => [
    unique('testbench_trials_once').on(
      table.userId,
      table.ruleHash,
      table.source,
      table.interval,
      table.fromDay,
      table.untilDay,
    ),
    index('testbench_trials_person').on(table.userId, table.recordedAt, table.id),
    check('testbench_trials_leader', sql`${table.leaderId} is null or not ${table.leads}`),
    check('testbench_trials_columns', sql`(${table.returns} is null) = (${table.firstDay} is null)`),
  ],
);

/** One row for each person who has tried something; locked while their trials are counted. */
export const testbenchPeople = pgTable('testbench_people', {
  userId: uuid('user_id').primaryKey(),
  /** Trials after the most that are kept. */
  beyond: integer('beyond').notNull().default(0),
  /** First day of the test period on this installation's candles, fixed by the first trial there. */
  testPeriodFrom: date('test_period_from'),
});
