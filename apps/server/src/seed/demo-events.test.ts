import { berlinWallTime, DAY_MS, isShortDay } from '@botdepot/trading';
import { expect, test } from 'vitest';
import { demoEvents } from './demo-events.ts';

/** Every weekday, an evening during a window included. */
const MOMENTS = [1, 2, 3, 4, 5, 6, 7].map((day) => new Date(Date.UTC(2026, 2, day, 18, 20)));
const THANKSGIVING = new Date('2026-11-24T10:00:00Z');

test.each([...MOMENTS, THANKSGIVING])(
  'the demo of %s has past and coming evenings, and every name says what it is',
  (now) => {
    const from = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - 57 * DAY_MS);
    const events = demoEvents(from, now);
    const past = events.filter(({ endsAt }) => endsAt < now.getTime());
    const coming = events.filter(({ startsAt }) => startsAt > now.getTime());
    expect(past).toHaveLength(4);
    expect(coming).toHaveLength(5);
    expect(past.length + coming.length).toBe(events.length);
    for (const { name, startsAt, endsAt } of events) {
      expect(startsAt).toBeGreaterThan(from.getTime());
      expect(name).toMatch(/^Demo-Termin/);
      expect(berlinWallTime(startsAt)).toMatchObject({ hour: 17, minute: 0 });
      expect(berlinWallTime(endsAt)).toMatchObject({ hour: 22, minute: 0 });
      expect([1, 2, 3, 4, 5]).toContain(new Date(startsAt).getUTCDay());
    }
    expect(events.map(({ id }) => id.slice(5)).filter(isShortDay)).toEqual([]);
    // Payrolls of 6 March 2026 are in the calendar by rule.
    expect(events.map(({ id }) => id)).not.toContain('demo-2026-03-06');
  },
);
