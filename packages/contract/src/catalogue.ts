/**
 * The one catalogue of what the platform offers, enforces and says: bots, limits, fees, service times, symbols. The
 * server enforces these constants, the pages and the assistant quote them, so the two can never disagree.
 */
import { formatRange, fromWire, type Micros } from '@botdepot/money';
import type { CandleSourceName } from './kinds.ts';

export const BOT_TYPES = ['smartbot', 'turbobot', 'newsbot'] as const;
export type BotType = (typeof BOT_TYPES)[number];

/** Sign-up and the public pages offer these two (specification, first reading of the offer). */
export const SIGN_UP_BOT_TYPES = ['smartbot', 'turbobot'] as const;
export type SignUpBotType = (typeof SIGN_UP_BOT_TYPES)[number];

export type RiskLevel = 1 | 2 | 3 | 4;

export type BotProfile = {
  type: BotType;
  name: string;
  /** Smallest amount that starts the bot. */
  minimum: Micros;
  risk: RiskLevel;
  riskLabel: string;
  /** What such bots usually promise. Shown muted and never alone: always beside what was measured. */
  usualPromise: string;
  /** What the strategy does, in two sentences. */
  /** What it does, for a glance. */
  line: string;
  summary: string;
  /** When it earns, and when it loses; both continue „Er verdient, …“, „Er verliert, …“. */
  earnsWhen: string;
  losesWhen: string;
  /** What protects, without promising that it will. */
  protection: string;
};

export const BOTS: Record<BotType, BotProfile> = {
  smartbot: {
    type: 'smartbot',
    name: 'SmartBot',
    minimum: fromWire('100'),
    risk: 1,
    riskLabel: 'Niedriges Risiko',
    usualPromise: 'etwa 0,5 % pro Tag',
    line: 'Kauft, was seit Monaten steigt, und hält sonst Geld. Ohne Hebel.',
    summary:
      'Kauft Märkte, deren Kurs über dem Stand vor einem, drei und zwölf Monaten liegt, und hält sonst Geld. Das Risiko verteilt er ohne Hebel auf Krypto, Devisen, Indizes und Rohstoffe.',
    earnsWhen: 'wenn Kurse über viele Monate steigen.',
    losesWhen:
      'wenn Trends oft die Richtung wechseln oder Kurse plötzlich einbrechen. In steigenden Märkten kann bloßes Halten besser sein.',
    protection:
      'Schwankungsziel 6 % im Jahr, Obergrenze je Markt, Verkauf nach 2,5 % Verlust an einem Tag, 30 Tage Pause nach 8 % Rückgang. Der Verlust kann diese Marken überschreiten.',
  },
  turbobot: {
    type: 'turbobot',
    name: 'TurboBot',
    minimum: fromWire('5000'),
    risk: 3,
    riskLabel: 'Hohes Risiko',
    usualPromise: `${formatRange(5, 7)} % pro Tag`,
    line: 'Setzt auf starke Bewegungen nach oben oder unten, mit bis zu dreifachem Hebel.',
    summary:
      'Setzt auf Ausbrüche über das Hoch oder unter das Tief von rund 24 Wochen, in beide Richtungen. Er nutzt bis zu dreifachen Hebel.',
    earnsWhen: 'wenn große Bewegungen lange anhalten, nach oben oder nach unten.',
    losesWhen:
      'wenn Ausbrüche scheitern: Dann folgen viele Verluste aufeinander, und der Hebel vergrößert sie. Auch die Finanzierung der Positionen kostet.',
    protection:
      'Stopp je Position, Hebelgrenze, Verkauf nach 10 % Verlust an einem Tag, 30 Tage Pause nach 25 % Rückgang. Kurssprünge können mehr kosten.',
  },
  newsbot: {
    type: 'newsbot',
    name: 'NewsBot',
    minimum: fromWire('15000'),
    risk: 4,
    riskLabel: 'Sehr hohes Risiko',
    usualPromise: `${formatRange(40, 60)} %`,
    line: 'Handelt nur an wenigen Abenden nach US-Terminen, mit bis zu fünffachem Hebel.',
    summary:
      'Handelt nur an wenigen Abenden mit US-Terminen, 17 bis 22 Uhr. Er folgt dem Ausbruch aus der ersten Stunde, mit bis zu fünffachem Hebel.',
    earnsWhen: 'wenn die Bewegung nach einem Termin bis zum Abend anhält.',
    losesWhen: 'wenn der Kurs nach dem Termin umkehrt, und durch Kosten.',
    protection:
      'Geplantes Risiko höchstens 3 % je Termin, keine Position über Nacht, Verkauf nach 4 % Verlust an einem Tag, 90 Tage Pause nach 20 % Rückgang. Kurssprünge können mehr kosten.',
  },
};

