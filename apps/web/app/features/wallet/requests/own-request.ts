import type { Deposit, RequestStatus, Withdrawal } from '@botdepot/contract';
import { type MoneyRequest, moneyRequest } from '../../../entities/request/money-request.tsx';

/** A request as its customer sees it in lists, timelines and drawers. */
export interface OwnRequest extends MoneyRequest {
  status: RequestStatus;
  /** When it was approved, rejected or cancelled. */
  decidedAt: string | null;
  /** Why it was rejected. */
  reason: string | null;
  /** Of a withdrawal that is looked at more closely before anybody pays it out. */
  isHeld: boolean;
  /** A deposit that the installation has credited by itself. */
  isGranted: boolean;
  /** Whether the ledger has at least one booking of it. */
  booked: boolean;
}

export function requestOfDeposit(row: Deposit): OwnRequest {
  const booked = row.transferId !== null;
  return {
    ...moneyRequest('deposit', row, row.depositAddress),
    ...outcomeOf(row),
    isHeld: false,
    // A server of before an update does not say.
    isGranted: row.granted === true,
    booked,
  };
}

export function requestOfWithdrawal(row: Withdrawal): OwnRequest {
  const isHeld = row.heldAt !== null;
  // The reservation is a booking, so a withdrawal has one from its first moment.
  return {
    ...moneyRequest('withdrawal', row, row.withdrawalAddress),
    ...outcomeOf(row),
    isHeld,
    isGranted: false,
    booked: true,
  };
}

const outcomeOf = ({ status, decidedAt, notes }: Deposit | Withdrawal) => ({
  status,
  decidedAt,
  reason: status === 'rejected' ? notes : null,
});

/** Whether the amount counts: credited, paid out or reserved. What came to nothing steps back. */
export function countsInWallet({ kind, status }: Pick<OwnRequest, 'kind' | 'status'>): boolean {
  return status === 'approved' || (kind === 'withdrawal' && status === 'pending');
}
