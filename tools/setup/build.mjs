// Builds the web app when its sources or the settings it carries have changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Explained, run, withProgress } from './child.mjs';
import { buildSettings } from './environment.mjs';
import { LOCAL, NODE, ROOT, scriptOf } from './paths.mjs';
import { withProcessLock } from './process-lock.mjs';

const WEB = join(ROOT, 'apps', 'web');
const STAMP = join(WEB, 'build', '.fingerprint');
const GENERATED = new Set(['node_modules', 'build', '.react-router', '.vite']);

/**
 * Makes sure that apps/web/build belongs to the present sources and settings. The stamp is removed first and written
 * last: an interrupted build is never taken for a complete one. A running server is not disturbed, it has its files in
 * memory.
 * @param {NodeJS.ProcessEnv} env
 */
export async function ensureBuilt(env) {
  if (isBuilt(env)) return;
  const onWait = () => console.log('Ein anderer Start baut gerade die Weboberfläche, bitte warten …');
  await withProcessLock(join(LOCAL, 'setup.lock'), { onWait }, async (noteWorker) => {
    if (isBuilt(env)) return;
    await withProgress('Weboberfläche bauen', () => build(env, noteWorker));
  });
}

/** @param {NodeJS.ProcessEnv} env */
function isBuilt(env) {
  try {
    return readFileSync(STAMP, 'utf8') === fingerprint(env);
  } catch {
    return false;
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./process-lock.mjs').NoteWorker} onStart
 */
async function build(env, onStart) {
  rmSync(STAMP, { force: true });
  // Taken before: what is saved while the build runs makes the next start build again.
  const built = fingerprint(env);
  const { code, output } = await run({
    command: NODE,
    args: [scriptOf('@react-router/dev/bin.cjs', 'apps/web'), 'build'],
    cwd: WEB,
    env: { ...env, NODE_ENV: 'production' },
    quiet: true,
    onStart,
  });
  if (code !== 0) throw new Explained(`${output.trim()}\n\nDie Weboberfläche ließ sich nicht bauen.`);
  writeFileSync(`${STAMP}.neu`, built);
  renameSync(`${STAMP}.neu`, STAMP);
}

/**
 * A hash over everything the build reads: the sources of the web app and of our packages it uses, the lock file, and
 * the settings that the pages carry.
 * @param {NodeJS.ProcessEnv} env
 */
export function fingerprint(env) {
  const hash = createHash('sha256');
  const folders = [WEB, ...packagesOf(WEB)].sort();
  for (const file of [...folders.flatMap(filesBelow), join(ROOT, 'package-lock.json')]) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  for (const [name, value] of buildSettings(env)) hash.update(`${name}=${value}\0`);
  return `${hash.digest('hex')}\n`;
}

/**
 * Our own packages that the one in `folder` depends on, directly or through another.
 * @param {string} folder
 * @param {Set<string>} [found]
 */
function packagesOf(folder, found = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies).filter((dependency) => dependency.startsWith('@botdepot/'))) {
    const path = join(ROOT, 'packages', name.slice('@botdepot/'.length));
    if (found.has(path) || !existsSync(path)) continue;
    found.add(path);
    packagesOf(path, found);
  }
  return found;
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    if (GENERATED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
