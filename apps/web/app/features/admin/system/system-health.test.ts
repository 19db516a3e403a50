import type { SystemState } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { concernsOf, healthOf, serverTime } from './system-health.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const WELL: SystemState = {
  at: '2026-03-02T10:00:00Z',
  version: '1.0.0',
  replica: 'host/1/a',
  startedAt: '2026-03-01T10:00:00Z',
  replicas: [{ name: 'host/1', isLeader: true }],
  waiting: {
    deposits: { count: 2, oldestSince: '2026-03-02T08:00:00Z' },
    withdrawals: { count: 1, oldestSince: '2026-03-01T11:00:00Z' },
    approvals: { count: 1, oldestSince: '2026-03-01T11:00:00Z' },
    manualReturns: { count: 0, oldestSince: null },
    chats: { escalated: 1, overdue: 0, oldestSince: '2026-03-02T09:50:00Z' },
  },
  bots: [
    { botType: 'smartbot', lastStepAt: '2026-03-02T09:59:00Z' },
    { botType: 'newsbot', lastStepAt: '2026-03-02T09:59:00Z' },
  ],
  ownBotsUntil: '2026-03-02T09:57:00Z',
  lastBackupAt: '2026-03-01T09:00:00Z',
  reconciliation: { finishedAt: '2026-03-02T02:01:00Z', failedChecks: 0, checksTotal: 9 },
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

const waits = (change: Partial<SystemState['waiting']>) => ({ waiting: { ...WELL.waiting, ...change } });
const reconciled = (change: Partial<NonNullable<SystemState['reconciliation']>>) => ({
  reconciliation: WELL.reconciliation && { ...WELL.reconciliation, ...change },
});

describe('what an operator should look at', () => {
  it('is nothing while all is well; closed markets and what waits no longer than it may are no concern', () => {
    expect(concernsOf(WELL, NOW)).toEqual({
      waiting: [],
      feed: [],
      mails: [],
      safety: [],
      database: [],
      replicas: [],
    });
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
    ['no leader', { replicas: [{ name: 'host/1', isLeader: false }] }, 'Keine Instanz führt'],
    [
      'a deposit that waits for three hours',
      waits({ deposits: { count: 2, oldestSince: '2026-03-02T07:00:00Z' } }),
      'Einzahlungen warten länger als zugesagt',
    ],
    [
      'a withdrawal that waits for a day',
      waits({ withdrawals: { count: 1, oldestSince: '2026-03-01T10:00:00Z' } }),
      'Auszahlungen warten länger als zugesagt',
    ],
    [
      'a manual return that nobody approves',
      waits({ manualReturns: { count: 1, oldestSince: '2026-03-01T09:59:00Z' } }),
      'Eine Freigabe wartet seit mehr als einem Tag',
    ],
    [
      'an overdue chat',
      waits({ chats: { escalated: 1, overdue: 1, oldestSince: '2026-03-02T09:00:00Z' } }),
      'Im Chat wartet jemand länger als zugesagt',
    ],
    [
      'a bot that stands still',
      { bots: [{ botType: 'smartbot', lastStepAt: '2026-03-02T09:56:00Z' }] },
      'SmartBot hat seit Minuten keinen Schritt getan',
    ],
    [
      'a bot that does not run',
      { bots: [{ botType: 'newsbot', lastStepAt: null }] },
      'NewsBot hat seit Minuten keinen Schritt getan',
    ],
    [
      'own bots that are behind',
      { ownBotsUntil: '2026-03-02T09:54:59Z' },
      'Eigene Bots hängen seit Minuten hinterher',
    ],
    ['no backup', { lastBackupAt: null }, 'Noch keine Sicherung'],
    ['an old backup', { lastBackupAt: '2026-03-01T07:00:00Z' }, 'Die letzte Sicherung ist älter als ein Tag'],
    ['no reconciliation', { reconciliation: null }, 'Noch kein Abgleich'],
    [
      'an old reconciliation',
      reconciled({ finishedAt: '2026-03-01T02:01:00Z' }),
      'Der letzte Abgleich ist älter als ein Tag',
    ],
    ['a broken rule', reconciled({ failedChecks: 1 }), 'Der Abgleich hat verletzte Regeln gefunden'],
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
    expect(Object.values(concernsOf({ ...WELL, ...change }, NOW)).flat()).toEqual([concern]);
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
