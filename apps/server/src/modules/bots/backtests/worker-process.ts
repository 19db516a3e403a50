import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import type { Logger } from 'pino';
import type { FromWorker, ToWorker, WorkerJob, WorkerStart } from './worker-job.ts';

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

export type WorkerProcess = {
  begin(job: WorkerJob, listener: WorkerListener): void;
  /** The answer to `data-read`. */
  goOn(goOn: boolean): void;
  /** Nobody listens from now on but to its death. */
  rest(onDeath: () => void): void;
  /** kill -9: it ends wherever it is, in the middle of a loop too. Resolves when it is gone. */
  end(): Promise<void>;
};

export type WorkerListener = {
  onMessage(message: FromWorker): void;
  /** It ended by itself or was ended by others. */
  onDeath(cause: object): void;
};

/**
 * A process of low priority for one job after the other. It inherits nothing that it does not need, may take so much memory,
 * and lives no longer than this process.
 * @param entry the module that calls `serveJobs`.
 */
export function startWorkerProcess(entry: URL, start: WorkerStart, log: Logger): WorkerProcess {
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
