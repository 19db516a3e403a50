import { createHash } from 'node:crypto';

/**
 * The chain over the audit log, exact to the byte so that any program can recompute it:
 *
 * - genesis: SHA-256 of the UTF-8 bytes of `botdepot-audit/1`;
 * - each row is one line of JSON in a fixed order (`auditLine`), UTF-8, without a line feed;
 * - hash of a row: SHA-256 of the 32 bytes of the hash before it, followed by the bytes of its line; the same step as in the
 *   bots' track record.
 */
const AUDIT_CHAIN_FORMAT = 'botdepot-audit/1';

export const auditGenesis = (): Buffer => createHash('sha256').update(AUDIT_CHAIN_FORMAT, 'utf8').digest();

/** A row of the log as it is sealed: all of it but the free text, which stands there by its salted hash. */
export type SealedRow = {
  readonly seq: number;
  readonly id: string;
  readonly createdAt: Date;
  readonly actorId: string | null;
  readonly actorRole: string;
  readonly action: string;
  readonly subject: string;
  readonly subjectId: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reasonHash: Buffer | null;
  readonly requestId: string | null;
};

/** The line of a row at its place in the chain. */
export function auditLine(position: number, row: SealedRow): string {
  return JSON.stringify({
    n: position,
    seq: row.seq,
    id: row.id,
    at: row.createdAt.toISOString(),
    actor: row.actorId,
    role: row.actorRole,
    action: row.action,
    subject: row.subject,
    subjectId: row.subjectId,
    before: inOrder(row.before),
    after: inOrder(row.after),
    reason: row.reasonHash?.toString('hex') ?? null,
    request: row.requestId,
  });
}

/** The same value with the keys of its objects by code unit: the database keeps them in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, content]) => [key, inOrder(content)]),
  );
}
