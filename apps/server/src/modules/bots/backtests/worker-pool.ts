import { DomainError } from '@botdepot/contract';
import type { Logger } from 'pino';
import type { FromWorker, JobResult, WorkerJob, WorkerStart } from './worker-job.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

export type RunOptions = {
  /** Stops the job at once, waiting or running, and frees its worker. */
  readonly signal: AbortSignal;
  /** From the moment at which a worker takes the job. */
  readonly timeoutMs: number;
  /** What the caller is told when the job does not end by itself: its worker died, grew too large or ran out of time. */
  readonly whenLost: 'UNAVAILABLE' | 'BACKTEST_UNFINISHED';
  /** Told how many jobs must end before, whenever that changes. */
  readonly onWaiting?: (ahead: number) => void;
  readonly onProgress?: (share: number) => void;
  /** Whether the job goes on once its data has been read; default: it does. */
  readonly onDataRead?: (digest: string) => boolean;
};

export type WorkerPool = {
  /**
   * Runs a job in a process of its own, after those that came before it.
   * @throws DomainError UNAVAILABLE when too many wait already or the worker cannot reach the database; `whenLost`. The reason
   * of the signal when that aborts. Any other failure of the job as an Error.
   */
  run<Job extends WorkerJob>(job: Job, options: RunOptions): Promise<JobResult[Job['kind']]>;
  /** Ends every worker; what runs or waits is UNAVAILABLE. */
  stop(): Promise<void>;
};

type Run = {
  readonly job: WorkerJob;
  readonly options: RunOptions;
  resolve(result: JobResult[WorkerJob['kind']]): void;
  reject(error: unknown): void;
  /** Ends it while it waits or runs. */
  abort(error: unknown): void;
};

/** An idle worker keeps its code and its database connection for the next job this long. */
const IDLE_MS = 60_000;

/**
 * Processes for work that would hold up requests: each runs one job at a time, and whatever goes wrong with one ends with its
 * process. They are started when there is work and let go when there is none. Pools from npm know neither who waits how long,
 * nor a limit of a child's memory, nor its end with this process.
 */
export function createWorkerPool(config: {
  /** The module that calls `serveJobs`. */
  entry: URL;
  start: WorkerStart;
  size: number;
  /** How many jobs may wait. */
  waitingLimit: number;
  log: Logger;
}): WorkerPool {
  const { log } = config;
  const waiting: Run[] = [];
  const running = new Set<Run>();
  const idle = new Map<WorkerProcess, NodeJS.Timeout>();
  const ending = new Set<Promise<void>>();
  let stopped = false;

  function takeNext(): void {
    while (!stopped && running.size < config.size) {
      const run = waiting.shift();
      if (!run) break;
      running.add(run);
      work(run);
    }
    for (const [index, { options }] of waiting.entries()) options.onWaiting?.(running.size + index);
  }

  function work(run: Run): void {
    const { job, options } = run;
    const worker = takeIdle() ?? startWorkerProcess(config.entry, config.start, log);
    const timeout = setTimeout(() => {
      log.warn({ kind: job.kind, timeoutMs: options.timeoutMs }, 'a worker ran out of time');
      run.abort(DomainError.of(options.whenLost));
    }, options.timeoutMs);

    const onMessage = (message: FromWorker): void => {
      switch (message.type) {
        case 'progress':
          options.onProgress?.(message.share);
          return;
        case 'data-read':
          worker.goOn(options.onDataRead?.(message.digest) ?? true);
          return;
        case 'done':
          keepIdle();
          run.resolve(message.result);
          takeNext();
          return;
        case 'failed':
          keepIdle();
          run.reject(message.unavailable ? DomainError.of('UNAVAILABLE') : jobError(message));
          takeNext();
      }
    };
    const onDeath = (cause: object): void => {
      log.error({ ...cause, kind: job.kind }, 'a worker died');
      run.abort(DomainError.of(options.whenLost));
    };

    run.abort = (error) => {
      clearTimeout(timeout);
      run.abort = () => undefined;
      run.reject(error);
      // The next job begins when the process is gone, so that there are never more of them than the pool may have.
      void end(worker).then(() => {
        running.delete(run);
        takeNext();
      });
    };
    worker.begin(job, { onMessage, onDeath });

    function keepIdle(): void {
      clearTimeout(timeout);
      run.abort = () => undefined;
      running.delete(run);
      idle.set(worker, setTimeout(() => letGo(worker), IDLE_MS).unref());
      worker.rest(() => forgetIdle(worker));
    }
  }

  function forgetIdle(worker: WorkerProcess): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  }

  function takeIdle(): WorkerProcess | undefined {
    const [worker] = idle.keys();
    if (worker) forgetIdle(worker);
    return worker;
  }

  function end(worker: WorkerProcess): Promise<void> {
    const ended = worker.end();
    ending.add(ended);
    return ended.finally(() => ending.delete(ended));
  }

  function letGo(worker: WorkerProcess): void {
    forgetIdle(worker);
    void end(worker);
  }

  return {
    run<Job extends WorkerJob>(job: Job, options: RunOptions) {
      return new Promise<JobResult[Job['kind']]>((resolve, reject) => {
        options.signal.throwIfAborted();
        if (stopped || (running.size >= config.size && waiting.length >= config.waitingLimit))
          throw DomainError.of('UNAVAILABLE');
        const onAbort = (): void => run.abort(options.signal.reason);
        options.signal.addEventListener('abort', onAbort, { once: true });
        const settled = (): void => options.signal.removeEventListener('abort', onAbort);
        const run: Run = {
          job,
          options,
          resolve: (result) => {
            settled();
            // A worker answers a job with the result of its kind.
            resolve(result as JobResult[Job['kind']]);
          },
          reject: (error) => {
            settled();
            reject(error);
          },
          abort: (error) => {
            waiting.splice(waiting.indexOf(run), 1);
            run.reject(error);
            takeNext();
          },
        };
        waiting.push(run);
        takeNext();
      });
    },
    async stop() {
      stopped = true;
      for (const run of [...waiting, ...running]) run.abort(DomainError.of('UNAVAILABLE'));
      for (const worker of [...idle.keys()]) letGo(worker);
      await Promise.all(ending);
    },
  };
}

function jobError({ message, stack }: { message: string; stack: string | undefined }): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
