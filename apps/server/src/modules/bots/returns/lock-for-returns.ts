import { BOT_TYPES } from '@botdepot/contract';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botInvestments } from '../bots.schema.ts';
import { lockBotShared } from '../portfolio/bot-lock.ts';

/**
 * Takes the locks of `applyReturn` for a whole selection that is booked in one transaction: the investments by their id,
 * then their bots. What is booked in the order of the answer, owner by owner, locks the wallets in one order as well.
 * Investments that do not exist are missing.
 */
export async function lockForReturns(
  tx: Tx,
  investmentIds: readonly string[],
): Promise<{ id: string; userId: string }[]> {
  const rows = await tx
    .select({ id: botInvestments.id, userId: botInvestments.userId, botType: botInvestments.botType })
    .from(botInvestments)
    .where(inArray(botInvestments.id, [...investmentIds]))
    .orderBy(asc(botInvestments.id))
    .for('update');
  for (const botType of BOT_TYPES)
    if (rows.some((row) => row.botType === botType)) await lockBotShared(tx, botType);
  return rows
    .map(({ id, userId }) => ({ id, userId }))
    .sort((a, b) => (a.userId + a.id < b.userId + b.id ? -1 : 1));
}

/** Which of these were stopped. No return is booked on them any more. */
export async function listStoppedInvestments(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: botInvestments.id })
    .from(botInvestments)
    .where(and(inArray(botInvestments.id, [...ids]), eq(botInvestments.status, 'inactive')));
  return rows.map(({ id }) => id);
}
