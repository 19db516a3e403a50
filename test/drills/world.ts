// One installation of the drill's own: PostgreSQL, one or two servers, people with sessions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_VERSION } from '@botdepot/trading';
import pg from 'pg';
import { type DatabaseServer, openDatabaseServer } from './database-server.ts';
import { forgetConnections } from './http-client.ts';
import { gatherPeople, type People } from './people.ts';
import { createServerProcess, type Preload, type ServerProcess } from './server-process.ts';

export type World = {
  database: DatabaseServer;
  servers: ServerProcess[];
  people: People;
  /** The drill's own look at the books, past the product. Survives a restart of PostgreSQL. */
  sql: pg.Pool;
  close(): Promise<void>;
};

export type WorldOptions = {
  replicas?: number;
  redisUrl?: string;
  preloads?: readonly Preload[];
  customers?: number;
  admins?: number;
  /** Where the servers find the database, given where it really is: a proxy in between. */
  reachVia?: (databaseUrl: string) => Promise<string>;
  environment?: NodeJS.ProcessEnv;
  /** Where the data of PostgreSQL lie; a temporary folder of its own by default. */
  databaseDir?: string;
  /** PostgreSQL's log of changes lies on another disk than its tables. */
  logElsewhere?: boolean;
};

const running = new Set<() => Promise<void>>();

/** For a drill that is broken off: its processes would live on. */
export async function closeWorlds(): Promise<void> {
  for (const close of running) await close().catch(() => undefined);
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), 'botdepot-drill-'));
  const database = await openDatabaseServer(options.databaseDir ?? join(home, 'database'), options);
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  sql.on('error', () => undefined);
  sql.on('connect', (client) => client.on('error', () => undefined));
  const servers: ServerProcess[] = [];
  const close = async () => {
    if (!running.delete(close)) return;
    for (const server of servers) await server.stop();
    forgetConnections();
    await sql.end();
    await database.discard();
    await rm(home, { recursive: true, force: true });
  };
  running.add(close);
  try {
    const url = (await options.reachVia?.(database.url)) ?? database.url;
    for (let index = 0; index < (options.replicas ?? 1); index++) {
      const server = await createServerProcess({
        environment: {
          DATABASE_URL: url,
          DATA_DIR: join(home, `server-${index}`),
          AUTH_SECRET: 'the same for all servers of a drill, at least 32',
          // The drill's people come from networks of their own.
          TRUSTED_PROXIES: '127.0.0.1',
          ...(options.redisUrl !== undefined && { REDIS_URL: options.redisUrl }),
          ...options.environment,
        },
        preloads: options.preloads ?? [],
      });
      servers.push(server);
      await server.start();
    }
    const [first] = servers;
    if (!first) throw new Error('a world has a server');
    await untilBotsTrade(sql);
    const people = await gatherPeople(first.port, first.environment, {
      customers: options.customers ?? 24,
      admins: options.admins ?? 3,
    });
    await certifyOwnBots(sql);
    return { database, servers, people, sql, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** As the server does, without its seconds of work for each. */
async function certifyOwnBots(sql: pg.Pool): Promise<void> {
  await sql.query(
    `INSERT INTO testbench_certificates (bot_id, version, engine_version, data_hash, passed, cuts, made_at)
     SELECT bot_id, version, $1, 'drill', true, '[]', now() FROM own_bot_versions`,
    [ENGINE_VERSION],
  );
}

/** A bot can be started as soon as its portfolio has a tick. */
async function untilBotsTrade(sql: pg.Pool): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const { rows } = await sql.query<{ count: string }>('SELECT count(*) AS count FROM bot_ticks');
    if (Number(rows[0]?.count) >= 3) return;
    if (Date.now() > deadline) throw new Error('the bots do not trade');
  }
}
