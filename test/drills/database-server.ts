// A PostgreSQL of the drill's own, made to be killed. Durable: what was committed must be there afterwards.
import { chown, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, chooseAccount } from '../../apps/server/src/platform/embedded-postgres/account.ts';
import { locateBinaries, runProgram } from '../../apps/server/src/platform/embedded-postgres/binaries.ts';
import { openCluster } from '../../apps/server/src/platform/embedded-postgres/cluster.ts';
import {
  killPostmaster,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from '../../apps/server/src/platform/embedded-postgres/postmaster.ts';
import { processIsAlive } from '../../apps/server/src/platform/embedded-postgres/processes.ts';
import { childrenOf } from '../../apps/server/test/child-processes.ts';

const NAME = 'botdepot';
const GONE_MS = 20_000;

export type DatabaseServer = {
  /** For the application's role, which owns the database and is no superuser. */
  url: string;
  port: number;
  /** The postmaster first, then every process of it. */
  pids(): Promise<number[]>;
  /** kill -9 of the postmaster and of every process of it. */
  kill(): Promise<void>;
  /** pg_ctl stop -m immediate: all sessions are cut off, the next start recovers. */
  stopImmediately(): Promise<void>;
  /** On the same port and data. */
  start(): Promise<void>;
  /** Ends it whatever state it is in, and deletes its data. */
  discard(): Promise<void>;
};

export async function openDatabaseServer(
  dataDir: string,
  { logElsewhere = false } = {},
): Promise<DatabaseServer> {
  const quiet = () => undefined;
  const account = await chooseAccount(dataDir);
  const binaries = await locateBinaries(account, quiet);
  const cluster = await openCluster(dataDir, binaries, true, quiet);
  const logDir = logElsewhere ? await moveLog(cluster.pgData, account) : undefined;
  const deps = { cluster, binaries, durable: true, onProgress: quiet };
  let running: Postmaster = await startPostmaster(deps);
  const { port } = running;
  const password = cluster.credentials.application;
  await asSuperuser(port, cluster.credentials.superuser, async (client) => {
    // Hexadecimal, hence safe inside quotes.
    await client.query(`CREATE ROLE ${NAME} LOGIN PASSWORD '${password}'`);
    await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
  });
  // All of them are children of the postmaster, each in a session of its own.
  const pids = async () => [running.pid, ...(await childrenOf(running.pid))];
  return {
    url: `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`,
    port,
    pids,
    async kill() {
      const gone = await pids();
      for (const pid of gone) killNow(pid);
      await untilGone(gone);
    },
    async stopImmediately() {
      await runProgram(binaries, 'pg_ctl', cluster.pgData, (path) => [
        'stop',
        '-D',
        path,
        '-m',
        'immediate',
        '-w',
      ]);
    },
    async start() {
      running = await startPostmaster(deps, port);
    },
    async discard() {
      await stopPostmaster(deps, running).catch(() => killPostmaster(cluster.pgData));
      for (const folder of [dataDir, ...(logDir === undefined ? [] : [logDir])])
        await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** Moves `pg_wal` of a cluster that is not running out of its folder. Returns where to. */
async function moveLog(pgData: string, account: Account): Promise<string> {
  const logDir = await mkdtemp(join(tmpdir(), 'botdepot-drill-log-'));
  if (account) await chown(logDir, account.uid, account.gid);
  await cp(join(pgData, 'pg_wal'), join(logDir, 'pg_wal'), { recursive: true });
  await rm(join(pgData, 'pg_wal'), { recursive: true });
  await symlink(join(logDir, 'pg_wal'), join(pgData, 'pg_wal'));
  if (account) await chownAll(join(logDir, 'pg_wal'), account);
  return logDir;
}

async function chownAll(path: string, account: { uid: number; gid: number }): Promise<void> {
  await chown(path, account.uid, account.gid);
  for (const entry of await readdir(path, { recursive: true }))
    await chown(join(path, entry), account.uid, account.gid);
}

async function asSuperuser(
  port: number,
  password: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  await work(client).finally(() => client.end());
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function untilGone(pids: number[]): Promise<void> {
  for (const deadline = Date.now() + GONE_MS; ; await sleep(20)) {
    const alive = await Promise.all(pids.map(processIsAlive));
    if (!alive.includes(true)) return;
    if (Date.now() > deadline) throw new Error('PostgreSQL outlived kill -9');
  }
}
