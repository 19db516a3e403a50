import { type BacktestData, MARKET_SYMBOLS } from '@botdepot/contract';
import { DAY_MS } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';

export type SymbolData = BacktestData['symbols'][number];

/**
 * Which whole UTC days have hourly candles, symbol by symbol. Only candles of the source that speaks for a symbol now
 * count: series of two sources are never joined. Symbols without any are absent.
 *
 * Two look-ups in the primary key per symbol; nothing that grows with the candles is read.
 *
 * @param now the day of this moment is not over and does not count.
 */
export async function readSymbolData(tx: Tx, now: Date): Promise<SymbolData[]> {
  const { rows } = await tx.$client.query<{ symbol: string; source: string; first: Date | null; last: Date }>(
    {
      name: 'read-backtest-data',
      text: `
      SELECT symbol, source,
             (SELECT min(time) FROM market_candles AS candle
              WHERE interval = '1h' AND candle.symbol = known.symbol AND candle.source = known.source) AS first,
             (SELECT max(time) FROM market_candles AS candle
              WHERE interval = '1h' AND candle.symbol = known.symbol AND candle.source = known.source) AS last
      FROM (
        SELECT symbol, coalesce((SELECT source FROM market_sources
                                 WHERE market_sources.symbol = wanted.symbol AND since <= $2
                                 ORDER BY since DESC LIMIT 1), 'simulated') AS source
        FROM unnest($1::text[]) AS wanted (symbol)
      ) AS known`,
      values: [MARKET_SYMBOLS.map(({ symbol }) => symbol), now],
    },
  );
  const found = new Map(rows.map((row) => [row.symbol, row]));
  const yesterday = dayOf(now.getTime() - DAY_MS);
  return MARKET_SYMBOLS.flatMap(({ symbol }) => {
    const row = found.get(symbol);
    if (!row?.first) return [];
    const firstDay = dayOf(row.first.getTime());
    const newest = dayOf(row.last.getTime());
    const lastDay = newest < yesterday ? newest : yesterday;
    const hasDay = firstDay <= lastDay;
    return [
      { symbol, source: row.source, firstDay: hasDay ? firstDay : null, lastDay: hasDay ? lastDay : null },
    ];
  });
}

/** The UTC day of a moment, `YYYY-MM-DD`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
