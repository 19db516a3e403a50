// @module-tag rounds
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '../../src/backup/create-backup.ts';
import type { Manifest } from '../../src/backup/manifest.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { BOT_INVARIANTS } from '../../src/modules/bots/index.ts';
import { createOwnBot, createOwnBotVersion } from '../../src/modules/testbench/own-bots.ts';
import { recordTrials } from '../../src/modules/testbench/trials.ts';
import { LEDGER_INVARIANTS, verifyInvariants } from '../../src/modules/wallet/index.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { migrateTo, migrationHashes } from '../../src/platform/migrate.ts';
import type { Actor, Work } from '../../src/platform/work.ts';
import type { BotsFixture } from '../bots/bots-fixture.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';
import { commands, createUser, openAccountWorld, type Person } from '../identity/account-world.ts';
import { rounds } from '../rounds.ts';
import { type CommandName, type Outcome, runCommand } from '../run-command.ts';
import { base64Of, hashOf, OWN_BOT, TRIED_ON } from '../testbench/testbench-world.ts';

/** Taken while money moves. */
const BACKUPS = rounds({ short: 1, full: 5 });
const NOW = new Date('2026-03-02T12:00:00Z');

let world: BotsFixture;
let people: Person[];
let home: string;
let targets: TestDatabase[] = [];
let count = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'backup-test-'));
  // Nobody was deleted: without the list no command restores.
  await writeFile(join(home, 'erased-accounts'), '');
  world = await openAccountWorld();
  people = await Promise.all([1, 2, 3, 4].map(() => createUser(world, '1000.00')));
  for (const person of people) {
    await runAs(commands.start(person, '100.00'));
    await runAs(commands.deposit(person, '20.00'));
    await runAs(commands.withdraw(person, '30.00'));
    const { id } = await world.runWork(person, (work) => createOwnBot(work, OWN_BOT));
    await world.runWork(person, (work) => createOwnBotVersion(work, { id, version: 1 }));
    const tried = { ...TRIED_ON, firstDay: TRIED_ON.from };
    const entries = [{ ruleHash: hashOf(1), sharpe: 0.1, returns: base64Of([0.01, -0.01]) }];
    await world.runWork(person, (work) => recordTrials(work, { ...tried, entries }, null));
  }
  await world.run(3);
});
afterEach(async () => {
  for (const target of targets) await target.drop();
  targets = [];
});
afterAll(async () => {
  await world.close();
  await rm(home, { recursive: true });
});

const runAs = ({ actor, run }: { actor: Actor; run: (work: Work) => Promise<unknown> }) =>
  world.runWork(actor, run);

async function newTarget(): Promise<string> {
  const target = await createEmptyDatabase();
  targets.push(target);
  return target.url;
}

const newFolder = () => join(home, `${++count}`);

async function back(
  databaseUrl: string,
  secretPath: string | null = null,
): Promise<{ folder: string; made: Manifest }> {
  const folder = newFolder();
  return {
    folder,
    made: await createBackup({ databaseUrl, folder, product: 'Botdepot', now: NOW, secretPath }),
  };
}

