import { and, asc, eq, lte, notExists, type SQLWrapper } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { cryptoDeposits } from './deposit.schema.ts';
import { type DepositRow, presentDeposit } from './deposit.store.ts';

export type LateDeposit = ReturnType<typeof presentDeposit> & { userId: string };

/**
 * Pending deposits that were announced at `before` or earlier, oldest first.
 * @param filter.except a query that has a row for every deposit to leave out, whose id it is given.
 */
export async function listLateDeposits(
  tx: Tx,
  filter: { before: Date; except: (depositId: SQLWrapper) => SQLWrapper; limit: number },
): Promise<LateDeposit[]> {
  const rows = await tx
    .select()
    .from(cryptoDeposits)
    .where(
      and(
        eq(cryptoDeposits.status, 'pending'),
        lte(cryptoDeposits.createdAt, filter.before),
        notExists(filter.except(cryptoDeposits.id)),
      ),
    )
    .orderBy(asc(cryptoDeposits.createdAt), asc(cryptoDeposits.id))
    .limit(filter.limit);
  return rows.map((row: DepositRow) => ({ ...presentDeposit(row), userId: row.userId }));
}
