import { DAY_MS, type TradingEvent } from '@botdepot/trading';
import type { Database } from '../../../platform/database.ts';
import { assertEpoch, type LeaderTerm } from '../../../platform/leader.ts';
import { fillCalendar } from './fill-calendar.ts';
import { readTradedEvents } from './trading-events.store.ts';

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
