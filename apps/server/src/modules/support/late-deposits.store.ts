import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { supportLateDeposits } from './support.schema.ts';

/** A row when the team was called for the deposit before. */
export const selectCall = (tx: Tx, depositId: SQLWrapper | string) =>
  tx
    .select({ chatId: supportLateDeposits.chatId })
    .from(supportLateDeposits)
    .where(eq(supportLateDeposits.depositId, sql`${depositId}`));

export async function insertCalledDeposit(
  tx: Tx,
  depositId: string,
  chatId: string,
  now: Date,
): Promise<void> {
  await tx.insert(supportLateDeposits).values({ depositId, chatId, createdAt: now });
}
