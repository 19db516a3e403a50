import {
  CANDLES_PER_PAGE_MAX,
  type CandlePage,
  type DayRange,
  MARKET_SYMBOLS,
  PRICE_SOURCES,
} from '@botdepot/contract';
import { type Candles, DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import type { Database } from '../../platform/database.ts';
import type { Clock } from '../../platform/work.ts';
import { INTERVAL_MS, readCandles, readNewestCandles } from './market-candles.ts';
import { readSourcesInForce } from './market-sources.store.ts';
import type { CandleInterval, PriceSourceName } from './price-source.ts';

/** A page that ends with the newest candle is complete until the next one; repairs may change it meanwhile. */
const LONGEST_KEPT_MS = 5 * MINUTE_MS;
/** Until the newest candle is committed, and while a market is closed, the question is asked again after this time. */
const SHORTEST_KEPT_MS = 5_000;
const OLDER_PAGES_KEPT = 100;

export type ChartCandles = {
  listCandles(wanted: {
    symbol: string;
    interval: CandleInterval;
    limit: number;
    before?: string | undefined;
  }): Promise<CandlePage>;
  listDayRanges(): Promise<DayRange[]>;
};

type Page = { readonly source: PriceSourceName; readonly candles: Candles };

/**
 * Candles for charts, asked by anybody and without limits per visitor, so they cost a bounded number of queries: the
 * newest thousand of each symbol and interval are kept until the next candle is due, older pages in a small cache, and
 * who asks for the same at the same time shares one query. At most 60 pages of newest candles, about 3 MB, stay in memory.
 */
export function createChartCandles(deps: { database: Database; clock: Clock }): ChartCandles {
  const { database, clock } = deps;
  const newest = createKept<Page>(MARKET_SYMBOLS.length * Object.keys(INTERVAL_MS).length);
  const older = createKept<Page>(OLDER_PAGES_KEPT);
  const ranges = createKept<DayRange[]>(1);

  async function read(symbol: string, interval: CandleInterval, beforeMs: number): Promise<Page> {
    const limit = CANDLES_PER_PAGE_MAX;
    const found = await readNewestCandles(database.db, { symbol, interval, beforeMs, limit });
    return { source: sourceName(found.source), candles: found.candles };
  }

  /** Until the candle that is running now has ended, if everything before it is there. */
  function keptUntil({ candles }: Page, interval: CandleInterval, nowMs: number): number {
    const step = INTERVAL_MS[interval];
    const runningSince = Math.floor(nowMs / step) * step;
    const knownUntil = candles.length === 0 ? 0 : candles.time[candles.length - 1]! + step;
    if (knownUntil < runningSince) return nowMs + SHORTEST_KEPT_MS;
    return Math.min(runningSince + step, nowMs + LONGEST_KEPT_MS);
  }

  async function readRanges(nowMs: number): Promise<DayRange[]> {
    const fromMs = nowMs - DAY_MS;
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
    const sources = await readSourcesInForce(database.db);
    const hours = await readCandles(database.db, { interval: '1h', fromMs, toMs: hourMs });
    const minutes = await readCandles(database.db, { interval: '1m', fromMs: hourMs, toMs: nowMs });
    return MARKET_SYMBOLS.map(({ symbol }) => {
      const parts = [hours.get(symbol), minutes.get(symbol)].filter((part) => part !== undefined);
      const lows = parts.flatMap(({ low, length }) => [...low.subarray(0, length)]);
      const highs = parts.flatMap(({ high, length }) => [...high.subarray(0, length)]);
      const [known] = parts.filter((part) => part === hours.get(symbol));
      return {
        symbol,
        source: sources.get(symbol) ?? 'simulated',
        low: lows.length > 0 ? Math.min(...lows) : null,
        high: highs.length > 0 ? Math.max(...highs) : null,
        closes: known ? [...known.close.subarray(0, known.length)] : [],
      };
    });
  }

  return {
    async listCandles({ symbol, interval, limit, before }) {
      const nowMs = clock.now().getTime();
      const step = INTERVAL_MS[interval];
      // Every time within a candle asks for the same page.
      const beforeMs = before === undefined ? undefined : Math.ceil(Date.parse(before) / step) * step;
      const page =
        beforeMs === undefined || beforeMs > nowMs
          ? await newest.get(`${symbol} ${interval}`, nowMs, async () => {
              const made = await read(symbol, interval, nowMs);
              return { value: made, untilMs: keptUntil(made, interval, nowMs) };
            })
          : await older.get(`${symbol} ${interval} ${beforeMs}`, nowMs, async () => ({
              value: await read(symbol, interval, beforeMs),
              untilMs: nowMs + LONGEST_KEPT_MS,
            }));
      return present(symbol, interval, page, limit);
    },

    listDayRanges() {
      const nowMs = clock.now().getTime();
      return ranges.get('all', nowMs, async () => ({
        value: await readRanges(nowMs),
        untilMs: Math.floor(nowMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS,
      }));
    },
  };
}

function present(
  symbol: string,
  interval: CandleInterval,
  { source, candles }: Page,
  limit: number,
): CandlePage {
  const from = Math.max(0, candles.length - limit);
  const column = (values: Float64Array): number[] => [...values.subarray(from, candles.length)];
  return {
    symbol,
    interval,
    source,
    time: column(candles.time),
    open: column(candles.open),
    high: column(candles.high),
    low: column(candles.low),
    close: column(candles.close),
    volume: column(candles.volume),
  };
}

const sourceName = (source: string): PriceSourceName =>
  PRICE_SOURCES.find((name) => name === source) ?? 'simulated';

type Kept<T> = {
  /** The kept value, or a new one; callers of the same moment share the making. A failure is not kept. */
  get(key: string, nowMs: number, make: () => Promise<{ value: T; untilMs: number }>): Promise<T>;
};

/** At most `size` values by key; the oldest goes first. */
function createKept<T>(size: number): Kept<T> {
  const kept = new Map<string, { answer: Promise<{ value: T; untilMs: number }>; untilMs: number }>();
  return {
    async get(key, nowMs, make) {
      const known = kept.get(key);
      if (known && nowMs < known.untilMs) return (await known.answer).value;
      const entry = { answer: make(), untilMs: Number.POSITIVE_INFINITY };
      kept.delete(key);
      kept.set(key, entry);
      for (const oldest of kept.keys()) {
        if (kept.size <= size) break;
        kept.delete(oldest);
      }
      try {
        const made = await entry.answer;
        entry.untilMs = made.untilMs;
        return made.value;
      } catch (error) {
        if (kept.get(key) === entry) kept.delete(key);
        throw error;
      }
    },
  };
}
