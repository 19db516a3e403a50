import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  asMigrationsOfToday,
  isOld,
  LAST_WITH_OLD,
  migrateTo,
  migrationHashes,
} from '../platform/migrate.ts';
import { columnList, listTables, quoted } from './create-backup.ts';
import { type BackedUpTable, BackupRefusal, MANIFEST_FILE, type Manifest, manifest } from './manifest.ts';

interface RestoreInput {
  databaseUrl: string;
  folder: string;
  /** What the data are of no use without. A restore that ends before it is made again; one that ends after it is whole. */
  beforeCommit?: () => Promise<void>;
}

/**
 * Loads a backup into an empty database: first every file is checked against the manifest, then the schema is made as it
 * was, then one transaction loads all rows. What is newer in this program is migrated after it. Whether the books are right
 * is asked afterwards: also a backup of wrong ones must be loadable, or nobody can mend them.
 * @throws BackupRefusal when the backup is damaged, too old or newer than this program, or the database is not empty
 */
export async function restoreBackup({ databaseUrl, folder, beforeCommit }: RestoreInput): Promise<Manifest> {
  const backup = await readManifest(folder);
  for (const table of backup.tables) await checkFile(folder, table);
  const known = migrationHashes();
  const migrations = asMigrationsOfToday(backup.migrations);
  if (migrations.some((hash, index) => known[index] !== hash))
    throw new BackupRefusal(
      isOld(migrations)
        ? `Die Sicherung stammt von einer zu alten Fassung von Botdepot. Stellen Sie sie mit ${LAST_WITH_OLD} wieder her (git checkout ${LAST_WITH_OLD}), danach starten Sie diese.`
        : 'Die Sicherung stammt von einer neueren oder anderen Fassung von Botdepot. Nehmen Sie zum Wiederherstellen diese Fassung.',
    );
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'botdepot-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseFilledDatabase(client, migrations);
    await migrateTo(client, migrations.length);
    await client.query('BEGIN');
    await loadTables(client, folder, backup);
    await beforeCommit?.();
    await client.query('COMMIT');
    await migrateTo(client, known.length);
  } finally {
    await client.end().catch(() => undefined);
  }
  return backup;
}

/** @throws BackupRefusal when the folder holds no manifest that this program understands */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new BackupRefusal(`In ${folder} liegt keine Sicherung (${MANIFEST_FILE} fehlt).`);
  });
  const read = manifest.safeParse(parse(text));
  if (!read.success)
    throw new BackupRefusal(`${MANIFEST_FILE} ist beschädigt oder von einer anderen Fassung.`);
  return read.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function checkFile(folder: string, { file, sha256 }: BackedUpTable): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, file)), hash).catch(() => {
    throw new BackupRefusal(`${file} fehlt oder ist nicht lesbar.`);
  });
  if (hash.digest('hex') !== sha256)
    throw new BackupRefusal(`${file} ist nicht mehr, wie es gesichert wurde.`);
}

/**
 * Only a database in which nothing was ever made is taken, or one that an interrupted restore of this backup has left: with
 * its schema and without rows.
 */
async function refuseFilledDatabase(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const { rows: made } = await client.query(
    `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'drizzle') AND c.relkind IN ('r', 'v') LIMIT 1`,
  );
  if (made.length > 0 && !(await isInterruptedRestore(client, migrations)))
    throw new BackupRefusal(
      'Die Zieldatenbank ist nicht leer. Eine Sicherung wird nur in eine leere Datenbank geladen, damit nichts überschrieben wird.',
    );
}

async function isInterruptedRestore(client: pg.Client, migrations: readonly string[]): Promise<boolean> {
  const found = await client
    .query<{ hash: string }>(`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id`)
    .then(
      ({ rows }) => rows.map(({ hash }) => hash),
      () => [],
    );
  if (found.length !== migrations.length || found.some((hash, index) => hash !== migrations[index]))
    return false;
  const { rows } = await client.query<{ used: boolean }>(`
    SELECT EXISTS (SELECT FROM auth_users) OR EXISTS (SELECT FROM ledger_transfers) OR EXISTS (SELECT FROM audit_log)
        OR EXISTS (SELECT FROM market_candles) AS used`);
  return rows[0]?.used === false;
}

async function loadTables(client: pg.Client, folder: string, backup: Manifest): Promise<void> {
  const shapes = await listTables(client);
  const missing = shapes.filter(({ name }) => !backup.tables.some((table) => table.name === name));
  if (missing.length > 0)
    throw new BackupRefusal(`Der Sicherung fehlen Tabellen: ${missing.map(({ name }) => name).join(', ')}.`);
  // The rules of the database watch what happens; this is not happening, it has happened. The catalogue keeps its own.
  for (const { name } of shapes) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  // What the migrations put there is in the backup as it was later.
  await client.query(`TRUNCATE ${shapes.map(({ name }) => quoted(name)).join(', ')}`);
  for (const { name, columns, rows, file } of backup.tables) {
    const target = client.query(copyFrom(`COPY ${quoted(name)} (${columnList(columns)}) FROM STDIN`));
    await pipeline(createReadStream(join(folder, file)), createGunzip(), target);
    if (target.rowCount !== rows)
      throw new BackupRefusal(`${file} hat ${target.rowCount} Zeilen, gesichert wurden ${rows}.`);
  }
  for (const { name, value } of backup.counters)
    await client.query('SELECT setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, value]);
  for (const { name } of shapes) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
}
