// @module-tag long
// Real processes, real kills. Each test has a private folder of mode 0700 (mkdtemp), as under /root.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  AlreadyRunningError,
  discardEmbeddedPostgres,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres.ts';

const HOLDER = fileURLToPath(new URL('./hold-embedded-postgres.ts', import.meta.url));
const log = { info: () => undefined, warn: () => undefined };

let dataDir: string;
let children: ChildProcess[];
let folders: string[];
let instances: EmbeddedPostgres[];

beforeEach(async () => {
  children = [];
  folders = [];
  instances = [];
  dataDir = await temporaryFolder();
});

afterEach(async () => {
  for (const instance of instances) await instance.stop();
  for (const child of children) await kill(child);
  for (const folder of folders) await discardEmbeddedPostgres(folder);
});

describe('the first start', () => {
  test('makes a cluster that names its version, in UTF-8 and UTC, safe against power loss', async () => {
    const postgres = await start();
    expect(postgres.reused).toBe(false);
    expect(await readdir(dataDir)).toEqual(['postgres-18']);
    const [settings] = await query(
      postgres.url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone,
              current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses,
              lower('ÄÖÜ') AS lower, 'Z' < 'a' AS by_code_point`,
    );
    expect(settings).toEqual({
      encoding: 'UTF8',
      zone: 'UTC',
      fsync: 'on',
      addresses: '127.0.0.1',
      lower: 'äöü',
      by_code_point: true,
    });
  });

  test('keeps the generated passwords for us alone and lets nobody in without one', async () => {
    const postgres = await start();
    const file = await stat(join(dataDir, 'postgres-18', 'credentials.json'));
    expect(file.mode & 0o777).toBe(0o600);
    const wrong = new URL(postgres.url);
    wrong.password = 'falsch';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('gives the application a role that is no superuser', async () => {
    const postgres = await start();
    await query(postgres.url, 'CREATE TABLE own (id int)');
    await expect(query(postgres.url, "COPY own TO PROGRAM 'true'")).rejects.toMatchObject({ code: '42501' });
  });

  test('writes no values of rows into its log', async () => {
    const postgres = await start();
    await query(postgres.url, 'CREATE TABLE people (email text UNIQUE)');
    const add = () => query(postgres.url, 'INSERT INTO people VALUES ($1)', ['anna@example.com']);
    await add();
    await expect(add()).rejects.toMatchObject({ code: '23505' });
    const written = await readFile(join(dataDir, 'postgres-18', 'postgres.log'), 'utf8');
    expect(written).toContain('people_email_key');
    expect(written).not.toContain('anna@');
  });

  test('may be killed at any moment and is simply repeated', async () => {
    for (const delayMs of [150, 350, 500, 650, 800]) {
      const folder = await temporaryFolder();
      const child = hold(folder);
      await sleep(delayMs);
      await kill(child);
      const postgres = await start(folder);
      expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await postgres.stop();
      expect(await readdir(folder)).toEqual(['postgres-18']);
    }
  });

  test('replaces a folder that lacks the heart of a cluster, and deletes nothing', async () => {
    await mkdir(join(dataDir, 'postgres-18', 'cluster'), { recursive: true });
    await writeFile(join(dataDir, 'postgres-18', 'cluster', 'PG_VERSION'), '18\n');
    const postgres = await start();
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const aside = (await readdir(dataDir)).filter((name) => name.includes('unvollstaendig'));
    expect(aside).toHaveLength(1);
  });
});

describe('a later start', () => {
  test('finds what was written before a graceful stop', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start();
    expect(second.reused).toBe(false);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('takes over the PostgreSQL of a killed process', async () => {
    const child = hold(dataDir);
    const before = await report(child);
    await query(before.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const pid = await postmasterPid();
    await kill(child);
    const postgres = await start();
    expect(postgres.reused).toBe(true);
    expect(await postmasterPid()).toBe(pid);
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await postgres.stop();
    await expect(postmasterPid()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('recovers when PostgreSQL was killed as well', async () => {
    const child = hold(dataDir);
    const before = await report(child);
    await query(before.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const pid = await postmasterPid();
    await kill(child);
    process.kill(pid, 'SIGKILL');
    const postgres = await start();
    expect(postgres.reused).toBe(false);
    expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('is not misled by a pid that belongs to another process by now', async () => {
    const first = await start();
    const file = join(dataDir, 'postgres-18', 'cluster', 'postmaster.pid');
    const note = await readFile(file, 'utf8');
    await first.stop();
    await writeFile(file, note.replace(/^\d+/, String(process.pid)));
    const postgres = await start();
    expect(postgres.reused).toBe(false);
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('on a copied folder leaves the PostgreSQL of the original alone', async () => {
    const original = await start();
    const copy = await temporaryFolder();
    await query(original.adminUrl, 'CHECKPOINT');
    await cp(dataDir, copy, { recursive: true, preserveTimestamps: true });
    await ownLike(join(dataDir, 'postgres-18', 'cluster'), join(copy, 'postgres-18', 'cluster'));
    const second = await start(copy);
    expect(second.reused).toBe(false);
    expect(new URL(second.url).port).not.toBe(new URL(original.url).port);
    await second.stop();
    expect(await query(original.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('sets new passwords when the credentials are lost, with or without an orphan', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const credentials = join(dataDir, 'postgres-18', 'credentials.json');
    await rm(credentials);
    const child = hold(dataDir);
    expect((await report(child)).reused).toBe(false);
    await kill(child);
    await rm(credentials);
    const third = await start();
    expect(await query(third.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('explains data of another major version', async () => {
    await mkdir(join(dataDir, 'postgres-17', 'cluster'), { recursive: true });
    await expect(start()).rejects.toThrow(/stammt von PostgreSQL 17.*bringt PostgreSQL 18 mit/);
    expect(await readdir(dataDir)).toEqual(['postgres-17']);
  });
});

describe('two at once', () => {
  test('the second learns that the first is running, and does it no harm', async () => {
    const child = hold(dataDir);
    const first = await report(child);
    const second = start();
    await expect(second).rejects.toBeInstanceOf(AlreadyRunningError);
    await expect(second).rejects.toMatchObject({ url: first.url });
    await expect(second).rejects.toThrow(
      `läuft bereits mit dem Datenordner ${join(dataDir, 'postgres-18')} (Prozess ${child.pid})`,
    );
    expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('at the same moment on an empty folder exactly one wins', async () => {
    const reports = await Promise.all([hold(dataDir), hold(dataDir), hold(dataDir)].map(report));
    const winners = reports.filter((found) => found.error === undefined);
    expect(winners).toHaveLength(1);
    for (const { error } of reports) if (error !== undefined) expect(error).toContain('läuft bereits');
    expect(await query(winners[0]?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readdir(dataDir)).toEqual(['postgres-18']);
  });
});

test('a PostgreSQL that dies under us is back on the same port', async () => {
  const postgres = await start();
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => query(postgres.url, 'SELECT 1 AS one').catch(() => 'down'), { timeout: 20_000 })
    .toEqual([{ one: 1 }]);
  expect(await postmasterPid()).not.toBe(pid);
  await postgres.stop();
});

test('a stop does not wait for clients that stay connected', async () => {
  const postgres = await start();
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  // A stop that waits for clients gives up after 60 s and goes on without them; this limit is shorter.
  await postgres.stop();
}, 30_000);

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'botdepot-embedded-'));
  folders.push(folder);
  return folder;
}

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const instance = await startEmbeddedPostgres({ dataDir: folder, log });
  instances.push(instance);
  return instance;
}

function hold(folder: string): ChildProcess {
  const child = spawn(process.execPath, [HOLDER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

interface Report {
  url: string;
  reused?: boolean;
  error?: string;
}

async function report(child: ChildProcess): Promise<Report> {
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as Report;
  throw new Error('the holder ended without a word');
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query(url: string, sql: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres-18', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

/** A copy made by root belongs to root; what `cp -a` would have kept is restored here. */
async function ownLike(original: string, copy: string): Promise<void> {
  const { uid, gid } = await stat(original);
  if (process.getuid?.() !== 0) return;
  const child = spawn('chown', ['-R', `${uid}:${gid}`, copy]);
  await once(child, 'exit');
}
