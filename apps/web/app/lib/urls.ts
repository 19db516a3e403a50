import type { BotType, SignUpBotType } from '@botdepot/contract';

/**
 * Every address of the app in one place, so that no link is typed by hand. A page that does not exist yet has an address
 * here only when another page must already lead to it (the dashboard after login).
 */
export const urls = {
  home: '/',
  about: '/about',
  /** Without a category it shows the first. */
  markets: '/markets',
  market: (slug: string) => `/markets/${slug}`,
  help: '/help',
  /** The record of every bot, for anyone to check. */
  trackRecord: '/nachweis',
  trackRecordOf: (botType: BotType) => `/nachweis#${botType}`,
  aiTrading: '/ai-trading',
  imprint: '/impressum',
  privacy: '/datenschutz',
  risk: '/risikohinweis',
  accessibility: '/barrierefreiheit',
  licences: '/lizenzen',
  login: '/login',
  signup: '/signup',
  /** With the bot chosen already, for the step that asks for it. */
  signUpWith: (botType: SignUpBotType) => `/signup?bot=${botType}`,
  forgotPassword: '/forgot-password',
  /** The mail's link leads here with its token. */
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  bots: '/dashboard/bots',
  bot: (botType: BotType) => `/dashboard/bots/${botType}`,
  investment: (id: string) => `/dashboard/investments/${encodeURIComponent(id)}`,
  wallet: '/dashboard/wallet',
  deposits: '/dashboard/deposits',
  withdrawals: '/dashboard/withdrawals',
  /** One of them, open on its page. */
  deposit: (id: string) => `/dashboard/deposits?einzahlung=${encodeURIComponent(id)}`,
  withdrawal: (id: string) => `/dashboard/withdrawals?auszahlung=${encodeURIComponent(id)}`,
  settings: '/dashboard/settings',
  security: '/dashboard/settings?ansicht=sicherheit',
  preferences: '/dashboard/settings?ansicht=praeferenzen',
  support: '/dashboard/support',
  profile: '/profile',
  admin: '/admin',
} as const;

/** Public pages that are written as HTML at build time. */
export const PRERENDERED_PATHS = [
  urls.home,
  urls.login,
  urls.signup,
  urls.forgotPassword,
  urls.resetPassword,
  urls.about,
  urls.markets,
  urls.market('krypto'),
  urls.market('forex'),
  urls.market('indizes'),
  urls.market('rohstoffe'),
  urls.help,
  urls.trackRecord,
  urls.aiTrading,
  urls.imprint,
  urls.privacy,
  urls.risk,
  urls.accessibility,
  urls.licences,
] as const;

const NEXT = 'next';

/** The login page that leads back to `path` afterwards. */
export function loginReturningTo(path: string): string {
  return `${urls.login}?${new URLSearchParams({ [NEXT]: path })}`;
}

/**
 * Where to go after login. Only paths of this site count: `//host` and `/\host` would leave it, also with a tab or a line
 * break in between, which browsers pass over. The login page itself would be a loop.
 */
export function destinationAfterLogin(search: string): string {
  const next = new URLSearchParams(search).get(NEXT);
  if (!next?.startsWith('/') || /^\/[/\\]|[\t\r\n]/.test(next) || next.startsWith(urls.login))
    return urls.dashboard;
  return next;
}
