import { oc } from '@orpc/contract';
import { z } from 'zod';
import { adminAudit } from './admin-audit.ts';
import { correctionInput, manualReturnInput, manualReturnsInput } from './admin-bookings.ts';
import { adminBots } from './admin-bots.ts';
import { adminCustomers } from './admin-customers.ts';
import { forAdminMoney, forAdmins } from './admin-errors.ts';
import { adminFacts } from './admin-facts.ts';
import { adminFourEyes } from './admin-four-eyes.ts';
import { adminQueue } from './admin-queue.ts';
import { adminReconciliation } from './admin-reconciliation.ts';
import { adminSystem } from './admin-system.ts';
import { BOT_TYPES } from './catalogue.ts';
import { declare } from './errors.ts';
import { CORRECTION_DIRECTIONS } from './kinds.ts';
import { amount, byId, freeText, id, page, paged, series, timestamp } from './shapes.ts';
import { deposit, rejectionReason, withdrawal } from './wallet.ts';

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

const moneyCommands = [
  ...forAdminMoney,
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'ACCOUNT_CLOSED',
  'OWN_ACCOUNT',
] as const;
const returns = [
  ...moneyCommands,
  'INVESTMENT_NOT_FOUND',
  'INVESTMENT_STOPPED',
  'RETURN_WITHOUT_EFFECT',
  'AMOUNT_ABOVE_MAXIMUM',
  'PRICES_STALE',
] as const;
const decisions = [
  ...forAdminMoney,
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'ACCOUNT_CLOSED',
  'ALREADY_DECIDED',
  'OWN_REQUEST',
  'REQUEST_CLAIMED',
] as const;
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
  getOverview: oc
    .route({
      method: 'GET',
      path: '/admin/overview',
      tags: ['admin'],
      summary: 'Die Kennzahlen der Verwaltung',
    })
    .errors(declare(...forAdmins))
    .output(adminOverview),
  approveDeposit: oc
    .route({
      method: 'POST',
      path: '/admin/deposits/{id}/approve',
      tags: ['admin'],
      summary: 'Einzahlung gutschreiben',
    })
    .errors(declare(...decisions, 'DEPOSIT_NOT_FOUND'))
    .input(byId)
    .output(deposit),
  rejectDeposit: oc
    .route({
      method: 'POST',
      path: '/admin/deposits/{id}/reject',
      tags: ['admin'],
      summary: 'Mit Grund ablehnen',
    })
    .errors(declare(...decisions, 'DEPOSIT_NOT_FOUND'))
    .input(rejection)
    .output(deposit),
  approveWithdrawal: oc
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/approve',
      tags: ['admin'],
      summary: 'Den reservierten Betrag auszahlen',
    })
    .errors(
      declare(
        ...decisions,
        'WITHDRAWAL_NOT_FOUND',
        'WITHDRAWAL_HELD',
        'CUSTOMER_LOCKED',
        'INSUFFICIENT_WALLET_BALANCE',
        'SECOND_ADMIN_REQUIRED',
      ),
    )
    .input(byId)
    .output(withdrawal),
  rejectWithdrawal: oc
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/reject',
      tags: ['admin'],
      summary: 'Mit Grund ablehnen und die Reservierung aufheben',
    })
    .errors(declare(...decisions, 'WITHDRAWAL_NOT_FOUND'))
    .input(rejection)
    .output(withdrawal),
  listUsers: oc
    .route({ method: 'GET', path: '/admin/users', tags: ['admin'], summary: 'Alle Benutzer, neueste zuerst' })
    .errors(declare(...forAdmins))
    .input(page)
    .output(paged(userProfile)),
  getCustomerBalance: oc
    .route({
      method: 'GET',
      path: '/admin/customers/{id}/balance',
      tags: ['admin'],
      summary: 'Was ein Kunde im Wallet hat',
    })
    .errors(declare(...forAdmins, 'USER_NOT_FOUND'))
    .input(byId)
    .output(customerBalance),
  correctWallet: oc
    .route({
      method: 'POST',
      path: '/admin/wallet-corrections',
      tags: ['admin'],
      summary: 'Wallet gutschreiben oder belasten, mit einem Grund, den der Kunde liest',
      successStatus: 201,
    })
    .errors(
      declare(
        ...moneyCommands,
        'WALLET_CORRECTION_INCOMPLETE',
        'USER_NOT_FOUND',
        'BALANCE_NEGATIVE',
        'AMOUNT_ABOVE_MAXIMUM',
        'SECOND_ADMIN_REQUIRED',
      ),
    )
    .input(correctionInput)
    .output(walletCorrection),
  listActiveInvestments: oc
    .route({
      method: 'GET',
      path: '/admin/bot-investments',
      tags: ['admin'],
      summary: 'Laufende Anlagen mit ihren Inhabern, neueste zuerst',
    })
    .errors(declare(...forAdmins))
    .input(page.extend({ botType: z.enum(BOT_TYPES).optional(), query: searched.optional() }))
    .output(paged(activeInvestment)),
  applyReturn: oc
    .route({
      method: 'POST',
      path: '/admin/bot-investments/{investmentId}/return',
      tags: ['admin'],
      summary: 'Manuelle Rendite auf eine Anlage buchen',
      successStatus: 201,
    })
    .errors(declare(...returns, 'SECOND_ADMIN_REQUIRED'))
    .input(manualReturnInput)
    .output(manualReturn),
  applyReturns: oc
    .route({
      method: 'POST',
      path: '/admin/bot-investments/returns',
      tags: ['admin'],
      summary: 'Manuelle Rendite auf jede Anlage einer Auswahl buchen, ein Ergebnis je Zeile',
    })
    .errors(declare(...forAdminMoney, 'IDEMPOTENCY_KEY_REQUIRED', 'SECOND_ADMIN_REQUIRED'))
    .input(manualReturnsInput)
    .output(z.object({ items: z.array(manualReturnOutcome) })),
};
