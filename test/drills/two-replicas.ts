import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';
import type { Operation } from './operations.ts';
import type { ServerProcess } from './server-process.ts';

const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const PATIENCE_MS = 120_000;

/** The address of a Redis that answers, or undefined. */
export async function findRedis(): Promise<string | undefined> {
  const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return REDIS_URL;
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

/** Which of the servers a client happens to reach; the same one for the same key. */
export const portFor = (servers: readonly ServerProcess[], { key }: Operation): number =>
  servers[Number.parseInt(key.slice(0, 8), 16) % servers.length]?.port ?? 0;

export type Leadership = { epoch: number; leader: ServerProcess };

/** The holder names its process. */
export async function readLeadership(
  sql: pg.Pool,
  servers: readonly ServerProcess[],
): Promise<Leadership | undefined> {
  const { rows } = await sql.query<{ epoch: string; holder: string }>('SELECT epoch, holder FROM leadership');
  const [row] = rows;
  const leader = servers.find(
    (server) => server.isRunning() && row?.holder.split('/').includes(String(server.pid())),
  );
  return row && leader ? { epoch: Number(row.epoch), leader } : undefined;
}

/** Looks often, so that what comes next follows at once. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(15)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
  }
}

export async function countStrikes(sql: pg.Pool): Promise<number> {
  const { rows } = await sql.query<{ count: string }>('SELECT count(*) AS count FROM bot_nav');
  return Number(rows[0]?.count);
}
