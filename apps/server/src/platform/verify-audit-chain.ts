import { nextHash } from '@botdepot/trading';
import { reasonHash } from './audit.ts';
import { auditGenesis, auditLine, SEALED_COLUMNS, type SealedColumns, sealedRowOf } from './audit-chain.ts';
import type { Tx } from './database.ts';

const ROWS_AT_ONCE = 500;
/** How many deviations are named; all are counted. */
const NAMED = 20;

type AuditDeviation = {
  /** Number of the row in the log; null where no row is meant. */
  readonly seq: number | null;
  readonly position: number | null;
  /**
   * `content`: the row or its seal was changed. `missing`: a sealed row is gone. `inserted`: a row stands among the sealed
   * ones and has no seal. `order`: seals are missing, or not in the order of the rows. `reason`: the free text is another
   * one. `head`: the chain does not end where its end is written down. `kept`: an end that an earlier run noted is not
   * contained any more.
   */
  readonly kind: 'content' | 'missing' | 'inserted' | 'order' | 'reason' | 'head' | 'kept';
};

type AuditVerdict = {
  readonly records: number;
  readonly position: number;
  readonly hash: Buffer;
  /** Rows that are not sealed yet. */
  readonly unsealed: number;
  readonly deviations: readonly AuditDeviation[];
  readonly deviationCount: number;
};

type KeptEnd = { readonly position: number; readonly hash: Buffer };
type Link = SealedColumns & {
  position: string;
  audit_seq: string;
  hash: Buffer;
  /** False when the row is gone; all its columns are null then. */
  present: boolean;
  reason: string | null;
  reason_salt: Buffer | null;
};

/**
 * Recomputes the chain of the audit log from its rows. After a deviation it goes on from the hash that was stored, so that
 * every changed row is named, not only the first. Memory does not grow with the log; the caller's transaction should be one
 * snapshot.
 *
 * @param kept ends of the chain that were noted earlier: a chain that was rewritten as a whole does not contain them.
 * @param signal ends it between two pieces.
 */
export async function verifyAuditChain(
  tx: Tx,
  kept: readonly KeptEnd[] = [],
  signal?: AbortSignal,
): Promise<AuditVerdict> {
  const deviations: AuditDeviation[] = [];
  let deviationCount = 0;
  const deviate = (deviation: AuditDeviation) => {
    deviationCount += 1;
    if (deviations.length < NAMED) deviations.push(deviation);
  };
  const keptBy = new Map(kept.map(({ position, hash }) => [position, hash]));
  let hash = auditGenesis();
  let position = 0;
  let seq = 0;
  let records = 0;
  for (let links = await readLinks(tx, 0); links.length > 0; links = await readLinks(tx, position)) {
    signal?.throwIfAborted();
    for (const link of links) {
      const auditSeq = Number(link.audit_seq);
      const expected = position + 1;
      position = Number(link.position);
      records += 1;
      const at = { seq: auditSeq, position };
      if (position !== expected || auditSeq <= seq) deviate({ ...at, kind: 'order' });
      if (!link.present) deviate({ ...at, kind: 'missing' });
      else {
        const line = auditLine(position, sealedRowOf(link));
        if (!nextHash(hash, line).equals(link.hash)) deviate({ ...at, kind: 'content' });
        else if (!isOwnReason(link)) deviate({ ...at, kind: 'reason' });
      }
      const noted = keptBy.get(position);
      if (noted && !noted.equals(link.hash)) deviate({ ...at, kind: 'kept' });
      keptBy.delete(position);
      ({ hash } = link);
      seq = Math.max(seq, auditSeq);
    }
  }
  for (const [lost] of keptBy) if (lost > 0) deviate({ seq: null, position: lost, kind: 'kept' });
  const end = await readEnd(tx);
  if (!end || end.position !== position || !end.hash.equals(hash) || end.auditSeq < seq)
    deviate({ seq: null, position: end?.position ?? null, kind: 'head' });
  for (const inserted of await readUnsealedWithin(tx, Math.max(seq, end?.auditSeq ?? 0)))
    deviate({ seq: inserted, position: null, kind: 'inserted' });
  const unsealed = await countAfter(tx, Math.max(seq, end?.auditSeq ?? 0));
  return { records, position, hash, unsealed, deviations, deviationCount };
}

/** A reason that is still there is the one that was sealed. One that was erased cannot be compared, and need not be. */
function isOwnReason({ reason, reason_salt, reason_hash }: Link): boolean {
  if (reason === null) return true;
  return reason_salt !== null && reason_hash !== null && reasonHash(reason_salt, reason).equals(reason_hash);
}

async function readLinks(tx: Tx, after: number): Promise<Link[]> {
  const { rows } = await tx.$client.query<Link>({
    name: 'read-audit-links',
    text: `SELECT s.position, s.audit_seq, s.hash, a.id IS NOT NULL AS present, a.reason, a.reason_salt, ${SEALED_COLUMNS}
           FROM audit_seals s LEFT JOIN audit_log a ON a.seq = s.audit_seq
           WHERE s.position > $1 ORDER BY s.position LIMIT ${ROWS_AT_ONCE}`,
    values: [after],
  });
  return rows;
}

async function readEnd(tx: Tx): Promise<{ position: number; hash: Buffer; auditSeq: number } | null> {
  const { rows } = await tx.$client.query<{ position: string; hash: Buffer; audit_seq: string }>(
    'SELECT position, hash, audit_seq FROM audit_chain',
  );
  const [row] = rows;
  return row ? { position: Number(row.position), hash: row.hash, auditSeq: Number(row.audit_seq) } : null;
}

async function readUnsealedWithin(tx: Tx, sealedSeq: number): Promise<number[]> {
  const { rows } = await tx.$client.query<{ seq: string }>(
    `SELECT a.seq FROM audit_log a WHERE a.seq <= $1
       AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.audit_seq = a.seq) ORDER BY a.seq LIMIT 1000`,
    [sealedSeq],
  );
  return rows.map((row) => Number(row.seq));
}

async function countAfter(tx: Tx, sealedSeq: number): Promise<number> {
  const { rows } = await tx.$client.query<{ count: string }>(
    'SELECT count(*) AS count FROM audit_log WHERE seq > $1',
    [sealedSeq],
  );
  return Number(rows[0]?.count ?? 0);
}
