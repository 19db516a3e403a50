// @module-tag rounds
import { MINUTE_MS } from '@botdepot/trading';
import { expect, it } from 'vitest';
import { expectSound } from '../invariants.ts';
import { rounds } from '../rounds.ts';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';

const ROUNDS = rounds({ short: 6, full: 60 });
/** Of the minute in which an order is given; the last is its last millisecond. */
const MOMENTS = [1, 999, 12_345, 30_000, 47_111, 59_999];

async function openWorld(): Promise<LiveWorld> {
  const world = await createLiveWorld({ compile: restless({ gross: 0.8, shorts: false }) });
  await world.history(2);
  await world.tick();
  return world;
}

it('an order is executed at the first minute that begins after it, whenever in a minute it is given', async () => {
  const world = await openWorld();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const anna = await world.person('1000');
      const live = liveOf(world.api, anna);
      const bot = await world.certified(anna);
      const moment = MOMENTS[round % MOMENTS.length] ?? 0;
      for (const order of ['start', 'stop'] as const) {
        const begun = world.clock.now().getTime();
        world.clock.set(new Date(begun + moment));
        await (order === 'start' ? live.start(bot, '100') : live.stop(bot.id));
        world.clock.set(new Date(begun));
        await world.run(2);
        const [newest] = await live.orders(bot.id);
        const [strike] = await live.list('strikes', bot.id);
        expect(newest).toMatchObject({ kind: order, status: 'executed', nav: strike?.nav });
        expect(Date.parse(String(strike?.at)), `${order} at ${moment} ms`).toBe(begun + 2 * MINUTE_MS);
        // Until it holds something.
        if (order === 'start') await world.run(8);
      }
    }
    await expectSound(world);
  } finally {
    await world.close();
  }
});

it.each([0.9, 1.1])(
  'whoever sees a jump to %d and orders at once gets the price after it, not the one before',
  async (factor) => {
    const world = await openWorld();
    try {
      const [anna, twin] = [await world.person('1000'), await world.person('1000')];
      const [live, other] = [liveOf(world.api, anna), liveOf(world.api, twin)];
      const [bot, same] = [await world.certified(anna), await world.certified(twin)];
      await live.start(bot, '100');
      await other.start(same, '100');
      // Until they hold something, with the next decision some minutes away.
      do await world.run(1);
      while (
        (await live.list('fills', bot.id))[0]?.side !== 'buy' ||
        world.clock.now().getUTCMinutes() % 5 !== 1
      );
      const navOf = async (of: typeof other, id: string) =>
        Number(((await of.bot(id)) as unknown as { run: { nav: string } }).run.nav);
      const before = await navOf(live, bot.id);
      const begun = world.clock.now().getTime();
      world.market.shock(begun + 5_000, factor);
      world.clock.set(new Date(begun + 6_000));
      await live.stop(bot.id);
      world.clock.set(new Date(begun));
      await world.run(2);
      const paid = Number((await live.orders(bot.id))[0]?.nav);
      // Who has not stopped is worth the same at that minute: nothing was gained against him.
      expect(paid).toBe(await navOf(other, same.id));
      expect(Math.sign(paid / before - 1)).toBe(Math.sign(factor - 1));
      await expectSound(world);
    } finally {
      await world.close();
    }
  },
);
