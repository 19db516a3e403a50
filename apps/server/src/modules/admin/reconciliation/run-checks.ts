import type { ReconciliationResult } from '@botdepot/contract';
import { type Database, sqlState, type Tx } from '../../../platform/database.ts';
import type { Check } from './check.ts';

/** One statement of one check; a rule that takes longer than this has to be written anew. */
const STATEMENT_LIMIT_MS = 300_000;

/** By its own time limit or by whoever asked for it. */
const QUERY_CANCELED = '57014';

const NEVER = new AbortController().signal;

export type Progress = (results: readonly ReconciliationResult[]) => void;

/** The database gave up on a rule. The message is German, for operators. */
export class RuleNotCheckedError extends Error {
  constructor({ name, description }: Check, limitMs: number, cause: unknown) {
    super(
      `Nicht zu Ende geprüft: Die Datenbank brach die Regel „${description}“ (${name}) ab. Eine Abfrage darf höchstens ${limitMs / 60_000} Minuten dauern.`,
      { cause },
    );
    this.name = 'RuleNotCheckedError';
  }
}

/**
 * Runs the checks one after the other in one read-only snapshot, so that bookings in flight cannot look like faults.
 *
 * @param options.signal stops it: the statement under way is cancelled and the snapshot given up.
 * @throws what a check threw; with `signal` aborted, its reason; `RuleNotCheckedError` where the time did not suffice.
 */
export async function runChecks(
  database: Database,
  checks: readonly Check[],
  options: { signal?: AbortSignal; onProgress: Progress; statementLimitMs?: number },
): Promise<{ results: ReconciliationResult[]; end: { position: number; hash: Buffer } | null }> {
  const { signal = NEVER, onProgress, statementLimitMs = STATEMENT_LIMIT_MS } = options;
  const runAll = async (tx: Tx) => {
    // Read in the same snapshot: the end that belongs to what the audit check has seen.
    const end = await readEnd(tx);
    const results: ReconciliationResult[] = [];
    for (const check of checks) {
      signal.throwIfAborted();
      const { name, area, description, what } = check;
      const startedAt = performance.now();
      const finding = await check.run(tx, signal).catch((error: unknown) => {
        throw sqlState(error) === QUERY_CANCELED
          ? new RuleNotCheckedError(check, statementLimitMs, error)
          : error;
      });
      const durationMs = Math.round(performance.now() - startedAt);
      results.push({ name, area, description, what, ...finding, durationMs });
      onProgress(results);
    }
    return { results, end };
  };
  return database.longSnapshot(statementLimitMs, runAll, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}

async function readEnd(tx: Tx): Promise<{ position: number; hash: Buffer } | null> {
  const { rows } = await tx.$client.query<{ position: string; hash: Buffer }>(
    'SELECT position, hash FROM audit_chain',
  );
  const [row] = rows;
  return row ? { position: Number(row.position), hash: row.hash } : null;
}
