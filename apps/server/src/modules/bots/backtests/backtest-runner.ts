import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BacktestData,
  type BacktestEvent,
  type BacktestRequest,
  type BacktestResult,
  type BotType,
  DomainError,
  type LiveReplay,
} from '@botdepot/contract';
import { type ExplainedDecision, HOUR_MS } from '@botdepot/trading';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../platform/database.ts';
import { createRateLimiter } from '../../../platform/rate-limit.ts';
import type { Clock } from '../../../platform/work.ts';
import { findRunningPortfolio } from '../portfolio/portfolio.ts';
import { type BotStrategies, STRATEGIES } from '../strategies.ts';
import { createBacktestData, spanOf } from './backtest-data.ts';
import { emptyReplay } from './make-live-replay.ts';
import { createResultCache } from './result-cache.ts';
import { type JobDeps, type JobEvents, type JobReader, type PreparedJob, streamJob } from './stream-job.ts';
import type { ExplainJob, WorkerJob } from './worker-job.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

export type BacktestRunner = {
  readData(): Promise<BacktestData>;
  /** See `startBacktest`. */
  start(input: Parameters<typeof startBacktest>[1]): ReturnType<typeof startBacktest>;
  /** At most an hour old. @throws DomainError UNAVAILABLE while it is being made for the first time and takes long. */
  readLiveReplay(botType: BotType): Promise<LiveReplay>;
  /** Makes the market to test rules on in a process of its own, after what waits already. @throws DomainError UNAVAILABLE */
  makePracticeMarket(folder: string): Promise<void>;
  /** Null where candles of that time are no longer kept. @throws DomainError UNAVAILABLE; the reason of the signal. */
  explain(job: ExplainJob, signal: AbortSignal): Promise<ExplainedDecision | null>;
  /** Puts a job of somebody in line, see `streamJob`. */
  stream<Job extends WorkerJob, End extends { type: string }>(
    reader: JobReader,
    prepare: () => Promise<PreparedJob<Job, End>>,
  ): ReturnType<typeof streamJob<Job, End>>;
  /** Ends what runs. */
  stop(): Promise<void>;
};

const ENTRY = new URL('./backtest-worker.ts', import.meta.url);
const WAITING_LIMIT = 10;
/** Twenty markets over a year of hours take some ten seconds. */
const EXPLAIN_MS = 60_000;
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
    makePracticeMarket: async (folder) => {
      await pool.run(
        { kind: 'practice-market', folder },
        { signal: new AbortController().signal, timeoutMs: TIMEOUT_MS, whenLost: 'UNAVAILABLE' },
      );
    },
    explain: (job, signal) => pool.run(job, { signal, timeoutMs: EXPLAIN_MS, whenLost: 'UNAVAILABLE' }),
    stream: (reader, prepare) => streamJob(runs, reader, prepare),
    stop: pool.stop,
  };
}

type BacktestRunDeps = JobDeps & {
  readonly readData: () => Promise<BacktestData>;
  readonly results: ReturnType<typeof createResultCache>;
};

const BACKTEST_MS = 120_000;

/**
 * Checks the request, puts it in line and returns what happens to it, event by event, the result last. It goes on until it
 * is done or the reader leaves.
 *
 * @throws DomainError BOT_NOT_AVAILABLE, BACKTEST_SYMBOLS_NOT_TRADED, BACKTEST_PERIOD_UNAVAILABLE, and see `streamJob`; once it
 * runs, the iterator throws BACKTEST_PERIOD_UNAVAILABLE as well.
 */
