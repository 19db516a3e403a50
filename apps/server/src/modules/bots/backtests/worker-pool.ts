import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { DomainError } from '@botdepot/contract';
import type { Logger } from 'pino';
import type { FromWorker, JobResult, ToWorker, WorkerJob, WorkerStart } from './worker-job.ts';

type RunOptions = {
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
  /** Whatever else waits goes first. */
  readonly isLast?: boolean;
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
        const place = options.isLast ? -1 : waiting.findIndex((other) => other.options.isLast);
        waiting.splice(place < 0 ? waiting.length : place, 0, run);
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

/** Of the JavaScript heap; columns of candles lie outside it. */
const HEAP_MB = 512;
/** Of everything that the process has in memory. Five years of hours for all symbols take a third of it. */
const RSS_MB = 1_024;
const MEMORY_LOOK_MS = 250;
/** Beside a busy server a job gets a quarter of a core, and all of an idle one. */
const NICE = 5;
/** Of what a process said before it died. */
const LAST_WORDS_CHARS = 2_000;
/**
 * All of the environment that a worker gets: how a PostgreSQL is reached that its address does not fully name, and what the
 * system itself needs. No secret of the installation but the address of the database, which comes as a message.
 */
const ENVIRONMENT = /^(PG[A-Z]+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|TZ|SystemRoot)$/;
/**
 * Waits for the end of its input, which comes with the end of the server, however that ends, and ends the worker: one that
 * calculates hears nothing itself.
 */
const GUARD = 'trap "" INT HUP; read -r _; kill -9 "$1"';

type WorkerProcess = {
  begin(job: WorkerJob, listener: WorkerListener): void;
  /** The answer to `data-read`. */
  goOn(goOn: boolean): void;
  /** Nobody listens from now on but to its death. */
  rest(onDeath: () => void): void;
  /** kill -9: it ends wherever it is, in the middle of a loop too. Resolves when it is gone. */
  end(): Promise<void>;
};

type WorkerListener = {
  onMessage(message: FromWorker): void;
  /** It ended by itself or was ended by others. */
  onDeath(cause: object): void;
};

/**
 * A process of low priority for one job after the other. It inherits nothing that it does not need, may take so much memory,
 * and lives no longer than this process.
 * @param entry the module that calls `serveJobs`.
 */
function startWorkerProcess(entry: URL, start: WorkerStart, log: Logger): WorkerProcess {
  const child = fork(entry, {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name))),
    // JSON would lose what is not a finite number.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Nothing of it keeps this process alive.
  child.unref();
  child.channel?.unref();
  const lastWords = keepLastWords(child);
  let listener: WorkerListener | undefined;
  let onDeath: (() => void) | undefined;
  let tooLarge = false;
  const stopGuarding = guard(child, log);
  const stopWatching = watchMemory(child, () => {
    if (!listener) return;
    tooLarge = true;
    child.kill('SIGKILL');
  });

  const gone = new Promise<void>((resolve) => {
    // When it could not even be started, there is no `close`.
    child.on('error', (error) => leave({ err: error }));
    // Nobody gives it another job while its last words are read.
    child.once('exit', () => onDeath?.());
    child.once('close', (code, signal) => leave({ code, signal, tooLarge, said: lastWords() }));

    function leave(cause: object): void {
      stopGuarding();
      stopWatching();
      listener?.onDeath(cause);
      listener = undefined;
      resolve();
    }
  });
  child.on('message', (message) => listener?.onMessage(message as FromWorker));
  // `close` tells what became of it; a message that does not arrive tells nothing more.
  const tell = (message: ToWorker): void => void child.send(message, () => undefined);
  tell({ type: 'start', start });

  return {
    begin(job, how) {
      onDeath = undefined;
      listener = how;
      tell({ type: 'job', job });
    },
    goOn: (goOn) => tell({ type: 'go-on', goOn }),
    rest(how) {
      listener = undefined;
      onDeath = how;
    },
    end() {
      listener = undefined;
      onDeath = undefined;
      // The one who waits for it must live to see it.
      child.ref();
      child.kill('SIGKILL');
      return gone;
    },
  };
}

function keepLastWords(child: ChildProcess): () => string {
  let text = '';
  const stderr = child.stderr as Socket | null;
  stderr?.unref();
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-LAST_WORDS_CHARS);
  });
  return () => text.trim();
}

/** Returns what ends the guard, once the worker is gone. */
function guard({ pid }: ChildProcess, log: Logger): () => void {
  if (pid === undefined) return () => undefined;
  try {
    // Prices and bookings come first. Its threads are made later and inherit it.
    setPriority(pid, Math.max(getPriority(), NICE));
  } catch (error) {
    log.warn({ err: error }, 'a worker keeps its priority');
  }
  // It still notices the end of its channel whenever it is between two jobs.
  if (process.platform === 'win32') return () => undefined;
  const watch = spawn('/bin/sh', ['-c', GUARD, 'guard', String(pid)], {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.on('error', (error) => log.warn({ err: error }, 'a worker is not guarded'));
  watch.unref();
  (watch.stdin as Socket | null)?.unref();
  return () => watch.kill('SIGKILL');
}

/** Linux only; elsewhere the limit of the heap is all there is. */
function watchMemory({ pid }: ChildProcess, onTooLarge: () => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined;
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    if (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) > RSS_MB * 1024) onTooLarge();
  }, MEMORY_LOOK_MS).unref();
  return () => clearInterval(timer);
}
