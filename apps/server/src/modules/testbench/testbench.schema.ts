import { CANDLE_SOURCES, type OwnBotSetup, type RuleCertificate, type RuleResult } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
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

/** What the newest run of a version said; run again, it is replaced. Gone with its bot. */
export const ownBotResults = pgTable(
  'own_bot_results',
  {
    botId: uuid('bot_id').notNull(),
    version: integer('version').notNull(),
    /** As it was written: its lines have the order of the page. */
    rule: jsonb('rule').notNull(),
    source: text('source', { enum: CANDLE_SOURCES }).notNull(),
    fromDay: date('from_day').notNull(),
    untilDay: date('until_day').notNull(),
    result: jsonb('result').$type<RuleResult>().notNull(),
    madeAt: at('made_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.version] }),
    foreignKey({
      name: 'own_bot_results_version',
      columns: [table.botId, table.version],
      foreignColumns: [ownBotVersions.botId, ownBotVersions.version],
    }),
  ],
);

/** Whether a version decides from what it can know, by the engine that runs now. Gone with its bot. */
export const testbenchCertificates = pgTable(
  'testbench_certificates',
  {
    botId: uuid('bot_id').notNull(),
    version: integer('version').notNull(),
    engineVersion: text('engine_version').notNull(),
    dataHash: text('data_hash').notNull(),
    passed: boolean('passed').notNull(),
    /** Ends of bars, ms UTC. */
    cuts: jsonb('cuts').$type<readonly number[]>().notNull(),
    firstDifference: jsonb('first_difference').$type<RuleCertificate['firstDifference']>(),
    madeAt: at('made_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.version] }),
    foreignKey({
      name: 'testbench_certificates_version',
      columns: [table.botId, table.version],
      foreignColumns: [ownBotVersions.botId, ownBotVersions.version],
    }),
    check('testbench_certificates_difference', sql`${table.passed} = (${table.firstDifference} is null)`),
  ],
);

/** The one look at the days that were held out, for each person and source. It stays when the bot goes. */
export const testPeriods = pgTable(
  'test_periods',
  {
    userId: uuid('user_id').notNull(),
    source: text('source', { enum: CANDLE_SOURCES }).notNull(),
    botId: uuid('bot_id')
      .notNull()
      .references(() => bots.id),
    version: integer('version').notNull(),
    ruleHash: text('rule_hash').notNull(),
    fromDay: date('from_day').notNull(),
    untilDay: date('until_day').notNull(),
    result: jsonb('result').$type<RuleResult>().notNull(),
    openedAt: at('opened_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.source] })],
);
