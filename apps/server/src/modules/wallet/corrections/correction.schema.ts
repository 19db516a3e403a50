import { sql } from 'drizzle-orm';
import { bigint, check, pgTable, uuid } from 'drizzle-orm/pg-core';
import { ledgerTransfers } from '../ledger/ledger.schema.ts';

/** The short numbers of corrections, shown as `K-1001`. Everything else about a correction stands in its booking. */
export const walletCorrections = pgTable(
  'wallet_corrections',
  {
    transferId: uuid('transfer_id')
      .primaryKey()
      .references(() => ledgerTransfers.id),
    /** Counted up from 1001 without gaps, see `numberCorrection`. */
    number: bigint('number', { mode: 'number' }).notNull().unique(),
  },
  (table) => [check('wallet_corrections_number', sql`${table.number} > 1000`)],
);