async function query<Row extends pg.QueryResultRow>(databaseUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function broken(databaseUrl: string): Promise<string[]> {
  const database = openDatabase({ url: databaseUrl, log: pino({ level: 'silent' }), maxConnections: 1 });
  const results = await database
    .snapshot((tx) => verifyInvariants(tx, [...LEDGER_INVARIANTS, ...BOT_INVARIANTS]))
    .finally(() => database.close());
  return results.filter(({ violations }) => violations > 0).map(({ name }) => name);
}

const isUntouched = async (databaseUrl: string) =>
  (await query(databaseUrl, `SELECT FROM pg_tables WHERE schemaname IN ('public', 'drizzle')`)).length === 0;

describe('a backup', () => {
  it('gives everything back: saved again after the restore it is the same, byte by byte', async () => {
    const { folder, made } = await back(world.url);
    const target = await newTarget();
    await restoreBackup({ databaseUrl: target, folder });
    const { made: again } = await back(target);
    expect(again).toEqual(made);
    expect(made.tables.find(({ name }) => name === 'user_wallets')?.rows).toBeGreaterThanOrEqual(
      people.length,
    );
    expect(made.tables.find(({ name }) => name === 'bot_fills')?.rows).toBeGreaterThan(0);
    for (const table of ['own_bot_drafts', 'own_bot_versions', 'testbench_trials', 'testbench_people'])
      expect(made.tables.find(({ name }) => name === table)?.rows, table).toBe(people.length);
    expect(await broken(target)).toEqual([]);
  });

  it('goes on behind every old row, under the same rules as before', { tags: ['long'] }, async () => {
    const { folder } = await back(world.url);
    const target = await newTarget();
    await restoreBackup({ databaseUrl: target, folder });
    const last = 'SELECT max(number)::int AS number FROM crypto_deposits';
    const [before] = await query<{ number: number }>(target, last);
    await query(
      target,
      `INSERT INTO crypto_deposits (id, user_id, amount_usd, crypto_currency, deposit_address, status, created_at)
       SELECT gen_random_uuid(), user_id, 5, crypto_currency, deposit_address, 'pending', now() FROM crypto_deposits LIMIT 1`,
    );
    const [after] = await query<{ number: number }>(target, last);
    expect(after?.number).toBeGreaterThan(before?.number ?? Number.NaN);
    const [bot] = await query<{ number: number }>(
      target,
      'INSERT INTO bots (id, owner_id, created_at) VALUES (gen_random_uuid(), gen_random_uuid(), now()) RETURNING number',
    );
    expect(bot?.number).toBe(1000 + people.length);
    await expect(query(target, `UPDATE own_bot_versions SET rule = '{}'`)).rejects.toThrow(/never changed/);
    await expect(query(target, 'UPDATE ledger_entries SET amount = amount + 1')).rejects.toThrow(/append/i);
    await expect(query(target, 'DELETE FROM ledger_transfers')).rejects.toThrow(/append/i);
  });

  it('is of one moment, however much is booked while it is taken', async () => {
    let busy = true;
    const booking = Promise.all(
      people.map(async (person) => {
        let booked = 0;
        while (busy) {
          await runAs(commands.thinkBetter(person, '1.00'));
          booked += 1;
        }
        return booked;
      }),
    );
    const taken: string[] = [];
    for (let n = 0; n < BACKUPS; n++) taken.push((await back(world.url)).folder);
    busy = false;
    expect(Math.min(...(await booking))).toBeGreaterThan(0);
    for (const folder of taken) {
      const target = await newTarget();
      await restoreBackup({ databaseUrl: target, folder });
      expect(await broken(target)).toEqual([]);
    }
  });

  it('is for its owner alone, and carries the key of the installation where that is a file', {
    tags: ['long'],
  }, async () => {
    const secretPath = join(home, 'auth-secret');
    await writeFile(secretPath, 'of this installation\n', { mode: 0o600 });
    const { folder } = await back(world.url, secretPath);
    expect((await stat(folder)).mode & 0o077).toBe(0);
    for (const file of await readdir(folder))
      expect((await stat(join(folder, file))).mode & 0o077, file).toBe(0);
    expect(await readFile(join(folder, 'auth-secret'), 'utf8')).toBe('of this installation\n');
  });

  it('overwrites no other one, and one that fails leaves nothing behind', { tags: ['long'] }, async () => {
    const { folder } = await back(world.url);
    const before = await readdir(folder);
    const input = { databaseUrl: world.url, folder, product: 'Botdepot', now: NOW, secretPath: null };
    await expect(createBackup(input)).rejects.toThrow(/gibt es schon/);
    expect(await readdir(folder)).toEqual(before);

    const nothing = newFolder();
    const schemaless = { ...input, folder: nothing, databaseUrl: await newTarget() };
    await expect(createBackup(schemaless)).rejects.toThrow();
    await expect(stat(nothing)).rejects.toThrow(/ENOENT/);
    await expect(stat(`${nothing}.unfinished`)).rejects.toThrow(/ENOENT/);
  });

  it('of an older version is brought up to date', async () => {
    const old = await newTarget();
    const client = new pg.Client({ connectionString: old });
    await client.connect();
    await migrateTo(client, migrationHashes().length - 1).finally(() => client.end());
    const { folder, made } = await back(old);
    expect(made.migrations).toHaveLength(migrationHashes().length - 1);
    const target = await newTarget();
    await restoreBackup({ databaseUrl: target, folder });
    expect((await back(target)).made.migrations).toEqual(migrationHashes());
  });
});

describe('the commands', { tags: ['long'] }, () => {
  const command = (name: CommandName, args: string[], databaseUrl: string, dataDir: string) =>
    runCommand(name, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1' }, ...args);

  it('save one installation and make another of it, with its key and with right books', async () => {
    const [oldHome, newHome, folder] = [newFolder(), newFolder(), newFolder()];
    await mkdir(oldHome);
    await writeFile(join(oldHome, 'auth-secret'), 'of the old one\n', { mode: 0o600 });
    expect(await command('backup', [folder], world.url, oldHome)).toMatchObject({
      code: 0,
      out: expect.stringContaining(folder),
    });
    const target = await newTarget();
    const { code, out } = await command('restore', [folder], target, newHome);
    expect(code).toBe(0);
    expect(out).toMatch(/Wiederhergestellt: \d+ Tabellen.*\n\d+ Regeln geprüft, 0 verletzt/s);
    expect(await readFile(join(newHome, 'auth-secret'), 'utf8')).toBe('of the old one\n');
    expect((await back(target)).made.tables).toEqual((await back(world.url)).made.tables);
  });

  it('say when the books of a backup are wrong, and load it all the same', async () => {
    const { folder } = await back(world.url);
    const wrong = await newTarget();
    await restoreBackup({ databaseUrl: wrong, folder });
    await query(wrong, 'UPDATE user_wallets SET usd_balance = usd_balance + 1');
    const { folder: wrongFolder } = await back(wrong);
    const target = await newTarget();
    const failure = await command('restore', [wrongFolder], target, newFolder());
    expect(failure).toMatchObject({ code: 1, out: expect.stringMatching(/VERLETZT/) });
    expect(await query(target, 'SELECT FROM user_wallets')).not.toHaveLength(0);
  });

  it('do not take another AUTH_SECRET for the one of the backup, and load it without any', async () => {
    const folder = newFolder();
    const withSecret = (name: CommandName, databaseUrl: string, secret?: string): Promise<Outcome> => {
      const settings = { DATABASE_URL: databaseUrl, DATA_DIR: join(home, 'none'), DEMO: '1' };
      return runCommand(name, { ...settings, ...(secret !== undefined && { AUTH_SECRET: secret }) }, folder);
    };
    await query(
      world.url,
      `INSERT INTO auth_jwks (id, public_key, private_key, created_at) VALUES (gen_random_uuid(), '{}', 'x', now())`,
    );
    expect(await withSecret('backup', world.url, 'a'.repeat(32))).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).not.toContain('a'.repeat(32));
    const target = await newTarget();
    expect(await withSecret('restore', target, 'b'.repeat(32))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/nicht der Wert, mit dem gesichert/),
    });
    expect(await isUntouched(target)).toBe(true);
    expect(await withSecret('restore', target)).toMatchObject({ code: 0 });
    expect(await query(target, 'SELECT FROM auth_jwks')).toEqual([]);
    await query(world.url, 'DELETE FROM auth_jwks');
  });

  it('do not replace the key of another installation', async () => {
    const [oldHome, newHome, folder] = [newFolder(), newFolder(), newFolder()];
    await mkdir(oldHome);
    await mkdir(newHome);
    await writeFile(join(oldHome, 'auth-secret'), 'of the old one\n');
    await writeFile(join(newHome, 'auth-secret'), 'of another\n');
    expect(await command('backup', [folder], world.url, oldHome)).toMatchObject({ code: 0 });
    const target = await newTarget();
    const failure = await command('restore', [folder], target, newHome);
    expect(failure).toMatchObject({ code: 1, err: expect.stringMatching(/schon ein anderer Schlüssel/) });
    expect(await isUntouched(target)).toBe(true);
  });

  it('do not take a key that was cut off for none', async () => {
    const [oldHome, newHome, folder] = [newFolder(), newFolder(), newFolder()];
    await mkdir(oldHome);
    await writeFile(join(oldHome, 'auth-secret'), '');
    expect(await command('backup', [folder], world.url, oldHome)).toMatchObject({ code: 0 });
    const target = await newTarget();
    const failure = await command('restore', [folder], target, newHome);
    expect(failure).toMatchObject({ code: 1, err: expect.stringMatching(/auth-secret\) ist leer/) });
    expect(await isUntouched(target)).toBe(true);
    await expect(stat(join(newHome, 'auth-secret'))).rejects.toThrow(/ENOENT/);
  });
});

