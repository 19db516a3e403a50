import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { listOwnBotRows } from '../bots/index.ts';
import { exportOwnLive } from './live/live-of-account.ts';
import { eraseAdminTexts } from './live/read-holds.ts';
import { eraseOwnBot, getOwnBot, listBotsOnRecord } from './own-bots.ts';
import { exportResults } from './results/own-bot-results.ts';
import { testbenchPeople, testbenchTrials, testPeriods } from './testbench.schema.ts';

/** The row that is held while somebody's trials are counted, by the id of its person. Without a lock. */
export async function listTestbench(tx: Tx, id: string): Promise<string[]> {
  return userIds(await peopleOf(tx, id));
}

/** Waits for trials that are just being counted, whose last lock is the wallet. */
export async function lockTestbench({ tx }: Work, id: string): Promise<string[]> {
  return userIds(await peopleOf(tx, id).for('update'));
}

const { userId: personId } = testbenchPeople;
const peopleOf = (tx: Tx, id: string) =>
  tx.select({ userId: personId }).from(testbenchPeople).where(eq(personId, id));
const userIds = (rows: { userId: string }[]): string[] => rows.map(({ userId }) => userId);

/** Own bots with their drafts, rules and names are erased, and what was tried is gone. Of a bot its number and hashes stay. */
export async function closeTestbench(work: Work, userId: string): Promise<void> {
  const { tx } = work;
  const bots = (await listOwnBotRows(tx, userId)).map(({ id }) => id);
  for (const id of bots) await eraseOwnBot(work, id);
  // Of those as well that their owner had deleted before.
  await eraseAdminTexts(work, [...bots, ...(await listBotsOnRecord(tx, userId))]);
  await tx.delete(testPeriods).where(eq(testPeriods.userId, userId));
  await tx.delete(testbenchTrials).where(eq(testbenchTrials.userId, userId));
  await tx.delete(testbenchPeople).where(eq(testbenchPeople.userId, userId));
}

/** Own bots with drafts, versions, results, certificates and what came of them live, in the order of their numbers: a section of the download of one's data. */
export async function* exportOwnBots(tx: Tx, userId: string): AsyncGenerator<object> {
  for (const { id } of await listOwnBotRows(tx, userId))
    yield {
      ...(await getOwnBot(tx, { id, userId })),
      ...(await exportResults(tx, id)),
      ...(await exportOwnLive(tx, id)),
    };
}

/** The test periods that were opened: a section of the download of one's data. */
export async function* exportTestPeriods(tx: Tx, userId: string): AsyncGenerator<object> {
  const rows = await tx.select().from(testPeriods).where(eq(testPeriods.userId, userId));
  for (const { userId: _, openedAt, ...row } of rows) yield { ...row, openedAt: openedAt.toISOString() };
}
