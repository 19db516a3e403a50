// Who holds the data folder. The lock is a session lock of PostgreSQL itself: it ends with our process, however that
// ends, so there is no stale lock file to judge. The same session notices when PostgreSQL dies and has it restarted.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { applicationUrl } from './cluster.ts';
import { type Postmaster, type PostmasterDeps, startPostmaster, superuserClient } from './postmaster.ts';
import { AlreadyRunningError, messageOf } from './problem.ts';
import { processIsAlive } from './processes.ts';

export interface Guard {
  /** The current PostgreSQL; another process after it had to be restarted, always on the same port. */
  postmaster(): Postmaster;
  /** Ends the watch. The lock falls with the session, at the latest when PostgreSQL stops. */
  release(): Promise<void>;
}

export interface GuardLog {
  info(line: string): void;
  warn(line: string): void;
}

/** Any number, the same for every version of Botdepot; the maintenance database knows no other advisory locks. */
const LOCK_KEY = 7_205_001;
const NAME_PREFIX = 'botdepot-server ';
const PATIENCE_MS = 10_000;

/**
 * Takes the lock and runs `prepare` in the session that holds it: a preparation that outlives its killed process (a
 * CREATE DATABASE runs on) then still keeps the next start waiting.
 *
 * @throws AlreadyRunningError when another living process holds the lock.
 */
export async function holdGuard(
  deps: PostmasterDeps,
  first: Postmaster,
  log: GuardLog,
  prepare: (session: pg.Client) => Promise<void>,
): Promise<Guard> {
  let postmaster = first;
  let released = false;
  let client = await lockSession(deps, postmaster);
  await prepare(client);

  const watch = (session: pg.Client) => {
    session.once('end', () => {
      if (!released) void recover();
    });
  };
  const recover = async () => {
    log.warn('Die Verbindung zum eingebetteten PostgreSQL ist abgerissen; sie wird wiederhergestellt.');
    for (let waitMs = 100; !released; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        if (!(await processIsAlive(postmaster.pid))) {
          postmaster = await startPostmaster(deps, postmaster.port);
          log.info(`PostgreSQL war beendet und läuft wieder (Prozess ${postmaster.pid}).`);
        }
        client = await lockSession(deps, postmaster);
        if (released) await client.end();
        else watch(client);
        return;
      } catch (error) {
        log.warn(`PostgreSQL ist noch nicht wieder da: ${messageOf(error)}`);
        await sleep(waitMs, undefined, { ref: false });
      }
    }
  };
  watch(client);

  return {
    postmaster: () => postmaster,
    release: async () => {
      released = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function lockSession(deps: PostmasterDeps, postmaster: Postmaster): Promise<pg.Client> {
  const client = superuserClient(deps.cluster, postmaster.port, `${NAME_PREFIX}${process.pid}`);
  // Errors outside of queries are followed by `end`, which is what we act on; unheard they would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
      const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
        LOCK_KEY,
      ]);
      if (rows[0]?.held === true) return client;
      // The session of a process killed a moment ago takes some milliseconds to disappear.
      const holder = await lockHolder(client);
      const alive = holder !== undefined && (await processIsAlive(holder));
      if (alive || Date.now() >= deadline) throw alreadyRunning(deps, postmaster.port, holder);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** The process id of the server whose session has the lock. */
async function lockHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity JOIN pg_locks USING (pid)
     WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [LOCK_KEY],
  );
  const name = rows[0]?.name;
  return name?.startsWith(NAME_PREFIX) ? Number(name.slice(NAME_PREFIX.length)) : undefined;
}

function alreadyRunning(
  { cluster }: PostmasterDeps,
  port: number,
  holder: number | undefined,
): AlreadyRunningError {
  const which = holder === undefined ? '' : ` (Prozess ${holder})`;
  return new AlreadyRunningError(
    `Botdepot läuft bereits mit dem Datenordner ${cluster.home}${which}. ` +
      'Bitte dieses zuerst beenden oder einen anderen Datenordner wählen.',
    applicationUrl(cluster, port),
  );
}
