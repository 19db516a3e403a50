// @module-tag rounds
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../invariants.ts';
import { expectCodes, expectFaultUnguarded } from '../races.ts';
import { rounds } from '../rounds.ts';
import { type Contest, contend, openRunningBots, settlement, start, stop } from './bots-contenders.ts';
import type { BotsFixture } from './bots-fixture.ts';

const REPETITIONS = rounds({ short: 12, full: 60 });

const contests: Record<string, Contest> = {
  'three stops of one investment': async (fixture, pool) => {
    const customer = await fixture.createCustomer('500');
    const { id } = await fixture.runWork(customer, start(customer, '500').run);
    const outcomes = await contend(
      fixture,
      pool,
      [1, 2, 3].map(() => stop(customer, id)),
    );
    return expectCodes(outcomes, 'INVESTMENT_STOPPED, INVESTMENT_STOPPED, ok');
  },
  'four starts of the whole balance': async (fixture, pool) => {
    const customer = await fixture.createCustomer('300');
    const outcomes = await contend(
      fixture,
      pool,
      [1, 2, 3, 4].map(() => start(customer, '300')),
    );
    const refused = 'INSUFFICIENT_WALLET_BALANCE';
    return expectCodes(outcomes, `${refused}, ${refused}, ${refused}, ok`);
  },
  'starts and stops while the pool is settled': async (fixture, pool) => {
    const customers = await Promise.all([1, 2, 3, 4].map(() => fixture.createCustomer('400')));
    const [first, second, ...others] = customers;
    if (!first || !second) throw new Error('no customers');
    const started = await fixture.runWork(first, start(first, '400').run);
    const again = await fixture.runWork(second, start(second, '400').run);
    const outcomes = await contend<unknown>(fixture, pool, [
      settlement,
      stop(first, started.id),
      settlement,
      ...others.map((customer) => start(customer, '400')),
      stop(second, again.id),
    ]);
    await contend(fixture, fixture.database.pool, [settlement]);
    return [...expectCodes(outcomes, 'ok, ok, ok, ok, ok, ok'), ...(await brokenInvariants(fixture))];
  },
};

describe('races on the bots', () => {
  let fixture: BotsFixture;
  beforeAll(async () => {
    fixture = await openRunningBots();
  });
  afterAll(() => fixture.close());

  it.each(Object.entries(contests))(`are decided once, ${REPETITIONS} times: %s`, async (_name, contest) => {
    for (let round = 0; round < REPETITIONS; round++)
      expect(await contest(fixture, fixture.database.pool), `round ${round}`).toEqual([]);
  });
});

describe('the same races without locks', () => {
  it.each(Object.entries(contests))('turn red: %s', async (_name, contest) =>
    expectFaultUnguarded(await openRunningBots(), REPETITIONS, contest),
  );
});
