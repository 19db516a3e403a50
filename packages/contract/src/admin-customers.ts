import { z } from 'zod';
import { investment } from './bots.ts';
import { LIMITS } from './catalogue.ts';
import { ADMIN_FIELDS, ROLES } from './kinds.ts';
import { operationsOf } from './operation.ts';
import { heldOwnBot } from './own-bot-live.ts';
import { amount, byId, freeText, id, page, paged, timestamp } from './shapes.ts';
import { APPROVAL_STATUSES, CUSTOMER_STATES, REQUEST_STATUSES } from './states.ts';
import { chatSummary } from './support.ts';
import { deposit, transaction, transfer, withdrawal } from './wallet.ts';

const { command, query, task } = operationsOf('admin');

/** Ids begin with their time, so people who joined together differ at the end only. */
const REFERENCE_DIGITS = 6;

/** `U-48F2C1`: the end of the id, short enough to read out. */
export const customerReference = (userId: string): string =>
  `U-${userId.slice(-REFERENCE_DIGITS).toUpperCase()}`;

/** The end of the id that somebody means with `U-48F2C1`, in lower case; null for any other text. */
export const readCustomerReference = (text: string): string | null =>
  /^u-?([0-9a-f]{6})$/.exec(text.trim().toLowerCase())?.[1] ?? null;

const person = {
  userId: id,
  reference: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** What an admin may do; null for everybody else. */
  adminField: z.enum(ADMIN_FIELDS).nullable(),
  createdAt: timestamp,
  /** Since when an admin keeps them out; null for everybody else. */
  lockedAt: timestamp.nullable(),
};

export const customerEntry = z.object({
  ...person,
  /** Total in the wallet, reserved amounts included. */
  walletTotal: amount,
  /** Deposits and withdrawals that wait for a decision. */
  pendingRequests: z.number().int(),
});
export type CustomerEntry = z.infer<typeof customerEntry>;

/** Networks are not shown: whoever helps a customer does not need them. */
export const customerSession = z.object({
  id,
  userAgent: z.string().nullable(),
  createdAt: timestamp,
  /** Renewed once a day at most. */
  seenAt: timestamp,
});
export type CustomerSession = z.infer<typeof customerSession>;

export const customer = z.object({
  ...person,
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** What the customer was told when the account was locked. */
  lockedReason: z.string().nullable(),
  available: amount,
  reserved: amount,
  inBots: amount,
  /** Own bots that hold money; all of it is in `total`. */
  ownBots: z.array(heldOwnBot),
  total: amount,
  /** Both balances against the sum of every entry on their accounts, computed for this answer. */
  check: z.object({ ok: z.boolean(), at: timestamp, availableEntries: amount, reservedEntries: amount }),
  /** What waits for a decision, the oldest first. */
  pendingDeposits: z.array(deposit),
  pendingWithdrawals: z.array(withdrawal),
  /** Newest first. */
  sessions: z.array(customerSession),
});
export type Customer = z.infer<typeof customer>;

/** A row of the audit log about something of the customer's, or by them. */
export const customerAuditEntry = z.object({
  seq: z.number().int(),
  at: timestamp,
  action: z.string(),
  subject: z.string(),
  /** The short number of what has one: `E-1688`. */
  reference: z.string().nullable(),
  actorRole: z.enum(['user', 'admin', 'system']),
  /** Null for the platform itself, and for an account that is gone. */
  actorEmail: z.string().nullable(),
  /** The customer did it. */
  isOwn: z.boolean(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
});
export type CustomerAuditEntry = z.infer<typeof customerAuditEntry>;

const ofCustomer = page.extend({ id });
const requestsOf = ofCustomer.extend({ status: z.enum(REQUEST_STATUSES).optional() });
const accessReason = freeText(LIMITS.bookingReason.maxLength).min(LIMITS.bookingReason.minLength);

const ofOwner = { reference: z.string(), userId: id, email: z.string() };

/** One thing that has a short number. */
export const foundReference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deposit'), ...ofOwner, item: deposit }),
  z.object({ kind: z.literal('withdrawal'), ...ofOwner, item: withdrawal }),
  z.object({ kind: z.literal('investment'), ...ofOwner, item: investment }),
  z.object({ kind: z.literal('correction'), ...ofOwner, transferId: id }),
  z.object({ kind: z.literal('approval'), reference: z.string(), id, status: z.enum(APPROVAL_STATUSES) }),
]);
export type FoundReference = z.infer<typeof foundReference>;

