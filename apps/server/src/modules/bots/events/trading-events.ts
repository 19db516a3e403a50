import type { TradingEvent as ListedEvent } from '@botdepot/contract';
import { MINUTE_MS, type TradingEvent } from '@botdepot/trading';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/work.ts';
import { tradingEvents } from './trading-events.schema.ts';

/**
 * A window is entered, moved or called off at least so long before it begins. The leader reads the calendar every minute and
 * makes its prices from it, and no statement lasts longer than half a minute: whatever trades, replays or makes prices in a
 * window has therefore seen the same of it, on every replica.
 */
export const EVENT_MARGIN_MS = 5 * MINUTE_MS;

export type TradingEventRow = typeof tradingEvents.$inferSelect;

/**
 * Enters events; those that the calendar has from the same origin at the same time are left as they are, and so are events
 * made by rule that were called off.
 */
export async function insertEvents(
  tx: Tx,
  events: readonly Pick<TradingEvent, 'name' | 'startsAt' | 'endsAt'>[],
  entry: { origin: TradingEventRow['origin']; now: Date },
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insert(tradingEvents)
    .values(
      events.map(({ name, startsAt, endsAt }) => ({
        id: newId(),
        name,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        origin: entry.origin,
        createdAt: entry.now,
      })),
    )
    .onConflictDoNothing();
}

/** The only event lock that is not a row; see bot-lock.ts for the bots'. */
const CALENDAR_LOCK = 7_203;

/**
 * Until the transaction ends nobody else enters, moves or calls off an event by hand or by rule, so that what is free stays
 * free. Before any row of the calendar: an insert by rule waits for a row that is just being called off.
 */
