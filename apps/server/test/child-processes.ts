// What processes there are, from /proc: Linux only.
import { readdir, readFile } from 'node:fs/promises';

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = await processes();
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // pid (name) state ppid …; the name may itself contain parentheses.
      return Number(/^.*\) \S (\d+)/s.exec(text)?.[1] ?? Number.NaN);
    }),
  );
  return pids.filter((_, index) => parents[index] === parent);
}

/** Those whose arguments include these. */
export async function processesWith(...wanted: string[]): Promise<number[]> {
  const pids = await processes();
  const commands = await Promise.all(pids.map(argumentsOf));
  return pids.filter((_, index) => wanted.every((argument) => commands[index]?.includes(argument)));
}

/** Empty for one that is gone, and for a zombie. */
export async function argumentsOf(pid: number): Promise<string[]> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').filter(Boolean);
}

const processes = async (): Promise<number[]> =>
  (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
