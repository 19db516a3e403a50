import { DAY_MS, HOUR_MS } from '@botdepot/trading';
import { expect } from 'vitest';
import { insertEvents } from '../../src/modules/bots/events/trading-events.ts';
import { readNervousWindows, readTradedEvents, STRATEGIES } from '../../src/modules/bots/index.ts';
import { type ApiAnswer, createApi } from '../api-fixture.ts';
import { createBotsFixture } from './bots-fixture.ts';

// The database's clock decides what has begun, so the calendar of these tests lies ahead of it.
const YEAR = new Date().getUTCFullYear() + 1;
const FEBRUARY = Date.parse(`${YEAR}-02-01T00:00:00Z`);
/** The first Monday of February, so that the markets of the next days are open. */
export const MONDAY = FEBRUARY + ((8 - new Date(FEBRUARY).getUTCDay()) % 7) * DAY_MS;
export const TODAY = MONDAY + 9 * HOUR_MS;
export const at = (hours: number): string => new Date(TODAY + hours * HOUR_MS).toISOString();

export type Entry = { id: string; startsAt: string } & Record<string, unknown>;
export type CalendarWorld = Awaited<ReturnType<typeof createCalendarWorld>>;

/** NewsBot on an installation whose day begins at `TODAY`, and an admin who changes its calendar. */
export async function createCalendarWorld() {
  const { newsbot } = STRATEGIES;
  if (!newsbot) throw new Error('NewsBot is not registered');
  const fixture = await createBotsFixture({ strategies: { newsbot } });
  fixture.clock.set(new Date(TODAY));
  const api = createApi(fixture);
  const admin = api.person('admin');
  const { db } = fixture.database;

  const post = (path: string, body: object, options: { key?: string | null } = {}): Promise<ApiAnswer> =>
    api.call('POST', `/api/admin/trading-events${path}`, { as: admin, body, ...options });
  const enter = (startsAt: string, endsAt: string, options: { key?: string | null; name?: string } = {}) =>
    post('', { name: options.name ?? 'Rede der Notenbank', startsAt, endsAt }, options);

  return {
    fixture,
    newsbot,
    admin,
    post,
    enter,
    entered: async (startsAt: string, endsAt: string): Promise<Entry> => {
      const { status, body } = await enter(startsAt, endsAt);
      expect(status).toBe(201);
      return body as Entry;
    },
    /** By the rules, which look at nobody's windows. */
    byRule: async (startsAt: string, endsAt: string): Promise<{ id: string }> => {
      const event = { name: 'Nach Regel', startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) };
      await insertEvents(db, [event], { origin: 'calendar', now: fixture.clock.now() });
      const entered = (await readTradedEvents(db, new Date(0))).find(
        ({ name, startsAt: start }) => name === event.name && start === event.startsAt,
      );
      if (!entered) throw new Error('the rule entered nothing');
      return entered;
    },
    cancel: (id: string, reason = 'Verschoben') => post(`/${id}/cancel`, { reason }),
    list: async (period: string, query = ''): Promise<{ items: Entry[]; total: number }> => {
      const path = `/api/admin/trading-events?period=${period}${query}`;
      const { status, body } = await api.call('GET', path, { as: admin });
      expect(status).toBe(200);
      return body as { items: Entry[]; total: number };
    },
    /** What customers see of what comes, by id. */
    shown: async () => {
      const { body } = await api.call('GET', '/api/trading-events', { as: api.person('user') });
      return (body as { coming: Entry[] }).coming.map(({ id }) => id);
    },
    traded: async () => (await readTradedEvents(db, new Date(0))).map(({ id }) => id),
    nervous: async () => (await readNervousWindows(db)).map(({ startsAt }) => startsAt.toISOString()),
  };
}
