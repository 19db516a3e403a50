// @module-tag long
import { MINUTE_MS } from '@botdepot/trading';
import { expect, it } from 'vitest';
import { expectSound } from '../invariants.ts';
import { type Compile, createLiveWorld, liveOf, restless } from './live-world.ts';

const PEOPLE = 14;
const EACH = 3;
const ROUNDS = 49;
/** What everybody sees happen before they order, and what nobody knows of the minutes after that: halves and doubles alike. */
const SEEN = 0.98;
const UNKNOWN = [0.985, 1 / 0.985];

/** Wants the same with every decision. */
const steady: Compile = (rule) => {
  const { strategy, symbols } = restless({ shorts: false })(rule, '');
  const held = {
    target: { weight: 0.8, stop: null, closeAt: null },
    signal: 1,
    reason: 'restless',
    figures: {},
  };
  const decide: typeof strategy.decide = ({ symbols: of }) => ({
    intents: of.map(() => ({ ...held, adjustment: 'rebalance' as const })),
    figures: {},
  });
  return { symbols, strategy: { ...strategy, decide } };
};

it('2,000 stops after bad news gain nothing against the strike after theirs', async () => {
  const world = await createLiveWorld({ compile: steady });
  // The same draws every time: two standard errors would be exceeded once in twenty.
  let state = 1;
  const random = () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  try {
    await world.history(2);
    await world.tick();
    const bots = [];
    for (let person = 0; person < PEOPLE; person++) {
      const owner = await world.person('1000');
      for (let bot = 0; bot < EACH; bot++)
        bots.push({
          live: liveOf(world.api, owner),
          bot: await world.certified(owner, { name: `Bot ${bot}` }),
        });
    }
    const [twin, ...sellers] = bots as [(typeof bots)[0], ...typeof bots];
    const navOf = async (): Promise<number> => Number((await twin.live.runs(twin.bot.id))[0]?.nav);
    const gains: number[] = [];
    const earlier: number[] = [];
    let orders = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const { live, bot } of bots) expect((await live.start(bot, '100')).status).toBe(201);
      // Begun, and past a decision.
      await world.run(9);
      const known = await navOf();
      const begun = world.clock.now().getTime();
      const shock = (minute: number, factor: number) =>
        world.market.shock(begun + minute * MINUTE_MS + 500 * Math.floor(random() * 60), factor);
      world.market.shock(begun, SEEN);
      for (const minute of [1, 2]) shock(minute, UNKNOWN[random() < 0.5 ? 0 : 1]!);
      for (const { live, bot } of sellers) {
        world.clock.set(new Date(begun + 1 + Math.floor(random() * (MINUTE_MS - 1))));
        expect((await live.stop(bot.id)).status).toBe(201);
      }
      world.clock.set(new Date(begun));
      await world.run(2);
      const paid = [];
      for (const { live, bot } of sellers) {
        const [order] = await live.orders(bot.id);
        expect(order).toMatchObject({ kind: 'stop', status: 'executed' });
        paid.push(Number(order?.nav));
      }
      orders += paid.length;
      // Everybody gets the same, whenever in the minute they ordered.
      expect(new Set(paid)).toEqual(new Set([await navOf()]));
      await world.run(1);
      gains.push(paid[0]! / (await navOf()) - 1);
      earlier.push(known / paid[0]! - 1);
      await twin.live.stop(twin.bot.id);
      await world.run(2);
    }
    expect(orders).toBeGreaterThanOrEqual(2_000);
    const { mean, error } = spreadOf(gains);
    console.info(`${orders} stops in ${ROUNDS} rounds gain ${mean.toFixed(5)} ± ${error.toFixed(5)}`);
    expect(Math.abs(mean)).toBeLessThan(2 * error);
    // At the strike that was known when they ordered they would have gained for sure.
    expect(spreadOf(earlier).mean).toBeGreaterThan(5 * spreadOf(earlier).error);
    await expectSound(world);
  } finally {
    await world.close();
  }
}, 1_200_000);

function spreadOf(values: readonly number[]): { mean: number; error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}
