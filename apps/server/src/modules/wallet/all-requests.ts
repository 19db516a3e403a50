import type { CryptoCurrency, RequestKind, RequestRecordFilter, RequestStatus } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { and, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { readSearchTerms } from '../../platform/search-terms.ts';
import { matches, type Requests } from './pending-requests.ts';
import { depositReference, presentRequest, withdrawalReference } from './requests.ts';
import { cryptoDeposits, cryptoWithdrawals } from './wallet.schema.ts';

const TABLES: Record<RequestKind, { table: Requests; referenceOf: (number: number) => string }> = {
  deposit: { table: cryptoDeposits, referenceOf: depositReference },
  withdrawal: { table: cryptoWithdrawals, referenceOf: withdrawalReference },
};
const KINDS = ['deposit', 'withdrawal'] as const;

/** As the driver gives it: times and large numbers as text. */
type Row = {
  kind: RequestKind;
  id: string;
  number: string;
  user_id: string;
  amount_usd: string;
  crypto_currency: CryptoCurrency;
  status: RequestStatus;
  created_at: string;
  decided_at: string | null;
  decided_by: string | null;
  approved_at: string | null;
  notes: string | null;
  transfer_id: string | null;
};

const NEWEST_FIRST = sql`created_at DESC, id DESC`;

/** Everybody's requests, decided or not, newest first, and how many there are. The caller adds the addresses. */
export async function listRequests(
  tx: Tx,
  { page, pageSize, ...filter }: RequestRecordFilter & { page: number; pageSize: number },
) {
  const kinds = KINDS.filter((kind) => filter.kind === undefined || filter.kind === kind);
  const offset = (page - 1) * pageSize;
  const branches = kinds.map((kind) => {
    const { table } = TABLES[kind];
    // What comes first of both comes first of one: each is read along its index, and no further.
    return sql`(SELECT ${kind}::text AS kind, id, number, user_id, amount_usd, crypto_currency, status, created_at, decided_at,
      decided_by, approved_at, notes, transfer_id FROM ${table} WHERE ${conditionOf(table, filter)}
      ORDER BY ${NEWEST_FIRST} LIMIT ${offset + pageSize})`;
  });
  const { rows } = await tx.execute<Row>(sql`
    SELECT * FROM (${sql.join(branches, sql` UNION ALL `)}) AS found
    ORDER BY ${NEWEST_FIRST} LIMIT ${pageSize} OFFSET ${offset}`);
  const counts = kinds.map((kind) => {
    const { table } = TABLES[kind];
    return sql`(SELECT count(*) FROM ${table} WHERE ${conditionOf(table, filter)})`;
  });
  const counted = await tx.execute<{ total: string }>(sql`SELECT ${sql.join(counts, sql` + `)} AS total`);
  return { items: rows.map(present), total: Number(counted.rows[0]?.total ?? 0) };
}

function present(row: Row) {
  const timeOf = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...presentRequest({
      id: row.id,
      amountUsd: fromWire(row.amount_usd),
      cryptoCurrency: row.crypto_currency,
      status: row.status,
      createdAt: new Date(row.created_at),
      decidedAt: timeOf(row.decided_at),
      approvedAt: timeOf(row.approved_at),
      notes: row.notes,
      transferId: row.transfer_id,
    }),
    kind: row.kind,
    reference: TABLES[row.kind].referenceOf(Number(row.number)),
    userId: row.user_id,
    decidedBy: row.decided_by,
    // Nobody else approves without a name.
    granted: row.status === 'approved' && row.decided_by === null,
  };
}

function conditionOf(table: Requests, filter: RequestRecordFilter): SQL {
  const { status, decidedBy, firstDay, lastDay, amountFrom, amountTo, query } = filter;
  const isPlatform = decidedBy === 'platform';
  return (
    and(
      status === undefined ? undefined : eq(table.status, status),
      isPlatform ? and(eq(table.status, 'approved'), isNull(table.decidedBy)) : undefined,
      decidedBy !== undefined && !isPlatform ? eq(table.decidedBy, decidedBy) : undefined,
      firstDay === undefined
        ? undefined
        : sql`${table.createdAt} >= (${firstDay}::date)::timestamp AT TIME ZONE 'Europe/Berlin'`,
      lastDay === undefined
        ? undefined
        : sql`${table.createdAt} < (${lastDay}::date + 1)::timestamp AT TIME ZONE 'Europe/Berlin'`,
      amountFrom === undefined ? undefined : gte(table.amountUsd, fromWire(amountFrom)),
      amountTo === undefined ? undefined : lte(table.amountUsd, fromWire(amountTo)),
      query ? matches(table, readSearchTerms(query)) : undefined,
    ) ?? sql`true`
  );
}

/** Who ever decided on a request: one step along the index for each of them, however many requests there are. */
export async function listDeciders(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ decided_by: string }>(sql`
    WITH RECURSIVE deposits (id) AS (
      (SELECT decided_by FROM crypto_deposits WHERE decided_by IS NOT NULL ORDER BY decided_by LIMIT 1)
      UNION ALL SELECT (
        SELECT decided_by FROM crypto_deposits WHERE decided_by > deposits.id ORDER BY decided_by LIMIT 1
      ) FROM deposits WHERE deposits.id IS NOT NULL
    ), withdrawals (id) AS (
      (SELECT decided_by FROM crypto_withdrawals WHERE decided_by IS NOT NULL ORDER BY decided_by LIMIT 1)
      UNION ALL SELECT (
        SELECT decided_by FROM crypto_withdrawals WHERE decided_by > withdrawals.id ORDER BY decided_by LIMIT 1
      ) FROM withdrawals WHERE withdrawals.id IS NOT NULL
    )
    SELECT id AS decided_by FROM deposits WHERE id IS NOT NULL
    UNION SELECT id FROM withdrawals WHERE id IS NOT NULL`);
  return rows.map((row) => row.decided_by);
}
