import { MARKET_SYMBOLS } from '@botdepot/contract';
import { CandleSeries, type Candles, DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import type { Tx } from '../../platform/database.ts';
import type { CandleInterval } from './price-source.ts';

/** Candles of one symbol with the name of where they come from; imported ones have names of their own. */
type NamedCandles = { readonly symbol: string; readonly source: string; readonly candles: Candles };
/** A symbol together with a source of it. */
export type SymbolSource = { readonly symbol: string; readonly source: string };

export const INTERVAL_MS: Readonly<Record<CandleInterval, number>> = {
  '1m': MINUTE_MS,
  '1h': HOUR_MS,
  '1d': DAY_MS,
};

/** Current source of a symbol `w.symbol`: the newest row, else the simulated market. */
const SOURCE_IN_FORCE = `coalesce(
  (SELECT source FROM market_sources WHERE symbol = w.symbol ORDER BY since DESC LIMIT 1), 'simulated')`;

/**
 * Writes candles in one statement; those that exist are left as they are, candles are immutable. Returns how many are
 * new. Up to some ten thousand rows at once are fine.
 * @param revision 1 for what is known in time; 2 for what is filled in later, and then only where there is none at all.
 */
export async function insertCandles(
  tx: Tx,
  interval: CandleInterval,
  series: readonly NamedCandles[],
  revision: 1 | 2 = 1,
): Promise<number> {
  const columns = {
    symbol: [] as string[],
    source: [] as string[],
    time: [] as number[],
    open: [] as number[],
    high: [] as number[],
    low: [] as number[],
    close: [] as number[],
    volume: [] as number[],
  };
  for (const { symbol, source, candles } of series) {
    for (let at = 0; at < candles.length; at++) {
      columns.symbol.push(symbol);
      columns.source.push(source);
      columns.time.push(candles.time[at]!);
      columns.open.push(candles.open[at]!);
      columns.high.push(candles.high[at]!);
      columns.low.push(candles.low[at]!);
      columns.close.push(candles.close[at]!);
      columns.volume.push(candles.volume[at]!);
    }
  }
  if (columns.time.length === 0) return 0;
  const { rowCount } = await tx.$client.query({
    name: `insert-market-candles-${revision}`,
    text: `
      INSERT INTO market_candles (symbol, source, interval, time, revision, open, high, low, close, volume)
      SELECT symbol, source, $1, to_timestamp(time_ms / 1000), ${revision}, open, high, low, close, volume
      FROM unnest($2::text[], $3::text[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
                  $9::float8[])
        AS new(symbol, source, time_ms, open, high, low, close, volume)
      ${revision === 1 ? '' : WITHOUT_ANY_REVISION}
      ON CONFLICT DO NOTHING`,
    values: [interval, ...Object.values(columns)],
  });
  return rowCount ?? 0;
}

const WITHOUT_ANY_REVISION = `
      WHERE NOT EXISTS (
        SELECT FROM market_candles AS known
        WHERE known.interval = $1 AND known.symbol = new.symbol AND known.source = new.source
          AND known.time = to_timestamp(new.time_ms / 1000))`;

/**
 * Makes the larger candles of [fromMs, toMs) from the committed smaller ones (1m → 1h, 1h → 1d). The range must be
 * whole intervals that are over: a candle made from half an hour would stay half an hour.
 *
 * `'seen'` makes revision 1 from what was known in time, as the engine does it bar by bar. `'repaired'` makes the next
 * revision from the newest ones, where it differs from the newest larger candle; it is 2 at least, even where there was none.
 */
export async function aggregateCandles(
  tx: Tx,
  interval: '1h' | '1d',
  range: { fromMs: number; toMs: number },
  pairs: readonly SymbolSource[],
  from: 'seen' | 'repaired' = 'seen',
): Promise<void> {
  const { fromMs, toMs } = range;
  const step = INTERVAL_MS[interval];
  if (fromMs % step !== 0 || toMs % step !== 0)
    throw new RangeError('only whole intervals can be aggregated');
  if (toMs <= fromMs || pairs.length === 0) return;
  await tx.$client.query({
    name: `aggregate-market-candles-${from}`,
    text: `
      INSERT INTO market_candles (symbol, source, interval, time, revision, open, high, low, close, volume)
      SELECT made.symbol, made.source, $1, bin, ${from === 'seen' ? '1' : 'coalesce(known.revision, 1) + 1'},
             made.open, made.high, made.low, made.close, made.volume
      FROM (
        SELECT symbol, source, bin, (array_agg(open ORDER BY time))[1] AS open, max(high) AS high, min(low) AS low,
               (array_agg(close ORDER BY time DESC))[1] AS close, sum(volume) AS volume
        FROM (
          SELECT DISTINCT ON (c.symbol, c.source, c.time) c.*,
                 to_timestamp(floor(extract(epoch FROM c.time) / $5::float8) * $5::float8) AS bin
          FROM unnest($6::text[], $7::text[]) AS pair(symbol, source)
          JOIN market_candles c USING (symbol, source)
          WHERE c.interval = $2 AND c.time >= to_timestamp($3::float8 / 1000)
            AND c.time < to_timestamp($4::float8 / 1000) ${from === 'seen' ? 'AND c.revision = 1' : ''}
          ORDER BY c.symbol, c.source, c.time, c.revision DESC
        ) AS newest
        GROUP BY symbol, source, bin
      ) AS made
      ${from === 'seen' ? '' : BESIDE_KNOWN}
      ON CONFLICT DO NOTHING`,
    values: [
      interval,
      interval === '1h' ? '1m' : '1h',
      fromMs,
      toMs,
      step / 1000,
      pairs.map(({ symbol }) => symbol),
      pairs.map(({ source }) => source),
    ],
  });
}

// Volumes of a provider and of what was heard are different things, so they make no revision by themselves.
const BESIDE_KNOWN = `
      LEFT JOIN LATERAL (
        SELECT revision, open, high, low, close FROM market_candles
        WHERE interval = $1 AND symbol = made.symbol AND source = made.source AND time = made.bin
        ORDER BY revision DESC LIMIT 1
      ) AS known ON true
      WHERE known.revision IS NULL OR (known.open, known.high, known.low, known.close)
        IS DISTINCT FROM (made.open, made.high, made.low, made.close)`;

/** Start of the newest candle of an interval over some symbols of a source, ms UTC; null when there is none. */
export async function lastCandleTime(
  tx: Tx,
  interval: CandleInterval,
  of: { source: string; symbols: readonly string[] },
): Promise<number | null> {
  const { rows } = await tx.$client.query<{ at: Date | null }>(
    `SELECT max(newest.time) AS at FROM unnest($2::text[]) AS wanted(symbol)
     CROSS JOIN LATERAL (
       SELECT time FROM market_candles
       WHERE interval = $1 AND symbol = wanted.symbol AND source = $3
       ORDER BY time DESC LIMIT 1
     ) AS newest`,
    [interval, of.symbols, of.source],
  );
  return rows[0]?.at?.getTime() ?? null;
}

/**
 * Until when the market was watched, ms UTC: minutes that ended by then may have been told to the bots. 0 before the first
 * tick. The running minute of the last tick counts once it was committed: it is told before the next tick.
 */
export async function readWatchedUntil(tx: Tx): Promise<number> {
  const { rows } = await tx.$client.query<{ ms: number }>(
    `SELECT extract(epoch FROM greatest(
       minute,
       CASE WHEN minutes_until <= minute + interval '1 minute' THEN minutes_until END,
       (SELECT max(time) + interval '1 minute' FROM market_candles WHERE interval = '1m' AND time <= minute)
     ))::float8 * 1000 AS ms
     FROM (SELECT date_trunc('minute', at) AS minute, minutes_until FROM market_ticks) AS last`,
  );
  return rows[0]?.ms ?? 0;
}

/** Notes that the minute which ends then is the newest that is committed. @returns whether it was before. */
export async function noteMinuteEnd(tx: Tx, endMs: number): Promise<boolean> {
  const { rows } = await tx.$client.query<{ known: boolean }>(
    `UPDATE market_ticks AS noted SET minutes_until = ends.at
     FROM (SELECT minutes_until FROM market_ticks FOR UPDATE) AS before,
       (SELECT to_timestamp($1::float8 / 1000) AS at) AS ends
     RETURNING before.minutes_until IS NOT DISTINCT FROM ends.at AS known`,
    [endMs],
  );
  return rows[0]?.known ?? false;
}

/**
 * The newest close before a full hour by symbol of the catalogue, taken from hourly candles of the last ten days of the
 * source that speaks for it; NaN where there is none.
 */
export async function closesBefore(tx: Tx, hourMs: number): Promise<Float64Array> {
  const { rows } = await tx.$client.query<{ symbol: string; close: number }>(
    `SELECT w.symbol, newest.close FROM unnest($2::text[]) AS w(symbol)
     CROSS JOIN LATERAL (
       SELECT close FROM market_candles
       WHERE interval = '1h' AND symbol = w.symbol AND source = ${SOURCE_IN_FORCE}
         AND time < $1 AND time >= $1::timestamptz - interval '10 days'
       ORDER BY time DESC, revision DESC LIMIT 1
     ) AS newest`,
    [new Date(hourMs), SYMBOLS],
  );
  const bySymbol = new Map(rows.map((row) => [row.symbol, row.close]));
  return Float64Array.from(SYMBOLS, (symbol) => bySymbol.get(symbol) ?? Number.NaN);
}

const SYMBOLS = MARKET_SYMBOLS.map(({ symbol }) => symbol);

/**
 * Committed candles that start in [fromMs, toMs), as columns by symbol. Symbols without candles are absent.
 *
 * Candles of different sources are never mixed: without `source` each symbol's are those of the source that speaks for it
 * now, over the whole range. A symbol whose source is new has the history that the source brought along, or little, and
 * then its bots are warming up.
 *
 * @param wanted.revision `'newest'` (for charts, the default) or `'seen'`: only what was known in time, which bots and
 * replays must use.
 */
export async function readCandles(
  tx: Tx,
  wanted: {
    interval: CandleInterval;
    fromMs: number;
    toMs: number;
    symbols?: readonly string[];
    source?: string;
    revision?: 'newest' | 'seen';
  },
): Promise<Map<string, CandleSeries>> {
  const { rows } = await tx.$client.query<CandleRow & { symbol: string }>(
    `SELECT DISTINCT ON (c.symbol, c.time) c.symbol, c.time, c.open, c.high, c.low, c.close, c.volume
     FROM (SELECT w.symbol, coalesce($5, ${SOURCE_IN_FORCE}) AS source FROM unnest($4::text[]) AS w(symbol)) AS spoken
     JOIN market_candles c USING (symbol, source)
     WHERE c.interval = $1 AND c.time >= to_timestamp($2::float8 / 1000) AND c.time < to_timestamp($3::float8 / 1000)
       ${wanted.revision === 'seen' ? 'AND c.revision = 1' : ''}
     ORDER BY c.symbol, c.time, c.revision DESC`,
    [wanted.interval, wanted.fromMs, wanted.toMs, wanted.symbols ?? SYMBOLS, wanted.source ?? null],
  );
  const bySymbol = new Map<string, CandleSeries>();
  for (const row of rows) {
    const series = bySymbol.get(row.symbol) ?? new CandleSeries();
    bySymbol.set(row.symbol, series);
    series.append(row.time.getTime(), row);
  }
  return bySymbol;
}

type CandleRow = { time: Date; open: number; high: number; low: number; close: number; volume: number };

/**
 * The newest `limit` candles of one symbol that start before `beforeMs`, newest revision, ascending, with their source:
 * the one that speaks for the symbol now. One backward look into the primary key, however long the history is.
 */
export async function readNewestCandles(
  tx: Tx,
  wanted: { symbol: string; interval: CandleInterval; beforeMs: number; limit: number },
): Promise<{ source: string; candles: CandleSeries }> {
  const { rows } = await tx.$client.query<
    { source: string } & { [Field in keyof CandleRow]: CandleRow[Field] | null }
  >(
    `SELECT spoken.source, c.* FROM (SELECT w.symbol, ${SOURCE_IN_FORCE} AS source FROM (SELECT $2::text AS symbol) AS w) AS spoken
     LEFT JOIN LATERAL (
       SELECT DISTINCT ON (time) time, open, high, low, close, volume FROM market_candles
       WHERE interval = $1 AND symbol = spoken.symbol AND source = spoken.source
         AND time < to_timestamp($3::float8 / 1000)
       ORDER BY time DESC, revision DESC LIMIT $4
     ) AS c ON true
     ORDER BY c.time`,
    [wanted.interval, wanted.symbol, wanted.beforeMs, wanted.limit],
  );
  const candles = new CandleSeries(Math.max(1, rows.length));
  for (const { time, open, high, low, close, volume } of rows) {
    if (time === null || open === null || high === null || low === null || close === null || volume === null)
      continue;
    candles.append(time.getTime(), { open, high, low, close, volume });
  }
  return { source: rows[0]?.source ?? 'simulated', candles };
}

/**
 * Deletes minutes that started before a time, oldest first, at most `limit` of them. Hours and days stay.
 * @returns how many were deleted.
 */
export async function deleteMinutesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rowCount } = await tx.$client.query(
    `DELETE FROM market_candles WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM market_candles WHERE interval = '1m' AND time < $1 ORDER BY time LIMIT $2))`,
    [before, limit],
  );
  return rowCount ?? 0;
}
