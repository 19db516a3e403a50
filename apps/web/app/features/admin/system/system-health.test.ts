import type { SystemState } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { concernsOf } from './system-health.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const WELL: SystemState = {
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
