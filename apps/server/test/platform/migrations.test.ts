import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '../../src/backup/create-backup.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { RECONCILIATION_CHECKS, runChecks } from '../../src/modules/admin/index.ts';
import { migrate, migrationHashes } from '../../src/platform/migrate.ts';
import { readSchema as readState } from '../../src/platform/readiness.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { createServerFixture } from '../server-fixture.ts';
import { readNewDatabase, readRows, readSchema } from './read-schema.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url));
/**
 * The demo of commit f3c5613, whose migrations ended at 0031, after some commands of every kind; every table has a row. Of its
 * two months candles, protocol and what the strikes say are left out.
 */
const OLD_DATABASE = './fixtures/f3c5613.sql.gz';
/** 0032 to 0040. */
const LATER_MIGRATIONS = [
  'c30b24a67b6836c2760a17d8a4cac00cc8f617022aa7b7bc8618cb30c76235e8',
  '68a28abc42e5f06656e532ba2dc8b2a03ca0fe77d68d6eeaa586e5da6022003b',
  'fe629c9b9d212b726c427516efa529cdf1bb42cdb6cb0cdfee4290f6a072da94',
  '4389e068e976505f48d9aca5797674ff0092943fe53703ff648fdf40c58b32ec',
  '301f3ab7b33de09ca324750b77637e2f8233f22ae0842115a72a91e13402475e',
  '1d67d17913fe61500aad22efe275a1017e643e18bd094370a5809c1c3a0371ca',
  '37720b57b634910ba44bcfdbefc37d40a9e0381bdad3425401bd94a69694053a',
  '51fe6ec9912d039d537360dc8938e1ed1bbc4c9dd83abd99dbb2461da2266ae2',
  '9d4ba2d96ba725857f12f9cef59ec5662486603ceedaca04979ea7822b5bfb58',
];

let databases: TestDatabase[] = [];
let clients: pg.Client[] = [];
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'migrations-test-'));
});
afterEach(async () => {
  for (const client of clients) await client.end();
  for (const database of databases) await database.drop();
  [clients, databases] = [[], []];
});
afterAll(() => rm(home, { recursive: true }));

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}

async function newDatabase(): Promise<{ url: string; client: pg.Client }> {
  const database = await createEmptyDatabase();
  databases.push(database);
  return { url: database.url, client: await open(database.url) };
}

async function oldDatabase({ upTo }: { upTo: '0031' | '0040' }) {
  const made = await newDatabase();
  await made.client.query(gunzipSync(await read(OLD_DATABASE)).toString('utf8'));
  await made.client.query('RESET ALL');
  if (upTo === '0040') {
    await made.client.query((await read('../../drizzle/adopt/0031.sql')).toString('utf8'));
    for (const [index, hash] of LATER_MIGRATIONS.entries())
      await made.client.query(
        `INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
         SELECT $1, max(created_at) + $2 FROM drizzle.__drizzle_migrations`,
        [hash, index + 1],
      );
  }
  return made;
}

const appliedIn = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id',
  );
  return rows.map(({ hash }) => hash);
};

/** Everything there is: schema, rows and the list of migrations. */
const allOf = async (client: pg.Client) => [
  await readSchema(client),
  await readRows(client),
  await appliedIn(client),
];

async function expectTodaysSchema(client: pg.Client): Promise<void> {
  const [schema] = (await read('../../drizzle/schema.txt')).toString('utf8').split('\nrows\n');
  expect(await readSchema(client)).toBe(schema);
  expect(await appliedIn(client)).toEqual(migrationHashes());
}

describe('a new database', () => {
  it('has the schema of schema.txt and the rows that are always there', async () => {
    const database = await createTestDatabase();
    databases.push(database);
    // Written anew by `npx vitest run --project server migrations.test.ts -u`, after a migration.
    await expect(await readNewDatabase(await open(database.url))).toMatchFileSnapshot(
      '../../drizzle/schema.txt',
    );
  });
});

