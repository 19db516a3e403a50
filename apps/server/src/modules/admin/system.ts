import { BOT_TYPES, type MarketPrice, type SystemState } from '@botdepot/contract';
import { DAY_MS } from '@botdepot/trading';
import type { Database } from '../../platform/database.ts';
import { readLastBackup } from '../../platform/last-backup.ts';
import { listReplicas } from '../../platform/leader.ts';
import type { Figure } from '../../platform/metrics.ts';
import { readSchema } from '../../platform/readiness.ts';
import type { Clock } from '../../platform/work.ts';
import { readLastSteps } from '../bots/index.ts';
import { listPrices, readLastUpdate } from '../markets/index.ts';
import { countMailsSent, readMailBacklog } from '../notifications/index.ts';
import { readDeskBacklog } from '../support/index.ts';
import { readOwnBotsUntil } from '../testbench/index.ts';
import { sumPendingDeposits, sumPendingWithdrawals } from '../wallet/index.ts';
import { readWaitingApprovals, type Waiting } from './four-eyes/approval-requests.ts';
import { findLastEnded } from './reconciliation/runs.store.ts';

/** What a process knows of itself. */
export type ReplicaFacts = {
  version: string;
  /** As it stands for election. */
  name: string;
  startedAt: Date;
  bus: SystemState['bus'];
  mailTransport: SystemState['mails']['transport'];
  sockets(): SystemState['sockets'];
};

type Deps = { database: Database; clock: Clock };

/**
 * What the database knows of how the work goes, the same on every replica. It is asked several times a minute: each query reads
 * along an index of what is open, and none grows with the customers or with what is done.
 */
async function readWork({ database }: Deps, now: Date) {
  const { db } = database;
  const [
    deposits,
    withdrawals,
    approvals,
    chats,
    mails,
    replicas,
    reconciliation,
    lastBackup,
    steps,
    ownBotsUntil,
  ] = await Promise.all([
    sumPendingDeposits(db),
    sumPendingWithdrawals(db),
    readWaitingApprovals(db, now),
    readDeskBacklog(db, now),
    readMailBacklog(db),
    listReplicas(db),
    findLastEnded(db),
    readLastBackup(db),
    readLastSteps(db),
    readOwnBotsUntil(db),
  ]);
  const bots = BOT_TYPES.map((botType) => ({ botType, lastStepAt: steps.get(botType) ?? null }));
  return {
    requests: { deposits, withdrawals, ...approvals },
    chats,
    mails,
    replicas,
    reconciliation,
    lastBackup,
    bots,
    ownBotsUntil,
  };
}

/** How the installation does, asked anew at every call. */
export async function readSystemState(deps: Deps, replica: ReplicaFacts): Promise<SystemState> {
  const { database, clock } = deps;
  const now = clock.now();
  const [server, schema, leader, lastTick, prices, sentToday, work] = await Promise.all([
    readServer(database),
    readSchema(database.pool),
    readLeader(database),
    readLastUpdate(database.db),
    listPrices(database.db, now.getTime()),
    countMailsSent(database.db, new Date(now.getTime() - DAY_MS)),
    readWork(deps, now),
  ]);
  const { requests, chats, mails, reconciliation } = work;
  return {
    at: now.toISOString(),
    version: replica.version,
    replica: replica.name,
    startedAt: replica.startedAt.toISOString(),
    replicas: work.replicas,
    waiting: {
      deposits: presentWaiting(requests.deposits),
      withdrawals: presentWaiting(requests.withdrawals),
      approvals: presentWaiting(requests.approvals),
      manualReturns: presentWaiting(requests.manualReturns),
      chats: {
        escalated: chats.escalated,
        overdue: chats.overdue,
        oldestSince: wire(chats.oldestWaitingSince),
      },
    },
    bots: work.bots.map(({ botType, lastStepAt }) => ({ botType, lastStepAt: wire(lastStepAt) })),
    ownBotsUntil: wire(work.ownBotsUntil),
    lastBackupAt: wire(work.lastBackup),
    reconciliation: reconciliation && {
      ...reconciliation,
      finishedAt: reconciliation.finishedAt.toISOString(),
    },
    bus: replica.bus,
    sockets: replica.sockets(),
    database: { ...server, schema: schema.state, migrations: schema.applied },
    feed: {
      lastTickAt: lastTick === null ? null : new Date(lastTick).toISOString(),
      sources: countSources(prices),
    },
    leader: leader && { ...leader, isThisReplica: leader.holder === replica.name },
    mails: {
      transport: replica.mailTransport,
      ...mails,
      sentToday,
      oldestWaitingSince: wire(mails.oldestWaitingSince),
    },
  };
}

const wire = (at: Date | null): string | null => at?.toISOString() ?? null;

const presentWaiting = ({ count, oldestAt }: Waiting) => ({ count, oldestSince: wire(oldestAt) });

