import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../drizzle', import.meta.url));
// Any constant will do; it only has to be the same in every replica.
const MIGRATION_LOCK = 7_201_001;

/** Brings the schema up to date. Replicas that start together wait for one another. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'botdepot-migrate' });
  // A connection that is lost between two statements fails the next one; it must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** Hashes of all migrations of this program, the oldest first: what the database's own list of migrations holds. */
export function migrationHashes(): string[] {
  return readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
}

/** Brings the schema to where it was after the first `count` migrations, or leaves it there; for a backup of that time. */
export async function migrateTo(client: pg.Client, count: number): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder }).slice(0, count);
  // Drizzle's own types of the two do not fit each other when no tables are declared.
  const session = drizzle(client)._.session as unknown as Parameters<PgDialect['migrate']>[1];
  await new PgDialect().migrate(migrations, session, { migrationsFolder });
}
