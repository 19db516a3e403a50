import { afterEach, expect, test } from 'vitest';
import { createMarketFeed } from '../../src/modules/markets/index.ts';
import { numbersFrom } from '../bots/thinning-world.ts';
import { closeWorlds, createWorld, log, MONDAY, simulatedSource } from './market-world.ts';

afterEach(closeWorlds);

const SEED = 20261128;

/** Ticks of a feed by a clock that goes on while it is looked at and waited for, and by nothing else; ms UTC, with fractions. */
async function ticksOf(options: {
  count: number;
  lookMs: () => number;
  /** How long a wait for so many ms takes. */
  timer: (ms: number) => number;
  /** What the clock is set by after so many ticks. */
  setBy?: (made: number) => number;
}) {
  const { count, lookMs, timer, setBy = () => 0 } = options;
  const { database, bus, simulation, clock } = await createWorld(MONDAY);
  clock.set(new Date(MONDAY));
  let at = MONDAY;
  const waits: number[] = [];
  const feed = createMarketFeed({
    ...{ database, bus, log, source: simulatedSource(simulation) },
    clock: {
      now() {
        at += lookMs();
        return new Date(at);
      },
    },
    async wait(ms) {
      waits.push(ms);
      // No timer takes less than a millisecond.
      at += timer(Math.max(1, ms));
    },
  });
  const ending = new AbortController();
  const ticks: { slot: number; lateMs: number }[] = [];
  feed.onTick(({ timeMs }) => {
    ticks.push({ slot: timeMs - MONDAY, lateMs: at - timeMs });
    at += setBy(ticks.length);
    if (ticks.length === count) ending.abort();
  });
  await feed.run({ epoch: 0, signal: ending.signal });
  return { ticks, waits };
}

test('every 500 ms have their tick, though timers fire a little early and the clock goes on while it is looked at', async () => {
  console.log(`seed ${SEED}`);
  const random = numbersFrom(SEED);
  const { ticks } = await ticksOf({
    count: 400,
    lookMs: () => 0.1 * random(),
    timer: (ms) => ms - 0.6 * random(),
  });
  const steps = ticks.slice(1).map(({ slot }, index) => slot - ticks[index]!.slot);
  expect(new Set(steps)).toEqual(new Set([500]));
  expect(Math.max(...ticks.map(({ lateMs }) => lateMs))).toBeLessThan(5);
});

test('a clock that was set back is looked at every 500 ms, until a new tick is due', async () => {
  const { ticks, waits } = await ticksOf({
    count: 20,
    lookMs: () => 0,
    timer: (ms) => ms,
    setBy: (made) => (made === 10 ? -30_000 : 0),
  });
  expect(Math.max(...waits)).toBe(500);
  expect(waits.length).toBeGreaterThan(60);
  expect(ticks.slice(9, 11).map(({ slot }) => slot)).toEqual([4_500, 5_000]);
});
