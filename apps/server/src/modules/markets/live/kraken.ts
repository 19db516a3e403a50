import { setTimeout as sleep } from 'node:timers/promises';
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
import { type CandleRow, readableCandles } from './readable-candles.ts';
import { isSpotOpen } from './sessions.ts';

/** Kraken's names. It calls Bitcoin XBT, and answers under names of its own again (`XXBTZUSD`). */
const PAIRS: Readonly<Record<string, string>> = {
  'BTC/USD': 'XBTUSD',
  'ETH/USD': 'ETHUSD',
  'XRP/USD': 'XRPUSD',
  'LTC/USD': 'LTCUSD',
  'ADA/USD': 'ADAUSD',
  'EUR/USD': 'EURUSD',
  'GBP/USD': 'GBPUSD',
  'USD/JPY': 'USDJPY',
  'AUD/USD': 'AUDUSD',
  'USD/CAD': 'USDCAD',
};
export const KRAKEN_SYMBOLS: readonly string[] = Object.keys(PAIRS);

const MINUTES: Readonly<Record<CandleInterval, number>> = { '1m': 1, '1h': 60, '1d': 1440 };
/** Whatever is asked for, at most so many candles come back. */
const LONGEST_HISTORY = 720;
const STALE_AFTER_MS = 2 * MINUTE_MS;
/** Kraken allows about one public request per second and address. */
const SPACING_MS = 1_000;

