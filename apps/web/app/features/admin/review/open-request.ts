import {
  barToSelection,
  type PendingDeposit,
  type PendingWithdrawal,
  type RequestClaim,
  type RequestKind,
  type Standing,
} from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { type MoneyRequest, moneyRequest } from '../../../entities/request/money-request.tsx';
import { urls } from '../../../lib/url/urls.ts';

/** A deposit or a withdrawal that waits for a decision. */
export interface OpenRequest extends MoneyRequest, Standing {
  userId: string;
  email: string;
  /** The customer's total once it is approved. */
  walletAfter: Micros;
  /** Who works on it. */
  claim: RequestClaim | null;
  /** The admin could not book it alone, as far as the queue has said. */
  needsSecond: boolean;
}

export function openDeposit(row: PendingDeposit): OpenRequest {
  return { ...moneyRequest('deposit', row, row.depositAddress), ...waitingOf(row), heldAt: null };
}

export function openWithdrawal(row: PendingWithdrawal): OpenRequest {
  const { heldAt } = row;
  return { ...moneyRequest('withdrawal', row, row.withdrawalAddress), ...waitingOf(row), heldAt };
}

const waitingOf = (row: PendingDeposit | PendingWithdrawal) => {
  const { userId, email, isLocked, claim, needsSecond } = row;
  return { userId, email, isLocked, claim, needsSecond, walletAfter: fromWire(row.walletAfter) };
};

type RequestOfCustomer = Parameters<typeof moneyRequest>[1] &
  Pick<OpenRequest, 'address' | 'heldAt' | 'claim'>;
type Customer = Pick<OpenRequest, 'userId' | 'email' | 'isLocked'> & { available: string; reserved: string };

/** One from a list that is about one customer, whose balances tell what a decision leaves. */
export function openRequestOf(kind: RequestKind, row: RequestOfCustomer, customer: Customer): OpenRequest {
  const { heldAt, claim } = row;
  const { userId, email, isLocked, available, reserved } = customer;
  const request = moneyRequest(kind, row, row.address);
  const walletAfter = fromWire(available) + fromWire(reserved) + changeOf(request);
  // The decision itself asks.
  return { ...request, userId, email, isLocked, heldAt, claim, walletAfter, needsSecond: false };
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

/** Somebody else who works on it, as far as the list knows. */
export function otherHolder({ claim }: OpenRequest, ownUserId: string): RequestClaim | null {
  return claim && claim.userId !== ownUserId ? claim : null;
}

export const sumOf = (requests: readonly { amount: Micros }[]): Micros =>
  requests.reduce((sum, { amount }) => sum + amount, 0n);
