import {
  type AuditAction,
  type AuditFacts,
  type CryptoCurrency,
  canCancel,
  canDecide,
  DomainError,
  LIMITS,
  OPEN_REQUESTS_MAX,
  REQUEST_STATUS_WORDS,
  type RequestDecision,
  type RequestKind,
  type RequestStatus,
} from '@botdepot/contract';
import { inUsd, type Micros, toWire } from '@botdepot/money';
import { and, count, desc, eq, getTableName, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { findUserById } from '../identity/index.ts';
import { notify } from '../notifications/index.ts';
import type { cryptoDeposits, cryptoWithdrawals } from './wallet.schema.ts';

export const depositReference = (number: number): string => `E-${number}`;

/** Throws unless the amount is within the limits of the catalogue. */
export function assertDepositAmount(amount: Micros): void {
  if (amount < LIMITS.deposit.minimum)
    throw DomainError.of('AMOUNT_BELOW_MINIMUM', { minimum: toWire(LIMITS.deposit.minimum), unit: 'USD' });
  if (amount > LIMITS.deposit.maximum)
    throw DomainError.of('AMOUNT_ABOVE_MAXIMUM', { maximum: toWire(LIMITS.deposit.maximum), unit: 'USD' });
}

export const withdrawalReference = (number: number): string => `A-${number}`;

/** Throws unless the amount is within the limits of the catalogue. */
export function assertWithdrawalAmount(amount: Micros): void {
  if (amount < LIMITS.withdrawal.minimum)
    throw DomainError.of('AMOUNT_BELOW_MINIMUM', { minimum: toWire(LIMITS.withdrawal.minimum), unit: 'USD' });
  if (amount > LIMITS.withdrawal.maximum)
    throw DomainError.of('AMOUNT_ABOVE_MAXIMUM', { maximum: toWire(LIMITS.withdrawal.maximum), unit: 'USD' });
}

type RequestTable = typeof cryptoDeposits | typeof cryptoWithdrawals;

/** What deposits and withdrawals have in common, as both are shown. */
export const presentRequest = (row: {
  id: string;
  amountUsd: bigint;
  cryptoCurrency: CryptoCurrency;
  status: RequestStatus;
  createdAt: Date;
  decidedAt: Date | null;
  approvedAt: Date | null;
  notes: string | null;
  transferId: string | null;
}) => ({
  id: row.id,
  amountUsd: toWire(row.amountUsd),
  cryptoCurrency: row.cryptoCurrency,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  approvedAt: row.approvedAt?.toISOString() ?? null,
  notes: row.notes,
  transferId: row.transferId,
});

/** The queries by which requests of one kind are made, found, decided and listed: the same for both kinds. */
export function requestStore<Table extends RequestTable>(table: Table) {
  type Row = Table['$inferSelect'];
  type Values = Table['$inferInsert'];
  const name = getTableName(table);
  const newestFirst = [desc(table.createdAt), desc(table.id)];
  // Drizzle gives the rows of a table that is a parameter the type of neither kind; they are those of `table`.
  const select = (tx: Tx, where: SQL | undefined) =>
    tx
      .select()
      .from(table as RequestTable)
      .where(where);
  const only = (rows: unknown[], missing: string): Row => {
    const [row] = rows as Row[];
    if (!row) throw new Error(missing);
    return row;
  };

  return {
    /** One of the customer's requests; undefined when it is not theirs or does not exist. */
    async find(tx: Tx, userId: string, id: string): Promise<Row | undefined> {
      const [row] = await select(tx, and(eq(table.id, id), eq(table.userId, userId)));
      return row as Row | undefined;
    },

    /** Locks one request until the transaction ends, so that it is decided once. */
    async lock(tx: Tx, id: string): Promise<Row | undefined> {
      const [row] = await select(tx, eq(table.id, id)).for('update');
      return row as Row | undefined;
    },

    /** Those of them that are not pending any more, and will never be again. */
    async listDecided(tx: Tx, ids: readonly string[]): Promise<{ id: string; status: RequestStatus }[]> {
      return select(tx, and(inArray(table.id, [...ids]), ne(table.status, 'pending'))).orderBy(table.id);
    },

    insert: async (tx: Tx, values: Values): Promise<Row> =>
      only(
        await tx
          .insert(table as RequestTable)
          .values(values as never)
          .returning(),
        'an insert returned no row',
      ),

    update: async (tx: Tx, id: string, values: Partial<Values>): Promise<Row> =>
      only(
        await tx
          .update(table as RequestTable)
          .set(values as never)
          .where(eq(table.id, id))
          .returning(),
        'a locked request disappeared',
      ),

    /** How many of the customer's wait for a decision. Behind the lock of the wallet nothing can be added to them. */
    async countOpen(tx: Tx, userId: string): Promise<number> {
      const { rows } = await tx.$client.query<{ open: number }>({
        name: `count-open-${name}`,
        // With the status in the text, a plan that is kept from an empty table goes through everybody's that wait.
        text: `SELECT count(*)::int AS open FROM ${name} WHERE user_id = $1 AND status = $2`,
        values: [userId, 'pending'],
      });
      return rows[0]?.open ?? 0;
    },

    /** A page of the customer's own, newest first, and how many there are. */
    async list(
      tx: Tx,
      userId: string,
      filter: {
        status?: RequestStatus | undefined;
        number?: number | undefined;
        page: number;
        pageSize: number;
      },
    ): Promise<{ rows: Row[]; total: number }> {
      const where = and(
        eq(table.userId, userId),
        filter.status === undefined ? undefined : eq(table.status, filter.status),
        filter.number === undefined ? undefined : eq(table.number, filter.number),
      );
      const rows = await select(tx, where)
        .orderBy(...newestFirst)
        .limit(filter.pageSize)
        .offset((filter.page - 1) * filter.pageSize);
      const [counted] = await tx
        .select({ total: count() })
        .from(table as RequestTable)
        .where(where);
      return { rows: rows as Row[], total: counted?.total ?? 0 };
    },

    /** The customer's own, newest first, from the one after `after` on. */
    async listAfter(tx: Tx, userId: string, after: Row | undefined, limit: number): Promise<Row[]> {
      const place =
        after &&
        sql`(${table.createdAt}, ${table.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
      const rows = await select(tx, and(eq(table.userId, userId), place))
        .orderBy(...newestFirst)
        .limit(limit);
      return rows as Row[];
    },
  };
}

/** What differs when the end of one is announced. */
const KINDS = {
  deposit: {
    event: 'deposit_decided',
    hint: 'deposits',
    referenceOf: depositReference,
  },
  withdrawal: {
    event: 'withdrawal_decided',
    hint: 'withdrawals',
    referenceOf: withdrawalReference,
  },
} as const;

type Decided = { status: RequestStatus; decidedAt: Date | null; decidedBy: string | null };

/** What became of a request that waits no more, as it is told to whoever comes later: who was faster, and when. */
export async function readDecision({ tx, actor }: Work, row: Decided): Promise<RequestDecision | null> {
  if (canDecide(row.status)) return null;
  const faster =
    row.decidedBy === null || row.decidedBy === actor.userId ? null : await findUserById(tx, row.decidedBy);
  return {
    status: row.status,
    ...(row.decidedAt && { at: row.decidedAt.toISOString() }),
    ...(faster && { by: faster.name || faster.email }),
  };
}

/** Deposits and withdrawals are decided once, while pending. */
async function assertUndecided(work: Work, row: Decided): Promise<void> {
  const decision = await readDecision(work, row);
  if (decision) throw DomainError.of('ALREADY_DECIDED', decision);
}

/** Throws unless there is room for one more beside those that wait for a decision. */
export function assertRoomForAnother(kind: RequestKind, open: number): void {
  if (open >= OPEN_REQUESTS_MAX)
    throw DomainError.of('TOO_MANY_OPEN_REQUESTS', { kind, limit: String(OPEN_REQUESTS_MAX) });
}

/** The customer may take a request back while nobody has decided on it. */
export function assertCancellable(status: RequestStatus): void {
  if (!canCancel(status)) throw DomainError.of('ALREADY_DECIDED', { status });
}

/** Nobody decides on their own money, and nobody on what is decided already. */
export async function assertDecidable(work: Work, row: Decided & { userId: string }): Promise<void> {
  if (row.userId === work.actor.userId) throw DomainError.of('OWN_REQUEST');
  await assertUndecided(work, row);
}

/** What every end of a pending request leaves behind: an audit row, word to its owner, and hints to the pages that show it. */
export async function announceDecision(
  work: Work,
  kind: RequestKind,
  row: Decided & { id: string; number: number; userId: string; amountUsd: bigint; transferId: string | null },
  {
    action,
    reason,
    facts,
    ...told
  }: {
    action: AuditAction;
    reason?: string;
    /** What the audit log says beside the status. */
    facts?: AuditFacts;
    title: string;
    message: string;
    type: 'success' | 'error' | 'info';
  },
): Promise<void> {
  const { event, hint, referenceOf } = KINDS[kind];
  await writeAudit(work, {
    action,
    subject: kind,
    subjectId: row.id,
    before: { status: 'pending' },
    after: { status: row.status, transferId: row.transferId, ...facts },
    reason,
  });
  await notify(work, {
    event,
    userId: row.userId,
    subject: kind,
    subjectId: row.id,
    facts: [
      { label: 'Betrag', value: inUsd(row.amountUsd) },
      { label: 'Referenz', value: referenceOf(row.number) },
      { label: 'Status', value: REQUEST_STATUS_WORDS[kind][row.status] },
    ],
    ...told,
  });
  work.hintUser(row.userId, hint, 'wallet');
  work.hintAdmins(hint);
}
