import { DAY_MS, HOUR_MS } from '../candles.ts';
import type { BrownianField } from './brownian-field.ts';
import { SHOCK_CLIP } from './calibration.ts';
import type { StreamKey } from './chacha-stream.ts';
import { logClippedExpectation } from './clipped-martingale.ts';
import { type DayNews, dayNews, NO_NEWS, newsFactors, planWithNews, totalWithNews } from './day-news.ts';
import { type DayPlan, dayPlan } from './day-plan.ts';
import { fatTailFactors, nextVariances } from './day-shocks.ts';
import type { DayEvents, EventNoise } from './event-noise.ts';
import { type MarketModel, modelAt } from './market-model.ts';
import { CATEGORIES, CATEGORY_OF, SYMBOL_COUNT } from './symbols.ts';
import { EARLIEST_MS, isWeekendDay, tradingDayOf, tradingDayStart } from './trading-day.ts';

/** Days before the origin that only let the category variances forget their common start value of 1. */
const BURN_IN_DAYS = 250;
/** A time this far after the origin is taken for a mistake, because every day up to it would be computed. */
const LONGEST_PATH_DAYS = 36_525;
/** The clip needs no thought when it lies beyond this many standard deviations of the day (probability 2·10⁻⁹). */
const CLIP_OUT_OF_REACH = 6;
/** Events use the fat-tail factor up to here only: three of their deviations then stay within the shock clip. */
const LARGEST_EVENT_FACTOR = SHOCK_CLIP / 3;

/** What is kept of every trading day because the next one builds on it. About 1 kB. */
export interface DayRecord {
  readonly day: number;
  readonly startMs: number;
  readonly plan: DayPlan;
  readonly model: MarketModel;
  readonly news: DayNews;
  readonly events: DayEvents | undefined;
  /** Five rows of figures per symbol, see `ROW`; one array, because small ones cost more than their contents. */
  readonly figures: Float64Array;
}

/** Offsets of the rows of `DayRecord.figures`. */
export const ROW = {
  /** Log price relative to the origin at the day's start, without event noise. */
  logStart: 0,
  /** Log of what events have added up to the day's start. */
  eventStart: SYMBOL_COUNT,
  /** Brownian sum with which the symbol reopens after the weekend; 0 on other days. */
  gap: 2 * SYMBOL_COUNT,
  /** Log return per unit of the day's Brownian sum: deviation · √v · g. */
  scale: 3 * SYMBOL_COUNT,
  /** Clip of the Brownian sum; `Infinity` when out of reach. */
  clip: 4 * SYMBOL_COUNT,
} as const;
const ROWS = 5;
const ONES: readonly number[] = new Array(SYMBOL_COUNT).fill(1);

/** Gives the record of any trading day from the origin on. @throws RangeError outside the path. */
export type DaySkeleton = (day: number) => DayRecord;

/**
 * The daily skeleton of the path: every trading day from the origin's on, computed in order when first asked for (about
 * 30 µs each) and kept.
 * @param modelSinceMs start of the first trading day that follows the model in force; earlier ones follow the first model.
 * @throws RangeError when `originMs` is not a UTC midnight since 2008.
 */
