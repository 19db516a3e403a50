// A server with a job that never ends, made to be killed: node backtests-victim.ts DATABASE_URL
import { pino } from 'pino';
import { createWorkerPool } from '../../src/modules/bots/backtests/worker-pool.ts';
import { request, WORKER } from './backtests-fixture.ts';
import { HOSTILE } from './backtests-hostile.ts';

const pool = createWorkerPool({
  entry: WORKER,
  start: { databaseUrl: process.argv[2] ?? '' },
  size: 1,
  waitingLimit: 1,
  log: pino({ level: 'silent' }),
});
const signal = new AbortController().signal;
const how = { signal, timeoutMs: 100_000, whenLost: 'UNAVAILABLE' } as const;
const job = (symbols: typeof request.symbols) =>
  ({ kind: 'backtest', request: { ...request, symbols }, sources: {} }) as const;
// The first one shows that the worker serves jobs; the second keeps it busy for ever.
await pool.run(job(['BTC/USD', 'EUR/USD']), how);
void pool.run(job([HOSTILE.neverEnds]), how);
setTimeout(() => process.send?.('busy'), 500);
setInterval(() => undefined, 60_000);