export const CRYPTO_CURRENCIES = ['USDT', 'BTC', 'ETH'] as const;
export type CryptoCurrency = (typeof CRYPTO_CURRENCIES)[number];

export const LIMITS = {
  deposit: { minimum: fromWire('1'), maximum: fromWire('1000000') },
  withdrawal: { minimum: fromWire('0.01'), maximum: fromWire('1000000') },
  /** What the help page recommends; not enforced. */
  recommendedDeposit: fromWire('10'),
  rejectionReasonLength: 500,
  /** One correction of a wallet by an admin. */
  correction: { maximum: fromWire('1000000') },
  /** What an admin writes where money moves; the customer reads it. */
  bookingReason: { minLength: 3, maxLength: 500 },
  /** What an own bot starts with at least. */
  ownBotStart: { minimum: fromWire('1') },
  /** An investment cannot be taken beyond this by a manual return. */
  manualReturnAmount: fromWire('1000000000'),
  manualReturnsAtOnce: 100,
  decisionsAtOnce: 200,
  notificationsShown: 10,
  notificationsPerPage: 20,
  notificationBadgeMax: 9,
  pageSize: 10,
  pageSizeMax: 100,
} as const;

/**
 * Deposits, withdrawals, starts and stops are free; trading costs are part of the bot's result. No booking reads these
 * figures, for the books know no fees: one would need a posting of its own first.
 */
export const FEES = { deposit: 0n, withdrawal: 0n, botStart: 0n, botStop: 0n } as const;

export const SERVICE_TIMES = {
  depositHours: [1, 2],
  depositEscalationHours: 3,
  withdrawalHours: 24,
  humanReplyMinutes: [15, 30],
} as const;

/** How long a request stays with the admin who opened it, and how often an open page says that it is still there. */
export const REQUEST_CLAIM = { minutes: 3, renewSeconds: 60 } as const;

export const DEFAULT_REJECTION_REASON = 'Keine Begründung';

/** A name without what turns or hides the text around it: control and format characters, and separators of lines. */
export const VISIBLE_NAME = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 128;

/** A booking at a NAV needs prices at most this old. */
export const STALE_PRICE_MS = 2_000;
export const TICK_MS = 500;
/** „Gemessen“ is said after this many live days, not before. */
export const MEASURED_AFTER_DAYS = 30;
/** Real outcomes are shown from this many finished investments per bot on, not before. */
export const OUTCOMES_SHOWN_FROM = 20;

/**
 * Plain downloads, not operations: `<a href={trackRecordUrl('smartbot')} download>`. The record is gzipped NDJSON, one line
 * per sealed record, made for `npm run verify-track-record -- FILE`.
 */
export const trackRecordUrl = (botType: BotType): string => `/api/track-record/${botType}.ndjson.gz`;
/** The head of the chain as a tiny JSON file, to be kept and given to `--since` later. 404 before the first seal. */
export const trackRecordHeadUrl = (botType: BotType): string => `/api/track-record/${botType}.head.json`;

/** The same of an own bot, for its owner: 404 for everybody else, and before the first seal. */
export const ownRecordUrl = (botId: string): string => `/api/own-bots/${botId}/record.ndjson.gz`;
export const ownRecordHeadUrl = (botId: string): string => `/api/own-bots/${botId}/record.head.json`;

/**
 * What is public of the records of own bots: a CSV with the newest seal of each that was struck on a UTC day, `bot,position,hash`.
 * @param day that is over, `YYYY-MM-DD`; 404 for any other.
 */
export const daySealsUrl = (day: string): string => `/api/track-record/own-bots-${day}.csv`;

/**
 * Not an operation: candles of one symbol as a gzipped `BDC1` file, see `packages/trading/src/candle-file.ts`, for who is signed in.
 *
 * @param until a UTC day: only bars that start before it. Without it all that are over.
 */
