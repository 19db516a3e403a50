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

/** The parts of a bot's page: tabs at every width. */
export const BOT_VIEWS = ['verlauf', 'ruecktest', 'protokoll'] as const;
export type BotView = (typeof BOT_VIEWS)[number];
