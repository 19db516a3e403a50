import type { ApprovalKind, ApprovalStatus, BotType, RequestKind } from '@botdepot/contract';
import { and, asc, count, desc, eq, gt, inArray, lte, min, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { type ApprovalRow, approvalRequests } from './approval-request.schema.ts';
import { approvalReference } from './present-approval.ts';

const PENDING: ApprovalStatus = 'pending';
const isPending = eq(approvalRequests.status, PENDING);

/** Undefined when the same waits already. */
export async function insertApproval(
  tx: Tx,
  values: typeof approvalRequests.$inferInsert,
): Promise<ApprovalRow | undefined> {
  const [row] = await tx.insert(approvalRequests).values(values).onConflictDoNothing().returning();
  return row;
}

export async function findApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await tx.select().from(approvalRequests).where(eq(approvalRequests.id, id));
  return row;
}

/** Locks one request until the transaction ends, so that it is decided once. */
export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await tx.select().from(approvalRequests).where(eq(approvalRequests.id, id)).for('update');
  return row;
}

export async function updateApproval(
  tx: Tx,
  id: string,
  values: Partial<typeof approvalRequests.$inferInsert>,
): Promise<ApprovalRow> {
  const [row] = await tx.update(approvalRequests).set(values).where(eq(approvalRequests.id, id)).returning();
  if (!row) throw new Error('a locked request disappeared');
  return row;
}

type ApprovalFilter = {
  state: 'open' | 'decided';
  status?: ApprovalStatus | undefined;
  kind?: ApprovalKind | undefined;
  page: number;
  pageSize: number;
};

/** A request whose time is over is not open, whether its row says so already or not. */
export async function listApprovalRows(
  tx: Tx,
  filter: ApprovalFilter,
  now: Date,
): Promise<{ rows: ApprovalRow[]; total: number }> {
  const isOpen = and(isPending, gt(approvalRequests.expiresAt, now));
  const isOver = and(isPending, lte(approvalRequests.expiresAt, now));
  const conditions: (SQL | undefined)[] = [
    filter.state === 'open' ? isOpen : or(ne(approvalRequests.status, PENDING), isOver),
    filter.kind && eq(approvalRequests.kind, filter.kind),
    filter.status === 'expired'
      ? or(eq(approvalRequests.status, 'expired'), isOver)
      : filter.status && eq(approvalRequests.status, filter.status),
  ];
  const where = and(...conditions);
  const decided = sql`coalesce(${approvalRequests.decidedAt}, ${approvalRequests.expiresAt})`;
  const rows = await tx
    .select()
    .from(approvalRequests)
    .where(where)
    .orderBy(
      ...(filter.state === 'open'
        ? [asc(approvalRequests.requestedAt), asc(approvalRequests.id)]
        : [desc(decided), desc(approvalRequests.id)]),
    )
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  const [counted] = await tx.select({ total: count() }).from(approvalRequests).where(where);
  return { rows, total: counted?.total ?? 0 };
}

/** How many wait, and how many of them others than this admin have asked for. */
export async function countOpen(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ pending: number; ofOthers: number }> {
  const [row] = await tx
    .select({
      pending: count(),
      ofOthers: sql<string>`count(*) FILTER (WHERE ${approvalRequests.requestedBy} <> ${userId})`,
    })
    .from(approvalRequests)
    .where(and(isPending, gt(approvalRequests.expiresAt, now)));
  return { pending: row?.pending ?? 0, ofOthers: Number(row?.ofOthers ?? 0) };
}

export type Waiting = { count: number; oldestAt: Date | null };

/** What waits for a second admin and since when, manual returns apart from everything else. */
export async function readWaitingApprovals(
  tx: Tx,
  now: Date,
): Promise<{ approvals: Waiting; manualReturns: Waiting }> {
  const isReturn = inArray(approvalRequests.kind, ['manual_return', 'manual_returns']);
  const select = (which: SQL) =>
    tx
      .select({ count: count(), oldestAt: min(approvalRequests.requestedAt) })
      .from(approvalRequests)
      .where(and(isPending, gt(approvalRequests.expiresAt, now), which));
  const none: Waiting = { count: 0, oldestAt: null };
  const [approvals = none] = await select(not(isReturn));
  const [manualReturns = none] = await select(isReturn);
  return { approvals, manualReturns };
}