const envelope = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.unknown()).optional(),
});
const side = z.tuple([z.string()]).rest(z.unknown());
const ticker = z.object({ a: side, b: side });
const ohlcRow = z
  .tuple([z.number(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string()])
  .rest(z.unknown());

/**
 * Kraken's public REST API, no key: the ticker of all symbols in one request, candles from OHLC. A small client of its own
 * instead of ccxt, whose package exports only the whole: importing it costs 0.85 s and 105 MB for two questions.
 *
 * A price is the middle of bid and ask, since the last trade may be minutes old, and holds from the moment that Kraken made its
 * answer by its own clock; the ticker itself has no time. The last OHLC row is the running candle;
 * `last` names the newest final one.
 */
export function createKraken(options: {
  baseUrl: string;
  pollMs: number;
  spacingMs?: number;
  timeoutMs?: number;
}): PriceProvider {
  const { baseUrl, pollMs, spacingMs = SPACING_MS, timeoutMs } = options;
  const paced = createPace(spacingMs);
  /** Kraken's names of the answers, learned from its answers, back to ours. */
  const symbolOf = new Map(Object.entries(PAIRS).map(([symbol, pair]) => [pair, symbol]));
  /** Pairs that broke a question for all are asked alone from then on. */
  const lonely = new Set<string>();

  function ask(
    method: string,
    parameters: Record<string, string>,
  ): Promise<{ result: Record<string, unknown>; madeAtMs: number | null }> {
    const url = new URL(`/0/public/${method}`, baseUrl);
    url.search = new URLSearchParams(parameters).toString();
    const what = `kraken ${method}`;
    return paced(async () => {
      const { body, madeAtMs } = await requestJson({
        what,
        url,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      const parsed = envelope.safeParse(body);
      if (!parsed.success) throw new ProviderError('broken', `${what}: an answer of another shape`);
      const { error, result } = parsed.data;
      if (error.length > 0) throw failureOf(what, error);
      return { result: result ?? {}, madeAtMs };
    });
  }

  /** Which symbol an answer belongs to: known names, names with Kraken's X and Z, or the only one asked for. */
  function recognise(name: string, asked: readonly string[]): string | undefined {
    const [only] = asked;
    const symbol =
      symbolOf.get(name) ??
      symbolOf.get(name.replace(/^X([A-Z]{3})Z([A-Z]{3})$/, '$1$2').replace(/^Z([A-Z]{3})Z/, '$1')) ??
      (asked.length === 1 ? only : undefined);
    if (symbol !== undefined) symbolOf.set(name, symbol);
    return symbol;
  }

  async function askTicker(symbols: readonly string[], nowMs: number) {
    const sightings: Sighting[] = [];
    const refusals: Refusal[] = [];
    const { result, madeAtMs } = await ask('Ticker', { pair: symbols.map(pairOf).join(',') });
    const timeMs = madeAtMs ?? nowMs;
    for (const [name, answer] of Object.entries(result)) {
      const symbol = recognise(name, symbols);
      if (symbol === undefined || !symbols.includes(symbol)) continue;
      const price = middleOf(answer);
      if (price !== null) sightings.push({ symbol, price, timeMs });
      else refusals.push({ symbol, reason: 'the ticker has no price' });
    }
    return { sightings, refusals };
  }

  async function askAlone(symbol: string, nowMs: number) {
    try {
      return await askTicker([symbol], nowMs);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { sightings: [], refusals: [{ symbol, reason: error.message }] };
    }
  }

  return {
    name: 'kraken',
    symbols: KRAKEN_SYMBOLS,
    pollMs,
    staleAfterMs: Math.max(STALE_AFTER_MS, 3 * pollMs),
    reachMs: {
      '1m': LONGEST_HISTORY * MINUTE_MS,
      '1h': LONGEST_HISTORY * HOUR_MS,
      '1d': LONGEST_HISTORY * DAY_MS,
    },
    isOpen: isSpotOpen,
    capacity: () => KRAKEN_SYMBOLS.length,

    async latest(symbols, nowMs) {
      const together = symbols.filter((symbol) => !lonely.has(symbol));
      const alone = symbols.filter((symbol) => lonely.has(symbol));
      let found: Awaited<ReturnType<typeof askTicker>> = { sightings: [], refusals: [] };
      if (together.length > 0) {
        try {
          found = await askTicker(together, nowMs);
        } catch (error) {
          // One pair that Kraken no longer knows refuses the question for all of them: find out which.
          if (!(error instanceof ProviderError) || error.fault !== 'unknown-symbol' || together.length === 1)
            throw error;
          const single = await Promise.all(together.map((symbol) => askAlone(symbol, nowMs)));
          for (const { refusals } of single) for (const { symbol } of refusals) lonely.add(symbol);
          found = {
            sightings: single.flatMap((answer) => answer.sightings),
            refusals: single.flatMap((answer) => answer.refusals),
          };
        }
      }
      for (const symbol of alone) {
        const { sightings, refusals } = await askAlone(symbol, nowMs);
        if (sightings.length > 0) lonely.delete(symbol);
        found = {
          sightings: [...found.sightings, ...sightings],
          refusals: [...found.refusals, ...refusals],
        };
      }
      return found;
    },

    async candles(symbol, interval, fromMs, nowMs) {
      const { result } = await ask('OHLC', {
        pair: pairOf(symbol),
        interval: String(MINUTES[interval]),
        // `since` gives what is later.
        since: String(Math.floor(fromMs / 1000) - 1),
      });
      const { last, ...series } = result;
      const [entry] = Object.entries(series);
      if (!entry || !Array.isArray(entry[1]))
        throw new ProviderError('broken', 'kraken OHLC: an answer without candles');
      recognise(entry[0], [symbol]);
      const rows = entry[1] as unknown[];
      // The newest row is the running candle even if our clock is wrong and Kraken does not say which is the last.
      const endMs = Number(last) * 1000 + MINUTES[interval] * MINUTE_MS;
      const untilMs = Math.min(nowMs, Number.isFinite(endMs) ? endMs : newestTime(rows));
      return readableCandles(rows.flatMap(rowOf), interval, { fromMs, untilMs }, (timeMs) =>
        isSpotOpen(symbol, timeMs),
      );
    },
  };
}

/** Of the best bid and ask of a ticker; null where it has none, or a bid above the ask. */
function middleOf(answer: unknown): number | null {
  const parsed = ticker.safeParse(answer);
  if (!parsed.success) return null;
  const [ask, bid] = [Number(parsed.data.a[0]), Number(parsed.data.b[0])];
  return bid > 0 && ask >= bid && Number.isFinite(ask) ? (bid + ask) / 2 : null;
}

function pairOf(symbol: string): string {
  const pair = PAIRS[symbol];
  if (pair === undefined) throw new RangeError(`Kraken is not asked for ${symbol}`);
  return pair;
}

function rowOf(value: unknown): CandleRow[] {
  const parsed = ohlcRow.safeParse(value);
  if (!parsed.success) return [];
  const [seconds, open, high, low, close, , volume] = parsed.data;
  return [
    {
      time: seconds * 1000,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: Number(volume),
    },
  ];
}

const newestTime = (rows: readonly unknown[]): number =>
  Math.max(...rows.flatMap(rowOf).map(({ time }) => time));

function failureOf(what: string, errors: readonly string[]): ProviderError {
  const text = errors.join(', ');
  const message = `${what}: ${excerpt(text)}`;
  if (/Unknown asset|Invalid asset pair/i.test(text)) return new ProviderError('unknown-symbol', message);
  if (/Too many requests|Rate limit|Temporary lockout/i.test(text))
    return new ProviderError('limited', message);
  return new ProviderError(/Permission denied/i.test(text) ? 'refused' : 'broken', message);
}

/**
 * Runs tasks one after the other, each starting at least `spacingMs` after the one before. A task that fails does not
 * concern the next. Fewer than a hundred wait at any time, so their order needs no limit.
 */
function createPace(spacingMs: number): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let startedAt = Number.NEGATIVE_INFINITY;
  return (task) => {
    const run = last.then(async () => {
      const waitMs = startedAt + spacingMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      startedAt = performance.now();
      return task();
    });
    last = run.catch(() => undefined);
    return run;
  };
}
