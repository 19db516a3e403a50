import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { type Api, createApi } from './api-fixture.ts';
import { createServerFixture, type ServerFixture } from './server-fixture.ts';

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

describe('the search for a customer', () => {
  it('finds parts of an address as they are written, signs included', async () => {
    expect(emails(await find('BERTA'))).toEqual(['berta_x@beispiel.example', 'bertax@anders.example']);
    expect(emails(await find('berta_'))).toEqual(['berta_x@beispiel.example']);
    expect(emails(await find('100%@'))).toEqual(['anna.100%@beispiel.example']);
    expect(await find('gibt-es-nicht')).toMatchObject({ items: [], total: 0 });
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
