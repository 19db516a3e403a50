import { Worker } from 'node:worker_threads';
import { DomainError } from '@botdepot/contract';
import type { Logger } from 'pino';
import type { FromWorker, JobResult, ToWorker, WorkerJob, WorkerStart } from './worker-job.ts';

export type RunOptions = {
  /** Stops the job at once, waiting or running, and frees its worker. */
  readonly signal: AbortSignal;
  /** From the moment at which a worker takes the job. */
  readonly timeoutMs: number;
  /** Told how many jobs must end before, whenever that changes. */
  readonly onWaiting?: (ahead: number) => void;
  readonly onProgress?: (share: number) => void;
  /** Whether the job goes on once its data has been read; default: it does. */
  readonly onDataRead?: (digest: string) => boolean;
};

export type WorkerPool = {
  /**
   * Runs a job in a worker thread, after those that came before it.
   * @throws DomainError UNAVAILABLE when too many wait already, when the worker dies, runs out of time or cannot reach the
   * database. The reason of the signal when that aborts. Any other failure of the job as an Error.
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
/** Of the JavaScript heap; columns of candles lie outside it. */
const HEAP_MB = 512;

/**
 * Threads for work that would hold up requests: each runs one job at a time, and whatever goes wrong with one ends with its
 * thread. They are started when there is work and let go when there is none.
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
  const idle = new Map<Worker, NodeJS.Timeout>();
  const ending = new Set<Promise<unknown>>();
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
    const worker = takeIdle() ?? startWorker();
    const timeout = setTimeout(() => {
      log.warn({ kind: job.kind, timeoutMs: options.timeoutMs }, 'a worker ran out of time');
      run.abort(DomainError.of('UNAVAILABLE'));
    }, options.timeoutMs);

    const onMessage = (message: FromWorker): void => {
      switch (message.type) {
        case 'progress':
          options.onProgress?.(message.share);
          return;
        case 'data-read':
          tell(worker, { type: 'go-on', goOn: options.onDataRead?.(message.digest) ?? true });
          return;
        case 'done':
          leave();
          keepIdle(worker);
          run.resolve(message.result);
          takeNext();
          return;
        case 'failed':
          leave();
          keepIdle(worker);
          run.reject(message.unavailable ? DomainError.of('UNAVAILABLE') : jobError(message));
          takeNext();
      }
    };
    const onDeath = (cause: unknown): void => {
      log.error({ err: cause instanceof Error ? cause : undefined, kind: job.kind }, 'a worker died');
      run.abort(DomainError.of('UNAVAILABLE'));
    };
    function leave(): void {
      clearTimeout(timeout);
      worker.off('message', onMessage).off('error', onDeath).off('exit', onDeath);
    }

    run.abort = (error) => {
      leave();
      run.abort = () => undefined;
      run.reject(error);
      // The next job begins when the thread is gone, so that there are never more of them than the pool may have.
      void end(worker).then(() => {
        running.delete(run);
        takeNext();
      });
    };
    worker.on('message', onMessage).on('error', onDeath).on('exit', onDeath);
    tell(worker, { type: 'job', job });

    function keepIdle(finished: Worker): void {
      run.abort = () => undefined;
      running.delete(run);
      idle.set(finished, setTimeout(() => letGo(finished), IDLE_MS).unref());
      finished.once('exit', forgetIdle);
    }
  }

  function startWorker(): Worker {
    const worker = new Worker(config.entry, {
      workerData: config.start,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // Whoever has the worker listens too; this one keeps a death in between from ending the process.
    worker.on('error', (error) => log.warn({ err: error }, 'a worker failed'));
    worker.unref();
    return worker;
  }

  function forgetIdle(this: Worker): void {
    clearTimeout(idle.get(this));
    idle.delete(this);
  }

  function takeIdle(): Worker | undefined {
    const [worker] = idle.keys();
    if (!worker) return undefined;
    worker.off('exit', forgetIdle);
    forgetIdle.call(worker);
    return worker;
  }

  /** A thread ends wherever it is, in the middle of a loop too. */
  function end(worker: Worker): Promise<unknown> {
    const ended = worker.terminate().catch(() => undefined);
    ending.add(ended);
    return ended.finally(() => ending.delete(ended));
  }

  function letGo(worker: Worker): void {
    forgetIdle.call(worker);
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

const tell = (worker: Worker, message: ToWorker): void => worker.postMessage(message);

function jobError({ message, stack }: { message: string; stack: string | undefined }): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
