// Everybody's deposits and withdrawals, decided or not: what the team looks up afterwards.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownAddress } from '../../src/modules/wallet/index.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

type Person = ReturnType<Api['person']>;
type Item = {
  id: string;
  kind: string;
  reference: string;
  status: string;
  decidedBy: { userId: string; email: string } | null;
};
type List = { items: Item[]; total: number; deciders: { userId: string; email: string }[] };

const DAY_MS = 24 * 3_600_000;

let fixture: ServerFixture;
let api: Api;
let [anna, berta] = [] as unknown as [Person, Person];
/** By what became of them, in the order in which they were asked for. */
const made: Record<string, string> = {};

beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
  anna = await newAdmin('anna');
  berta = await newAdmin('berta');
  const { userId } = await fixture.createCustomer('500');
  const customer = api.person('user', userId);
  const ask = async (name: string, kind: 'deposits' | 'withdrawals', amountUsd: string) => {
    const to = kind === 'withdrawals' && { withdrawalAddress: ownAddress('BTC', userId) };
    const answer = await post(`/api/${kind}`, customer, { amountUsd, cryptoCurrency: 'BTC', ...to });
    expect(answer.status).toBe(201);
    made[name] = String(answer.body.id);
    fixture.clock.advance(DAY_MS);
  };
  await ask('approved', 'deposits', '10');
  await ask('rejected', 'deposits', '20');
  await ask('paid', 'withdrawals', '30');
  await ask('cancelled', 'deposits', '40');
  await ask('pending', 'withdrawals', '50');
  // Days have passed: they log in anew.
  const [first, second] = [anna, berta].map((admin) => api.person('admin', admin.userId)) as [Person, Person];
  await post(`/api/admin/deposits/${made.approved}/approve`, first, {});
  await post(`/api/admin/deposits/${made.rejected}/reject`, second, { reason: 'Doppelt' });
  await post(`/api/admin/withdrawals/${made.paid}/approve`, second, {});
  await post(`/api/deposits/${made.cancelled}/cancel`, api.person('user', userId), {});
  anna = first;
});
afterAll(() => fixture.close());

async function newAdmin(name: string): Promise<Person> {
  const person = api.person('admin');
  await fixture.database.pool.query(
    `INSERT INTO auth_users (id, name, email, role) VALUES ($1, $2, $3, 'admin')`,
    [person.userId, name, `${name}@probe.example`],
  );
  return person;
}

const post = (path: string, as: Person, body: unknown) => api.call('POST', path, { as, body });
const list = async (query = ''): Promise<List> => {
  const answer = await api.call('GET', `/api/admin/requests?${query}`, { as: anna });
  expect(answer.status).toBe(200);
  return answer.body as unknown as List;
};
const namesOf = ({ items }: List) =>
  items.map(({ id }) => Object.keys(made).find((name) => made[name] === id) ?? 'of the fixture');
const found = async (query: string) => namesOf(await list(query)).filter((name) => name in made);

test('both kinds are listed together, newest first, whatever became of them and by whom', async () => {
  const all = await list();
  expect(namesOf(all).slice(0, 5)).toEqual(['pending', 'cancelled', 'paid', 'rejected', 'approved']);
  const deciderOf = (name: string) => all.items.find(({ id }) => id === made[name])?.decidedBy?.email ?? null;
  expect(Object.keys(made).map(deciderOf)).toEqual([
    'anna@probe.example',
    'berta@probe.example',
    'berta@probe.example',
    null,
    null,
  ]);
  const known = all.deciders.map(({ email }) => email);
  expect(known).toEqual(expect.arrayContaining(['anna@probe.example', 'berta@probe.example']));
  expect(new Set(known).size).toBe(known.length);
});

test('what is listed is chosen by state, kind, decider, amount, and what it is called', async () => {
  expect(await found('status=rejected')).toEqual(['rejected']);
  expect(await found('kind=withdrawal')).toEqual(['pending', 'paid']);
  expect(await found(`decidedBy=${berta.userId}`)).toEqual(['paid', 'rejected']);
  expect(await found('decidedBy=platform')).toEqual([]);
  expect(await found('amountFrom=20&amountTo=40')).toEqual(['cancelled', 'paid', 'rejected']);
  const { reference } = (await list('status=rejected')).items[0]!;
  expect(await found(`query=${reference}`)).toEqual(['rejected']);
  expect(await found('query=anna%40probe')).toEqual([]);
});

test('a period is one of days in Berlin, both included', async () => {
  const day = (offset: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(
      fixture.clock.now().getTime() - offset * DAY_MS,
    );
  // The newest was asked for a day ago, the others a day before each.
  expect(await found(`firstDay=${day(3)}&lastDay=${day(2)}`)).toEqual(['cancelled', 'paid']);
  expect(await found(`lastDay=${day(4)}`)).toEqual(['rejected', 'approved']);
});

test('its pages hold each request once, and say how many there are', async () => {
  const { total } = await list();
  const ids: string[] = [];
  for (let page = 1; ids.length < total; page += 1) {
    const { items, total: same } = await list(`pageSize=2&page=${page}`);
    expect(same).toBe(total);
    expect(items.length).toBeGreaterThan(0);
    ids.push(...items.map(({ id }) => id));
  }
  expect(new Set(ids).size).toBe(total);
});
