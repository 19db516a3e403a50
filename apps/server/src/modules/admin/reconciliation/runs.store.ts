import type { ReconciliationResult, ReconciliationRun } from '@botdepot/contract';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/work.ts';
import { reconciliationRuns } from './reconciliation.schema.ts';

export type RunRow = typeof reconciliationRuns.$inferSelect;

/** A run that is under way in this process. A nightly one that is begun again is another attempt of the same row. */
export type Claim = { readonly id: string; readonly attempt: number; readonly trigger: RunRow['trigger'] };

/** The process that runs one says so this often; one that has not said so for longer than the limit is gone. */
export const HEARTBEAT_MS = 10_000;
const SILENT_MS = 120_000;
/** A nightly run that failed, or that its process did not survive, is begun again; not for ever, it may be the reason. */
export const ATTEMPTS = 3;
/** Ends of the audit chain that are looked for again: the newest ones prove all older ones. */
const ENDS_KEPT = 400;

/** Ends runs whose process is gone, and returns them. */
export async function abortSilentRuns(tx: Tx, now: Date): Promise<Claim[]> {
  const { rows } = await tx.$client.query<Claim>(
    `UPDATE reconciliation_runs SET status = 'aborted', finished_at = $1
     WHERE status = 'running' AND heartbeat_at < $2 RETURNING id, attempt, trigger`,
    [now, new Date(now.getTime() - SILENT_MS)],
  );
  return rows;
}

/** Begins a run that somebody asked for; null while another one is running. */
export async function claimRun(
  tx: Tx,
  input: { requestedBy: string | null; now: Date; checksTotal: number },
): Promise<RunRow | null> {
  const { requestedBy, now, checksTotal } = input;
  const [row] = await tx
    .insert(reconciliationRuns)
    .values({
      id: newId(),
      trigger: 'manual',
      requestedBy,
      status: 'running',
      startedAt: now,
      heartbeatAt: now,
      checksTotal,
    })
    // Only one can be running, whoever else begins at the same moment.
    .onConflictDoNothing({ target: reconciliationRuns.status, where: sql`status = 'running'` })
    .returning();
  return row ?? null;
}

/**
 * Begins the run of a night: once, or again when it did not come to its end. Null when there is nothing to do. The caller
 * has made sure that it leads.
 */
export async function claimNight(
  tx: Tx,
  input: { night: string; now: Date; checksTotal: number },
): Promise<Claim | null> {
  const { night, now, checksTotal } = input;
  const { rows } = await tx.$client.query<Claim>(
    `WITH again AS (
       UPDATE reconciliation_runs SET status = 'running', attempt = attempt + 1, started_at = $2, heartbeat_at = $2,
         finished_at = NULL, results = '[]', failed_checks = 0, checks_total = $3
       WHERE night = $1 AND status = 'aborted' AND attempt < ${ATTEMPTS}
         AND NOT EXISTS (SELECT FROM reconciliation_runs WHERE status = 'running')
       RETURNING id, attempt, trigger
     ), first AS (
       INSERT INTO reconciliation_runs (id, trigger, night, status, started_at, heartbeat_at, checks_total)
       SELECT $4::uuid, 'nightly', $1, 'running', $2, $2, $3
       WHERE NOT EXISTS (SELECT FROM reconciliation_runs WHERE night = $1 OR status = 'running')
       ON CONFLICT DO NOTHING
       RETURNING id, attempt, trigger
     )
     SELECT * FROM again UNION ALL SELECT * FROM first`,
    [night, now, checksTotal, newId()],
  );
  return rows[0] ?? null;
}

/** Still running, with what is found so far. False when somebody else has ended it meanwhile. */
export async function keepRun(
  tx: Tx,
  { id, attempt }: Claim,
  now: Date,
  results: readonly ReconciliationResult[],
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `UPDATE reconciliation_runs SET heartbeat_at = $3, results = $4::jsonb
     WHERE id = $1 AND attempt = $2 AND status = 'running'`,
    [id, attempt, now, JSON.stringify(results)],
  );
  return rowCount === 1;
}

export type RunEnd = {
  status: 'passed' | 'failed' | 'aborted';
  results: readonly ReconciliationResult[];
  end: { position: number; hash: Buffer } | null;
  /** Its process was stopped in an orderly way: that is no attempt. */
  isCutShort?: boolean;
};

/** Ends a run. False when it is not this attempt's to end any more. */
export async function finishRun(tx: Tx, { id, attempt }: Claim, now: Date, run: RunEnd): Promise<boolean> {
  const { status, results, end, isCutShort = false } = run;
  const { rowCount } = await tx.$client.query(
    `UPDATE reconciliation_runs SET status = $3, finished_at = $4, heartbeat_at = $4, results = $5::jsonb,
       failed_checks = $6, audit_position = $7, audit_hash = $8, attempt = attempt - $9::int
     WHERE id = $1 AND attempt = $2 AND status = 'running'`,
    [
      id,
      attempt,
      status,
      now,
      JSON.stringify(results),
      results.filter(({ violations }) => violations > 0).length,
      end?.position ?? null,
      end?.hash ?? null,
      isCutShort ? 1 : 0,
    ],
  );
  return rowCount === 1;
}

/** Ends of the audit chain that earlier runs have noted. */
export async function readKeptEnds(tx: Tx): Promise<{ position: number; hash: Buffer }[]> {
  const { rows } = await tx.$client.query<{ position: string; hash: Buffer }>(
    `SELECT audit_position AS position, audit_hash AS hash FROM reconciliation_runs
     WHERE audit_position > 0 AND audit_hash IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT ${ENDS_KEPT}`,
  );
  return rows.map(({ position, hash }) => ({ position: Number(position), hash }));
}

export async function findRun(tx: Tx, id: string): Promise<RunRow | null> {
  const [row] = await tx.select().from(reconciliationRuns).where(eq(reconciliationRuns.id, id));
  return row ?? null;
}

export async function findRunning(tx: Tx): Promise<RunRow | null> {
  const [row] = await tx.select().from(reconciliationRuns).where(eq(reconciliationRuns.status, 'running'));
  return row ?? null;
}

/** The newest run that came to its end, whoever began it. */
export async function findLastEnded(
  tx: Tx,
): Promise<{ finishedAt: Date; failedChecks: number; checksTotal: number } | null> {
  const { finishedAt, failedChecks, checksTotal, startedAt, status } = reconciliationRuns;
  const [row] = await tx
    .select({ finishedAt, failedChecks, checksTotal })
    .from(reconciliationRuns)
    .where(inArray(status, ['passed', 'failed']))
    .orderBy(desc(startedAt), desc(reconciliationRuns.id))
    .limit(1);
  return row?.finishedAt ? { ...row, finishedAt: row.finishedAt } : null;
}

/** Newest first. */
export async function listRuns(
  tx: Tx,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: RunRow[]; total: number }> {
  const items = await tx
    .select()
    .from(reconciliationRuns)
    .orderBy(desc(reconciliationRuns.startedAt), desc(reconciliationRuns.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { items, total: await tx.$count(reconciliationRuns) };
}

export function presentRun(row: RunRow, emails: ReadonlyMap<string, string>): ReconciliationRun {
  const { id, trigger, requestedBy, status, startedAt, finishedAt, results, checksTotal, failedChecks } = row;
  return {
    id,
    trigger,
    requestedBy: requestedBy === null ? null : (emails.get(requestedBy) ?? null),
    status,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    checksDone: results.length,
    checksTotal,
    failedChecks:
      status === 'running' ? results.filter(({ violations }) => violations > 0).length : failedChecks,
  };
}
