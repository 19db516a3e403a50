import type { Candles } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import type { CandleInterval } from '../../markets/index.ts';

export type CandleRange = {
  readonly interval: CandleInterval;
  readonly symbol: string;
  readonly source: string;
  /** Candles that start in [fromMs, toMs). */
  readonly fromMs: number;
  readonly toMs: number;
};

const FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
type Field = (typeof FIELDS)[number];
type ColumnRow = Record<Field, Buffer | null>;

/**
 * Candles of one symbol and source as columns, the newest revision of each. The database packs each column into one binary
 * value, so that years of bars are six buffers instead of an object each.
 */
export async function readCandleColumns(tx: Tx, range: CandleRange): Promise<Candles> {
  const { rows } = await tx.$client.query<ColumnRow>({
    name: 'read-candle-columns',
    text: `
      SELECT ${FIELDS.map((field) => packed(field)).join(', ')}
      FROM (
        SELECT DISTINCT ON (candle.time) extract(epoch FROM candle.time)::float8 * 1000 AS time,
               open, high, low, close, volume
        FROM market_candles AS candle
        WHERE interval = $1 AND symbol = $2 AND source = $3
          AND candle.time >= to_timestamp($4::float8 / 1000) AND candle.time < to_timestamp($5::float8 / 1000)
        ORDER BY candle.time, revision DESC
      ) AS newest`,
    values: [range.interval, range.symbol, range.source, range.fromMs, range.toMs],
  });
  return candlesOf(rows[0]);
}

/** Start of the oldest candle, ms UTC; null without any. */
export async function firstCandleTime(
  tx: Tx,
  { interval, symbol, source }: Pick<CandleRange, 'interval' | 'symbol' | 'source'>,
): Promise<number | null> {
  const { rows } = await tx.$client.query<{ first: Date | null }>({
    name: 'read-first-candle-time',
    text: 'SELECT min(time) AS first FROM market_candles WHERE interval = $1 AND symbol = $2 AND source = $3',
    values: [interval, symbol, source],
  });
  return rows[0]?.first?.getTime() ?? null;
}

/** A column as one value of big-endian doubles, in the order of time. @param condition which rows count. */
export const packed = (column: string, condition = 'true'): string =>
  `string_agg(float8send(${column}), ''::bytea ORDER BY time) FILTER (WHERE ${condition}) AS ${column}`;

function candlesOf(row: ColumnRow | undefined): Candles {
  const column = (field: Field): Float64Array => doublesOf(row?.[field] ?? null);
  const time = column('time');
  return {
    length: time.length,
    time,
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

/** What `packed` gave: copied, since a buffer of the driver need not lie on a boundary of eight bytes. */
export function doublesOf(bytes: Buffer | null): Float64Array {
  if (bytes === null) return new Float64Array(0);
  const aligned = Buffer.from(new Uint8Array(bytes).buffer);
  aligned.swap64();
  return new Float64Array(aligned.buffer, 0, aligned.length / Float64Array.BYTES_PER_ELEMENT);
}
