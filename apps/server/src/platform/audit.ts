import { createHash, randomBytes } from 'node:crypto';
import type { AuditAction, AuditFacts, AuditSubject } from '@botdepot/contract';
import { newId, type Work } from './work.ts';

const SALT_BYTES = 16;

/**
 * Writes what happened in the transaction of the change itself: no change without its row, no row without its change.
 *
 * `before` and `after` are sealed for ever, so they hold ids, amounts and codes only. Whatever a person wrote belongs into
 * `reason`: the chain knows it by a salted hash, and `eraseReasons` can take it away.
 */
export async function writeAudit(
  work: Work,
  entry: {
    action: AuditAction;
    subject: AuditSubject;
    subjectId: string;
    before?: AuditFacts;
    after?: AuditFacts;
    reason?: string | undefined;
  },
): Promise<void> {
  const { tx, actor, now } = work;
  const { reason } = entry;
  // Where two people stand behind a change, its row names both.
  const after = work.requestedBy ? { ...entry.after, requestedBy: work.requestedBy } : entry.after;
  const salt = reason === undefined ? null : randomBytes(SALT_BYTES);
  const json = (value: AuditFacts | undefined) => (value ? JSON.stringify(value) : null);
  // Every money command writes one, so it is a prepared statement.
  await tx.$client.query({
    name: 'write-audit',
    text: `INSERT INTO audit_log
      (id, actor_id, actor_role, action, subject, subject_id, before, after, reason, reason_hash, reason_salt, request_id,
       created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      newId(),
      actor.userId,
      actor.role,
      entry.action,
      entry.subject,
      entry.subjectId,
      json(entry.before),
      json(after),
      reason ?? null,
      salt && reason !== undefined ? reasonHash(salt, reason) : null,
      salt,
      actor.requestId,
      now,
    ],
  });
}

/** What the chain knows of a reason. Without the salt short texts could be guessed from it. */
export const reasonHash = (salt: Uint8Array, reason: string): Buffer =>
  createHash('sha256').update(salt).update(reason, 'utf8').digest();

/**
 * Erases the free text of the rows about these subjects, with its salt. Everything else of a row stays as it was written, and
 * so does its place in the chain.
 */
export async function eraseReasons(work: Work, subjectIds: readonly string[]): Promise<void> {
  await work.tx.$client.query(
    `UPDATE audit_log SET reason = NULL, reason_salt = NULL
     WHERE subject_id = ANY($1::uuid[]) AND reason IS NOT NULL`,
    [subjectIds],
  );
}
