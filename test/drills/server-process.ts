import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { withoutInstallation } from '../../tools/setup/environment.mjs';
import { SERVER_PROGRAM } from '../../tools/setup/server-program.mjs';
import { send } from './http-client.ts';
import type { DrillCommand } from './preload/command.ts';

/** Of a start or a recovery. Generous: a busy machine is no failure. */
const PATIENCE_MS = 120_000;
const STOP_MS = 30_000;
/** Of pino: `error` and worse. */
const ERROR_LEVEL = 50;
/** The library says this before it throws, without the reason; what it throws is logged and answered by us. */
const FORETOLD = /^auth: Failed to query fallback join/;

export type Preload = 'hold-answers' | 'hostile-jobs' | 'shift-clock' | 'remove-locks';

export type ServerProcess = {
  port: number;
  environment: NodeJS.ProcessEnv;
  pid(): number;
  isRunning(): boolean;
  /** Starts it, on the same port each time, and returns once it serves fresh prices. */
  start(environment?: NodeJS.ProcessEnv): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  tell(command: DrillCommand): void;
  readiness(): Promise<{ status: number; body: string } | null>;
  untilReady(): Promise<void>;
  rssBytes(): Promise<number>;
  /** What it logged as an error, by message: how often, and one of the causes. */
  errors(): Map<string, { count: number; cause: string }>;
};

/** A server as an operator starts it: main.ts in a process of its own, outside the demo. */
export async function createServerProcess(options: {
  environment: NodeJS.ProcessEnv;
  preloads: readonly Preload[];
}): Promise<ServerProcess> {
  const port = await freePort();
  const environment = {
    ...withoutInstallation(process.env),
    ...options.environment,
    DEMO: '0',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    NODE_NO_WARNINGS: '1',
  };
  const imports = options.preloads.flatMap((name) => [
    '--import',
    new URL(`./preload/${name}.ts`, import.meta.url).href,
  ]);
  const errors = new Map<string, { count: number; cause: string }>();
  let child: ChildProcess | undefined;
  let lastWords: string[] = [];

  const note = (line: string) => {
    const found = readError(line);
    if (!found) return;
    const known = errors.get(found.message);
    errors.set(found.message, { count: (known?.count ?? 0) + 1, cause: known?.cause ?? found.cause });
  };
  const running = (): ChildProcess => {
    if (!child || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server is not running; it said: ${lastWords.join('\n')}`);
    return child;
  };
  const ended = async (signal: NodeJS.Signals, ms: number) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await Promise.race([exit, sleep(ms, undefined, { ref: false })]);
  };
  const readiness = () => send(port, { method: 'GET', path: '/ready', timeoutMs: 15_000 }).catch(() => null);

  const server: ServerProcess = {
    port,
    environment,
    pid: () => running().pid ?? 0,
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    async start(changes = {}) {
      child = spawn(process.execPath, [...imports, ...SERVER_PROGRAM], {
        env: { ...environment, ...changes },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      lastWords = [];
      if (child.stderr)
        createInterface({ input: child.stderr }).on('line', (line) => {
          lastWords = [...lastWords.slice(-7), line];
        });
      if (child.stdout) createInterface({ input: child.stdout }).on('line', note);
      await server.untilReady();
    },
    kill: () => ended('SIGKILL', STOP_MS),
    async stop() {
      await ended('SIGTERM', STOP_MS);
      await ended('SIGKILL', STOP_MS);
    },
    tell: (command) => void running().send(command),
    readiness,
    async untilReady() {
      for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(100)) {
        if ((await readiness())?.status === 200) return;
        running();
        if (Date.now() > deadline) throw new Error('the server did not become ready');
      }
    },
    async rssBytes() {
      const status = await readFile(`/proc/${server.pid()}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
    },
    errors: () => errors,
  };
  return server;
}

type LoggedError = { message?: string; code?: string; stack?: string; cause?: LoggedError };

function readError(line: string): { message: string; cause: string } | null {
  // What is meant for the operator's terminal.
  if (!line.startsWith('{')) return null;
  const { level, msg, err, cause } = JSON.parse(line) as {
    level: number;
    msg?: string;
    cause?: string;
    err?: LoggedError;
  };
  if (level < ERROR_LEVEL || (msg !== undefined && FORETOLD.test(msg))) return null;
  const causes: string[] = [];
  for (let current = err; current; current = current.cause)
    causes.push(`${current.code ?? ''} ${current.message ?? ''}`.trim());
  const text = [...causes, cause ?? '', err?.stack ?? ''].filter(Boolean).join('; ');
  return { message: msg ?? '', cause: text.slice(0, 800) };
}
