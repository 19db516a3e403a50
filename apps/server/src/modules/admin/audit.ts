import { AUDIT_LIMITS, type AuditFilter } from '@botdepot/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { type IdRange, readSearchTerms, type SearchTerms } from '../../platform/search-terms.ts';

/** As the driver gives it: times and large numbers as text. */
export type AuditRow = {
  seq: string;
  created_at: string;
  actor_id: string | null;
  actor_role: 'user' | 'admin' | 'system';
  action: string;
  subject: string;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  had_reason: boolean;
  request_id: string | null;
};

export type SealColumns = { position: string; hash: Buffer; sealed_at: string };

/** A place in the order of the log: by time, and by number where times are the same. */
export type Place = { readonly at: Date; readonly seq: number };

const COLUMNS = sql`a.seq, a.created_at, a.actor_id, a.actor_role, a.action, a.subject, a.subject_id, a.before, a.after,
  a.reason, a.reason_hash IS NOT NULL AS had_reason, a.request_id`;

const ROLES = { admins: 'admin', customers: 'user', system: 'system' } as const;

/**
 * Rows of the log on one side of a place, the ones next to it first. Every combination reads along an index in the order of
 * the answer, so it takes as long in a large log as in a small one. At most `limit` rows per condition are read.
 *
 * @param meant what the search may have meant, see `findMeant`: a row fulfils at least one of them. Null for everything.
 */
export async function selectAudit(
  tx: Tx,
  filter: Pick<AuditFilter, 'action' | 'subject' | 'actor' | 'firstDay' | 'lastDay'>,
  range: { meant: readonly SQL[] | null; from: Place | null; towards: 'older' | 'newer'; limit: number },
): Promise<AuditRow[]> {
  const { meant, from, towards, limit } = range;
  const filters = filtersOf(filter);
  if (from) {
    const place = sql`(${from.at}::timestamptz, ${from.seq}::int8)`;
    filters.push(
      towards === 'older' ? sql`(a.created_at, a.seq) < ${place}` : sql`(a.created_at, a.seq) > ${place}`,
    );
  }
  const order = towards === 'older' ? sql`created_at DESC, seq DESC` : sql`created_at, seq`;
  const branches = (meant ?? [null]).map((condition) => {
    const all = condition ? [...filters, condition] : filters;
    const where = all.length > 0 ? sql`WHERE ${sql.join(all, sql` AND `)}` : sql``;
    return sql`(SELECT ${COLUMNS} FROM audit_log a ${where} ORDER BY ${order} LIMIT ${limit})`;
  });
  // A row that two conditions find is one row.
  const { rows } = await tx.execute<AuditRow>(sql`
    SELECT * FROM (
      SELECT DISTINCT ON (seq) * FROM (${sql.join(branches, sql` UNION ALL `)}) AS found ORDER BY seq
    ) AS once ORDER BY ${order} LIMIT ${limit}`);
  return rows;
}

function filtersOf({ action, subject, actor, firstDay, lastDay }: AuditFilter): SQL[] {
  const filters: SQL[] = [];
  if (action) filters.push(sql`a.action = ${action}`);
  if (subject) filters.push(sql`a.subject = ${subject}`);
  if (actor === 'admins' || actor === 'customers' || actor === 'system')
    // Written out, so that the partial index of the team's rows is seen to serve.
    filters.push(sql.raw(`a.actor_role = '${ROLES[actor]}'`));
  else if (actor) filters.push(sql`a.actor_id = ${actor}::uuid`);
  if (firstDay)
    filters.push(sql`a.created_at >= (${firstDay}::date)::timestamp AT TIME ZONE 'Europe/Berlin'`);
  if (lastDay)
    filters.push(sql`a.created_at < (${lastDay}::date + 1)::timestamp AT TIME ZONE 'Europe/Berlin'`);
  return filters;
}

export async function findAudit(tx: Tx, seq: number): Promise<AuditRow | null> {
  const { rows } = await tx.execute<AuditRow>(sql`SELECT ${COLUMNS} FROM audit_log a WHERE a.seq = ${seq}`);
  return rows[0] ?? null;
}

/** The seals of these rows; rows that wait for theirs are missing in the map. */
export async function readSeals(tx: Tx, seqs: readonly string[]): Promise<Map<string, SealColumns>> {
  if (seqs.length === 0) return new Map();
  const { rows } = await tx.execute<SealColumns & { audit_seq: string }>(sql`
    SELECT audit_seq, position, hash, sealed_at FROM audit_seals
    WHERE audit_seq = ANY(${`{${seqs.join(',')}}`}::int8[])`);
  return new Map(rows.map((row) => [row.audit_seq, row]));
}

type SubjectFacts = { userId: string | null; reference: string | null };

