// Runs the server as our child and stands in for it: its signals, its end, its exit code.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE, ROOT } from './paths.mjs';
import { noteServer } from './port.mjs';
import { SERVER_PROGRAM } from './server-program.mjs';

const FOLLOW_PARENT = fileURLToPath(new URL('./follow-parent.mjs', import.meta.url));

/** The same Ctrl+C reaches us from the terminal and again through npm; a later one is meant. */
const SAME_SIGNAL_MS = 1_000;

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {Promise<void>} built Until the pages are there, the server sets up its database and the demo, and does not listen.
 * @returns {Promise<number>} the exit code of the server
 */
export function serve(env, built) {
  return new Promise((settle, reject) => {
    const child = spawn(NODE, ['--import', FOLLOW_PARENT, ...SERVER_PROGRAM], {
      cwd: ROOT,
      env: { ...env, NODE_ENV: env.NODE_ENV || 'production', PAGES_FOLLOW: '1' },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('error', reject);
    if (child.pid === undefined) return;
    const removeNote = noteServer(env, child.pid);
    let signalledAt = 0;
    const pass = () => {
      const now = Date.now();
      if (signalledAt === 0) {
        signalledAt = now;
        child.kill('SIGTERM');
      } else if (now - signalledAt > SAME_SIGNAL_MS) {
        console.error('Wird sofort beendet; die Datenbank stellt sich beim nächsten Start wieder her.');
        child.kill('SIGKILL');
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
    /** @type {unknown} */
    let notBuilt;
    built.then(
      () => child.connected && child.send('built'),
      (error) => {
        notBuilt = error;
        child.kill('SIGTERM');
      },
    );
    child.once('exit', (code, signal) => {
      removeNote();
      if (notBuilt !== undefined) return reject(notBuilt);
      // Asked to end and killed by that very signal is a normal end, too.
      settle(code ?? (signal === 'SIGTERM' && signalledAt > 0 ? 0 : 1));
    });
  });
}
