import { newId } from './ids.ts';
import type { Work } from './work.ts';

/** Writes what happened in the transaction of the change itself: no change without its row, no row without its change. */
export async function writeAudit(
  work: Work,
  entry: {
    action: string;
    subject: string;
    subjectId: string;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
    reason?: string | undefined;
  },
): Promise<void> {
  const { tx, actor, now } = work;
  const json = (value: Record<string, unknown> | undefined) => (value ? JSON.stringify(value) : null);
  // Every money command writes one, so it is a prepared statement.
  await tx.$client.query({
    name: 'write-audit',
    text: `INSERT INTO audit_log
      (id, actor_id, actor_role, action, subject, subject_id, before, after, reason, request_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      newId(),
      actor.userId,
      actor.role,
      entry.action,
      entry.subject,
      entry.subjectId,
      json(entry.before),
      json(entry.after),
      entry.reason ?? null,
      actor.requestId,
      now,
    ],
  });
}

/** Erases the free text of the rows about these subjects. Everything else of a row stays as it was written. */
export async function eraseReasons(work: Work, subjectIds: readonly string[]): Promise<void> {
  await work.tx.$client.query(
    'UPDATE audit_log SET reason = NULL WHERE subject_id = ANY($1::uuid[]) AND reason IS NOT NULL',
    [subjectIds],
  );
}
