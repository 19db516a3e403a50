import { type Statement, TRANSFER_TITLES, type Transaction } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approveDeposit,
  cancelWithdrawal,
  ownAddress,
  readBalances,
  requestDeposit,
  requestWithdrawal,
} from '../../src/modules/wallet/index.ts';
import type { Actor } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

type Customer = Actor & { userId: string };

let fixture: ServerFixture;
let api: Api;
let customer: Customer;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
  // Half past eleven at night in Berlin on the last day of October: in UTC it is still 22:30.
  fixture.clock.set(new Date('2026-10-31T22:30:00Z'));
  customer = await fixture.createCustomer('1000');
  await withdraw('100');
  // Half past midnight on the first of November.
  fixture.clock.set(new Date('2026-10-31T23:30:00Z'));
  await cancel(await withdraw('40'));
  await deposit('250', 'ETH');
  fixture.clock.set(new Date('2026-12-03T12:00:00Z'));
  await deposit('7', 'BTC');
});
afterAll(() => fixture.close());

async function deposit(amountUsd: string, cryptoCurrency: 'BTC' | 'ETH'): Promise<void> {
  const { id } = await fixture.runWork(customer, (work) =>
    requestDeposit(work, { userId: customer.userId, amountUsd, cryptoCurrency }),
  );
  await fixture.runWork(fixture.admin, (work) => approveDeposit(work, { id }));
}

async function withdraw(amountUsd: string): Promise<string> {
  const { id } = await fixture.runWork(customer, (work) =>
    requestWithdrawal(work, {
      userId: customer.userId,
      amountUsd,
      cryptoCurrency: 'BTC',
      withdrawalAddress: ownAddress('BTC', customer.userId),
    }),
  );
  return id;
}

const cancel = (id: string) =>
  fixture.runWork(customer, (work) => cancelWithdrawal(work, { id, userId: customer.userId }));

async function get<Body>(path: string): Promise<Body> {
  const { status, body } = await api.call('GET', path, { as: api.person('user', customer.userId) });
  expect(status).toBe(200);
  // What the contract says of the answer.
  return body as Body;
}

const statement = (month: string) => get<Statement>(`/api/wallet/statements/${month}`);
const search = (query: string) =>
  get<{ items: Transaction[]; total: number }>(`/api/wallet/transactions?${query}`);

describe('the account statement', () => {
  it('belongs to a month in Berlin, not in UTC', async () => {
    expect((await statement('2026-10')).items.map(({ kind }) => kind)).toEqual([
      'deposit_approved',
      'withdrawal_requested',
    ]);
    expect((await statement('2026-11')).items.map(({ kind }) => kind)).toEqual([
      'withdrawal_requested',
      'withdrawal_released',
      'deposit_approved',
    ]);
  });

  it('goes on where the one before it ended, to what the wallet holds now', async () => {
    const months = await Promise.all(['2026-09', '2026-10', '2026-11', '2026-12'].map(statement));
    let before: Statement['closing'] = { available: '0.00', reserved: '0.00', total: '0.00' };
    for (const { opening, closing, items } of months) {
      expect(opening).toEqual(before);
      const moved = items.reduce((sum, row) => sum + fromWire(row.amount) + fromWire(row.reservedAmount), 0n);
      expect(fromWire(opening.total) + moved).toBe(fromWire(closing.total));
      before = closing;
    }
    const now = await readBalances(fixture.database.db, customer.userId);
    expect(fromWire(before.total)).toBe(now.total);
    expect(fromWire(before.reserved)).toBe(now.reserved);
  });

  it('says from when to when there are statements', async () => {
    expect(await statement('2026-11')).toMatchObject({ firstMonth: '2026-10', lastMonth: '2026-12' });
  });

  it('refuses what is no month', async () => {
    const as = api.person('user', customer.userId);
    for (const month of ['2026-13', '2026-1', 'november', '1999-01'])
      expect((await api.call('GET', `/api/wallet/statements/${month}`, { as })).status).toBe(400);
  });
});

describe('searching bookings', () => {
  it('finds by any part of the text, the reference among it, whatever the case', async () => {
    const [row] = (await search('search=eth')).items;
    expect(row).toMatchObject({ kind: 'deposit_approved', amount: '250.00' });
    expect((await search(`search=${row?.reference?.toLowerCase()}`)).total).toBe(1);
    expect((await search('search=gibt es nicht')).total).toBe(0);
  });

  it('finds every booking by its shown reference and by its shown title', async () => {
    const { items } = await search('pageSize=100');
    for (const { reference, kind } of items) {
      const ofReference = items.filter((row) => row.reference === reference);
      for (const text of [reference, reference?.replace('-', ''), reference?.toLowerCase()])
        expect(await search(`search=${text}`)).toMatchObject({ total: ofReference.length });
      const title = encodeURIComponent(TRANSFER_TITLES[kind].toUpperCase());
      const ofKind = items.filter((row) => row.kind === kind).map(({ id }) => id);
      expect((await search(`search=${title}`)).items.map(({ id }) => id)).toEqual(ofKind);
    }
    expect(items.filter(({ kind }) => kind === 'withdrawal_requested')).toHaveLength(2);
  });

  it('finds nobody else’s number', async () => {
    const other = await fixture.createCustomer('5');
    await fixture.runWork(other, (work) =>
      requestWithdrawal(work, {
        userId: other.userId,
        amountUsd: '5',
        cryptoCurrency: 'BTC',
        withdrawalAddress: ownAddress('BTC', other.userId),
      }),
    );
    const { rows } = await fixture.database.pool.query<{ number: string }>(
      'SELECT number FROM crypto_withdrawals WHERE user_id = $1',
      [other.userId],
    );
    expect((await search(`search=A-${rows[0]?.number}`)).total).toBe(0);
  });

  it('takes every character for itself', async () => {
    for (const text of ['%', '_', '\\', "'"])
      expect((await search(`search=${encodeURIComponent(text)}`)).total).toBe(0);
  });

  it('cuts by days in Berlin, both included', async () => {
    expect((await search('firstDay=2026-11-01&lastDay=2026-11-01')).total).toBe(3);
    expect((await search('lastDay=2026-10-31')).total).toBe(2);
    expect((await search('firstDay=2026-12-04')).total).toBe(0);
    expect((await search('firstDay=2026-11-01&kind=deposit_approved')).total).toBe(2);
  });
});
