import pg from 'pg';
import type { Database } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';

/** Notes that seeding begins; false when the demo is there already or the database has accounts. */
export async function startDemoSeed(database: Database, now: Date): Promise<boolean> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO demo_seeds (id, started_at)
     SELECT 1, $1 WHERE NOT EXISTS (SELECT FROM auth_users)
     ON CONFLICT DO NOTHING RETURNING id`,
    [now],
  );
  return rows.length > 0;
}

export async function finishDemoSeed(database: Database, now: Date): Promise<void> {
  await database.pool.query('UPDATE demo_seeds SET finished_at = $1', [now]);
}

/**
 * Makes the database new when an interrupted start left half a demo in it. Nobody can have used it: the server listens
 * only after seeding. Call it after `migrate` and before anything else connects.
 */
export async function discardHalfSeededDemo(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('SELECT FROM demo_seeds WHERE finished_at IS NULL');
    if (rows.length === 0) return false;
    await client.query(
      'DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS drizzle CASCADE; CREATE SCHEMA public',
    );
  } finally {
    await client.end();
  }
  await migrate(databaseUrl);
  return true;
}