export const adminCustomers = {
  findCustomers: query('GET /admin/customers', {
    summary:
      'Benutzer, neueste zuerst; oder nach einem Teil von E-Mail-Adresse oder Namen, einer Kennung oder Referenz',
    access: 'admin',
    input: page.extend({
      /** Part of an e-mail address or name, the beginning of any id, or a reference (`U-48F2C1`, `E-1688`). */
      query: freeText(200).min(2).optional(),
      role: z.enum(ROLES).optional(),
      state: z.enum(CUSTOMER_STATES).optional(),
    }),
    output: paged(customerEntry),
  }),
  findReference: query('GET /admin/references', {
    summary: 'Was eine Nummer meint: E-1688, A-2041, B-3309, K-1001, F-104',
    access: 'admin',
    input: z.strictObject({ query: freeText(30) }),
    output: z.object({ found: foundReference.nullable() }),
  }),
  getCustomer: query('GET /admin/customers/{id}', {
    summary: 'Ein Kunde: Zugang, Guthaben, Offenes, Sitzungen',
    access: 'admin',
    errors: ['CUSTOMER_NOT_FOUND'],
    input: byId,
    output: customer,
  }),
  listCustomerTransactions: query('GET /admin/customers/{id}/transactions', {
    summary: 'Buchungen eines Kunden, neueste zuerst',
    access: 'admin',
    errors: ['CUSTOMER_NOT_FOUND'],
    input: ofCustomer,
    output: paged(transaction),
  }),
  getCustomerTransfer: query('GET /admin/customers/{id}/transfers/{transferId}', {
    summary: 'Eine Buchung eines Kunden mit allen Zeilen',
    access: 'admin',
    errors: ['TRANSFER_NOT_FOUND'],
    input: z.strictObject({ id, transferId: id }),
    output: transfer,
  }),
  listCustomerInvestments: query('GET /admin/customers/{id}/bot-investments', {
    summary: 'Anlagen eines Kunden, laufende zuerst',
    access: 'admin',
    errors: ['CUSTOMER_NOT_FOUND'],
    input: ofCustomer,
    output: paged(investment),
  }),
  listCustomerDeposits: query('GET /admin/customers/{id}/deposits', {
    summary: 'Einzahlungen eines Kunden, neueste zuerst',
    access: 'admin',
    errors: ['CUSTOMER_NOT_FOUND'],
    input: requestsOf,
    output: paged(deposit),
  }),
  listCustomerWithdrawals: query('GET /admin/customers/{id}/withdrawals', {
    summary: 'Auszahlungen eines Kunden, neueste zuerst',
    access: 'admin',
    errors: ['CUSTOMER_NOT_FOUND'],
    input: requestsOf,
    output: paged(withdrawal),
  }),
  listCustomerChats: query('GET /admin/customers/{id}/chats', {
    summary: 'Chats eines Kunden, neueste zuerst',
    access: 'admin',
    errors: ['CUSTOMER_NOT_FOUND'],
    input: ofCustomer,
    output: paged(chatSummary),
  }),
  listCustomerAudit: query('GET /admin/customers/{id}/audit', {
    summary: 'Prüfspur eines Kunden: was er tat und was mit seinem Konto geschah, neueste zuerst',
    access: 'admin',
    errors: ['CUSTOMER_NOT_FOUND'],
    input: ofCustomer,
    output: paged(customerAuditEntry),
  }),
  lockCustomer: task('POST /admin/customers/{id}/lock', {
    summary:
      'Konto sperren: alle Sitzungen enden, niemand meldet sich mehr an, und ausgezahlt wird nur zu zweit; Guthaben und Bots bleiben, wie sie sind',
    access: 'admin',
    fresh: 'security',
    errors: ['CUSTOMER_NOT_FOUND', 'OWN_ACCESS', 'ACCESS_UNCHANGED'],
    input: z.strictObject({
      id,
      reason: accessReason,
      /** Nobody pays out what waits, until somebody has ended the hold of each. */
      holdWithdrawals: z.boolean().default(false),
    }),
    output: customer,
  }),
  unlockCustomer: task('POST /admin/customers/{id}/unlock', {
    summary: 'Sperre aufheben',
    access: 'admin',
    fresh: 'security',
    errors: ['CUSTOMER_NOT_FOUND', 'OWN_ACCESS', 'ACCESS_UNCHANGED'],
    input: z.strictObject({ id, reason: accessReason }),
    output: customer,
  }),
  changeCustomerRole: task('POST /admin/customers/{id}/role', {
    summary: 'Jemanden zum Administrator machen, auch nur für einen Bereich, oder nicht mehr',
    access: 'admin',
    fresh: 'security',
    errors: ['CUSTOMER_NOT_FOUND', 'OWN_ACCESS', 'ACCESS_UNCHANGED', 'ACCOUNT_LOCKED'],
    input: z.strictObject({
      id,
      role: z.enum(ROLES),
      /** What they may do as an admin; it says nothing of anybody else. */
      adminField: z.enum(ADMIN_FIELDS).default('all'),
      reason: accessReason,
    }),
    output: customer,
  }),
  holdCustomerWithdrawals: command('POST /admin/customers/{id}/hold-withdrawals', {
    summary: 'Die offenen Auszahlungen eines gesperrten Kontos anhalten, wie es beim Sperren möglich ist',
    access: 'admin',
    fresh: 'money',
    key: 'once',
    errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_NOT_LOCKED'],
    input: z.strictObject({ id, reason: accessReason }),
    /** How many were not held before. */
    output: z.object({ held: z.number().int() }),
  }),
  endCustomerSessions: task('POST /admin/customers/{id}/end-sessions', {
    summary: 'Eine Sitzung oder alle beenden',
    access: 'admin',
    fresh: 'security',
    errors: ['CUSTOMER_NOT_FOUND', 'OWN_ACCESS'],
    input: z.strictObject({ id, sessionId: id.optional() }),
    output: customer,
  }),
};
