// Playwright's global setup: the real app as a person would start it, on a free port, with an empty data folder of its
// own and its own embedded PostgreSQL. E2E_BASE_URL names a running app instead.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { discardEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { makeDataFolder } from '../../apps/server/test/data-folder.ts';
import { givePracticeMarket } from '../../apps/server/test/practice-market.ts';
import { withoutInstallation } from '../../tools/setup/environment.mjs';
import { SERVER_PROGRAM } from '../../tools/setup/server-program.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Also on a machine that does much else. */
const START_MS = 240_000;
const STOP_MS = 20_000;

export default async function startApp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_BASE_URL) return undefined;
  const app = await startInstallation('server');
  // Inherited by the workers: where the app is, and where it keeps the demo logins and mails.
  process.env.E2E_BASE_URL = app.url;
  process.env.E2E_DATA_DIR = app.dataDir;
  return app.stop;
}

export interface Installation {
  dataDir: string;
}

export interface RunningInstallation extends Installation {
  url: string;
  stop: () => Promise<void>;
}

/**
 * A demo of its own, for what would be in the way of others on a shared one.
 * @param name of its log, below test-results.
 * @param before What is done to it before it starts. Where somebody has an account by then, no demo is made, which takes most of the time.
 */
export async function startInstallation(
  name: string,
  environment: Record<string, string> = {},
  before: (installation: Installation) => Promise<void> = async () => undefined,
): Promise<RunningInstallation> {
  const logFile = join(ROOT, 'test-results', `${name}.log`);
  const port = await freePort();
  const dataDir = await makeDataFolder();
  await mkdir(join(ROOT, 'test-results'), { recursive: true });
  try {
    await givePracticeMarket(dataDir);
    await before({ dataDir });
  } catch (error) {
    await discardEmbeddedPostgres(dataDir);
    throw error;
  }
  const log = openSync(logFile, 'w');
  const app = spawn(process.execPath, SERVER_PROGRAM, {
    cwd: ROOT,
    env: {
      ...withoutInstallation(process.env),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      // Most journeys begin with nothing; those of the first minutes ask for it.
      WELCOME_DEPOSIT_USD: '0',
      ...environment,
    },
    stdio: ['ignore', log, log],
  });
  const url = `http://localhost:${port}`;
  try {
    await waitUntilReady(app, url, logFile);
  } catch (error) {
    app.kill('SIGKILL');
    await discardEmbeddedPostgres(dataDir);
    throw error;
  }
  return {
    url,
    dataDir,
    stop: async () => {
      const graceful = await stop(app);
      await discardEmbeddedPostgres(dataDir);
      if (!graceful) throw new Error(`The app did not end gracefully on SIGTERM:\n${logTail(logFile)}`);
    },
  };
}

async function waitUntilReady(app: ChildProcess, url: string, logFile: string): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(200)) {
    if (app.exitCode !== null || app.signalCode !== null)
      throw new Error(`The app ended while starting:\n${logTail(logFile)}`);
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`The app was not ready within ${START_MS / 1000} s:\n${logTail(logFile)}`);
}

async function stop(app: ChildProcess): Promise<boolean> {
  if (app.exitCode !== null) return false;
  const ended = once(app, 'exit');
  app.kill('SIGTERM');
  const timer = setTimeout(() => app.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
  return app.exitCode === 0;
}

function logTail(logFile: string): string {
  return readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n');
}
