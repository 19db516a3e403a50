import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { SECRET_FILE } from '../platform/installation-secret.ts';
import { columnList, listTables, quoted, type TableShape } from './list-tables.ts';
import {
  BACKUP_FORMAT,
  type BackedUpTable,
  BackupRefusal,
  MANIFEST_FILE,
  type Manifest,
  secretCheck,
} from './manifest.ts';

interface BackupInput {
  databaseUrl: string;
  /** Made by this call; it must not exist yet. */
  folder: string;
  product: string;
  now: Date;
  /** The installation's own secret, where it is a file. */
  secretPath: string | null;
  /** The installation's secret, where it stands in the environment. */
  secret?: string | undefined;
}

/**
 * Writes the whole database into a folder, as it was at one moment: one transaction reads one snapshot, and the app goes
 * on meanwhile. The folder appears under its name only when everything is in it.
 * @throws BackupRefusal when the folder exists
 */
export async function createBackup({
  databaseUrl,
  folder,
  product,
  now,
  secretPath,
  secret,
}: BackupInput): Promise<Manifest> {
  const unfinished = `${folder}.unfinished`;
  await mkdir(dirname(folder), { recursive: true });
  // Who may read the backup may read everything in the database.
  await mkdir(unfinished, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new BackupRefusal(`${unfinished} ist von einem abgebrochenen Versuch übrig.`)
      : error;
  });
  try {
    const manifest = {
      ...(await writeTables(databaseUrl, unfinished, { product, now })),
      ...(secret !== undefined && { secretCheck: secretCheck(secret) }),
    };
    if (secretPath !== null) await copyFile(secretPath, join(unfinished, SECRET_FILE));
    await writeFile(join(unfinished, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
    });
    await rename(unfinished, folder).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOTEMPTY' || error.code === 'EEXIST'
        ? new BackupRefusal(`Den Ordner ${folder} gibt es schon.`)
        : error;
    });
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeTables(
  databaseUrl: string,
  folder: string,
  { product, now }: { product: string; now: Date },
): Promise<Manifest> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'botdepot-backup' });
  // A lost connection fails the statement that runs; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const tables: BackedUpTable[] = [];
    for (const shape of await listTables(client)) tables.push(await writeTable(client, shape, folder));
    const migrations = await client.query<{ hash: string }>(
      'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id',
    );
    const version = await client.query<{ major: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS major`,
    );
    // Counters stand outside of snapshots. Read last, they are never behind a row of the snapshot.
    const counters = await client.query<{ name: string; value: string }>(`
      SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`);
    await client.query('COMMIT');
    return {
      format: BACKUP_FORMAT,
      product,
      createdAt: now.toISOString(),
      postgresMajor: version.rows[0]?.major ?? 0,
      migrations: migrations.rows.map(({ hash }) => hash),
      tables,
      counters: counters.rows,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function writeTable(
  client: pg.Client,
  { name, columns }: TableShape,
  folder: string,
): Promise<BackedUpTable> {
  const file = `${name}.copy.gz`;
  const rows = client.query(copyTo(`COPY ${quoted(name)} (${columnList(columns)}) TO STDOUT`));
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    rows,
    createGzip(),
    hashed,
    createWriteStream(join(folder, file), { mode: 0o600, flags: 'wx' }),
  );
  return { name, columns, rows: rows.rowCount, file, sha256: hash.digest('hex') };
}
