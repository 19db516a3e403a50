// A copy of the project as a fresh clone would be, in a private folder (mode 0700, as below /root). The dependencies are
// linked, not installed: installing them is npm's part and takes minutes.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { discardEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { withoutInstallation } from '../../tools/setup/environment.mjs';
import { runningServers } from '../../tools/setup/port.mjs';
import { isRunning } from '../../tools/setup/process-lock.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ProjectCopy {
  folder: string;
  dataDir: string;
  /** `npm start` without npm: the script itself, in this copy. */
  start(port: number): Start;
  remove(): Promise<void>;
}

/** `built` brings the web app along, for stories in which building it is not the point. */
export function copyProject({ built }: { built: boolean }): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'botdepot-start-'));
  const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const paths = new Set(list.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path))));
  for (const path of paths) cpSync(join(ROOT, path), join(folder, path));
  for (const workspace of ['.', 'apps/server', 'apps/web']) {
    const modules = join(ROOT, workspace, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(folder, workspace, 'node_modules'));
  }
  const build = join('apps', 'web', 'build');
  if (built && existsSync(join(ROOT, build)))
    cpSync(join(ROOT, build), join(folder, build), { recursive: true });
  const dataDir = join(folder, '.data');
  const starts: Start[] = [];
  return {
    folder,
    dataDir,
    start: (port) => {
      const start = new Start(folder, dataDir, port);
      starts.push(start);
      return start;
    },
    remove: async () => {
      for (const start of starts) await start.kill();
      await discardEmbeddedPostgres(dataDir);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export class Start {
  output = '';
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #ended: Promise<number>;
  readonly #dataDir: string;

  constructor(folder: string, dataDir: string, port: number) {
    this.port = port;
    this.#dataDir = dataDir;
    this.#process = spawn(process.execPath, [join('tools', 'start.mjs')], {
      cwd: folder,
      env: { ...withoutInstallation(process.env), PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const append = (chunk: Buffer) => {
      this.output += chunk.toString('utf8');
    };
    this.#process.stdout?.on('data', append);
    this.#process.stderr?.on('data', append);
    this.#ended = once(this.#process, 'exit').then(([code, signal]) => code ?? signal);
  }

  /** Until the app answers; fails with the output when the script ends before. */
  async ready(): Promise<void> {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(100)) {
      if (this.#process.exitCode !== null)
        throw new Error(`the start script has ended:\n${this.output}${this.#log()}`);
      if (await answers(this.port)) return;
    }
    throw new Error(`not ready in time:\n${this.output}`);
  }

  /** Until the script has printed `text`. */
  async says(text: string): Promise<void> {
    for (const deadline = Date.now() + 120_000; !this.output.includes(text); await sleep(20)) {
      const over = this.#process.exitCode !== null || Date.now() > deadline;
      // The end may be seen before the last output.
      if (over) await sleep(200);
      if (over && !this.output.includes(text)) throw new Error(`never said „${text}“:\n${this.output}`);
    }
  }

  #log(): string {
    const file = join(this.#dataDir, 'postgres-18', 'postgres.log');
    return existsSync(file) ? `\npostgres.log:\n${readFileSync(file, 'utf8')}` : '';
  }

  ended(): Promise<number> {
    return this.#ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** kill -9 for the script and its server, as a crash of the session would. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
    for (const server of runningServers({ DATA_DIR: this.#dataDir })) {
      if (server.port !== this.port) continue;
      process.kill(server.pid, 'SIGKILL');
      while (isRunning(server)) await sleep(20);
    }
  }
}

export async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
  return answer?.ok ?? false;
}

export async function occupyPort(): Promise<{ port: number; release(): Promise<void> }> {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port, release: () => new Promise((closed) => server.close(() => closed())) };
}
