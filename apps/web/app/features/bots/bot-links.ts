import { changed, oneOf, pageNumber, place, type UrlValue } from '../../lib/url/url-state.ts';
import { urls } from '../../lib/url/urls.ts';

/** Opens a booking in the wallet. */
export const transferLink = (transferId: string): string =>
  `${urls.wallet}?${new URLSearchParams({ buchung: transferId })}`;

/** The parts of an investment's page. On phones they are tabs, so the address names the tab and the place. */
export const DETAIL_VIEWS = ['verlauf', 'bot', 'ausfuehrungen'] as const;
export type DetailView = (typeof DETAIL_VIEWS)[number];

export const DETAIL_LINKS = {
  fills: '?ansicht=ausfuehrungen#ausfuehrungen',
  positions: '?ansicht=bot#bot',
  days: '?ansicht=verlauf#tageswerte',
} as const;

/** A day that the calendar has, `2026-11-18`; anything else in the address is nobody's day. */
const utcDay = (name: string): UrlValue<string | null> => ({
  name,
  read: (text) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
    return text !== null && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
  },
  write: (value) => value,
  role: 'filter',
});

/** Which fills are shown: of one day, or page by page. */
export const FILLS = { day: utcDay('tag'), page: pageNumber('trades') };
const DETAILS = { ...FILLS, view: place(oneOf('ansicht', DETAIL_VIEWS)) };

/** The fills behind one day's record; where one is in the list of days stays. */
export const fillsOfDayLink = (parameters: URLSearchParams, day: string): string =>
  `?${changed(DETAILS, parameters, { view: 'ausfuehrungen', day })}#ausfuehrungen`;

/** The parts of a bot's page: tabs at every width. */
export const BOT_VIEWS = ['verlauf', 'ruecktest', 'protokoll'] as const;
export type BotView = (typeof BOT_VIEWS)[number];
/** The backtester on the page of the bot where one is. */
export const BACKTEST_LINK = '?ansicht=ruecktest';
