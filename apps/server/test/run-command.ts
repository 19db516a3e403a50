// What an operator types. In this process where only the answer counts: a new one costs one to two seconds of the processor, nearly
// all of it for what it imports. Each command is really started at least once, with `startCommand`.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { vi } from 'vitest';
import type { Command } from '../src/commands/command.ts';

export type Outcome = { code: number; out: string; err: string };
export type CommandName =
  | 'admin'
  | 'backtest'
  | 'backup'
  | 'candles'
  | 'evidence'
  | 'rule'
  | 'restore'
  | 'verify-ledger'
  | 'verify-track-record';

let last: Promise<unknown> = Promise.resolve();

/** One after another: the output of a process is that of whoever writes to it. Nothing of the process's environment is seen. */
export function runCommand(
  name: CommandName,
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<Outcome> {
  const outcome = last.then(() => captured(name, env, args));
  last = outcome.catch(() => undefined);
  return outcome;
}

async function captured(
  name: CommandName,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<Outcome> {
  const { run } = (await import(`../src/commands/${name}.ts`)) as { run: Command };
  let [out, err] = ['', ''];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...parts) => {
      out += `${format(...parts)}\n`;
    }),
    vi.spyOn(console, 'error').mockImplementation((...parts) => {
      err += `${format(...parts)}\n`;
    }),
    vi.spyOn(process.stdout, 'write').mockImplementation((text, encoding, done) => {
      out += String(text);
      (typeof encoding === 'function' ? encoding : done)?.();
      return true;
    }),
  ];
  try {
    return { code: await run(args, env), out, err };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** As a process of its own, in this one's folder and with exactly this environment. */
export function startCommand(
  name: CommandName,
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<Outcome> {
  const path = fileURLToPath(new URL(`../src/commands/${name}.ts`, import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...args], { env, maxBuffer: 2 ** 28 }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err });
    });
  });
}
