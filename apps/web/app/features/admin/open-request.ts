import { type PendingDeposit, type PendingWithdrawal, SERVICE_TIMES } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';

export type RequestKind = 'deposit' | 'withdrawal';

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
  /** The customer's total once a withdrawal is approved; a deposit's is not known here. */
  walletAfter: Micros | null;
}

export function openDeposit(row: PendingDeposit): OpenRequest {
  return { ...sharedFields(row), kind: 'deposit', address: row.depositAddress, walletAfter: null };
}

export function openWithdrawal(row: PendingWithdrawal): OpenRequest {
  return {
    ...sharedFields(row),
    kind: 'withdrawal',
    address: row.withdrawalAddress,
    walletAfter: fromWire(row.walletAfter),
  };
}

function sharedFields(row: PendingDeposit | PendingWithdrawal) {
  const { id, userId, email, reference, createdAt } = row;
  return {
    id,
    userId,
    email,
    reference,
    createdAt,
    currency: row.cryptoCurrency,
    amount: fromWire(row.amountUsd),
  };
}

const HOUR_MS = 3_600_000;
const LATE_AFTER_HOURS: Record<RequestKind, number> = {
  deposit: SERVICE_TIMES.depositEscalationHours,
  withdrawal: SERVICE_TIMES.withdrawalHours,
};

/** Whether a request has been waiting longer than customers are told. */
export function isLate({ kind, createdAt }: Pick<OpenRequest, 'kind' | 'createdAt'>, nowMs: number): boolean {
  return nowMs - Date.parse(createdAt) > LATE_AFTER_HOURS[kind] * HOUR_MS;
}

/** `demobtc1q7…u0ej`: enough to compare two by eye; the drawer shows all of it. */
export function shortAddress(address: string): string {
  return address.length <= 20 ? address : `${address.slice(0, 12)}…${address.slice(-4)}`;
}
