import { OWN_BOT_ORDER_KINDS, OWN_BOT_ORDER_STATUSES } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, fixed12, id, micros } from '../../../platform/columns.ts';
import { bots } from '../../bots/index.ts';

/**
 * Starts and stops of own bots. A start holds its amount on the account of orders while it waits; once executed it is the
 * investment in its run: `units` at `nav`. A stop says what it paid. An order is decided once; a trigger refuses every change after.
 */
export const ownBotOrders = pgTable(
  'own_bot_orders',
  {
    id: id(),
    botId: uuid('bot_id')
      .notNull()
      .references(() => bots.id),
    userId: uuid('user_id').notNull(),
    kind: text('kind', { enum: OWN_BOT_ORDER_KINDS }).notNull(),
    /** Of the rule. */
    version: integer('version').notNull(),
    /** What a start puts in; null for a stop. */
    amount: micros('amount'),
    status: text('status', { enum: OWN_BOT_ORDER_STATUSES }).notNull().default('waiting'),
    createdAt: at('created_at').notNull(),
    decidedAt: at('decided_at'),
    /** The run that a start began, or that a stop ends. */
    portfolioId: uuid('portfolio_id'),
    /** At which strike it was executed. */
    navSeq: bigint('nav_seq', { mode: 'number' }),
    nav: fixed12('nav'),
    units: fixed12('units'),
    /** What an executed stop paid. */
    payout: micros('payout'),
    /** What put the amount of a start aside … */
    orderedTransferId: uuid('ordered_transfer_id'),
    /** … and what came of it: into the pool or back. Of a stop what was paid; null where that was nothing. */
    decidedTransferId: uuid('decided_transfer_id'),
  },
  (table) => [
    uniqueIndex('own_bot_orders_waiting').on(table.botId).where(sql`status = 'waiting'`),
    index('own_bot_orders_bot').on(table.botId, table.createdAt, table.id),
    index('own_bot_orders_user').on(table.userId, table.createdAt),
    index('own_bot_orders_run').on(table.portfolioId),
    check('own_bot_orders_kind', sql`${table.kind} in ('start', 'stop')`),
    check('own_bot_orders_status', sql`${table.status} in ('waiting', 'executed', 'cancelled', 'expired')`),
    check(
      'own_bot_orders_amount',
      sql`(${table.kind} = 'start') = (${table.amount} is not null) and (${table.amount} is null or ${table.amount} > 0)
        and (${table.kind} = 'start') = (${table.orderedTransferId} is not null)`,
    ),
    check('own_bot_orders_decided', sql`(${table.status} = 'waiting') = (${table.decidedAt} is null)`),
    check(
      'own_bot_orders_executed',
      sql`(${table.status} = 'executed') = (${table.nav} is not null) and (${table.status} = 'executed') = (${table.navSeq} is not null)
        and (${table.status} = 'executed') = (${table.units} is not null)
        and (${table.kind} = 'stop' and ${table.status} = 'executed') = (${table.payout} is not null)
        and (${table.portfolioId} is not null or ${table.kind} = 'start' and ${table.status} <> 'executed')`,
    ),
    // Money that was put aside has gone somewhere once it is decided.
    check(
      'own_bot_orders_moved',
      sql`${table.kind} = 'stop' or (${table.status} <> 'waiting') = (${table.decidedTransferId} is not null)`,
    ),
  ],
);

/** How far the bots of a shard have been stepped, and their NAVs then; one row, or more where some are behind the others. */
export const ownBotProgress = pgTable(
  'own_bot_progress',
  {
    shard: integer('shard').notNull(),
    /** End of the newest minute that was stepped. */
    minute: at('minute').notNull(),
    epoch: bigint('epoch', { mode: 'number' }).notNull(),
    numbers: integer('numbers').array().notNull(),
    navs: numeric('navs', { precision: 30, scale: 12 }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.shard, table.minute] })],
);

/** What admins hold: one own bot, or all where the bot is null. A row is ended once. */
export const ownBotHolds = pgTable(
  'own_bot_holds',
  {
    id: id(),
    botId: uuid('bot_id').references(() => bots.id),
    reason: text('reason').notNull(),
    heldBy: uuid('held_by').notNull(),
    heldAt: at('held_at').notNull(),
    releasedBy: uuid('released_by'),
    releasedAt: at('released_at'),
    releaseReason: text('release_reason'),
  },
  (table) => [
    uniqueIndex('own_bot_holds_lasting')
      .on(sql`coalesce(bot_id, '00000000-0000-0000-0000-000000000000'::uuid)`)
      .where(sql`released_at is null`),
    index('own_bot_holds_time').on(table.heldAt, table.id),
    check(
      'own_bot_holds_ended',
      sql`(${table.releasedAt} is null) = (${table.releaseReason} is null)
        and (${table.releasedAt} is null) = (${table.releasedBy} is null)`,
    ),
  ],
);

/** What an admin has set for a person instead of what holds for all: null where nothing is different. */
export const testbenchQuotas = pgTable('testbench_quotas', {
  userId: uuid('user_id').primaryKey(),
  live: integer('live'),
  capital: micros('capital'),
  isBarred: boolean('is_barred').notNull().default(false),
  setBy: uuid('set_by').notNull(),
  setAt: at('set_at').notNull(),
});
