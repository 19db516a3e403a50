// npm run bench [NAME …]: ratios against a baseline, each measured in one interleaved run. Exit code 1 when one misses.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { benchBacktest } from './backtest.bench.ts';
import { benchLiveSocket } from './live-socket.bench.ts';
import { benchPosting } from './posting.bench.ts';
import { benchSettlement } from './settlement.bench.ts';

const BENCHES: Record<string, (url: string) => Promise<boolean>> = {
  posting: benchPosting,
  settlement: benchSettlement,
  live: benchLiveSocket,
  backtest: benchBacktest,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`Unbekannt: ${unknown.join(', ')}. Es gibt: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

// The database as a customer's machine runs it, with everything on disk before a commit is answered.
const dataDir = await mkdtemp(join(tmpdir(), 'botdepot-bench-'));
const quiet = { info: () => undefined, warn: (line: string) => console.warn(line) };
const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
let met = true;
try {
  await migrate(postgres.url);
  for (const [name, bench] of Object.entries(BENCHES))
    if (wanted.length === 0 || wanted.includes(name)) met = (await bench(postgres.url)) && met;
} finally {
  await postgres.stop();
  await discardEmbeddedPostgres(dataDir);
}
console.log(met ? '\nAlle Verhältnisse erreicht.' : '\nNicht alle Verhältnisse erreicht.');
process.exitCode = met ? 0 : 1;
