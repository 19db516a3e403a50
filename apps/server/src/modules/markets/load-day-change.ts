import { MARKET_SYMBOLS } from '@botdepot/contract';
import { HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import type { Tx } from '../../platform/database.ts';
import { createDayChange, type DayChange, REMEMBERED_MS } from './day-change.ts';
import { closesBefore, readCandles } from './market-candles.store.ts';

/**
 * Fills the memory of the last day from the committed candles that started before the full minute `untilMs`. Where a live
 * source has brought hours but no minutes, the close of the hour stands for its last minute.
 */
export async function loadDayChange(tx: Tx, untilMs: number): Promise<DayChange> {
  const fromMs = Math.floor((untilMs - REMEMBERED_MS) / HOUR_MS) * HOUR_MS;
  const dayChange = createDayChange(await closesBefore(tx, fromMs));
  const closes = new Map<number, Float64Array>();
  const note = (index: number, minuteMs: number, close: number): void => {
    const known = closes.get(minuteMs) ?? new Float64Array(MARKET_SYMBOLS.length).fill(Number.NaN);
    known[index] = close;
    closes.set(minuteMs, known);
  };
  for (const [interval, lastMinuteMs] of [
    ['1h', HOUR_MS - MINUTE_MS],
    // Minutes come second: they know better than the hours.
    ['1m', 0],
  ] as const) {
    const candles = await readCandles(tx, { interval, fromMs, toMs: untilMs });
    for (const [index, { symbol }] of MARKET_SYMBOLS.entries()) {
      const series = candles.get(symbol);
      for (let at = 0; series && at < series.length; at++) {
        const minuteMs = series.time[at]! + lastMinuteMs;
        if (minuteMs < untilMs) note(index, minuteMs, series.close[at]!);
      }
    }
  }
  for (const [minuteMs, known] of [...closes].sort(([a], [b]) => a - b)) dayChange.push(minuteMs, known);
  return dayChange;
}
