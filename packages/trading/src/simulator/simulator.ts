import { type Bar, type Candles, HOUR_MS, MINUTE_MS } from '../candles.ts';
import { createBrownianField, MINUTES_PER_HOUR, TICK_MS } from './brownian-field.ts';
import { type CandleInterval, createCandleHistory } from './candle-history.ts';
import { streamKey } from './chacha-stream.ts';
import { createEventNoise, type EventWindow } from './event-noise.ts';
import { createPricePath, logPrice } from './price-path.ts';
import { publishedPrice } from './published-price.ts';
import { isOpen, nextClose, nextOpen } from './sessions.ts';
import { SIMULATED_SYMBOLS, SYMBOL_COUNT } from './symbols.ts';
import { isWeekendDay, tradingDayOf, tradingDayStart } from './trading-day.ts';

export interface SimulatorOptions {
  /** Any non-empty text; whoever knows it knows every future price, so it is a secret of the installation. */
  readonly seed: string;
  /** UTC midnight, ms, at which the path begins; no price exists before it. */
  readonly originMs: number;
  /**
   * Instant, ms UTC, at which prices equal the calibration's last prices; default the origin. Set it to the time of
   * installation for familiar levels on the first day: it scales whole price series, and so changes no return.
   */
  readonly anchorMs?: number;
  /**
   * Instant, ms UTC, from which the model in force is used: trading days that start before it follow the first model, so the
   * history of an older installation stays. Default: the whole path follows the model in force.
   */
  readonly modelSinceMs?: number;
  /** Windows of raised variance. Add them before they begin: prices after a window include its extra moves. */
  readonly events?: readonly EventWindow[];
}

/** Log returns of a symbol's trading days (17:00 to 17:00 New York). */
export interface DailyReturns {
  /** Start of each trading day on which the symbol trades, ms UTC. */
  readonly time: Float64Array;
  /** ln(price at the end / price at the start); Monday's contains the weekend gap. Not rounded to ticks. */
  readonly logReturn: Float64Array;
  readonly length: number;
}

/** All functions take the index of a symbol in `SIMULATED_SYMBOLS` and times in ms UTC. */
export interface Simulator {
  /**
   * Published prices of all symbols at `timeMs` (rounded down to the 500 ms grid), a closed market's at its last price.
   * The array is reused: the next call overwrites it.
   */
  pricesAt(timeMs: number): Float64Array;
  priceAt(symbolIndex: number, timeMs: number): number;
  isOpen(symbolIndex: number, timeMs: number): boolean;
  nextOpen(symbolIndex: number, timeMs: number): number;
  nextClose(symbolIndex: number, timeMs: number): number | undefined;
  /**
   * The candle that the 120 ticks from `minuteStartMs` make, identical to one collected from `pricesAt`; `undefined`
   * while closed. Volume is the number of ticks. @throws RangeError when the time is not a full minute.
   */
  minuteCandle(symbolIndex: number, minuteStartMs: number): Bar | undefined;
  /**
   * Candles starting in [fromMs, toMs), none while closed. 1h and 1d have minute resolution. Every candle is complete,
   * even one that ends after `toMs`: whoever must not see the future passes the start of the running candle.
   */
  candles(symbolIndex: number, interval: CandleInterval, fromMs: number, toMs: number): Candles;
  /** The same for every symbol at once, in their order: much cheaper than one by one over more than a year. */
  allCandles(interval: CandleInterval, fromMs: number, toMs: number): Candles[];
  /** Returns of the trading days that start in [fromMs, toMs). */
  dailyReturns(symbolIndex: number, fromMs: number, toMs: number): DailyReturns;
}

const checkedIndex = (symbolIndex: number): number => {
  if (SIMULATED_SYMBOLS[symbolIndex] === undefined)
    throw new RangeError(`no simulated symbol ${symbolIndex}`);
  return symbolIndex;
};

/** Start of the first trading day that starts at `timeMs` or later, ms UTC; Infinity for never. */
function firstDayFrom(timeMs: number): number {
  if (timeMs === Number.POSITIVE_INFINITY) return timeMs;
  const start = tradingDayStart(tradingDayOf(timeMs));
  return start === timeMs ? start : tradingDayStart(tradingDayOf(timeMs) + 1);
}

