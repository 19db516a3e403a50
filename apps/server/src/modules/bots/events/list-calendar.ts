import type { CalendarEntry, EVENT_PERIODS } from '@botdepot/contract';
import { decisionTimesOf } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import type { People } from '../people.ts';
import { presentEvent } from './list-trading-events.ts';
import {
  countEvents,
  readCancelledEvents,
  readComingEvents,
  readPastEvents,
  type TradingEventRow,
} from './trading-events.store.ts';

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
export async function presentEntry(tx: Tx, people: People, row: TradingEventRow): Promise<CalendarEntry> {
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
