import {
  FLOWS_MARKED,
  INVESTMENTS_NAMED,
  type Investment,
  WEALTH_PARTS,
  type WealthHistory,
  type WealthRange,
} from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyReturn, readInvested, startBot, stopBot } from '../../src/modules/bots/index.ts';
import {
  approveWithdrawal,
  HOUSE_ACCOUNTS,
  ownAddress,
  postTransfer,
  readBalances,
  requestWithdrawal,
} from '../../src/modules/wallet/index.ts';
import { type Actor, newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';

type Customer = Actor & { userId: string };

let fixture: BotsFixture;
let api: Api;
beforeAll(async () => {
  fixture = await createBotsFixture();
  api = createApi(fixture);
  await fixture.run(12);
});
afterAll(() => fixture.close());

async function read(customer: Customer, range: WealthRange = 'max'): Promise<WealthHistory> {
  const as = api.person('user', customer.userId);
  const { status, body } = await api.call('GET', `/api/wealth?range=${range}`, { as });
  expect(status).toBe(200);
  // What the contract says of the answer.
  return body as unknown as WealthHistory;
}

/** Everything that the sum names, added up. */
function added({ sum }: WealthHistory): bigint {
  const { costs, financing, end, ...parts } = sum;
  return (
    Object.values(parts).reduce((total, part) => total + fromWire(part), 0n) -
    fromWire(costs) -
    fromWire(financing)
  );
}

async function wealthNow(customer: Customer): Promise<bigint> {
  const { total } = await readBalances(fixture.database.db, customer.userId);
  return total + (await valueInBots(customer));
}

const valueInBots = async (customer: Customer): Promise<bigint> =>
  (await readInvested(fixture.database.db, customer.userId)).value;

const valueHeld = ({ holdings }: WealthHistory): bigint =>
  holdings.reduce((sum, { value }) => sum + fromWire(value), 0n);

const abs = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

const FLOWS = [
  ['deposits', 'deposit_approved'],
  ['withdrawals', 'withdrawal_approved'],
  ['corrections', 'wallet_corrected'],
] as const;

/** What the bookings of a kind moved in the period of a history, as the wallet's list adds it up. */
async function movedBy(customer: Customer, kind: string, { from, to }: WealthHistory): Promise<string> {
  const as = api.person('user', customer.userId);
  const path = `/api/wallet/transactions/sum?kind=${kind}&after=${from}&until=${to}`;
  const { status, body } = await api.call('GET', path, { as });
  expect(status).toBe(200);
  return String(body.total);
}

const correct = (customer: Customer, micros: bigint) =>
  fixture.runWork(fixture.admin, (work) =>
    postTransfer(work, {
      kind: 'wallet_corrected',
      referenceId: newId(),
      description: 'Ausgleich',
      customer: { userId: customer.userId, available: micros, reserved: 0n },
      counter: [{ accountId: HOUSE_ACCOUNTS.house_corrections, amount: -micros }],
    }),
  );

async function withdraw(customer: Customer, amountUsd: string): Promise<void> {
  const { id } = await fixture.runWork(customer, (work) =>
    requestWithdrawal(work, {
      userId: customer.userId,
      amountUsd,
      cryptoCurrency: 'BTC',
      withdrawalAddress: ownAddress('BTC', customer.userId),
    }),
  );
  await fixture.runWork(fixture.admin, (work) => approveWithdrawal(work, { id }));
}

const start = (customer: Customer, amountUsd: string) =>
  fixture.runWork(customer, (work) =>
    startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd }),
  );

