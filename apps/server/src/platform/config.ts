import { join } from 'node:path';
import { LIMITS, MARKET_SYMBOLS } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { z } from 'zod';

const flag = z
  .enum(['0', '1', ''])
  .optional()
  .transform((value) => value === '1');
const text = z.string().trim().min(1).optional();
const optionalUrl = (protocols: string[]) =>
  z
    .string()
    .optional()
    .transform((value) => (value?.trim() ? value.trim() : undefined))
    .refine(
      (value) => value === undefined || hasProtocol(value, protocols),
      `eine Adresse, die mit ${protocols.join(' oder ')} beginnt`,
    );

function hasProtocol(value: string, protocols: string[]): boolean {
  try {
    return protocols.includes(new URL(value).protocol);
  } catch {
    return false;
  }
}

const entries = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

const LIVE_SOURCES = ['kraken', 'twelvedata'] as const;

/** `simulated`, or providers separated by commas; the first that covers a symbol is the one for it. */
const priceSources = z
  .string()
  .default('simulated')
  .transform((value) => [...new Set(entries(value))].filter((entry) => entry !== 'simulated'))
  .pipe(z.array(z.enum(LIVE_SOURCES, `simulated oder ${LIVE_SOURCES.join(', ')}, durch Kommas getrennt`)));

/** A decimal string with at most two decimals; 0 is off, undefined the default. */
const threshold = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, 'ein Betrag wie 5000 oder 2500.50; 0 für keinen')
  .transform(fromWire)
  .optional();

/** What may be deposited, or nothing. */
const isDepositOrOff = (amount: Micros | undefined): boolean =>
  !amount || (amount >= LIMITS.deposit.minimum && amount <= LIMITS.deposit.maximum);

/** `GOLD,COPPER=HG1` as tickers by symbol; empty where the known ticker is meant. */
const tickers = z
  .string()
  .optional()
  .transform((value) =>
    value === undefined
      ? undefined
      : Object.fromEntries(
          entries(value).map((entry) => {
            const [symbol = '', ticker = ''] = entry.split('=', 2);
            return [symbol.trim(), ticker.trim()];
          }),
        ),
  )
  .refine(
    (chosen) =>
      Object.keys(chosen ?? {}).every((name) => MARKET_SYMBOLS.some(({ symbol }) => symbol === name)),
    'Symbole des Katalogs, durch Kommas getrennt, mit =TICKER, wo ein anderer gilt',
  );

const environment = z.object({
  BRAND_NAME: z.string().trim().min(1).max(40).default('Botdepot'),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: optionalUrl(['http:', 'https:']),
  DATA_DIR: z.string().trim().min(1).default('.data'),
  BACKUP_DIR: text,
  DATABASE_URL: optionalUrl(['postgres:', 'postgresql:']),
  REDIS_URL: optionalUrl(['redis:', 'rediss:']),
  SMTP_URL: optionalUrl(['smtp:', 'smtps:']),
  MAIL_FROM: text,
  AUTH_SECRET: z.string().min(32, 'mindestens 32 Zeichen').optional(),
  CAPTCHA: flag,
  TRUSTED_PROXIES: z.string().default('').transform(entries),
  DEMO: z.enum(['0', '1', '']).optional(),
  DEMO_PUBLIC: flag,
  OAUTH_PROVIDER_NAME: z.string().trim().min(1).max(40).optional(),
  OAUTH_DISCOVERY_URL: optionalUrl(['http:', 'https:']),
  OAUTH_CLIENT_ID: text,
  OAUTH_CLIENT_SECRET: text,
  OAUTH_SCOPES: z
    .string()
    .default('openid email profile')
    .transform((value) => value.split(/\s+/).filter(Boolean)),
  FOUR_EYES_THRESHOLD_USD: threshold,
  FOUR_EYES_DEPOSIT_THRESHOLD_USD: threshold,
  WELCOME_DEPOSIT_USD: threshold.refine(
    isDepositOrOff,
    `von ${formatAmount(LIMITS.deposit.minimum)} bis ${formatAmount(LIMITS.deposit.maximum)}; 0 für keines`,
  ),
  OWN_BOTS_MAX: z.coerce.number().int().min(0).max(100_000).default(1_000),
  SAVINGS_RATE_PERCENT: z.coerce.number().min(0).max(20).default(2),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  PRICE_SOURCES: priceSources,
  KRAKEN_URL: optionalUrl(['http:', 'https:']),
  KRAKEN_POLL_SECONDS: z.coerce.number().min(1).max(60).default(3),
  TWELVEDATA_URL: optionalUrl(['http:', 'https:']),
  TWELVEDATA_API_KEY: z.string().trim().min(8, 'mindestens 8 Zeichen').max(200).optional(),
  TWELVEDATA_SYMBOLS: tickers,
  TWELVEDATA_CREDITS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(8),
  TWELVEDATA_CREDITS_PER_DAY: z.coerce.number().int().min(1).max(100_000_000).default(800),
});

