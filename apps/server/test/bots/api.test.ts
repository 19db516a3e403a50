import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';

let fixture: BotsFixture;
let api: Api;
beforeAll(async () => {
  fixture = await createBotsFixture();
  api = createApi(fixture);
  await fixture.run(12);
});
afterAll(() => fixture.close());

async function signedIn(amountUsd: string) {
  const { userId } = await fixture.createCustomer(amountUsd);
  return api.person('user', userId);
}

describe('the bots’ operations', () => {
  it('list every bot of the catalogue and say what runs', async () => {
    await fixture.tick();
    const as = await signedIn('100');
    const { status, body } = await api.call('GET', '/api/bots', { as });
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      { botType: 'smartbot', startable: true, record: { days: 12 / 1440 } },
      { botType: 'turbobot', startable: false },
      { botType: 'newsbot', startable: false },
    ]);
    for (const botType of ['smartbot', 'newsbot'])
      expect((await api.call('GET', `/api/bots/${botType}`, { as })).status).toBe(200);
  });

  it('page through the whole protocol, all of it or one kind, newest first', async () => {
    const as = await signedIn('100');
    const read = async (query: string) => {
      const { status, body } = await api.call('GET', `/api/bots/smartbot/protocol${query}`, { as });
      expect(status).toBe(200);
      // What the contract says of a page.
      return body as { items: { id: string; at: string; kind: string }[]; total: number };
    };
    const whole = await read('?pageSize=100');
    expect(whole.total).toBeGreaterThan(2);
    expect(whole.items).toHaveLength(whole.total);
    expect(whole.items.map(({ at }) => at)).toEqual(
      whole.items
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const pages = await Promise.all(whole.items.map((_, index) => read(`?pageSize=1&page=${index + 1}`)));
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
    const starts = await read('?kind=start');
    expect(starts.items).toEqual(whole.items.filter(({ kind }) => kind === 'start'));
    expect(starts.total).toBe(starts.items.length);
    const { status } = await api.call('GET', '/api/bots/smartbot/protocol?kind=gossip', { as });
    expect(status).toBe(400);
  });

  it('invest once per key, show what is behind the value, and pay out once', async () => {
    const as = await signedIn('1000');
    const key = newId();
    const body = { botType: 'smartbot', amountUsd: '400.00' };
    fixture.clock.advance(10_000);
    expect(await api.call('POST', '/api/bot-investments', { as, body, key })).toMatchObject({
      status: 503,
      body: { code: 'PRICES_STALE' },
    });
    await fixture.tick();
    const started = await api.call('POST', '/api/bot-investments', { as, body, key });
    expect(started.status).toBe(201);
    const again = await api.call('POST', '/api/bot-investments', { as, body, key });
    expect(again.body.id).toBe(started.body.id);
    await fixture.run(7);
    const path = `/api/bot-investments/${started.body.id}`;
    const [detail, fills, records, list, wallet] = await Promise.all(
      [
        path,
        `${path}/fills?pageSize=5`,
        `${path}/trading-records`,
        '/api/bot-investments',
        '/api/wallet',
      ].map((address) => api.call('GET', address, { as })),
    );
    expect([detail, fills, records, list, wallet].map((answer) => answer?.status)).toEqual([
      200, 200, 200, 200, 200,
    ]);
    expect(fills?.body).toMatchObject({ page: 1, pageSize: 5 });
    const dayOf = (day: string) => api.call('GET', `${path}/fills?day=${day}`, { as });
    const today = fixture.clock.now().toISOString().slice(0, 10);
    expect((await dayOf(today)).body.total).toBe(fills?.body.total);
    expect((await dayOf('2001-01-01')).body).toMatchObject({ items: [], total: 0 });
    for (const nonsense of ['heute', '2026-02-30', '18.11.2026', '%00', ''])
      expect((await dayOf(nonsense)).status).toBe(400);
    expect(records?.body).toMatchObject({ total: 1, items: [{ source: 'market', amountBefore: '400.00' }] });
    expect(list?.body).toMatchObject({
      total: 1,
      items: [{ usdCurrentAmount: detail?.body.usdCurrentAmount }],
    });
    expect(wallet?.body).toMatchObject({
      inBots: detail?.body.usdCurrentAmount,
      activeBots: 1,
      available: '600.00',
    });
    const stopped = await api.call('POST', `${path}/stop`, { as, body: {} });
    expect(stopped).toMatchObject({
      status: 200,
      body: { status: 'inactive', usdCurrentAmount: detail?.body.usdCurrentAmount },
    });
    expect(await api.call('POST', `${path}/stop`, { as, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'INVESTMENT_STOPPED' },
    });
  });

  it('are nobody else’s', async () => {
    const owner = await signedIn('500');
    const other = await signedIn('500');
    await fixture.tick();
    const { body } = await api.call('POST', '/api/bot-investments', {
      as: owner,
      body: { botType: 'smartbot', amountUsd: '100' },
    });
    const path = `/api/bot-investments/${body.id}`;
    for (const address of [path, `${path}/fills`, `${path}/trading-records`])
      expect((await api.call('GET', address, { as: other })).body).toMatchObject({
        code: 'INVESTMENT_NOT_FOUND',
      });
    expect((await api.call('POST', `${path}/stop`, { as: other, body: {} })).status).toBe(404);
    expect((await api.call('GET', '/api/bots')).status).toBe(401);
  });
});
