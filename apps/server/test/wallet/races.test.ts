// @module-tag rounds
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approveDeposit,
  approveWithdrawal,
  cancelWithdrawal,
  LEDGER_INVARIANTS,
  ownAddress,
  rejectDeposit,
  requestDeposit,
  requestWithdrawal,
  verifyInvariants,
} from '../../src/modules/wallet/index.ts';
import { runIdempotent } from '../../src/platform/idempotency.ts';
import { newId } from '../../src/platform/work.ts';
import { expectCodes, openPoolWithoutLocks, race, removeDatabaseGuards } from '../races.ts';
import { rounds } from '../rounds.ts';
import { createServerFixture, personActor, type ServerFixture } from '../server-fixture.ts';

const REPETITIONS = rounds({ short: 30, full: 200 });

/** Sets up one contest, runs it, and returns what went wrong in it: nothing, if the locks do their work. */
type Contest = (fixture: ServerFixture, pool: pg.Pool) => Promise<string[]>;

const withdrawal = (userId: string, amountUsd: string) => ({
  userId,
  amountUsd,
  cryptoCurrency: 'BTC' as const,
  withdrawalAddress: ownAddress('BTC', userId),
});

const contests: Record<string, Contest> = {
  'two admins approve one deposit': async (fixture, pool) => {
    const customer = await fixture.createCustomer();
    const deposit = await fixture.runWork(customer, (work) =>
      requestDeposit(work, { userId: customer.userId, amountUsd: '50', cryptoCurrency: 'USDT' }),
    );
    const outcomes = await race(
      pool,
      [1, 2].map(() => ({
        actor: personActor('admin'),
        run: (work) => approveDeposit(work, { id: deposit.id }),
      })),
    );
    return expectCodes(outcomes, 'ALREADY_DECIDED, ok');
  },
  'one admin approves what another rejects': async (fixture, pool) => {
    const customer = await fixture.createCustomer();
    const deposit = await fixture.runWork(customer, (work) =>
      requestDeposit(work, { userId: customer.userId, amountUsd: '50', cryptoCurrency: 'USDT' }),
    );
    const outcomes = await race(pool, [
      { actor: personActor('admin'), run: (work) => approveDeposit(work, { id: deposit.id }) },
      { actor: personActor('admin'), run: (work) => rejectDeposit(work, { id: deposit.id }) },
    ]);
    return expectCodes(outcomes, 'ALREADY_DECIDED, ok');
  },
  'an admin pays out what the customer cancels': async (fixture, pool) => {
    const customer = await fixture.createCustomer('80');
    const request = await fixture.runWork(customer, (work) =>
      requestWithdrawal(work, withdrawal(customer.userId, '80')),
    );
    const outcomes = await race(pool, [
      { actor: personActor('admin'), run: (work) => approveWithdrawal(work, { id: request.id }) },
      { actor: customer, run: (work) => cancelWithdrawal(work, { id: request.id, userId: customer.userId }) },
    ]);
    return expectCodes(outcomes, 'ALREADY_DECIDED, ok');
  },
  'four withdrawals of the whole balance': async (fixture, pool) => {
    const customer = await fixture.createCustomer('100');
    const outcomes = await race(
      pool,
      [1, 2, 3, 4].map(() => ({
        actor: customer,
        run: (work) => requestWithdrawal(work, withdrawal(customer.userId, '100')),
      })),
    );
    return expectCodes(outcomes, 'INSUFFICIENT_BALANCE, INSUFFICIENT_BALANCE, INSUFFICIENT_BALANCE, ok');
  },
  'one key in parallel': async (fixture, pool) => {
    const customer = await fixture.createCustomer('100');
    const key = newId();
    const outcomes = await race(
      pool,
      [1, 2, 3].map(() => ({
        actor: customer,
        run: (work) =>
          runIdempotent(
            (_actor, run) => run(work),
            customer,
            { operation: 'wallet.requestWithdrawal', key, input: { amountUsd: '30' } },
            (inner) => requestWithdrawal(inner, withdrawal(customer.userId, '30')),
          ),
      })),
    );
    const ids = new Set(outcomes.map((outcome) => (outcome.ok ? outcome.result.id : outcome.code)));
    return [
      ...expectCodes(outcomes, 'ok, ok, ok'),
      ...(ids.size === 1 ? [] : [`${ids.size} different answers`]),
    ];
  },
  'one key with two bodies': async (fixture, pool) => {
    const customer = await fixture.createCustomer('100');
    const key = newId();
    const outcomes = await race(
      pool,
      ['30', '40'].map((amountUsd) => ({
        actor: customer,
        run: (work) =>
          runIdempotent(
            (_actor, run) => run(work),
            customer,
            { operation: 'wallet.requestWithdrawal', key, input: { amountUsd } },
            (inner) => requestWithdrawal(inner, withdrawal(customer.userId, amountUsd)),
          ),
      })),
    );
    return expectCodes(outcomes, 'IDEMPOTENCY_KEY_REUSED, ok');
  },
};

describe('races on the wallet', () => {
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await createServerFixture();
  });
  afterAll(() => fixture.close());

  it.each(Object.entries(contests))(`are decided once, ${REPETITIONS} times: %s`, async (_name, contest) => {
    for (let round = 0; round < REPETITIONS; round++)
      expect(await contest(fixture, fixture.database.pool), `round ${round}`).toEqual([]);
  });

  it('leave every invariant of the ledger as it was', async () => {
    const results = await verifyInvariants(fixture.database.db, LEDGER_INVARIANTS);
    expect(results.filter((result) => result.violations > 0)).toEqual([]);
  });
});

describe('the same races without locks', () => {
  let fixture: ServerFixture;
  let pool: pg.Pool;
  beforeAll(async () => {
    fixture = await createServerFixture();
    await removeDatabaseGuards(fixture.url);
    pool = openPoolWithoutLocks(fixture.url, 6);
  });
  afterAll(async () => {
    await pool.end();
    await fixture.close();
  });

  it.each(Object.entries(contests))('turn red: %s', async (_name, contest) => {
    for (let round = 0; round < REPETITIONS; round++) {
      const faults = await contest(fixture, pool);
      if (faults.length > 0) return;
    }
    expect.fail(`no fault in ${REPETITIONS} rounds: this race proves nothing`);
  });

  it('and the invariants see it', async () => {
    const results = await verifyInvariants(fixture.database.db, LEDGER_INVARIANTS);
    const broken = results.filter((result) => result.violations > 0).map((result) => result.name);
    expect(broken).toContain('deposit-approved-iff-booked-once');
    expect(broken).toContain('customers-not-negative');
  });
});
