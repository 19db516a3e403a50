import type { BotPause, BotType } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';
import type { People } from '../people.ts';
import { type PauseRow, selectPauses } from './pauses.store.ts';

/** When and why bots were held, newest first. */
export async function listBotPauses(
  tx: Tx,
  people: People,
  of: { botType?: BotType | undefined; page: number; pageSize: number },
): Promise<{ items: BotPause[]; total: number }> {
  const { rows, total } = await selectPauses(tx, of);
  return { items: await presentPauses(tx, people, rows), total };
}

/** Pauses with the addresses of the admins behind them, as far as their accounts still exist. */
export async function presentPauses(tx: Tx, people: People, rows: readonly PauseRow[]): Promise<BotPause[]> {
  const ids = rows.flatMap(({ pausedBy, resumedBy }) => [pausedBy, ...(resumedBy ? [resumedBy] : [])]);
  const emails = await people.listEmails(tx, ids);
  return rows.map((row) => ({
    id: row.id,
    botType: row.botType,
    pausedAt: row.pausedAt.toISOString(),
    pausedBy: emails.get(row.pausedBy) ?? null,
    reason: row.reason,
    effectiveAt: row.effectiveAt?.toISOString() ?? null,
    resumedAt: row.resumedAt?.toISOString() ?? null,
    resumedBy: row.resumedBy === null ? null : (emails.get(row.resumedBy) ?? null),
    resumeReason: row.resumeReason,
  }));
}

/** One that was just written. */
export async function presentPause(tx: Tx, people: People, row: PauseRow): Promise<BotPause> {
  const [pause] = await presentPauses(tx, people, [row]);
  if (!pause) throw new Error('a pause was not presented');
  return pause;
}
