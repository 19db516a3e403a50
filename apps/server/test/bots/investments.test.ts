import { fixed12FromText, formatAmount, fromWire, marketValueOf, payoutOf, unitsFor } from '@botdepot/money';
import { MINUTE_MS } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listInvestments, readInvested, startBot, stopBot } from '../../src/modules/bots/index.ts';
import { readInvestmentDetail } from '../../src/modules/bots/investments/read-investments.ts';
import { HOUSE_ACCOUNTS, readBalances } from '../../src/modules/wallet/index.ts';
import { type Actor, newId } from '../../src/platform/work.ts';
import { expectSound } from '../invariants.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';

let fixture: BotsFixture;
beforeAll(async () => {
  fixture = await createBotsFixture();
  await fixture.run(12);
});
afterAll(() => fixture.close());

type Customer = Actor & { userId: string };

const start = (customer: Customer, amountUsd: string) =>
  fixture.runWork(customer, (work) =>
    startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd }),
  );
const stop = (customer: Customer, investmentId: string) =>
  fixture.runWork(customer, (work) => stopBot(work, { userId: customer.userId, investmentId }));

async function value(statement: string, ...values: unknown[]): Promise<string> {
  const { rows } = await fixture.database.pool.query<{ value: string }>(statement, values);
  return rows[0]?.value ?? 'nothing';
}
const tickNav = async () => fixed12FromText(await value('SELECT nav AS value FROM bot_ticks'));
const poolBalance = async () =>
  fromWire(
    await value(`SELECT coalesce(sum(amount), 0) AS value FROM ledger_entries e
                 JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'bot_pool'`),
  );
const balanceOf = async (account: string) =>
  fromWire(
    await value(
      'SELECT coalesce(sum(amount), 0) AS value FROM ledger_entries WHERE account_id = $1',
      account,
    ),
  );
const transfers = () => value('SELECT count(*) AS value FROM ledger_transfers');

