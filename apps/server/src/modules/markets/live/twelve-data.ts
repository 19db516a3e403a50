import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { z } from 'zod';
import type { CandleInterval } from '../price-source.ts';
import {
  excerpt,
  type PriceProvider,
  ProviderError,
  type Refusal,
  requestJson,
  type Sighting,
} from './price-provider.ts';
import { type CandleRow, isCandle, readableCandles } from './readable-candles.ts';
import { isExchangeOpen } from './sessions.ts';

/**
 * Tickers that are asked for by default. Which of them a key may see depends on its plan; one that is refused keeps its
 * symbol simulated. Copper has no ticker that is known for certain, so it needs an entry in TWELVEDATA_SYMBOLS.
 */
export const TWELVE_DATA_TICKERS: Readonly<Record<string, string>> = {
  SPX500: 'SPX',
  DAX40: 'GDAXI',
  NASDAQ100: 'NDX',
  FTSE100: 'FTSE',
  Nikkei225: 'N225',
  GOLD: 'XAU/USD',
  SILVER: 'XAG/USD',
  WTI: 'WTI/USD',
  BRENT: 'XBR/USD',
};

const INTERVALS: Readonly<Record<CandleInterval, string>> = { '1m': '1min', '1h': '1h', '1d': '1day' };
const STEP_MS: Readonly<Record<CandleInterval, number>> = { '1m': MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS };
const LONGEST_HISTORY = 5_000;
const STALE_AFTER_MS = 10 * MINUTE_MS;
/** Candles have minutes, so asking more often tells nothing new. */
const SHORTEST_POLL_MS = MINUTE_MS;
/** Part of the day's credits that the prices may use; the rest is for history and restarts. */
const FOR_PRICES = 0.9;
/** A bar that begins this far in the future is a wrong clock, on one side or the other. */
const TOLERATED_SKEW_MS = 2 * MINUTE_MS;

const bar = z.object({
  datetime: z.string(),
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  volume: z.string().optional(),
});
const series = z.object({ values: z.array(z.unknown()) });
const failure = z.object({ status: z.literal('error'), code: z.number(), message: z.string().default('') });

/**
 * Twelve Data's REST API. Prices come from the newest bars of `/time_series`, which costs the same credit as `/price` and
 * tells the minute a price belongs to. A key has so many credits per minute and day, one per symbol and question; the poll
 * interval follows from them, so that a free key (8 and 800) lasts the whole day: nine symbols every 18 minutes.
 *
 * The key goes in a header, never into an address.
 */
export function createTwelveData(options: {
  baseUrl: string;
  apiKey: string;
  /** Ticker by symbol. */
  tickers: Readonly<Record<string, string>>;
  creditsPerMinute: number;
  creditsPerDay: number;
  timeoutMs?: number;
}): PriceProvider {
  const { baseUrl, apiKey, tickers, creditsPerMinute, creditsPerDay, timeoutMs } = options;
  const symbols = Object.keys(tickers);
  const pollMs = pollInterval(symbols.length, creditsPerMinute, creditsPerDay);
  const budget = createCreditBudget({ perMinute: creditsPerMinute, perDay: creditsPerDay });
  /** The bars of the newest answer: they fill gaps for nothing. */
  const recent = new Map<string, readonly CandleRow[]>();

  async function ask(
    asked: readonly string[],
    interval: CandleInterval,
    outputsize: number,
    nowMs: number,
  ): Promise<Map<string, unknown>> {
    const what = 'twelvedata time_series';
    if (budget.available(nowMs) < asked.length)
      throw new ProviderError('limited', `${what}: no credits left`, MINUTE_MS);
    const url = new URL('/time_series', baseUrl);
    url.search = new URLSearchParams({
      symbol: asked.map(tickerOf).join(','),
      interval: INTERVALS[interval],
      outputsize: String(Math.min(LONGEST_HISTORY, Math.max(2, outputsize))),
      order: 'ASC',
      timezone: 'UTC',
    }).toString();
    budget.spend(asked.length, nowMs);
    const { body: answer } = await requestJson({
      what,
      url,
      headers: { authorization: `apikey ${apiKey}` },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }).catch((error: unknown) => {
      throw withoutKey(error);
    });
    const failed = failure.safeParse(answer);
    if (failed.success) throw withoutKey(failureOf(what, failed.data, nowMs));
    const single = asked.length === 1 ? asked[0] : undefined;
    if (single !== undefined && series.safeParse(answer).success) return new Map([[single, answer]]);
    const keyed = z.record(z.string(), z.unknown()).safeParse(answer);
    if (!keyed.success) throw new ProviderError('broken', `${what}: an answer of another shape`);
    return new Map(asked.map((symbol) => [symbol, keyed.data[tickerOf(symbol)]]));
  }

  /** The provider may repeat what it was sent. */
  function withoutKey(error: unknown): unknown {
    if (!(error instanceof ProviderError)) return error;
    return new ProviderError(error.fault, error.message.replaceAll(apiKey, '[key]'), error.retryAfterMs);
  }

  function tickerOf(symbol: string): string {
    const ticker = tickers[symbol];
    if (ticker === undefined) throw new RangeError(`Twelve Data is not asked for ${symbol}`);
    return ticker;
  }

  function rowsOf(answer: unknown): CandleRow[] | Refusal['reason'] {
    const failed = failure.safeParse(answer);
    if (failed.success) return excerpt(failed.data.message.replaceAll(apiKey, '[key]')) || 'refused';
    const parsed = series.safeParse(answer);
    if (!parsed.success) return 'no answer for this symbol';
    // Newest first is the default, and a default may come through.
    return parsed.data.values.flatMap(rowOf).sort((a, b) => a.time - b.time);
  }

  return {
    name: 'twelvedata',
    symbols,
    pollMs,
    staleAfterMs: Math.max(STALE_AFTER_MS, 2.5 * pollMs),
    reachMs: { '1m': 2 * DAY_MS, '1h': 90 * DAY_MS, '1d': 1_100 * DAY_MS },
    isOpen: isExchangeOpen,
    capacity: (nowMs) => budget.available(nowMs),

    async latest(asked, nowMs) {
      const answers = await ask(asked, '1m', Math.ceil(pollMs / MINUTE_MS) + 5, nowMs);
      const sightings: Sighting[] = [];
      const refusals: Refusal[] = [];
      for (const symbol of asked) {
        const rows = rowsOf(answers.get(symbol));
        if (typeof rows === 'string') {
          refusals.push({ symbol, reason: rows });
          continue;
        }
        const sane = rows.filter((row) => isCandle(row) && row.time <= nowMs + TOLERATED_SKEW_MS);
        const newest = sane.at(-1);
        if (!newest) {
          refusals.push({ symbol, reason: 'no bar that could be read' });
          continue;
        }
        recent.set(symbol, sane);
        // The running bar speaks for now, an older one for its end.
        sightings.push({ symbol, price: newest.close, timeMs: Math.min(nowMs, newest.time + MINUTE_MS) });
      }
      return { sightings, refusals };
    },

    async candles(symbol, interval, fromMs, nowMs) {
      const isOpen = (timeMs: number) => isExchangeOpen(symbol, timeMs);
      // The newest bar may still be forming for a moment after its end by our clock.
      const settledMs = (rows: readonly CandleRow[]) =>
        Math.max(rows.at(-1)?.time ?? 0, nowMs - TOLERATED_SKEW_MS);
      const final = (rows: readonly CandleRow[]) =>
        readableCandles(rows, interval, { fromMs, untilMs: Math.min(nowMs, settledMs(rows)) }, isOpen);
      const known = recent.get(symbol);
      if (interval === '1m' && known?.[0] && known[0].time <= fromMs) return final(known);
      const bars = Math.ceil((nowMs - fromMs) / STEP_MS[interval]) + 1;
      const answers = await ask([symbol], interval, bars, nowMs);
      const rows = rowsOf(answers.get(symbol));
      if (typeof rows === 'string')
        throw new ProviderError('unknown-symbol', `twelvedata ${symbol}: ${rows}`);
      return final(rows);
    },
  };
}

