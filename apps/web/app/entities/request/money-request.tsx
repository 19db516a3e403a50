import {
  type CryptoCurrency,
  REQUEST_STATUS_WORDS,
  type RequestKind,
  type RequestStatus,
} from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { StatusPill, type StatusTone } from '../../ui/state/status-pill.tsx';

/** A deposit or a withdrawal, whoever looks at it: they differ only in their words. */
export interface MoneyRequest {
  kind: RequestKind;
  id: string;
  /** `E-1688`, `A-2041` */
  reference: string;
  amount: Micros;
  currency: CryptoCurrency;
  createdAt: string;
  /** Where the deposit was to arrive, or where the withdrawal is to go. */
  address: string;
}

interface Row {
  id: string;
  reference: string;
  amountUsd: string;
  cryptoCurrency: CryptoCurrency;
  createdAt: string;
}

export function moneyRequest(kind: RequestKind, row: Row, address: string): MoneyRequest {
  const { id, reference, amountUsd, cryptoCurrency, createdAt } = row;
  return { kind, id, reference, amount: fromWire(amountUsd), currency: cryptoCurrency, createdAt, address };
}

/** `demobtc1q7…u0ej`: enough to compare two by eye where there is no room for all of it. */
export function shortAddress(address: string): string {
  return address.length <= 20 ? address : `${address.slice(0, 12)}…${address.slice(-4)}`;
}

const TONES: Record<RequestStatus, StatusTone> = {
  pending: 'pending',
  approved: 'done',
  rejected: 'refused',
  cancelled: 'cancelled',
};

/** What became of a deposit or withdrawal. */
export function RequestStatusPill({ kind, status }: { kind: RequestKind; status: RequestStatus }) {
  return <StatusPill tone={TONES[status]}>{REQUEST_STATUS_WORDS[kind][status]}</StatusPill>;
}
