import { setTimeout as sleep } from 'node:timers/promises';
import { MARKET_SYMBOLS } from '@botdepot/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writePrices } from '../../src/modules/markets/market-prices.ts';
import { createFaultLog, deleteOldFaults } from '../../src/platform/fault-log.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { createIdentityFixture } from '../identity/identity-fixture.ts';

let fixture: BotsFixture;
let api: Api;
let admin: ReturnType<Api['person']>;
beforeAll(async () => {
  fixture = await createBotsFixture();
  const { auth } = await createIdentityFixture({ DEMO: '1' }, fixture);
  api = createApi(fixture, {
    auth,
    replica: {
      version: '1.2.3',
      name: 'host/1/this',
      startedAt: fixture.clock.now(),
      bus: 'redis',
      mailTransport: 'smtp',
      sockets: () => ({ connections: 3, accounts: 2 }),
    },
  });
  admin = api.person('admin');
});
afterAll(() => fixture.close());

const state = async () => {
  const { status, body } = await api.call('GET', '/api/admin/system', { as: admin });
  expect(status).toBe(200);
  return body;
};
const faults = async (query = '') => {
  const { status, body } = await api.call('GET', `/api/admin/system/faults${query}`, { as: admin });
  expect(status).toBe(200);
  return body as { items: Record<string, unknown>[]; total: number };
};
/** By the reference that somebody reads out; it is written beside the answer. */
const findFaults = async (reference: string) => {
  for (let n = 0; n < 200 && (await faults(`?reference=${reference}`)).total === 0; n++) await sleep(20);
  return (await faults(`?reference=${reference.slice(0, 8)}`)).items;
};

describe('the state of the system', () => {
  it('says what it cannot know before there are prices', async () => {
    expect(await state()).toMatchObject({
      at: fixture.clock.now().toISOString(),
      version: '1.2.3',
      replica: 'host/1/this',
      bus: 'redis',
      sockets: { connections: 3, accounts: 2 },
      database: { schema: 'ok', migrations: expect.any(Number) },
    });
  });

  it('names who makes the prices, from where they come and how old they are', async () => {
    const { rows } = await fixture.database.pool.query<{ epoch: string }>(
      `UPDATE leadership SET holder = 'host/1/this', epoch = greatest(epoch, 1) WHERE name = 'market' RETURNING epoch`,
    );
    const timeMs = fixture.clock.now().getTime();
    const quotes = MARKET_SYMBOLS.map(({ symbol }, index) => ({
      symbol,
      source: index === 0 ? ('kraken' as const) : ('simulated' as const),
      price: 1,
      text: '1',
      // The first is older than its source allows, the last is of a market that is closed.
      time: index === 0 ? timeMs - 60_000 : timeMs,
      staleAfterMs: 30_000,
      open: index < MARKET_SYMBOLS.length - 1,
    }));
    const tick = { timeMs, quotes, change24h: quotes.map(() => null) };
    await writePrices(fixture.database.db, tick, Number(rows[0]?.epoch));
    const { feed, leader } = await state();
    expect(leader).toMatchObject({ holder: 'host/1/this', isThisReplica: true });
    expect(feed).toEqual({
      lastTickAt: fixture.clock.now().toISOString(),
      sources: [
        { source: 'simulated', symbols: 19, stale: 0, closed: 1 },
        { source: 'kraken', symbols: 1, stale: 1, closed: 0 },
      ],
    });
  });

  it('counts the mails that wait, fail and were given up', async () => {
    const now = fixture.clock.now();
    const mail = (fields: { next: Date | null; sent?: Date; error?: string }) =>
      fixture.database.pool.query(
        `INSERT INTO notification_mails (id, user_id, title, message, created_at, attempts, next_attempt_at, sent_at, last_error)
         VALUES (gen_random_uuid(), gen_random_uuid(), 't', 'm', $1, 1, $2, $3, $4)`,
        [now, fields.next, fields.sent ?? null, fields.error ?? null],
      );
    await mail({ next: now });
    await mail({ next: now, error: 'ECONNREFUSED' });
    await mail({ next: null, error: 'EENVELOPE' });
    await mail({ next: null, sent: now });
    const { mails } = await state();
    expect(mails).toMatchObject({ transport: 'smtp', waiting: 2, retrying: 1, givenUp: 1, sentToday: 1 });
    expect(mails).toMatchObject({ oldestWaitingSince: now.toISOString(), lastError: expect.any(String) });
  });
});

describe('an unexpected failure', () => {
  afterEach(async () => {
    await fixture.database.pool.query('ALTER TABLE IF EXISTS user_wallets_gone RENAME TO user_wallets');
    await fixture.database.pool.query('ALTER TABLE IF EXISTS rate_limits_gone RENAME TO rate_limits');
  });

  it('is found by the reference that the customer was shown, without anything of theirs', async () => {
    const customer = api.person('user');
    await fixture.database.pool.query('ALTER TABLE user_wallets RENAME TO user_wallets_gone');
    const { status, body } = await api.call('GET', '/api/wallet', { as: customer });
    expect(status).toBe(500);
    const { reference } = body.data as { reference: string };
    await fixture.database.pool.query('ALTER TABLE user_wallets_gone RENAME TO user_wallets');

    const items = await findFaults(reference);
    expect(items).toEqual([
      {
        reference,
        at: fixture.clock.now().toISOString(),
        request: 'GET /api/wallet',
        kind: expect.stringContaining('42P01'),
        place: expect.stringMatching(/\.ts:\d+$/),
        replica: 'test',
      },
    ]);
    expect(JSON.stringify(items)).not.toContain(customer.userId);
  });

  it('is found by its reference when somebody logs in, too', async () => {
    await fixture.database.pool.query('ALTER TABLE rate_limits RENAME TO rate_limits_gone');
    const { status, body, headers } = await api.call('POST', '/api/auth/sign-in/email', {
      body: { email: 'anna@example.com', password: 'wolkenbruch gartenzaun 77' },
    });
    const reference = headers.get('x-request-id') ?? '';
    expect({ status, body }).toMatchObject({ status: 500, body: { code: 'INTERNAL', data: { reference } } });
    expect(await findFaults(reference)).toMatchObject([
      { reference, request: 'POST /api/auth/sign-in/email', kind: expect.stringContaining('42P01') },
    ]);
  });

  it('is looked for as text: signs of a pattern find nothing', async () => {
    for (const query of ['%', '_', '\\', "'"])
      expect((await faults(`?reference=${encodeURIComponent(query)}`)).total).toBe(0);
  });

  it('is forgotten after its time', async () => {
    const report = createFaultLog({ ...fixture, log: pino({ level: 'silent' }), replica: 'old' });
    report({ reference: 'ffff-old', request: 'GET /', error: new TypeError('secret of a customer') });
    for (let n = 0; n < 200 && (await faults('?reference=ffff')).total === 0; n++) await sleep(20);
    const [kept] = (await faults('?reference=ffff')).items;
    expect(kept).toMatchObject({ kind: 'TypeError', replica: 'old' });
    expect(JSON.stringify(kept)).not.toContain('secret');
    await deleteOldFaults(fixture.database.db, new Date(fixture.clock.now().getTime() + 1));
    expect((await faults('?reference=ffff')).total).toBe(0);
  });
});
