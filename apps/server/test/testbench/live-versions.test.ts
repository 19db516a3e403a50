import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';
import { code, ownBotsOf, ruleWith } from './testbench-world.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless() });
  await world.history(3);
  await world.tick();
});
afterAll(() => world.close());

it('a start is of the version that was tested, and the list tells that one, whatever the draft says by then', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  const own = ownBotsOf(world.api, anna);
  const bot = await world.certified(anna);
  const entry = async () => (await own.list()).items.find(({ id }) => id === bot.id)?.entry;
  const tested = await entry();
  expect(tested).toMatchObject({ version: 1 });
  const { body } = await own.get(bot.id);
  await own.save(bot.id, body.version, { rule: ruleWith(77) });
  expect(await live.bot(bot.id)).toMatchObject({ status: 'certified' });
  expect(await entry()).toEqual(tested);
  expect(code(await live.start(bot, '100.00'))).toBe('201');
  expect(await entry()).toEqual(tested);
  await world.run(2);
  expect(await live.bot(bot.id)).toMatchObject({ status: 'live' });
  // Another version that is frozen while it runs is not what trades.
  const { body: changed } = await own.get(bot.id);
  expect((await own.freeze(bot.id, changed.version)).body).toMatchObject({ version: 2 });
  expect(await entry()).toEqual(tested);
});
