import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { cryptoDeposits } from './deposit.schema.ts';
import { type DepositRow, presentDeposit } from './deposit.store.ts';

export type LateDeposit = ReturnType<typeof presentDeposit> & { userId: string };

/** Pending deposits that were announced at `before` or earlier, oldest first; the next page begins after the last one. */
export async function listLateDeposits(
  tx: Tx,
  page: { before: Date; after?: LateDeposit | undefined; limit: number },
): Promise<LateDeposit[]> {
  const { before, after, limit } = page;
  const rows = await tx
    .select()
    .from(cryptoDeposits)
    .where(
      and(
        eq(cryptoDeposits.status, 'pending'),
        lte(cryptoDeposits.createdAt, before),
        after &&
          sql`(${cryptoDeposits.createdAt}, ${cryptoDeposits.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(cryptoDeposits.createdAt), asc(cryptoDeposits.id))
    .limit(limit);
  return rows.map((row: DepositRow) => ({ ...presentDeposit(row), userId: row.userId }));
}