function startBacktest(
  deps: BacktestRunDeps,
  { request, ...reader }: JobReader & { request: BacktestRequest },
): Promise<JobEvents<BacktestEvent>> {
  return streamJob(deps, reader, async () => {
    const data = await deps.readData();
    const sources = checkedSources(data, request);
    let key = '';
    let known: string | undefined;
    return {
      job: { kind: 'backtest', request, sources },
      timeoutMs: BACKTEST_MS,
      onDataRead: (digest) => {
        key = `${JSON.stringify(request)} ${digest}`;
        known = deps.results.get(key);
        return known === undefined;
      },
      finish: async (outcome, refund) => {
        if (outcome.status === 'empty')
          throw DomainError.of('BACKTEST_PERIOD_UNAVAILABLE', spanOf(data.symbols));
        if (outcome.status === 'made') deps.results.set(key, outcome.json);
        else await refund();
        const json = outcome.status === 'made' ? outcome.json : known;
        if (json === undefined) throw new Error('a result is known and not known');
        // Written by `makeBacktest` only.
        return { type: 'result', result: JSON.parse(json) as BacktestResult };
      },
    };
  });
}

/**
 * The source of each symbol of a request that can be run.
 * @throws DomainError as above.
 */
function checkedSources(data: BacktestData, request: BacktestRequest): Record<string, string> {
  const { botType, symbols, firstDay, lastDay } = request;
  const bot = data.bots.find((candidate) => candidate.botType === botType);
  if (!bot) throw DomainError.of('BOT_NOT_AVAILABLE');
  const foreign = symbols.filter((symbol) => !bot.symbols.includes(symbol));
  if (foreign.length > 0)
    throw DomainError.of('BACKTEST_SYMBOLS_NOT_TRADED', { symbols: foreign.join(', ') });
  const chosen = data.symbols.filter(({ symbol }) => symbols.some((name) => name === symbol));
  const span = spanOf(chosen);
  if (span.firstDay === null || span.lastDay === null || firstDay < span.firstDay || lastDay > span.lastDay)
    throw DomainError.of('BACKTEST_PERIOD_UNAVAILABLE', span);
  return Object.fromEntries(chosen.map(({ symbol, source }) => [symbol, source]));
}

/** A year of minutes takes a good minute; whoever asks is not kept waiting for that long. */
const TIMEOUT_MS = 900_000;
const PATIENCE_MS = 20_000;

/** Replays by bot, made when somebody asks and at most once an hour, unless there was nothing to compare. */
function createLiveReplays(deps: {
  db: Tx;
  pool: WorkerPool;
  clock: Clock;
  log: Logger;
  patienceMs?: number | undefined;
}): (botType: BotType) => Promise<LiveReplay> {
  const { db, pool, clock, log, patienceMs = PATIENCE_MS } = deps;
  const known = new Map<BotType, { at: number; replay: Promise<LiveReplay> }>();

  function make(botType: BotType, now: number): Promise<LiveReplay> {
    const replay = pool.run(
      { kind: 'live-replay', botType, now },
      // Nobody waits for it alone, so nobody stops it.
      { signal: new AbortController().signal, timeoutMs: TIMEOUT_MS, whenLost: 'UNAVAILABLE' },
    );
    const entry = { at: now, replay };
    known.set(botType, entry);
    const forget = () => {
      if (known.get(botType) === entry) known.delete(botType);
    };
    replay.then(
      // There may be something in a minute, and it costs next to nothing to look.
      ({ until }) => until === null && forget(),
      (error: unknown) => {
        forget();
        if (!(error instanceof DomainError)) log.error({ err: error, botType }, 'a live replay failed');
      },
    );
    return replay;
  }

  return async (botType) => {
    const now = clock.now().getTime();
    // Nothing to wait for.
    if (!(await findRunningPortfolio(db, botType))?.liveSince) return emptyReplay(botType, now);
    const last = known.get(botType);
    const replay = last && now - last.at < HOUR_MS ? last.replay : make(botType, now);
    const patience = new AbortController();
    const tooLong = sleep(patienceMs, undefined, { signal: patience.signal, ref: false }).then(() => {
      throw DomainError.of('UNAVAILABLE');
    });
    tooLong.catch(() => undefined);
    return Promise.race([replay, tooLong]).finally(() => patience.abort());
  };
}
