import { HOUR_MS, MINUTE_MS } from '../candles.ts';
import { BoundedCache } from './bounded-cache.ts';
import { type BrownianField, MINUTES_PER_HOUR } from './brownian-field.ts';
import type { StreamKey } from './chacha-stream.ts';
import { logClippedExpectation } from './clipped-martingale.ts';
import { type Jump, planWithNews } from './day-news.ts';
import type { DayPlan } from './day-plan.ts';
import { createDaySkeleton, type DayRecord, ROW } from './day-skeleton.ts';
import type { DayEvents, EventNoise } from './event-noise.ts';
import { SIMULATED_SYMBOLS, SYMBOL_COUNT } from './symbols.ts';
import { tradingDayOf } from './trading-day.ts';

const DAYS_CACHED = 16;

/** One trading day, ready to be evaluated at any instant in it. Arrays hold one figure per symbol unless said. */
export interface DayPath {
  readonly day: number;
  readonly startMs: number;
  /** With the day's news in it. */
  readonly plan: DayPlan;
  readonly jumps: readonly Jump[];
  readonly events: DayEvents | undefined;
  /** Constant part of the log price. */
  readonly base: Float64Array;
  /** Log return per unit of the day's Brownian sum. */
  readonly scale: Float64Array;
  /** Clip of the Brownian sum; `Infinity` when out of reach. */
  readonly clip: Float64Array;
  /** Brownian sums at the start of each hour, `hour * SYMBOL_COUNT + symbol`, the gap included once open. */
  readonly sums: Float64Array;
}

export interface PricePath {
  /** The trading day that contains `timeMs`. Cached. @throws RangeError outside the path. */
  dayAt(timeMs: number): DayPath;
  /** Log return of a whole trading day; 0 for days without a session. */
  dayLogReturn(symbol: number, day: number): number;
}

/**
 * Log price of a symbol inside a day.
 * @param hour hour of the trading day; @param position of the Brownian field in that hour; @param fraction of the hour
 * that has passed, 0..1; @param timeMs the same instant, ms UTC.
 */
export function logPrice(
  path: DayPath,
  i: number,
  hour: number,
  position: number,
  fraction: number,
  timeMs: number,
): number {
  const { plan } = path;
  const at = hour * SYMBOL_COUNT + i;
  const sum = path.sums[at]! + plan.deviation[at]! * position;
  const left = Math.max(0, plan.total[i]! - plan.elapsed[at]! - plan.variance[at]! * fraction);
  let value = path.base[i]! + logClippedExpectation(sum, left, path.scale[i]!, path.clip[i]!);
  for (const jump of path.jumps) if (timeMs >= jump.timeMs) value += jump.log[i]!;
  return path.events === undefined ? value : value + path.events.logFactor(i, timeMs);
}

/**
 * The path of all prices. At `anchorMs` (rounded down to the minute) prices are the calibration's last prices, apart
 * from what events have added.
 * @throws RangeError when `originMs` is not a UTC midnight since 2008 or the anchor lies before it.
 */
export function createPricePath(
  key: StreamKey,
  originMs: number,
  anchorMs: number,
  modelSinceMs: number,
  field: BrownianField,
  eventNoise: EventNoise,
): PricePath {
  if (!(anchorMs >= originMs)) throw new RangeError('the anchor must not lie before the origin');
  const record = createDaySkeleton(key, originMs, modelSinceMs, field, eventNoise);

  /** The day with its log prices relative to `level` plus, if wanted, to what events have added. */
  function build(known: DayRecord, level: Float64Array, events: DayEvents | undefined): DayPath {
    const { day, startMs, figures, model, news } = known;
    const plan = model.news ? planWithNews(known.plan, model.news, news) : known.plan;
    const row = (offset: number): Float64Array => figures.subarray(offset, offset + SYMBOL_COUNT);
    const [scale, clip, gap] = [row(ROW.scale), row(ROW.clip), row(ROW.gap)];
    const sums = new Float64Array(plan.hours * SYMBOL_COUNT);
    const running = new Float64Array(SYMBOL_COUNT);
    const moves = new Float64Array(SYMBOL_COUNT);
    for (let hour = 0; hour < plan.hours; hour++) {
      field.hourMoves(startMs / HOUR_MS + hour, moves);
      for (let i = 0, at = hour * SYMBOL_COUNT; i < SYMBOL_COUNT; i++, at++) {
        if (hour === plan.firstHour[i]) running[i] = running[i]! + gap[i]!;
        sums[at] = running[i]!;
        running[i] = running[i]! + plan.deviation[at]! * moves[i]!;
      }
    }
    const base = level.map(
      (start, i) =>
        start + figures[ROW.logStart + i]! - logClippedExpectation(0, plan.total[i]!, scale[i]!, clip[i]!),
    );
    return { day, startMs, plan, jumps: news.jumps, events, base, scale, clip, sums };
  }

  /** Log of the price levels at the origin that make prices at the anchor the calibration's, were there no events. */
  function levels(): Float64Array {
    const quiet = build(record(tradingDayOf(anchorMs)), new Float64Array(SYMBOL_COUNT), undefined);
    const minutes = Math.floor((anchorMs - quiet.startMs) / MINUTE_MS);
    const hour = Math.floor(minutes / MINUTES_PER_HOUR);
    const minute = minutes - hour * MINUTES_PER_HOUR;
    const points = field.minutePoints(quiet.startMs / HOUR_MS + hour);
    return Float64Array.from(SIMULATED_SYMBOLS, ({ lastPrice }, i) => {
      const position = points[minute * SYMBOL_COUNT + i]!;
      return Math.log(lastPrice) - logPrice(quiet, i, hour, position, minute / MINUTES_PER_HOUR, anchorMs);
    });
  }

  const level = levels();
  const days = new BoundedCache<DayPath>(DAYS_CACHED);
  const computeDay = (day: number): DayPath => {
    const known = record(day);
    const start = level.map((value, i) => value + known.figures[ROW.eventStart + i]!);
    return build(known, start, known.events);
  };

  return {
    dayAt: (timeMs) => days.get(tradingDayOf(timeMs), computeDay),
    dayLogReturn(symbol, day) {
      const { figures } = record(day);
      const following = record(day + 1).figures;
      const change = (row: number): number => following[row + symbol]! - figures[row + symbol]!;
      return change(ROW.logStart) + change(ROW.eventStart);
    },
  };
}
