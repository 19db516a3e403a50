import {
  barToSelection,
  type PendingDeposit,
  type PendingWithdrawal,
  type RequestClaim,
  type RequestKind,
  type Standing,
} from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { urls } from '../../../lib/urls.ts';

/** A deposit or a withdrawal that waits for a decision. */
export interface OpenRequest extends Standing {
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
  return { ...sharedFields(row), kind: 'deposit', address: row.depositAddress, heldAt: null };
}

export function openWithdrawal(row: PendingWithdrawal): OpenRequest {
  return {
    ...sharedFields(row),
    kind: 'withdrawal',
    address: row.withdrawalAddress,
    heldAt: row.heldAt,
  };
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
    heldAt: string | null;
    claim: RequestClaim | null;
  },
  {
    userId,
    email,
    available,
    reserved,
    isLocked,
  }: { userId: string; email: string; available: string; reserved: string; isLocked: boolean },
): OpenRequest {
  const { id, reference, createdAt, address, heldAt, claim } = row;
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
    isLocked,
    heldAt,
    claim,
  };
}

/**
 * Whether it can be decided on together with others: one's own is for others, what waits for a second admin is decided with the
 * request to them, and what is barred needs a look of its own.
 */
export const isChoosable = (
  request: OpenRequest,
  ownUserId: string,
  waiting: ReadonlyMap<string, unknown>,
): boolean => request.userId !== ownUserId && !waiting.has(request.id) && barToSelection(request) === null;

/** What approving it does to the wallet. */
export const changeOf = ({ kind, amount }: Pick<OpenRequest, 'kind' | 'amount'>): Micros =>
  kind === 'deposit' ? amount : -amount;

/** Where a request stands in the queue. */
export const queueUrl = ({ kind, reference }: Pick<OpenRequest, 'kind' | 'reference'>): string =>
  kind === 'deposit' ? urls.adminDeposit(reference) : urls.adminWithdrawal(reference);

function sharedFields(row: PendingDeposit | PendingWithdrawal) {
  const { id, userId, email, reference, createdAt, isLocked, claim } = row;
  return {
    id,
    userId,
    email,
    reference,
    createdAt,
    isLocked,
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
