// How often one person may do something: a loop ends, and whoever does it by hand never hears of it.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { listOperations } from '../contract-operations.ts';
import { createUser } from '../identity/account-world.ts';

let fixture: BotsFixture;
let api: Api;
beforeAll(async () => {
  fixture = await createBotsFixture();
  await fixture.run(7);
  api = createApi(fixture);
});
afterAll(() => fixture.close());

const MINUTE_MS = 60_000;
const TOO_MANY = { status: 429, body: { code: 'TOO_MANY_REQUESTS' } };

type Somebody = { token: string; userId: string };
const somebody = async (amountUsd = '1000'): Promise<Somebody> =>
  api.person('user', (await createUser(fixture, amountUsd)).userId);

/** Asks for something and takes it back; the status of both answers. */
type Loop = (who: Somebody) => Promise<[number, number]>;
const loopOf =
  (create: string, body: object, undo: (id: unknown) => string): Loop =>
  async (as) => {
    const made = await api.call('POST', create, { as, body });
    const undone = await api.call('POST', undo(made.body.id ?? made.body.chatId), { as, body: {} });
    return [made.status, undone.status];
  };
const DEPOSITS = loopOf(
  '/api/deposits',
  { amountUsd: '10', cryptoCurrency: 'USDT' },
  (id) => `/api/deposits/${id}/cancel`,
);
const STARTS = loopOf(
  '/api/bot-investments',
  { botType: 'smartbot', amountUsd: '100' },
  (id) => `/api/bot-investments/${id}/stop`,
);

const rowsOf = async (table: string, { userId }: Somebody): Promise<number> => {
  const { rows } = await fixture.database.pool.query(
    `SELECT count(*)::int AS count FROM ${table} WHERE user_id = $1`,
    [userId],
  );
  return rows[0].count;
};

describe('a loop', () => {
  it.each<[string, Loop, string, number]>([
    ['of deposits asked for and taken back', DEPOSITS, 'crypto_deposits', 201],
    ['of bots started and stopped', STARTS, 'bot_investments', 201],
  ])(
    '%s is refused, writes nothing more, and goes on an hour later',
    { tags: ['long'] },
    async (_what, loop, table, calls) => {
      const [anna, bert] = await Promise.all([somebody(), somebody()]);
      const before = await rowsOf(table, anna);
      let refusedAt = 0;
      for (let n = 1; n <= calls && refusedAt === 0; n++) if ((await loop(anna))[0] === 429) refusedAt = n;
      expect(refusedAt).toBe(201);
      const after = await rowsOf(table, anna);
      expect(after - before).toBe(200);
      for (let n = 0; n < 3; n++) expect((await loop(anna))[0]).toBe(429);
      expect(await rowsOf(table, anna)).toBe(after);
      expect((await loop(bert))[0]).toBe(201);
      await fixture.database.pool.query(
        `UPDATE rate_limits SET window_started_at = window_started_at - interval '1 hour'`,
      );
      expect((await loop(anna))[0]).toBe(201);
    },
  );

  it('of searches is refused, on every list together; without a search lists are read on', async () => {
    const anna = await somebody();
    const search = (text: string) => api.call('GET', `/api/wallet/transactions?search=${text}`, { as: anna });
    let asked = 0;
    while ((await search(`b${asked}`)).status === 200 && asked < 700) asked += 1;
    expect(asked).toBe(600);
    expect(await search('anderes')).toMatchObject(TOO_MANY);
    expect((await api.call('GET', '/api/wallet/transactions', { as: anna })).status).toBe(200);
  });
});

it('whoever does it by hand, once a minute for hours, is never refused', async () => {
  const anna = await somebody();
  for (let minute = 0; minute < 2 * 60; minute++) {
    fixture.clock.advance(MINUTE_MS);
    expect(await DEPOSITS(anna)).toEqual([201, 200]);
    if (minute % 10 === 0)
      expect((await api.call('GET', '/api/wallet/transactions?search=bot', { as: anna })).status).toBe(200);
  }
});

it('every operation that changes something has a limit per person', async () => {
  const admin = api.person('admin');
  const unlimited: string[] = [];
  const operations = listOperations().filter(({ method }) => method !== 'GET');
  expect(operations.length).toBeGreaterThan(40);
  const subject = createHash('sha256').update(admin.userId).digest('base64url');
  for (const { name, method, path } of operations) {
    await fixture.database.pool.query(
      `INSERT INTO rate_limits (key, count, window_started_at) VALUES ($1, 100000, $2)`,
      [`pace:${name}:${subject}`, fixture.clock.now()],
    );
    const target = path.replaceAll(/\{(\w+)\}/g, (_, field) =>
      field === 'botType' ? 'smartbot' : '0193a5b2-7c4e-7a11-8f00-1234567890ab',
    );
    const { status } = await api.call(method, `/api${target}`, { as: admin, body: {} });
    if (status !== 429) unlimited.push(`${name}: ${status}`);
  }
  expect(unlimited).toEqual([]);
});
