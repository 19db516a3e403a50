import { type BacktestSeries, DAY_MS, type Strategy } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { type CandleInterval, exchangeOf } from '../../markets/index.ts';
import { symbolSpecs } from '../strategies.ts';
import { firstCandleTime, readCandleColumns } from './candle-columns.store.ts';

export type SeriesRead = {
  readonly series: BacktestSeries;
  /** Days of the warm-up before the oldest candle; more than the warm-up has when it lies within the period. */
  readonly lackingDays: number;
};

/**
 * The hourly candles of a symbol's period and what the strategy looks back on before it: whole days where it decides on days,
 * as in live trading, and hours otherwise. All from one source.
 *
 * @param wanted.warmFrom start of the warm-up; `from` and `until` are UTC midnights. All ms UTC.
 */
export async function readSeries(
  tx: Tx,
  wanted: {
    strategy: Strategy<unknown>;
    symbol: string;
    source: string;
    warmFrom: number;
    from: number;
    until: number;
  },
): Promise<SeriesRead> {
  const { strategy, symbol, source, warmFrom, from, until } = wanted;
  const [spec] = symbolSpecs([symbol]);
  if (!spec) throw new RangeError(`unknown symbol ${symbol}`);
  const of = { symbol, source };
  const exchange = exchangeOf(source, symbol);
  const hours = (fromMs: number) => readCandleColumns(tx, { interval: '1h', ...of, fromMs, toMs: until });
  const isDaily = strategy.decisionIntervalMs % DAY_MS === 0;
  const oldest = await oldestOf(tx, of, isDaily ? ['1d', '1h'] : ['1h']);
  const lackingDays = Math.max(0, Math.ceil((oldest - warmFrom) / DAY_MS));
  const days = isDaily
    ? await readCandleColumns(tx, { interval: '1d', ...of, fromMs: warmFrom, toMs: from })
    : undefined;
  if (days === undefined || days.length === 0)
    return { series: { spec, candles: await hours(warmFrom), exchange }, lackingDays };
  const earlier = { intervalMs: DAY_MS, candles: days };
  return { series: { spec, candles: await hours(from), earlier, exchange }, lackingDays };
}

/** Start of the oldest candle, ms UTC; infinity without any. */
async function oldestOf(
  tx: Tx,
  of: { symbol: string; source: string },
  intervals: readonly CandleInterval[],
): Promise<number> {
  const firsts: number[] = [];
  for (const interval of intervals) {
    const first = await firstCandleTime(tx, { interval, ...of });
    if (first !== null) firsts.push(first);
  }
  return Math.min(...firsts);
}