describe('a start', () => {
  it('buys units at the NAV of the newest tick, to the last decimal', async () => {
    const customer = await fixture.createCustomer('1000');
    await fixture.tick();
    const nav = await tickNav();
    const pool = await poolBalance();
    const investment = await start(customer, '250.55');
    const units = unitsFor(fromWire('250.55'), nav);
    expect(fixed12FromText(investment.units)).toBe(units);
    expect(fixed12FromText(investment.navAtStart)).toBe(nav);
    expect(await poolBalance()).toBe(pool + fromWire('250.55'));
    expect((await readBalances(fixture.database.db, customer.userId)).available).toBe(fromWire('749.45'));
    expect(fromWire(investment.usdCurrentAmount)).toBe(payoutOf(units, nav));
    expect(await readInvested(fixture.database.db, customer.userId)).toEqual({
      value: payoutOf(units, nav),
      activeBots: 1,
    });
    expect(
      await value('SELECT daily_return_rate AS value FROM bot_investments WHERE id = $1', investment.id),
    ).toBe(0.005);
    await expectSound(fixture);
  });

  it('tells the customer and leaves an audit row', async () => {
    const customer = await fixture.createCustomer('500');
    await fixture.tick();
    const { id, reference } = await start(customer, '100');
    expect(await value('SELECT message AS value FROM user_notifications WHERE subject_id = $1', id)).toBe(
      `${formatAmount(fromWire('100'))}\u00a0USDT sind im SmartBot angelegt (${reference}).`,
    );
    expect(await value('SELECT action AS value FROM audit_log WHERE subject_id = $1', id)).toBe('bot.start');
    expect(fixture.hints).toContainEqual({
      to: 'user',
      userId: customer.userId,
      subjects: ['investments', 'wallet'],
    });
  });

  it('a moment after a minute, before a tick that knows its strike, begins its curve with itself', async () => {
    const customer = await fixture.createCustomer('500');
    const toMinute = MINUTE_MS - (fixture.clock.now().getTime() % MINUTE_MS);
    fixture.clock.advance(toMinute - 500);
    await fixture.tick();
    await fixture.closeMinute();
    fixture.clock.advance(400);
    const { id, startedAt } = await start(customer, '100');
    await fixture.run(2);
    const { valueHistory } = await readInvestmentDetail(fixture.database.db, customer.userId, id);
    expect(valueHistory[0]).toEqual({ at: startedAt, value: '100.00', drawdown: 0 });
    expect(valueHistory.length).toBeGreaterThan(2);
    expect(valueHistory.map(({ value }) => Number(value)).filter((shown) => shown < 50)).toEqual([]);
    const times = valueHistory.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  it.each([
    ['99.99', 'AMOUNT_BELOW_MINIMUM', { minimum: '100.00', unit: 'USDT' }],
    ['500.01', 'INSUFFICIENT_WALLET_BALANCE', { available: '500.00', required: '500.01' }],
  ])('of %s from a wallet of 500 is refused: %s', async (amountUsd, code, data) => {
    const customer = await fixture.createCustomer('500');
    await fixture.tick();
    const before = await transfers();
    await expect(start(customer, amountUsd)).rejects.toMatchObject({ code, data });
    expect(await transfers()).toBe(before);
  });

  it('says the specification’s sentence when the wallet does not cover it', async () => {
    const customer = await fixture.createCustomer('1234.56');
    await expect(start(customer, '2000')).rejects.toThrow(
      'Insufficient wallet balance. Available: 1234.56, Required: 2000.00',
    );
  });

  it('of a bot that does not run is refused', async () => {
    const customer = await fixture.createCustomer('20000');
    await expect(
      fixture.runWork(customer, (work) =>
        startBot(work, { userId: customer.userId, botType: 'newsbot', amountUsd: '15000' }),
      ),
    ).rejects.toMatchObject({ code: 'BOT_NOT_AVAILABLE' });
  });
});

describe('a stop', () => {
  it('pays what the screen showed, and the rest of a cent goes to the rounding account', async () => {
    const customer = await fixture.createCustomer('1000');
    await fixture.tick();
    const { id } = await start(customer, '777.77');
    await fixture.run(3);
    const rounding = await balanceOf(HOUSE_ACCOUNTS.house_rounding);
    const pool = await poolBalance();
    const [shown] = (await listInvestments(fixture.database.db, customer.userId, { page: 1, pageSize: 10 }))
      .items;
    const stopped = await stop(customer, id);
    const nav = await tickNav();
    const exact = marketValueOf(fixed12FromText(stopped.units), nav);
    const payout = payoutOf(fixed12FromText(stopped.units), nav);
    expect(stopped.usdCurrentAmount).toBe(shown?.usdCurrentAmount);
    expect(fromWire(stopped.usdCurrentAmount)).toBe(payout);
    expect(await poolBalance()).toBe(pool - exact);
    expect(await balanceOf(HOUSE_ACCOUNTS.house_rounding)).toBe(rounding + exact - payout);
    expect((await readBalances(fixture.database.db, customer.userId)).available).toBe(
      fromWire('222.23') + payout,
    );
    expect(stopped).toMatchObject({ status: 'inactive', nav: shown?.nav });
    await fixture.run(1);
    await expectSound(fixture);
  });

  it('happens once', async () => {
    const customer = await fixture.createCustomer('1000');
    await fixture.tick();
    const { id } = await start(customer, '200');
    await stop(customer, id);
    await expect(stop(customer, id)).rejects.toMatchObject({ code: 'INVESTMENT_STOPPED' });
  });

  it('of somebody else’s investment answers as for an unknown one', async () => {
    const owner = await fixture.createCustomer('1000');
    const other = await fixture.createCustomer();
    await fixture.tick();
    const { id } = await start(owner, '200');
    await expect(stop(other, id)).rejects.toMatchObject({ code: 'INVESTMENT_NOT_FOUND' });
    await expect(stop(other, newId())).rejects.toMatchObject({ code: 'INVESTMENT_NOT_FOUND' });
  });
});

describe('prices that are too old', () => {
  it('refuse start and stop, and nothing is booked', async () => {
    const customer = await fixture.createCustomer('1000');
    await fixture.tick();
    const { id } = await start(customer, '200');
    const before = await transfers();
    fixture.clock.advance(2_001);
    await expect(start(customer, '200')).rejects.toMatchObject({ code: 'PRICES_STALE' });
    await expect(stop(customer, id)).rejects.toMatchObject({ code: 'PRICES_STALE' });
    expect(await transfers()).toBe(before);
    expect(await value('SELECT status AS value FROM bot_investments WHERE id = $1', id)).toBe('active');
    await fixture.tick();
    fixture.clock.advance(2_000);
    await expect(stop(customer, id)).resolves.toMatchObject({ status: 'inactive' });
  });
});
