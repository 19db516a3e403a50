import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at, id } from '../../../platform/columns.ts';
import type { NotificationContent } from '../../notifications/index.ts';
import { botPortfolios } from '../bots.schema.ts';

/** What everybody who is invested in a portfolio is still to be told. A row is gone once all of them were. */
export const botInvestorNews = pgTable('bot_investor_news', {
  id: id(),
  portfolioId: uuid('portfolio_id')
    .notNull()
    .references(() => botPortfolios.id),
  content: jsonb('content').$type<NotificationContent>().notNull(),
  /** Who has begun later is not told. */
  createdAt: at('created_at').notNull(),
  /** Everybody up to this user has been told. */
  toldUntil: uuid('told_until').notNull().default('00000000-0000-0000-0000-000000000000'),
});
