import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

const drizzleFolder = new URL('../../drizzle/', import.meta.url);
const migrationsFolder = fileURLToPath(drizzleFolder);
// Any constant will do; it only has to be the same in every replica.
const MIGRATION_LOCK = 7_201_001;

/** So many migrations stand for the 41 that led to the same schema before. */
const BASELINE = 2;
/** The first of those 41, and the last version that has them all. */
const FIRST_OF_OLD = '01526736110912425530a06210337240899b2a2562b4816bd966ce3fc9471247';
export const LAST_WITH_OLD = '8f3f8d0';
/** Their lists from which the baseline is reached, by `digest`. */
const ALL_OF_OLD = '0d73eafb15ac9fd2d24d241291a0a74a390ed0a14e3625b142d634a40c1e59a7';
const OLD_TO_0031 = '3d0d278edd6885a4eabac8b81abbdcbf9db0778c8b4e71570170f644fbc29754';

/** A sentence for the person who starts it: nothing was changed. */
export class UnknownSchemaError extends Error {
  override name = 'UnknownSchemaError';
}

/** Brings the schema up to date. Replicas that start together wait for one another. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'botdepot-migrate' });
  // A connection that is lost between two statements fails the next one; it must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await adoptOld(client);
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/**
 * Notes the baseline in a database that the old migrations have made, in one transaction with what is missing until there.
 * @throws UnknownSchemaError for one that the baseline does not follow
 */
async function adoptOld(client: pg.Client): Promise<void> {
  const applied = await appliedHashes(client);
  const baseline = readMigrationFiles({ migrationsFolder }).slice(0, BASELINE);
  if (applied.length === 0 || applied[0] === baseline[0]?.hash) return;
  const list = digest(applied);
  if (list !== ALL_OF_OLD && list !== OLD_TO_0031)
    throw new UnknownSchemaError(
      isOld(applied)
        ? `Die Datenbank ist von einer zu alten Fassung von Botdepot. Starten Sie einmal ${LAST_WITH_OLD} (git checkout ${LAST_WITH_OLD}), danach diese. Auch eine Sicherung von ihr stellen Sie mit ${LAST_WITH_OLD} wieder her. Geändert wurde nichts.`
        : 'Die Datenbank ist von einer Fassung von Botdepot, die diese nicht kennt. Nehmen Sie die, mit der sie zuletzt lief. Geändert wurde nichts.',
    );
  await client.query('BEGIN');
  if (list === OLD_TO_0031)
    await client.query(await readFile(new URL('adopt/0031.sql', drizzleFolder), 'utf8'));
  await client.query('DELETE FROM drizzle.__drizzle_migrations');
  for (const { hash, folderMillis } of baseline)
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ]);
  await client.query('COMMIT');
}

async function appliedHashes(client: pg.Client): Promise<string[]> {
  const list = await client.query<{ name: string | null }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') AS name`,
  );
  if (list.rows[0]?.name == null) return [];
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id',
  );
  return rows.map(({ hash }) => hash);
}

const digest = (hashes: readonly string[]): string =>
  createHash('sha256').update(hashes.join('')).digest('hex');

/** Whether a list is of the migrations before the baseline. */
export const isOld = (hashes: readonly string[]): boolean => hashes[0] === FIRST_OF_OLD;

/** Hashes of all migrations of this program, the oldest first: what the database's own list of migrations holds. */
export function migrationHashes(): string[] {
  return readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
}

/** The migrations of this program that make the schema which those of a list have made; the list itself where they are not old. */
export function asMigrationsOfToday(hashes: readonly string[]): readonly string[] {
  return digest(hashes) === ALL_OF_OLD ? migrationHashes().slice(0, BASELINE) : hashes;
}

/** Brings the schema to where it was after the first `count` migrations, or leaves it there; for a backup of that time. */
export async function migrateTo(client: pg.Client, count: number): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder }).slice(0, count);
  // Drizzle's own types of the two do not fit each other when no tables are declared.
  const session = drizzle(client)._.session as unknown as Parameters<PgDialect['migrate']>[1];
  await new PgDialect().migrate(migrations, session, { migrationsFolder });
}
