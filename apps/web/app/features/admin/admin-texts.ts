import type { CorrectionDirection, RequestKind } from '@botdepot/contract';

export type Decision = 'approve' | 'reject';

/** The specification's texts, byte-exact. */
export const ADMIN_TOASTS = {
  failed: 'Fehler',
  notLoaded: 'Admin-Daten konnten nicht geladen werden',
  accessDenied: { title: 'Zugriff verweigert', text: 'Admin-Berechtigung erforderlich' },
  decided: {
    deposit: { approve: 'Einzahlung genehmigt', reject: 'Einzahlung abgelehnt' },
    withdrawal: { approve: 'Auszahlung genehmigt', reject: 'Auszahlung abgelehnt' },
  },
  corrected: 'Wallet korrigiert',
  investmentsNotLoaded: 'Bot-Investitionen konnten nicht geladen werden',
  returnApplied: 'Rendite angewendet',
  returnFailed: 'Rendite konnte nicht angewendet werden',
  notDecided: { approve: 'Genehmigung fehlgeschlagen', reject: 'Ablehnung fehlgeschlagen' },
} as const;

/** `counted` stands after a number. */
export const REQUEST_WORDS: Record<
  RequestKind,
  { noun: string; queue: string; counted: string; noneOpen: string }
> = {
  deposit: {
    noun: 'Einzahlung',
    queue: 'Offene Einzahlungen',
    counted: 'offene Einzahlungen',
    noneOpen: 'Neue Einzahlungen erscheinen hier von selbst.',
  },
  withdrawal: {
    noun: 'Auszahlung',
    queue: 'Offene Auszahlungen',
    counted: 'offene Auszahlungen',
    noneOpen: 'Neue Auszahlungen erscheinen hier von selbst.',
  },
};

interface DirectionWords {
  noun: string;
  /** „40,00 USDT gutschreiben“ */
  verb: string;
  done: string;
  echo: (amount: string) => string;
}

export const DIRECTION_WORDS: Record<CorrectionDirection, DirectionWords> = {
  credit: {
    noun: 'Gutschrift',
    verb: 'gutschreiben',
    done: 'gutgeschrieben',
    echo: (amount) => `Sie schreiben ${amount} gut.`,
  },
  debit: {
    noun: 'Belastung',
    verb: 'abbuchen',
    done: 'abgebucht',
    echo: (amount) => `Sie buchen ${amount} ab.`,
  },
};

/** Parts of the page that an address can name: `/admin#einzahlungen`. */
export const ADMIN_SECTIONS = {
  deposit: 'einzahlungen',
  withdrawal: 'auszahlungen',
  correction: 'wallet-korrigieren',
} as const;

/** Parts of a customer's page: `/admin/kunden/…#bots`. */
export const CUSTOMER_SECTIONS = {
  bookings: 'buchungen',
  bots: 'bots',
  ownBots: 'eigene-bots',
  deposits: 'einzahlungen',
  withdrawals: 'auszahlungen',
  chats: 'chats',
} as const;

/** Fewer letters would find nearly everybody. */
export const SEARCH_MIN_LENGTH = 2;
/** As long as the contract takes. */
export const SEARCH_MAX_LENGTH = 200;
