// The running PostgreSQL of one cluster: recognising one that is already there, starting a new one, stopping it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { type Binaries, inCluster, runProgram } from './binaries.ts';
import { type Cluster, handOver, SUPERUSER, setSuperuserPassword } from './cluster.ts';
import { codeOf, EmbeddedPostgresError, messageOf } from './problem.ts';
import { isPostgresOn, pidIsTaken, processIsAlive } from './processes.ts';

export interface Postmaster {
  pid: number;
  port: number;
}

export interface PostmasterDeps {
  cluster: Cluster;
  binaries: Binaries;
  /** False for tests: no fsync, faster and lost with the machine. */
  durable: boolean;
  onProgress: (line: string) => void;
}

/** Recovery after a crash replays up to 256 MB of the log; slow disks need their time. */
const PATIENCE_MS = 180_000;
const POLL_MS = 40;
const STOP_MS = 10_000;
/** The file is created and then filled; still empty after this time it was left so by a crash. */
const EMPTY_NOTE_MS = 2_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** The PostgreSQL that already runs on this cluster and is provably ours, waiting for it to become ready. */
export async function findPostmaster(deps: PostmasterDeps): Promise<Postmaster | undefined> {
  const { cluster, binaries } = deps;
  const noted = await readPidFile(cluster.pgData);
  if (noted === undefined) return undefined;
  const answer = await waitForAnswer(deps, noted);
  if (answer === 'ours') return noted;
  if (answer === 'gone') return undefined;
  if (answer === 'wrong password' && (await isPostgresOn(noted.pid, cluster.pgData)) === 'yes') {
    await stopPostmaster(deps, noted);
    await setSuperuserPassword(cluster.pgData, cluster.credentials.superuser, binaries);
    return undefined;
  }
  if (answer === 'silent') {
    throw new EmbeddedPostgresError(
      `Die Datenbank in ${cluster.home} läuft schon (Prozess ${noted.pid}), antwortet aber nicht. ` +
        `Bitte diesen Prozess beenden („kill -INT ${noted.pid}“) und erneut starten.`,
    );
  }
  // Another PostgreSQL on that port: a copied data folder carries the pid file of its original.
  await rm(pidFile(cluster.pgData), { force: true });
  return undefined;
}

