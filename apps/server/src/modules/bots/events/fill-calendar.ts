import { addDays, calendarEvents, SPECIFICATION_EVENT } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { EVENT_MARGIN_MS, insertEvents, lockCalendar, readOwnWindows } from './trading-events.store.ts';

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
