import type { AuditAction, BotType, SignUpBotType, StartPage } from '@botdepot/contract';

/** Every address of the app in one place, so that no link is typed by hand. */
export const urls = {
  home: '/',
  /** After the deletion of an account. */
  farewell: '/?konto=geloescht',
  about: '/about',
  /** Without a category it shows the first. */
  markets: '/markets',
  market: (slug: string) => `/markets/${slug}`,
  help: '/help',
  /** What the words mean; one of them. */
  terms: '/hilfe/begriffe',
  term: (id: string) => `/hilfe/begriffe#${id}`,
  /** The record of every bot, for anyone to check. */
  trackRecord: '/nachweis',
  daySeals: '/nachweis#eigene',
  trackRecordOf: (botType: BotType) => `/nachweis#${botType}`,
  aiTrading: '/ai-trading',
  imprint: '/impressum',
  privacy: '/datenschutz',
  risk: '/risikohinweis',
  accessibility: '/barrierefreiheit',
  licences: '/lizenzen',
  /** The server's own page. */
  apiReference: '/api/reference',
  login: '/login',
  signup: '/signup',
  /** With the bot chosen already, for the step that asks for it. */
  signUpWith: (botType: SignUpBotType) => `/signup?bot=${botType}`,
  forgotPassword: '/forgot-password',
  /** What the demo would have sent. */
  mailbox: '/postfach',
  /** The mail's link leads here with its token. */
  resetPassword: '/reset-password',
  /** So does the one to the address that an account had before. */
  emailUndo: '/adresse-zurueck',
  dashboard: '/dashboard',
  bots: '/dashboard/bots',
  /** Bots that people build themselves; one of them. */
  ownBots: '/dashboard/bots/eigene',
  ownBot: (id: string) => `/dashboard/bots/eigene/${encodeURIComponent(id)}`,
  ownBotResult: (id: string) => `/dashboard/bots/eigene/${encodeURIComponent(id)}/ergebnis`,
  ownBotVariants: (id: string) => `/dashboard/bots/eigene/${encodeURIComponent(id)}/varianten`,
  ownBotRun: (id: string, series: number) =>
    `/dashboard/bots/eigene/${encodeURIComponent(id)}/live?lauf=${series}`,
  ownBotLive: (id: string) => `/dashboard/bots/eigene/${encodeURIComponent(id)}/live`,
  /** Own investments that have ended. */
  stoppedBots: '/dashboard/bots?ansicht=beendete',
  bot: (botType: BotType) => `/dashboard/bots/${botType}`,
  /** The backtests on real prices that ship with the product. */
  botReport: (botType: BotType) => `/dashboard/bots/${botType}?ansicht=ruecktest#bericht`,
  botProtocol: (botType: BotType) => `/dashboard/bots/${botType}?ansicht=protokoll`,
  investment: (id: string) => `/dashboard/investments/${encodeURIComponent(id)}`,
  wallet: '/dashboard/wallet',
  /** One booking, open on the page of the wallet. */
  booking: (id: string) => `/dashboard/wallet?buchung=${encodeURIComponent(id)}`,
  /** The account statement of this month; of another one with `?monat=2026-11`. */
  statement: '/dashboard/wallet/statement',
  deposits: '/dashboard/deposits',
  withdrawals: '/dashboard/withdrawals',
  /** One of them, open on its page. */
  deposit: (id: string) => `/dashboard/deposits?einzahlung=${encodeURIComponent(id)}`,
  withdrawal: (id: string) => `/dashboard/withdrawals?auszahlung=${encodeURIComponent(id)}`,
  /** Every notification; what one wants to hear of is in `notifications`. */
  allNotifications: '/dashboard/notifications',
  settings: '/dashboard/settings',
  /** The panel for another e-mail address. */
  email: '/dashboard/settings#email',
  security: '/dashboard/settings?ansicht=sicherheit',
  notifications: '/dashboard/settings?ansicht=benachrichtigungen',
  preferences: '/dashboard/settings?ansicht=praeferenzen',
  support: '/dashboard/support',
  /** With the chat window open. */
  supportChat: '/dashboard/support?chat=offen',
  /** One chat: the open one in the window, one that has ended to be read again. */
  chat: (id: string) => `/dashboard/support?chat=${encodeURIComponent(id)}`,
  dashboardChat: '/dashboard?chat=offen',
  profile: '/profile',
  admin: '/admin',
  adminSupport: '/admin/support',
  /** What the team sends often. */
  adminTextBlocks: '/admin/textbausteine',
  adminReturns: '/admin?ansicht=rendite',
  /** Those of one bot. */
  adminReturnsOf: (botType: BotType) => `/admin?ansicht=rendite&bot=${botType}`,
  /** One investment there, by its short number. */
  adminReturnsFor: (reference: string) => `/admin?ansicht=rendite&suche=${encodeURIComponent(reference)}`,
  /** One request in the queue, by its short number. */
  adminDeposit: (reference: string) => `/admin?suche=${encodeURIComponent(reference)}#einzahlungen`,
  adminWithdrawal: (reference: string) => `/admin?suche=${encodeURIComponent(reference)}#auszahlungen`,
  /** One chat, open on the desk. */
  adminChat: (id: string) => `/admin/support?gespraech=${encodeURIComponent(id)}`,
  /** The form that corrects a wallet; the state of the navigation may carry the `email`. */
  adminCorrection: '/admin#wallet-korrigieren',
  /** Deposits and withdrawals, decided ones too. */
  adminRequests: '/admin/antraege',
  /** Search; one customer with everything that is theirs. */
  adminCustomers: '/admin/kunden',
  adminCustomer: (id: string) => `/admin/kunden/${encodeURIComponent(id)}`,
  /** With one thing of theirs open, by its short number. */
  adminCustomerReference: (id: string, reference: string) =>
    `/admin/kunden/${encodeURIComponent(id)}?vorgang=${encodeURIComponent(reference)}`,
  /** One part of that page, see `CUSTOMER_SECTIONS`. */
  adminCustomerPart: (id: string, part: string) => `/admin/kunden/${encodeURIComponent(id)}#${part}`,
  /** What waits for a second admin; one of them, open. */
  adminApprovals: '/admin/freigaben',
  adminApproval: (id: string) => `/admin/freigaben?vorlage=${encodeURIComponent(id)}`,
  /** The audit log; one row of it. What concerns one thing is found by `suche`. */
  adminAudit: '/admin/pruefspur',
  adminAuditOf: (reference: string) => `/admin/pruefspur?suche=${encodeURIComponent(reference)}`,
  adminAuditOfAction: (meant: string, action: AuditAction) =>
    `/admin/pruefspur?suche=${encodeURIComponent(meant)}&vorgang=${action}`,
  adminAuditEntry: (seq: number) => `/admin/pruefspur?eintrag=${seq}`,
  /** The state of the bots; NewsBot's calendar; when and why they were held. */
  adminBots: '/admin/bots',
  adminCalendar: '/admin/bots?ansicht=kalender',
  adminPauses: '/admin/bots?ansicht=eingriffe',
  /** Own bots of everybody; one run of them, open; those that a number, an address or a customer's short number means. */
  adminOwnBots: '/admin/eigene-bots',
  adminOwnBotsOf: (meant: string) => `/admin/eigene-bots?suche=${encodeURIComponent(meant)}`,
  adminOwnBotHolds: '/admin/eigene-bots?ansicht=eingriffe',
  adminSystem: '/admin/system',
  adminReconciliation: '/admin/abgleich',
  adminReconciliationRun: (id: string) => `/admin/abgleich?lauf=${encodeURIComponent(id)}`,
} as const;

