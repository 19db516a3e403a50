import { ACCOUNT_KINDS, CRYPTO_CURRENCIES, REQUEST_STATUSES, TRANSFER_KINDS } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, id, micros } from '../../platform/columns.ts';

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

/** For the list of all requests: by time, and by time among those of a state, of a decider, of an amount. */
const recordIndexes = (
  name: string,
  table: Record<'status' | 'decidedBy' | 'amountUsd' | 'createdAt' | 'id', AnyPgColumn>,
) => [
  index(`${name}_created`).on(table.createdAt, table.id),
  index(`${name}_status`).on(table.status, table.createdAt, table.id),
  index(`${name}_decider`).on(table.decidedBy, table.createdAt, table.id),
  index(`${name}_amount`).on(table.amountUsd),
];

/** What becomes of a request. */
const decisionColumns = () => ({
  status: text('status', { enum: REQUEST_STATUSES }).notNull().default('pending'),
  createdAt: at('created_at').notNull(),
  decidedAt: at('decided_at'),
  /** The admin; null while pending and when the customer cancelled it. */
  decidedBy: uuid('decided_by'),
  approvedAt: at('approved_at'),
  approvedBy: uuid('approved_by'),
});

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
    ...decisionColumns(),
    notes: text('notes'),
    transferId: uuid('transfer_id'),
  },
  (table) => [
    index('crypto_deposits_user').on(table.userId, table.createdAt, table.id),
    // Counts one's pending ones and pages through one's rejected ones without reading the others.
    index('crypto_deposits_user_status').on(table.userId, table.status, table.createdAt, table.id),
    ...recordIndexes('crypto_deposits', table),
    index('crypto_deposits_pending').on(table.createdAt).where(sql`status = 'pending'`),
    check('crypto_deposits_positive', sql`${table.amountUsd} > 0`),
    check('crypto_deposits_status', sql`${table.status} in ('pending', 'approved', 'rejected', 'cancelled')`),
    // Approved and booked are the same fact: neither can be written without the other.
    check('crypto_deposits_booked', sql`(${table.status} = 'approved') = (${table.transferId} is not null)`),
  ],
);

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
    ...decisionColumns(),
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
    ...recordIndexes('crypto_withdrawals', table),
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

/**
 * Whose first deposit the installation has granted. A keyed hash of the address, which does not tell whose it was: it outlives the
 * account, so that nobody gets it again by deleting theirs.
 */
export const welcomeDeposits = pgTable(
  'welcome_deposits',
  {
    person: text('person').primaryKey(),
    grantedAt: at('granted_at').notNull(),
  },
  (table) => [index('welcome_deposits_granted').on(table.grantedAt)],
);

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

/** One row. Anyone who moves money as an admin shares its lock, so that a new threshold comes before or after. */
export const fourEyesSettings = pgTable(
  'four_eyes_settings',
  {
    id: integer('id').primaryKey(),
    /** From this amount on a second admin is needed; null is off. */
    thresholdUsd: micros('threshold_usd'),
    /** The same for what is credited as deposits. */
    depositThresholdUsd: micros('deposit_threshold_usd'),
    /** What this installation asks of its admins, written at every start: who cannot act is no second one. */
    needsSecondFactor: boolean('needs_second_factor').notNull(),
    changedAt: at('changed_at').notNull(),
    /** Null for the value of the environment. */
    changedBy: uuid('changed_by'),
  },
  (table) => [
    check('four_eyes_settings_one_row', sql`${table.id} = 1`),
    check('four_eyes_settings_positive', sql`${table.thresholdUsd} > 0`),
    check('four_eyes_settings_deposits_positive', sql`${table.depositThresholdUsd} > 0`),
  ],
);
