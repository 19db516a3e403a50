import { nextHash } from '@botdepot/trading';
import type { Tx } from '../database.ts';
import { auditLine, type SealedRow } from './audit-line.ts';

/**
 * How far the log can be sealed: the highest number that was committed, and who was writing to the log then. Once all of
 * these have ended, every row up to that number is there or never will be.
 *
 * Numbers are given out before they are committed, and in another order. But whoever inserts holds the table's lock
 * (ROW EXCLUSIVE) before getting a number and until the end of the transaction. So every number up to `seq` belongs to a
 * transaction that has ended or is among `writers`. Nobody waits for this: it reads the list of locks.
 */
export type Horizon = { readonly seq: number; readonly writers: readonly string[] };

/** Two statements, in this order: the second one must look later than the first. */
export async function readHorizon(tx: Tx): Promise<Horizon> {
  const newest = await tx.$client.query<{ seq: string }>({
    name: 'newest-audit',
    text: 'SELECT coalesce(max(seq), 0) AS seq FROM audit_log',
  });
  const writers = await tx.$client.query<{ writer: string }>({
    name: 'audit-writers',
    text: `SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
           WHERE locktype = 'relation' AND relation = 'audit_log'::regclass AND mode = 'RowExclusiveLock'
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  });
  return { seq: Number(newest.rows[0]?.seq ?? 0), writers: writers.rows.map(({ writer }) => writer) };
}

/** Whether a later look shows that all who wrote at the earlier one have ended. */
export const isDecided = (horizon: Horizon, later: Horizon): boolean =>
  !horizon.writers.some((writer) => later.writers.includes(writer));

/**
 * Adds the next rows to the chain in the order of their numbers, at most `limit`. The chain's row is locked, so two sealers
 * can only follow one another; nothing that writes to the log waits for that lock.
 *
 * @param input.upTo a number up to which everything is decided, see `Horizon`.
 * @returns how many were sealed; fewer than `limit` means that nothing more is due.
 */
export async function sealAudit(tx: Tx, input: { upTo: number; now: Date; limit: number }): Promise<number> {
  const { upTo, now, limit } = input;
  // A statement of its own: what waited for the lock must see what the holder of it has written.
  await tx.$client.query('SELECT FROM audit_chain WHERE id = 1 FOR UPDATE');
  const { rows: ends } = await tx.$client.query<{ position: string; hash: Buffer; audit_seq: string }>(
    'SELECT position, hash, audit_seq FROM audit_chain WHERE id = 1',
  );
  const [end] = ends;
  if (!end) throw new Error('the chain of the audit log has no beginning');
  if (Number(end.audit_seq) >= upTo) return 0;
  const due = await readRows(tx, { after: Number(end.audit_seq), upTo, limit });
  let position = Number(end.position);
  let { hash } = end;
  const links = due.map((row) => {
    position += 1;
    hash = nextHash(hash, auditLine(position, row));
    return { position, seq: row.seq, hash };
  });
  // Numbers that were rolled back are passed over, so that nobody can use them later.
  const reached = links.length < limit ? upTo : (links.at(-1)?.seq ?? upTo);
  await tx.$client.query({
    name: 'insert-audit-seals',
    text: `INSERT INTO audit_seals (position, audit_seq, hash, sealed_at)
           SELECT s.position, s.seq, s.hash, $4 FROM unnest($1::int8[], $2::int8[], $3::bytea[]) AS s(position, seq, hash)`,
    values: [
      links.map((link) => link.position),
      links.map((link) => link.seq),
      links.map((link) => link.hash),
      now,
    ],
  });
  await tx.$client.query({
    name: 'move-audit-chain',
    text: 'UPDATE audit_chain SET position = $1, hash = $2, audit_seq = $3, sealed_at = $4 WHERE id = 1',
    values: [position, hash, reached, now],
  });
  return links.length;
}

/** The columns of a row that are sealed, of `audit_log a`. */
export const SEALED_COLUMNS = `a.seq, a.id, a.created_at, a.actor_id, a.actor_role, a.action, a.subject, a.subject_id,
  a.before, a.after, a.reason_hash, a.request_id`;

export type SealedColumns = {
  seq: string;
  id: string;
  created_at: Date;
  actor_id: string | null;
  actor_role: string;
  action: string;
  subject: string;
  subject_id: string;
  before: unknown;
  after: unknown;
  reason_hash: Buffer | null;
  request_id: string | null;
};

export const sealedRowOf = (row: SealedColumns): SealedRow => ({
  seq: Number(row.seq),
  id: row.id,
  createdAt: row.created_at,
  actorId: row.actor_id,
  actorRole: row.actor_role,
  action: row.action,
  subject: row.subject,
  subjectId: row.subject_id,
  before: row.before,
  after: row.after,
  reasonHash: row.reason_hash,
  requestId: row.request_id,
});

async function readRows(
  tx: Tx,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<SealedRow[]> {
  const { rows } = await tx.$client.query<SealedColumns>({
    name: 'read-audit-due',
    text: `SELECT ${SEALED_COLUMNS} FROM audit_log a WHERE a.seq > $1 AND a.seq <= $2 ORDER BY a.seq LIMIT $3`,
    values: [after, upTo, limit],
  });
  return rows.map(sealedRowOf);
}