/** Where prices come from. Without sources the market is simulated. */
export type PriceSettings = {
  sources: (typeof LIVE_SOURCES)[number][];
  kraken: { baseUrl: string; pollMs: number };
  twelvedata: {
    baseUrl: string;
    apiKey: string;
    /** Ticker by symbol, empty for the known one; undefined for all symbols with a known ticker. */
    tickers: Record<string, string> | undefined;
    creditsPerMinute: number;
    creditsPerDay: number;
  };
};

/** Where people may log in instead, by OpenID Connect. */
export type IdentityProviderSettings = {
  name: string;
  discoveryUrl: string;
  clientId: string;
  clientSecret: string;
  scopes: string[];
};

export type Config = {
  brandName: string;
  host: string;
  port: number;
  /** Origin under which browsers reach the app; undefined means http://localhost:PORT. */
  publicUrl: string | undefined;
  dataDir: string;
  /** Where backups go unless said otherwise, and where the list of deleted accounts stands. */
  backupDir: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  authSecret: string | undefined;
  trustedProxies: string[];
  /** Whether sign-up and password reset ask for a proof of work. */
  captcha: boolean;
  demo: boolean;
  /** Others than its owner may reach the demo. */
  demoPublic: boolean;
  /** From this amount on money moves only with a second admin; null is off. Only the first start reads it. */
  fourEyesThreshold: Micros | null;
  /** The same for deposits that are credited; off unless it is set. */
  fourEyesDepositThreshold: Micros | null;
  /** What everybody is credited once, at their first login; null is off. */
  welcomeDeposit: Micros | null;
  /** So many own bots may trade at the same time; 0: there are no own bots at all. */
  ownBotsMax: number;
  /** Interest of the savings account that own bots are compared with, a year, fraction. */
  savingsRate: number;
  /** Undefined when none is set up. */
  identityProvider: IdentityProviderSettings | undefined;
  logLevel: string;
  prices: PriceSettings;
};

/** Where a variable has no text of its own. What stands there is not quoted: it may be a key. */
function inGerman(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') return `eins von ${issue.values.filter(Boolean).join(', ')}`;
  if (issue.code === 'invalid_type')
    return issue.expected === 'int'
      ? 'eine ganze Zahl'
      : issue.expected === 'number'
        ? 'eine Zahl'
        : 'ungültig';
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return 'ungültig';
  const [word, limit] =
    issue.code === 'too_small' ? ['mindestens', issue.minimum] : ['höchstens', issue.maximum];
  return `${word} ${limit}${issue.origin === 'string' ? ' Zeichen' : ''}`;
}

/**
 * Reads and checks the environment once. Throws one error that lists every bad variable.
 * What signs no sessions needs no key for them: `signs` is false.
 */
