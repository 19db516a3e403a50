import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declare } from './errors.ts';
import { amount, byId, id, page, paged } from './shapes.ts';
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
});
export type AdminOverview = z.infer<typeof adminOverview>;

const queue = page.extend({ order: z.enum(['newest', 'oldest']).default('newest') });
const forAdmins = ['UNAUTHENTICATED', 'FORBIDDEN'] as const;
const decisions = [
  ...forAdmins,
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
      summary: 'The four figures of the admin page',
    })
    .errors(declare(...forAdmins))
    .output(adminOverview),
  listPendingDeposits: oc
    .route({
      method: 'GET',
      path: '/admin/deposits',
      tags: ['admin'],
      summary: 'Pending deposits with their customers',
    })
    .errors(declare(...forAdmins))
    .input(queue)
    .output(paged(pendingDeposit)),
  approveDeposit: oc
    .route({
      method: 'POST',
      path: '/admin/deposits/{id}/approve',
      tags: ['admin'],
      summary: 'Credit a deposit',
    })
    .errors(declare(...decisions, 'DEPOSIT_NOT_FOUND'))
    .input(byId)
    .output(deposit),
  rejectDeposit: oc
    .route({
      method: 'POST',
      path: '/admin/deposits/{id}/reject',
      tags: ['admin'],
      summary: 'Reject with a reason',
    })
    .errors(declare(...decisions, 'DEPOSIT_NOT_FOUND'))
    .input(rejection)
    .output(deposit),
  listPendingWithdrawals: oc
    .route({
      method: 'GET',
      path: '/admin/withdrawals',
      tags: ['admin'],
      summary: 'Pending withdrawals with their customers',
    })
    .errors(declare(...forAdmins))
    .input(queue)
    .output(paged(pendingWithdrawal)),
  approveWithdrawal: oc
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/approve',
      tags: ['admin'],
      summary: 'Pay out the reserved amount',
    })
    .errors(declare(...decisions, 'WITHDRAWAL_NOT_FOUND', 'INSUFFICIENT_WALLET_BALANCE'))
    .input(byId)
    .output(withdrawal),
  rejectWithdrawal: oc
    .route({
      method: 'POST',
      path: '/admin/withdrawals/{id}/reject',
      tags: ['admin'],
      summary: 'Release with a reason',
    })
    .errors(declare(...decisions, 'WITHDRAWAL_NOT_FOUND'))
    .input(rejection)
    .output(withdrawal),
};