export const candleFileUrl = (
  source: CandleSourceName,
  symbol: string,
  interval: '1h' | '1d',
  until?: string,
): string =>
  `/api/testbench/candles/${source}/${encodeURIComponent(symbol)}/${interval}.bin${until === undefined ? '' : `?until=${until}`}`;

/** Minute candles older than this are deleted; records are replayed from younger ones. Hours and days stay. */
export const CANDLE_RETENTION_DAYS = 400;

export const MARKET_TYPES = ['crypto', 'forex', 'indices', 'commodities'] as const;
export type MarketType = (typeof MARKET_TYPES)[number];

export const MARKET_LABELS: Record<MarketType, string> = {
  crypto: 'Krypto',
  forex: 'Devisen',
  indices: 'Indizes',
  commodities: 'Rohstoffe',
};

export type AssumedCosts = {
  /** Basis points of the traded amount per side. */
  feeBps: number;
  halfSpreadBps: number;
  slippageBps: number;
  /** For holding a position, a fraction of its value per year; only bots with `financed` pay it. */
  financingPerYear: number;
};

/** What trading is assumed to cost, live and in backtests alike. The engine's own figures; a test keeps the two equal. */
export const TRADING_COSTS: Record<MarketType, AssumedCosts> = {
  crypto: { feeBps: 20, halfSpreadBps: 3, slippageBps: 5, financingPerYear: 0.05 },
  forex: { feeBps: 0, halfSpreadBps: 0.8, slippageBps: 0.5, financingPerYear: 0.01 },
  indices: { feeBps: 0, halfSpreadBps: 0.8, slippageBps: 0.7, financingPerYear: 0.025 },
  commodities: { feeBps: 0, halfSpreadBps: 2.5, slippageBps: 1.5, financingPerYear: 0.025 },
};

/** How a bot's own way of trading changes them: leverage is financed, trading on news slips more. */
export const BOT_COST_RULES: Record<BotType, { financed: boolean; slippageFactor: number }> = {
  smartbot: { financed: false, slippageFactor: 1 },
  turbobot: { financed: true, slippageFactor: 1 },
  newsbot: { financed: false, slippageFactor: 2 },
};

/** Decision 0044. Said wherever costs or the assumptions of a result are explained. */
export const CURRENCY_RULE =
  'Gewinn und Verlust folgen der prozentualen Bewegung des Kurses, auch bei DAX40, FTSE100, Nikkei225, USD/JPY und USD/CAD. Wechselkurse gegen den US-Dollar sind nicht eingerechnet.';

export type MarketSymbol = { symbol: string; marketType: MarketType; decimals: number };

const symbols = (marketType: MarketType, decimals: Record<string, number>): MarketSymbol[] =>
  Object.entries(decimals).map(([symbol, digits]) => ({ symbol, marketType, decimals: digits }));

/** Twenty symbols in the specification's order; decimals as its market pages show them. */
export const MARKET_SYMBOLS: readonly MarketSymbol[] = [
  ...symbols('crypto', { 'BTC/USD': 2, 'ETH/USD': 2, 'XRP/USD': 4, 'LTC/USD': 4, 'ADA/USD': 4 }),
  ...symbols('forex', { 'EUR/USD': 4, 'GBP/USD': 4, 'USD/JPY': 2, 'AUD/USD': 4, 'USD/CAD': 4 }),
  ...symbols('indices', { SPX500: 2, DAX40: 2, NASDAQ100: 2, FTSE100: 2, Nikkei225: 2 }),
  ...symbols('commodities', { GOLD: 2, SILVER: 2, WTI: 2, BRENT: 2, COPPER: 2 }),
];

/** Of the prices of a symbol. */
export const decimalsOf = (symbol: string): number =>
  MARKET_SYMBOLS.find((entry) => entry.symbol === symbol)?.decimals ?? 2;

export const PLAY_MONEY_NOTICE = 'Spielgeld – kein echtes Geld';

/** Where the one WebSocket per tab is opened, and its close codes: 4401 the session ended, 4429 too many sockets. */
export const LIVE_PATH = '/api/live';
export const LIVE_CLOSE = { sessionEnded: 4401, tooMany: 4429 } as const;
/** A client gives up an opening that takes longer, ms: what it says of its age is no older than that when it arrives. */
export const LIVE_OPENING_MS = 10_000;
