import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import { ensureUser } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { botStrategies, restlessStrategy } from '../bots/restless-strategy.ts';

describe('a protection that takes a bot out of the market', () => {
  let bots: BotsFixture;
  beforeAll(async () => {
    bots = await createBotsFixture({
      strategies: botStrategies(restlessStrategy({ maxDrawdown: 0.3, shorts: false })),
    });
    await bots.run(12);
  });
  afterAll(() => bots.close());

  const invest = async () => {
    const customer = await bots.createCustomer('1000');
    await ensureUser(bots, customer);
    const start = () =>
      bots.runWork(customer, (work) =>
        startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '100' }),
      );
    return { ...customer, first: await start(), second: await start() };
  };
  const paused = async () => {
    const { rows } = await bots.database.pool.query<{ user_id: string; message: string; type: string }>(
      `SELECT user_id, message, type FROM user_notifications WHERE title = 'SmartBot pausiert'`,
    );
    return rows;
  };

  it('is told to everybody who is invested, once, with the reason and the end', async () => {
    await bots.tick();
    const [anna, ben, carl] = [await invest(), await invest(), await invest()];
    for (const investment of [carl.first, carl.second])
      await bots.runWork(carl, (work) => stopBot(work, { userId: carl.userId, investmentId: investment.id }));
    await bots.createCustomer('1000');

    bots.market.shock(bots.clock.now().getTime() + 60_000, 0.3);
    await bots.run(3);

    const rows = await paused();
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([anna.userId, ben.userId].sort());
    for (const { message, type } of rows) {
      expect(type).toBe('warning');
      expect(message).toMatch(/^Schutzregel: Pause nach \d+,\d\u00a0% Rückgang\. /);
      expect(message).toMatch(/Wieder gehandelt wird ab \d\d\.\d\d\.\d{4}, \d\d:\d\d\u00a0Uhr\.$/);
    }
    for (const { userId } of [anna, ben])
      expect(bots.hints).toContainEqual({ to: 'user', userId, subjects: ['notifications'] });
  });

  it('is told by the leader alone: who has lost the lead tells nobody', async () => {
    const before = (await paused()).length;
    const old = bots.term();
    await bots.takeOver();
    bots.market.shock(bots.clock.now().getTime(), 0.2);
    for (let minute = 0; minute < 3; minute++) await bots.closeMinute({ with: old }).catch(() => undefined);
    expect((await paused()).length).toBe(before);
  });
});