export function createDaySkeleton(
  key: StreamKey,
  originMs: number,
  modelSinceMs: number,
  field: BrownianField,
  eventNoise: EventNoise,
): DaySkeleton {
  if (originMs % DAY_MS !== 0 || !(originMs >= EARLIEST_MS + 366 * DAY_MS)) {
    throw new RangeError(`origin ${originMs} is not a UTC midnight since 2008`);
  }
  const firstDay = tradingDayOf(originMs);
  const records: DayRecord[] = [];
  const moves = new Float64Array(SYMBOL_COUNT);
  const sums = new Float64Array(SYMBOL_COUNT);
  const tails = new Float64Array(SYMBOL_COUNT);

  let nextDay = firstDay - BURN_IN_DAYS;
  let variances: Float64Array = new Float64Array(CATEGORIES.length).fill(1);
  /** What markets that are shut have collected over the running weekend, for their reopening. */
  const weekendSums = new Float64Array(SYMBOL_COUNT);
  const logEnd = new Float64Array(SYMBOL_COUNT);
  const eventEnd = new Float64Array(SYMBOL_COUNT);

  /** Adds the day's hours to `sums`, and on weekends the shadow of crypto's hours to `weekendSums`. */
  function addHours({ model, news, plan, startMs }: Omit<DayRecord, 'events'>, weekend: boolean): void {
    for (let hour = 0; hour < plan.hours; hour++) {
      field.hourMoves(startMs / HOUR_MS + hour, moves);
      const factors = model.news ? newsFactors(model.news, news, hour) : ONES;
      for (let i = 0, at = hour * SYMBOL_COUNT; i < SYMBOL_COUNT; i++, at++) {
        sums[i] = sums[i]! + plan.deviation[at]! * factors[i]! * moves[i]!;
        if (weekend && plan.total[i] === 0) weekendSums[i] = weekendSums[i]! + plan.shadow[at]! * moves[i]!;
      }
    }
  }

  function eventsOf({ model, news, plan, startMs }: Omit<DayRecord, 'events'>): DayEvents | undefined {
    return eventNoise.forDay(plan.hours, startMs, () => ({
      plan: model.news ? planWithNews(plan, model.news, news) : plan,
      deviations: Float64Array.from(model.deviation, (deviation, i) => {
        const category = CATEGORY_OF[i]!;
        return deviation * Math.sqrt(variances[category]!) * Math.min(LARGEST_EVENT_FACTOR, tails[i]!);
      }),
    }));
  }

  function advance(): void {
    const day = nextDay++;
    const startMs = tradingDayStart(day);
    const plan = dayPlan(day);
    const weekend = isWeekendDay(day);
    const model = modelAt(startMs, modelSinceMs);
    const volatility = (i: number): number => model.deviation[i]! * Math.sqrt(variances[CATEGORY_OF[i]!]!);
    const news = model.news ? dayNews(key, model.news, { day, startMs, plan }, volatility) : NO_NEWS;
    fatTailFactors(key, model, day, tails);
    const kept = day >= firstDay;
    const record = {
      day,
      startMs,
      plan,
      model,
      news,
      figures: new Float64Array(kept ? ROWS * SYMBOL_COUNT : 0),
    };
    const { figures } = record;

    sums.fill(0);
    if (!weekend) {
      sums.set(weekendSums);
      weekendSums.fill(0);
    }
    if (kept) {
      figures.set(logEnd, ROW.logStart);
      figures.set(eventEnd, ROW.eventStart);
      figures.set(sums, ROW.gap);
    }
    addHours(record, weekend);

    if (kept) {
      const totals = model.news ? totalWithNews(plan, model.news, news) : plan.total;
      for (let i = 0; i < SYMBOL_COUNT; i++) {
        const factor = tails[i]!;
        const scale = volatility(i) * factor;
        const total = totals[i]!;
        const reachable = SHOCK_CLIP / factor <= CLIP_OUT_OF_REACH * Math.sqrt(total);
        const clip = reachable ? SHOCK_CLIP / factor : Number.POSITIVE_INFINITY;
        figures[ROW.scale + i] = scale;
        figures[ROW.clip + i] = clip;
        logEnd[i] =
          logEnd[i]! +
          logClippedExpectation(sums[i]!, 0, scale, clip) -
          logClippedExpectation(0, total, scale, clip);
        for (const jump of news.jumps) logEnd[i] = logEnd[i]! + jump.log[i]!;
      }
      const events = eventsOf(record);
      records.push({ ...record, events });
      if (events) {
        const endMs = startMs + plan.hours * HOUR_MS;
        for (let i = 0; i < SYMBOL_COUNT; i++) eventEnd[i] = eventEnd[i]! + events.logFactor(i, endMs);
      }
    }
    variances = nextVariances(
      model,
      variances,
      tails,
      sums,
      (category) => CATEGORIES[category] === 'crypto' || !weekend,
    );
  }

  return (day) => {
    const index = day - firstDay;
    if (!(index >= 0 && index < LONGEST_PATH_DAYS)) {
      throw new RangeError(`trading day ${day} lies outside the simulated path`);
    }
    while (records.length <= index) advance();
    return records[index]!;
  };
}
