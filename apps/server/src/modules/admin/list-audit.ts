import {
  AUDIT_FIELDS,
  type AuditChainState,
  type AuditEntry,
  type AuditEntryDetail,
  type AuditFilter,
  type CustomerAuditEntry,
  DomainError,
} from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { listEmails } from '../identity/index.ts';
import { correctionReference, readCorrectionNumbers } from '../wallet/index.ts';
import {
  type AuditRow,
  findAudit,
  findMeant,
  type Place,
  readSeals,
  readSubjects,
  type SealColumns,
  selectAudit,
} from './audit.ts';
import { AUDIT_CHAIN_CHECK } from './reconciliation/checks.ts';

type AuditPage = {
  items: AuditEntry[];
  hasNewer: boolean;
  hasOlder: boolean;
  tooMany: boolean;
};

const PERSON_FIELDS = Object.entries(AUDIT_FIELDS)
  .filter(([, { kind }]) => kind === 'person')
  .map(([field]) => field);

/** A page of the log, newest first: the newest rows, those older than a place, or those right above it. */
export async function listAudit(
  tx: Tx,
  input: AuditFilter & { before?: string | undefined; after?: string | undefined; pageSize: number },
): Promise<AuditPage> {
  const { query, before, after, pageSize } = input;
  const meant = query ? await findMeant(tx, query) : [];
  if (meant === null) return { items: [], hasNewer: false, hasOlder: false, tooMany: true };
  const conditions = query ? meant : null;
  const towards = after === undefined ? 'older' : 'newer';
  const from = placeOf(after ?? before);
  // One more than asked for tells whether it goes on.
  const range = { meant: conditions, from, towards, limit: pageSize + 1 } as const;
  const found = await selectAudit(tx, input, range);
  const goesOn = found.length > pageSize;
  const rows = found.slice(0, pageSize);
  if (towards === 'newer') rows.reverse();
  const isBetween = from !== null;
  return {
    items: (await presentAll(tx, rows)).map(({ seal: _, ...entry }) => entry),
    hasNewer: towards === 'newer' ? goesOn : isBetween,
    hasOlder: towards === 'newer' ? isBetween : goesOn,
    tooMany: false,
  };
}

/** Throws NOT_FOUND. */
export async function getAudit(tx: Tx, seq: number): Promise<AuditEntryDetail> {
  const row = await findAudit(tx, seq);
  const [entry] = row ? await presentAll(tx, [row]) : [];
  if (!entry) throw DomainError.of('NOT_FOUND');
  return entry;
}

async function presentAll(tx: Tx, rows: readonly AuditRow[]): Promise<AuditEntryDetail[]> {
  const subjects = await readSubjects(tx, [...new Set(rows.map((row) => row.subject_id))]);
  const seals = await readSeals(
    tx,
    rows.map(({ seq }) => seq),
  );
  const corrections = await readCorrectionNumbers(
    tx,
    rows.flatMap((row) => correctedBy(row) ?? []),
  );
  const people = new Set(rows.flatMap(({ actor_id }) => actor_id ?? []));
  for (const { userId } of subjects.values()) if (userId !== null) people.add(userId);
  for (const id of rows.flatMap(mentionedIn)) people.add(id);
  const emails = await listEmails(tx, [...people]);
  return rows.map((row) => {
    const subject = subjects.get(row.subject_id);
    const email = subject?.userId == null ? undefined : emails.get(subject.userId);
    return {
      ...presentRow(row, emails, seals.get(row.seq)),
      reference: subject?.reference ?? correctionOf(row, corrections),
      owner: subject?.userId != null && email !== undefined ? { userId: subject.userId, email } : null,
    };
  });
}

/** The ids of the people that stand before or after. */
function mentionedIn({ before, after }: AuditRow): string[] {
  const values = PERSON_FIELDS.flatMap((field) => [before?.[field], after?.[field]]);
  return values.filter((value) => typeof value === 'string');
}

/** The booking of a row that tells of a correction. */
function correctedBy({ action, after }: AuditRow): string | null {
  const transferId = action === 'wallet.correct' ? after?.transferId : null;
  return typeof transferId === 'string' ? transferId : null;
}

