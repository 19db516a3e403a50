// The folder of one PostgreSQL cluster: where things lie, how it is made, how it is recognised.
//
//   <dataDir>/postgres-18/cluster/           PGDATA, owned by the account PostgreSQL runs under
//   <dataDir>/postgres-18/credentials.json   generated passwords, 0600
//   <dataDir>/postgres-18/postgres.log
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, runProgram } from './binaries.ts';
import { codeOf, EmbeddedPostgresError } from './problem.ts';
import { processIsAlive } from './processes.ts';

export interface Cluster {
  home: string;
  pgData: string;
  logFile: string;
  credentials: Credentials;
}

export interface Credentials {
  /** Of `postgres`, used here only. */
  superuser: string;
  /** Of `botdepot`, the role of the application; it owns its database and nothing else. */
  application: string;
}

export const SUPERUSER = 'postgres';
export const APPLICATION = 'botdepot';

/** The address of a running cluster for the application's own role, which is no superuser. */
export const applicationUrl = ({ credentials }: Pick<Cluster, 'credentials'>, port: number): string =>
  `postgres://${APPLICATION}:${credentials.application}@127.0.0.1:${port}/${APPLICATION}`;

export function clusterHome(dataDir: string, major: string): string {
  return join(dataDir, `postgres-${major}`);
}

/**
 * Opens the cluster of this major version, making it first if there is none. A half-made one (an interrupted start, a
 * full disk) never gets the final name; drafts of dead processes are removed.
 */
export async function openCluster(
  dataDir: string,
  binaries: Binaries,
  durable: boolean,
  onProgress: (line: string) => void,
): Promise<Cluster> {
  const home = clusterHome(dataDir, binaries.major);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await removeDrafts(dataDir);
  await refuseOtherVersions(dataDir, home, binaries.major);
  if (await exists(home)) await moveAsideIfIncomplete(home, onProgress);
  if (!(await exists(home))) {
    onProgress(`PostgreSQL ${binaries.major} wird eingerichtet …`);
    await create(home, binaries, durable);
  }
  return {
    home,
    pgData: join(home, 'cluster'),
    logFile: join(home, 'postgres.log'),
    credentials: await readCredentials(home, onProgress),
  };
}

/**
 * Sets the superuser's password without knowing the old one. The cluster must be stopped; single-user mode asks for no
 * password, only for the right to read the files.
 */
export async function setSuperuserPassword(
  pgData: string,
  password: string,
  binaries: Binaries,
): Promise<void> {
  const args = (dataPath: string) => ['--single', '-D', dataPath, 'postgres'];
  await runProgram(binaries, 'postgres', pgData, args, `ALTER ROLE ${SUPERUSER} PASSWORD '${password}'\n`);
}

/** Gives a file inside PGDATA to PostgreSQL's account; no change when that is us. */
export async function handOver(path: string, binaries: Binaries): Promise<void> {
  if (binaries.account !== undefined) await chown(path, binaries.account.uid, binaries.account.gid);
}

async function create(home: string, binaries: Binaries, durable: boolean): Promise<void> {
  const draft = `${home}.neu-${process.pid}-${randomBytes(4).toString('hex')}`;
  const pgData = join(draft, 'cluster');
  try {
    await mkdir(pgData, { recursive: true, mode: 0o700 });
    await handOver(pgData, binaries);
    const credentials = newCredentials();
    await initdb(binaries, pgData, durable);
    await setSuperuserPassword(pgData, credentials.superuser, binaries);
    await writeCredentials(draft, credentials);
    if (durable) await syncFolder(draft);
    await rename(draft, home);
    if (durable) await syncFolder(join(home, '..'));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Somebody else made it first: theirs is as good as ours.
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) return;
    throw error;
  }
}

async function initdb(binaries: Binaries, pgData: string, durable: boolean): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = (dataPath: string) => [
    `--pgdata=${dataPath}`,
    `--username=${SUPERUSER}`,
    // Nobody gets in before the rules below and a password exist.
    '--auth=reject',
    ...locale,
    ...(durable ? [] : ['--no-sync']),
  ];
  await runProgram(binaries, 'initdb', pgData, args);
  await writeFile(join(pgData, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n', { mode: 0o600 });
}

/** Removes what interrupted starts left behind, but not what a start running now is making. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres-\d+\.neu-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || (await processIsAlive(Number(pid)))) continue;
    // The initdb of a killed process may still be writing. What cannot be removed now, the next start removes.
    const patient = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };
    await rm(join(dataDir, name), patient).catch(() => undefined);
  }
}

async function refuseOtherVersions(dataDir: string, home: string, major: string): Promise<void> {
  const written = await readFile(join(home, 'cluster', 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (written !== undefined && written.trim() !== major) throw otherVersion(home, written.trim(), major);
  if (written !== undefined) return;
  for (const name of await readdir(dataDir)) {
    const other = /^postgres-(\d+)$/.exec(name)?.[1];
    if (other !== undefined && other !== major) throw otherVersion(join(dataDir, name), other, major);
  }
}

function otherVersion(folder: string, found: string, major: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Die Datenbank in ${folder} stammt von PostgreSQL ${found}, diese Version von Botdepot bringt PostgreSQL ${major} mit. ` +
      'PostgreSQL liest die Dateien einer anderen Hauptversion nicht. Um die Daten zu behalten: mit der bisherigen ' +
      'Version „npm run backup“ ausführen, den Ordner umbenennen und hier „npm run restore“. ' +
      'Um neu zu beginnen: den Ordner an einen anderen Ort verschieben.',
  );
}

/** Nothing is deleted here: whatever it is, somebody may still want to look at it. */
async function moveAsideIfIncomplete(home: string, onProgress: (line: string) => void): Promise<void> {
  const essential = ['cluster/PG_VERSION', 'cluster/global/pg_control'];
  const found = await Promise.all(essential.map((name) => exists(join(home, name))));
  if (found.every(Boolean)) return;
  const aside = `${home}.unvollstaendig-${Date.now()}`;
  onProgress(`Eine unvollständige Datenbank wird nach ${aside} verschoben und neu angelegt …`);
  await rename(home, aside);
}

async function readCredentials(home: string, onProgress: (line: string) => void): Promise<Credentials> {
  const file = join(home, 'credentials.json');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(
      `${file} ist nicht lesbar. Gehört der Datenordner einem anderen Benutzer? Dann bitte unter diesem starten.`,
      { cause: error },
    );
  });
  const known = text === undefined ? undefined : parseCredentials(text);
  if (known !== undefined) return known;
  onProgress('Die Zugangsdaten der Datenbank fehlen und werden neu gesetzt …');
  const credentials = newCredentials();
  // PostgreSQL refuses the new ones once; starting it then sets the superuser's (see `postmaster.ts`).
  await writeCredentials(home, credentials);
  return credentials;
}

function parseCredentials(text: string): Credentials | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('superuser' in value) || !('application' in value)) return undefined;
    const { superuser, application } = value;
    if (typeof superuser !== 'string' || typeof application !== 'string') return undefined;
    return { superuser, application };
  } catch {
    return undefined;
  }
}

function newCredentials(): Credentials {
  // Hexadecimal, so that they need no quoting in URLs and statements.
  return { superuser: randomBytes(24).toString('hex'), application: randomBytes(24).toString('hex') };
}

async function writeCredentials(home: string, credentials: Credentials): Promise<void> {
  const file = join(home, 'credentials.json');
  const draft = `${file}.neu`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its file system needs no such call either.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
      throw error;
    },
  );
}
