import { availableParallelism } from 'node:os';
import type { BacktestData, BotType, LiveReplay } from '@botdepot/contract';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { createRateLimiter } from '../../../platform/rate-limit.ts';
import { type BotStrategies, STRATEGIES } from '../strategies.ts';
import { createBacktestData } from './backtest-data.ts';
import { createLiveReplays } from './live-replays.ts';
import { createResultCache } from './result-cache.ts';
import { type BacktestRunDeps, startBacktest } from './run-backtest.ts';
import { createWorkerPool } from './worker-pool.ts';

export type BacktestRunner = {
  readData(): Promise<BacktestData>;
  /** See `startBacktest`. */
  start(input: Parameters<typeof startBacktest>[1]): ReturnType<typeof startBacktest>;
  /** At most an hour old. @throws DomainError UNAVAILABLE while it is being made for the first time and takes long. */
  readLiveReplay(botType: BotType): Promise<LiveReplay>;
  /** Ends what runs. */
  stop(): Promise<void>;
};

const ENTRY = new URL('./backtest-worker.ts', import.meta.url);
const WAITING_LIMIT = 10;
const CACHE_BYTES = 32 * 1024 * 1024;

/** Backtests and replays of this server, in processes of their own: at least one core is left for everything else. */
export function createBacktestRunner(deps: {
  database: Database;
  /** For the workers' own connections. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  strategies?: BotStrategies;
  /** A module that calls `serveJobs` with the same strategies. */
  entry?: URL;
  /** How long a request waits for a replay; 20 s by default. */
  patienceMs?: number;
}): BacktestRunner {
  const { database, clock, log, strategies = STRATEGIES } = deps;
  const pool = createWorkerPool({
    entry: deps.entry ?? ENTRY,
    start: { databaseUrl: deps.databaseUrl },
    size: availableParallelism() >= 4 ? 2 : 1,
    waitingLimit: WAITING_LIMIT,
    log,
  });
  const runs: BacktestRunDeps = {
    pool,
    limiter: createRateLimiter({ database, clock }),
    readData: createBacktestData({ db: database.db, clock, strategies }),
    results: createResultCache(CACHE_BYTES),
    underWay: new Set(),
  };
  const readLiveReplay = createLiveReplays({
    db: database.db,
    pool,
    clock,
    log,
    patienceMs: deps.patienceMs,
  });
  return {
    readData: runs.readData,
    start: (input) => startBacktest(runs, input),
    readLiveReplay,
    stop: pool.stop,
  };
}
