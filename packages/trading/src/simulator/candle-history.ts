import {
  CandleSeries,
  type Candles,
  DAY_MS,
  emptyBar,
  HOUR_MS,
  MINUTE_MS,
  type MutableBar,
} from '../candles.ts';
import { BoundedCache } from './bounded-cache.ts';
import { type BrownianField, MINUTES_PER_HOUR, TICK_MS, TICKS_PER_MINUTE } from './brownian-field.ts';
import { type DayPath, logPrice, type PricePath } from './price-path.ts';
import { publishedPrice } from './published-price.ts';
import { SYMBOL_COUNT } from './symbols.ts';

export type CandleInterval = '1m' | '1h' | '1d';

export const INTERVAL_MS: Readonly<Record<CandleInterval, number>> = {
  '1m': MINUTE_MS,
  '1h': HOUR_MS,
  '1d': DAY_MS,
};

const FIELDS = 4;
const ROW = SYMBOL_COUNT * FIELDS;
/** Memory: 38 kB per hour of minutes and 15 kB per day of hours, together at most about 18 MB. */
const MINUTE_HOURS_CACHED = 256;
const HOUR_DAYS_CACHED = 512;

export interface CandleHistory {
  /** The candle of one minute, or `undefined` when the market is closed. */
  minute(symbol: number, startMs: number): MutableBar | undefined;
  /** Candles starting in [fromMs, toMs) of the given symbols, one series each in their order. */
  series(symbols: readonly number[], interval: CandleInterval, fromMs: number, toMs: number): Candles[];
}

/**
 * Candles of the path. A 1m candle consists of its 120 ticks at start, start + 500 ms .. start + 59,500 ms, the ticks
 * the live feed publishes. 1h and 1d candles have minute resolution: high and low are taken over the minute boundaries
 * only and the close is the price at the end of the hour, so a live-built hour can reach a little further.
 */
