import { z } from 'zod';
import { bookingReason, correctionInput, manualReturnInput, manualReturnsInput } from './admin-bookings.ts';
import { pauseInput } from './admin-bots.ts';
import { BOT_TYPES, LIMITS } from './catalogue.ts';
import { ADMIN_FIELDS, APPROVAL_KINDS, FOUR_EYES_QUESTIONS, THRESHOLDS } from './kinds.ts';
import { FOUR_EYES } from './limits.ts';
import { operationsOf } from './operation.ts';
import { amount, byId, freeText, id, page, paged, requestedAmount, timestamp } from './shapes.ts';
import { APPROVAL_STATUSES } from './states.ts';

const { command, query } = operationsOf('admin');

/** A return books fractions of cents. */
const bookedAmount = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, 'a decimal string with at most six decimals');
const thresholdOf = z.enum(THRESHOLDS);
/** Null switches it off. */
const threshold = z.strictObject({
  of: thresholdOf.default('bookings'),
  thresholdUsd: requestedAmount.nullable(),
  reason: bookingReason,
});

/** What one admin writes to another. Customers do not read it. */
const note = freeText(FOUR_EYES.noteLength).min(FOUR_EYES.noteMinLength);

const payout = z.strictObject({
  id,
  /** The account is locked, and is to be paid all the same. */
  overridesLock: z.boolean().default(false),
});

/**
 * What can be asked of a second admin: the operations themselves, with their own inputs, and what the second one should know.
 * The reason of a new threshold is for the team alone already.
 */
export const approvalRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deposit'), input: byId, note }),
  z.strictObject({ kind: z.literal('withdrawal'), input: payout, note }),
  z.strictObject({ kind: z.literal('correction'), input: correctionInput, note }),
  z.strictObject({ kind: z.literal('manual_return'), input: manualReturnInput, note }),
  z.strictObject({ kind: z.literal('manual_returns'), input: manualReturnsInput, note }),
  z.strictObject({ kind: z.literal('bot_pause'), input: pauseInput, note }),
  z.strictObject({ kind: z.literal('threshold'), input: threshold }),
]);
export type ApprovalRequest = z.infer<typeof approvalRequest>;
/** As it is sent. */
export type ApprovalRequestInput = z.input<typeof approvalRequest>;

const person = z.object({ userId: id, email: z.string() });

const approvalLine = z.object({
  /** The deposit or withdrawal, the customer, or the investment. */
  subjectId: id,
  /** `A-2041`, `B-3309`, of a correction that was booked `K-1001`; null before. */
  reference: z.string().nullable(),
  userId: id,
  email: z.string(),
  /** Of the wallet, or of the investment. */
  before: amount,
  after: amount,
});

const thresholdChange = z.object({ of: thresholdOf, before: amount.nullable(), after: amount.nullable() });
const failure = z.object({ code: z.string(), data: z.unknown() });

export const approval = z.object({
  id,
  /** For people: `F-104`. */
  reference: z.string(),
  kind: z.enum(APPROVAL_KINDS),
  status: z.enum(APPROVAL_STATUSES),
  /** What decides whether a second admin is needed, for a pause what customers have in the bot; null for a change of the threshold. */
  amountUsd: amount.nullable(),
  /** Of a pause, and then without lines: nothing is booked. */
  botType: z.enum(BOT_TYPES).nullable(),
  /** A percentage of manual returns, as it was asked for: `"-2.5"`. */
  percent: z.string().nullable(),
  /** As it was when it was asked for; once it is approved, as it was booked. */
  lines: z.array(approvalLine),
  threshold: thresholdChange.nullable(),
  reason: z.string().nullable(),
  /** What who asked for it wrote to the second admin. */
  requestNote: z.string().nullable(),
  /** Of a withdrawal: the account was locked, and it is to be paid out all the same. */
  overridesLock: z.boolean(),
  requestedBy: person,
  requestedAt: timestamp,
  expiresAt: timestamp,
  decidedBy: person.nullable(),
  decidedAt: timestamp.nullable(),
  /** What who decided wrote to them. */
  note: z.string().nullable(),
  /** Why it failed, as the operation would have answered. */
  failure: failure.nullable(),
});
export type Approval = z.infer<typeof approval>;
export type ApprovalLine = z.infer<typeof approvalLine>;

/** With what it would do at this moment, or why who looks at it cannot approve it. */
export const approvalDetail = approval.extend({
  now: z.union([
    z.object({
      ok: z.literal(true),
      amountUsd: amount.nullable(),
      lines: z.array(approvalLine),
      threshold: thresholdChange.nullable(),
    }),
    failure.extend({ ok: z.literal(false) }),
  ]),
});
export type ApprovalDetail = z.infer<typeof approvalDetail>;

/** Why one admin is enough: no threshold is set, or nobody else could second. */
const FOUR_EYES_OFF_REASONS = ['no_threshold', 'single_admin'] as const;
export type FourEyesOffReason = (typeof FOUR_EYES_OFF_REASONS)[number];

export const fourEyes = z.object({
  active: z.boolean(),
  whyOff: z.enum(FOUR_EYES_OFF_REASONS).nullable(),
  /** Whether somebody else may second who asks, so that a threshold is in force for them as soon as it is set. */
  hasSecond: z.boolean(),
  /** From this amount on a second admin is needed; null is off. */
  thresholdUsd: amount.nullable(),
  /** The same for deposits that are credited; null is off. In force once `hasSecond`. */
  depositThresholdUsd: amount.nullable(),
  changedAt: timestamp,
  /** Null for the value of the environment. */
  changedBy: person.nullable(),
  /** Every admin, whether they could act now, and whether they are admin or unlocked too shortly to approve. */
  admins: z.array(
    person.extend({
      adminField: z.enum(ADMIN_FIELDS),
      canAct: z.boolean(),
      tooNew: z.boolean(),
    }),
  ),
  /** Requests that wait, and those among them that who asks could approve. */
  pending: z.number().int(),
  pendingForMe: z.number().int(),
});
export type FourEyes = z.infer<typeof fourEyes>;

