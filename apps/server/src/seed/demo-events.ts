import {
  addDays,
  calendarEvents,
  eveningWindow,
  type IsoDate,
  isShortDay,
  type TradingEvent,
  weekdayOfDate,
} from '@botdepot/trading';
import { insertEvents } from '../modules/bots/index.ts';
import type { Database } from '../platform/database.ts';

const PAST_EVERY_DAYS = 14;
const COMING_EVENINGS = 5;

/** On a half-day most of NewsBot's markets would close before the window does. */
const isWholeDay = (date: IsoDate): boolean =>
  weekdayOfDate(date) >= 1 && weekdayOfDate(date) <= 5 && !isShortDay(date);

/**
 * Invented events of the demo, so that NewsBot has something to trade in the history and in the next days: one every two
 * weeks in [from, now), and one on each of the next five evenings of whole trading days that have none by rule.
 */
export function demoEvents(from: Date, now: Date): TradingEvent[] {
  const first = from.toISOString().slice(0, 10);
  const today = now.toISOString().slice(0, 10);
  const dates: IsoDate[] = [];
  for (let date = addDays(today, -2); date > first; date = addDays(date, -PAST_EVERY_DAYS)) {
    // A weekend's event is on the Friday before.
    let evening = date;
    while (!isWholeDay(evening)) evening = addDays(evening, -1);
    if (evening > first) dates.push(evening);
  }
  const byRule = new Set(calendarEvents(today, addDays(today, 30)).map(({ startsAt }) => startsAt));
  for (let date = addDays(today, 1), found = 0; found < COMING_EVENINGS; date = addDays(date, 1)) {
    if (!isWholeDay(date) || byRule.has(eveningWindow(date).startsAt)) continue;
    dates.push(date);
    found++;
  }
  return dates.toSorted().map((date) => ({
    id: `demo-${date}`,
    name: 'Demo-Termin (erfunden)',
    ...eveningWindow(date),
  }));
}

/**
 * Enters them as if they had been known when the demo's history begins. Call it before the first candles are made: the
 * simulated market is more nervous in their hours.
 */
export async function seedDemoEvents(database: Database, from: Date, now: Date): Promise<void> {
  await insertEvents(database.db, demoEvents(from, now), { origin: 'demo', now: from });
}