export function readConfig(env: NodeJS.ProcessEnv, { signs } = { signs: true }): Config {
  // `NAME=` in a copy of .env.example means „not set“.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(set, { error: inGerman });
  const problems: string[] = [];
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(problems);
  }
  const values = parsed.data;
  // The demo is for a fresh clone on one's own machine: never by itself where a database or a public address is set.
  const demo = values.DEMO === '1' || (values.DEMO !== '0' && !values.DATABASE_URL && !values.PUBLIC_URL);
  const loopback = ['127.0.0.1', '::1', 'localhost'].includes(values.HOST);
  if (demo && !values.DEMO_PUBLIC && (!loopback || values.PUBLIC_URL))
    problems.push(
      'DEMO: Die Demo zeigt ihre Anmeldungen im Terminal und ist nicht für eine öffentliche Adresse gedacht. Setzen Sie DEMO=0, oder DEMO_PUBLIC=1, wenn Sie es wirklich so wollen.',
    );
  if (signs && !demo && !values.AUTH_SECRET)
    problems.push('AUTH_SECRET: außerhalb der Demo nötig, mindestens 32 zufällige Zeichen');
  if (values.SMTP_URL && !values.MAIL_FROM) problems.push('MAIL_FROM: nötig mit SMTP_URL');
  if (values.PRICE_SOURCES.includes('twelvedata') && !values.TWELVEDATA_API_KEY)
    problems.push('TWELVEDATA_API_KEY: nötig mit PRICE_SOURCES=twelvedata');
  // Browsers compute only there, see `crypto.subtle`.
  if (values.CAPTCHA && values.PUBLIC_URL && !isConfidential(values.PUBLIC_URL))
    problems.push('CAPTCHA: nur mit einer https-Adresse in PUBLIC_URL');
  const identityProvider = readIdentityProvider(values, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    brandName: values.BRAND_NAME,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir: values.DATA_DIR,
    backupDir: values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups'),
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    authSecret: values.AUTH_SECRET,
    trustedProxies: values.TRUSTED_PROXIES,
    captcha: values.CAPTCHA,
    demo,
    demoPublic: values.DEMO_PUBLIC,
    fourEyesThreshold: readThreshold(values.FOUR_EYES_THRESHOLD_USD, demo),
    fourEyesDepositThreshold: values.FOUR_EYES_DEPOSIT_THRESHOLD_USD || null,
    welcomeDeposit: (values.WELCOME_DEPOSIT_USD ?? (demo ? DEMO_WELCOME : 0n)) || null,
    ownBotsMax: values.OWN_BOTS_MAX,
    savingsRate: values.SAVINGS_RATE_PERCENT / 100,
    identityProvider,
    // The demo's terminal is for its logins.
    logLevel: values.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    prices: {
      sources: values.PRICE_SOURCES,
      kraken: {
        baseUrl: values.KRAKEN_URL ?? 'https://api.kraken.com',
        pollMs: values.KRAKEN_POLL_SECONDS * 1000,
      },
      twelvedata: {
        baseUrl: values.TWELVEDATA_URL ?? 'https://api.twelvedata.com',
        apiKey: values.TWELVEDATA_API_KEY ?? '',
        tickers: values.TWELVEDATA_SYMBOLS,
        creditsPerMinute: values.TWELVEDATA_CREDITS_PER_MINUTE,
        creditsPerDay: values.TWELVEDATA_CREDITS_PER_DAY,
      },
    },
  };
}

/** The demo is for one person who tries everything out. */
const FOUR_EYES_DEFAULT = fromWire('5000');

/** Enough for a SmartBot, and for looking at what the others ask. */
const DEMO_WELCOME = fromWire('1000');

function readThreshold(value: Micros | undefined, demo: boolean): Micros | null {
  if (value === undefined) return demo ? null : FOUR_EYES_DEFAULT;
  return value === 0n ? null : value;
}

/** All of it or nothing: half a provider would be a button that fails. */
function readIdentityProvider(
  values: z.infer<typeof environment>,
  problems: string[],
): IdentityProviderSettings | undefined {
  const {
    OAUTH_PROVIDER_NAME: name,
    OAUTH_DISCOVERY_URL: discoveryUrl,
    OAUTH_CLIENT_ID: clientId,
    OAUTH_CLIENT_SECRET: clientSecret,
    OAUTH_SCOPES: scopes,
  } = values;
  const needed = {
    OAUTH_PROVIDER_NAME: name,
    OAUTH_DISCOVERY_URL: discoveryUrl,
    OAUTH_CLIENT_ID: clientId,
    OAUTH_CLIENT_SECRET: clientSecret,
  };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length === Object.keys(needed).length) return undefined;
  for (const [variable] of missing) problems.push(`${variable}: nötig mit den anderen OAUTH_-Variablen`);
  if (discoveryUrl !== undefined && !isConfidential(discoveryUrl))
    problems.push('OAUTH_DISCOVERY_URL: außerhalb dieses Rechners nur mit https');
  if (!['openid', 'email'].every((scope) => scopes.includes(scope)))
    problems.push('OAUTH_SCOPES: openid und email müssen dabei sein');
  if (!name || !discoveryUrl || !clientId || !clientSecret) return undefined;
  return { name, discoveryUrl, clientId, clientSecret, scopes };
}

/** What the provider says about itself decides who may log in. */
function isConfidential(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`Die Konfiguration ist ungültig:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