/** What a booking or pause of whoever asks would come to, with what they moved alone within 24 hours. */
export const fourEyesCheck = z.object({
  /** Null where one admin is enough for every amount. */
  thresholdUsd: amount.nullable(),
  movedUsd: amount,
  /** With all the amounts that were asked about. */
  togetherUsd: amount,
  /** Of each amount whether it needs a second admin; those before it that need none count with it. */
  needsSecond: z.array(z.boolean()),
});
export type FourEyesCheck = z.infer<typeof fourEyesCheck>;

/** Four eyes: what one admin asks for and another approves. */
export const adminFourEyes = {
  getFourEyes: query('GET /admin/four-eyes', {
    summary: 'Ab welchem Betrag es einen zweiten Administrator braucht, und ob die Regel gilt',
    access: 'admin',
    output: fourEyes,
  }),
  checkFourEyes: query('POST /admin/four-eyes/check', {
    summary: 'Ob Buchungen dieser Höhe gerade eine zweite Person brauchen; nichts wird gebucht',
    access: 'admin',
    input: z.strictObject({
      of: z.enum(FOUR_EYES_QUESTIONS),
      /** In the order in which they are to be booked, whatever their sign. */
      amountsUsd: z.array(bookedAmount).min(1).max(LIMITS.decisionsAtOnce),
    }),
    output: fourEyesCheck,
  }),
  setFourEyesThreshold: command('POST /admin/four-eyes/threshold', {
    summary: 'Den Schwellenwert ändern, solange einer allein es darf; null schaltet ab',
    access: 'admin',
    fresh: 'security',
    key: 'once',
    errors: ['SECOND_ADMIN_REQUIRED', 'THRESHOLD_UNCHANGED'],
    input: threshold,
    output: fourEyes,
  }),
  requestApproval: command('POST /admin/approvals', {
    summary:
      'Eine Buchung, das Anhalten eines Bots oder einen neuen Schwellenwert einem zweiten Administrator vorlegen',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    status: 201,
    errors: [
      'ALREADY_DECIDED',
      'OWN_REQUEST',
      'OWN_ACCOUNT',
      'DEPOSIT_NOT_FOUND',
      'WITHDRAWAL_NOT_FOUND',
      'WITHDRAWAL_HELD',
      'CUSTOMER_LOCKED',
      'INSUFFICIENT_WALLET_BALANCE',
      'WALLET_CORRECTION_INCOMPLETE',
      'USER_NOT_FOUND',
      'BALANCE_NEGATIVE',
      'AMOUNT_ABOVE_MAXIMUM',
      'INVESTMENT_NOT_FOUND',
      'INVESTMENT_STOPPED',
      'RETURN_WITHOUT_EFFECT',
      'PRICES_STALE',
      'BOT_PAUSED',
      'BOT_NOT_AVAILABLE',
      'THRESHOLD_UNCHANGED',
      'FOUR_EYES_OFF',
      'APPROVAL_PENDING',
    ],
    input: approvalRequest,
    output: approval,
  }),
  listApprovals: query('GET /admin/approvals', {
    summary: 'Was vorgelegt wurde; Offenes mit dem Ältesten zuerst, Entschiedenes mit dem Neuesten',
    access: 'admin',
    input: page.extend({
      state: z.enum(['open', 'decided']).default('open'),
      status: z.enum(APPROVAL_STATUSES).optional(),
      kind: z.enum(APPROVAL_KINDS).optional(),
    }),
    output: paged(approval),
  }),
  getApproval: query('GET /admin/approvals/{id}', {
    summary: 'Eine Vorlage, mit dem, was sie in diesem Moment bewirken würde',
    access: 'admin',
    errors: ['APPROVAL_NOT_FOUND'],
    input: byId,
    output: approvalDetail,
  }),
  approveRequest: command('POST /admin/approvals/{id}/approve', {
    summary:
      'Als zweiter Administrator freigeben; ausgeführt wird sofort, oder die Vorlage scheitert mit Grund',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    errors: [
      'APPROVAL_NOT_FOUND',
      'APPROVAL_DECIDED',
      'OWN_REQUEST',
      'OWN_ACCOUNT',
      'SECOND_ADMIN_TOO_NEW',
      'PRICES_STALE',
    ],
    input: z.strictObject({ id, note }),
    output: approval,
  }),
  rejectApproval: command('POST /admin/approvals/{id}/reject', {
    summary: 'Als zweiter Administrator mit einer Notiz ablehnen',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_DECIDED', 'OWN_REQUEST', 'OWN_ACCOUNT', 'SECOND_ADMIN_TOO_NEW'],
    input: z.strictObject({ id, note }),
    output: approval,
  }),
  withdrawApproval: command('POST /admin/approvals/{id}/withdraw', {
    summary: 'Die eigene Vorlage zurückziehen',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_DECIDED', 'OWN_REQUEST', 'OWN_ACCOUNT', 'SECOND_ADMIN_TOO_NEW'],
    input: byId,
    output: approval,
  }),
};
