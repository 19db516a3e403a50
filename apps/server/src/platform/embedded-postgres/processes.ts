// What the operating system knows about a process id. A pid alone says little: ids are reused, above all after a reboot
// or in a restarted container, where everything gets the same small numbers again.
import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './problem.ts';

const run = promisify(execFile);

/** Whether the system has a process of this number at all, zombies included. */
export function pidIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** False for zombies: in a container nobody may reap an orphan, and it would count as alive for ever. */
export async function processIsAlive(pid: number): Promise<boolean> {
  if (!pidIsTaken(pid)) return false;
  // pid (name) state …; the name may itself contain parentheses.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/^.*\) Z /s.test(status);
}

/** Whether `pid` is a PostgreSQL server working on `pgData`. */
export async function isPostgresOn(pid: number, pgData: string): Promise<'yes' | 'no' | 'perhaps'> {
  if (!(await processIsAlive(pid))) return 'no';
  if (process.platform === 'win32') return 'perhaps';
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    if (!stdout.includes('postgres')) return 'no';
    return stdout.includes(pgData) ? 'yes' : 'perhaps';
  }
  try {
    const [program, folder, ours] = await Promise.all([
      readlink(`/proc/${pid}/exe`),
      readlink(`/proc/${pid}/cwd`),
      realpath(pgData),
    ]);
    // An updated package replaces the program under a running server: the kernel then appends „ (deleted)“.
    return basename(program).startsWith('postgres') && folder === ours ? 'yes' : 'no';
  } catch (error) {
    // Somebody else's process cannot be looked into; ours can.
    return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM' ? 'perhaps' : 'no';
  }
}
