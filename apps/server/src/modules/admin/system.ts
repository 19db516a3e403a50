import type { MarketPrice, SystemState } from '@botdepot/contract';
import type { Database } from '../../platform/database.ts';
import { readSchema } from '../../platform/readiness.ts';
import type { Clock } from '../../platform/work.ts';
import { listPrices, readLastUpdate } from '../markets/index.ts';
import { readMailQueue } from '../notifications/index.ts';

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

/** How the installation does, asked anew at every call. */
export async function readSystemState(
  { database, clock }: { database: Database; clock: Clock },
  replica: ReplicaFacts,
): Promise<SystemState> {
  const now = clock.now();
  const [server, schema, leader, lastTick, prices, mails] = await Promise.all([
    readServer(database),
    readSchema(database.pool),
    readLeader(database),
    readLastUpdate(database.db),
    listPrices(database.db, now.getTime()),
    readMailQueue(database.db, now),
  ]);
  return {
    at: now.toISOString(),
    version: replica.version,
    replica: replica.name,
    startedAt: replica.startedAt.toISOString(),
    bus: replica.bus,
    sockets: replica.sockets(),
    database: { ...server, schema: schema.state, migrations: schema.applied },
    feed: {
      lastTickAt: lastTick === null ? null : new Date(lastTick).toISOString(),
      sources: countSources(prices),
    },
    leader: leader && { ...leader, isThisReplica: leader.holder === replica.name },
    mails: { transport: replica.mailTransport, ...mails },
  };
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
