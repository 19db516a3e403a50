// What the build has written for browsers, for the steps after it. Paths are relative, with forward slashes.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('build/client', import.meta.url));

/** In alphabetical order. */
export function builtFiles(extensions: readonly string[]): string[] {
  return readdirSync(CLIENT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.includes(extname(entry.name)))
    .map((entry) => relative(CLIENT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export const readBuilt = (path: string): string => readFileSync(join(CLIENT, path), 'utf8');

export function writeBuilt(path: string, content: string | Uint8Array) {
  const file = join(CLIENT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

export const removeBuilt = (path: string) => rmSync(join(CLIENT, path));