function correctionOf(row: AuditRow, numbers: ReadonlyMap<string, number>): string | null {
  const number = numbers.get(correctedBy(row) ?? '');
  return number === undefined ? null : correctionReference(number);
}

function presentRow(
  row: AuditRow,
  emails: ReadonlyMap<string, string>,
  seal: SealColumns | undefined,
): Omit<AuditEntryDetail, 'reference' | 'owner'> {
  const { actor_id: actorId, reason } = row;
  const createdAt = new Date(row.created_at);
  return {
    seq: Number(row.seq),
    cursor: `${createdAt.getTime()}_${row.seq}`,
    at: createdAt.toISOString(),
    actor: actorId === null ? null : { userId: actorId, email: emails.get(actorId) ?? null },
    actorRole: row.actor_role,
    action: row.action,
    subject: row.subject,
    subjectId: row.subject_id,
    before: row.before,
    after: row.after,
    people: Object.fromEntries(
      mentionedIn(row).flatMap((id) => {
        const email = emails.get(id);
        return email === undefined ? [] : [[id, email]];
      }),
    ),
    reason,
    reasonErased: reason === null && row.had_reason,
    requestId: row.request_id,
    sealed: seal ? Number(seal.position) : null,
    seal: seal
      ? {
          position: Number(seal.position),
          hash: seal.hash.toString('hex'),
          sealedAt: new Date(seal.sealed_at).toISOString(),
        }
      : null,
  };
}

function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [time, seq] = cursor.split('_').map(Number);
  return { at: new Date(time ?? 0), seq: seq ?? 0 };
}

/** The end of the chain, what waits for its seal, and what the last finished reconciliation said of it. */
export async function readChainState(tx: Tx): Promise<AuditChainState> {
  const { rows } = await tx.execute<{
    position: string;
    hash: Buffer;
    sealed_at: string;
    unsealed: string;
    run_id: string | null;
    finished_at: string;
    audit_position: string;
    violations: number | null;
  }>(sql`
    SELECT c.position, c.hash, c.sealed_at,
      (SELECT count(*) FROM audit_log a WHERE a.seq > c.audit_seq) AS unsealed,
      r.id AS run_id, r.finished_at, r.audit_position, (
        SELECT (result ->> 'violations')::int FROM jsonb_array_elements(r.results) AS result
        WHERE result ->> 'name' = ${AUDIT_CHAIN_CHECK}) AS violations
    FROM audit_chain c LEFT JOIN LATERAL (
      SELECT * FROM reconciliation_runs WHERE status IN ('passed', 'failed')
      ORDER BY started_at DESC, id DESC LIMIT 1) r ON true`);
  const [row] = rows;
  if (!row) throw new Error('the chain of the audit log has no beginning');
  return {
    position: Number(row.position),
    hash: row.hash.toString('hex'),
    sealedAt: new Date(row.sealed_at).toISOString(),
    unsealed: Number(row.unsealed),
    checked:
      row.run_id === null
        ? null
        : {
            at: new Date(row.finished_at).toISOString(),
            position: Number(row.audit_position),
            ok: row.violations === 0,
            runId: row.run_id,
          },
  };
}

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
    UNION ALL SELECT id FROM bots WHERE owner_id = $1
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
         'F-' || p.number, o.number::text) AS reference
     FROM found f
     JOIN audit_log a ON a.id = f.id
     LEFT JOIN auth_users u ON u.id = a.actor_id
     LEFT JOIN crypto_deposits d ON a.subject = 'deposit' AND d.id = a.subject_id
     LEFT JOIN crypto_withdrawals x ON a.subject = 'withdrawal' AND x.id = a.subject_id
     LEFT JOIN bot_investments i ON a.subject = 'investment' AND i.id = a.subject_id
     LEFT JOIN approval_requests p ON a.subject = 'approval' AND p.id = a.subject_id
     LEFT JOIN bots o ON a.subject = 'own_bot' AND o.id = a.subject_id
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