export async function lockCalendar(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${CALENDAR_LOCK}, 0)`);
}

/** The first event in force that has a moment in common with a window; the end of one may be the start of the other. */
export async function findOverlapping(
  tx: Tx,
  window: Pick<TradingEventRow, 'startsAt' | 'endsAt'>,
): Promise<TradingEventRow | undefined> {
  const [row] = await tx
    .select()
    .from(tradingEvents)
    .where(
      and(lt(tradingEvents.startsAt, window.endsAt), gt(tradingEvents.endsAt, window.startsAt), inForce()),
    )
    .orderBy(asc(tradingEvents.startsAt), asc(tradingEvents.id))
    .limit(1);
  return row;
}

/** Enters one event by hand. The caller holds the calendar's lock and has seen that its time is free. */
export async function insertOwnEvent(
  tx: Tx,
  event: Pick<TradingEventRow, 'name' | 'startsAt' | 'endsAt' | 'createdAt' | 'createdBy'>,
): Promise<TradingEventRow> {
  const [row] = await tx
    .insert(tradingEvents)
    .values({ id: newId(), origin: 'admin', ...event })
    .returning();
  if (!row) throw new Error('an event was not entered');
  return row;
}

/** Locked until the transaction ends, so that it is called off or moved once. */
export async function lockEvent(tx: Tx, id: string): Promise<TradingEventRow | undefined> {
  const [row] = await tx.select().from(tradingEvents).where(eq(tradingEvents.id, id)).for('update');
  return row;
}

/** The caller holds the row's lock and has seen that it has not begun; a trigger refuses it otherwise. */
export async function cancelEvent(
  tx: Tx,
  id: string,
  cancelled: { at: Date; by: string; reason: string },
): Promise<TradingEventRow> {
  const { at, by, reason } = cancelled;
  const [row] = await tx
    .update(tradingEvents)
    .set({ cancelledAt: at, cancelledBy: by, cancelReason: reason })
    .where(eq(tradingEvents.id, id))
    .returning();
  if (!row) throw new Error('an event that was locked is gone');
  return row;
}

/** What was entered before it began and not called off: known to everybody who traded or made prices then. */
const inForce = (): SQL | undefined =>
  and(lt(tradingEvents.createdAt, tradingEvents.startsAt), isNull(tradingEvents.cancelledAt));

/**
 * The events that bots trade on, ascending, as the engine wants them: entered before they began, not called off, and
 * ending after `endsAfter`. A replay that gives all of them from its beginning on decides as the live run did.
 */
export async function readTradedEvents(tx: Tx, endsAfter: Date): Promise<TradingEvent[]> {
  const rows = await tx
    .select()
    .from(tradingEvents)
    .where(and(gt(tradingEvents.endsAt, endsAfter), inForce()))
    .orderBy(asc(tradingEvents.startsAt), asc(tradingEvents.endsAt), asc(tradingEvents.id));
  return rows.map(({ id, name, startsAt, endsAt }) => ({
    id,
    name,
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
  }));
}

/** Windows entered by hand, in force and not over at `now`. */
export function readOwnWindows(tx: Tx, now: Date): Promise<{ startsAt: Date; endsAt: Date }[]> {
  return tx
    .select({ startsAt: tradingEvents.startsAt, endsAt: tradingEvents.endsAt })
    .from(tradingEvents)
    .where(and(eq(tradingEvents.origin, 'admin'), gt(tradingEvents.endsAt, now), inForce()));
}

/** Windows that a rule had entered and people called off, of events that would have begun in [from, to). */
export function readCancelledRules(
  tx: Tx,
  from: Date,
  to: Date,
): Promise<{ startsAt: Date; endsAt: Date }[]> {
  return tx
    .select({ startsAt: tradingEvents.startsAt, endsAt: tradingEvents.endsAt })
    .from(tradingEvents)
    .where(
      and(
        isNotNull(tradingEvents.cancelledAt),
        ne(tradingEvents.origin, 'admin'),
        gte(tradingEvents.startsAt, from),
        lt(tradingEvents.startsAt, to),
      ),
    );
}

/**
 * Windows in which the simulated market is more nervous: everything that was entered before it began and not called off,
 * since ever.
 */
export function readNervousWindows(tx: Tx): Promise<{ startsAt: Date; endsAt: Date }[]> {
  return tx
    .select({ startsAt: tradingEvents.startsAt, endsAt: tradingEvents.endsAt })
    .from(tradingEvents)
    .where(inForce());
}

const isComing = (now: Date): SQL | undefined =>
  and(gt(tradingEvents.endsAt, now), isNull(tradingEvents.cancelledAt));
const isPast = (now: Date): SQL | undefined =>
  and(lte(tradingEvents.endsAt, now), isNull(tradingEvents.cancelledAt));

type Range = { limit: number; offset?: number };

/** Events that run at `now` or come later, ascending. */
export function readComingEvents(
  tx: Tx,
  now: Date,
  { limit, offset = 0 }: Range,
): Promise<TradingEventRow[]> {
  return tx
    .select()
    .from(tradingEvents)
    .where(isComing(now))
    .orderBy(asc(tradingEvents.startsAt), asc(tradingEvents.id))
    .limit(limit)
    .offset(offset);
}

/** Events that are over, the newest first. */
export function readPastEvents(tx: Tx, now: Date, { limit, offset = 0 }: Range): Promise<TradingEventRow[]> {
  return tx
    .select()
    .from(tradingEvents)
    .where(isPast(now))
    .orderBy(desc(tradingEvents.startsAt), asc(tradingEvents.id))
    .limit(limit)
    .offset(offset);
}

/** What the specification names and is over. */
function readSpecifiedEvents(tx: Tx, now: Date): Promise<TradingEventRow[]> {
  return tx
    .select()
    .from(tradingEvents)
    .where(and(eq(tradingEvents.origin, 'specification'), isPast(now)));
}

/** Events that were called off, the last one first. */
export function readCancelledEvents(tx: Tx, { limit, offset = 0 }: Range): Promise<TradingEventRow[]> {
  return tx
    .select()
    .from(tradingEvents)
    .where(isNotNull(tradingEvents.cancelledAt))
    .orderBy(desc(tradingEvents.cancelledAt), desc(tradingEvents.id))
    .limit(limit)
    .offset(offset);
}

export async function countEvents(
  tx: Tx,
  now: Date,
  period: 'coming' | 'past' | 'cancelled',
): Promise<number> {
  const where =
    period === 'cancelled'
      ? isNotNull(tradingEvents.cancelledAt)
      : period === 'past'
        ? isPast(now)
        : isComing(now);
  const [row] = await tx.select({ total: count() }).from(tradingEvents).where(where);
  return row?.total ?? 0;
}

const COMING_SHOWN = 40;
const PAST_SHOWN = 20;

/**
 * The calendar: what runs or comes, the next one first, and what is over, the newest first. The window that the specification
 * names is the first of all and never left out.
 */
export async function listTradingEvents(
  tx: Tx,
  now: Date,
): Promise<{ coming: ListedEvent[]; past: ListedEvent[] }> {
  const coming = await readComingEvents(tx, now, { limit: COMING_SHOWN });
  const past = await readPastEvents(tx, now, { limit: PAST_SHOWN });
  const isComplete = past.some(({ origin }) => origin === 'specification');
  const first = isComplete ? [] : await readSpecifiedEvents(tx, now);
  return { coming: coming.map(presentEvent), past: [...past, ...first].map(presentEvent) };
}

export const presentEvent = ({ id, name, startsAt, endsAt, origin }: TradingEventRow): ListedEvent => ({
  id,
  name,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  origin,
});
