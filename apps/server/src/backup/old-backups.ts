import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SECRET_FILE } from '../platform/installation-secret.ts';
import { MANIFEST_FILE } from './manifest.ts';
import { readManifest } from './restore-backup.ts';

/** What a copy is called that nobody gave a name: the time that it is of. */
export const nameOfBackup = (takenAt: Date): string => takenAt.toISOString().replace(/[:.]/g, '-');

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/**
 * Deletes all but the newest copies beside the one that was just made, which counts as the newest whatever the clock said before.
 * A copy is a folder that is called and filled as the command does it: whatever
 * else is there, and a copy to which somebody has added something, is neither counted nor touched.
 * @returns how many are gone
 */
export async function deleteOldBackups(made: string, keep: number): Promise<number> {
  const folder = dirname(made);
  const found = await readdir(folder, { withFileTypes: true });
  const copies: { path: string; files: string[] }[] = [];
  for (const { name } of found.filter((entry) => entry.isDirectory() && NAME.test(entry.name))) {
    const path = join(folder, name);
    const files = await readOwnFiles(path, name);
    if (files && path !== made) copies.push({ path, files });
  }
  const old = copies.toSorted((a, b) => (a.path < b.path ? 1 : -1)).slice(keep - 1);
  for (const { path, files } of old) {
    // The manifest last: what is cut off here is still known as a copy, and no restore takes it for a whole one.
    for (const file of files) await rm(join(path, file), { force: true });
    await rm(join(path, MANIFEST_FILE), { force: true });
    await rmdir(path);
  }
  return old.length;
}

/** What lies in a copy beside its manifest; null where it is none of ours. */
async function readOwnFiles(path: string, name: string): Promise<string[] | null> {
  const backup = await readManifest(path).catch(() => null);
  if (backup === null || nameOfBackup(new Date(backup.createdAt)) !== name) return null;
  const own = new Set([...backup.tables.map(({ file }) => file), SECRET_FILE]);
  const files = (await readdir(path)).filter((file) => file !== MANIFEST_FILE);
  return files.every((file) => own.has(file)) ? files : null;
}
