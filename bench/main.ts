// npm run bench [NAME …]: ratios against a baseline, each measured in one interleaved run, and what the public pages weigh
// and how fast they are. Exit code 1 when one misses.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { benchBacktest } from './backtest.bench.ts';
import { benchDashboard } from './dashboard.bench.ts';
import { benchLighthouse } from './lighthouse.bench.ts';
import { benchLiveSocket } from './live-socket.bench.ts';
import { benchPosting } from './posting.bench.ts';
import { benchSettlement } from './settlement.bench.ts';
import { benchWeb } from './web.bench.ts';

const BENCHES: Record<string, (url: string) => Promise<boolean>> = {
  posting: benchPosting,
  settlement: benchSettlement,
  live: benchLiveSocket,
  dashboard: benchDashboard,
  backtest: benchBacktest,
  web: benchWeb,
  lighthouse: benchLighthouse,
};

/** They look at the app from outside, or compute alone. */
const WITHOUT_DATABASE = new Set(['backtest', 'web', 'lighthouse']);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`Unbekannt: ${unknown.join(', ')}. Es gibt: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

const chosen = Object.keys(BENCHES).filter((name) => wanted.length === 0 || wanted.includes(name));
const met = chosen.every((name) => WITHOUT_DATABASE.has(name))
  ? await runAll('')
  : await withDatabase(runAll);
console.log(met ? '\nAlle Ziele erreicht.' : '\nNicht alle Ziele erreicht.');
process.exitCode = met ? 0 : 1;

async function runAll(url: string): Promise<boolean> {
  let met = true;
  for (const name of chosen) met = ((await BENCHES[name]?.(url)) ?? false) && met;
  return met;
}

/** The database as a customer's machine runs it, with everything on disk before a commit is answered. */
async function withDatabase(task: (url: string) => Promise<boolean>): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'botdepot-bench-'));
  const quiet = { info: () => undefined, warn: (line: string) => console.warn(line) };
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
  try {
    await migrate(postgres.url);
    return await task(postgres.url);
  } finally {
    await postgres.stop();
    await discardEmbeddedPostgres(dataDir);
  }
}
