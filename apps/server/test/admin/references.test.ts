import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownAddress } from '../../src/modules/wallet/index.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

let fixture: ServerFixture;
let api: Api;
let admin: ReturnType<Api['person']>;
let customer: ReturnType<Api['person']>;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
  admin = api.person('admin');
  const { userId } = await fixture.createCustomer('500');
  customer = api.person('user', userId);
});
afterAll(() => fixture.close());

const post = async (path: string, as: { token: string }, body: unknown) =>
  (await api.call('POST', `/api${path}`, { as, body, key: crypto.randomUUID() })).body;
const find = async (query: string) =>
  (await api.call('GET', `/api/admin/references?query=${encodeURIComponent(query)}`, { as: admin })).body
    .found;

describe('a number', () => {
  it('leads to the thing that has it, however it is written', async () => {
    const deposit = await post('/deposits', customer, { amountUsd: '50', cryptoCurrency: 'BTC' });
    const { reference } = deposit as { reference: string };
    const found = { kind: 'deposit', reference, userId: customer.userId, item: deposit };
    expect(await find(reference)).toMatchObject(found);
    expect(await find(` ${reference.toLowerCase().replace('-', '')} `)).toMatchObject(found);

    const withdrawal = await post('/withdrawals', customer, {
      amountUsd: '60',
      cryptoCurrency: 'BTC',
      withdrawalAddress: ownAddress('BTC', customer.userId),
    });
    expect(await find(String(withdrawal.reference))).toMatchObject({ kind: 'withdrawal', item: withdrawal });
  });

  it('of a correction leads to its booking', async () => {
    const { rows } = await fixture.database.pool.query<{ email: string }>(
      'SELECT email FROM auth_users WHERE id = $1',
      [customer.userId],
    );
    const corrected = await post('/admin/wallet-corrections', admin, {
      email: rows[0]?.email,
      direction: 'credit',
      amountUsd: '5',
      reason: 'Kulanz wegen Ausfall',
    });
    const { reference, transferId } = corrected as { reference: string; transferId: string };
    expect(await find(reference)).toMatchObject({ kind: 'correction', userId: customer.userId, transferId });
  });

  it('that nothing has leads nowhere, nor does any other text', async () => {
    for (const text of ['E-999999', 'A-999999', 'B-999999', 'K-999999', 'F-999999', 'E-', 'Einzahlung', ''])
      expect(await find(text), text).toBeNull();
  });
});
