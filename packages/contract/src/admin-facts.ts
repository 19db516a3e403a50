/** What an admin should know of a customer before moving their money: the same at every first and second decision. */
import { z } from 'zod';
import { CRYPTO_CURRENCIES, LIMITS } from './catalogue.ts';
import { REQUEST_KINDS } from './kinds.ts';
import { operationsOf } from './operation.ts';
import { amount, id, timestamp } from './shapes.ts';
import { REQUEST_STATUSES } from './states.ts';
import { TRANSFER_KINDS } from './wallet.ts';

const { query } = operationsOf('admin');

/** Those that were approved. */
const booked = z.object({ count: z.number().int(), amountUsd: amount, lastAt: timestamp.nullable() });

const adjustment = z.object({
  transferId: id,
  kind: z.enum(TRANSFER_KINDS),
  /** `K-1001`, or the investment's `B-3309`. */
  reference: z.string().nullable(),
  /** With its sign. */
  amountUsd: amount,
  at: timestamp,
  reason: z.string(),
});

const otherCustomer = z.object({ userId: id, reference: z.string(), email: z.string() });

const payoutFacts = z.object({
  id,
  reference: z.string(),
  status: z.enum(REQUEST_STATUSES),
  createdAt: timestamp,
  heldAt: timestamp.nullable(),
  cryptoCurrency: z.enum(CRYPTO_CURRENCIES),
  address: z.string(),
  /** When this account first asked for a payout to the address; its own time when that was this one. */
  addressSince: timestamp,
  /** Other payouts of this account to the address: asked for, and carried out. */
  askedBefore: z.number().int(),
  paidBefore: z.number().int(),
});

export const customerFacts = z.object({
  userId: id,
  reference: z.string(),
  email: z.string(),
  memberSince: timestamp,
  lockedAt: timestamp.nullable(),
  lockedReason: z.string().nullable(),
  deposits: booked,
  withdrawals: booked,
  /** Withdrawals that the customer took back while they were held. */
  takenBackHeld: z.number().int(),
  /** Wallet corrections and manual returns: how many there were, and the newest few. */
  adjustments: z.object({ count: z.number().int(), newest: z.array(adjustment) }),
  /** When a device or network beside others was first seen, within `FACTS.newDeviceDays`; null without one. */
  newDeviceAt: timestamp.nullable(),
  /** Customers who asked for payouts to the same address: that of the withdrawal, or any of this customer's. */
  sharedWith: z.object({ count: z.number().int(), first: z.array(otherCustomer) }),
  withdrawal: payoutFacts.nullable(),
});
export type CustomerFacts = z.infer<typeof customerFacts>;

/** What can stand out in one of many requests, as far as it does not stop them from being decided together at all. */
export const requestFacts = z.object({
  /** Of the request. */
  id,
  memberSince: timestamp,
  /** Deposits that were credited. */
  deposits: z.number().int(),
  /** When the team last booked something by hand, within `FACTS.adjustmentDays`; null for nothing. */
  adjustedAt: timestamp.nullable(),
  newDeviceAt: timestamp.nullable(),
  takenBackHeld: z.number().int(),
  /** Other customers who asked for payouts to its address; of a deposit to any of its customer's. */
  sharers: z.number().int(),
  /** How often its address was paid before; null for a deposit. */
  paidBefore: z.number().int().nullable(),
});
export type RequestFacts = z.infer<typeof requestFacts>;

export const adminFacts = {
  checkRequests: query('POST /admin/requests/check', {
    summary: 'Was an mehreren Anträgen auffallen kann, bevor über sie entschieden wird; es ändert nichts',
    access: 'admin',
    input: z.strictObject({
      kind: z.enum(REQUEST_KINDS),
      ids: z.array(id).min(1).max(LIMITS.decisionsAtOnce),
    }),
    /** Without those that do not exist. */
    output: z.object({ items: z.array(requestFacts) }),
  }),
  getCustomerFacts: query('GET /admin/customers/{id}/facts', {
    summary: 'Was vor einer Entscheidung über das Geld eines Kunden zu wissen ist',
    access: 'admin',
    errors: ['CUSTOMER_NOT_FOUND', 'WITHDRAWAL_NOT_FOUND'],
    input: z.strictObject({
      id,
      /** One of theirs, for what is known of its address. */
      withdrawalId: id.optional(),
    }),
    output: customerFacts,
  }),
};
