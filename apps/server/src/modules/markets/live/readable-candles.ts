import { type Bar, CandleSeries, DAY_MS, HOUR_MS } from '@botdepot/trading';
import { INTERVAL_MS } from '../market-candles.ts';
import type { CandleInterval } from '../price-source.ts';

/**
 * A close this many times, or this fraction of, the one before it is a fault of the data and no move of the market: the
 * worst hour of the measured markets was −35 %.
 */
const IMPOSSIBLE_FACTOR = 4;
/** So many impossible rows in a row are a new level after all, or the row before them was the fault. */
const CONFIRMATIONS = 3;

export type CandleRow = Bar & { readonly time: number };

/**
 * Makes a series of what a provider sent. Dropped are rows that are no candle (not finite, not positive, high and low that
 * do not enclose the rest, a start that is off the grid), rows out of order, rows after the last final one, rows of time
 * in which the market is shut, and rows whose close is impossible next to the one before.
 *
 * @param range.untilMs rows that end after this are not final.
 * @param isOpen whether the market is in session at a time; a candle counts when it is at any full hour within.
 */
export function readableCandles(
  rows: Iterable<CandleRow>,
  interval: CandleInterval,
  range: { fromMs: number; untilMs: number },
  isOpen: (timeMs: number) => boolean,
): CandleSeries {
  const series = new CandleSeries();
  const step = INTERVAL_MS[interval];
  let before: CandleRow | null = null;
  let impossible = 0;
  for (const row of rows) {
    if (!isCandle(row) || row.time % step !== 0) continue;
    if (row.time < range.fromMs || row.time + step > range.untilMs) continue;
    if (before && row.time <= before.time) continue;
    if (before && !isPlausibleMove(before.close, row.close) && ++impossible < CONFIRMATIONS) continue;
    impossible = 0;
    if (!tradesWithin(row.time, interval, isOpen)) continue;
    series.append(row.time, row);
    before = row;
  }
  return series;
}

export function isCandle({ time, open, high, low, close, volume }: CandleRow): boolean {
  return (
    [time, open, high, low, close, volume].every(Number.isFinite) &&
    low > 0 &&
    volume >= 0 &&
    low <= Math.min(open, close) &&
    high >= Math.max(open, close)
  );
}

const isPlausibleMove = (from: number, to: number): boolean =>
  to < from * IMPOSSIBLE_FACTOR && to > from / IMPOSSIBLE_FACTOR;

/** Sessions begin and end on minutes; an hour or a day counts when the market is open at the start or a half hour of it. */
export function tradesWithin(
  startMs: number,
  interval: CandleInterval,
  isOpen: (timeMs: number) => boolean,
): boolean {
  if (interval === '1m') return isOpen(startMs);
  const endMs = startMs + (interval === '1h' ? HOUR_MS : DAY_MS);
  for (let at = startMs; at < endMs; at += HOUR_MS / 2) if (isOpen(at)) return true;
  return false;
}
