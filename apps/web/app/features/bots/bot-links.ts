import { urls } from '../../lib/urls.ts';

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

/** Which day's fills are shown, in the address. */
export const FILLS_DAY = 'tag';

/** The fills behind one day's record; where one is in the list of days stays. */
export function fillsOfDayLink(parameters: URLSearchParams, day: string): string {
  const next = new URLSearchParams(parameters);
  next.set('ansicht', 'ausfuehrungen');
  next.set(FILLS_DAY, day);
  next.delete('trades');
  return `?${next}#ausfuehrungen`;
}

/** A day that the calendar has, `2026-11-18`; anything else in the address is nobody's day. */
export function fillsDayOf(parameters: URLSearchParams): string | undefined {
  const text = parameters.get(FILLS_DAY) ?? '';
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined;
}

/** The parts of a bot's page: tabs at every width. */
export const BOT_VIEWS = ['verlauf', 'ruecktest', 'protokoll'] as const;
export type BotView = (typeof BOT_VIEWS)[number];
