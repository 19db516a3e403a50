import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg, { type ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { SECRET_FILE } from '../platform/installation-secret.ts';
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

interface TableShape {
  name: string;
  columns: string[];
}

/**
 * Every table of the product with its stored columns, those that others refer to first: rows that are loaded in this
 * order never point at one that is not there yet. A table that points at itself is loaded by one statement.
 * @throws when tables refer to one another in a circle
 */
export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const shapes = await client.query<TableShape>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r'
    GROUP BY c.relname`);
  const references = await client.query<{ from: string; to: string }>(`
    SELECT DISTINCT c.conrelid::regclass::text AS from, c.confrelid::regclass::text AS to
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.conrelid <> c.confrelid`);
  const needed = new Map<string, Set<string>>();
  for (const { from, to } of references.rows) {
    const unquoted = to.replaceAll('"', '');
    const key = from.replaceAll('"', '');
    needed.set(key, (needed.get(key) ?? new Set()).add(unquoted));
  }
  return inOrder(
    shapes.rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    needed,
  );
}

function inOrder(shapes: TableShape[], needed: ReadonlyMap<string, ReadonlySet<string>>): TableShape[] {
  const ordered: TableShape[] = [];
  const done = new Set<string>();
  let waiting = shapes;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ name }) =>
      [...(needed.get(name) ?? [])].every((other) => done.has(other)),
    );
    if (ready.length === 0)
      throw new Error(
        `tables refer to one another in a circle: ${waiting.map(({ name }) => name).join(', ')}`,
      );
    ordered.push(...ready);
    for (const { name } of ready) done.add(name);
    waiting = waiting.filter(({ name }) => !done.has(name));
  }
  return ordered;
}

/** The statement's list of columns, quoted. */
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** An identifier for a statement: names come from the catalogue of the database or from a manifest. */
export const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