/** Locks these as far as they wait, and what is over, in the order of the ids. */
export async function lockLapsed(tx: Tx, now: Date, ids: readonly string[]): Promise<ApprovalRow[]> {
  return tx
    .select()
    .from(approvalRequests)
    .where(and(isPending, or(lte(approvalRequests.expiresAt, now), inArray(approvalRequests.id, [...ids]))))
    .orderBy(asc(approvalRequests.id))
    .for('update');
}

/** What waits, without locks. */
export async function listPending(
  tx: Tx,
): Promise<Pick<ApprovalRow, 'id' | 'kind' | 'subjectId' | 'input' | 'foreseen'>[]> {
  const { id, kind, subjectId, input, foreseen } = approvalRequests;
  return tx.select({ id, kind, subjectId, input, foreseen }).from(approvalRequests).where(isPending);
}

/** Locks what waits for the approval of this deposit or withdrawal until the transaction ends. */
export async function lockPendingDecision(
  tx: Tx,
  kind: RequestKind,
  id: string,
): Promise<ApprovalRow | undefined> {
  const [row] = await tx
    .select()
    .from(approvalRequests)
    .where(and(isPending, eq(approvalRequests.kind, kind), eq(approvalRequests.subjectId, id)))
    .for('update');
  return row;
}

/** Locks what waits for this bot to be paused until the transaction ends. */
export async function lockPendingPauses(tx: Tx, botType: BotType): Promise<ApprovalRow[]> {
  return tx
    .select()
    .from(approvalRequests)
    .where(
      and(
        isPending,
        eq(approvalRequests.kind, 'bot_pause'),
        sql`${approvalRequests.input} ->> 'botType' = ${botType}`,
      ),
    )
    .orderBy(asc(approvalRequests.id))
    .for('update');
}

const concerns = (userId: string): SQL => sql`${userId}::uuid = ANY(${approvalRequests.customerIds})`;

/** What waits and ends with this account: about their money, or asked for by them. */
export async function selectPendingOf(tx: Tx, userId: string, locked: boolean): Promise<ApprovalRow[]> {
  const query = tx
    .select()
    .from(approvalRequests)
    .where(and(isPending, or(concerns(userId), eq(approvalRequests.requestedBy, userId))))
    .orderBy(asc(approvalRequests.id));
  return locked ? query.for('update') : query;
}

/** Decided or not, about this customer's money, by number; those after `number`. */
async function selectConcerning(
  tx: Tx,
  userId: string,
  { number, limit }: { number: number; limit: number },
): Promise<ApprovalRow[]> {
  return tx
    .select()
    .from(approvalRequests)
    .where(and(concerns(userId), gt(approvalRequests.number, number)))
    .orderBy(asc(approvalRequests.number))
    .limit(limit);
}

/** Erases what people wrote about a customer and what names them; returns the ids of the rows. */
export async function eraseTextsAbout(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .update(approvalRequests)
    .set({ input: {}, reason: null, requestNote: null, decisionNote: null })
    .where(and(ne(approvalRequests.status, PENDING), concerns(userId)))
    .returning({ id: approvalRequests.id });
  return rows.map(({ id }) => id);
}

const ROWS_AT_ONCE = 500;

/**
 * What two admins had to decide about a customer's money, the oldest first, each with the customer's own part of it only:
 * a section of the download of their data. What the team wrote concerns the team as well, as with the notes of the desk.
 */
export async function* exportApprovals(tx: Tx, userId: string): AsyncGenerator<object> {
  for (let number = 0; ; ) {
    const rows = await selectConcerning(tx, userId, { number, limit: ROWS_AT_ONCE });
    for (const row of rows) {
      number = row.number;
      const { lines } = row.result ?? row.foreseen;
      yield {
        reference: approvalReference(row.number),
        kind: row.kind,
        status: row.status,
        requestedAt: row.requestedAt.toISOString(),
        decidedAt: row.decidedAt?.toISOString() ?? null,
        lines: lines
          .filter((line) => line.userId === userId)
          .map(({ reference, before, after }) => ({ reference, before, after })),
      };
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
