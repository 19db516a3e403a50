// Running other programs: quietly to their end, or as the server we stand in for.
import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/** A failure whose message is for the person in front of the terminal; no stack is shown. */
export class Explained extends Error {}

/**
 * @typedef {{
 *   command: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv,
 *   quiet?: boolean, onStart?: (pid: number) => void,
 * }} Task `quiet` collects the output instead of showing it.
 */

const OWN_GROUP = process.platform !== 'win32';

/**
 * Runs a program to its end, in a process group of its own so that it can be ended with all its helpers. A signal meant
 * for us is passed on and ends both.
 * @param {Task} task
 * @returns {Promise<{ code: number, output: string }>} the output is empty unless `quiet`
 */
export function run({ command, args, cwd = ROOT, env = process.env, quiet = false, onStart }) {
  return new Promise((settle) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd, env, detached: OWN_GROUP, stdio });
    const stopPassing = passSignals(child);
    if (child.pid !== undefined) onStart?.(child.pid);
    let output = '';
    const append = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', append);
    child.stderr?.on('data', append);
    child.once('error', (error) => {
      stopPassing();
      settle({ code: 127, output: `${output}${error.message}\n` });
    });
    child.once('close', (code) => {
      stopPassing();
      settle({ code: code ?? 1, output });
    });
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} ends the passing on
 */
function passSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    const { pid } = child;
    child.once('close', () => process.exit(signal === 'SIGINT' ? 130 : 143));
    if (pid !== undefined) process.kill(OWN_GROUP ? -pid : pid, signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}

/**
 * Shows a line now and then while `work` runs, so that a long silence is not mistaken for a hang.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const started = Date.now();
  console.log(`${title} …`);
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const timer = setInterval(() => console.log(`  … noch dabei (${seconds()} s)`), 15_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
