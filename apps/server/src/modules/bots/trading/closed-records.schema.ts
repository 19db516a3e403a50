import { doublePrecision, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { at, fixed12 } from '../../../platform/columns.ts';

/**
 * Parts of a portfolio's live record that have ended because the price source of a symbol changed. The NAV goes on and
 * customers keep their units, but what was earned on other prices is not measured together. Append-only.
 */
export const botClosedRecords = pgTable(
  'bot_closed_records',
  {
    portfolioId: uuid('portfolio_id').notNull(),
    since: at('since').notNull(),
    sinceNav: fixed12('since_nav').notNull(),
    until: at('until').notNull(),
    /** After the positions were closed at the last old prices. */
    untilNav: fixed12('until_nav').notNull(),
    /** Of this part, a fraction ≤ 0. */
    maxDrawdown: doublePrecision('max_drawdown').notNull(),
    /** What changed: symbol, the source before and the one after. */
    changes: jsonb('changes').$type<{ symbol: string; from: string; to: string }[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.portfolioId, table.since] })],
);
