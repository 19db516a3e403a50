import { DomainError } from '@botdepot/contract';
import { HOUR_MS } from '@botdepot/trading';
import { AsyncIteratorClass } from '@orpc/server';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import type { JobResult, WorkerJob } from './worker-job.ts';
import type { WorkerPool } from './worker-pool.ts';

export type JobDeps = {
  readonly pool: WorkerPool;
  readonly limiter: RateLimiter;
  /** Who has a run under way in this process. */
  readonly underWay: Set<string>;
};

/** Enough for somebody who tries things out; a result that is known already does not count. */
const RUNS_PER_HOUR = { max: 60, windowMs: HOUR_MS } as const;

/** Whoever waits for a run: `answerOf` makes a failure of it what the API says about it. */
export type JobReader = { userId: string; signal: AbortSignal; answerOf: (error: unknown) => Error };

/** What is told while a job waits and runs. */
type JobEvent = { type: 'waiting'; ahead: number } | { type: 'progress'; share: number };

export type JobEvents<Event> = AsyncIteratorClass<Event, void, void>;

export type PreparedJob<Job extends WorkerJob, End> = {
  readonly job: Job;
  readonly timeoutMs: number;
  /** Whatever else waits goes first. */
  readonly isLast?: boolean;
  /** Whether the job goes on once its data has been read; default: it does. */
  readonly onDataRead?: (digest: string) => boolean;
  /** What becomes of the result, told last. `refund` gives back what the run counts. */
  readonly finish: (result: JobResult[Job['kind']], refund: () => Promise<void>) => Promise<End>;
};

/**
 * Puts a job of somebody in line and returns what happens to it, event by event. One at a time of each person; it goes on until
 * it is done or the reader leaves.
 *
 * @param prepare checks what is asked; nothing runs when it throws.
 * @throws DomainError BACKTEST_RUNNING, TOO_MANY_REQUESTS, UNAVAILABLE, and what `prepare` throws; once it runs, the iterator
 * throws UNAVAILABLE, BACKTEST_UNFINISHED and what `finish` throws.
 */
export async function streamJob<Job extends WorkerJob, End extends { type: string }>(
  deps: JobDeps,
  reader: JobReader,
  prepare: () => Promise<PreparedJob<Job, End>>,
): Promise<JobEvents<JobEvent | End>> {
  const { userId, signal } = reader;
  if (deps.underWay.has(userId)) throw DomainError.of('BACKTEST_RUNNING');
  deps.underWay.add(userId);
  try {
    const { job, timeoutMs, isLast, onDataRead, finish } = await prepare();
    const limit = { purpose: 'backtest', subject: userId };
    if ((await deps.limiter.consume(limit, RUNS_PER_HOUR)) > 0) throw DomainError.of('TOO_MANY_REQUESTS');

    const left = new AbortController();
    const channel = eventChannel<JobEvent | End>(
      ({ type }) => type,
      () => left.abort(new Error('the reader has left')),
    );
    const gone = AbortSignal.any([signal, left.signal]);
    const run = deps.pool.run(job, {
      signal: gone,
      timeoutMs,
      whenLost: 'BACKTEST_UNFINISHED',
      onWaiting: (ahead) => channel.push({ type: 'waiting', ahead }),
      onProgress: (share) => channel.push({ type: 'progress', share }),
      ...(isLast && { isLast }),
      ...(onDataRead && { onDataRead }),
    });
    run
      .then(async (result) => {
        channel.push(await finish(result, () => deps.limiter.refund(limit)));
        channel.end();
      })
      // That somebody leaves is no failure, and there is nobody to tell it to.
      .catch((error: unknown) => (gone.aborted ? channel.end() : channel.fail(reader.answerOf(error))))
      .finally(() => deps.underWay.delete(userId));
    return channel.events;
  } catch (error) {
    deps.underWay.delete(userId);
    throw error;
  }
}

type EventChannel<Event> = {
  push(event: Event): void;
  end(): void;
  /** What was pushed before is told first. */
  fail(error: unknown): void;
  readonly events: JobEvents<Event>;
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
