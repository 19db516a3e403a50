import { z } from 'zod';
import { CRYPTO_CURRENCIES, LIMITS } from './catalogue.ts';
import { operationsOf } from './operation.ts';
import {
  amount,
  byId,
  day,
  freeText,
  id,
  inCalendar,
  page,
  paged,
  requestedAmount,
  timestamp,
} from './shapes.ts';
import { REQUEST_STATUSES } from './states.ts';

const { command, query } = operationsOf('wallet');

export const TRANSFER_KINDS = [
  'deposit_approved',
  'withdrawal_requested',
  'withdrawal_approved',
  'withdrawal_released',
  'bot_started',
  'bot_stopped',
  'bot_settled',
  'own_bot_ordered',
  'own_bot_started',
  'own_bot_order_returned',
  'own_bot_settled',
  'own_bot_stopped',
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
  'house_own_bots_pnl',
  'house_own_bot_orders',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export const wallet = z.object({
  currency: z.literal('USDT'),
  /** Total in the wallet: available plus reserved. */
  usdBalance: amount,
  /** Reserved for pending withdrawals. */
  usdLockedBalance: amount,
  available: amount,
  /** Live value of all active investments in bots of the house. */
  inBots: amount,
  activeBots: z.number().int(),
  /** Value of own bots at the newest minute that was looked at. */
  inOwnBots: amount,
  /** Put aside for own bots that are about to start. */
  inOrders: amount,
  /** Own bots that run. */
  activeOwnBots: z.number().int(),
  /** Whether anything was ever put into an own bot. */
  hasOwnBots: z.boolean(),
  /** Those that hold money, in the order of their starts; one that is about to start holds what was put aside for it. */
  ownBots: z.array(z.object({ id, name: z.string(), put: amount, value: amount, isWaiting: z.boolean() })),
  total: amount,
  pendingDeposits: z.number().int(),
  pendingWithdrawals: z.number().int(),
});
export type Wallet = z.infer<typeof wallet>;
/** An own bot that holds money. */
export type OwnHolding = Wallet['ownBots'][number];

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
  /** Change of what the bots hold, by a start, a stop or a manual return; the order of an own bot's start counts, and its execution moves nothing. */
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

export const transfer = transaction.extend({
  /** The own bot behind it; null for everything else, and once the bot is deleted. */
  ownBotId: id.nullable(),
  entries: z.array(transferEntry),
});
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

export const deposit = z.object({
  ...requestFields,
  depositAddress: z.string(),
  /** Credited by the rule of the installation, with nobody's decision. */
  granted: z.boolean(),
});
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

const bookingFilter = {
  kind: z.enum(TRANSFER_KINDS).optional(),
  referenceId: id.optional(),
  /** Part of what is shown of a booking: its title, its description or its reference; whatever its case. */
  search: freeText(100).optional(),
  /** Days in Berlin, both included. */
  firstDay: day.optional(),
  lastDay: day.optional(),
  /** The period of a sum, to the millisecond: booked after this moment, and at that one at the latest. */
  after: z.iso.datetime().refine(inCalendar).optional(),
  until: z.iso.datetime().refine(inCalendar).optional(),
};

export const walletContract = {
  getWallet: query('GET /wallet', {
    summary: 'Guthaben, Reserviertes, in Bots Angelegtes, Summe',
    access: 'signed-in',
    output: wallet,
  }),
  listTransactions: query('GET /wallet/transactions', {
    summary: 'Eigene Buchungen, neueste zuerst',
    access: 'signed-in',
    input: page.extend(bookingFilter),
    output: paged(transaction),
  }),
  getTransactionSum: query('GET /wallet/transactions/sum', {
    summary: 'Was die eigenen Buchungen eines Filters zusammen bewegt haben, auf allen Seiten',
    access: 'signed-in',
    input: z.strictObject(bookingFilter),
    output: balances,
  }),
  getStatement: query('GET /wallet/statements/{month}', {
    summary: 'Kontoauszug eines Monats: Anfangssaldo, jede Buchung in ihrer Reihenfolge, Endsaldo',
    access: 'signed-in',
    input: z.strictObject({ month: statementMonth }),
    output: statement,
  }),
  getTransfer: query('GET /wallet/transfers/{id}', {
    summary: 'Eine Buchung mit allen Zeilen',
    access: 'signed-in',
    errors: ['TRANSFER_NOT_FOUND'],
    input: byId,
    output: transfer,
  }),
  getCryptoAddress: query('GET /wallet/crypto-address', {
    summary: 'Spielgeld-Adresse für Einzahlungen',
    access: 'signed-in',
    input: z.strictObject({ currency: z.enum(CRYPTO_CURRENCIES) }),
    output: z.object({ currency: z.enum(CRYPTO_CURRENCIES), address: z.string(), ownAddress: z.string() }),
  }),
  listDeposits: query('GET /deposits', {
    summary: 'Eigene Einzahlungen, neueste zuerst',
    access: 'signed-in',
    input: requestListInput,
    output: paged(deposit),
  }),
  getDeposit: query('GET /deposits/{id}', {
    summary: 'Eine Einzahlung',
    access: 'signed-in',
    errors: ['DEPOSIT_NOT_FOUND'],
    input: byId,
    output: deposit,
  }),
  requestDeposit: command('POST /deposits', {
    summary: 'Einzahlung ankündigen',
    access: 'signed-in',
    key: 'once',
    touches: ['deposits', 'wallet'],
    status: 201,
    errors: ['AMOUNT_BELOW_MINIMUM', 'AMOUNT_ABOVE_MAXIMUM', 'TOO_MANY_OPEN_REQUESTS', 'ACCOUNT_CLOSED'],
    input: z.strictObject({ amountUsd: requestedAmount, cryptoCurrency: z.enum(CRYPTO_CURRENCIES) }),
    output: deposit,
  }),
  cancelDeposit: command('POST /deposits/{id}/cancel', {
    summary: 'Stornieren, solange geprüft wird',
    access: 'signed-in',
    key: 'once',
    touches: ['deposits', 'wallet'],
    errors: ['DEPOSIT_NOT_FOUND', 'ALREADY_DECIDED'],
    input: byId,
    output: deposit,
  }),
  listWithdrawals: query('GET /withdrawals', {
    summary: 'Eigene Auszahlungen, neueste zuerst',
    access: 'signed-in',
    input: requestListInput,
    output: paged(withdrawal),
  }),
  getWithdrawal: query('GET /withdrawals/{id}', {
    summary: 'Eine Auszahlung',
    access: 'signed-in',
    errors: ['WITHDRAWAL_NOT_FOUND'],
    input: byId,
    output: withdrawal,
  }),
  requestWithdrawal: command('POST /withdrawals', {
    summary: 'Beantragen und reservieren',
    access: 'signed-in',
    key: 'once',
    touches: ['withdrawals', 'wallet'],
    status: 201,
    errors: [
      'AMOUNT_BELOW_MINIMUM',
      'AMOUNT_ABOVE_MAXIMUM',
      'TOO_MANY_OPEN_REQUESTS',
      'ACCOUNT_CLOSED',
      'INSUFFICIENT_BALANCE',
      'REAL_NETWORK_ADDRESS',
      'NOT_A_PLAY_MONEY_ADDRESS',
      'ADDRESS_OF_OTHER_CURRENCY',
    ],
    input: z.strictObject({
      amountUsd: requestedAmount,
      cryptoCurrency: z.enum(CRYPTO_CURRENCIES),
      withdrawalAddress: freeText(128).min(1),
    }),
    output: withdrawal,
  }),
  cancelWithdrawal: command('POST /withdrawals/{id}/cancel', {
    summary: 'Stornieren, solange geprüft wird',
    access: 'signed-in',
    key: 'once',
    touches: ['withdrawals', 'wallet'],
    errors: ['WITHDRAWAL_NOT_FOUND', 'ALREADY_DECIDED'],
    input: byId,
    output: withdrawal,
  }),
};

export const rejectionReason = freeText(LIMITS.rejectionReasonLength);
