import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

let fixture: ServerFixture;
let api: Api;
let admin: ReturnType<Api['person']>;
const people = new Map<string, string>();

beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
  admin = api.person('admin');
  await get('/api/admin/overview');
  for (const [index, email] of [
    'anna.100%@beispiel.example',
    'berta_x@beispiel.example',
    'bertax@anders.example',
  ].entries()) {
    const id = newId();
    people.set(email, id);
    await fixture.database.pool.query(
      `INSERT INTO auth_users (id, name, email, role, created_at) VALUES ($1, 'Probe', $2, 'user', $3)`,
      [id, email, new Date(Date.UTC(2030, 0, index + 1))],
    );
  }
});
afterAll(() => fixture.close());

type List = { items: { userId: string; email: string; role: string }[]; total: number };
const get = async (path: string) => (await api.call('GET', path, { as: admin })).body;
const find = async (query: string) =>
  (await get(`/api/admin/customers?query=${encodeURIComponent(query)}`)) as List;
const emails = ({ items }: List): string[] => items.map(({ email }) => email);
const idOf = (email: string): string => people.get(email) ?? '';

describe('the list of all users', () => {
  it('comes newest first, in pages', async () => {
    const first = (await get('/api/admin/users?pageSize=2')) as List;
    expect(emails(first)).toEqual(['bertax@anders.example', 'berta_x@beispiel.example']);
    expect(first).toMatchObject({ total: 4, page: 1, pageSize: 2 });
    const second = (await get('/api/admin/users?pageSize=2&page=2')) as List;
    expect(second.items).toMatchObject([{ email: 'anna.100%@beispiel.example' }, { role: 'admin' }]);
  });
});

describe('the list of customers', () => {
  it('has everybody, newest first, and narrows by role and state', async () => {
    const list = async (query: string) => (await get(`/api/admin/customers${query}`)) as List;
    expect(emails(await list('?pageSize=2'))).toEqual(['bertax@anders.example', 'berta_x@beispiel.example']);
    expect((await list('?role=admin')).items.map(({ role }) => role)).toEqual(['admin']);
    expect(await list('?state=locked')).toMatchObject({ items: [], total: 0 });
    const id = idOf('anna.100%@beispiel.example');
    const body = { reason: 'Verdacht auf fremden Zugriff' };
    await api.call('POST', `/api/admin/customers/${id}/lock`, { as: admin, body });
    expect(emails(await list('?state=locked'))).toEqual(['anna.100%@beispiel.example']);
    expect(emails(await list('?state=open&role=user'))).not.toContain('anna.100%@beispiel.example');
    expect(emails(await list('?query=anna&state=open'))).toEqual([]);
    await api.call('POST', `/api/admin/customers/${id}/unlock`, { as: admin, body });
  });
});