describe('the history of a customer’s wealth', () => {
  it('is empty before anything came in', async () => {
    const nobody = { userId: newId() } as Customer;
    const history = await read(nobody);
    expect(history).toMatchObject({ returnFraction: null, maxDrawdownFraction: null, points: [], flows: [] });
    expect(added(history)).toBe(0n);
  });

  it('knows deposits, withdrawals and corrections as flows, never as return', async () => {
    const customer = await fixture.createCustomer('1000');
    await fixture.run(2);
    await withdraw(customer, '250');
    await correct(customer, 25_000_000n);
    await fixture.run(2);
    const history = await read(customer);
    expect(history.sum).toMatchObject({
      start: '0.00',
      deposits: '1000.00',
      withdrawals: '-250.00',
      corrections: '25.00',
      realised: '0.00',
      rounding: '0.00',
      end: '775.00',
    });
    expect(history.flows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['deposit', '1000.00'],
      ['withdrawal', '-250.00'],
      ['correction', '25.00'],
    ]);
    expect(history.returnFraction).toBe(0);
    expect(history.maxDrawdownFraction).toBe(0);
  });

  it('looks no more often than values are struck, and says how often', async () => {
    const customer = await fixture.createCustomer('1000');
    await fixture.run(3);
    const { from, to, flowCount, instants } = await read(customer);
    const minutes = Math.ceil((Date.parse(to) - Date.parse(from)) / 60_000);
    expect(minutes).toBeLessThanOrEqual(4);
    expect(instants).toBeLessThanOrEqual(minutes + 1 + flowCount);
  });

  it('names the largest flows only, and says how many there were', async () => {
    const customer = await fixture.createCustomer('1000');
    for (let cents = 1n; cents <= 30n; cents++) {
      fixture.clock.advance(2);
      await correct(customer, cents * 10_000n);
    }
    fixture.clock.advance(2);
    await fixture.tick();
    const { flows, flowCount, sum } = await read(customer);
    expect(flowCount).toBe(31);
    expect(flows).toHaveLength(FLOWS_MARKED);
    expect(flows.map(({ amount }) => amount)).toEqual([
      '1000.00',
      ...Array.from({ length: FLOWS_MARKED - 1 }, (_, place) => `0.${String(place + 8).padStart(2, '0')}`),
    ]);
    expect(sum).toMatchObject({ deposits: '1000.00', corrections: '4.65', end: '1004.65' });
  });

  it('counts what was before the period as its beginning', async () => {
    const customer = await fixture.createCustomer('1000');
    fixture.clock.advance(3 * 86_400_000);
    await fixture.tick();
    await withdraw(customer, '300');
    fixture.clock.advance(2);
    await fixture.tick();
    const history = await read(customer, '1d');
    expect(history.sum).toMatchObject({ start: '1000.00', withdrawals: '-300.00', end: '700.00' });
    expect(history.flowCount).toBe(1);
  });

  it('names the investments that moved most, and says how many there were', async () => {
    const customer = await fixture.createCustomer('10000');
    for (let place = 0; place <= INVESTMENTS_NAMED; place++) {
      fixture.clock.advance(2);
      await fixture.tick();
      await start(customer, place === 3 ? '100' : '150');
    }
    await fixture.run(3);
    fixture.clock.advance(2);
    await fixture.tick();
    const { investments, investmentCount } = await read(customer);
    expect(investmentCount).toBe(INVESTMENTS_NAMED + 1);
    expect(investments).toHaveLength(INVESTMENTS_NAMED);
    expect(investments.map(({ startedAt }) => startedAt)).toEqual(
      investments
        .map(({ startedAt }) => startedAt)
        .sort()
        .reverse(),
    );
    expect(investments.every(({ reference }) => /^B-\d+$/.test(reference))).toBe(true);
  });

  it('is nobody else’s', async () => {
    const rich = await fixture.createCustomer('5000');
    const poor = await fixture.createCustomer('1');
    expect((await read(rich)).sum.end).toBe('5000.00');
    expect((await read(poor)).sum.end).toBe('1.00');
  });

  it('names every active investment with its units, so that its end can be had at newer prices', async () => {
    const customer = await fixture.createCustomer('1000');
    const first = await start(customer, '300');
    await start(customer, '200');
    await fixture.run(3);
    const held = async () => {
      const as = api.person('user', customer.userId);
      const { body } = await api.call('GET', '/api/bot-investments?status=active', { as });
      return (body as { items: Investment[] }).items
        .map(({ botType, series, units, usdCurrentAmount: value }) => ({ botType, series, units, value }))
        .toReversed();
    };
    for (const range of ['1d', 'max'] as const)
      expect((await read(customer, range)).holdings).toEqual(await held());
    await fixture.runWork(customer, (work) =>
      stopBot(work, { userId: customer.userId, investmentId: first.id }),
    );
    const { holdings } = await read(customer);
    expect(holdings).toHaveLength(1);
    expect(holdings).toEqual(await held());
  });

  it('counts everything of a stopped bot as realised, in every range', async () => {
    const customer = await fixture.createCustomer('1000');
    const { id } = await start(customer, '600');
    await fixture.run(30);
    fixture.clock.advance(8 * 86_400_000);
    await fixture.run(5);
    const heldSinceStart = await read(customer);
    const heldSinceYesterday = await read(customer, '1d');
    expect(fromWire(heldSinceStart.sum.unrealised), 'the market moved').not.toBe(0n);

    await fixture.runWork(customer, (work) => stopBot(work, { userId: customer.userId, investmentId: id }));
    fixture.clock.advance(2);
    await fixture.tick();
    const sinceStart = await read(customer);
    expect(sinceStart.sum.unrealised).toBe('0.00');
    expect(added(sinceStart)).toBe(fromWire(sinceStart.sum.end));
    // Since yesterday what was unrealised then has become realised, hence a minus here and as much more there.
    const sinceYesterday = await read(customer, '1d');
    const openYesterday =
      fromWire(heldSinceStart.sum.unrealised) - fromWire(heldSinceYesterday.sum.unrealised);
    expect(Number(fromWire(sinceYesterday.sum.unrealised) + openYesterday) / 1e6).toBeCloseTo(0, 1);
    expect(added(sinceYesterday)).toBe(fromWire(sinceYesterday.sum.end));
  });

  it('marks manual returns, and sees the fall that one makes however long the range is', async () => {
    const customer = await fixture.createCustomer('1000');
    await fixture.run(2);
    const { id } = await start(customer, '1000');
    const book = (percent: string) =>
      fixture.runWork(fixture.admin, (work) =>
        applyReturn(work, { investmentId: id, percent, reason: 'Kulanz' }),
      );
    fixture.clock.advance(86_400_000);
    await fixture.run(2);
    await book('10');
    fixture.clock.advance(5_000);
    await fixture.tick();
    await book('-6');
    fixture.clock.advance(86_400_000);
    await fixture.run(2);
    const { flows, flowCount, maxDrawdownFraction } = await read(customer);
    expect(flows.map(({ kind }) => kind)).toEqual(['deposit', 'manual', 'manual']);
    expect(flows.every(({ transferId }) => transferId.length === 36)).toBe(true);
    expect(flowCount).toBe(3);
    expect(maxDrawdownFraction).toBeLessThan(-0.055);
  });

  it('adds up at once on a replica whose clock is a moment behind the one that booked', async () => {
    const customer = await fixture.createCustomer('1000');
    const [{ id }] = [await start(customer, '400'), await start(customer, '200')];
    const behind = async () => {
      fixture.clock.advance(-300);
      const history = await read(customer);
      fixture.clock.advance(300);
      return history;
    };
    const started = await behind();
    expect(added(started)).toBe(fromWire(started.sum.end));
    expect(fromWire(started.sum.end)).toBe(await wealthNow(customer));
    expect(started.investmentCount).toBe(2);
    expect(abs(fromWire(started.sum.rounding))).toBeLessThan(200_000n);

    await fixture.run(3);
    await fixture.runWork(fixture.admin, (work) =>
      applyReturn(work, { investmentId: id, percent: '5', reason: 'Kulanz' }),
    );
    const returned = await behind();
    expect(added(returned)).toBe(fromWire(returned.sum.end));
    expect(fromWire(returned.sum.end)).toBe(await wealthNow(customer));
    expect(fromWire(returned.sum.manual)).toBeGreaterThan(0n);

    await fixture.run(1);
    await fixture.runWork(customer, (work) => stopBot(work, { userId: customer.userId, investmentId: id }));
    const ended = await behind();
    expect(added(ended)).toBe(fromWire(ended.sum.end));
    expect(fromWire(ended.sum.end)).toBe(await wealthNow(customer));
  });

  it('adds up exactly in every range, through any story', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('start' as const), amount: fc.integer({ min: 100, max: 400 }) }),
      fc.record({ do: fc.constant('stop' as const), which: fc.nat(9) }),
      fc.record({
        do: fc.constant('return' as const),
        which: fc.nat(9),
        percent: fc.integer({ min: -40, max: 40 }),
      }),
      fc.record({ do: fc.constant('withdraw' as const), amount: fc.integer({ min: 1, max: 90 }) }),
      fc.record({ do: fc.constant('correct' as const), amount: fc.integer({ min: 1, max: 90 }) }),
      fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 9 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (story) => {
        const customer = await fixture.createCustomer('3000');
        const running: string[] = [];
        for (const event of story) {
          // No two commands of one person begin in the same millisecond.
          fixture.clock.advance(2);
          await fixture.tick();
          if (event.do === 'wait') await fixture.run(event.minutes);
          if (event.do === 'days') {
            fixture.clock.advance(event.days * 86_400_000);
            await fixture.run(2);
          }
          const { available } = await readBalances(fixture.database.db, customer.userId);
          if (event.do === 'start' && available >= BigInt(event.amount) * 1_000_000n)
            running.push((await start(customer, String(event.amount))).id);
          if (event.do === 'withdraw' && available >= BigInt(event.amount) * 1_000_000n)
            await withdraw(customer, String(event.amount));
          if (event.do === 'correct') await correct(customer, BigInt(event.amount) * 1_000_000n);
          const id = 'which' in event ? running[event.which % Math.max(1, running.length)] : undefined;
          if (event.do === 'return' && id && event.percent !== 0)
            await fixture.runWork(fixture.admin, (work) =>
              applyReturn(work, { investmentId: id, percent: String(event.percent), reason: 'Kulanz' }),
            );
          if (event.do === 'stop' && id) {
            await fixture.runWork(customer, (work) =>
              stopBot(work, { userId: customer.userId, investmentId: id }),
            );
            running.splice(running.indexOf(id), 1);
          }
        }
        fixture.clock.advance(2);
        await fixture.tick();
        for (const range of ['1d', '1w', '1m', '1y', 'max'] as const) {
          const history = await read(customer, range);
          expect(added(history), range).toBe(fromWire(history.sum.end));
          expect(fromWire(history.sum.end), range).toBe(await wealthNow(customer));
          expect(valueHeld(history), range).toBe(await valueInBots(customer));
          expect(history.holdings, range).toHaveLength(running.length);
          expect(fromWire(history.points.at(-1)?.wealth ?? '0'), range).toBe(fromWire(history.sum.end));
          // Parts are whole cents per investment and stretch, so what they leave is cents, never more.
          expect(abs(fromWire(history.sum.rounding)), range).toBeLessThan(2_000_000n);
          expect(history.maxDrawdownFraction, range).toBeLessThanOrEqual(0);
          for (const part of WEALTH_PARTS) {
            const named = history.investments.reduce(
              (sum, investment) => sum + fromWire(investment[part]),
              0n,
            );
            expect(named, `${range}, ${part}`).toBe(fromWire(history.sum[part]));
          }
          for (const [part, kind] of FLOWS)
            expect(await movedBy(customer, kind, history), `${range}, ${part}`).toBe(history.sum[part]);
        }
      }),
      { numRuns: 12, verbose: true },
    );
  });
});
