// How old the newest copy is, and which older ones `npm run backup -- --keep` deletes.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '../../src/backup/create-backup.ts';
import type { Manifest } from '../../src/backup/manifest.ts';
import { readManifest } from '../../src/backup/restore-backup.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { type CommandName, runCommand } from '../run-command.ts';

let source: TestDatabase;
let target: TestDatabase;
let home: string;
let count = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'old-backups-test-'));
  [source, target] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
});
afterAll(async () => {
  await source.drop();
  await target.drop();
  await rm(home, { recursive: true });
});

const newFolder = () => join(home, `${++count}`);

const command = (name: CommandName, args: string[], databaseUrl: string, dataDir: string) =>
  runCommand(name, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1' }, ...args);

async function query<Row extends pg.QueryResultRow>(databaseUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function make(): Promise<{ folder: string; made: Manifest }> {
  const folder = newFolder();
  const input = { databaseUrl: source.url, folder, product: 'Botdepot', now: new Date(), secretPath: null };
  return { folder, made: await createBackup(input) };
}

describe('npm run backup -- --keep', () => {
  const keep = (backups: string, ...args: string[]) =>
    runCommand(
      'backup',
      { DATABASE_URL: source.url, DATA_DIR: join(home, 'none'), BACKUP_DIR: backups, DEMO: '1' },
      ...args,
    );

  it('keeps the newest copies that it has made itself, and touches nothing else', async () => {
    const backups = newFolder();
    await mkdir(join(backups, '2026-01-01T00-00-00-000Z'), { recursive: true });
    await mkdir(join(backups, 'photos'));
    await writeFile(join(backups, 'photos', 'holiday.jpg'), 'x');
    await writeFile(join(backups, 'erased-accounts'), '');
    const { folder: copy, made } = await make();
    const old = async (at: string, called = at) => {
      const folder = join(backups, called);
      await cp(copy, folder, { recursive: true });
      const createdAt = at.replace(/T(..)-(..)-(..)-/, 'T$1:$2:$3.');
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...made, createdAt }));
      return folder;
    };
    await old('2026-02-01T03-00-00-000Z');
    await old('2026-02-02T03-00-00-000Z');
    // When the clock was wrong.
    await old('2999-01-01T03-00-00-000Z');
    await old('2026-02-03T03-00-00-000Z', 'before-the-update');
    await old('2026-02-03T03-00-00-000Z', '2025-02-03T03-00-00-000Z');
    await writeFile(join(await old('2026-01-02T03-00-00-000Z'), 'why-we-keep-this.txt'), 'x');
    await symlink(join(backups, '2026-02-01T03-00-00-000Z'), join(backups, '2026-01-03T03-00-00-000Z'));
    // What an earlier deletion was cut off in is deleted to the end.
    await rm(join(await old('2026-01-04T03-00-00-000Z'), 'user_wallets.copy.gz'));
    const others = [
      '2025-02-03T03-00-00-000Z',
      '2026-01-01T00-00-00-000Z',
      '2026-01-02T03-00-00-000Z',
      '2026-01-03T03-00-00-000Z',
      'before-the-update',
      'erased-accounts',
      'photos',
    ];

    expect(await keep(backups, '--keep', '2')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Ältere Sicherungen gelöscht: 3. Behalten werden die neuesten 2.'),
    });
    const left = (await readdir(backups)).filter((name) => !others.includes(name));
    expect(left).toEqual([expect.stringMatching(/^2\d{3}-.*Z$/), '2999-01-01T03-00-00-000Z']);
    expect((await readdir(backups)).filter((name) => others.includes(name))).toEqual(others);
    expect(await readdir(join(backups, 'photos'))).toEqual(['holiday.jpg']);
    const { createdAt } = await readManifest(join(backups, left[0] ?? ''));
    expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(600_000);
  });

  it('deletes nothing when there is no new one, and understands nothing but a number', async () => {
    const backups = newFolder();
    await keep(backups, '--keep', '1');
    const before = await readdir(backups);
    expect(before).toHaveLength(2);
    const nowhere = { DATABASE_URL: target.url, DATA_DIR: join(home, 'none'), BACKUP_DIR: backups };
    expect(await runCommand('backup', nowhere, '--keep', '1')).toMatchObject({ code: 1 });
    for (const args of [
      ['--keep'],
      ['--keep', '0'],
      ['--keep', '-1'],
      ['--keep', '1.5'],
      ['--keep', '2', 'x'],
      ['x', '--keep'],
      ['--keep=2'],
    ])
      expect(await keep(backups, ...args), args.join(' ')).toMatchObject({
        code: 1,
        err: 'Aufruf: npm run backup -- [ORDNER | --keep ANZAHL]\n',
      });
    expect(await readdir(backups)).toEqual(before);
  });
});

it('says in the database how old its newest copy is, and after a restore how old the one is that it came from', {
  tags: ['long'],
}, async () => {
  const folder = newFolder();
  const takenAt = async (databaseUrl: string) =>
    (await query<{ taken_at: Date }>(databaseUrl, 'SELECT taken_at FROM last_backup')).map((row) =>
      row.taken_at.toISOString(),
    );
  await command('backup', [newFolder()], source.url, home);
  await command('backup', [folder], source.url, home);
  const { createdAt } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  expect(await takenAt(source.url)).toEqual([createdAt]);
  await command('backup', [newFolder()], source.url, home);
  expect(await command('restore', [folder], target.url, newFolder())).toMatchObject({ code: 0 });
  expect(await takenAt(target.url)).toEqual([createdAt]);
  // A database that has not been brought up to date yet cannot keep it.
  await query(target.url, 'ALTER TABLE last_backup RENAME TO last_backup_of_tomorrow');
  expect(await command('backup', [newFolder()], target.url, home)).toMatchObject({ code: 0 });
});
