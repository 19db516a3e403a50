import { AUDIT_LIMITS } from '@botdepot/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { type IdRange, readSearchTerms, type SearchTerms } from '../../../platform/search-terms.ts';

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
