import { germanMessage } from '@botdepot/contract';
import { fromWire, inUsdt, toWire } from '@botdepot/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_ACCOUNTS } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { expectSound } from '../invariants.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';

type Person = ReturnType<Api['person']>;

let fixture: BotsFixture;
let api: Api;
let admin: Person;
beforeAll(async () => {
  fixture = await createBotsFixture();
  api = createApi(fixture);
  admin = api.person('admin');
  await fixture.run(12);
});
afterAll(() => fixture.close());

async function customerWith(amountUsd: string): Promise<Person> {
  const { userId } = await fixture.createCustomer(amountUsd);
  return api.person('user', userId);
}

async function invest(as: Person, amountUsd: string): Promise<string> {
  const { body } = await api.call('POST', '/api/bot-investments', {
    as,
    body: { botType: 'smartbot', amountUsd },
  });
  return String(body.id);
}

const book = (id: string, percent: string, options: { as?: Person; key?: string; reason?: string } = {}) =>
  api.call('POST', `/api/admin/bot-investments/${id}/return`, {
    as: options.as ?? admin,
    body: { percent, reason: options.reason ?? 'Verspätete Ausführung' },
    ...(options.key ? { key: options.key } : {}),
  });
const get = (path: string, as: Person) => api.call('GET', path, { as });

async function totalOf(account: string): Promise<bigint> {
  const { rows } = await fixture.database.pool.query<{ total: string }>(
    'SELECT coalesce(sum(amount), 0) AS total FROM ledger_entries WHERE account_id = $1',
    [account],
  );
  return fromWire(rows[0]?.total ?? '0');
}

