import type { RequestKind, RequestStatus } from '@botdepot/contract';
import { urls } from '../../lib/urls.ts';
import { WALLET_NOT_LOADED } from '../../lib/wallet-not-loaded.ts';
import type { StatusTone } from '../../ui/status-pill.tsx';
import { PARAM, type Param } from './address-params.ts';

/** Toasts as the specification words them. */
export const WALLET_TOASTS = {
  failed: 'Fehler',
  notLoaded: WALLET_NOT_LOADED,
  depositCreated: 'Einzahlung erstellt',
  depositFailed: 'Einzahlung konnte nicht erstellt werden',
  withdrawalRequested: 'Auszahlung beantragt',
  withdrawalFailed: 'Auszahlung konnte nicht beantragt werden',
} as const;

export const NOT_ENOUGH_FUNDS = 'Nicht genügend Guthaben im Wallet';

interface RequestWords {
  noun: string;
  plural: string;
  /** The first step of its timeline. */
  opened: string;
  statuses: Record<RequestStatus, string>;
  /** Its page, with one of them open or with those in review. */
  url: (id: string) => string;
  pendingUrl: string;
  /** The search parameter that opens one of them; `urls` writes the same. */
  param: Param;
}

const OPEN_STATUSES = { pending: 'In Prüfung', rejected: 'Abgelehnt', cancelled: 'Storniert' } as const;

export const REQUEST_WORDS: Record<RequestKind, RequestWords> = {
  deposit: {
    noun: 'Einzahlung',
    plural: 'Einzahlungen',
    opened: 'Erstellt',
    statuses: { ...OPEN_STATUSES, approved: 'Gutgeschrieben' },
    url: urls.deposit,
    pendingUrl: `${urls.deposits}?${PARAM.status}=pending`,
    param: PARAM.deposit,
  },
  withdrawal: {
    noun: 'Auszahlung',
    plural: 'Auszahlungen',
    opened: 'Beantragt',
    statuses: { ...OPEN_STATUSES, approved: 'Ausgeführt' },
    url: urls.withdrawal,
    pendingUrl: `${urls.withdrawals}?${PARAM.status}=pending`,
    param: PARAM.withdrawal,
  },
};

export const STATUS_TONES: Record<RequestStatus, StatusTone> = {
  pending: 'pending',
  approved: 'done',
  rejected: 'refused',
  cancelled: 'cancelled',
};