describe('nothing is loaded', { tags: ['long'] }, () => {
  const changedManifest = async (folder: string, change: (manifest: Manifest) => unknown) => {
    const path = join(folder, 'manifest.json');
    await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))));
  };
  const damages: [string, (folder: string) => Promise<unknown>, RegExp][] = [
    ['from a folder without a manifest', (folder) => rm(join(folder, 'manifest.json')), /keine Sicherung/],
    [
      'from a file that was changed',
      (folder) => appendFile(join(folder, 'ledger_entries.copy.gz'), 'x'),
      /nicht mehr, wie/,
    ],
    ['from a folder that lacks a file', (folder) => rm(join(folder, 'user_wallets.copy.gz')), /fehlt/],
    [
      'of a version that this program does not know',
      (folder) => changedManifest(folder, (made) => ({ ...made, migrations: [...made.migrations, 'newer'] })),
      /neueren oder anderen Fassung/,
    ],
    [
      'of another format',
      (folder) => changedManifest(folder, (made) => ({ ...made, format: 2 })),
      /beschädigt/,
    ],
  ];

  it.each(damages)('%s', async (_name, damage, message) => {
    const { folder } = await back(world.url);
    await damage(folder);
    const target = await newTarget();
    await expect(restoreBackup({ databaseUrl: target, folder })).rejects.toThrow(message);
    expect(await isUntouched(target)).toBe(true);
  });

  it('of which a table has other rows than it says; the database stays without them and takes a good one', {
    tags: ['long'],
  }, async () => {
    const { folder } = await back(world.url);
    const good = await back(world.url);
    await changedManifest(folder, (made) => ({
      ...made,
      tables: made.tables.map((table) =>
        table.name === 'user_wallets' ? { ...table, rows: table.rows + 1 } : table,
      ),
    }));
    const target = await newTarget();
    await expect(restoreBackup({ databaseUrl: target, folder })).rejects.toThrow(/Zeilen, gesichert wurden/);
    expect(await query(target, 'SELECT FROM auth_users')).toEqual([]);
    expect(await query(target, 'SELECT FROM ledger_entries')).toEqual([]);
    await restoreBackup({ databaseUrl: target, folder: good.folder });
    expect((await back(target)).made.tables).toEqual(good.made.tables);
  });

  it('whose key or list of deleted accounts cannot be kept; the database stays without it and takes it again', async () => {
    const { folder } = await back(world.url);
    const target = await newTarget();
    const beforeCommit = () => Promise.reject(new Error('the disk is full'));
    await expect(restoreBackup({ databaseUrl: target, folder, beforeCommit })).rejects.toThrow(
      'disk is full',
    );
    expect(await query(target, 'SELECT FROM auth_users')).toEqual([]);
    await restoreBackup({ databaseUrl: target, folder });
    expect(await query(target, 'SELECT FROM auth_users')).not.toEqual([]);
  });

  it('into a database that is somebody’s', async () => {
    const { folder } = await back(world.url);
    const target = await newTarget();
    await restoreBackup({ databaseUrl: target, folder });
    const before = (await back(target)).made.tables;
    await expect(restoreBackup({ databaseUrl: target, folder })).rejects.toThrow(/nicht leer/);
    expect((await back(target)).made.tables).toEqual(before);
  });
});
