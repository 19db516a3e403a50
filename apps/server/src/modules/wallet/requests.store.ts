import type { CryptoCurrency, RequestStatus } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { and, count, desc, eq, getTableName, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { cryptoDeposits } from './deposits/deposit.schema.ts';
import type { cryptoWithdrawals } from './withdrawals/withdrawal.schema.ts';

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
      filter: { status?: RequestStatus | undefined; page: number; pageSize: number },
    ): Promise<{ rows: Row[]; total: number }> {
      const where = and(
        eq(table.userId, userId),
        filter.status === undefined ? undefined : eq(table.status, filter.status),
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