/** Whose these things are, where it is one person, and their short numbers. A subject that is gone is missing in the map. */
export async function readSubjects(tx: Tx, ids: readonly string[]): Promise<Map<string, SubjectFacts>> {
  if (ids.length === 0) return new Map();
  const wanted = sql`id = ANY(${`{${ids.join(',')}}`}::uuid[])`;
  const { rows } = await tx.execute<{ id: string; user_id: string | null; reference: string | null }>(sql`
    SELECT id, id AS user_id, NULL AS reference FROM auth_users WHERE ${wanted}
    UNION ALL SELECT id, user_id, 'E-' || number FROM crypto_deposits WHERE ${wanted}
    UNION ALL SELECT id, user_id, 'A-' || number FROM crypto_withdrawals WHERE ${wanted}
    UNION ALL SELECT id, user_id, 'B-' || number FROM bot_investments WHERE ${wanted}
    UNION ALL SELECT id, user_id, NULL FROM support_chats WHERE ${wanted}
    UNION ALL SELECT id, owner_id, number::text FROM bots WHERE bot_type IS NULL AND ${wanted}
    UNION ALL SELECT id, CASE WHEN cardinality(customer_ids) = 1 THEN customer_ids[1] END, 'F-' || number
      FROM approval_requests WHERE ${wanted}`);
  return new Map(rows.map((row) => [row.id, { userId: row.user_id, reference: row.reference }]));
}

/** More things than can be looked through. */
const MOST_THINGS = 5_000;

/**
 * Conditions on `audit_log a` that together say what somebody may have meant: a row is found when one of them holds. Each can
 * use an index of its own, so they are asked one by one. Null when the search means too many people or things.
 */
export async function findMeant(tx: Tx, query: string): Promise<SQL[] | null> {
  const terms = readSearchTerms(query);
  const people = await findPeople(tx, terms);
  if (people.length > AUDIT_LIMITS.people) return null;
  const things = await findThings(tx, terms, people);
  if (things.length > MOST_THINGS) return null;
  const conditions: SQL[] = [
    sql`to_tsvector('german', a.reason) @@ websearch_to_tsquery('german', ${query})`,
  ];
  if (things.length > 0) conditions.push(sql`a.subject_id = ANY(${uuids(things)})`);
  if (people.length > 0) conditions.push(sql`a.actor_id = ANY(${uuids(people)})`);
  const { ids } = terms;
  if (ids) {
    conditions.push(sql`a.subject_id BETWEEN ${ids.from}::uuid AND ${ids.to}::uuid`);
    conditions.push(sql`a.actor_id BETWEEN ${ids.from}::uuid AND ${ids.to}::uuid`);
    // Requests have ids as well, and only whole ones are ever at hand.
    if (ids.from === ids.to) conditions.push(sql`a.request_id = ${ids.from}`);
  }
  const { reference } = terms;
  if (reference?.kind === 'correction') conditions.push(ofCorrection(reference.number));
  const number = /^#?(\d{1,15})$/.exec(terms.text)?.[1];
  if (number !== undefined) conditions.push(sql`a.seq = ${number}::int8`);
  return conditions;
}

/** People whose address contains the text, or whose id begins so. One more than may be meant is enough. */
async function findPeople(tx: Tx, { text, ids }: SearchTerms): Promise<string[]> {
  const byId = ids ? sql`OR id BETWEEN ${ids.from}::uuid AND ${ids.to}::uuid` : sql``;
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM auth_users WHERE strpos(email, ${text}) > 0 ${byId} LIMIT ${AUDIT_LIMITS.people + 1}`);
  return rows.map(({ id }) => id);
}

/**
 * Whatever rows of the log can be about: of these people, with this short number, or behind a booking that begins so. One more
 * than can be looked through is enough.
 */
async function findThings(tx: Tx, { ids, reference }: SearchTerms, people: string[]): Promise<string[]> {
  const own = sql`user_id = ANY(${uuids(people)})`;
  const approval = reference?.kind === 'approval' ? sql`OR number = ${reference.number}` : sql``;
  const numbered = (kind: string) =>
    reference?.kind === kind ? sql`${own} OR number = ${reference.number}` : own;
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT DISTINCT id FROM (
      SELECT unnest(${uuids(people)}) AS id
      UNION ALL SELECT id FROM crypto_deposits WHERE ${numbered('deposit')}
      UNION ALL SELECT id FROM crypto_withdrawals WHERE ${numbered('withdrawal')}
      UNION ALL SELECT id FROM bot_investments WHERE ${numbered('investment')}
      UNION ALL SELECT id FROM support_chats WHERE ${own}
      UNION ALL SELECT id FROM bots WHERE owner_id = ANY(${uuids(people)})
      UNION ALL SELECT id FROM approval_requests WHERE customer_ids && ${uuids(people)} ${approval}
      ${ids ? behindBookings(ids) : sql``}
    ) things WHERE id IS NOT NULL LIMIT ${MOST_THINGS + 1}`);
  return rows.map(({ id }) => id);
}

/** A correction is written down with the customer, every other booking with what it refers to. */
const behindBookings = ({ from, to }: IdRange): SQL => sql`
  UNION ALL SELECT CASE WHEN kind = 'wallet_corrected' THEN user_id ELSE reference_id END FROM ledger_transfers
  WHERE id BETWEEN ${from}::uuid AND ${to}::uuid`;

/** Corrections are written down with their customer. */
const ofCorrection = (number: number): SQL => sql`
  (a.subject_id, a.after ->> 'transferId') IN (
    SELECT t.user_id, t.id::text FROM wallet_corrections c JOIN ledger_transfers t ON t.id = c.transfer_id
    WHERE c.number = ${number}::int8)`;

const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`;
