import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { supportLateDeposits } from './support.schema.ts';

/** Those of the deposits for which the team was called before. */
export async function calledDeposits(tx: Tx, depositIds: readonly string[]): Promise<Set<string>> {
  if (depositIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: supportLateDeposits.depositId })
    .from(supportLateDeposits)
    .where(inArray(supportLateDeposits.depositId, [...depositIds]));
  return new Set(rows.map(({ id }) => id));
}

/** Keeps everybody else from calling for this deposit until the transaction ends. Returns whether nobody has so far. */
export async function lockUncalledDeposit(tx: Tx, depositId: string): Promise<boolean> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`late-deposit:${depositId}`}, 0))`);
  return !(await calledDeposits(tx, [depositId])).has(depositId);
}

export async function insertCalledDeposit(
  tx: Tx,
  depositId: string,
  chatId: string,
  now: Date,
): Promise<void> {
  await tx.insert(supportLateDeposits).values({ depositId, chatId, createdAt: now });
}
