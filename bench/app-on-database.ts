import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { ensureBuilt } from '../tools/setup/build.mjs';
import { withoutInstallation } from '../tools/setup/environment.mjs';
import { SERVER_PROGRAM } from '../tools/setup/server-program.mjs';

const START_MS = 120_000;

/** Runs the demo on a database that the bench can look into as well. */
export async function withAppOn<T>(databaseUrl: string, task: (origin: string) => Promise<T>): Promise<T> {
  const environment = withoutInstallation(process.env);
  await ensureBuilt(environment);
  const dataDir = await mkdtemp(join(tmpdir(), 'botdepot-bench-app-'));
  const port = await freePort();
  const app = spawn(process.execPath, SERVER_PROGRAM, {
    env: {
      ...environment,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://localhost:${port}`;
  try {
    for (const deadline = Date.now() + START_MS; ; await sleep(200)) {
      const answer = await fetch(`${origin}/ready`).catch(() => undefined);
      if (answer?.ok) break;
      if (app.exitCode !== null || Date.now() > deadline) throw new Error('the app did not start');
    }
    return await task(origin);
  } finally {
    if (app.exitCode === null) {
      const ended = once(app, 'exit');
      app.kill('SIGTERM');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}
