import { MARKET_SYMBOLS, type MarketPrice, type MarketType } from '@botdepot/contract';
import { DAY_MS, MINUTE_MS } from '@botdepot/trading';
import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { LostLeadershipError } from '../../platform/leader.ts';
import { newId } from '../../platform/work.ts';
import { marketPrices, marketTicks } from './markets.schema.ts';
import { isStale, type PriceSourceName, type Quote } from './price-source.ts';

/** Prices of all symbols at one instant. */
export type MarketTick = {
  /** ms UTC, on the 500 ms grid. */
  readonly timeMs: number;
  /** One per symbol of the catalogue, in its order. */
  readonly quotes: readonly Quote[];
  /** Change over 24 h as a fraction, by symbol; null while unknown. */
  readonly change24h: readonly (number | null)[];
};

/**
 * Writes the prices of a tick in one statement, which is its own transaction: twice a second, one round trip. The fence
 * is part of it (see `assertEpoch`), so prices of a leader that lost its place change nothing. Rows of closed markets,
 * which stay the same, are not written again.
 * @throws LostLeadershipError when `epoch` is not the current one.
 */
export async function writePrices(tx: Tx, tick: MarketTick, epoch: number): Promise<void> {
  const { quotes } = tick;
  const { rows } = await tx.$client.query<{ leads: boolean }>({
    name: 'write-market-prices',
    text: `
      WITH leader AS MATERIALIZED (
        SELECT 1 FROM leadership WHERE name = 'market' AND epoch = $1 FOR SHARE
      ), written AS (
        INSERT INTO market_prices AS known
          (id, symbol, market_type, price, change_24h, last_updated, source, open, stale_after_ms)
        SELECT new.id, new.symbol, new.market_type, new.price, new.change_24h,
               to_timestamp(new.time_ms / 1000), new.source, new.open, new.stale_after_ms
        FROM unnest($2::uuid[], $3::text[], $4::text[], $5::numeric[], $6::float8[], $7::float8[], $8::text[],
                    $9::bool[], $10::int4[])
          AS new(id, symbol, market_type, price, change_24h, time_ms, source, open, stale_after_ms), leader
        ON CONFLICT (symbol) DO UPDATE SET
          price = excluded.price, change_24h = excluded.change_24h, last_updated = excluded.last_updated,
          source = excluded.source, open = excluded.open, stale_after_ms = excluded.stale_after_ms
        WHERE (known.last_updated, known.open, known.source, known.change_24h, known.price)
          IS DISTINCT FROM (excluded.last_updated, excluded.open, excluded.source, excluded.change_24h, excluded.price)
      ), ticked AS (
        INSERT INTO market_ticks (name, at) SELECT 'market', to_timestamp($11::float8 / 1000) FROM leader
        ON CONFLICT (name) DO UPDATE SET at = excluded.at
      )
      SELECT EXISTS (SELECT FROM leader) AS leads`,
    values: [
      epoch,
      quotes.map(newId),
      quotes.map((quote) => quote.symbol),
      MARKET_SYMBOLS.map((symbol) => symbol.marketType),
      quotes.map((quote) => quote.text),
      tick.change24h,
      quotes.map((quote) => quote.time),
      quotes.map((quote) => quote.source),
      quotes.map((quote) => quote.open),
      quotes.map((quote) => quote.staleAfterMs ?? null),
      tick.timeMs,
    ],
  });
  if (rows[0]?.leads !== true) throw new LostLeadershipError(epoch);
}

/** What the API lists, in the catalogue's order. Empty before the first tick of an installation. @param nowMs ms UTC. */
export async function listPrices(tx: Tx, nowMs: number, marketType?: MarketType): Promise<MarketPrice[]> {
  const rows = await tx
    .select()
    .from(marketPrices)
    .where(marketType === undefined ? undefined : eq(marketPrices.marketType, marketType))
    .orderBy(
      asc(sql`array_position(${sql.param(MARKET_SYMBOLS.map((entry) => entry.symbol))}::text[], symbol)`),
    );
  return rows.map((row) => ({
    id: row.id,
    symbol: row.symbol,
    marketType: row.marketType,
    price: row.price,
    change24h: row.change24h,
    lastUpdated: row.lastUpdated.toISOString(),
    source: row.source as PriceSourceName,
    session: row.open ? 'open' : 'closed',
    stale: isStale({ ...limitOf(row), time: row.lastUpdated.getTime(), open: row.open }, nowMs),
  }));
}