describe('the search for a customer', () => {
  it('finds parts of an address as they are written, signs included', async () => {
    expect(emails(await find('BERTA'))).toEqual(['berta_x@beispiel.example', 'bertax@anders.example']);
    expect(emails(await find('berta_'))).toEqual(['berta_x@beispiel.example']);
    expect(emails(await find('100%@'))).toEqual(['anna.100%@beispiel.example']);
    expect(await find('gibt-es-nicht')).toMatchObject({ items: [], total: 0 });
  });

  it('has the very address first, however many contain it', async () => {
    const address = 'max@viele.example';
    for (const email of [...Array.from({ length: 7 }, (_, index) => `a${index}${address}`), address]) {
      await fixture.database.pool.query(
        `INSERT INTO auth_users (id, name, email, role, created_at) VALUES ($1, 'Viele', $2, 'user', now())`,
        [newId(), email],
      );
    }
    const found = (await get(`/api/admin/customers?query=${address}&pageSize=6`)) as List;
    expect(found.total).toBe(8);
    expect(emails(found).slice(0, 2)).toEqual([address, `a0${address}`]);
    await fixture.database.pool.query(`DELETE FROM auth_users WHERE name = 'Viele'`);
  });

  it('finds people by the beginning of their id', async () => {
    const id = idOf('berta_x@beispiel.example');
    expect(emails(await find(id))).toEqual(['berta_x@beispiel.example']);
    expect(emails(await find(id.slice(0, 30).toUpperCase()))).toEqual(['berta_x@beispiel.example']);
  });

  it('finds people by what is theirs: a deposit, by its reference and its id', async () => {
    const email = 'bertax@anders.example';
    const as = api.person('user', idOf(email));
    const { body } = await api.call('POST', '/api/deposits', {
      as,
      body: { amountUsd: '20', cryptoCurrency: 'BTC' },
    });
    expect(emails(await find(String(body.reference)))).toEqual([email]);
    expect(emails(await find(String(body.id)))).toEqual([email]);
    await api.call('POST', `/api/admin/deposits/${body.id}/approve`, { as: admin, body: {} });
    const wallet = await api.call('GET', '/api/wallet/transactions', { as });
    const [booking] = wallet.body.items as { id: string }[];
    expect(emails(await find(String(booking?.id)))).toEqual([email]);
  });

  it('finds people by their name, by the end of their id, and by a chat', async () => {
    const email = 'berta_x@beispiel.example';
    const id = idOf(email);
    await fixture.database.pool.query(`UPDATE auth_users SET name = 'Berta Köhler' WHERE id = $1`, [id]);
    expect(emails(await find('köhler'))).toEqual([email]);
    const [entry] = (await find('berta_')).items as unknown as { reference: string }[];
    expect(entry?.reference).toBe(`U-${id.slice(-6).toUpperCase()}`);
    expect(emails(await find(String(entry?.reference)))).toEqual([email]);
    const chat = await api.call('POST', '/api/support/chats', { as: api.person('user', id), body: {} });
    expect(emails(await find(String(chat.body.id)))).toEqual([email]);
  });

  it('wants at least two characters', async () => {
    const answer = await api.call('GET', '/api/admin/customers?query=a', { as: admin });
    expect(answer.status).toBe(400);
  });
});

describe('the balance of a customer', () => {
  it('is shown to an admin, with what is reserved', async () => {
    const id = idOf('bertax@anders.example');
    expect(await get(`/api/admin/customers/${id}/balance`)).toEqual({
      userId: id,
      email: 'bertax@anders.example',
      total: '20.00',
      reserved: '0.00',
      available: '20.00',
    });
    expect(await get(`/api/admin/customers/${idOf('berta_x@beispiel.example')}/balance`)).toMatchObject({
      total: '0.00',
    });
    const unknown = await api.call('GET', `/api/admin/customers/${newId()}/balance`, { as: admin });
    expect(unknown).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });

  it('adds up over all wallets in the overview', async () => {
    expect(await get('/api/admin/overview')).toMatchObject({ walletsTotal: '20.00' });
  });
});

