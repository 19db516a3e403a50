import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, id } from '../../../platform/columns.ts';

/** How an event came into the calendar; the contract says what each means. */
const TRADING_EVENT_ORIGINS = ['calendar', 'specification', 'demo', 'admin'] as const;

/**
 * The calendar of windows in which NewsBot may trade. An event is known before it begins and stays as it is from then
 * on: decisions, replays and the simulated market follow from it. One that was called off before it began is kept, but
 * nobody trades on it. Only the specification's own date is kept as a record of the past. A trigger refuses changes to
 * what has begun.
 */
export const tradingEvents = pgTable(
  'trading_events',
  {
    id: id(),
    name: text('name').notNull(),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    origin: text('origin', { enum: TRADING_EVENT_ORIGINS }).notNull(),
    createdAt: at('created_at').notNull(),
    /** Null for events that nobody entered by hand. */
    createdBy: uuid('created_by'),
    cancelledAt: at('cancelled_at'),
    cancelledBy: uuid('cancelled_by'),
    cancelReason: text('cancel_reason'),
  },
  (table) => [
    // A rule enters its event once, called off or not; people may enter theirs again after they have called it off.
    uniqueIndex('trading_events_entered')
      .on(table.origin, table.startsAt)
      .where(sql`cancelled_at is null or origin <> 'admin'`),
    index('trading_events_end').on(table.endsAt),
    index('trading_events_cancelled').on(table.cancelledAt, table.id).where(sql`cancelled_at is not null`),
    check(
      'trading_events_window',
      sql`${table.endsAt} > ${table.startsAt} and ${table.endsAt} <= ${table.startsAt} + interval '24 hours'`,
    ),
    check('trading_events_origin', sql`${table.origin} in ('calendar', 'specification', 'demo', 'admin')`),
    check(
      'trading_events_beforehand',
      sql`${table.createdAt} < ${table.startsAt} or ${table.origin} = 'specification'`,
    ),
    check(
      'trading_events_called_off',
      sql`(${table.cancelledAt} is null) = (${table.cancelReason} is null)
        and (${table.cancelledAt} is not null or ${table.cancelledBy} is null)
        and (${table.cancelledAt} is null or ${table.cancelledAt} < ${table.startsAt})`,
    ),
  ],
);