export function createCandleHistory(path: PricePath, field: BrownianField): CandleHistory {
  const ticks = new Float64Array((TICKS_PER_MINUTE + 1) * SYMBOL_COUNT);
  const bar = emptyBar();

  /** Open, high, low, close over the first `rows` rows of the field's points; prices rise with their logs. */
  function candleOf(
    day: DayPath,
    i: number,
    points: Float64Array,
    rows: number,
    startMs: number,
    stepMs: number,
    into: MutableBar,
  ): void {
    const hour = Math.floor((startMs - day.startMs) / HOUR_MS);
    const hourStart = day.startMs + hour * HOUR_MS;
    const open = logPrice(day, i, hour, points[i]!, (startMs - hourStart) / HOUR_MS, startMs);
    let high = open;
    let low = open;
    let close = open;
    for (let row = 1; row < rows; row++) {
      const timeMs = startMs + row * stepMs;
      close = logPrice(day, i, hour, points[row * SYMBOL_COUNT + i]!, (timeMs - hourStart) / HOUR_MS, timeMs);
      if (close > high) high = close;
      else if (close < low) low = close;
    }
    into.open = publishedPrice(i, open);
    into.high = publishedPrice(i, high);
    into.low = publishedPrice(i, low);
    into.close = publishedPrice(i, close);
  }

  const isOpenHour = (day: DayPath, i: number, hour: number): boolean => hour >= day.plan.firstHour[i]!;

  const write = (rows: Float64Array, at: number): void => {
    rows[at] = bar.open;
    rows[at + 1] = bar.high;
    rows[at + 2] = bar.low;
    rows[at + 3] = bar.close;
  };

  /** All candles of one hour of minutes: `(minute * SYMBOL_COUNT + symbol) * 4`, NaN when closed. */
  function computeMinutes(hourIndex: number): Float64Array {
    const rows = new Float64Array(MINUTES_PER_HOUR * ROW).fill(Number.NaN);
    const startMs = hourIndex * HOUR_MS;
    const day = path.dayAt(startMs);
    const hour = hourIndex - day.startMs / HOUR_MS;
    for (let minute = 0; minute < MINUTES_PER_HOUR; minute++) {
      const minuteMs = startMs + minute * MINUTE_MS;
      field.fillTickPoints(hourIndex * MINUTES_PER_HOUR + minute, ticks);
      for (let i = 0; i < SYMBOL_COUNT; i++) {
        if (!isOpenHour(day, i, hour)) continue;
        candleOf(day, i, ticks, TICKS_PER_MINUTE, minuteMs, TICK_MS, bar);
        write(rows, minute * ROW + i * FIELDS);
      }
    }
    return rows;
  }

  /** All 1h candles of the trading day starting at `startMs`: `(hour * SYMBOL_COUNT + symbol) * 4`, NaN when closed. */
  function computeHours(startMs: number): Float64Array {
    const day = path.dayAt(startMs);
    const rows = new Float64Array(day.plan.hours * ROW).fill(Number.NaN);
    for (let hour = 0; hour < day.plan.hours; hour++) {
      const hourMs = startMs + hour * HOUR_MS;
      const points = field.minutePoints(hourMs / HOUR_MS);
      for (let i = 0; i < SYMBOL_COUNT; i++) {
        if (!isOpenHour(day, i, hour)) continue;
        candleOf(day, i, points, MINUTES_PER_HOUR + 1, hourMs, MINUTE_MS, bar);
        write(rows, hour * ROW + i * FIELDS);
      }
    }
    return rows;
  }

  const minuteCache = new BoundedCache<Float64Array>(MINUTE_HOURS_CACHED);
  const hourCache = new BoundedCache<Float64Array>(HOUR_DAYS_CACHED);

  function readInto(rows: Float64Array, at: number, volume: number): boolean {
    bar.open = rows[at]!;
    if (Number.isNaN(bar.open)) return false;
    bar.high = rows[at + 1]!;
    bar.low = rows[at + 2]!;
    bar.close = rows[at + 3]!;
    bar.volume = volume;
    return true;
  }

  function appendMinutes(
    symbols: readonly number[],
    series: CandleSeries[],
    fromMs: number,
    toMs: number,
  ): void {
    for (let hourIndex = Math.floor(fromMs / HOUR_MS); hourIndex * HOUR_MS < toMs; hourIndex++) {
      const rows = minuteCache.get(hourIndex, computeMinutes);
      for (let minute = 0; minute < MINUTES_PER_HOUR; minute++) {
        const startMs = hourIndex * HOUR_MS + minute * MINUTE_MS;
        if (startMs < fromMs || startMs >= toMs) continue;
        symbols.forEach((i, column) => {
          if (readInto(rows, minute * ROW + i * FIELDS, TICKS_PER_MINUTE))
            series[column]!.append(startMs, bar);
        });
      }
    }
  }

  /** Calls `visit` for every open hour from `fromMs` (a full hour) to `toMs`; the bar stands in `bar`. */
  function eachHour(
    symbols: readonly number[],
    fromMs: number,
    toMs: number,
    visit: (column: number, startMs: number) => void,
  ): void {
    for (let startMs = fromMs; startMs < toMs; startMs += HOUR_MS) {
      const day = path.dayAt(startMs);
      const rows = hourCache.get(day.startMs, computeHours);
      const hour = (startMs - day.startMs) / HOUR_MS;
      symbols.forEach((i, column) => {
        if (readInto(rows, hour * ROW + i * FIELDS, MINUTES_PER_HOUR * TICKS_PER_MINUTE))
          visit(column, startMs);
      });
    }
  }

  function appendDays(
    symbols: readonly number[],
    series: CandleSeries[],
    fromMs: number,
    toMs: number,
  ): void {
    const forming = symbols.map(() => emptyBar());
    for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
      for (const sum of forming) sum.volume = 0;
      eachHour(symbols, dayMs, dayMs + DAY_MS, (column) => {
        const sum = forming[column]!;
        if (sum.volume === 0) Object.assign(sum, bar);
        else {
          sum.high = Math.max(sum.high, bar.high);
          sum.low = Math.min(sum.low, bar.low);
          sum.close = bar.close;
          sum.volume += bar.volume;
        }
      });
      forming.forEach((sum, column) => {
        if (sum.volume > 0) series[column]!.append(dayMs, sum);
      });
    }
  }

  return {
    minute(i, startMs) {
      const day = path.dayAt(startMs);
      if (!isOpenHour(day, i, Math.floor((startMs - day.startMs) / HOUR_MS))) return undefined;
      const candle = { ...emptyBar(), volume: TICKS_PER_MINUTE };
      candleOf(day, i, field.tickPoints(startMs / MINUTE_MS), TICKS_PER_MINUTE, startMs, TICK_MS, candle);
      return candle;
    },
    series(symbols, interval, fromMs, toMs) {
      const series = symbols.map(() => new CandleSeries());
      const stepMs = INTERVAL_MS[interval];
      const firstMs = Math.ceil(fromMs / stepMs) * stepMs;
      if (interval === '1m') appendMinutes(symbols, series, firstMs, toMs);
      else if (interval === '1h')
        eachHour(symbols, firstMs, toMs, (column, ms) => series[column]!.append(ms, bar));
      else appendDays(symbols, series, firstMs, toMs);
      return series;
    },
  };
}
