import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId, systemActor, type Work, type WorkRunner } from '../../../platform/work.ts';
import { type NotificationContent, notifyEach } from '../../notifications/index.ts';
import { botInvestments, botInvestorNews } from '../bots.schema.ts';

/** So many are told in one transaction: a few milliseconds. */
const PIECE = 500;

/**
 * Notes what everybody who has an active investment in a portfolio is to be told, in the transaction of what it tells of. The leader
 * tells them within seconds (`tellInvestors`): a bar does not become slower with the number of its investors.
 */
export async function noteForInvestors(
  work: Work,
  portfolioId: string,
  content: NotificationContent,
): Promise<void> {
  await work.tx.insert(botInvestorNews).values({ id: newId(), portfolioId, content, createdAt: work.now });
}

/**
 * Tells investors what was noted for them, each once and as they have chosen, some hundred per transaction. It may be interrupted at
 * any point and goes on there. Who has ended their investments or their account meanwhile is not told any more.
 * @param signal stops between two transactions.
 */
export async function tellInvestors(runWork: WorkRunner, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await runWork(systemActor('investor-news'), tellSome)));
}

/** Returns whether there was anything to tell. */
async function tellSome(work: Work): Promise<boolean> {
  const { tx } = work;
  const [news] = await tx
    .select()
    .from(botInvestorNews)
    .orderBy(asc(botInvestorNews.id))
    .limit(1)
    .for('update');
  if (!news) return false;
  const investors = await listInvestors(tx, news);
  const last = investors.at(-1);
  if (last) await notifyEach(work, investors, news.content);
  const same = eq(botInvestorNews.id, news.id);
  if (last && investors.length === PIECE)
    await tx.update(botInvestorNews).set({ toldUntil: last }).where(same);
  else await tx.delete(botInvestorNews).where(same);
  return true;
}

/** The next who have been invested since before it was noted, by their ids. */
async function listInvestors(
  tx: Tx,
  { portfolioId, createdAt, toldUntil }: typeof botInvestorNews.$inferSelect,
): Promise<string[]> {
  const { userId, status, startedAt } = botInvestments;
  const rows = await tx
    .select({ userId })
    .from(botInvestments)
    .where(
      and(
        eq(botInvestments.portfolioId, portfolioId),
        eq(status, 'active'),
        lte(startedAt, createdAt),
        gt(userId, toldUntil),
      ),
    )
    .groupBy(userId)
    .orderBy(asc(userId))
    .limit(PIECE);
  return rows.map((row) => row.userId);
}
