import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Explained } from './child.mjs';
import { dataDirOf } from './paths.mjs';
import { isRunning, noteOf, readNote } from './process-lock.mjs';

const DYING_MS = 1_500;

/**
 * Host and port the server will use, by the same defaults as its configuration.
 * @param {NodeJS.ProcessEnv} env
 */
export function addressOf(env) {
  const host = env.HOST?.trim() || '127.0.0.1';
  const port = Number(env.PORT?.trim() || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Explained(`PORT muss eine Zahl zwischen 0 und 65535 sein, ist aber „${env.PORT}“.`);
  }
  return { host, port };
}

/**
 * Ends with one clear sentence when the port is not free.
 * @param {NodeJS.ProcessEnv} env
 */
export async function requireFreePort(env) {
  const { host, port } = addressOf(env);
  if (port === 0) return;
  const problem = await lastingProblemOf(env, host, port);
  if (problem === undefined) return;
  const own = ownServerOn(env, port);
  if (problem === 'EADDRINUSE' && own !== undefined) {
    throw new Explained(
      `Botdepot läuft bereits auf http://localhost:${port} (Prozess ${own.pid}); zum Beenden dort Strg+C drücken oder „kill ${own.pid}“ aufrufen.`,
    );
  }
  throw new Explained(await explain(problem, host, port));
}

/**
 * A server killed a moment ago may hold its port until the last of its threads has ended.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} host
 * @param {number} port
 */
async function lastingProblemOf(env, host, port) {
  for (const deadline = Date.now() + DYING_MS; ; await sleep(100)) {
    const problem = (await problemOf(host, port)) ?? (await problemOnLocalhost(host, port));
    if (problem !== 'EADDRINUSE' || ownServerOn(env, port) !== undefined || Date.now() > deadline)
      return problem;
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {number} port
 */
function ownServerOn(env, port) {
  return runningServers(env).find((server) => server.port === port);
}

/**
 * @param {string} problem
 * @param {string} host
 * @param {number} port
 */
async function explain(problem, host, port) {
  if (problem === 'EADDRINUSE') {
    const free = await freePortAfter(host, port);
    return `Port ${port} ist schon von einem anderen Programm belegt; mit „PORT=${free} npm start“ einen freien wählen.`;
  }
  if (problem === 'EACCES') {
    return `Port ${port} darf dieser Benutzer nicht öffnen; mit „PORT=3000 npm start“ einen Port ab 1024 wählen.`;
  }
  return `Auf ${host}:${port} kann nicht gelauscht werden (${problem}); HOST muss eine Adresse dieses Rechners sein.`;
}

/**
 * @param {string} host
 * @param {number} port
 */
async function freePortAfter(host, port) {
  for (let candidate = port + 1; candidate < Math.min(port + 100, 65_536); candidate += 1) {
    if ((await problemOf(host, candidate)) === undefined) return candidate;
  }
  return port < 60_000 ? port + 1000 : 3000;
}

/**
 * Browsers try ::1 first for „localhost“: another program there would answer in our place.
 * @param {string} host
 * @param {number} port
 */
async function problemOnLocalhost(host, port) {
  if (host !== '127.0.0.1' && host !== 'localhost') return undefined;
  // Machines without IPv6 answer EADDRNOTAVAIL or EAFNOSUPPORT; nobody can stand in our way there.
  return (await problemOf('::1', port)) === 'EADDRINUSE' ? 'EADDRINUSE' : undefined;
}

/**
 * The code of the error that listening would meet; undefined when it works.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>}
 */
function problemOf(host, port) {
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', (error) => settle('code' in error ? String(error.code) : error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => settle(undefined)));
  });
}

/**
 * Notes the running server, so that a second start can say what it has met. Each server has a note of its own: of two
 * that start at once, the one that gives up must not remove the other's.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} pid
 * @returns {() => void} removes the note again
 */
export function noteServer(env, pid) {
  const folder = dataDirOf(env);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `server-${pid}.json`);
  writeFileSync(path, JSON.stringify({ ...noteOf(pid), ...addressOf(env) }), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/**
 * The living servers of this data folder. Notes of dead ones are removed.
 * @param {NodeJS.ProcessEnv} env
 */
export function runningServers(env) {
  const folder = dataDirOf(env);
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^server-\d+\.json$/.test(name))
    : [];
  return names.flatMap((name) => {
    const path = join(folder, name);
    const note = readNote(path);
    if (note !== undefined && isRunning(note)) return [note];
    rmSync(path, { force: true });
    return [];
  });
}
