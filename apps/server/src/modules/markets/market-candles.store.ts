import { MARKET_SYMBOLS } from '@botdepot/contract';
import { CandleSeries, DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import type { Tx } from '../../platform/database.ts';
import type { CandleInterval, SymbolCandles } from './price-source.ts';

export const INTERVAL_MS: Readonly<Record<CandleInterval, number>> = {
  '1m': MINUTE_MS,
  '1h': HOUR_MS,
  '1d': DAY_MS,
};

/**
 * Writes candles in one statement; those that exist are left as they are, candles are immutable. Returns how many are
 * new. Up to some ten thousand rows at once are fine.
 */
export async function insertCandles(
  tx: Tx,
  interval: CandleInterval,
  series: readonly SymbolCandles[],
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
    name: 'insert-market-candles',
    text: `
      INSERT INTO market_candles (symbol, source, interval, time, open, high, low, close, volume)
      SELECT symbol, source, $1, to_timestamp(time_ms / 1000), open, high, low, close, volume
      FROM unnest($2::text[], $3::text[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
                  $9::float8[])
        AS new(symbol, source, time_ms, open, high, low, close, volume)
      ON CONFLICT DO NOTHING`,
    values: [interval, ...Object.values(columns)],
  });
  return rowCount ?? 0;
}

/**
 * Makes the larger candles of [fromMs, toMs) from the committed smaller ones (1m → 1h, 1h → 1d). The range must be
 * whole intervals that are over: a candle made from half an hour would stay half an hour.
 */
export async function aggregateCandles(
  tx: Tx,
  interval: '1h' | '1d',
  fromMs: number,
  toMs: number,
): Promise<void> {
  const step = INTERVAL_MS[interval];
  if (fromMs % step !== 0 || toMs % step !== 0)
    throw new RangeError('only whole intervals can be aggregated');
  if (toMs <= fromMs) return;
  await tx.$client.query({
    name: 'aggregate-market-candles',
    text: `
      INSERT INTO market_candles (symbol, source, interval, time, open, high, low, close, volume)
      SELECT symbol, source, $1, bin, (array_agg(open ORDER BY time))[1], max(high), min(low),
             (array_agg(close ORDER BY time DESC))[1], sum(volume)
      FROM (
        SELECT DISTINCT ON (symbol, source, time) *,
               to_timestamp(floor(extract(epoch FROM time) / $5::float8) * $5::float8) AS bin
        FROM market_candles
        WHERE interval = $2 AND time >= to_timestamp($3::float8 / 1000) AND time < to_timestamp($4::float8 / 1000)
        ORDER BY symbol, source, time, revision DESC
      ) AS newest
      GROUP BY symbol, source, bin
      ON CONFLICT DO NOTHING`,
    values: [interval, interval === '1h' ? '1m' : '1h', fromMs, toMs, step / 1000],
  });
}

/** Start of the newest candle of an interval over all symbols, ms UTC; null when there is none. */
export async function lastCandleTime(tx: Tx, interval: CandleInterval): Promise<number | null> {
  const { rows } = await tx.$client.query<{ at: Date | null }>(
    'SELECT max(time) AS at FROM market_candles WHERE interval = $1',
    [interval],
  );
  return rows[0]?.at?.getTime() ?? null;
}

/**
 * The newest close before a full hour by symbol of the catalogue, taken from hourly candles of the last ten days; NaN
 * where there is none.
 */
export async function closesBefore(tx: Tx, hourMs: number): Promise<Float64Array> {
  const { rows } = await tx.$client.query<{ symbol: string; close: number }>(
    `SELECT DISTINCT ON (symbol) symbol, close FROM market_candles
     WHERE interval = '1h' AND time < $1 AND time >= $1::timestamptz - interval '10 days'
     ORDER BY symbol, time DESC, revision DESC`,
    [new Date(hourMs)],
  );
  const bySymbol = new Map(rows.map((row) => [row.symbol, row.close]));
  return Float64Array.from(MARKET_SYMBOLS, ({ symbol }) => bySymbol.get(symbol) ?? Number.NaN);
}

/**
 * Committed candles that start in [fromMs, toMs), newest revision, as columns by symbol. Symbols without candles are
 * absent. After a change of source `source` tells the two series apart; without it the newer source's row wins where
 * both have one.
 */
export async function readCandles(
  tx: Tx,
  wanted: {
    interval: CandleInterval;
    fromMs: number;
    toMs: number;
    symbols?: readonly string[];
    source?: string;
  },
): Promise<Map<string, CandleSeries>> {
  const { rows } = await tx.$client.query<{
    symbol: string;
    time: Date;
    open: number;
    high: number;
    low: number;
    close: number;
    volume: number;
  }>(
    `SELECT DISTINCT ON (symbol, time) symbol, time, open, high, low, close, volume
     FROM market_candles
     WHERE interval = $1 AND time >= to_timestamp($2::float8 / 1000) AND time < to_timestamp($3::float8 / 1000)
       AND ($4::text[] IS NULL OR symbol = ANY ($4)) AND ($5::text IS NULL OR source = $5)
     ORDER BY symbol, time, (source = 'simulated'), revision DESC`,
    [wanted.interval, wanted.fromMs, wanted.toMs, wanted.symbols ?? null, wanted.source ?? null],
  );
  const bySymbol = new Map<string, CandleSeries>();
  for (const row of rows) {
    const series = bySymbol.get(row.symbol) ?? new CandleSeries();
    bySymbol.set(row.symbol, series);
    series.append(row.time.getTime(), row);
  }
  return bySymbol;
}
