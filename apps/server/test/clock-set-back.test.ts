import { HOUR_MS } from '@botdepot/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBot } from '../src/modules/bots/index.ts';
import { isStale } from '../src/modules/markets/price-source.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';

let fixture: BotsFixture;
beforeAll(async () => {
  fixture = await createBotsFixture();
  await fixture.run(7);
});
afterAll(() => fixture.close());

it('while the clock is two hours behind the last tick, nothing is booked at it', async () => {
  const customer = await fixture.createCustomer('1000');
  const start = () =>
    fixture.runWork(customer, (work) =>
      startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '100' }),
    );
  await fixture.tick();
  await start();
  fixture.clock.advance(-2 * HOUR_MS);
  await fixture.tick();
  await expect(start()).rejects.toMatchObject({ code: 'PRICES_STALE' });

  fixture.clock.advance(2 * HOUR_MS + 500);
  await fixture.tick();
  await expect(start()).resolves.toMatchObject({ status: 'active' });
});

it('a command that has waited for its lock books at the tick that was made meanwhile', async () => {
  const customer = await fixture.createCustomer('1000');
  await fixture.tick();
  fixture.clock.advance(-20_000);
  const started = fixture.runWork(customer, (work) =>
    startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '100' }),
  );
  await expect(started).resolves.toMatchObject({ status: 'active' });
  fixture.clock.advance(20_000);
});

it('a price from hours ahead calls itself stale, unless its market is closed', () => {
  const now = Date.UTC(2026, 2, 2, 12);
  const price = (aheadMs: number, open = true) => ({ open, time: now + aheadMs });
  expect(isStale(price(2 * HOUR_MS), now)).toBe(true);
  expect(isStale(price(2 * HOUR_MS, false), now)).toBe(false);
  expect(isStale(price(1_500), now)).toBe(false);
});
