import { ACCOUNT_KINDS, TRANSFER_KINDS } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at, id, micros } from '../../../platform/columns.ts';

/**
 * House accounts exist once (no owner), pools once per bot portfolio, customers' two accounts once per user. The
 * functions and triggers that guard these tables stand in the migration `0001_rules.sql`, or in a later one that replaces them.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    kind: text('kind', { enum: ACCOUNT_KINDS }).notNull(),
    userId: uuid('user_id'),
    portfolioId: uuid('portfolio_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('ledger_accounts_owner').on(table.kind, table.userId, table.portfolioId).nullsNotDistinct(),
    check(
      'ledger_accounts_one_owner',
      sql`case when ${table.kind} like 'customer%' then ${table.userId} is not null and ${table.portfolioId} is null
        when ${table.kind} = 'bot_pool' then ${table.userId} is null and ${table.portfolioId} is not null
        else ${table.userId} is null and ${table.portfolioId} is null end`,
    ),
  ],
);

/**
 * The customer's projection and, at the same time, the one row that a posting locks. `usd_balance` is the total,
 * `usd_locked_balance` what is reserved; available = balance − locked. Only `post_transfer` writes it.
 */
export const userWallets = pgTable(
  'user_wallets',
  {
    id: id(),
    userId: uuid('user_id').notNull().unique(),
    currency: text('currency').notNull().default('USDT'),
    usdBalance: micros('usd_balance').notNull().default(sql`0`),
    usdLockedBalance: micros('usd_locked_balance').notNull().default(sql`0`),
    balance: micros('balance').generatedAlwaysAs(sql`usd_balance`),
    lockedBalance: micros('locked_balance').generatedAlwaysAs(sql`usd_locked_balance`),
    availableAccountId: uuid('available_account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    reservedAccountId: uuid('reserved_account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** When its owner deleted the account; nothing is booked on it any more. */
    closedAt: at('closed_at'),
  },
  (table) => [
    check('user_wallets_reserved_not_negative', sql`${table.usdLockedBalance} >= 0`),
    check('user_wallets_available_not_negative', sql`${table.usdBalance} - ${table.usdLockedBalance} >= 0`),
    check('user_wallets_currency', sql`${table.currency} = 'USDT'`),
    check('user_wallets_closed_is_empty', sql`${table.closedAt} is null or ${table.usdBalance} = 0`),
  ],
);

export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: id(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: TRANSFER_KINDS }).notNull(),
    /** The customer whose accounts it moves; null for transfers between pool and house. */
    userId: uuid('user_id'),
    /** Deposit, withdrawal, investment or bot portfolio behind it. */
    referenceId: uuid('reference_id').notNull(),
    description: text('description').notNull(),
    actorId: uuid('actor_id'),
    /** The admin who asked for it, where the actor is another one who approved it; null where nobody did. */
    requestedBy: uuid('requested_by'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    // What an admin has moved alone within a day, see `sumMovedAlone`.
    index('ledger_transfers_moved_alone')
      .on(table.actorId, table.createdAt)
      .where(
        sql`requested_by is null and kind in ('deposit_approved', 'withdrawal_approved', 'wallet_corrected', 'manual_return')`,
      ),
    index('ledger_transfers_user').on(table.userId, table.seq),
    // For the bookings of a period.
    index('ledger_transfers_user_time').on(table.userId, table.createdAt),
    index('ledger_transfers_reference').on(table.referenceId),
    check(
      'ledger_transfers_kind',
      sql.raw(`kind in (${TRANSFER_KINDS.map((kind) => `'${kind}'`).join(', ')})`),
    ),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    position: smallint('position').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: micros('amount').notNull(),
    balanceBefore: micros('balance_before'),
    balanceAfter: micros('balance_after'),
  },
  (table) => [
    primaryKey({ columns: [table.transferId, table.position] }),
    index('ledger_entries_account').on(table.accountId, table.seq),
    check('ledger_entries_not_zero', sql`${table.amount} <> 0`),
    check(
      'ledger_entries_running_balance',
      sql`${table.balanceAfter} = ${table.balanceBefore} + ${table.amount}`,
    ),
  ],
);
