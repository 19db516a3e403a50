import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBot } from '../../src/modules/bots/index.ts';
import { lockBotExclusive } from '../../src/modules/bots/portfolio/portfolio.ts';
import { isStale } from '../../src/modules/markets/price-source.ts';
import { createRateLimiter, deleteOldRateLimits } from '../../src/platform/rate-limit.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';

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

describe('a command that has waited for its lock', () => {
  /** Somebody closes a bar for so long; meanwhile time goes by, with a tick at its end or without one. */
  const startWhileLocked = async (ticks: boolean) => {
    const customer = await fixture.createCustomer('1000');
    await fixture.tick();
    let started: Promise<unknown> = Promise.resolve();
    await fixture.database.transaction(async (tx) => {
      await lockBotExclusive(tx, 'smartbot');
      started = fixture.runWork(customer, (work) =>
        startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '100' }),
      );
      started.catch(() => undefined);
      await expect.poll(waiting).toBe(1);
      fixture.clock.advance(20_000);
      if (ticks) await fixture.tick();
    });
    return started;
  };
  const waiting = async () =>
    (
      await fixture.database.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rowCount;

  it('books at the tick that was made meanwhile', async () => {
    await expect(startWhileLocked(true)).resolves.toMatchObject({ status: 'active' });
  });

  it('books at none that has grown old meanwhile', async () => {
    await expect(startWhileLocked(false)).rejects.toMatchObject({ code: 'PRICES_STALE' });
  });
});

it('a tick of a leader whose clock was ahead stands still until time has caught up with it', async () => {
  const customer = await fixture.createCustomer('1000');
  const start = () =>
    fixture.runWork(customer, (work) =>
      startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '100' }),
    );
  await fixture.tick();
  fixture.clock.advance(-30_000);
  await fixture.tick();
  await expect(start()).rejects.toMatchObject({ code: 'PRICES_STALE' });
  fixture.clock.advance(30_000);
  await fixture.tick();
  await expect(start()).resolves.toMatchObject({ status: 'active' });
});

it('a price from hours ahead calls itself stale, unless its market is closed', () => {
  const now = Date.UTC(2026, 2, 2, 12);
  const price = (aheadMs: number, open = true) => ({ open, time: now + aheadMs });
  expect(isStale(price(2 * HOUR_MS), now)).toBe(true);
  expect(isStale(price(2 * HOUR_MS, false), now)).toBe(false);
  expect(isStale(price(1_500), now)).toBe(false);
});

describe('attempts that a clock counted while it was ahead', () => {
  const limit = { max: 2, windowMs: 15 * MINUTE_MS };
  const begun = Date.UTC(2026, 2, 2, 12);
  const limiterAt = (time: number) =>
    createRateLimiter({ database: fixture.database, clock: { now: () => new Date(time) } });
  const keys = async (subject: string) =>
    (await fixture.database.pool.query('SELECT FROM rate_limits WHERE key LIKE $1', [`${subject}:%`]))
      .rowCount;

  it('hold nobody back once it is set right, and the limit counts anew', async () => {
    const key = { purpose: 'ahead', subject: 'anna@probe.example' };
    for (let attempt = 0; attempt < 5; attempt += 1)
      await limiterAt(begun + 300 * DAY_MS).consume(key, limit);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) waits.push(await limiterAt(begun).consume(key, limit));
    expect(waits).toEqual([0, 0, limit.windowMs]);
  });

  it('count for replicas whose clocks differ by some minutes', async () => {
    const key = { purpose: 'beside', subject: 'anna@probe.example' };
    const aheadMs = 5 * MINUTE_MS;
    for (let attempt = 0; attempt < 2; attempt += 1) await limiterAt(begun + aheadMs).consume(key, limit);
    expect(await limiterAt(begun).consume(key, limit)).toBe(limit.windowMs + aheadMs);
    expect(await limiterAt(begun - 1).consume(key, limit)).toBe(0);
  });

  it('are cleared away like old ones, and those of the present are not', async () => {
    await limiterAt(begun + 300 * DAY_MS).consume({ purpose: 'cleared', subject: 'anna' }, limit);
    await limiterAt(begun + 5 * MINUTE_MS).consume({ purpose: 'kept', subject: 'anna' }, limit);
    await deleteOldRateLimits(fixture.database, {
      startedBefore: new Date(begun - DAY_MS),
      now: new Date(begun),
    });
    expect([await keys('cleared'), await keys('kept')]).toEqual([0, 1]);
  });
});
