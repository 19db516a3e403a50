import type { ReconciliationResult } from '@botdepot/contract';
import type { Database, Tx } from '../../../platform/database.ts';
import type { Check } from './check.ts';

/** One statement of one check; a rule that takes longer than this has to be written anew. */
const STATEMENT_LIMIT_MS = 300_000;

export type Progress = (results: readonly ReconciliationResult[]) => void;

/**
 * Runs the checks one after the other in one read-only snapshot, so that bookings in flight cannot look like faults.
 *
 * @param options.signal stops it: the statement under way is cancelled and the snapshot given up.
 * @throws what a check threw; with `signal` aborted, its reason.
 */
export async function runChecks(
  database: Database,
  checks: readonly Check[],
  options: { signal: AbortSignal; onProgress: Progress },
): Promise<{ results: ReconciliationResult[]; end: { position: number; hash: Buffer } | null }> {
  const { signal, onProgress } = options;
  return database.longSnapshot(STATEMENT_LIMIT_MS, async (tx) => {
    const { rows } = await tx.$client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const cancel = () => {
      void database.pool.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      // Read in the same snapshot: the end that belongs to what the audit check has seen.
      const end = await readEnd(tx);
      const results: ReconciliationResult[] = [];
      for (const { run, name, area, description, what } of checks) {
        signal.throwIfAborted();
        const startedAt = performance.now();
        const finding = await run(tx);
        const durationMs = Math.round(performance.now() - startedAt);
        results.push({ name, area, description, what, ...finding, durationMs });
        onProgress(results);
      }
      return { results, end };
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  });
}

async function readEnd(tx: Tx): Promise<{ position: number; hash: Buffer } | null> {
  const { rows } = await tx.$client.query<{ position: string; hash: Buffer }>(
    'SELECT position, hash FROM audit_chain',
  );
  const [row] = rows;
  return row ? { position: Number(row.position), hash: row.hash } : null;
}
