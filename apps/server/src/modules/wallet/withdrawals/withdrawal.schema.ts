import { CRYPTO_CURRENCIES, REQUEST_STATUSES } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, id, micros } from '../../../platform/columns.ts';

export const cryptoWithdrawals = pgTable(
  'crypto_withdrawals',
  {
    id: id(),
    /** Short number for people, shown as `A-2041`. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 2001 }),
    userId: uuid('user_id').notNull(),
    amountUsd: micros('amount_usd').notNull(),
    cryptoCurrency: text('crypto_currency', { enum: CRYPTO_CURRENCIES }).notNull(),
    withdrawalAddress: text('withdrawal_address').notNull(),
    status: text('status', { enum: REQUEST_STATUSES }).notNull().default('pending'),
    createdAt: at('created_at').notNull(),
    decidedAt: at('decided_at'),
    /** The admin; null while pending and when the customer cancelled it. */
    decidedBy: uuid('decided_by'),
    approvedAt: at('approved_at'),
    approvedBy: uuid('approved_by'),
    processedAt: at('processed_at'),
    notes: text('notes'),
    /** Since when nobody pays it out. Stays with what was rejected or taken back meanwhile. */
    heldAt: at('held_at'),
    /** The transfer that reserved the amount, and the one that paid it out or released it. */
    reservationTransferId: uuid('reservation_transfer_id').notNull(),
    transferId: uuid('transfer_id'),
  },
  (table) => [
    index('crypto_withdrawals_user').on(table.userId, table.createdAt, table.id),
    // Counts one's pending ones and pages through one's rejected ones without reading the others.
    index('crypto_withdrawals_user_status').on(table.userId, table.status, table.createdAt, table.id),
    index('crypto_withdrawals_pending').on(table.createdAt).where(sql`status = 'pending'`),
    // Who else asked for payouts to an address.
    index('crypto_withdrawals_address').on(table.withdrawalAddress, table.userId),
    check('crypto_withdrawals_positive', sql`${table.amountUsd} > 0`),
    check(
      'crypto_withdrawals_status',
      sql`${table.status} in ('pending', 'approved', 'rejected', 'cancelled')`,
    ),
    check('crypto_withdrawals_held', sql`${table.heldAt} is null or ${table.status} <> 'approved'`),
    check(
      'crypto_withdrawals_booked',
      sql`(${table.status} <> 'pending') = (${table.transferId} is not null)`,
    ),
  ],
);
