import type { CryptoCurrency, Deposit, RequestKind, RequestStatus, Withdrawal } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';

/** A deposit or a withdrawal as lists, timelines and drawers show it: they differ only in their words. */
export interface MoneyRequest {
  kind: RequestKind;
  id: string;
  /** `E-1688`, `A-2041` */
  reference: string;
  amount: Micros;
  currency: CryptoCurrency;
  status: RequestStatus;
  createdAt: string;
  /** When it was approved, rejected or cancelled. */
  decidedAt: string | null;
  /** Why it was rejected. */
  reason: string | null;
  address: string;
  /** Of a withdrawal that is looked at more closely before anybody pays it out. */
  isHeld: boolean;
  /** Whether the ledger has at least one booking of it. */
  booked: boolean;
}

export function requestOfDeposit(deposit: Deposit): MoneyRequest {
  return {
    ...sharedFields('deposit', deposit),
    address: deposit.depositAddress,
    isHeld: false,
    booked: deposit.transferId !== null,
  };
}

export function requestOfWithdrawal(withdrawal: Withdrawal): MoneyRequest {
  // The reservation is a booking, so a withdrawal has one from its first moment.
  return {
    ...sharedFields('withdrawal', withdrawal),
    address: withdrawal.withdrawalAddress,
    isHeld: withdrawal.heldAt !== null,
    booked: true,
  };
}

function sharedFields(kind: RequestKind, row: Deposit | Withdrawal) {
  return {
    kind,
    id: row.id,
    reference: row.reference,
    amount: fromWire(row.amountUsd),
    currency: row.cryptoCurrency,
    status: row.status,
    createdAt: row.createdAt,
    decidedAt: row.decidedAt,
    reason: row.status === 'rejected' ? row.notes : null,
  };
}

/** Whether the amount counts: credited, paid out or reserved. What came to nothing steps back. */
export function countsInWallet({ kind, status }: Pick<MoneyRequest, 'kind' | 'status'>): boolean {
  return status === 'approved' || (kind === 'withdrawal' && status === 'pending');
}

/** `demobtc1q7…u0ej` for narrow columns. */
export function shortAddress(address: string): string {
  return address.length <= 20 ? address : `${address.slice(0, 12)}…${address.slice(-4)}`;
}
