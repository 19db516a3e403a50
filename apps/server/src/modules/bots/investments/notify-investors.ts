import { sql } from 'drizzle-orm';
import type { Work } from '../../../platform/work.ts';
import { type NotificationContent, notifyEach } from '../../notifications/index.ts';
import { botInvestments } from '../bots.schema.ts';

/** Tells everybody who has an active investment in a portfolio, each once and as they have chosen. One statement. */
export async function notifyInvestors(
  work: Work,
  portfolioId: string,
  content: NotificationContent,
): Promise<void> {
  await notifyEach(
    work,
    sql`SELECT DISTINCT ${botInvestments.userId} FROM ${botInvestments}
      WHERE ${botInvestments.portfolioId} = ${portfolioId} AND ${botInvestments.status} = 'active'`,
    content,
  );
}