/**
 * The newest tick that any leader has committed, for replicas that do not lead and for transactions that must agree
 * with the database. Null before the first tick.
 */
export async function readLatestPrices(tx: Tx): Promise<MarketTick | null> {
  const rows = await tx.select().from(marketPrices);
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  const quotes: Quote[] = [];
  const change24h: (number | null)[] = [];
  for (const { symbol } of MARKET_SYMBOLS) {
    const row = bySymbol.get(symbol);
    if (!row) return null;
    quotes.push({
      symbol,
      // Written by `writePrices` only, from a quote.
      source: row.source as PriceSourceName,
      price: Number(row.price),
      text: row.price,
      time: row.lastUpdated.getTime(),
      open: row.open,
      ...limitOf(row),
    });
    change24h.push(row.change24h);
  }
  const newest = Math.max(...quotes.map((quote) => quote.time));
  return { timeMs: (await readLastUpdate(tx)) ?? newest, quotes, change24h };
}

const limitOf = ({ staleAfterMs }: { staleAfterMs: number | null }): Pick<Quote, 'staleAfterMs'> =>
  staleAfterMs === null ? {} : { staleAfterMs };

/** When the newest tick was made, ms UTC, however old its prices are; null before the first. */
export async function readLastUpdate(tx: Tx): Promise<number | null> {
  const [row] = await tx.select({ at: marketTicks.at }).from(marketTicks);
  return row?.at.getTime() ?? null;
}

const MINUTES_PER_DAY = DAY_MS / MINUTE_MS;
/** One day of minute closes and the one before it. */
const SLOTS = MINUTES_PER_DAY + 1;
/** How far back minutes are of use, ms. */
export const REMEMBERED_MS = SLOTS * MINUTE_MS;

/** Closes of the last day in memory, so that the 24 h change costs no query per tick. */
export type DayChange = {
  /**
   * Notes that a minute has closed. Minutes in between that were never noted keep the close before them, as a closed
   * market does.
   * @param minuteMs start of the minute, ms UTC, later than all before. @param closes by symbol; NaN without a candle.
   */
  push(minuteMs: number, closes: ArrayLike<number>): void;
  /**
   * Change of `price` against the last close at or before `timeMs` − 24 h, as a fraction rounded to 10⁻⁶; null while
   * the history does not reach that far.
   */
  change(symbolIndex: number, price: number, timeMs: number): number | null;
};

/** @param carried closes known from before the first pushed minute, by symbol; NaN where there is none. */
export function createDayChange(carried: ArrayLike<number>): DayChange {
  const symbols = carried.length;
  const latest = Float64Array.from(carried);
  const ring = new Float64Array(SLOTS * symbols).fill(Number.NaN);
  let oldest = Number.POSITIVE_INFINITY;
  let newest = Number.NEGATIVE_INFINITY;

  function write(minute: number): void {
    ring.set(latest, (minute % SLOTS) * symbols);
    newest = minute;
    oldest = Math.max(Math.min(oldest, minute), minute - SLOTS + 1);
  }

  return {
    push(minuteMs, closes) {
      const minute = minuteMs / MINUTE_MS;
      if (minute <= newest) throw new RangeError(`minute ${minuteMs} was noted before`);
      if (Number.isFinite(newest)) {
        for (let missing = Math.max(newest + 1, minute - SLOTS); missing < minute; missing++) write(missing);
      }
      for (let i = 0; i < symbols; i++) if (!Number.isNaN(closes[i])) latest[i] = closes[i]!;
      write(minute);
    },
    change(symbolIndex, price, timeMs) {
      // The candle that ended a day ago began a minute earlier.
      const minute = Math.floor((timeMs - DAY_MS) / MINUTE_MS) - 1;
      if (minute < oldest || minute > newest) return null;
      const before = ring[(minute % SLOTS) * symbols + symbolIndex]!;
      return Number.isNaN(before) ? null : Math.round((price / before - 1) * 1e6) / 1e6;
    },
  };
}
