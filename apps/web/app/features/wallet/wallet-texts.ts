import type { RequestKind } from '@botdepot/contract';
import { WALLET_NOT_LOADED } from '../../lib/format/wallet-words.ts';
import { urls } from '../../lib/url/urls.ts';

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
  /** Its page, with one of them open or with those in review. */
  url: (id: string) => string;
  pendingUrl: string;
}

export const REQUEST_WORDS: Record<RequestKind, RequestWords> = {
  deposit: {
    noun: 'Einzahlung',
    plural: 'Einzahlungen',
    opened: 'Erstellt',
    url: urls.deposit,
    pendingUrl: `${urls.deposits}?status=pending`,
  },
  withdrawal: {
    noun: 'Auszahlung',
    plural: 'Auszahlungen',
    opened: 'Beantragt',
    url: urls.withdrawal,
    pendingUrl: `${urls.withdrawals}?status=pending`,
  },
};
