import type { SystemState } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { concernsOf, healthOf, serverTime } from './system-health.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const WELL: SystemState = {
  at: '2026-03-02T10:00:00Z',
  version: '1.0.0',
  replica: 'host/1/a',
  startedAt: '2026-03-01T10:00:00Z',
  bus: 'local',
  sockets: { connections: 0, accounts: 0 },
  database: { version: '18.4', sizeBytes: 1, connections: 1, schema: 'ok', migrations: 3 },
  feed: {
    lastTickAt: '2026-03-02T09:59:59Z',
    sources: [{ source: 'simulated', symbols: 20, stale: 0, closed: 9 }],
  },
  leader: { holder: 'host/1/a', isThisReplica: true, epoch: 1, since: '2026-03-01T10:00:00Z' },
  mails: {
    transport: 'smtp',
    waiting: 4,
    retrying: 0,
    givenUp: 0,
    sentToday: 9,
    oldestWaitingSince: null,
    lastError: null,
  },
};

describe('what an operator should look at', () => {
  it('is nothing while all is well; closed markets and waiting mails are no concern', () => {
    expect(concernsOf(WELL, NOW)).toEqual({ database: [], feed: [], mails: [] });
  });

  it.each<[string, Partial<SystemState>, string]>([
    [
      'missing migrations',
      { database: { ...WELL.database, schema: 'behind' } },
      'Der Datenbank fehlen Migrationen',
    ],
    [
      'a newer program',
      { database: { ...WELL.database, schema: 'ahead' } },
      'Eine neuere Fassung hat die Datenbank migriert',
    ],
    ['no leader', { leader: null }, 'Keine Instanz führt'],
    ['no tick ever', { feed: { ...WELL.feed, lastTickAt: null } }, 'Noch kein Kurs'],
    ['an old tick', { feed: { ...WELL.feed, lastTickAt: '2026-03-02T09:59:00Z' } }, 'Keine neuen Kurse'],
    [
      'a stale price',
      { feed: { ...WELL.feed, sources: [{ source: 'kraken', symbols: 10, stale: 1, closed: 0 }] } },
      'Ein Kurs ist veraltet',
    ],
    ['failing mail', { mails: { ...WELL.mails, retrying: 1 } }, 'Der Versand scheitert und wird wiederholt'],
    ['mail given up', { mails: { ...WELL.mails, givenUp: 1 } }, 'Mails wurden aufgegeben'],
  ])('is %s', (_name, change, concern) => {
    const { database, feed, mails } = concernsOf({ ...WELL, ...change }, NOW);
    expect([...database, ...feed, ...mails]).toEqual([concern]);
  });
});

describe('the age of what the server says', () => {
  const slow = NOW - 600_000;
  const fast = NOW + 600_000;

  it.each([
    ['right', NOW],
    ['ten minutes slow', slow],
    ['ten minutes fast', fast],
  ])('is the same when the clock of this computer is %s', (_, answered) => {
    expect(serverTime(WELL, answered, answered)).toBe(NOW);
    expect(serverTime(WELL, answered, answered + 12_000)).toBe(NOW + 12_000);
    expect(concernsOf(WELL, serverTime(WELL, answered, answered + 5_000)).feed).toEqual([]);
    expect(concernsOf(WELL, serverTime(WELL, answered, answered + 15_000)).feed).toEqual([
      'Keine neuen Kurse',
    ]);
    // What is shown counts whole seconds and may have begun its second before the answer came.
    expect(serverTime(WELL, answered, answered - 400)).toBe(NOW);
  });
});

describe('an area', () => {
  it.each<[string, string[], boolean, boolean, string]>([
    ['is well without concerns', [], false, false, 'In Ordnung'],
    ['is to be looked at with one', ['Mails wurden aufgegeben'], false, false, 'Ansehen'],
    ['is not well where there is none, such as mail without a mail server', [], false, true, 'Ausgeschaltet'],
    [
      'is to be looked at where something is left from before',
      ['Mails wurden aufgegeben'],
      false,
      true,
      'Ansehen',
    ],
    ['is unknown while nothing can be read', [], true, true, 'Unbekannt'],
  ])('%s', (_name, concerns, isOld, isOff, text) => {
    expect(healthOf(concerns, { isOld, isOff }).text).toBe(text);
  });
});
