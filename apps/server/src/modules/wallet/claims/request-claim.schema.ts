import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../platform/columns.ts';

/** Which admin works on which pending deposit or withdrawal. A row whose time is over says nothing any more. */
export const requestClaims = pgTable(
  'request_claims',
  {
    requestId: uuid('request_id').primaryKey(),
    claimedBy: uuid('claimed_by').notNull(),
    claimedAt: at('claimed_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('request_claims_expiry').on(table.expiresAt)],
);
