import { z } from 'zod';
import { adminAudit } from './admin-audit.ts';
import { correctionInput, manualReturnInput, manualReturnsInput } from './admin-bookings.ts';
import { adminBots } from './admin-bots.ts';
import { adminCustomers } from './admin-customers.ts';
import { adminFacts } from './admin-facts.ts';
import { adminFourEyes } from './admin-four-eyes.ts';
import { adminOwnBots } from './admin-own-bots.ts';
import { adminQueue } from './admin-queue.ts';
import { adminReconciliation } from './admin-reconciliation.ts';
import { adminSystem } from './admin-system.ts';
import { BOT_TYPES } from './catalogue.ts';
import { CORRECTION_DIRECTIONS } from './kinds.ts';
import { operationsOf } from './operation.ts';
import { amount, byId, freeText, id, page, paged, series, timestamp } from './shapes.ts';
import { deposit, rejectionReason, withdrawal } from './wallet.ts';

const { command, query, task } = operationsOf('admin');

const customer = { userId: id, email: z.string() };

export const adminOverview = z.object({
  totalUsers: z.number().int(),
  newUsersToday: z.number().int(),
  pendingDeposits: z.number().int(),
  pendingDepositsAmount: amount,
  /** Since when the one that waits longest waits; null when nothing waits. */
  oldestDepositAt: timestamp.nullable(),
  activeBots: z.number().int(),
  activeBotsAmount: amount,
  pendingWithdrawals: z.number().int(),
  pendingWithdrawalsAmount: amount,
  oldestWithdrawalAt: timestamp.nullable(),
  /** What all wallets hold together, reserved amounts included. */
  walletsTotal: amount,
});
export type AdminOverview = z.infer<typeof adminOverview>;

/** A user as admins see them: the specification's `user_profiles`. */
export const userProfile = z.object({
  ...customer,
  role: z.enum(['user', 'admin']),
  createdAt: timestamp,
});
export type UserProfile = z.infer<typeof userProfile>;

export const customerBalance = z.object({
  ...customer,
  /** Total in the wallet, what of it is reserved for pending withdrawals, and what is not. */
  total: amount,
  reserved: amount,
  available: amount,
});
export type CustomerBalance = z.infer<typeof customerBalance>;

export const walletCorrection = customerBalance.extend({
  direction: z.enum(CORRECTION_DIRECTIONS),
  amountUsd: amount,
  /** The ledger transfer that booked it. */
  transferId: id,
  /** `K-1001` */
  reference: z.string(),
});
export type WalletCorrection = z.infer<typeof walletCorrection>;

/** A running investment with its owner; `units` let a page value it at every tick. */
export const activeInvestment = z.object({
  ...customer,
  id,
  reference: z.string(),
  botType: z.enum(BOT_TYPES),
  series,
  startedAt: timestamp,
  usdInitialAmount: amount,
  usdCurrentAmount: amount,
  units: z.string(),
});
export type ActiveInvestment = z.infer<typeof activeInvestment>;

export const manualReturn = z.object({
  investmentId: id,
  reference: z.string(),
  botType: z.enum(BOT_TYPES),
  /** A fraction: 0.005 is 0.5 %. */
  dailyReturnRate: z.number(),
  amountBefore: amount,
  amountAfter: amount,
  profitLoss: amount,
  transferId: id,
});
export type ManualReturn = z.infer<typeof manualReturn>;

/** What came of one row of a selection: the return, or the error as the single operation would have answered. */
export const manualReturnOutcome = z.union([
  z.object({ investmentId: id, ok: z.literal(true), result: manualReturn }),
  z.object({ investmentId: id, ok: z.literal(false), code: z.string(), data: z.unknown() }),
]);
export type ManualReturnOutcome = z.infer<typeof manualReturnOutcome>;

/** Part of an e-mail address, the beginning of any id, or a reference (`E-1688`, `A-2041`, `B-3309`). */
const searched = freeText(200);

const rejection = z.strictObject({ id, reason: rejectionReason.optional() });

