import { oc } from '@orpc/contract';
import { z } from 'zod';
import { CRYPTO_CURRENCIES, LIMITS } from './catalogue.ts';
import { declare } from './errors.ts';
import { amount, byId, freeText, id, page, paged, requestedAmount, timestamp } from './shapes.ts';
import { REQUEST_STATUSES } from './states.ts';

export const TRANSFER_KINDS = [
  'deposit_approved',
  'withdrawal_requested',
  'withdrawal_approved',
  'withdrawal_released',
  'bot_started',
  'bot_stopped',
  'bot_settled',
  'wallet_corrected',
  'manual_return',
  'account_closed',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export const ACCOUNT_KINDS = [
  'customer_available',
  'customer_reserved',
  'bot_pool',
  'house_deposits',
  'house_withdrawals',
  'house_market_pnl',
  'house_corrections',
  'house_manual_returns',
  'house_rounding',
  'house_closed_accounts',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export const wallet = z.object({
  currency: z.literal('USDT'),
  /** Total in the wallet: available plus reserved. */
  usdBalance: amount,
  /** Reserved for pending withdrawals. */
  usdLockedBalance: amount,
  available: amount,
  /** Live value of all active investments, and how old the prices behind it are. */
  inBots: amount,
  activeBots: z.number().int(),
  total: amount,
  pendingDeposits: z.number().int(),
  pendingWithdrawals: z.number().int(),
});
export type Wallet = z.infer<typeof wallet>;

export const transaction = z.object({
  /** The ledger transfer behind the row. */
  id,
  kind: z.enum(TRANSFER_KINDS),
  createdAt: timestamp,
  description: z.string(),
  /** What it belongs to (deposit, withdrawal, investment, or itself) and its short number, e.g. `E-1688` or `K-1001`. */
  referenceId: id.nullable(),
  reference: z.string().nullable(),
  /** Change of the available balance, and that balance after it. */
  amount,
  availableAfter: amount,
  /** Change of the reserved balance, and that balance after it. */
  reservedAmount: amount,
  reservedAfter: amount,
  /** Change of what the bots hold, by a start, a stop or a manual return. */
  investedAmount: amount,
});
export type Transaction = z.infer<typeof transaction>;

export const transferEntry = z.object({
  position: z.number().int(),
  account: z.enum(ACCOUNT_KINDS),
  /** What people call it: „Ihr Wallet, verfügbar“, a bot's pool by the bot's name, an account of the house by its purpose. */
  accountLabel: z.string(),
  amount,
  /** null for house and pool accounts, which keep no running balance. */
  balanceBefore: amount.nullable(),
  balanceAfter: amount.nullable(),
});

export const transfer = transaction.extend({ entries: z.array(transferEntry) });
export type Transfer = z.infer<typeof transfer>;

const requestFields = {
  id,
  /** Short number for people: `E-1688` for deposits, `A-2041` for withdrawals. */
  reference: z.string(),
  amountUsd: amount,
  cryptoCurrency: z.enum(CRYPTO_CURRENCIES),
  status: z.enum(REQUEST_STATUSES),
  createdAt: timestamp,
  /** When it was decided or cancelled. */
  decidedAt: timestamp.nullable(),
  approvedAt: timestamp.nullable(),
  notes: z.string().nullable(),
  /** The ledger transfer that booked it, once there is one. */
  transferId: id.nullable(),
};

export const deposit = z.object({ ...requestFields, depositAddress: z.string() });
export type Deposit = z.infer<typeof deposit>;

export const withdrawal = z.object({
  ...requestFields,
  withdrawalAddress: z.string(),
  processedAt: timestamp.nullable(),
  /** Since when nobody pays it out before it was looked at more closely; it is still pending. */
  heldAt: timestamp.nullable(),
  /** The transfer that reserved the amount. */
  reservationTransferId: id,
});
export type Withdrawal = z.infer<typeof withdrawal>;

const requestListInput = page.extend({ status: z.enum(REQUEST_STATUSES).optional() });

/** A month in Berlin, `2026-11`. */
export const statementMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'a month as 2026-11');

const balances = z.object({ available: amount, reserved: amount, total: amount });

export const statement = z.object({
  month: z.string(),
  /** Months with a statement go from the first booking to now; null before it. */
  firstMonth: z.string().nullable(),
  lastMonth: z.string(),
  opening: balances,
  closing: balances,
  /** In the order of booking. */
  items: z.array(transaction),
});
export type Statement = z.infer<typeof statement>;

/** ISO 8601 has a year 0, the calendar of PostgreSQL has none. */
const inCalendar = (text: string): boolean => !text.startsWith('0000');

const bookingFilter = {
  kind: z.enum(TRANSFER_KINDS).optional(),
  referenceId: id.optional(),
  /** Part of what is shown of a booking: its title, its description or its reference; whatever its case. */
  search: freeText(100).optional(),
  /** Days in Berlin, both included. */
  firstDay: z.iso.date().refine(inCalendar).optional(),
  lastDay: z.iso.date().refine(inCalendar).optional(),
  /** The period of a sum, to the millisecond: booked after this moment, and at that one at the latest. */
  after: z.iso.datetime().refine(inCalendar).optional(),
  until: z.iso.datetime().refine(inCalendar).optional(),
};

export const walletContract = {
  getWallet: oc
    .route({
      method: 'GET',
      path: '/wallet',
      tags: ['wallet'],
      summary: 'Guthaben, Reserviertes, in Bots Angelegtes, Summe',
    })
    .errors(declare('UNAUTHENTICATED'))
    .output(wallet),
  listTransactions: oc
    .route({
      method: 'GET',
      path: '/wallet/transactions',
      tags: ['wallet'],
      summary: 'Eigene Buchungen, neueste zuerst',
    })
    .errors(declare('UNAUTHENTICATED'))
    .input(page.extend(bookingFilter))
    .output(paged(transaction)),
  getTransactionSum: oc
    .route({
      method: 'GET',
      path: '/wallet/transactions/sum',
      tags: ['wallet'],
      summary: 'Was die eigenen Buchungen eines Filters zusammen bewegt haben, auf allen Seiten',
    })
    .errors(declare('UNAUTHENTICATED'))
    .input(z.strictObject(bookingFilter))
    .output(balances),
  getStatement: oc
    .route({
      method: 'GET',
      path: '/wallet/statements/{month}',
      tags: ['wallet'],
      summary: 'Kontoauszug eines Monats: Anfangssaldo, jede Buchung in ihrer Reihenfolge, Endsaldo',
    })
    .errors(declare('UNAUTHENTICATED'))
    .input(z.strictObject({ month: statementMonth }))
    .output(statement),
  getTransfer: oc
    .route({
      method: 'GET',
      path: '/wallet/transfers/{id}',
      tags: ['wallet'],
      summary: 'Eine Buchung mit allen Zeilen',
    })
    .errors(declare('UNAUTHENTICATED', 'TRANSFER_NOT_FOUND'))
    .input(byId)
    .output(transfer),
  getCryptoAddress: oc
    .route({
      method: 'GET',
      path: '/wallet/crypto-address',
      tags: ['wallet'],
      summary: 'Spielgeld-Adresse für Einzahlungen',
    })
    .errors(declare('UNAUTHENTICATED'))
    .input(z.strictObject({ currency: z.enum(CRYPTO_CURRENCIES) }))
    .output(z.object({ currency: z.enum(CRYPTO_CURRENCIES), address: z.string(), ownAddress: z.string() })),
  listDeposits: oc
    .route({
      method: 'GET',
      path: '/deposits',
      tags: ['wallet'],
      summary: 'Eigene Einzahlungen, neueste zuerst',
    })
    .errors(declare('UNAUTHENTICATED'))
    .input(requestListInput)
    .output(paged(deposit)),
  getDeposit: oc
    .route({
      method: 'GET',
      path: '/deposits/{id}',
      tags: ['wallet'],
      summary: 'Eine Einzahlung',
    })
    .errors(declare('UNAUTHENTICATED', 'DEPOSIT_NOT_FOUND'))
    .input(byId)
    .output(deposit),
  requestDeposit: oc
    .route({
      method: 'POST',
      path: '/deposits',
      tags: ['wallet'],
      summary: 'Einzahlung ankündigen',
      successStatus: 201,
    })
    .errors(
      declare(
        'UNAUTHENTICATED',
        'IDEMPOTENCY_KEY_REQUIRED',
        'IDEMPOTENCY_KEY_REUSED',
        'AMOUNT_BELOW_MINIMUM',
        'AMOUNT_ABOVE_MAXIMUM',
        'TOO_MANY_OPEN_REQUESTS',
        'ACCOUNT_CLOSED',
      ),
    )
    .input(z.strictObject({ amountUsd: requestedAmount, cryptoCurrency: z.enum(CRYPTO_CURRENCIES) }))
    .output(deposit),
  cancelDeposit: oc
    .route({
      method: 'POST',
      path: '/deposits/{id}/cancel',
      tags: ['wallet'],
      summary: 'Stornieren, solange geprüft wird',
    })
    .errors(
      declare(
        'UNAUTHENTICATED',
        'IDEMPOTENCY_KEY_REQUIRED',
        'IDEMPOTENCY_KEY_REUSED',
        'DEPOSIT_NOT_FOUND',
        'ALREADY_DECIDED',
      ),
    )
    .input(byId)
    .output(deposit),
  listWithdrawals: oc
    .route({
      method: 'GET',
      path: '/withdrawals',
      tags: ['wallet'],
      summary: 'Eigene Auszahlungen, neueste zuerst',
    })
    .errors(declare('UNAUTHENTICATED'))
    .input(requestListInput)
    .output(paged(withdrawal)),
  getWithdrawal: oc
    .route({
      method: 'GET',
      path: '/withdrawals/{id}',
      tags: ['wallet'],
      summary: 'Eine Auszahlung',
    })
    .errors(declare('UNAUTHENTICATED', 'WITHDRAWAL_NOT_FOUND'))
    .input(byId)
    .output(withdrawal),
  requestWithdrawal: oc
    .route({
      method: 'POST',
      path: '/withdrawals',
      tags: ['wallet'],
      summary: 'Beantragen und reservieren',
      successStatus: 201,
    })
    .errors(
      declare(
        'UNAUTHENTICATED',
        'IDEMPOTENCY_KEY_REQUIRED',
        'IDEMPOTENCY_KEY_REUSED',
        'AMOUNT_BELOW_MINIMUM',
        'AMOUNT_ABOVE_MAXIMUM',
        'TOO_MANY_OPEN_REQUESTS',
        'ACCOUNT_CLOSED',
        'INSUFFICIENT_BALANCE',
        'REAL_NETWORK_ADDRESS',
        'NOT_A_PLAY_MONEY_ADDRESS',
        'ADDRESS_OF_OTHER_CURRENCY',
      ),
    )
    .input(
      z.strictObject({
        amountUsd: requestedAmount,
        cryptoCurrency: z.enum(CRYPTO_CURRENCIES),
        withdrawalAddress: freeText(128).min(1),
      }),
    )
    .output(withdrawal),
  cancelWithdrawal: oc
    .route({
      method: 'POST',
      path: '/withdrawals/{id}/cancel',
      tags: ['wallet'],
      summary: 'Stornieren, solange geprüft wird',
    })
    .errors(
      declare(
        'UNAUTHENTICATED',
        'IDEMPOTENCY_KEY_REQUIRED',
        'IDEMPOTENCY_KEY_REUSED',
        'WITHDRAWAL_NOT_FOUND',
        'ALREADY_DECIDED',
      ),
    )
    .input(byId)
    .output(withdrawal),
};

export const rejectionReason = freeText(LIMITS.rejectionReasonLength);