/**
 * A market whose every price is a pure function of (seed, origin, anchor, model's moment, events, time): calls in any order, any number
 * of times and after any restart give the same prices. Creating one computes the days up to the anchor (about 0.1 s for
 * three years). Not to be shown to anybody for times to come.
 *
 * @throws RangeError for an empty seed, an origin that is no UTC midnight since 2008, or invalid events.
 */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { seed, originMs, anchorMs = originMs, modelSinceMs = originMs, events = [] } = options;
  const key = streamKey(seed);
  const sinceMs = modelSinceMs <= originMs ? Number.NEGATIVE_INFINITY : firstDayFrom(modelSinceMs);
  const field = createBrownianField(key, 0, sinceMs);
  const eventNoise = createEventNoise(events, createBrownianField(key, 1, sinceMs));
  const path = createPricePath(key, originMs, anchorMs, sinceMs, field, eventNoise);
  const history = createCandleHistory(path, field);
  const prices = new Float64Array(SYMBOL_COUNT);

  function fillPrices(timeMs: number, from: number, to: number): Float64Array {
    if (!(timeMs >= originMs)) throw new RangeError(`no price exists before the origin, asked for ${timeMs}`);
    const tickMs = Math.floor(timeMs / TICK_MS) * TICK_MS;
    const day = path.dayAt(tickMs);
    const hour = Math.floor((tickMs - day.startMs) / HOUR_MS);
    const fraction = (tickMs - day.startMs - hour * HOUR_MS) / HOUR_MS;
    const minuteIndex = Math.floor(tickMs / MINUTE_MS);
    const row = ((tickMs - minuteIndex * MINUTE_MS) / TICK_MS) * SYMBOL_COUNT;
    const onMinute = row === 0;
    // Minute boundaries need no ticks: histories that sample them stay cheap.
    const points = onMinute
      ? field.minutePoints(Math.floor(minuteIndex / MINUTES_PER_HOUR))
      : field.tickPoints(minuteIndex);
    const at = onMinute ? (minuteIndex % MINUTES_PER_HOUR) * SYMBOL_COUNT : row;
    for (let i = from; i < to; i++) {
      prices[i] = publishedPrice(i, logPrice(day, i, hour, points[at + i]!, fraction, tickMs));
    }
    return prices;
  }

  const checkedRange = (fromMs: number, toMs: number): void => {
    if (!(fromMs >= originMs && toMs < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`no candles exist from ${fromMs} to ${toMs}`);
    }
  };
  const everySymbol = SIMULATED_SYMBOLS.map((_, i) => i);

  return {
    pricesAt: (timeMs) => fillPrices(timeMs, 0, SYMBOL_COUNT),
    priceAt(symbolIndex, timeMs) {
      const i = checkedIndex(symbolIndex);
      return fillPrices(timeMs, i, i + 1)[i]!;
    },
    isOpen: (symbolIndex, timeMs) => isOpen(checkedIndex(symbolIndex), timeMs),
    nextOpen: (symbolIndex, timeMs) => nextOpen(checkedIndex(symbolIndex), timeMs),
    nextClose: (symbolIndex, timeMs) => nextClose(checkedIndex(symbolIndex), timeMs),
    minuteCandle(symbolIndex, minuteStartMs) {
      if (minuteStartMs % MINUTE_MS !== 0) throw new RangeError(`${minuteStartMs} is not a full minute`);
      checkedRange(minuteStartMs, minuteStartMs);
      return history.minute(checkedIndex(symbolIndex), minuteStartMs);
    },
    candles(symbolIndex, interval, fromMs, toMs) {
      checkedRange(fromMs, toMs);
      return history.series([checkedIndex(symbolIndex)], interval, fromMs, toMs)[0]!;
    },
    allCandles(interval, fromMs, toMs) {
      checkedRange(fromMs, toMs);
      return history.series(everySymbol, interval, fromMs, toMs);
    },
    dailyReturns(symbolIndex, fromMs, toMs) {
      checkedRange(fromMs, toMs);
      const alwaysOpen = SIMULATED_SYMBOLS[checkedIndex(symbolIndex)]!.opensAfterHours === null;
      const time: number[] = [];
      const logReturn: number[] = [];
      for (let day = tradingDayOf(fromMs); tradingDayStart(day) < toMs; day++) {
        if (tradingDayStart(day) < fromMs || (!alwaysOpen && isWeekendDay(day))) continue;
        time.push(tradingDayStart(day));
        logReturn.push(path.dayLogReturn(symbolIndex, day));
      }
      return { time: Float64Array.from(time), logReturn: Float64Array.from(logReturn), length: time.length };
    },
  };
}