/** Time between two questions about the same symbol so that the credits of a minute and of a day last, ms. */
export function pollInterval(symbols: number, creditsPerMinute: number, creditsPerDay: number): number {
  const forDay = (symbols * DAY_MS) / (creditsPerDay * FOR_PRICES);
  const forMinute = (symbols * MINUTE_MS) / creditsPerMinute;
  return Math.ceil(Math.max(forDay, forMinute, SHORTEST_POLL_MS) / 1000) * 1000;
}

function rowOf(value: unknown): CandleRow[] {
  const parsed = bar.safeParse(value);
  if (!parsed.success) return [];
  const { datetime, open, high, low, close, volume } = parsed.data;
  const time = Date.parse(
    datetime.includes(' ') ? `${datetime.replace(' ', 'T')}Z` : `${datetime}T00:00:00Z`,
  );
  return [
    {
      time,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      // Forex and metals have none.
      volume: Number(volume ?? 0),
    },
  ];
}

function failureOf(what: string, error: z.infer<typeof failure>, nowMs: number): ProviderError {
  const message = `${what}: code ${error.code}: ${excerpt(error.message)}`;
  if (error.code === 429) {
    const windowMs = /day/i.test(error.message) ? DAY_MS : MINUTE_MS;
    return new ProviderError('limited', message, windowMs - (nowMs % windowMs));
  }
  if (error.code === 401 || error.code === 403) return new ProviderError('refused', message);
  return new ProviderError(error.code === 404 ? 'unknown-symbol' : 'broken', message);
}

type CreditBudget = {
  /** Credits that may be spent now. */
  available(nowMs: number): number;
  spend(credits: number, nowMs: number): void;
};

/**
 * Credits per calendar minute and per UTC day, as providers count them. What an earlier process has spent is not known;
 * the provider's own refusal tells then.
 */
export function createCreditBudget(limits: { perMinute: number; perDay: number }): CreditBudget {
  const windows = [
    { lengthMs: MINUTE_MS, limit: limits.perMinute, window: Number.NaN, spent: 0 },
    { lengthMs: DAY_MS, limit: limits.perDay, window: Number.NaN, spent: 0 },
  ];
  function turn(nowMs: number): void {
    for (const known of windows) {
      const window = Math.floor(nowMs / known.lengthMs);
      if (window === known.window) continue;
      known.window = window;
      known.spent = 0;
    }
  }
  return {
    available(nowMs) {
      turn(nowMs);
      return Math.max(0, Math.min(...windows.map(({ limit, spent }) => limit - spent)));
    },
    spend(credits, nowMs) {
      turn(nowMs);
      for (const known of windows) known.spent += credits;
    },
  };
}
