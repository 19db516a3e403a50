import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../candles.ts';
import { mean, meanSquare } from '../testing/sample-statistics.ts';
import { MARKET_FIGURES } from './calibration.ts';
import { streamKey } from './chacha-stream.ts';
import { dayNews, newsFactors, planWithNews } from './day-news.ts';
import { dayPlan } from './day-plan.ts';
import { createSimulator, isOpen } from './index.ts';
import { MARKET_MODEL, type NewsModel } from './market-model.ts';
import { SIMULATED_SYMBOLS, SYMBOL_COUNT } from './symbols.ts';
import { tradingDayOf, tradingDayStart } from './trading-day.ts';

const key = streamKey('day news');
const news = MARKET_MODEL.news as NewsModel;
const FIRST_DAY = tradingDayOf(Date.UTC(2024, 0, 3));
const ordinary = (i: number): number => MARKET_MODEL.deviation[i]!;
const newsOf = (day: number, deviationOf = ordinary) =>
  dayNews(key, news, { day, startMs: tradingDayStart(day), plan: dayPlan(day) }, deviationOf);
const days = Array.from({ length: 4_000 }, (_, at) => FIRST_DAY + at);
const drawn = days.map((day) => ({ day, ...newsOf(day) }));
const jumps = drawn.flatMap((entry) => entry.jumps);

test('hours of news and jumps are as rare as calibrated', () => {
  const hours = days.reduce((sum, day) => sum + dayPlan(day).hours, 0);
  const nervous = drawn.reduce((sum, entry) => sum + entry.hours.toString(2).replaceAll('0', '').length, 0);
  for (const [count, chance] of [
    [nervous, news.newsPerHour],
    [jumps.length, news.jumpsPerHour],
  ] as const) {
    expect(Math.abs(count / hours - chance)).toBeLessThan(4 * Math.sqrt(chance / hours));
  }
});

test('news leaves an hour its variance on average, exactly', () => {
  const { newsPerHour, calm, nervous } = news;
  SIMULATED_SYMBOLS.forEach(({ symbol }, i) => {
    expect(newsPerHour * nervous[i]! ** 2 + (1 - newsPerHour) * calm[i]! ** 2, symbol).toBeCloseTo(1, 12);
    expect(nervous[i]! / calm[i]!).toBeCloseTo(Math.sqrt(MARKET_FIGURES.symbols![symbol]!.newsVariance), 12);
  });
});

test('the plan of a day with news adds up, so that what is left of it is known at every instant', () => {
  for (const { day, ...entry } of drawn.slice(0, 60)) {
    const quiet = dayPlan(day);
    const plan = planWithNews(quiet, news, entry);
    for (let hour = 0; hour < plan.hours; hour++) {
      const factors = newsFactors(news, entry, hour);
      for (let i = 0; i < SYMBOL_COUNT; i++) {
        const at = hour * SYMBOL_COUNT + i;
        expect(plan.deviation[at]).toBeCloseTo(quiet.deviation[at]! * factors[i]!, 14);
        expect(plan.variance[at]).toBeCloseTo(plan.deviation[at]! ** 2, 12);
        const next = hour + 1 < plan.hours ? plan.elapsed[at + SYMBOL_COUNT]! : plan.total[i]!;
        const gap = hour + 1 === plan.firstHour[i] ? plan.gapVariance[i]! : 0;
        expect(next).toBeCloseTo(plan.elapsed[at]! + plan.variance[at]! + gap, 12);
      }
    }
  }
});

test('a jump adds no drift: its factor on a price is 1 on average', () => {
  SIMULATED_SYMBOLS.forEach(({ symbol }, i) => {
    // On a day so nervous that a forgotten compensator would show.
    const moves = days.flatMap((day) => newsOf(day, () => 0.5).jumps.map((jump) => Math.expm1(jump.log[i]!)));
    const all = Float64Array.from(moves.filter((move) => move !== 0));
    expect(all.length).toBeGreaterThan(200);
    expect(Math.abs(mean(all)), symbol).toBeLessThan(3.5 * Math.sqrt(meanSquare(all) / all.length));
  });
});

test('a jump moves open markets only, within an hour, and never by more than its bound, whatever the day', () => {
  fc.assert(
    fc.property(fc.nat(days.length - 1), fc.double({ min: 0.001, max: 3, noNaN: true }), (at, deviation) => {
      const day = days[at]!;
      for (const jump of newsOf(day, () => deviation).jumps) {
        expect(jump.timeMs % HOUR_MS).toBeGreaterThan(0);
        expect(jump.timeMs % 500).toBe(0);
        SIMULATED_SYMBOLS.forEach(({ category }, i) => {
          const bound = MARKET_FIGURES.news!.largestJump[category];
          if (isOpen(i, jump.timeMs)) expect(Math.abs(jump.log[i]!)).toBeLessThanOrEqual(bound * (1 + bound));
          else expect(jump.log[i]).toBe(0);
        });
      }
    }),
    { numRuns: 2_000, seed: 27 },
  );
});

test('a jump stands in the path between two ticks, and nowhere else', () => {
  const originMs = Date.UTC(2024, 0, 1);
  const simulator = createSimulator({ seed: 'day news', originMs });
  const [found] = drawn.filter(
    ({ day, jumps: [jump] }) => jump && day > FIRST_DAY + 5 && isOpen(10, jump.timeMs),
  );
  const jump = found!.jumps[0]!;
  // The largest move of the half hour around it is the one at its tick.
  let largest = { at: 0, move: 0 };
  for (let ms = jump.timeMs - 15 * MINUTE_MS; ms < jump.timeMs + 15 * MINUTE_MS; ms += 500) {
    const [before, after] = [simulator.priceAt(10, ms - 500), simulator.priceAt(10, ms)];
    const move = Math.abs(Math.log(after / before));
    if (move > largest.move) largest = { at: ms, move };
  }
  expect(largest.at).toBe(jump.timeMs);
  expect(jump.timeMs - originMs).toBeLessThan(200 * DAY_MS);
});
