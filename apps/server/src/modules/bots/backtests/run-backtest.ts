import {
  type BacktestData,
  type BacktestEvent,
  type BacktestRequest,
  type BacktestResult,
  DomainError,
} from '@botdepot/contract';
import { HOUR_MS } from '@botdepot/trading';
import { AsyncIteratorClass } from '@orpc/server';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { spanOf } from './backtest-data.ts';
import type { createResultCache } from './result-cache.ts';
import type { WorkerPool } from './worker-pool.ts';

export type BacktestRunDeps = {
  readonly pool: WorkerPool;
  readonly limiter: RateLimiter;
  readonly readData: () => Promise<BacktestData>;
  readonly results: ReturnType<typeof createResultCache>;
  /** Who has a run under way in this process. */
  readonly underWay: Set<string>;
};

/** Enough for somebody who tries things out; a result that is known already does not count. */
const RUNS_PER_HOUR = { max: 60, windowMs: HOUR_MS } as const;
const TIMEOUT_MS = 120_000;

/**
 * Checks the request, puts it in line and returns what happens to it, event by event, the result last. It goes on until it
 * is done or the reader leaves.
 *
 * @param input.signal the request's: when it aborts, the run stops and its worker is free. @param input.answerOf makes a
 * failure of the run what the API says about it.
 * @throws DomainError BOT_NOT_AVAILABLE, BACKTEST_SYMBOLS_NOT_TRADED, BACKTEST_PERIOD_UNAVAILABLE, BACKTEST_RUNNING,
 * TOO_MANY_REQUESTS, UNAVAILABLE; once it runs, the iterator throws UNAVAILABLE, BACKTEST_UNFINISHED or
 * BACKTEST_PERIOD_UNAVAILABLE.
 */
export async function startBacktest(
  deps: BacktestRunDeps,
  input: {
    userId: string;
    request: BacktestRequest;
    signal: AbortSignal;
    answerOf: (error: unknown) => Error;
  },
): Promise<EventChannel<BacktestEvent>['events']> {
  const { userId, request, signal } = input;
  if (deps.underWay.has(userId)) throw DomainError.of('BACKTEST_RUNNING');
  deps.underWay.add(userId);
  try {
    const data = await deps.readData();
    const sources = checkedSources(data, request);
    const limit = { purpose: 'backtest', subject: userId };
    if ((await deps.limiter.consume(limit, RUNS_PER_HOUR)) > 0) throw DomainError.of('TOO_MANY_REQUESTS');

    const left = new AbortController();
    const channel = eventChannel<BacktestEvent>(
      ({ type }) => type,
      () => left.abort(new Error('the reader has left')),
    );
    const gone = AbortSignal.any([signal, left.signal]);
    let key = '';
    let known: string | undefined;
    const run = deps.pool.run(
      { kind: 'backtest', request, sources },
      {
        signal: gone,
        timeoutMs: TIMEOUT_MS,
        whenLost: 'BACKTEST_UNFINISHED',
        onWaiting: (ahead) => channel.push({ type: 'waiting', ahead }),
        onProgress: (share) => channel.push({ type: 'progress', share }),
        onDataRead: (digest) => {
          key = `${JSON.stringify(request)} ${digest}`;
          known = deps.results.get(key);
          return known === undefined;
        },
      },
    );
    run
      .then(async (outcome) => {
        if (outcome.status === 'empty')
          throw DomainError.of('BACKTEST_PERIOD_UNAVAILABLE', spanOf(data.symbols));
        if (outcome.status === 'made') deps.results.set(key, outcome.json);
        else await deps.limiter.refund(limit);
        const json = outcome.status === 'made' ? outcome.json : known;
        if (json === undefined) throw new Error('a result is known and not known');
        // Written by `makeBacktest` only.
        channel.push({ type: 'result', result: JSON.parse(json) as BacktestResult });
        channel.end();
      })
      // That somebody leaves is no failure, and there is nobody to tell it to.
      .catch((error: unknown) => (gone.aborted ? channel.end() : channel.fail(input.answerOf(error))))
      .finally(() => deps.underWay.delete(userId));
    return channel.events;
  } catch (error) {
    deps.underWay.delete(userId);
    throw error;
  }
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

type EventChannel<Event> = {
  push(event: Event): void;
  end(): void;
  /** What was pushed before is told first. */
  fail(error: unknown): void;
  readonly events: AsyncIteratorClass<Event, void, void>;
};

/**
 * Turns calls into an iterator, for one reader. A slow reader gets fewer events, not a queue: of the same `kindOf` only the
 * newest waits.
 * @param onLeft the reader has gone before the end.
 */
function eventChannel<Event>(kindOf: (event: Event) => string, onLeft: () => void): EventChannel<Event> {
  const waiting: Event[] = [];
  let outcome: { error?: unknown } | null = null;
  let wake: () => void = () => undefined;

  function settle(how: { error?: unknown }): void {
    outcome ??= how;
    wake();
  }

  async function next(): Promise<IteratorResult<Event, void>> {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) return { done: false, value: event };
      if (outcome) {
        if ('error' in outcome) throw outcome.error;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    push(event) {
      if (outcome) return;
      const last = waiting.at(-1);
      if (last !== undefined && kindOf(last) === kindOf(event)) waiting.pop();
      waiting.push(event);
      wake();
    },
    end: () => settle({}),
    fail: (error) => settle({ error }),
    events: new AsyncIteratorClass(next, async () => {
      if (outcome) return;
      settle({});
      onLeft();
    }),
  };
}
