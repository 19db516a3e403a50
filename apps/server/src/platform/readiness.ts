import type pg from 'pg';
import { migrationHashes } from './migrate.ts';

/** Prices older than this make `/ready` say so. */
const FEED_AGE_LIMIT_MS = 10_000;

/**
 * Whether the database has the schema of this program. „ahead“ is a newer replica beside this one; „behind“ a database that
 * was exchanged underneath: its tables may not be what this program expects.
 */
type SchemaState = 'ok' | 'behind' | 'ahead';

export type Readiness = {
  ready: boolean;
  checks:
    | { database: 'ok'; migrations: SchemaState; feedAgeMs: number | null }
    | { database: 'unreachable'; migrations: null; feedAgeMs: null };
};

/** What `/ready` answers: whether customers should be sent to this process now, and what speaks against it. */
export function createReadiness(
  pool: pg.Pool,
  readFeedAgeMs: () => Promise<number | null>,
): () => Promise<Readiness> {
  const known = migrationHashes();

  async function readSchemaState(): Promise<SchemaState> {
    const { rows } = await pool.query<{ hash: string }>('SELECT hash FROM drizzle.__drizzle_migrations');
    const applied = new Set(rows.map(({ hash }) => hash));
    if (known.some((hash) => !applied.has(hash))) return 'behind';
    return applied.size > known.length ? 'ahead' : 'ok';
  }

  return async () => {
    try {
      const [migrations, feedAgeMs] = await Promise.all([readSchemaState(), readFeedAgeMs()]);
      const fresh = feedAgeMs !== null && feedAgeMs <= FEED_AGE_LIMIT_MS;
      return { ready: fresh && migrations !== 'behind', checks: { database: 'ok', migrations, feedAgeMs } };
    } catch {
      return { ready: false, checks: { database: 'unreachable', migrations: null, feedAgeMs: null } };
    }
  };
}
