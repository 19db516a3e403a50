/**
 * What kinds of things there are, as far as browsers need them at run time: without shapes, which would bring zod along.
 * Which states things can be in stands in `states.ts`.
 */

export const REQUEST_KINDS = ['deposit', 'withdrawal'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const CORRECTION_DIRECTIONS = ['credit', 'debit'] as const;
export type CorrectionDirection = (typeof CORRECTION_DIRECTIONS)[number];

export const EVENT_PERIODS = ['coming', 'past', 'cancelled'] as const;

export const APPROVAL_KINDS = [
  'deposit',
  'withdrawal',
  'correction',
  'manual_return',
  'manual_returns',
  'bot_pause',
  'threshold',
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** What has a threshold of its own for four eyes: corrections, returns and payouts together, and what is credited. */
export const THRESHOLDS = ['bookings', 'deposits'] as const;
export type ThresholdOf = (typeof THRESHOLDS)[number];

/**
 * What is asked of a threshold. A bot is paused from that of bookings on, by what its customers have in it; it moves nothing, so
 * nothing counts with it.
 */
export const FOUR_EYES_QUESTIONS = [...THRESHOLDS, 'pauses'] as const;
export type FourEyesQuestion = (typeof FOUR_EYES_QUESTIONS)[number];

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What an admin may be limited to, see `admin-fields.ts`. */
export const LIMITED_FIELDS = ['support', 'review', 'audit'] as const;
export type LimitedField = (typeof LIMITED_FIELDS)[number];
export const ADMIN_FIELDS = ['all', ...LIMITED_FIELDS] as const;
export type AdminField = (typeof ADMIN_FIELDS)[number];
/** As people read it. */
export const ADMIN_FIELD_WORDS: {
  readonly [field in AdminField]: { readonly label: string; readonly text: string };
} = {
  all: { label: 'Alles', text: 'Darf alles in der Verwaltung, auch als zweite Person freigeben.' },
  support: {
    label: 'Support',
    text: 'Beantwortet Chats und sieht, was neben dem Chat steht. Bewegt kein Geld.',
  },
  review: {
    label: 'Anträge',
    text: 'Entscheidet als Erster über Ein- und Auszahlungen und legt sie einer zweiten Person vor. Gibt selbst nichts frei.',
  },
  audit: { label: 'Aufsicht', text: 'Liest alles und ändert nichts.' },
};

export const RECONCILIATION_AREAS = ['ledger', 'bots', 'team', 'audit', 'track-record'] as const;
export type ReconciliationArea = (typeof RECONCILIATION_AREAS)[number];

/** What the bots brought, as the sum divides it. */
export const WEALTH_PARTS = ['realised', 'unrealised', 'manual', 'costs', 'financing', 'rounding'] as const;
export type WealthPart = (typeof WEALTH_PARTS)[number];

/** Prices to test rules on: this installation's candles, a simulated market of its own, and real closes of crude oil. */
export const CANDLE_SOURCES = ['installation', 'practice', 'wti'] as const;
export type CandleSourceName = (typeof CANDLE_SOURCES)[number];
/** What a draft is tested on: those, or a file of one's own that no server ever sees. */
export const TEST_SOURCES = [...CANDLE_SOURCES, 'own'] as const;

/**
 * Letters of European languages and Vietnamese, digits, space and . - _. The rest of the Latin script looks too much like
 * letters that people know.
 */
export const OWN_BOT_NAME =
  /^[A-Za-z0-9 ._\-\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0148\u014a-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1e00-\u1e99\u1e9e\u1ea0-\u1ef9]*$/;