/** Public pages that are there to be found: the site map. */
export const INDEXED_PATHS = [
  urls.home,
  urls.about,
  urls.market('krypto'),
  urls.market('forex'),
  urls.market('indizes'),
  urls.market('rohstoffe'),
  urls.help,
  urls.terms,
  urls.trackRecord,
  urls.aiTrading,
  urls.imprint,
  urls.privacy,
  urls.risk,
  urls.accessibility,
  urls.licences,
] as const;

/** Public pages that are written as HTML at build time. */
export const PRERENDERED_PATHS = [
  ...INDEXED_PATHS,
  urls.markets,
  urls.login,
  urls.signup,
  urls.forgotPassword,
  urls.resetPassword,
  urls.emailUndo,
] as const;

/** Stands in `urls.email`. */
export const EMAIL_HASH = '#email';
/** Stands in `urls.farewell`. */
export const PARAM_FAREWELL = 'konto';

/** Where a login leads that nobody asked for from another page. */
export const START_PAGE_URLS: Record<StartPage, string> = {
  dashboard: urls.dashboard,
  bots: urls.bots,
  wallet: urls.wallet,
  admin: urls.admin,
  desk: urls.adminSupport,
};

const NEXT = 'next';

/** The login page that leads back to `path` afterwards. */
export function loginReturningTo(path: string): string {
  return `${urls.login}?${new URLSearchParams({ [NEXT]: path })}`;
}

/**
 * The page that asked for the login, or null. Only paths of this site count: `//host` and `/\host` would leave it, also with
 * a tab or a line break in between, which browsers pass over, and `/.//host`, as which they read it. The login page itself would
 * be a loop.
 */
export function returnAddress(search: string): string | null {
  const next = new URLSearchParams(search).get(NEXT);
  if (!next?.startsWith('/') || /^\/[/\\]|[\t\r\n]/.test(next)) return null;
  const { pathname } = new URL(next, 'http://local');
  return pathname.startsWith('//') || pathname.startsWith(urls.login) ? null : next;
}

const STEP = 'schritt';
/** Steps of the login that begin when the way to the provider is over: a code is missing, or nothing is. */
const LOGIN_STEPS = ['code', 'start'] as const;
export type LoginStep = (typeof LOGIN_STEPS)[number];

/** The step that the login page is asked for, or null. */
export function loginStep(search: string): LoginStep | null {
  const step = new URLSearchParams(search).get(STEP);
  return LOGIN_STEPS.find((one) => one === step) ?? null;
}

/**
 * Where a login at the provider leads. As long as nobody knows whose login it is, nobody knows their start page either: who
 * was not asked for by a page comes back to the login page, which finds it out.
 */
export function destinationAfterProvider(search: string): string {
  return (
    returnAddress(search) ?? `${urls.login}?${new URLSearchParams({ [STEP]: 'start' satisfies LoginStep })}`
  );
}

/** Reachable from every page. */
export const LEGAL_LINKS = [
  { to: urls.imprint, label: 'Impressum' },
  { to: urls.privacy, label: 'Datenschutz' },
  { to: urls.risk, label: 'Risikohinweis' },
  { to: urls.accessibility, label: 'Barrierefreiheit' },
  { to: urls.licences, label: 'Lizenzen' },
];
