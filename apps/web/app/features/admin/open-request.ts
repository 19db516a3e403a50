import type { PendingDeposit, PendingWithdrawal, RequestClaim, RequestKind } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { urls } from '../../lib/urls.ts';

export type { RequestKind } from '@botdepot/contract';

/** A deposit or a withdrawal that waits for a decision. */
export interface OpenRequest {
  kind: RequestKind;
  id: string;
  userId: string;
  email: string;
  /** `E-1688`, `A-2041` */
  reference: string;
  currency: string;
  amount: Micros;
  createdAt: string;
  /** Where the deposit was to arrive, or where the withdrawal is to go. */
  address: string;
  /** The customer's total once it is approved. */
  walletAfter: Micros;
  /** Who works on it. */
  claim: RequestClaim | null;
}

export function openDeposit(row: PendingDeposit): OpenRequest {
  return { ...sharedFields(row), kind: 'deposit', address: row.depositAddress };
}

export function openWithdrawal(row: PendingWithdrawal): OpenRequest {
  return { ...sharedFields(row), kind: 'withdrawal', address: row.withdrawalAddress };
}

/** One from a list that is about one customer, whose balances tell what a decision leaves. */
export function openRequestOf(
  kind: RequestKind,
  row: {
    id: string;
    reference: string;
    cryptoCurrency: string;
    amountUsd: string;
    createdAt: string;
    address: string;
    claim: RequestClaim | null;
  },
  {
    userId,
    email,
    available,
    reserved,
  }: { userId: string; email: string; available: string; reserved: string },
): OpenRequest {
  const { id, reference, createdAt, address, claim } = row;
  const amount = fromWire(row.amountUsd);
  return {
    kind,
    id,
    userId,
    email,
    reference,
    currency: row.cryptoCurrency,
    amount,
    createdAt,
    address,
    walletAfter: fromWire(available) + fromWire(reserved) + changeOf({ kind, amount }),
    claim,
  };
}

/** What approving it does to the wallet. */
export const changeOf = ({ kind, amount }: Pick<OpenRequest, 'kind' | 'amount'>): Micros =>
  kind === 'deposit' ? amount : -amount;

/** Where a request stands in the queue. */
export const queueUrl = ({ kind, reference }: Pick<OpenRequest, 'kind' | 'reference'>): string =>
  kind === 'deposit' ? urls.adminDeposit(reference) : urls.adminWithdrawal(reference);

function sharedFields(row: PendingDeposit | PendingWithdrawal) {
  const { id, userId, email, reference, createdAt, claim } = row;
  return {
    id,
    userId,
    email,
    reference,
    createdAt,
    claim,
    currency: row.cryptoCurrency,
    amount: fromWire(row.amountUsd),
    walletAfter: fromWire(row.walletAfter),
  };
}

/** Somebody else who works on it, as far as the list knows. */
export function otherHolder({ claim }: OpenRequest, ownUserId: string): RequestClaim | null {
  return claim && claim.userId !== ownUserId ? claim : null;
}

export const sumOf = (requests: readonly { amount: Micros }[]): Micros =>
  requests.reduce((sum, { amount }) => sum + amount, 0n);

/** `demobtc1q7…u0ej`: enough to compare two by eye; the drawer shows all of it. */
export function shortAddress(address: string): string {
  return address.length <= 20 ? address : `${address.slice(0, 12)}…${address.slice(-4)}`;
}
