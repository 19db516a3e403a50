import { CRYPTO_CURRENCIES, REQUEST_STATUSES } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, id, micros } from '../../../platform/columns.ts';

export const cryptoDeposits = pgTable(
  'crypto_deposits',
  {
    id: id(),
    /** Short number for people, shown as `E-1688`. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    userId: uuid('user_id').notNull(),
    amountUsd: micros('amount_usd').notNull(),
    cryptoCurrency: text('crypto_currency', { enum: CRYPTO_CURRENCIES }).notNull(),
    depositAddress: text('deposit_address').notNull(),
    status: text('status', { enum: REQUEST_STATUSES }).notNull().default('pending'),
    createdAt: at('created_at').notNull(),
    decidedAt: at('decided_at'),
    /** The admin; null while pending and when the customer cancelled it. */
    decidedBy: uuid('decided_by'),
    approvedAt: at('approved_at'),
    approvedBy: uuid('approved_by'),
    notes: text('notes'),
    transferId: uuid('transfer_id'),
  },
  (table) => [
    index('crypto_deposits_user').on(table.userId, table.createdAt, table.id),
    // Counts one's pending ones and pages through one's rejected ones without reading the others.
    index('crypto_deposits_user_status').on(table.userId, table.status, table.createdAt, table.id),
    index('crypto_deposits_pending').on(table.createdAt).where(sql`status = 'pending'`),
    check('crypto_deposits_positive', sql`${table.amountUsd} > 0`),
    check('crypto_deposits_status', sql`${table.status} in ('pending', 'approved', 'rejected', 'cancelled')`),
    // Approved and booked are the same fact: neither can be written without the other.
    check('crypto_deposits_booked', sql`(${table.status} = 'approved') = (${table.transferId} is not null)`),
  ],
);
