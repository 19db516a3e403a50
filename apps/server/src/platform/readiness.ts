import type { SchemaState } from '@botdepot/contract';
import type pg from 'pg';
import type { Logger } from 'pino';
import { isConnectionFailure } from './database.ts';
import { migrationHashes } from './migrate.ts';

/** Prices older than this make `/ready` say so, and prices from as far ahead: the clock was set back, and nothing moves. */
const FEED_AGE_LIMIT_MS = 10_000;

export type Readiness = {
  ready: boolean;
  checks:
    | { database: 'ok'; migrations: SchemaState; feedAgeMs: number | null }
    // „failing“ is one that answers, but not as this program expects.
    | { database: 'unreachable' | 'failing'; migrations: null; feedAgeMs: null };
};

/** What `/ready` answers: whether customers should be sent to this process now, and what speaks against it. */
export function createReadiness(deps: {
  pool: pg.Pool;
  readFeedAgeMs: () => Promise<number | null>;
  log: Logger;
}): () => Promise<Readiness> {
  return async () => {
    try {
      const [migrations, feedAgeMs] = await Promise.all([readSchema(deps.pool), deps.readFeedAgeMs()]);
      const fresh = feedAgeMs !== null && Math.abs(feedAgeMs) <= FEED_AGE_LIMIT_MS;
      const { state } = migrations;
      return { ready: fresh && state !== 'behind', checks: { database: 'ok', migrations: state, feedAgeMs } };
    } catch (error) {
      const isAway = isConnectionFailure(error);
      if (!isAway) deps.log.error({ err: error }, 'readiness could not be told');
      const database = isAway ? 'unreachable' : 'failing';
      return { ready: false, checks: { database, migrations: null, feedAgeMs: null } };
    }
  };
}

let known: readonly string[] | undefined;

/**
 * Whether the database has the schema of this program. „behind“ is one that was exchanged underneath: its tables may not be
 * what this program expects. „ahead“ means that a newer replica runs beside this one.
 */
export async function readSchema(pool: pg.Pool): Promise<{ state: SchemaState; applied: number }> {
  // The program's own migrations do not change while it runs.
  known ??= migrationHashes();
  const { rows } = await pool.query<{ hash: string }>('SELECT hash FROM drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ hash }) => hash));
  const isBehind = known.some((hash) => !applied.has(hash));
  return { state: isBehind ? 'behind' : applied.size > known.length ? 'ahead' : 'ok', applied: applied.size };
}
