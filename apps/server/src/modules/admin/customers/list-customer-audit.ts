import type { CustomerAuditEntry } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';

type Row = {
  seq: string;
  created_at: Date;
  action: string;
  subject: string;
  reference: string | null;
  actor_id: string | null;
  actor_role: CustomerAuditEntry['actorRole'];
  actor_email: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
};

// What somebody did, and what was done to anything of theirs.
const OF_CUSTOMER = `
  WITH things (id) AS (
    SELECT $1::uuid
    UNION ALL SELECT id FROM crypto_deposits WHERE user_id = $1
    UNION ALL SELECT id FROM crypto_withdrawals WHERE user_id = $1
    UNION ALL SELECT id FROM bot_investments WHERE user_id = $1
    UNION ALL SELECT id FROM support_chats WHERE user_id = $1
    UNION ALL SELECT id FROM approval_requests WHERE $1 = ANY(customer_ids)
  ), found (id) AS (
    SELECT a.id FROM audit_log a JOIN things t ON t.id = a.subject_id
    UNION SELECT a.id FROM audit_log a WHERE a.actor_id = $1
  )`;

/** The rows of the audit log that concern a customer, newest first. */
export async function listCustomerAudit(
  tx: Tx,
  userId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: CustomerAuditEntry[]; total: number }> {
  const { rows } = await tx.$client.query<Row>(
    `${OF_CUSTOMER}
     SELECT a.seq, a.created_at, a.action, a.subject, a.actor_id, a.actor_role, a.before, a.after, a.reason,
       u.email AS actor_email, coalesce('E-' || d.number, 'A-' || x.number, 'B-' || i.number, 'K-' || k.number,
         'F-' || p.number) AS reference
     FROM found f
     JOIN audit_log a ON a.id = f.id
     LEFT JOIN auth_users u ON u.id = a.actor_id
     LEFT JOIN crypto_deposits d ON a.subject = 'deposit' AND d.id = a.subject_id
     LEFT JOIN crypto_withdrawals x ON a.subject = 'withdrawal' AND x.id = a.subject_id
     LEFT JOIN bot_investments i ON a.subject = 'investment' AND i.id = a.subject_id
     LEFT JOIN approval_requests p ON a.subject = 'approval' AND p.id = a.subject_id
     LEFT JOIN wallet_corrections k ON a.action = 'wallet.correct' AND k.transfer_id = (a.after ->> 'transferId')::uuid
     ORDER BY a.seq DESC LIMIT $2 OFFSET $3`,
    [userId, pageSize, (page - 1) * pageSize],
  );
  const counted = await tx.$client.query<{ total: string }>(
    `${OF_CUSTOMER} SELECT count(*) AS total FROM found`,
    [userId],
  );
  return {
    items: rows.map((row) => ({
      seq: Number(row.seq),
      at: row.created_at.toISOString(),
      action: row.action,
      subject: row.subject,
      reference: row.reference,
      actorRole: row.actor_role,
      actorEmail: row.actor_email,
      isOwn: row.actor_id === userId,
      before: row.before,
      after: row.after,
      reason: row.reason,
    })),
    total: Number(counted.rows[0]?.total ?? 0),
  };
}
