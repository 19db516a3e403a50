import { afterEach, expect, test, vi } from 'vitest';
import { createMarketFeed } from '../../src/modules/markets/index.ts';
import { numbersFrom } from '../bots/thinning-world.ts';
import { closeWorlds, createWorld, log, MONDAY, simulatedSource } from './market-world.ts';

/** The clock of the test, ms UTC with fractions: looking at it takes time as well, and the ms may change between two looks. */
const time = vi.hoisted(() => ({ at: 0, timer: (ms: number) => ms }));
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>();
  return {
    ...real,
    setTimeout: async (ms: number) => {
      time.at += time.timer(Math.max(1, ms));
    },
  };
});

afterEach(closeWorlds);

const SEED = 20261128;

async function ticksOf(
  random: () => number,
  { count, meanwhile = () => undefined }: { count: number; meanwhile?: (made: number) => void },
) {
  const { database, bus, simulation, clock } = await createWorld(MONDAY);
  clock.set(new Date(MONDAY));
  time.at = MONDAY;
  const looked = {
    now() {
      time.at += 0.1 * random();
      return new Date(time.at);
    },
  };
  const feed = createMarketFeed({ database, clock: looked, bus, log, source: simulatedSource(simulation) });
  const ending = new AbortController();
  const ticks: { slot: number; lateMs: number }[] = [];
  feed.onTick(({ timeMs }) => {
    ticks.push({ slot: timeMs, lateMs: time.at - timeMs });
    meanwhile(ticks.length);
    if (ticks.length === count) ending.abort();
  });
  await feed.run({ epoch: 0, signal: ending.signal });
  return ticks;
}

test('every 500 ms have their tick, though timers fire a little early and the clock goes on while it is looked at', async () => {
  console.log(`seed ${SEED}`);
  const random = numbersFrom(SEED);
  time.timer = (ms) => ms - 0.6 * random();
  const ticks = await ticksOf(random, { count: 400 });
  const steps = ticks.slice(1).map(({ slot }, index) => slot - ticks[index]!.slot);
  expect(new Set(steps)).toEqual(new Set([500]));
  expect(Math.max(...ticks.map(({ lateMs }) => lateMs))).toBeLessThan(5);
});

test('a clock that was set back is looked at every 500 ms, until a new tick is due', async () => {
  const waits: number[] = [];
  let made = 0;
  time.timer = (ms) => {
    // What comes after the last tick is the end of the term.
    if (made < 20) waits.push(ms);
    return ms;
  };
  const ticks = await ticksOf(() => 0, {
    count: 20,
    meanwhile: (count) => {
      made = count;
      if (made === 10) time.at -= 30_000;
    },
  });
  expect(Math.max(...waits)).toBe(500);
  expect(waits.length).toBeGreaterThan(60);
  expect(ticks.slice(9, 11).map(({ slot }) => slot - MONDAY)).toEqual([4_500, 5_000]);
});
