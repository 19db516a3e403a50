// Installs the dependencies when they are missing or the lock file has changed: what running needs, or everything.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Explained, run, withProgress } from './child.mjs';
import { LOCAL, MODULES, NODE, NODE_PACKAGE, ROOT } from './paths.mjs';
import { withProcessLock } from './process-lock.mjs';

const STAMP = join(MODULES, '.botdepot-stamp');

/** @typedef {'running' | 'everything'} Extent Running leaves out what only checks and measures, the packages of `tools`. */

/** npm takes these for a part of the project; the root brings Node. */
const TO_RUN = ['--workspace=apps/server', '--workspace=apps/web', '--include-workspace-root'];

/**
 * Makes sure that node_modules has of package-lock.json what is wanted. Takes some milliseconds when it has.
 * @param {Extent} extent
 */
export async function ensureInstalled(extent) {
  if (isInstalled(extent)) return;
  const onWait = () => console.log('Ein anderer Start installiert gerade die Abhängigkeiten, bitte warten …');
  await withProcessLock(join(LOCAL, 'setup.lock'), { onWait }, async (noteWorker) => {
    // The one we may have waited for has done it.
    if (isInstalled(extent)) return;
    if (wasInstalledByHand()) return writeStamp('everything');
    await withProgress('Abhängigkeiten installieren', () => install(extent, noteWorker));
    writeStamp(extent);
  });
}

/** @param {Extent} extent */
function isInstalled(extent) {
  try {
    const stamp = existsSync(NODE) ? readFileSync(STAMP, 'utf8') : '';
    return stamp === stampOf('everything') || stamp === stampOf(extent);
  } catch {
    return false;
  }
}

/**
 * @param {Extent} extent
 * @param {import('./process-lock.mjs').NoteWorker} onStart
 */
async function install(extent, onStart) {
  // `npm ci` deletes what is there, under the feet of a server that runs from it; here only the rest is missing.
  const command = isInstalled('running') ? ['install', '--no-save'] : ['ci'];
  // Without the stamp an interrupted installation is never taken for a complete one.
  rmSync(STAMP, { force: true });
  const npm = npmCommand();
  const part = extent === 'running' ? TO_RUN : [];
  // NODE_ENV=production or a user's setting would leave out what builds the web app.
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const args = [...npm.args, ...command, ...part, ...flags];
  const { code } = await run({ command: npm.command, args, env: npmEnvironment(), onStart });
  if (code !== 0)
    throw new Explained(
      `„npm ${command[0]}“ ist fehlgeschlagen; der Grund steht darüber. Danach einfach erneut starten.`,
    );
  if (!existsSync(NODE)) {
    throw new Explained(
      `Nach „npm ci“ fehlt Node 24: Das Paket ${NODE_PACKAGE} gehört nicht zu denen, die Botdepot mitbringt ` +
        '(Linux und macOS mit x64 oder arm64, Windows mit x64).',
    );
  }
}

/** npm as it called us, else the one in the PATH. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script !== undefined && existsSync(script))
    return { command: node ?? process.execPath, args: [script] };
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/c', 'npm'] }
    : { command: 'npm', args: [] };
}

/** npm must not run on the Node inside the node_modules that it is about to delete. */
function npmEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(MODULES));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** @param {Extent} extent */
function stampOf(extent) {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  // A project folder carried to another machine brings binaries for the old one.
  return `${hash.digest('hex')} ${process.platform} ${process.arch} ${extent}\n`;
}

/** @param {Extent} extent */
function writeStamp(extent) {
  writeFileSync(`${STAMP}.neu`, stampOf(extent));
  renameSync(`${STAMP}.neu`, STAMP);
}

/**
 * Somebody ran `npm ci` himself: npm writes node_modules/.package-lock.json as its last step, listing what is there.
 * It must contain everything that belongs on this machine, in the locked versions.
 */
function wasInstalledByHand() {
  const present = readPackages(join(MODULES, '.package-lock.json'));
  const locked = readPackages(join(ROOT, 'package-lock.json'));
  if (present === undefined || locked === undefined || !existsSync(NODE)) return false;
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link === true) return true;
    const found = present[path];
    // Optional ones are the binaries of other systems.
    if (found === undefined) return wanted.optional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
