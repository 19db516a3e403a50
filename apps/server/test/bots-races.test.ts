import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOT_INVARIANTS, startBot, stopBot } from '../src/modules/bots/index.ts';
import { LEDGER_INVARIANTS, verifyInvariants } from '../src/modules/wallet/index.ts';
import type { Work } from '../src/platform/work.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { expectFault, openPoolWithoutLocks, type RaceOutcome, race, removeDatabaseGuards } from './races.ts';
import { settlement } from './settlement-contender.ts';

const REPETITIONS = 60;

/** Sets up one contest, runs it, and returns what went wrong in it: nothing, if the locks do their work. */
type Contest = (fixture: BotsFixture, pool: pg.Pool) => Promise<string[]>;

/** All contenders act at the clock of the fixture, at which its ticks are fresh. */
const contend = <T>(fixture: BotsFixture, pool: pg.Pool, contenders: Parameters<typeof race<T>>[1]) =>
  race<T>(pool, contenders, fixture.clock.now());
type Customer = Awaited<ReturnType<BotsFixture['createCustomer']>>;

const start = (customer: Customer, amountUsd: string) => ({
  actor: customer,
  run: (work: Work) => startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd }),
});
const stop = (customer: Customer, investmentId: string) => ({
  actor: customer,
  run: (work: Work) => stopBot(work, { userId: customer.userId, investmentId }),
});

const expectCodes = (outcomes: RaceOutcome<unknown>[], allowed: string): string[] => {
  const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code)).sort();
  return codes.join(', ') === allowed ? [] : [`outcomes: ${codes.join(', ')}`];
};

async function brokenInvariants(fixture: BotsFixture): Promise<string[]> {
  const results = await verifyInvariants(fixture.database.db, [...LEDGER_INVARIANTS, ...BOT_INVARIANTS]);
  return results.filter(({ violations }) => violations > 0).map(({ name }) => name);
}

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

async function openFixture(): Promise<BotsFixture> {
  const fixture = await createBotsFixture();
  await fixture.run(7);
  return fixture;
}

describe('races on the bots', () => {
  let fixture: BotsFixture;
  beforeAll(async () => {
    fixture = await openFixture();
  });
  afterAll(() => fixture.close());

  it.each(Object.entries(contests))(`are decided once, ${REPETITIONS} times: %s`, async (_name, contest) => {
    for (let round = 0; round < REPETITIONS; round++)
      expect(await contest(fixture, fixture.database.pool), `round ${round}`).toEqual([]);
  });
});

describe('the same races without locks', () => {
  it.each(Object.entries(contests))('turn red: %s', async (_name, contest) => {
    const fixture = await openFixture();
    await removeDatabaseGuards(fixture.url);
    try {
      await expectFault(openPoolWithoutLocks(fixture.url, 8), REPETITIONS, (pool) => contest(fixture, pool));
    } finally {
      await fixture.close();
    }
  });
});