/** Without those that a migration of today brings along. */
const readOldRows = async (...of: Parameters<typeof readRows>): Promise<string[]> =>
  (await readRows(...of)).filter(
    (row) => !row.startsWith('support_text_blocks ') && !/"kind": "house_own_bot/.test(row),
  );

type IsColumn = (column: { table: string; name: string }) => boolean;
/** Chains are told apart by the ids of their bots since. */
const RENAMED = ['track_record_chains.bot_type', 'track_record_seals.bot_type'];

/** What a table has got since. @param changed columns that a migration writes anew */
async function columnsAfter(client: pg.Client, ...changed: string[]): Promise<IsColumn> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  const known = new Set(rows.map(({ name }) => name));
  for (const column of changed) known.delete(column);
  return ({ table, name }) => !known.has(`${table}.${name}`);
}

/** The bots of the house have got their numbers, and the first own bot gets 1000. */
async function expectNumberedBots(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    'SELECT number, bot_type, owner_id, erased_at FROM bots ORDER BY number',
  );
  expect(rows).toEqual(
    ['smartbot', 'turbobot', 'newsbot'].map((bot_type, number) => ({
      number,
      bot_type,
      owner_id: null,
      erased_at: null,
    })),
  );
  const made = await client.query(
    'INSERT INTO bots (id, owner_id, created_at) VALUES (gen_random_uuid(), gen_random_uuid(), now()) RETURNING number',
  );
  expect(made.rows).toEqual([{ number: 1000 }]);
  const portfolios = await client.query(
    'SELECT count(*)::int AS all, count(*) FILTER (WHERE b.bot_type = p.bot_type)::int AS own FROM bot_portfolios p LEFT JOIN bots b ON b.id = p.bot_id',
  );
  expect(portfolios.rows[0].all).toBeGreaterThan(0);
  expect(portfolios.rows[0].own, 'each portfolio has got the id of its bot').toBe(portfolios.rows[0].all);
  for (const table of ['track_record_chains', 'track_record_seals']) {
    const links = await client.query(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE p.bot_id = l.bot_id)::int AS own
       FROM ${table} l LEFT JOIN bot_portfolios p ON p.id = l.portfolio_id`,
    );
    expect(links.rows[0].all).toBeGreaterThan(0);
    expect(links.rows[0].own, `each link of ${table} has got the id of its bot`).toBe(links.rows[0].all);
  }
}

describe('a database of f3c5613', { tags: ['long'] }, () => {
  it('has a row in every table', async () => {
    const { client } = await oldDatabase({ upTo: '0031' });
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const filled = new Set((await readRows(client)).map((line) => line.split(' ')[0]));
    expect([...filled].toSorted()).toEqual(tables.map(({ name }) => name));
  });

  it('gets the schema of today and keeps every row; its books are right and go on', async () => {
    const { url, client } = await oldDatabase({ upTo: '0031' });
    // Sessions of admins end sooner since.
    const isNew = await columnsAfter(client, ...RENAMED, 'auth_sessions.expires_at');
    const ends = 'SELECT id, expires_at, created_at FROM auth_sessions ORDER BY id';
    const [before, sessions] = [await readOldRows(client, isNew), await client.query(ends)];
    await migrate(url);
    expect(await readOldRows(client, isNew)).toEqual(before);
    for (const [index, { expires_at }] of (await client.query(ends)).rows.entries())
      expect(expires_at.getTime()).toBeLessThanOrEqual(sessions.rows[index].expires_at.getTime());
    await expectTodaysSchema(client);

    const fixture = await createServerFixture({ url });
    try {
      expect(await readState(fixture.database.pool)).toMatchObject({ state: 'ok' });
      await fixture.createCustomer('100.00');
      const { results } = await runChecks(fixture.database, RECONCILIATION_CHECKS, {
        onProgress: async () => undefined,
      });
      expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
    } finally {
      await fixture.close();
    }
  });

  it('is taken over once by replicas that start together, and a second start changes nothing', async () => {
    const { url, client } = await oldDatabase({ upTo: '0031' });
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    await expectTodaysSchema(client);
    const before = await allOf(client);
    await migrate(url);
    expect(await allOf(client)).toEqual(before);
  });

  it('is as it was after a start that was killed half-way, and the next one takes it over', async () => {
    const { url, client } = await oldDatabase({ upTo: '0031' });
    const before = await allOf(client);
    const other = await open(url);
    // The last table that is changed before the list.
    await other.query('BEGIN; LOCK TABLE auth_passkeys');
    const killed = expect(migrate(url)).rejects.toThrow();
    const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'botdepot-migrate' AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await client.query(`SELECT ${waiting}`)).rowCount).toBe(1);
    await client.query(`SELECT pg_terminate_backend(pid) ${waiting}`);
    await killed;
    await other.query('ROLLBACK');
    expect(await allOf(client)).toEqual(before);
    await migrate(url);
    await expectTodaysSchema(client);
  });
});

describe('a database with all the old migrations', { tags: ['long'] }, () => {
  it('is taken over without a change', async () => {
    const { url, client } = await oldDatabase({ upTo: '0040' });
    const isNew = await columnsAfter(client, ...RENAMED);
    const before = await readOldRows(client, isNew);
    await migrate(url);
    expect(await readOldRows(client, isNew)).toEqual(before);
    await expectTodaysSchema(client);
    await expectNumberedBots(client);
  });

  it('comes back from a backup of then', async () => {
    const { url, client } = await oldDatabase({ upTo: '0040' });
    const folder = join(home, 'of-0040');
    await createBackup({ databaseUrl: url, folder, product: 'Botdepot', now: new Date(), secretPath: null });
    const target = await newDatabase();
    await restoreBackup({ databaseUrl: target.url, folder });
    const isNew = await columnsAfter(client, ...RENAMED);
    expect(await readOldRows(target.client, isNew)).toEqual(await readOldRows(client, isNew));
    await expectTodaysSchema(target.client);
    await expectNumberedBots(target.client);
  });
});

describe('a database that is too old', { tags: ['long'] }, () => {
  const start = async (databaseUrl: string) =>
    promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../src/main.ts', import.meta.url))], {
      env: { DATABASE_URL: databaseUrl, DATA_DIR: home, DEMO: '1', NODE_NO_WARNINGS: '1' },
    }).catch((error: unknown) => error);

  it('is refused with the way to go, and stays as it is', async () => {
    const { url, client } = await oldDatabase({ upTo: '0031' });
    await client.query('DELETE FROM drizzle.__drizzle_migrations WHERE id = 32');
    const before = await allOf(client);
    await expect(migrate(url)).rejects.toThrow(/zu alten Fassung.* einmal 8f3f8d0 .* Geändert wurde nichts/);
    expect(await start(url)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Die Datenbank ist von/m),
    });
    expect(await allOf(client)).toEqual(before);
  });

  it('is refused as well when its list is somebody else’s', async () => {
    const { url, client } = await oldDatabase({ upTo: '0031' });
    await client.query(`UPDATE drizzle.__drizzle_migrations SET hash = 'other' WHERE id = 1`);
    const before = await allOf(client);
    await expect(migrate(url)).rejects.toThrow(/die diese nicht kennt/);
    expect(await allOf(client)).toEqual(before);
  });

  it('is not restored from its backup: the sentence names who can', async () => {
    const { url } = await oldDatabase({ upTo: '0031' });
    const folder = join(home, 'of-0031');
    await createBackup({ databaseUrl: url, folder, product: 'Botdepot', now: new Date(), secretPath: null });
    const target = await newDatabase();
    await expect(restoreBackup({ databaseUrl: target.url, folder })).rejects.toThrow(
      /zu alten Fassung.* mit 8f3f8d0 wieder her/,
    );
    expect(
      (await target.client.query(`SELECT FROM pg_tables WHERE schemaname IN ('public', 'drizzle')`)).rows,
    ).toEqual([]);
  });
});
