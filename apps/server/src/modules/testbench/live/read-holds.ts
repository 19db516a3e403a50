import { inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { eraseFreeTexts } from '../../../platform/erase-free-texts.ts';
import type { Work } from '../../../platform/work.ts';
import { ownBotHolds } from './live.schema.ts';

/** What operators hold at this moment, and why: all own bots, or one. */
export async function readHolds(
  tx: Tx,
): Promise<{ all: string | null; reasonFor(botId: string): string | null }> {
  const rows = await tx
    .select({ botId: ownBotHolds.botId, reason: ownBotHolds.reason })
    .from(ownBotHolds)
    .where(isNull(ownBotHolds.releasedAt));
  const byBot = new Map(rows.map(({ botId, reason }) => [botId, reason]));
  const all = byBot.get(null) ?? null;
  return { all, reasonFor: (botId) => all ?? byBot.get(botId) ?? null };
}

/** What admins wrote about some bots: why they were held and let go on, wherever it is kept. */
export async function eraseAdminTexts(work: Work, botIds: readonly string[]): Promise<void> {
  const { releaseReason } = ownBotHolds;
  await work.tx
    .update(ownBotHolds)
    .set({ reason: '', releaseReason: sql`left(${releaseReason}, 0)` })
    .where(inArray(ownBotHolds.botId, [...botIds]));
  await eraseFreeTexts(work, botIds);
}