/** Starts PostgreSQL and waits until it accepts our password. `port` is kept when given, otherwise any free one. */
export async function startPostmaster(deps: PostmasterDeps, port?: number): Promise<Postmaster> {
  let failure = '';
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const started = await attemptStart(deps, port ?? (await freePort()));
    if (started.outcome === 'ready') return started.postmaster;
    if (started.outcome === 'wrong password') {
      await stopPostmaster(deps, started.postmaster);
      await setSuperuserPassword(deps.cluster.pgData, deps.cluster.credentials.superuser, deps.binaries);
      continue;
    }
    failure = started.log;
    // A start at the same moment was faster: its server serves us as well.
    const other = failure.includes('postmaster.pid') ? await findPostmaster(deps) : undefined;
    if (other !== undefined) return other;
    // Between choosing the port and using it somebody else may have taken it; everything else will not heal.
    if (!/could not bind|lock file|is still in use/.test(failure)) break;
    await sleep(attempt * 250);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL ist nicht gestartet. Das Ende von ${deps.cluster.logFile}:\n${failure.trim()}`,
  );
}

/**
 * Like `pg_ctl stop -m fast`: open transactions are rolled back, everything committed is written. Only this very process
 * is stopped: by now the folder may have another PostgreSQL, started by somebody faster.
 */
export async function stopPostmaster(deps: PostmasterDeps, postmaster: Postmaster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (!(await processIsAlive(postmaster.pid))) return;
    const noted = await readPidFile(deps.cluster.pgData);
    if (noted?.pid !== postmaster.pid) return;
    const args = (dataPath: string) => ['stop', '-D', dataPath, '-m', mode, '-w', '-t', '60'];
    try {
      await runProgram(deps.binaries, 'pg_ctl', deps.cluster.pgData, args);
    } catch (error) {
      // It may have ended by itself in between; only a living one is a reason to go on.
      if (mode === 'immediate' && (await processIsAlive(postmaster.pid))) throw error;
    }
  }
}

/** Ends the PostgreSQL on `pgData` without saving anything; its data are about to be deleted. */
export async function killPostmaster(pgData: string): Promise<void> {
  const noted = await readPidFile(pgData);
  if (noted === undefined || (await isPostgresOn(noted.pid, pgData)) !== 'yes') return;
  process.kill(noted.pid, 'SIGQUIT');
  for (let waitedMs = 0; waitedMs < STOP_MS && (await processIsAlive(noted.pid)); waitedMs += POLL_MS) {
    await sleep(POLL_MS);
  }
}

type Started =
  | { outcome: 'ready'; postmaster: Postmaster }
  | { outcome: 'wrong password'; postmaster: Postmaster }
  | { outcome: 'ended'; log: string };

async function attemptStart(deps: PostmasterDeps, port: number): Promise<Started> {
  const { cluster, binaries } = deps;
  const { options, dataPath } = inCluster(binaries, cluster.pgData);
  await rotateLog(cluster.logFile);
  const log = await open(cluster.logFile, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const settings = settingsOf(port, deps.durable).flatMap((setting) => ['-c', setting]);
  // Detached, so that Ctrl+C in the terminal reaches us alone and open requests can still finish.
  const child = spawn(binaries.path('postgres'), ['-D', dataPath, ...settings], {
    ...options,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<void>((settle) => {
    child.once('exit', () => settle());
    child.once('error', () => settle());
  });
  child.unref();
  await log.close();
  const pid = child.pid;
  if (pid === undefined) return { outcome: 'ended', log: 'Das Programm ließ sich nicht ausführen.' };
  const postmaster = { pid, port };
  const answer = await Promise.race([waitForAnswer(deps, postmaster), ended.then((): Answer => 'gone')]);
  if (answer === 'ours') return { outcome: 'ready', postmaster };
  // Another PostgreSQL may have taken the port a moment before; its refusal says nothing about ours.
  const noted = answer === 'wrong password' ? await readPidFile(cluster.pgData) : undefined;
  if (noted?.pid === pid) return { outcome: 'wrong password', postmaster };
  if (answer !== 'gone') {
    await stopPostmaster(deps, postmaster);
    await Promise.race([ended, sleep(STOP_MS)]);
  }
  return { outcome: 'ended', log: (await readFile(cluster.logFile, 'utf8')).slice(logStart) };
}

function settingsOf(port: number, durable: boolean): string[] {
  const lossy = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // No socket file: nothing to clean up, no path that is too long, no folder somebody else must be able to write to.
    'unix_socket_directories=',
    'cluster_name=botdepot',
    'timezone=UTC',
    'log_timezone=UTC',
    'lc_messages=C',
    'password_encryption=scram-sha-256',
    // Nobody replicates from here.
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_wal_size=256MB',
    'log_checkpoints=off',
    // The details of a failure quote whole rows, and with them addresses of people; the log stays when their accounts go.
    'log_error_verbosity=terse',
    ...(durable ? [] : lossy),
  ];
}

type Answer = 'ours' | 'wrong password' | 'foreign' | 'gone' | 'silent';

async function waitForAnswer(deps: PostmasterDeps, postmaster: Postmaster): Promise<Answer> {
  const started = Date.now();
  let explained = false;
  while (Date.now() - started < PATIENCE_MS) {
    const answer = await ask(deps, postmaster.port);
    if (answer !== 'not yet') return answer;
    if (!(await processIsAlive(postmaster.pid))) return 'gone';
    if (!explained && Date.now() - started > 5_000) {
      deps.onProgress('PostgreSQL stellt die Datenbank nach einem Abbruch wieder her …');
      explained = true;
    }
    await sleep(POLL_MS);
  }
  return 'silent';
}

/**
 * Logs in and lets the server read a file we have just written into PGDATA. Password and pid alone prove nothing: a
 * copied data folder has both, while the server still works on the original.
 */
async function ask(deps: PostmasterDeps, port: number): Promise<Answer | 'not yet'> {
  const { cluster, binaries } = deps;
  const client = superuserClient(cluster, port);
  // Without a listener a connection that breaks outside of a query would end the process.
  client.on('error', () => undefined);
  const proof = join(cluster.pgData, `botdepot-${randomBytes(8).toString('hex')}.proof`);
  try {
    await client.connect();
    const nonce = randomBytes(16).toString('hex');
    await writeFile(proof, nonce, { mode: 0o600 });
    await handOver(proof, binaries);
    const { rows } = await client.query<{ content: string | null }>(
      'SELECT pg_read_file($1, true) AS content',
      [basename(proof)],
    );
    return rows[0]?.content === nonce ? 'ours' : 'foreign';
  } catch (error) {
    // 28P01: wrong password; 28000: no such role or no password set.
    if (['28P01', '28000'].includes(codeOf(error) ?? '')) return 'wrong password';
    // Whatever speaks there does not know our secret, or speaks no PostgreSQL at all.
    if (/SCRAM|SASL|authentication|server signature/i.test(messageOf(error))) return 'foreign';
    return 'not yet';
  } finally {
    await client.end().catch(() => undefined);
    await rm(proof, { force: true });
  }
}

/** A single connection as superuser to the maintenance database. The caller connects and ends it. */
export function superuserClient(cluster: Cluster, port: number, applicationName = 'botdepot'): pg.Client {
  return new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: cluster.credentials.superuser,
    database: 'postgres',
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
}

function pidFile(pgData: string): string {
  return join(pgData, 'postmaster.pid');
}

/**
 * The living PostgreSQL that postmaster.pid names: line 1 is the pid, line 4 the port. A server that has only begun to
 * start has not written its port yet and is waited for: to overlook it would be to start a second one on the same files.
 * A note that names nobody is removed where it would keep PostgreSQL from starting, and left alone otherwise: from a dead
 * server's note PostgreSQL also learns which shared memory to look for.
 */
async function readPidFile(pgData: string): Promise<Postmaster | undefined> {
  const path = pidFile(pgData);
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const [pid = 0, port = 0] = [text.split('\n')[0], text.split('\n')[3]].map(Number);
    if (pid > 0 && !(await processIsAlive(pid)) && !pidIsTaken(pid)) return undefined;
    const nobody = pid > 0 ? (await isPostgresOn(pid, pgData)) === 'no' : waitedMs > EMPTY_NOTE_MS;
    if (nobody) {
      await rm(path, { force: true });
      return undefined;
    }
    if (pid > 0 && port > 0) return { pid, port };
    await sleep(POLL_MS);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL schreibt ${path} nicht zu Ende. Läuft keines mehr, kann die Datei gelöscht werden.`,
  );
}

async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
}
