// @module-tag rounds
import { fromWire } from '@botdepot/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyReturn } from '../../src/modules/bots/index.ts';
import { readInvestmentDetail } from '../../src/modules/bots/investments/read-investments.ts';
import { listTradingRecords } from '../../src/modules/bots/investments/trading-records.ts';
import type { Work } from '../../src/platform/work.ts';
import { brokenInvariants } from '../invariants.ts';
import { expectCodes, expectFaultUnguarded } from '../races.ts';
import { rounds } from '../rounds.ts';
import { personActor } from '../server-fixture.ts';
import {
  type Contest,
  type Customer,
  contend,
  openRunningBots,
  settlement,
  start,
  stop,
} from './bots-contenders.ts';
import type { BotsFixture } from './bots-fixture.ts';

const REPETITIONS = rounds({ short: 8, full: 40 });

const manual = (investmentId: string, percent: string) => ({
  actor: personActor('admin'),
  run: (work: Work) => applyReturn(work, { investmentId, percent, reason: 'Kulanz' }),
});

/** What does not add up in what an owner sees of an investment: its breakdown, its records, and its manual returns. */
async function faultsOf(fixture: BotsFixture, owner: Customer, id: string): Promise<string[]> {
  const { db } = fixture.database;
  const { breakdown, ...investment } = await readInvestmentDetail(db, owner.userId, id);
  const parts =
    fromWire(breakdown.initialAmount) + fromWire(breakdown.realised) + fromWire(breakdown.unrealised);
  const sum =
    parts -
    fromWire(breakdown.costs) -
    fromWire(breakdown.financing) +
    fromWire(breakdown.manual) +
    fromWire(breakdown.rounding);
  const { items } = await listTradingRecords(db, owner.userId, { id, page: 1, pageSize: 100 });
  const records = items.reduce((total, record) => total + fromWire(record.profitLoss), 0n);
  const financing = items.reduce((total, record) => total + Number(record.financing), 0);
  const returned = items.reduce(
    (total, record) => (record.source === 'manual' ? total + fromWire(record.profitLoss) : total),
    0n,
  );
  return [
    ...(sum === fromWire(investment.usdCurrentAmount) ? [] : [`breakdown: ${JSON.stringify(breakdown)}`]),
    ...(records === fromWire(investment.profit) ? [] : [`records: ${JSON.stringify(items)}`]),
    ...(Math.abs(financing - Number(breakdown.financing)) < 0.0051 + 0.0001 * items.length
      ? []
      : [`financing: ${JSON.stringify(items)}`]),
    ...(returned === fromWire(breakdown.manual) ? [] : [`manual: ${JSON.stringify(items)}`]),
  ];
}

async function invested(fixture: BotsFixture, amountUsd: string): Promise<{ owner: Customer; id: string }> {
  const owner = await fixture.createCustomer(amountUsd);
  const { id } = await fixture.runWork(owner, start(owner, amountUsd).run);
  return { owner, id };
}

const contests: Record<string, Contest> = {
  'a return while its owner stops': async (fixture, pool) => {
    const { owner, id } = await invested(fixture, '800');
    const outcomes = await contend<unknown>(fixture, pool, [stop(owner, id), manual(id, '5')]);
    return [
      ...expectCodes(outcomes, 'ok, ok', 'INVESTMENT_STOPPED, ok'),
      ...(await faultsOf(fixture, owner, id)),
      ...(await brokenInvariants(fixture)),
    ];
  },
  'two admins on one investment': async (fixture, pool) => {
    const { owner, id } = await invested(fixture, '1000');
    const before = await readInvestmentDetail(fixture.database.db, owner.userId, id);
    const outcomes = await contend<unknown>(fixture, pool, [manual(id, '50'), manual(id, '-50')]);
    const after = await readInvestmentDetail(fixture.database.db, owner.userId, id);
    // 1.5 × 0.5, in either order.
    const expected = (fromWire(before.usdCurrentAmount) * 3n) / 4n;
    const missed = expected - fromWire(after.usdCurrentAmount);
    return [
      ...expectCodes(outcomes, 'ok, ok'),
      ...(missed >= 0n && missed <= 20_000n ? [] : [`value: ${after.usdCurrentAmount}`]),
      ...(await faultsOf(fixture, owner, id)),
    ];
  },
  'returns and starts while the pool is settled': async (fixture, pool) => {
    const one = await invested(fixture, '400');
    const other = await invested(fixture, '600');
    const newcomer = await fixture.createCustomer('300');
    const outcomes = await contend<unknown>(fixture, pool, [
      settlement,
      manual(one.id, '2'),
      settlement,
      start(newcomer, '300'),
      manual(other.id, '-0.5'),
    ]);
    await contend(fixture, fixture.database.pool, [settlement]);
    return [
      ...expectCodes(outcomes, 'ok, ok, ok, ok, ok'),
      ...(await faultsOf(fixture, one.owner, one.id)),
      ...(await brokenInvariants(fixture)),
    ];
  },
};

describe('races of manual returns', () => {
  let fixture: BotsFixture;
  beforeAll(async () => {
    fixture = await openRunningBots();
  });
  afterAll(() => fixture.close());

  it.each(Object.entries(contests))(`end well, ${REPETITIONS} times: %s`, async (_name, contest) => {
    for (let round = 0; round < REPETITIONS; round++)
      expect(await contest(fixture, fixture.database.pool), `round ${round}`).toEqual([]);
  });

  it('end well in any mix with starts, stops and settlements (a failure prints its seed)', async () => {
    const percent = fc
      .integer({ min: -9_000, max: 10_000 })
      .filter((hundredths) => Math.abs(hundredths) >= 10)
      .map((hundredths) => (hundredths / 100).toFixed(2));
    const target = fc.nat(2);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('return' as const), target, percent }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('stop' as const), target }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const held = await Promise.all(
          ['700', '1300.01', '2345.67'].map((amount) => invested(fixture, amount)),
        );
        const newcomer = await fixture.createCustomer('100');
        const contenders = steps.map((one) => {
          if (one.do === 'settle') return settlement;
          if (one.do === 'start') return start(newcomer, '100');
          const { owner, id } = held[one.target]!;
          return one.do === 'stop' ? stop(owner, id) : manual(id, one.percent);
        });
        const outcomes = await contend<unknown>(fixture, fixture.database.pool, contenders);
        await contend(fixture, fixture.database.pool, [settlement]);
        const unexpected = outcomes.filter(
          (outcome) =>
            !outcome.ok && !['INVESTMENT_STOPPED', 'INSUFFICIENT_WALLET_BALANCE'].includes(outcome.code),
        );
        const faults = await Promise.all(held.map(({ owner, id }) => faultsOf(fixture, owner, id)));
        expect([...unexpected, ...faults.flat(), ...(await brokenInvariants(fixture))]).toEqual([]);
      }),
      { numRuns: rounds({ short: 8, full: 30 }) },
    );
  });
});

describe('the same races without locks', () => {
  it.each(Object.entries(contests))('turn red: %s', async (_name, contest) =>
    expectFaultUnguarded(await openRunningBots(), REPETITIONS, contest),
  );
});
