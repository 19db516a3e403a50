import { afterAll, beforeAll, expect, it } from 'vitest';
import { getBot, listBots } from '../../src/modules/bots/overview/list-bots.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { botStrategies, restlessStrategy } from './restless-strategy.ts';

const MAX_DRAWDOWN = 0.3;
/** Of the restless strategy. */
const PAUSE_MINUTES = 20;

let fixture: BotsFixture;
beforeAll(async () => {
  const strategy = restlessStrategy({ maxDrawdown: MAX_DRAWDOWN, shorts: false });
  fixture = await createBotsFixture({ strategies: botStrategies(strategy) });
  await fixture.run(12);
});
afterAll(() => fixture.close());

it('a bot says that its protection is ready, that it acts and until when, and that it is ready again', async () => {
  const bots = () => listBots(fixture.database.db, fixture.strategies, fixture.clock.now());
  const [calm, idle] = await bots();
  expect(calm).toMatchObject({
    pausedUntil: null,
    protection: {
      state: 'ready',
      cause: null,
      until: null,
      drawdownSince: null,
      drawdownLimit: -MAX_DRAWDOWN,
      staleSymbols: [],
    },
  });
  expect(idle).toMatchObject({ protection: null });

  fixture.market.shock(fixture.clock.now().getTime(), 0.5);
  await fixture.run(1);
  const until = new Date(fixture.clock.now().getTime() + PAUSE_MINUTES * 60_000).toISOString();
  const [paused] = await bots();
  expect(paused).toMatchObject({
    pausedUntil: until,
    protection: { state: 'paused', cause: 'drawdown', until },
  });
  // Until then it decides nothing.
  expect(Date.parse(paused?.nextDecisionAt ?? '')).toBeGreaterThanOrEqual(Date.parse(until));
  expect(paused?.nextDecisionAt).not.toBeNull();
  expect(paused?.activity).toMatch(/^Pausiert bis /);
  expect(paused?.protection?.drawdownFraction).toBeLessThan(-MAX_DRAWDOWN);
  expect(
    await getBot(fixture.database.db, fixture.strategies, 'smartbot', fixture.clock.now()),
  ).toMatchObject({ protection: { state: 'paused', until } });

  await fixture.run(PAUSE_MINUTES);
  expect((await bots())[0]).toMatchObject({
    pausedUntil: null,
    protection: { state: 'ready', drawdownSince: until },
  });
});
