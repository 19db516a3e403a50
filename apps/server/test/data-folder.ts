import { mkdtemp, readdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';

/** In memory, where the system has it: half of the kernel's time went into files that nobody reads again. */
const MEMORY = '/dev/shm';
/** Several times of what the databases of one run take at a time. */
const ROOM_BYTES = 2 ** 31;
/** With the process that uses it after that. */
const PREFIX = 'botdepot-test-';

/** An empty folder for the data of an installation that tests start; who asks for it discards it. */
export async function makeDataFolder(): Promise<string> {
  return mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Removes what killed test runs left behind: a running PostgreSQL each, and its folder. */
export async function sweepDataFolders(): Promise<void> {
  for (const parent of [tmpdir(), MEMORY]) {
    // Not every system has memory as a folder.
    for (const name of await readdir(parent).catch(() => [])) {
      const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? Number.NaN);
      if (Number.isNaN(pid) || isAlive(pid)) continue;
      // Another user's folder cannot be removed and need not concern us.
      await discardEmbeddedPostgres(join(parent, name)).catch(() => undefined);
    }
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
