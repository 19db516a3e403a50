import { z } from 'zod';
import { bookingReason } from './admin-bookings.ts';
import { CRYPTO_CURRENCIES, LIMITS } from './catalogue.ts';
import { REQUEST_KINDS } from './kinds.ts';
import { operationsOf } from './operation.ts';
import { amount, byId, day, freeText, id, page, paged, requestedAmount, timestamp } from './shapes.ts';
import { REQUEST_STATUSES } from './states.ts';
import { deposit, rejectionReason, withdrawal } from './wallet.ts';

const { command, query, task } = operationsOf('admin');

/** Who works on a request, so that two admins do not decide on it at once. It ends by itself. */
export const requestClaim = z.object({
  userId: id,
  /** The name, or the address of whoever has none. */
  name: z.string(),
  since: timestamp,
  until: timestamp,
});
export type RequestClaim = z.infer<typeof requestClaim>;

const inQueue = {
  userId: id,
  email: z.string(),
  /** The customer is kept out by an admin. */
  isLocked: z.boolean(),
  /** The admin who asks could not book it alone now, with what they have moved within 24 hours. */
  needsSecond: z.boolean(),
  claim: requestClaim.nullable(),
};

/** What became of a request, see `ALREADY_DECIDED`. `by` is a colleague. */
const requestDecision = z.object({
  status: z.string(),
  at: timestamp.optional(),
  by: z.string().optional(),
});
export type RequestDecision = z.infer<typeof requestDecision>;

/** `walletAfter` is the customer's total once it is approved, whatever else is pending. */
export const pendingDeposit = deposit.extend({ ...inQueue, walletAfter: amount });
export type PendingDeposit = z.infer<typeof pendingDeposit>;

/** `walletAfter` is the customer's total once it is approved; the reserved amount always covers it. */
export const pendingWithdrawal = withdrawal.extend({ ...inQueue, walletAfter: amount });
export type PendingWithdrawal = z.infer<typeof pendingWithdrawal>;

const queueInput = page.extend({
  order: z.enum(['newest', 'oldest']).default('newest'),
  currency: z.enum(CRYPTO_CURRENCIES).optional(),
  /** Both ends included. */
  amountFrom: requestedAmount.optional(),
  amountTo: requestedAmount.optional(),
  /** Waiting for at least this long. */
  waitingHours: z.coerce.number().int().min(1).max(8_760).optional(),
  /** Part of an e-mail address, the beginning of an id, or a reference (`E-1688`, `A-2041`). */
  query: freeText(200).optional(),
});

/** A deposit or a withdrawal, whatever became of it. */
export const requestRecord = deposit.omit({ depositAddress: true }).extend({
  kind: z.enum(REQUEST_KINDS),
  userId: id,
  email: z.string(),
  /** The admin; null while it waits, when its owner took it back, and for what was granted by itself. */
  decidedBy: z.object({ userId: id, email: z.string() }).nullable(),
});
export type RequestRecord = z.infer<typeof requestRecord>;

const recordFilter = z.strictObject({
  kind: z.enum(REQUEST_KINDS).optional(),
  status: z.enum(REQUEST_STATUSES).optional(),
  /** An admin by id, or what the installation granted by itself. */
  decidedBy: z.union([z.literal('platform'), id]).optional(),
  /** Days in Berlin on which it was asked for, both included. */
  firstDay: day.optional(),
  lastDay: day.optional(),
  /** Both ends included. */
  amountFrom: requestedAmount.optional(),
  amountTo: requestedAmount.optional(),
  /** As in the queue. */
  query: freeText(200).optional(),
});
export type RequestRecordFilter = z.infer<typeof recordFilter>;

/** `totalAmount` is that of everything the filter finds, on other pages too. */
const queueOf = <T extends z.ZodType>(item: T) => paged(item).extend({ totalAmount: amount });

const decided = <T extends z.ZodType>(result: T) =>
  z.object({
    items: z.array(
      z.union([
        z.object({ id, ok: z.literal(true), result }),
        z.object({ id, ok: z.literal(false), code: z.string(), data: z.unknown() }),
      ]),
    ),
  });
/** What came of one row of a selection: the decision, or the error as the single operation would have answered. */
export type DecisionOutcome = { id: string } & ({ ok: true } | { ok: false; code: string; data: unknown });

const selection = z.strictObject({
  ids: z
    .array(id)
    .min(1)
    .max(LIMITS.decisionsAtOnce)
    .refine((ids) => new Set(ids).size === ids.length, 'each request once'),
  decision: z.enum(['approve', 'reject']),
  /** For rejections. */
  reason: rejectionReason.optional(),
});

/** The queue of requests: what waits, who works on it, and decisions on many at once. */
export const adminQueue = {
  listPendingDeposits: query('GET /admin/deposits', {
    summary: 'Einzahlungen in Prüfung mit ihren Kunden',
    access: 'admin',
    input: queueInput,
    output: queueOf(pendingDeposit),
  }),
  listPendingWithdrawals: query('GET /admin/withdrawals', {
    summary: 'Auszahlungen in Prüfung mit ihren Kunden',
    access: 'admin',
    input: queueInput,
    output: queueOf(pendingWithdrawal),
  }),
  listRequests: query('GET /admin/requests', {
    summary: 'Alle Anträge, auch entschiedene, neueste zuerst, und wer je über welche entschieden hat',
    access: 'admin',
    input: page.extend(recordFilter.shape),
    output: paged(requestRecord).extend({ deciders: z.array(z.object({ userId: id, email: z.string() })) }),
  }),
  decideDeposits: task('POST /admin/deposits/decide', {
    summary: 'Über jede Einzahlung einer Auswahl entscheiden, ein Ergebnis je Zeile',
    access: 'admin',
    fresh: 'money',
    key: 'each-row',
    input: selection,
    output: decided(deposit),
  }),
  decideWithdrawals: task('POST /admin/withdrawals/decide', {
    summary: 'Über jede Auszahlung einer Auswahl entscheiden, ein Ergebnis je Zeile',
    access: 'admin',
    fresh: 'money',
    key: 'each-row',
    input: selection,
    output: decided(withdrawal),
  }),
  endHold: command('POST /admin/withdrawals/{id}/end-hold', {
    summary: 'Eine angehaltene Auszahlung wieder entscheiden lassen, mit Grund',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    errors: ['WITHDRAWAL_NOT_FOUND', 'OWN_REQUEST', 'ALREADY_DECIDED', 'WITHDRAWAL_NOT_HELD'],
    input: z.strictObject({ id, reason: bookingReason }),
    output: withdrawal,
  }),
  claimRequest: command('POST /admin/requests/{id}/claim', {
    summary:
      'Einen Antrag für einige Minuten in Bearbeitung nehmen, oder erfahren, wer das schon getan oder darüber entschieden hat',
    access: 'admin',
    errors: ['DEPOSIT_NOT_FOUND', 'WITHDRAWAL_NOT_FOUND', 'OWN_REQUEST'],
    input: z.strictObject({
      id,
      kind: z.enum(REQUEST_KINDS),
      /** Also when somebody else works on it. */
      takeOver: z.boolean().default(false),
    }),
    /** An open page asks also when the request has just been decided: that is an answer and no fault. */
    output: z.object({ claim: requestClaim.nullable(), decision: requestDecision.nullable() }),
  }),
  releaseRequest: command('POST /admin/requests/{id}/release', {
    summary: 'Die eigene Bearbeitung eines Antrags beenden',
    access: 'admin',
    input: byId,
    output: z.object({ released: z.boolean() }),
  }),
};
