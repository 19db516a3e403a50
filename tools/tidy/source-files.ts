import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SourceFile {
  /** Relative to the project, with slashes: `apps/server/src/main.ts`. */
  path: string;
  text: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NOT_OURS = /(^|\/)(node_modules|build|\.react-router|\.data|\.git|test-results|coverage)(\/|$)/;
const TEXT = /\.(ts|tsx|mjs|js|css|sql|json|tsv|md|html|svg|yml|yaml|sh)$|(^|\/)[^.]+$/;

/** Every file of the project that is or could be committed. */
export function listSourceFiles(): SourceFile[] {
  return listPaths()
    .filter((path) => TEXT.test(path) && !NOT_OURS.test(path) && existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

function listPaths(): string[] {
  try {
    // Tracked and new files alike, without what .gitignore names.
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
    return [...new Set(list.split('\0').filter(Boolean))].sort();
  } catch {
    // A downloaded archive has no repository, and git refuses one that belongs to somebody else.
    return filesBelow('').sort();
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (NOT_OURS.test(path)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
