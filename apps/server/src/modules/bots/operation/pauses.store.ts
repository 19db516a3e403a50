import type { BotType } from '@botdepot/contract';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { botPauses } from '../bots.schema.ts';

export type PauseRow = typeof botPauses.$inferSelect;

/** Undefined when the bot is held already; waits for whoever holds or releases it at the same moment. */
export async function insertPause(
  tx: Tx,
  pause: Pick<PauseRow, 'botType' | 'reason' | 'pausedBy' | 'pausedAt'>,
): Promise<PauseRow | undefined> {
  const [row] = await tx
    .insert(botPauses)
    .values({ id: newId(), ...pause })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Ends the pause that lasts; undefined when none does. It ends no earlier than it began, whatever the clocks say. */
export async function endPause(
  tx: Tx,
  botType: BotType,
  end: { by: string; at: Date; reason: string },
): Promise<PauseRow | undefined> {
  const [row] = await tx
    .update(botPauses)
    .set({
      resumedBy: end.by,
      resumedAt: sql`greatest(${botPauses.pausedAt}, ${end.at}::timestamptz)`,
      resumeReason: end.reason,
    })
    .where(and(eq(botPauses.botType, botType), isNull(botPauses.resumedAt)))
    .returning();
  return row;
}

/** Writes when the engine obeyed: once, and also if the bot was let go meanwhile. */
export async function markObeyed(tx: Tx, pauseId: string, at: Date): Promise<void> {
  await tx
    .update(botPauses)
    .set({ effectiveAt: at })
    .where(and(eq(botPauses.id, pauseId), isNull(botPauses.effectiveAt)));
}

/** The pauses that last now, by bot: at most one each. */
export async function readLastingPauses(tx: Tx): Promise<Map<BotType, PauseRow>> {
  const rows = await tx.select().from(botPauses).where(isNull(botPauses.resumedAt));
  return new Map(rows.map((row) => [row.botType, row]));
}

/**
 * The pause of each bot that lasts, or else its newest one. One small query, for the leader's every minute. Whether one lasts
 * is asked first: replicas may have clocks of their own, and a pause that lasts may seem older than one that is over.
 */
export async function readNewestPauses(tx: Tx, botTypes: readonly BotType[]): Promise<PauseRow[]> {
  const chosen = sql`coalesce(
    (SELECT id FROM bot_pauses WHERE bot_type = bot.type AND resumed_at IS NULL),
    (SELECT id FROM bot_pauses WHERE bot_type = bot.type ORDER BY paused_at DESC, id DESC LIMIT 1))`;
  return tx
    .select()
    .from(botPauses)
    .where(
      sql`${botPauses.id} IN (SELECT ${chosen} FROM unnest(${sql.param([...botTypes])}::text[]) AS bot (type))`,
    );
}

/** Newest first; of one bot, or of all. */
export async function selectPauses(
  tx: Tx,
  of: { botType?: BotType | undefined; page: number; pageSize: number },
): Promise<{ rows: PauseRow[]; total: number }> {
  const { botType, page, pageSize } = of;
  const where = botType && eq(botPauses.botType, botType);
  const rows = await tx
    .select()
    .from(botPauses)
    .where(where)
    .orderBy(desc(botPauses.pausedAt), desc(botPauses.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(botPauses).where(where);
  return { rows, total: counted?.total ?? 0 };
}
