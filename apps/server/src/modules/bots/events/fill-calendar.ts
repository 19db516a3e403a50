import { addDays, calendarEvents, SPECIFICATION_EVENT } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { insertEvents } from './trading-events.store.ts';

/** How far ahead the calendar is filled with the events made by rule. */
const DAYS_AHEAD = 120;

/**
 * Enters the events made by rule for the next 120 days, and the one of the specification. Idempotent. An event that has
 * begun by `now` is never entered afterwards: nobody traded on it.
 */
export async function fillCalendar(tx: Tx, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const coming = calendarEvents(today, addDays(today, DAYS_AHEAD)).filter(
    ({ startsAt }) => startsAt > now.getTime(),
  );
  await insertEvents(tx, coming, { origin: 'calendar', now });
  await insertEvents(tx, [SPECIFICATION_EVENT], { origin: 'specification', now });
}
