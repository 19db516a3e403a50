import { MARKET_SYMBOLS } from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import { marketSources } from './markets.schema.ts';
import type { PriceSourceName } from './price-source.ts';

/** Which source speaks for each symbol of the catalogue; one without a row is simulated. */
export async function readSourcesInForce(tx: Tx): Promise<Map<string, PriceSourceName>> {
  const { rows } = await tx.$client.query<{ symbol: string; source: PriceSourceName }>(
    'SELECT DISTINCT ON (symbol) symbol, source FROM market_sources ORDER BY symbol, since DESC',
  );
  const found = new Map(rows.map((row) => [row.symbol, row.source]));
  return new Map(MARKET_SYMBOLS.map(({ symbol }) => [symbol, found.get(symbol) ?? 'simulated']));
}

/** Notes that another source speaks for some symbols from now on. The caller holds the leader's fence. */
export async function noteSources(
  tx: Tx,
  changes: readonly { symbol: string; source: PriceSourceName }[],
  since: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.insert(marketSources).values(changes.map(({ symbol, source }) => ({ symbol, source, since })));
}

export type LastPrice = { readonly price: number; readonly timeMs: number };

/**
 * The newest price of a symbol that a source is known to have said: what was last shown, or a close with the end of its
 * candle; undefined without either. The candle that began last knows it best: a day goes on when the session has ended.
 */
export async function readLastPrice(tx: Tx, symbol: string, source: string): Promise<LastPrice | undefined> {
  const { rows } = await tx.$client.query<{ price: number; time_ms: number }>(
    `SELECT price, extract(epoch FROM time + length)::float8 * 1000 AS time_ms
     FROM (
       SELECT price::float8, last_updated AS time, interval '0' AS length FROM market_prices
       WHERE symbol = $1 AND source = $2
       UNION ALL
       SELECT newest.price, newest.time, i.length
       FROM (VALUES ('1m', interval '1 minute'), ('1h', interval '1 hour'), ('1d', interval '1 day')) AS i(name, length)
       CROSS JOIN LATERAL (
         SELECT time, close AS price FROM market_candles
         WHERE interval = i.name AND symbol = $1 AND source = $2
         ORDER BY time DESC, revision DESC LIMIT 1
       ) AS newest
     ) AS known
     ORDER BY time DESC, length LIMIT 1`,
    [symbol, source],
  );
  const [row] = rows;
  return row && { price: row.price, timeMs: row.time_ms };
}

export type Gap = { readonly symbol: string; readonly fromMs: number; readonly untilMs: number };

/**
 * Stretches after `sinceMs` without a candle between two candles of the same symbol, oldest first. Breaks between
 * sessions are among them; who knows the sessions leaves them out.
 */
export async function findGaps(
  tx: Tx,
  wanted: { interval: string; stepMs: number; source: string; symbols: readonly string[]; sinceMs: number },
): Promise<Gap[]> {
  const { rows } = await tx.$client.query<{ symbol: string; from_ms: number; until_ms: number }>(
    `SELECT symbol, (extract(epoch FROM before)::float8 * 1000 + $2) AS from_ms,
            extract(epoch FROM time)::float8 * 1000 AS until_ms
     FROM (
       SELECT symbol, time, lag(time) OVER (PARTITION BY symbol ORDER BY time) AS before
       FROM market_candles
       WHERE interval = $1 AND symbol = ANY ($4) AND source = $3 AND time >= to_timestamp($5::float8 / 1000)
     ) AS pairs
     WHERE extract(epoch FROM time - before) * 1000 > $2
     ORDER BY before`,
    [wanted.interval, wanted.stepMs, wanted.source, wanted.symbols, wanted.sinceMs],
  );
  return rows.map((row) => ({ symbol: row.symbol, fromMs: row.from_ms, untilMs: row.until_ms }));
}
