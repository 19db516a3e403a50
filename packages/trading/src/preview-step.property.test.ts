import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bar, HOUR_MS, MINUTE_MS } from './candles.ts';
import { createEngine } from './engine.ts';
import { previewStep } from './preview-step.ts';
import { MONDAY, randomMarket, seededRandom, stepsOf } from './testing/random-market.ts';
import { wildStrategy } from './testing/wild-strategy.ts';

const BARS = 60;
const TICKS = 12;
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Prices on the way through a bar: its open first, its extremes somewhere, its close last. */
function ticksOf(bar: Bar, random: () => number): number[] {
  const { open, high, low, close } = bar;
  const inner = Array.from({ length: TICKS - 2 }, () => low + random() * (high - low));
  inner[Math.floor(random() * inner.length)] = high;
  const lowAt = Math.floor(random() * inner.length);
  if (inner[lowAt] === high) inner[(lowAt + 1) % inner.length] = low;
  else inner[lowAt] = low;
  return [open, ...inner, close];
}

const soFar = (ticks: readonly number[]): Bar => ({
  open: ticks[0]!,
  high: Math.max(...ticks),
  low: Math.min(...ticks),
  close: ticks.at(-1)!,
  volume: ticks.length,
});

/** Engine and market of one story; every fill costs fee, spread and slippage, and positions financing. */
function storyOf(seed: number) {
  const { specs, candles } = randomMarket(seed, MINUTE_MS, BARS);
  const options = {
    strategy: wildStrategy(5 * MINUTE_MS),
    symbols: specs,
    startingEquity: 1,
    baseIntervalMs: MINUTE_MS,
  };
  return { options, engine: createEngine(options), steps: stepsOf(candles) };
}

test('a preview is what the engine itself would do if the bars ended there, and changes nothing', () => {
  let withFills = 0;
  const anyTick = fc.integer({ min: 1, max: TICKS });
  fc.assert(
    fc.property(seeds, fc.integer({ min: 0, max: BARS - 1 }), anyTick, (seed, count, tick) => {
      const { options, engine, steps } = storyOf(seed);
      const earlier = steps.slice(0, count);
      const { time, bars } = steps[count] ?? steps.at(-1)!;
      const haltedAt = (at: number) => (at % 20 > 16 ? ['S1'] : []);
      for (const [at, step] of earlier.entries()) engine.step(step.time, step.bars, haltedAt(at));
      const random = seededRandom(seed);
      const partial = bars.map((bar) => bar && soFar(ticksOf(bar, random).slice(0, tick)));
      const before = JSON.stringify(engine.state());
      const halted = haltedAt(count);
      const { account, touched } = previewStep(options, engine.state(), { time, bars: partial, halted });
      expect(JSON.stringify(engine.state())).toBe(before);
      if (engine.step(time, partial, halted).fills.length > 0) withFills++;
      expect(account).toEqual(engine.mark(undefined, time + MINUTE_MS));
      const { positions, orders } = engine.state().broker;
      // A decision at this close may order more; nothing that is held is left out.
      for (const [index, { units }] of positions.entries()) {
        if (units !== 0) expect(touched[index]).toBe(true);
        else if (orders[index] === null) expect(touched[index]).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
  expect(withFills).toBeGreaterThan(30);
});

test('whoever deals at every tick gains nothing against the next strike that he could know', () =>
  dealAtEveryTick(300));
test('nor over 1,000 minutes with fills', { tags: ['long'] }, () => dealAtEveryTick(1_000));

function dealAtEveryTick(minutes: number): void {
  const seed = 20_261_124;
  const gains: number[] = [];
  const held: number[] = [];
  let minutesWithFills = 0;
  for (let round = 0; minutesWithFills < minutes; round++) {
    const { options, engine, steps } = storyOf(seed + round);
    const random = seededRandom(round);
    for (const { time, bars } of steps) {
      const ticks = bars.map((bar) => bar && ticksOf(bar, random));
      const navs = Array.from({ length: TICKS }, (_, tick) => {
        const partial = ticks.map((prices) => prices && soFar(prices.slice(0, tick + 1)));
        return previewStep(options, engine.state(), { time, bars: partial, halted: [] });
      });
      // What the tick was worth before: the positions of the last strike at the prices of the tick.
      const old = engine.mark(ticks.map((prices) => prices?.at(-1))).equity;
      const { fills, liquidated } = engine.step(time, bars);
      if (liquidated) break;
      if (fills.length === 0) continue;
      minutesWithFills++;
      const strike = engine.mark(undefined, time + MINUTE_MS).equity;
      const last = navs.at(-1)!.account.equity;
      // At the last price of the bar nothing is unknown any more.
      gains.push(Math.abs(strike / last - 1));
      held.push(Math.abs(strike / old - 1));
    }
  }
  expect(Math.max(...gains), `seed ${seed}`).toBe(0);
  // The same measure finds the old way, at which fills of the bar were known and not in the price.
  expect(Math.max(...held), `seed ${seed}`).toBeGreaterThan(0.001);
}

test('an engine in the middle of a decision interval previews without its history', () => {
  const { options, engine, steps } = storyOf(3);
  for (const { time, bars } of steps.slice(0, 7)) engine.step(time, bars);
  const time = MONDAY + HOUR_MS;
  expect(() => previewStep(options, engine.state(), { time, bars: [], halted: [] })).not.toThrow();
});