export const admin = {
  ...adminQueue,
  ...adminFourEyes,
  ...adminAudit,
  ...adminCustomers,
  ...adminFacts,
  ...adminReconciliation,
  ...adminSystem,
  ...adminBots,
  ...adminOwnBots,
  getOverview: query('GET /admin/overview', {
    summary: 'Die Kennzahlen der Verwaltung',
    access: 'admin',
    output: adminOverview,
  }),
  approveDeposit: command('POST /admin/deposits/{id}/approve', {
    summary: 'Einzahlung gutschreiben',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    errors: ['ALREADY_DECIDED', 'OWN_REQUEST', 'REQUEST_CLAIMED', 'DEPOSIT_NOT_FOUND'],
    input: byId,
    output: deposit,
  }),
  rejectDeposit: command('POST /admin/deposits/{id}/reject', {
    summary: 'Mit Grund ablehnen',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    errors: ['ALREADY_DECIDED', 'OWN_REQUEST', 'REQUEST_CLAIMED', 'DEPOSIT_NOT_FOUND'],
    input: rejection,
    output: deposit,
  }),
  approveWithdrawal: command('POST /admin/withdrawals/{id}/approve', {
    summary: 'Den reservierten Betrag auszahlen',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    errors: [
      'ALREADY_DECIDED',
      'OWN_REQUEST',
      'REQUEST_CLAIMED',
      'WITHDRAWAL_NOT_FOUND',
      'WITHDRAWAL_HELD',
      'CUSTOMER_LOCKED',
      'INSUFFICIENT_WALLET_BALANCE',
      'SECOND_ADMIN_REQUIRED',
    ],
    input: byId,
    output: withdrawal,
  }),
  rejectWithdrawal: command('POST /admin/withdrawals/{id}/reject', {
    summary: 'Mit Grund ablehnen und die Reservierung aufheben',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    errors: ['ALREADY_DECIDED', 'OWN_REQUEST', 'REQUEST_CLAIMED', 'WITHDRAWAL_NOT_FOUND'],
    input: rejection,
    output: withdrawal,
  }),
  listUsers: query('GET /admin/users', {
    summary: 'Alle Benutzer, neueste zuerst',
    access: 'admin',
    input: page,
    output: paged(userProfile),
  }),
  getCustomerBalance: query('GET /admin/customers/{id}/balance', {
    summary: 'Was ein Kunde im Wallet hat',
    access: 'admin',
    errors: ['USER_NOT_FOUND'],
    input: byId,
    output: customerBalance,
  }),
  correctWallet: command('POST /admin/wallet-corrections', {
    summary: 'Wallet gutschreiben oder belasten, mit einem Grund, den der Kunde liest',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    status: 201,
    errors: [
      'OWN_ACCOUNT',
      'WALLET_CORRECTION_INCOMPLETE',
      'USER_NOT_FOUND',
      'BALANCE_NEGATIVE',
      'AMOUNT_ABOVE_MAXIMUM',
      'SECOND_ADMIN_REQUIRED',
    ],
    input: correctionInput,
    output: walletCorrection,
  }),
  listActiveInvestments: query('GET /admin/bot-investments', {
    summary: 'Laufende Anlagen mit ihren Inhabern, neueste zuerst',
    access: 'admin',
    input: page.extend({ botType: z.enum(BOT_TYPES).optional(), query: searched.optional() }),
    output: paged(activeInvestment),
  }),
  applyReturn: command('POST /admin/bot-investments/{investmentId}/return', {
    summary: 'Manuelle Rendite auf eine Anlage buchen',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    status: 201,
    errors: [
      'OWN_ACCOUNT',
      'INVESTMENT_NOT_FOUND',
      'INVESTMENT_STOPPED',
      'RETURN_WITHOUT_EFFECT',
      'AMOUNT_ABOVE_MAXIMUM',
      'PRICES_STALE',
      'SECOND_ADMIN_REQUIRED',
    ],
    input: manualReturnInput,
    output: manualReturn,
  }),
  applyReturns: task('POST /admin/bot-investments/returns', {
    summary: 'Manuelle Rendite auf jede Anlage einer Auswahl buchen, ein Ergebnis je Zeile',
    access: 'admin',
    fresh: 'money',
    key: 'each-row',
    errors: ['SECOND_ADMIN_REQUIRED'],
    input: manualReturnsInput,
    output: z.object({ items: z.array(manualReturnOutcome) }),
  }),
};
