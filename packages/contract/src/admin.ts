import { oc } from '@orpc/contract';
import { z } from 'zod';
import { BOT_TYPES, LIMITS } from './catalogue.ts';
import { declare } from './errors.ts';
import { returnPercent } from './manual-returns.ts';
import { amount, byId, freeText, id, page, paged, timestamp } from './shapes.ts';
import { deposit, rejectionReason, withdrawal } from './wallet.ts';

const customer = { userId: id, email: z.string() };

export const pendingDeposit = deposit.extend(customer);
export type PendingDeposit = z.infer<typeof pendingDeposit>;

/** `walletAfter` is the customer's total once it is approved; the reserved amount always covers it. */
export const pendingWithdrawal = withdrawal.extend({ ...customer, walletAfter: amount });
export type PendingWithdrawal = z.infer<typeof pendingWithdrawal>;

export const adminOverview = z.object({
  totalUsers: z.number().int(),
  newUsersToday: z.number().int(),
  pendingDeposits: z.number().int(),
  pendingDepositsAmount: amount,
  activeBots: z.number().int(),
  activeBotsAmount: amount,
  pendingWithdrawals: z.number().int(),
  pendingWithdrawalsAmount: amount,
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

export const CORRECTION_DIRECTIONS = ['credit', 'debit'] as const;
export type CorrectionDirection = (typeof CORRECTION_DIRECTIONS)[number];

export const walletCorrection = customerBalance.extend({
  direction: z.enum(CORRECTION_DIRECTIONS),
  amountUsd: amount,
  /** The ledger transfer that booked it. */
  transferId: id,
});
export type WalletCorrection = z.infer<typeof walletCorrection>;

/** A running investment with its owner; `units` let a page value it at every tick. */
export const activeInvestment = z.object({
  ...customer,
  id,
  reference: z.string(),
  botType: z.enum(BOT_TYPES),
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

const { bookingReason } = LIMITS;
const reason = freeText(bookingReason.maxLength).min(bookingReason.minLength);
/** Empty, or a decimal with at most two places: whether it is a positive amount is the operation's own question. */
const correctedAmount = z
  .string()
  .trim()
  .regex(/^(-?\d{1,12}(\.\d{1,2})?)?$/, 'a decimal string with at most two decimals');
/** Part of an e-mail address, the beginning of any id, or a reference (`E-1688`, `A-2041`, `B-3309`). */
const searched = freeText(200);

const queue = page.extend({ order: z.enum(['newest', 'oldest']).default('newest') });
const forAdmins = ['UNAUTHENTICATED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const;
/** Whoever moves money of others has proved lately who they are. */
const forAdminMoney = [...forAdmins, 'REAUTHENTICATION_REQUIRED'] as const;
const moneyCommands = [
  ...forAdminMoney,
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
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
  'ALREADY_DECIDED',
  'OWN_REQUEST',
] as const;
const rejection = z.strictObject({ id, reason: rejectionReason.optional() });

export const admin = {
  getOverview: oc
    .route({
      method: 'GET',
      path: '/admin/overview',
      tags: ['admin'],
      summary: 'Die Kennzahlen der Verwaltung',
    })
    .errors(declare(...forAdmins))
    .output(adminOverview),
  listPendingDeposits: oc
    .route({
      method: 'GET',
      path: '/admin/deposits',
      tags: ['admin'],
      summary: 'Einzahlungen in Prüfung mit ihren Kunden',
    })
    .errors(declare(...forAdmins))
    .input(queue)
    .output(paged(pendingDeposit)),
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
  listPendingWithdrawals: oc
    .route({
      method: 'GET',
      path: '/admin/withdrawals',
      tags: ['admin'],
      summary: 'Auszahlungen in Prüfung mit ihren Kunden',
    })
    .errors(declare(...forAdmins))
    .input(queue)
    .output(paged(pendingWithdrawal)),
  approveWithdrawal: oc
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/approve',
      tags: ['admin'],
      summary: 'Den reservierten Betrag auszahlen',
    })
    .errors(declare(...decisions, 'WITHDRAWAL_NOT_FOUND', 'INSUFFICIENT_WALLET_BALANCE'))
    .input(byId)
    .output(withdrawal),
  rejectWithdrawal: oc
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/reject',
      tags: ['admin'],
      summary: 'Mit Grund ablehnen und die Reserve freigeben',
    })
    .errors(declare(...decisions, 'WITHDRAWAL_NOT_FOUND'))
    .input(rejection)
    .output(withdrawal),
  listUsers: oc
    .route({ method: 'GET', path: '/admin/users', tags: ['admin'], summary: 'Alle Benutzer, neueste zuerst' })
    .errors(declare(...forAdmins))
    .input(page)
    .output(paged(userProfile)),
  findCustomers: oc
    .route({
      method: 'GET',
      path: '/admin/customers',
      tags: ['admin'],
      summary: 'Benutzer nach einem Teil der E-Mail-Adresse, dem Anfang einer Kennung oder einer Referenz',
    })
    .errors(declare(...forAdmins))
    .input(page.extend({ query: searched.min(2) }))
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
      ),
    )
    .input(
      z.strictObject({
        email: freeText(254).default(''),
        direction: z.enum(CORRECTION_DIRECTIONS),
        amountUsd: correctedAmount.default(''),
        reason,
      }),
    )
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
    .errors(declare(...returns))
    .input(z.strictObject({ investmentId: id, percent: returnPercent, reason }))
    .output(manualReturn),
  applyReturns: oc
    .route({
      method: 'POST',
      path: '/admin/bot-investments/returns',
      tags: ['admin'],
      summary: 'Manuelle Rendite auf jede Anlage einer Auswahl buchen, ein Ergebnis je Zeile',
    })
    .errors(declare(...forAdminMoney, 'IDEMPOTENCY_KEY_REQUIRED'))
    .input(
      z.strictObject({
        investmentIds: z
          .array(id)
          .min(1)
          .max(LIMITS.manualReturnsAtOnce)
          .refine((ids) => new Set(ids).size === ids.length, 'each investment once'),
        percent: returnPercent,
        reason,
      }),
    )
    .output(z.object({ items: z.array(manualReturnOutcome) })),
};