/** The same for an operator's monitoring. What waits for nothing has waited for 0 seconds; what never was is infinitely old. */
export async function readFigures(deps: Deps): Promise<Figure[]> {
  const now = deps.clock.now();
  const work = await readWork(deps, now);
  const { requests, chats, mails, replicas, reconciliation, lastBackup, bots, ownBotsUntil } = work;
  const age = (at: Date | null, never = Number.POSITIVE_INFINITY) =>
    at === null ? never : (now.getTime() - at.getTime()) / 1000;
  const open: [string, Waiting][] = [
    ['deposit', requests.deposits],
    ['withdrawal', requests.withdrawals],
    ['approval', requests.approvals],
    ['manual_return', requests.manualReturns],
  ];
  return [
    {
      name: 'botdepot_open_requests',
      help: 'Requests that wait for the team; approvals and manual returns wait for a second admin',
      label: 'kind',
      values: open.map(([kind, { count }]) => [kind, count]),
    },
    {
      name: 'botdepot_oldest_request_age_seconds',
      help: 'How long the oldest of them has waited',
      label: 'kind',
      values: open.map(([kind, { oldestAt }]) => [kind, age(oldestAt, 0)]),
    },
    {
      name: 'botdepot_own_bots_behind_seconds',
      help: 'How long ago the minute was that own bots have been looked at last; 0 where none trades',
      value: age(ownBotsUntil, 0),
    },
    { name: 'botdepot_escalated_chats', help: 'Chats that wait for the team', value: chats.escalated },
    {
      name: 'botdepot_overdue_chats',
      help: 'Chats in which a customer waits longer for the team than they were told',
      value: chats.overdue,
    },
    {
      name: 'botdepot_oldest_chat_wait_seconds',
      help: 'How long the customer has waited who has waited longest for an answer of the team',
      value: age(chats.oldestWaitingSince, 0),
    },
    { name: 'botdepot_mails_waiting', help: 'Mails that are not sent yet', value: mails.waiting },
    {
      name: 'botdepot_oldest_mail_age_seconds',
      help: 'How long the oldest of them has waited',
      value: age(mails.oldestWaitingSince, 0),
    },
    {
      name: 'botdepot_mails_given_up',
      help: 'Mails of the last 30 days that are not tried again',
      value: mails.givenUp,
    },
    {
      name: 'botdepot_replica_leads',
      help: 'Every replica by host and process id: 1 for the leader, 0 for those that would follow',
      label: 'replica',
      values: replicas.map(({ name, isLeader }) => [name, isLeader ? 1 : 0]),
    },
    {
      name: 'botdepot_reconciliation_age_seconds',
      help: 'Since the last reconciliation came to its end',
      value: age(reconciliation?.finishedAt ?? null),
    },
    {
      name: 'botdepot_reconciliation_broken_rules',
      help: 'Rules that the last reconciliation found broken',
      value: reconciliation?.failedChecks ?? Number.NaN,
    },
    {
      name: 'botdepot_backup_age_seconds',
      help: 'Since the last copy that npm run backup has made, or that this database came from',
      value: age(lastBackup),
    },
    {
      name: 'botdepot_bot_step_age_seconds',
      help: 'Since the end of the last minute that the bot has traded; below 70 where all is well',
      label: 'bot',
      values: bots.map(({ botType, lastStepAt }) => [botType, age(lastStepAt)]),
    },
  ];
}

async function readServer({
  pool,
}: Database): Promise<Omit<SystemState['database'], 'schema' | 'migrations'>> {
  const { rows } = await pool.query<{ version: string; size: string; connections: number }>(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size,
            (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`,
  );
  const [row] = rows;
  if (!row) throw new Error('the database says nothing about itself');
  return { version: row.version, sizeBytes: Number(row.size), connections: row.connections };
}

/** Nobody has led before the first epoch. */
async function readLeader({ pool }: Database) {
  const { rows } = await pool.query<{ holder: string; epoch: string; acquired_at: Date }>(
    `SELECT holder, epoch, acquired_at FROM leadership WHERE name = 'market' AND epoch > 0`,
  );
  const [row] = rows;
  return row ? { holder: row.holder, epoch: Number(row.epoch), since: row.acquired_at.toISOString() } : null;
}

function countSources(prices: readonly MarketPrice[]): SystemState['feed']['sources'] {
  const sources = new Map<string, SystemState['feed']['sources'][number]>();
  for (const { source, session, stale } of prices) {
    const counted = sources.get(source) ?? { source, symbols: 0, stale: 0, closed: 0 };
    counted.symbols += 1;
    if (stale) counted.stale += 1;
    if (session === 'closed') counted.closed += 1;
    sources.set(source, counted);
  }
  return [...sources.values()].toSorted((a, b) => b.symbols - a.symbols);
}