describe('a manual return', () => {
  it('is told apart from what the bot brought, in the list and at the end', async () => {
    const owner = await customerWith('2000');
    const id = await invest(owner, '1000.00');
    await book(id, '-6');
    await book(id, '1');
    const { items } = (await get('/api/bot-investments', owner)).body as {
      items: { manual: string; profit: string }[];
    };
    const manual = fromWire(items[0]?.manual ?? '0');
    expect(manual).toBeLessThan(fromWire('-49'));
    await api.call('POST', `/api/bot-investments/${id}/stop`, { as: owner, body: {} });
    const { body } = await get('/api/notifications', owner);
    const [stopped] = body.items as { title: string; message: string }[];
    expect(stopped?.title).toBe('Bot beendet');
    expect(stopped?.message).toContain(`, davon von Hand gebucht ${inUsdt(manual, { sign: 'always' })}.`);
    expect((await get(`/api/bot-investments/${id}`, owner)).body.manual).toBe(toWire(manual));

    const other = await customerWith('2000');
    await api.call('POST', `/api/bot-investments/${await invest(other, '500.00')}/stop`, {
      as: other,
      body: {},
    });
    const plain = (await get('/api/notifications', other)).body as { items: { message: string }[] };
    expect(plain.items[0]?.message).not.toContain('von Hand');
  });

  it('changes the value by its percentage to the cent, against the house, and says so to its owner', async () => {
    const owner = await customerWith('2000');
    const id = await invest(owner, '1500.00');
    await fixture.run(3);
    const before = fromWire(String((await get(`/api/bot-investments/${id}`, owner)).body.usdCurrentAmount));
    const house = await totalOf(HOUSE_ACCOUNTS.house_manual_returns);
    const wallet = (await get('/api/wallet', owner)).body;

    const { status, body } = await book(id, '-2.5');
    const after = ((before * 9_750n) / 10_000n / 10_000n) * 10_000n;
    expect(status).toBe(201);
    expect(body).toMatchObject({ investmentId: id, botType: 'smartbot', dailyReturnRate: -0.025 });
    expect(fromWire(String(body.amountBefore))).toBe(before);
    expect(fromWire(String(body.amountAfter))).toBe(after);
    expect(fromWire(String(body.profitLoss))).toBe(after - before);
    expect(await totalOf(HOUSE_ACCOUNTS.house_manual_returns)).toBe(house + before - after);
    expect((await get('/api/wallet', owner)).body).toMatchObject({
      available: wallet.available,
      usdBalance: wallet.usdBalance,
    });

    const detail = (await get(`/api/bot-investments/${id}`, owner)).body;
    expect(detail).toMatchObject({
      usdCurrentAmount: body.amountAfter,
      manual: body.profitLoss,
      breakdown: { manual: body.profitLoss, value: body.amountAfter },
    });
    // Asked for in the very moment of the return, before the next tick.
    const records = await get(`/api/bot-investments/${id}/trading-records`, owner);
    expect(records.body.items).toMatchObject([
      { source: 'market', profitLoss: '0.00', amountAfter: body.amountAfter },
      { source: 'manual', dailyReturnRate: -0.025, profitLoss: body.profitLoss },
      { source: 'market', amountBefore: '1500.00', amountAfter: body.amountBefore },
    ]);
    const sum = (records.body.items as { profitLoss: string }[]).reduce(
      (total, record) => total + fromWire(record.profitLoss),
      0n,
    );
    expect(sum).toBe(after - fromWire('1500'));

    const transactions = await get('/api/wallet/transactions?kind=manual_return', owner);
    expect(transactions.body.items).toMatchObject([
      { description: '−2,50\u00a0%: Verspätete Ausführung', referenceId: id, amount: '0.00' },
    ]);
    const [booked] = transactions.body.items as { id: string; investedAmount: string }[];
    const { body: transfer } = await get(`/api/wallet/transfers/${booked?.id}`, owner);
    const pool = (transfer.entries as { account: string; amount: string }[]).find(
      ({ account }) => account === 'bot_pool',
    );
    expect(booked?.investedAmount).toBe(pool?.amount);
    expect(fromWire(booked?.investedAmount ?? '0')).toBeLessThan(0n);
    const found = await get(`/api/wallet/transactions?search=${detail.reference}`, owner);
    expect(found.body.items).toMatchObject([{ kind: 'manual_return' }, { kind: 'bot_started' }]);
    const { items } = (await get('/api/notifications', owner)).body as { items: { message: string }[] };
    expect(items[0]).toMatchObject({ title: 'Manuelle Rendite', subject: 'investment', subjectId: id });
    expect(items[0]?.message).toContain('Grund: Verspätete Ausführung');
    const { rows } = await fixture.database.pool.query(
      `SELECT actor_id, reason FROM audit_log WHERE action = 'bot.manual_return' AND subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: admin.userId, reason: 'Verspätete Ausführung' }]);
    expect(fixture.hints).toContainEqual({
      to: 'user',
      userId: owner.userId,
      subjects: ['investments', 'wallet'],
    });
    await expectSound(fixture);
  });

  it('never counts in what the bot measured', async () => {
    const owner = await customerWith('1000');
    const id = await invest(owner, '1000.00');
    const measured = async () => {
      const { body } = await get('/api/bots/smartbot', owner);
      return { nav: body.nav, record: body.record, sparkline: body.sparkline };
    };
    const before = await measured();
    expect((await book(id, '100')).status).toBe(201);
    expect(await measured()).toEqual(before);
    await fixture.run(2);
    await expectSound(fixture);
  });

  it('is booked once per key, and another request under the same key is refused', async () => {
    const owner = await customerWith('500');
    const id = await invest(owner, '500.00');
    const key = newId();
    const first = await book(id, '1', { key });
    expect(await book(id, '1', { key })).toMatchObject({ status: 201, body: first.body });
    expect(await book(id, '2', { key })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    const records = await get(`/api/bot-investments/${id}/trading-records`, owner);
    expect(
      (records.body.items as { source: string }[]).filter(({ source }) => source === 'manual'),
    ).toHaveLength(1);
  });

  it('refuses one’s own, an unknown, a stopped one, a value that would not change, and a stale price', async () => {
    const own = await invest(api.person('admin', (await fixture.createCustomer('400')).userId), '100.00');
    const { rows } = await fixture.database.pool.query<{ user_id: string }>(
      'SELECT user_id FROM bot_investments WHERE id = $1',
      [own],
    );
    const owner = api.person('admin', rows[0]?.user_id);
    expect(await book(own, '1', { as: owner })).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } });
    expect(await book(newId(), '1')).toMatchObject({
      status: 404,
      body: { message: 'Investment not found' },
    });
    expect(await book(own, '-99.99')).toMatchObject({ status: 201 });
    expect(await book(own, '1')).toMatchObject({
      status: 409,
      body: { code: 'RETURN_WITHOUT_EFFECT', data: { before: '0.01', after: '0.01' } },
    });
    expect((await api.call('POST', `/api/bot-investments/${own}/stop`, { as: owner, body: {} })).status).toBe(
      200,
    );
    expect(await book(own, '1')).toMatchObject({ status: 409, body: { code: 'INVESTMENT_STOPPED' } });

    const customer = await customerWith('100');
    const id = await invest(customer, '100.00');
    fixture.clock.advance(2_001);
    expect(await book(id, '1')).toMatchObject({ status: 503, body: { code: 'PRICES_STALE' } });
    await fixture.tick();
    expect(await book(id, '1')).toMatchObject({ status: 201 });
    await expectSound(fixture);
  });

  it.each(['0', '0.00', '-100', '100.01', '1.001', '1,5', '+1', '', '1e1', 5, null])(
    'of %j percent is no request',
    async (percent) => {
      const answer = await api.call('POST', `/api/admin/bot-investments/${newId()}/return`, {
        as: admin,
        body: { percent, reason: 'Kulanz' },
      });
      expect(answer.status).toBe(400);
    },
  );

  it.each([
    ['an empty one', ''],
    ['blanks', '  '],
    ['two letters', 'ab'],
    ['501 letters', 'x'.repeat(501)],
    ['none', undefined],
  ])('needs a reason, not %s', async (_name, reason) => {
    const answer = await api.call('POST', `/api/admin/bot-investments/${newId()}/return`, {
      as: admin,
      body: { percent: '1', reason },
    });
    expect(answer.status).toBe(400);
  });

  it('says in German why it was refused', () => {
    expect(germanMessage('RETURN_WITHOUT_EFFECT', { before: '0.01', after: '0.01' })).toBe(
      'Diese Rendite lässt sich nicht buchen: vorher 0,01\u00a0USDT, nachher 0,01\u00a0USDT.',
    );
  });
});

describe('returns on a selection', () => {
  const bookAll = (investmentIds: string[], key = newId(), percent = '1') =>
    api.call('POST', '/api/admin/bot-investments/returns', {
      as: admin,
      body: { investmentIds, percent, reason: 'Störung am 2. März' },
      key,
    });

  it('answer row by row, a failing one stops no other, and a repetition books nothing twice', async () => {
    const [first, second, third] = await Promise.all(['300', '300', '300'].map(customerWith));
    if (!first || !second || !third) throw new Error('no customers');
    const ids = [
      await invest(first, '300.00'),
      await invest(second, '300.00'),
      await invest(third, '300.00'),
    ];
    await api.call('POST', `/api/bot-investments/${ids[1]}/stop`, { as: second, body: {} });
    const unknown = newId();
    const key = newId();
    const answer = await bookAll([...ids, unknown], key);
    expect(answer.status).toBe(200);
    expect(answer.body.items).toMatchObject([
      { investmentId: ids[0], ok: true, result: { dailyReturnRate: 0.01 } },
      { investmentId: ids[1], ok: false, code: 'INVESTMENT_STOPPED' },
      { investmentId: ids[2], ok: true },
      { investmentId: unknown, ok: false, code: 'INVESTMENT_NOT_FOUND' },
    ]);
    expect((await bookAll([...ids, unknown], key)).body).toEqual(answer.body);
    const { rows } = await fixture.database.pool.query(
      'SELECT investment_id FROM bot_manual_records WHERE investment_id = ANY($1)',
      [ids],
    );
    expect(rows).toHaveLength(2);
    await expectSound(fixture);
  });

  it('book what was missing when they are repeated after stale prices', async () => {
    const owner = await customerWith('200');
    const id = await invest(owner, '200.00');
    const key = newId();
    fixture.clock.advance(5_000);
    expect((await bookAll([id], key)).body.items).toMatchObject([{ ok: false, code: 'PRICES_STALE' }]);
    await fixture.tick();
    expect((await bookAll([id], key)).body.items).toMatchObject([{ ok: true }]);
  });

  it('refuse an empty, a repeated and a too large selection, and one without a key', async () => {
    const id = newId();
    const tooMany = Array.from({ length: 101 }, () => newId());
    for (const selection of [[], [id, id], [id, id.toUpperCase()], tooMany])
      expect((await bookAll(selection)).status, `${selection.length} rows`).toBe(400);
    const answer = await api.call('POST', '/api/admin/bot-investments/returns', {
      as: admin,
      body: { investmentIds: [id], percent: '1', reason: 'Kulanz' },
      key: null,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY_REQUIRED' } });
  });
});

describe('the list of running investments', () => {
  it('names the owner and finds by address, bot, reference and id, newest first', async () => {
    const owner = await customerWith('900');
    const older = await invest(owner, '300.00');
    await fixture.run(1);
    const newer = await invest(owner, '400.00');
    await fixture.run(1);
    const find = async (query: string) =>
      (await get(`/api/admin/bot-investments?${query}`, admin)).body as {
        items: Record<string, unknown>[];
        total: number;
      };
    const mine = await find(`query=${owner.userId}@PROBE`);
    expect(mine).toMatchObject({
      total: 2,
      items: [
        { id: newer, email: `${owner.userId}@probe.example`, usdInitialAmount: '400.00' },
        { id: older, usdInitialAmount: '300.00' },
      ],
    });
    const detail = (await get(`/api/bot-investments/${older}`, owner)).body;
    expect(mine.items[1]).toMatchObject({
      usdCurrentAmount: detail.usdCurrentAmount,
      reference: detail.reference,
    });
    expect(await find(`query=${detail.reference}`)).toMatchObject({ total: 1, items: [{ id: older }] });
    expect(await find(`query=${newer}`)).toMatchObject({ total: 1, items: [{ id: newer }] });
    expect(await find(`query=${owner.userId}&botType=turbobot`)).toMatchObject({ total: 0, items: [] });
    expect(await find(`query=${owner.userId}&pageSize=1&page=2`)).toMatchObject({ items: [{ id: older }] });
    await api.call('POST', `/api/bot-investments/${older}/stop`, { as: owner, body: {} });
    expect(await find(`query=${owner.userId}`)).toMatchObject({ total: 1, items: [{ id: newer }] });
  });
});