describe('the page of a customer', () => {
  type Rows = { items: Record<string, unknown>[]; total: number };

  it('shows money, bookings, requests, chats and the audit log of that customer and of nobody else', async () => {
    const [anna, berta] = [await fixture.createCustomer('300'), await fixture.createCustomer('70')];
    const [asAnna, asBerta] = [api.person('user', anna.userId), api.person('user', berta.userId)];
    const page = (path: string, who = anna) => get(`/api/admin/customers/${who.userId}${path}`);
    const deposit = { amountUsd: '20', cryptoCurrency: 'BTC' };
    const pending = await api.call('POST', '/api/deposits', { as: asAnna, body: deposit });
    await api.call('POST', '/api/deposits', { as: asBerta, body: deposit });
    const { body: address } = await api.call('GET', '/api/wallet/crypto-address?currency=BTC', {
      as: asAnna,
    });
    const withdrawal = await api.call('POST', '/api/withdrawals', {
      as: asAnna,
      body: { amountUsd: '100', cryptoCurrency: 'BTC', withdrawalAddress: address.ownAddress },
    });
    const chat = await api.call('POST', '/api/support/chats', { as: asAnna, body: {} });
    const email = `${anna.userId}@probe.example`;
    const correction = { email, direction: 'credit', amountUsd: '5', reason: 'Kulanz' };
    await api.call('POST', '/api/admin/wallet-corrections', { as: admin, body: correction });

    expect(await page('')).toMatchObject({
      userId: anna.userId,
      email,
      lockedAt: null,
      available: '205.00',
      reserved: '100.00',
      inBots: '0.00',
      total: '305.00',
      check: { ok: true, availableEntries: '205.00', reservedEntries: '100.00' },
      pendingDeposits: [{ id: pending.body.id }],
      pendingWithdrawals: [{ id: withdrawal.body.id }],
    });
    const bookings = (await page('/transactions')) as Rows;
    expect(bookings.items.map(({ kind }) => kind)).toEqual([
      'wallet_corrected',
      'withdrawal_requested',
      'deposit_approved',
    ]);
    const transfer = await page(`/transfers/${bookings.items[1]?.id}`);
    expect((transfer.entries as { accountLabel: string }[]).map(({ accountLabel }) => accountLabel)).toEqual([
      'Wallet des Kunden, verfügbar',
      'Wallet des Kunden, reserviert',
    ]);
    expect((await page('/deposits')) as Rows).toMatchObject({ total: 2 });
    expect(((await page('/deposits?status=pending')) as Rows).items).toMatchObject([{ id: pending.body.id }]);
    expect(((await page('/withdrawals')) as Rows).items).toMatchObject([{ id: withdrawal.body.id }]);
    expect(((await page('/chats')) as Rows).items).toMatchObject([{ id: chat.body.id }]);
    expect((await page('/bot-investments')) as Rows).toMatchObject({ items: [], total: 0 });
    const audit = (await page('/audit')) as Rows;
    expect(audit.items.map(({ action, isOwn }) => [action, isOwn])).toEqual([
      ['wallet.correct', false],
      ['support.start', true],
      ['withdrawal.request', true],
      ['deposit.request', true],
      ['deposit.approve', false],
      ['deposit.request', true],
    ]);
    expect(audit.items[0]).toMatchObject({
      reason: 'Kulanz',
      actorEmail: expect.stringContaining('@probe.example'),
    });
    expect(((await page('/deposits', berta)) as Rows).items).toHaveLength(2);
    const foreign = await api.call(
      'GET',
      `/api/admin/customers/${berta.userId}/transfers/${bookings.items[1]?.id}`,
      { as: admin },
    );
    expect(foreign).toMatchObject({ status: 404, body: { code: 'TRANSFER_NOT_FOUND' } });
  });

  it('says so when the entries do not add up to the balance', async () => {
    const anna = await fixture.createCustomer('80');
    await api.call('GET', '/api/profile', { as: api.person('user', anna.userId) });
    await fixture.database.pool.query(
      'UPDATE user_wallets SET usd_balance = usd_balance + 1 WHERE user_id = $1',
      [anna.userId],
    );
    expect(await get(`/api/admin/customers/${anna.userId}`)).toMatchObject({
      available: '81.00',
      check: { ok: false, availableEntries: '80.00' },
    });
  });

  it('is not there for an unknown or a deleted account', async () => {
    for (const path of [
      '',
      '/transactions',
      '/deposits',
      '/withdrawals',
      '/bot-investments',
      '/chats',
      '/audit',
    ]) {
      const answer = await api.call('GET', `/api/admin/customers/${newId()}${path}`, { as: admin });
      expect(answer, path).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
    }
    expect((await api.call('GET', '/api/admin/customers/x', { as: admin })).status).toBe(400);
  });
});

describe('the users of today', () => {
  it('are those since midnight in Berlin, where the page is read', async () => {
    const joined = async (at: string) => {
      const before = (await get('/api/admin/overview')).newUsersToday;
      await fixture.database.pool.query(
        `INSERT INTO auth_users (id, name, email, role, created_at) VALUES ($1, 'Probe', $2, 'user', $3)`,
        [newId(), `${newId()}@gestern.example`, at],
      );
      return Number((await get('/api/admin/overview')).newUsersToday) - Number(before);
    };
    const now = fixture.clock.now();
    // Half past midnight in Berlin in summer; in UTC it is still the day before.
    fixture.clock.set(new Date('2029-06-14T22:30:00Z'));
    expect(await joined('2029-06-14T21:59:59Z')).toBe(0);
    expect(await joined('2029-06-14T22:00:00Z')).toBe(1);
    fixture.clock.set(now);
  });
});
