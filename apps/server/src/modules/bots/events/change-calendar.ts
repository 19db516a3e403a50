import { type CalendarEntry, DomainError } from '@botdepot/contract';
import { DAY_MS, MINUTE_MS } from '@botdepot/trading';
import { sql } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import { personOf, type Work } from '../../../platform/work.ts';
import type { People } from '../people.ts';
import { presentEntry } from './list-calendar.ts';
import {
  cancelEvent,
  EVENT_MARGIN_MS,
  findOverlapping,
  insertOwnEvent,
  lockCalendar,
  lockEvent,
  type TradingEventRow,
} from './trading-events.store.ts';

/** Nobody enters one for another century. */
const FURTHEST_MS = 2 * 366 * DAY_MS;

type Window = { name: string; startsAt: string; endsAt: string };

/**
 * Enters a window in which NewsBot may trade. Full minutes; seconds are dropped. Windows may touch but not overlap: where two
 * run, NewsBot follows the one that began first only, and the other one's decisions would silently not be made.
 *
 * Throws EVENT_WINDOW_INVALID, EVENT_BEGINS_TOO_SOON with the earliest start, EVENT_OVERLAPS with the other event.
 */
export async function createTradingEvent(work: Work, people: People, input: Window): Promise<CalendarEntry> {
  const row = await enter(work, input);
  await writeAudit(work, {
    action: 'calendar.create',
    subject: 'trading_event',
    subjectId: row.id,
    after: factsOf(row),
    // Free text: the chain knows it by its hash only.
    reason: row.name,
  });
  return changed(work, people, row);
}

/**
 * Calls a window off and enters it with another name or time, in one transaction. The one that is entered answers.
 *
 * Throws EVENT_NOT_FOUND, EVENT_CANCELLED, EVENT_BEGUN, EVENT_WINDOW_INVALID, EVENT_BEGINS_TOO_SOON, EVENT_OVERLAPS.
 */
export async function moveTradingEvent(
  work: Work,
  people: People,
  input: Window & { id: string; reason: string },
): Promise<CalendarEntry> {
  const before = await callOff(work, input);
  const row = await enter(work, input);
  await writeAudit(work, {
    action: 'calendar.move',
    subject: 'trading_event',
    subjectId: row.id,
    before: { eventId: before.id, ...factsOf(before) },
    after: factsOf(row),
    reason: input.reason,
  });
  return changed(work, people, row);
}

/**
 * Calls a window off before it begins: it stays in the calendar as such, and nobody trades on it.
 *
 * Throws EVENT_NOT_FOUND, EVENT_CANCELLED, EVENT_BEGUN.
 */
export async function cancelTradingEvent(
  work: Work,
  people: People,
  input: { id: string; reason: string },
): Promise<CalendarEntry> {
  const row = await callOff(work, input);
  await writeAudit(work, {
    action: 'calendar.cancel',
    subject: 'trading_event',
    subjectId: row.id,
    before: factsOf(row),
    reason: input.reason,
  });
  return changed(work, people, row);
}

async function enter(work: Work, { name, ...times }: Window): Promise<TradingEventRow> {
  const [startsAt, endsAt] = [times.startsAt, times.endsAt].map(fullMinute);
  const now = await latestNow(work);
  const length = Number(endsAt) - Number(startsAt);
  const isTooFar = Number(startsAt) > now + FURTHEST_MS;
  if (!startsAt || !endsAt || !(length >= MINUTE_MS && length <= DAY_MS) || isTooFar)
    throw DomainError.of('EVENT_WINDOW_INVALID');
  const earliest = Math.ceil((now + EVENT_MARGIN_MS) / MINUTE_MS) * MINUTE_MS;
  if (startsAt.getTime() < earliest)
    throw DomainError.of('EVENT_BEGINS_TOO_SOON', { earliest: new Date(earliest).toISOString() });
  await lockCalendar(work.tx);
  const other = await findOverlapping(work.tx, { startsAt, endsAt });
  if (other) throw DomainError.of('EVENT_OVERLAPS', { name: other.name, ...factsOf(other) });
  return insertOwnEvent(work.tx, { name, startsAt, endsAt, createdAt: work.now, createdBy: personOf(work) });
}

async function callOff(work: Work, { id, reason }: { id: string; reason: string }): Promise<TradingEventRow> {
  await lockCalendar(work.tx);
  const row = await lockEvent(work.tx, id);
  if (!row) throw DomainError.of('EVENT_NOT_FOUND');
  if (row.cancelledAt !== null) throw DomainError.of('EVENT_CANCELLED');
  if (row.startsAt.getTime() < (await latestNow(work)) + EVENT_MARGIN_MS) throw DomainError.of('EVENT_BEGUN');
  return cancelEvent(work.tx, id, { at: work.now, by: personOf(work), reason });
}

/** ms UTC. The database's clock is the one that all replicas share; the later of it and one's own is on the safe side. */
async function latestNow({ tx, now }: Work): Promise<number> {
  const { rows } = await tx.execute<{ now: string }>(
    sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now`,
  );
  return Math.max(now.getTime(), Number(rows[0]?.now));
}

async function changed(work: Work, people: People, row: TradingEventRow): Promise<CalendarEntry> {
  work.hintCustomers('bots');
  work.hintAdmins('bots');
  return presentEntry(work.tx, people, row);
}

const fullMinute = (time: string): Date => new Date(Math.floor(Date.parse(time) / MINUTE_MS) * MINUTE_MS);

const factsOf = ({ startsAt, endsAt }: TradingEventRow) => ({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});
