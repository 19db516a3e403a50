import { type CalendarEntry, DomainError, type EVENT_PERIODS } from '@botdepot/contract';
import {
  addDays,
  calendarEvents,
  DAY_MS,
  decisionTimesOf,
  MINUTE_MS,
  SPECIFICATION_EVENT,
  type TradingEvent,
} from '@botdepot/trading';
import { sql } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import type { Database, Tx } from '../../../platform/database.ts';
import { assertEpoch, type LeaderTerm } from '../../../platform/leader.ts';
import { personOf, type Work } from '../../../platform/work.ts';
import type { People } from '../people.ts';
import {
  cancelEvent,
  countEvents,
  EVENT_MARGIN_MS,
  findOverlapping,
  insertEvents,
  insertOwnEvent,
  lockCalendar,
  lockEvent,
  presentEvent,
  readCancelledEvents,
  readComingEvents,
  readOwnWindows,
  readPastEvents,
  readTradedEvents,
  type TradingEventRow,
} from './trading-events.ts';

/** No window lasts longer than a day, so what ended before can no longer matter to a bar that closes now. */
const REMEMBERED_MS = 2 * DAY_MS;

/** The calendar as the bots of one leader's term know it. */
export type CalendarWatch = {
  /** As of the last refresh; empty before the first. */
  events(): readonly TradingEvent[];
  /**
   * Reads the calendar: one query, so call it once a minute. Once per UTC day, and after every change, it enters the events
   * made by rule first.
   * @returns whether the events changed. @throws LostLeadershipError when the term is over.
   */
  refresh(now: Date): Promise<boolean>;
};

export function watchCalendar(database: Database, term: LeaderTerm): CalendarWatch {
  let events: readonly TradingEvent[] = [];
  let filledDay: number | null = null;

  return {
    events: () => events,
    async refresh(now) {
      const day = Math.floor(now.getTime() / DAY_MS);
      if (filledDay !== day) {
        await database.transaction(async (tx) => {
          await assertEpoch(tx, term.epoch);
          await fillCalendar(tx, now);
        });
        filledDay = day;
      }
      const read = await readTradedEvents(database.db, new Date(now.getTime() - REMEMBERED_MS));
      if (JSON.stringify(read) === JSON.stringify(events)) return false;
      events = read;
      // A window of the team that was called off may have stood in the way of one by rule.
      filledDay = null;
      return true;
    },
  };
}

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

/** How far ahead the calendar is filled with the events made by rule. */
const DAYS_AHEAD = 120;

/**
 * Enters the events made by rule for the next 120 days, and the one of the specification. Idempotent. An event that has
 * begun by `now`, or is about to, is never entered afterwards: nobody traded on it. One that would overlap a window of the
 * team is entered once that is called off. Holds the calendar's lock until the transaction ends.
 */
export async function fillCalendar(tx: Tx, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const coming = calendarEvents(today, addDays(today, DAYS_AHEAD)).filter(
    ({ startsAt }) => startsAt >= now.getTime() + EVENT_MARGIN_MS,
  );
  await lockCalendar(tx);
  const own = await readOwnWindows(tx, now);
  const free = coming.filter(
    ({ startsAt, endsAt }) =>
      !own.some((other) => other.startsAt.getTime() < endsAt && other.endsAt.getTime() > startsAt),
  );
  await insertEvents(tx, free, { origin: 'calendar', now });
  await insertEvents(tx, [SPECIFICATION_EVENT], { origin: 'specification', now });
}

/** The calendar as operators see it: what runs or comes, the next one first; what is over or called off, the newest first. */
export async function listCalendar(
  tx: Tx,
  people: People,
  now: Date,
  of: { period: (typeof EVENT_PERIODS)[number]; page: number; pageSize: number },
): Promise<{ items: CalendarEntry[]; total: number }> {
  const { period, page, pageSize } = of;
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const read = {
    coming: () => readComingEvents(tx, now, range),
    past: () => readPastEvents(tx, now, range),
    cancelled: () => readCancelledEvents(tx, range),
  };
  const rows = await read[period]();
  return { items: await presentEntries(tx, people, rows), total: await countEvents(tx, now, period) };
}

/** One that was just written. */
async function presentEntry(tx: Tx, people: People, row: TradingEventRow): Promise<CalendarEntry> {
  const [entry] = await presentEntries(tx, people, [row]);
  if (!entry) throw new Error('an event was not presented');
  return entry;
}

async function presentEntries(
  tx: Tx,
  people: People,
  rows: readonly TradingEventRow[],
): Promise<CalendarEntry[]> {
  const ids = rows.flatMap(({ createdBy, cancelledBy }) => [createdBy, cancelledBy]);
  const emails = await people.listEmails(
    tx,
    ids.filter((id) => id !== null),
  );
  const emailOf = (id: string | null) => (id === null ? null : (emails.get(id) ?? null));
  return rows.map((row) => {
    const decisions = decisionTimesOf({ startsAt: row.startsAt.getTime(), endsAt: row.endsAt.getTime() });
    // The look at the first hour alone leads to nothing.
    const times = decisions.length > 1 ? decisions : [];
    return {
      ...presentEvent(row),
      createdAt: row.createdAt.toISOString(),
      createdBy: emailOf(row.createdBy),
      decisionTimes: times.map((time) => new Date(time).toISOString()),
      cancelledAt: row.cancelledAt?.toISOString() ?? null,
      cancelledBy: emailOf(row.cancelledBy),
      cancelReason: row.cancelReason,
    };
  });
}
