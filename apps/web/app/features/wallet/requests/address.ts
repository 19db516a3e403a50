import { REQUEST_STATUSES } from '@botdepot/contract';
import {
  changed,
  matching,
  oneOf,
  oneOfElse,
  pageNumber,
  place,
  text,
  type UrlStateOf,
} from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { BOOKING_PERIOD_VALUES, INSTANT } from '../transactions/booking-period.ts';
import { LISTED_KINDS } from '../transactions/transaction-kinds.ts';

// What the wallet's pages keep in their address.

/** The views of the wallet page; the first one is the page without a parameter. */
export const WALLET_VIEWS = ['uebersicht', 'transaktionen', 'einzahlungen', 'auszahlungen'] as const;
export type WalletView = (typeof WALLET_VIEWS)[number];

/** The one step of a request that has an address; the others are the page without it. */
export const REVIEW_STEP = 'pruefen';

export const PLACES = {
  view: place(oneOfElse('ansicht', WALLET_VIEWS, 'uebersicht')),
  step: place(oneOf('schritt', [REVIEW_STEP])),
  transfer: place(text('buchung')),
  deposit: place(text('einzahlung')),
  withdrawal: place(text('auszahlung')),
};

export const BOOKINGS = {
  kind: oneOf('art', LISTED_KINDS),
  search: text('suche', { maxLength: 100 }),
  period: oneOf('zeit', BOOKING_PERIOD_VALUES),
  after: matching('von', INSTANT),
  until: matching('bis', INSTANT),
  page: pageNumber(),
};

export const REQUESTS = { status: oneOf('status', REQUEST_STATUSES), page: pageNumber() };

export const MONTH = { month: place(matching('monat', /^20\d\d-(0[1-9]|1[0-2])$/)) };

const ALL = { ...BOOKINGS, ...REQUESTS, ...PLACES };

/** The wallet page at one of its views. */
export function walletUrl(
  view: WalletView,
  rest: Partial<Omit<UrlStateOf<typeof ALL>, 'view'>> = {},
): string {
  const query = changed(ALL, new URLSearchParams(), { view, ...rest }).toString();
  return query === '' ? urls.wallet : `${urls.wallet}?${query}`;
}
