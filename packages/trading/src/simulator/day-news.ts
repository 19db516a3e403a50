import { HOUR_MS } from '../candles.ts';
import { correlate, TICK_MS } from './brownian-field.ts';
import { CELL, fillRandomWords, type StreamKey } from './chacha-stream.ts';
import { logClippedExpectation } from './clipped-martingale.ts';
import type { DayPlan } from './day-plan.ts';
import { MARKET_MODEL, type NewsModel } from './market-model.ts';
import { normalFromWord } from './normal-distribution.ts';
import { CATEGORY_OF, SYMBOL_COUNT } from './symbols.ts';

/**
 * What makes hours and minutes of one day unequal: news. Some hours are nervous for all markets, drawn for the whole day in
 * advance like its fat-tail factor, so that the clipped day stays a martingale; and rarely all open markets jump at once by
 * correlated amounts. A jump multiplies the price by a factor of mean 1 that depends on nothing else, so it adds no drift.
 */
export interface DayNews {
  /** Bit h is set when hour h of the trading day is one of news. */
  readonly hours: number;
  readonly jumps: readonly Jump[];
}

export interface Jump {
  readonly timeMs: number;
  /** Log of the factor by which each symbol's price jumps; 0 for those that are closed. */
  readonly log: Float64Array;
}

/** A jump is clipped to ± this many of its standard deviations. */
const JUMP_CLIP = 3;
const NO_JUMPS: readonly Jump[] = [];
export const NO_NEWS: DayNews = { hours: 0, jumps: NO_JUMPS };

const TICKS_PER_HOUR = HOUR_MS / TICK_MS;
const LONGEST_DAY_HOURS = 25;
const chances = new Uint32Array(2 * LONGEST_DAY_HOURS);
const words = new Uint32Array(1 + SYMBOL_COUNT);
const fraction = (word: number): number => (word + 0.5) / 4_294_967_296;

/** @param deviationOf log return per unit of the plan's standard deviation on the day, without its fat-tail factor. */
export function dayNews(
  key: StreamKey,
  model: NewsModel,
  { day, startMs, plan }: { day: number; startMs: number; plan: DayPlan },
  deviationOf: (symbol: number) => number,
): DayNews {
  fillRandomWords(key, { kind: CELL.news, index: day, stream: 0 }, chances);
  let hours = 0;
  let jumps: Jump[] | undefined;
  for (let hour = 0; hour < plan.hours; hour++) {
    if (fraction(chances[hour]!) < model.newsPerHour) hours |= 1 << hour;
    if (fraction(chances[LONGEST_DAY_HOURS + hour]!) >= model.jumpsPerHour) continue;
    jumps ??= [];
    jumps.push(
      jumpIn(key, model, { hourMs: startMs + hour * HOUR_MS, row: hour * SYMBOL_COUNT, plan }, deviationOf),
    );
  }
  return { hours, jumps: jumps ?? NO_JUMPS };
}

function jumpIn(
  key: StreamKey,
  { jumpDeviation, largestJump }: NewsModel,
  { hourMs, row, plan }: { hourMs: number; row: number; plan: DayPlan },
  deviationOf: (symbol: number) => number,
): Jump {
  fillRandomWords(key, { kind: CELL.jump, index: hourMs / HOUR_MS, stream: 0 }, words);
  // Never on the hour itself, so that an hour opens where the last one closed.
  const tick = 1 + Math.floor(fraction(words[0]!) * (TICKS_PER_HOUR - 1));
  const log = new Float64Array(SYMBOL_COUNT);
  for (let i = 0; i < SYMBOL_COUNT; i++) log[i] = normalFromWord(words[1 + i]!);
  correlate(log, 1, SYMBOL_COUNT, MARKET_MODEL);
  for (let i = 0; i < SYMBOL_COUNT; i++) {
    const category = CATEGORY_OF[i]!;
    const scale = deviationOf(i) * plan.deviation[row + i]! * jumpDeviation[category]!;
    const clip = Math.min(JUMP_CLIP, largestJump[category]! / scale);
    const size = scale * Math.min(clip, Math.max(-clip, log[i]!));
    log[i] = scale === 0 ? 0 : size - logClippedExpectation(0, 1, scale, clip);
  }
  return { timeMs: hourMs + tick * TICK_MS, log };
}

const isNews = (news: DayNews, hour: number): boolean => ((news.hours >>> hour) & 1) === 1;

/** Factors on the standard deviations of all symbols in an hour. */
export const newsFactors = (model: NewsModel, news: DayNews, hour: number): readonly number[] =>
  isNews(news, hour) ? model.nervous : model.calm;

/** Variance of a whole day with its news, per symbol, jumps aside. */
export function totalWithNews(plan: DayPlan, { calm, nervous }: NewsModel, news: DayNews): Float64Array {
  const total = plan.gapVariance.slice();
  for (let i = 0; i < SYMBOL_COUNT; i++) total[i] = total[i]! + (plan.total[i]! - total[i]!) * calm[i]! ** 2;
  for (let hour = 0; hour < plan.hours; hour++) {
    if (!isNews(news, hour)) continue;
    for (let i = 0, at = hour * SYMBOL_COUNT; i < SYMBOL_COUNT; i++, at++) {
      total[i] = total[i]! + plan.variance[at]! * (nervous[i]! ** 2 - calm[i]! ** 2);
    }
  }
  return total;
}

/** The plan of a day with its news. */
export function planWithNews(plan: DayPlan, model: NewsModel, news: DayNews): DayPlan {
  const variance = plan.variance.slice();
  const deviation = plan.deviation.slice();
  const elapsed = new Float64Array(variance.length);
  const running = new Float64Array(SYMBOL_COUNT);
  for (let hour = 0, at = 0; hour < plan.hours; hour++) {
    const factors = newsFactors(model, news, hour);
    for (let i = 0; i < SYMBOL_COUNT; i++, at++) {
      const factor = factors[i]!;
      if (hour === plan.firstHour[i]) running[i] = plan.gapVariance[i]!;
      deviation[at] = deviation[at]! * factor;
      variance[at] = variance[at]! * factor ** 2;
      elapsed[at] = running[i]!;
      running[i] = running[i]! + variance[at]!;
    }
  }
  return { ...plan, variance, deviation, elapsed, total: totalWithNews(plan, model, news) };
}
