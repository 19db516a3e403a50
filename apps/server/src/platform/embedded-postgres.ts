// The PostgreSQL that comes with the product: real binaries from npm, data in the project, nothing to install or set up.
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { chooseAccount } from './embedded-postgres/account.ts';
import { type Binaries, locateBinaries } from './embedded-postgres/binaries.ts';
import {
  APPLICATION,
  applicationUrl,
  type Cluster,
  clusterHome,
  openCluster,
} from './embedded-postgres/cluster.ts';
import { holdGuard } from './embedded-postgres/guard.ts';
import {
  findPostmaster,
  killPostmaster,
  type PostmasterDeps,
  startPostmaster,
  stopPostmaster,
} from './embedded-postgres/postmaster.ts';
import { AlreadyRunningError, EmbeddedPostgresError } from './embedded-postgres/problem.ts';

export { AlreadyRunningError, EmbeddedPostgresError };

/** The major version this file expects the package to bring; used to find the owner of an existing cluster. */
const EXPECTED_MAJOR = '18';

export interface EmbeddedPostgresOptions {
  /** The project's data folder, e.g. `.data`. The cluster lies below, in a folder that names its major version. */
  dataDir: string;
  log: { info(line: string): void; warn(line: string): void };
  /** Called with one German line before each step that may take a while. */
  onProgress?: (line: string) => void;
  /** False switches fsync off: for tests, where a lost database is no loss. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Of the application's own role and database; it is no superuser. The port stays the same until `stop`. */
  url: string;
  /** Of the superuser, for tests that create and drop databases. */
  adminUrl: string;
  /** True when an orphan of a killed process was found running and taken over. */
  reused: boolean;
  /** Stops PostgreSQL after writing everything committed. Close the pools first. Calling it again is harmless. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on `dataDir`, making the cluster on the first call, and keeps it running until `stop`: should
 * PostgreSQL die, it is restarted on the same port. Safe to interrupt at any point.
 *
 * @throws AlreadyRunningError, with the address, when another living process uses the folder; its PostgreSQL is left alone.
 * @throws EmbeddedPostgresError with a German explanation for everything a person can put right.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const deps = await prepare(options);
  const running = await findPostmaster(deps);
  if (running === undefined) deps.onProgress('PostgreSQL startet …');
  const first = running ?? (await startPostmaster(deps));
  const prepareSession = (session: pg.Client) => ensureApplicationDatabase(session, deps.cluster);
  const guard = await holdGuard(deps, first, options.log, prepareSession).catch(async (error: unknown) => {
    // Somebody else's PostgreSQL is left alone; ours must not stay behind.
    if (!(error instanceof AlreadyRunningError)) await stopPostmaster(deps, first).catch(() => undefined);
    throw error;
  });
  if (running !== undefined)
    deps.onProgress('Die noch laufende Datenbank eines abgebrochenen Starts wird weiterbenutzt.');

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await guard.release();
    await stopPostmaster(deps, guard.postmaster());
  };
  const { superuser } = deps.cluster.credentials;
  return {
    url: applicationUrl(deps.cluster, first.port),
    adminUrl: `postgres://postgres:${superuser}@127.0.0.1:${first.port}/postgres`,
    reused: running !== undefined,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Kills whatever PostgreSQL an interrupted test left behind on `dataDir` and deletes the folder with all data. */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  await killPostmaster(join(clusterHome(resolve(dataDir), EXPECTED_MAJOR), 'cluster'));
  // Processes of PostgreSQL that are just ending may still write a file while the folder is being emptied.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

async function prepare(options: EmbeddedPostgresOptions): Promise<PostmasterDeps> {
  const onProgress = options.onProgress ?? (() => undefined);
  const durable = options.durable ?? true;
  const dataDir = resolve(options.dataDir);
  const account = await chooseAccount(join(clusterHome(dataDir, EXPECTED_MAJOR), 'cluster'));
  const binaries: Binaries = await locateBinaries(account, onProgress);
  const cluster = await openCluster(dataDir, binaries, durable, onProgress);
  return { cluster, binaries, durable, onProgress };
}

/**
 * The application works as a role of its own that owns its database and nothing else. Idempotent, because the very
 * first start may have been interrupted, and because the password follows the credentials file.
 */
async function ensureApplicationDatabase(session: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await session.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
    [APPLICATION],
  );
  if (rows[0]?.role !== true) await session.query(`CREATE ROLE ${APPLICATION} LOGIN`);
  // Hexadecimal, hence safe inside quotes; ALTER ROLE takes no parameters.
  await session.query(`ALTER ROLE ${APPLICATION} PASSWORD '${cluster.credentials.application}'`);
  if (rows[0]?.database !== true) await session.query(`CREATE DATABASE ${APPLICATION} OWNER ${APPLICATION}`);
}
