import { germanMessage } from '@botdepot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownAddress } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

// What a person, a script or an attacker may send for an amount.
const BAD_AMOUNTS: unknown[] = [
  '0',
  '0.00',
  '-1',
  '1e-7',
  '1e308',
  'NaN',
  'Infinity',
  '1e3',
  '',
  ' ',
  '1,5',
  '1.234,56',
  '0x10',
  '+5',
  '.5',
  '5.',
  '1.001',
  '12345678901234567890',
  '٣٤',
  '１２',
  '\u0000',
  '10\u0000',
  'zehn',
  null,
  [],
  ['10'],
  {},
  { value: '10' },
  0,
  -1,
  10,
  1e308,
  true,
];

describe('bad input', () => {
  let fixture: ServerFixture;
  let api: Api;
  let customer: ReturnType<Api['person']>;
  beforeAll(async () => {
    fixture = await createServerFixture();
    api = createApi(fixture);
    const funded = await fixture.createCustomer('1000');
    customer = api.person('user', funded.userId);
  });
  afterAll(() => fixture.close());

  /** Every row that a request could have left behind. */
  async function countRows(): Promise<string> {
    const tables = [
      'crypto_deposits',
      'crypto_withdrawals',
      'bot_investments',
      'ledger_transfers',
      'ledger_entries',
      'user_notifications',
      'audit_log',
      'idempotency_keys',
      'user_wallets',
    ];
    const counts = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await fixture.database.pool.query<{ n: string }>(
          `SELECT count(*) AS n FROM ${table}`,
        );
        return `${table}=${rows[0]?.n}`;
      }),
    );
    return counts.join(' ');
  }

  async function refused(call: () => ReturnType<Api['call']>, status: number, code?: string): Promise<void> {
    const before = await countRows();
    const answer = await call();
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status,
      code: code ?? answer.body.code,
    });
    expect(germanMessage(String(answer.body.code), answer.body.data)).not.toBe(
      'Ein unerwarteter Fehler ist aufgetreten.',
    );
    expect(await countRows()).toBe(before);
  }

  const withdrawal = (overrides: object) => ({
    amountUsd: '10',
    cryptoCurrency: 'BTC',
    withdrawalAddress: ownAddress('BTC', customer.userId),
    ...overrides,
  });

  it.each(BAD_AMOUNTS.map((amount) => [JSON.stringify(amount), amount]))(
    'amount %s is refused by every money command',
    async (_text, amountUsd) => {
      const post = (path: string, body: object) => () => api.call('POST', path, { as: customer, body });
      await refused(post('/api/deposits', { amountUsd, cryptoCurrency: 'USDT' }), 400, 'BAD_REQUEST');
      await refused(post('/api/withdrawals', withdrawal({ amountUsd })), 400, 'BAD_REQUEST');
      await refused(post('/api/bot-investments', { botType: 'smartbot', amountUsd }), 400, 'BAD_REQUEST');
    },
  );

  it('an unknown currency, bot or field, or a missing one, is refused', async () => {
    const bodies: [string, unknown][] = [
      ['/api/deposits', { amountUsd: '10', cryptoCurrency: 'DOGE' }],
      ['/api/deposits', { amountUsd: '10' }],
      ['/api/deposits', { amountUsd: '10', cryptoCurrency: 'BTC', status: 'approved' }],
      ['/api/deposits', { amountUsd: '10', cryptoCurrency: 'BTC', userId: newId() }],
      ['/api/deposits', [{ amountUsd: '10', cryptoCurrency: 'BTC' }]],
      ['/api/deposits', null],
      ['/api/withdrawals', withdrawal({ withdrawalAddress: '' })],
      ['/api/withdrawals', withdrawal({ withdrawalAddress: 'x'.repeat(500) })],
      ['/api/withdrawals', withdrawal({ withdrawalAddress: { toString: 'x' } })],
      ['/api/bot-investments', { botType: 'megabot', amountUsd: '100' }],
    ];
    for (const [path, body] of bodies)
      await refused(() => api.call('POST', path, { as: customer, body }), 400, 'BAD_REQUEST');
  });

  it('business rejections keep their key and leave nothing else', async () => {
    const balances = async () => (await api.call('GET', '/api/wallet', { as: customer })).body;
    const before = await balances();
    const tries: [string, object, string][] = [
      ['/api/deposits', { amountUsd: '0.99', cryptoCurrency: 'BTC' }, 'AMOUNT_BELOW_MINIMUM'],
      ['/api/deposits', { amountUsd: '1000000.01', cryptoCurrency: 'BTC' }, 'AMOUNT_ABOVE_MAXIMUM'],
      ['/api/withdrawals', withdrawal({ amountUsd: '1000.01' }), 'INSUFFICIENT_BALANCE'],
      [
        '/api/withdrawals',
        withdrawal({ withdrawalAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }),
        'REAL_NETWORK_ADDRESS',
      ],
      ['/api/withdrawals', withdrawal({ withdrawalAddress: 'hallo' }), 'NOT_A_PLAY_MONEY_ADDRESS'],
      [
        '/api/withdrawals',
        withdrawal({ withdrawalAddress: ownAddress('ETH', customer.userId) }),
        'ADDRESS_OF_OTHER_CURRENCY',
      ],
      ['/api/bot-investments', { botType: 'smartbot', amountUsd: '99.99' }, 'AMOUNT_BELOW_MINIMUM'],
    ];
    for (const [path, body, code] of tries) {
      const answer = await api.call('POST', path, { as: customer, body });
      expect(answer).toMatchObject({ status: 409, body: { code } });
    }
    expect(await balances()).toEqual(before);
  });

  it('a limit of requests is named in USD, as the form counts, and one of bots in USDT', async () => {
    const sentence = async (path: string, body: object) => {
      const { body: refusal } = await api.call('POST', path, { as: customer, body });
      return germanMessage(String(refusal.code), refusal.data);
    };
    expect(await sentence('/api/deposits', { amountUsd: '0.99', cryptoCurrency: 'BTC' })).toBe(
      'Der Betrag muss mindestens 1,00\u00a0USD betragen.',
    );
    expect(await sentence('/api/withdrawals', withdrawal({ amountUsd: '1000000.01' }))).toBe(
      'Der Betrag darf höchstens 1.000.000,00\u00a0USD betragen.',
    );
    expect(await sentence('/api/bot-investments', { botType: 'smartbot', amountUsd: '99.99' })).toBe(
      'Der Betrag muss mindestens 100,00\u00a0USDT betragen.',
    );
  });

  it('a misspelt play-money address is caught by its checksum', async () => {
    const address = ownAddress('BTC', customer.userId);
    const misspelt = address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q');
    const answer = await api.call('POST', '/api/withdrawals', {
      as: customer,
      body: withdrawal({ withdrawalAddress: misspelt }),
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'NOT_A_PLAY_MONEY_ADDRESS' } });
  });

  it('the idempotency key is required, must be a UUID, and belongs to one body', async () => {
    const body = { amountUsd: '10', cryptoCurrency: 'USDT' };
    await refused(
      () => api.call('POST', '/api/deposits', { as: customer, body, key: null }),
      400,
      'IDEMPOTENCY_KEY_REQUIRED',
    );
    await refused(
      () => api.call('POST', '/api/deposits', { as: customer, body, key: 'once' }),
      400,
      'IDEMPOTENCY_KEY_REQUIRED',
    );
    const key = newId();
    const first = await api.call('POST', '/api/deposits', { as: customer, body, key });
    const before = await countRows();
    // Fields in another order are the same request.
    const again = await api.call('POST', '/api/deposits', {
      as: customer,
      raw: '{"cryptoCurrency":"USDT","amountUsd":"10"}',
      key,
    });
    expect(again).toMatchObject({ status: first.status, body: first.body });
    await refused(
      () => api.call('POST', '/api/deposits', { as: customer, body: { ...body, amountUsd: '11' }, key }),
      422,
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(await countRows()).toBe(before);
    // Another customer's key is independent.
    const other = await api.call('POST', '/api/deposits', { as: api.person('user'), body, key });
    expect(other.status).toBe(201);
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('a rejection is answered again under its key, even when it would now succeed', async () => {
    const poor = await fixture.createCustomer('5');
    const person = api.person('user', poor.userId);
    const key = newId();
    const body = { ...withdrawal({}), withdrawalAddress: ownAddress('BTC', poor.userId) };
    const ask = () => api.call('POST', '/api/withdrawals', { as: person, body, key });
    expect(await ask()).toMatchObject({
      status: 409,
      body: {
        code: 'INSUFFICIENT_BALANCE',
        message: 'Insufficient balance',
        data: { available: '5.00', required: '10.00' },
      },
    });
    const deposit = await api.call('POST', '/api/deposits', {
      as: person,
      body: { amountUsd: '50', cryptoCurrency: 'USDT' },
    });
    await api.call('POST', `/api/admin/deposits/${deposit.body.id}/approve`, {
      as: api.person('admin'),
      body: {},
    });
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_BALANCE' } });
  });

  it('oversized, deeply nested, broken and NUL-carrying bodies and half characters are refused', async () => {
    const send = (raw: string) => () => api.call('POST', '/api/deposits', { as: customer, raw });
    await refused(
      send(JSON.stringify({ amountUsd: '10', cryptoCurrency: 'USDT', note: 'x'.repeat(100_000) })),
      413,
      'PAYLOAD_TOO_LARGE',
    );
    await refused(send(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), 400, 'BAD_REQUEST');
    await refused(send('{"amountUsd":"10"'), 400, 'BAD_REQUEST');
    await refused(send('{"amountUsd":"10","cryptoCurrency":"USDT\\u0000"}'), 400, 'BAD_REQUEST');
    const pause = (reason: string) => () =>
      api.call('POST', '/api/admin/bots/smartbot/pause', { as: api.person('admin'), body: { reason } });
    await refused(pause('Kurse \ud800 falsch'), 400, 'BAD_REQUEST');
    await refused(send('{"amountUsd":"10","cryptoCurrency":"USDT","\\udc00":1}'), 400, 'BAD_REQUEST');
    await refused(
      send('{"amountUsd":"10","cryptoCurrency":"USDT","__proto__":{"role":"admin"}}'),
      400,
      'BAD_REQUEST',
    );
  });

  it('a body still on its way with a request that only reads is refused before anything is done', async () => {
    const read = (headers: Record<string, string>) => () =>
      api.call('GET', '/api/wallet', { as: customer, headers });
    await refused(read({ 'transfer-encoding': 'gzip, chunked' }), 400, 'BAD_REQUEST');
    expect((await read({})()).status).toBe(200);
  });

  it('what pretends to have a length that nothing can be compared with is refused', async () => {
    const length = { length: { toString: 'x' } };
    const ask = (method: string, path: string, body?: object) => () =>
      api.call(method, path, { as: customer, body });
    await refused(
      ask('POST', '/api/deposits', { amountUsd: length, cryptoCurrency: 'USDT' }),
      400,
      'BAD_REQUEST',
    );
    await refused(
      ask('POST', '/api/withdrawals', withdrawal({ withdrawalAddress: length })),
      400,
      'BAD_REQUEST',
    );
    for (const name of [
      'search[length][toString]',
      'search%5Blength%5D%5BtoString%5D',
      'kind[length][toString]',
    ])
      await refused(ask('GET', `/api/wallet/transactions?${name}=x`), 400, 'BAD_REQUEST');
  });

  it('only JSON from our own pages is accepted', async () => {
    const body = { amountUsd: '10', cryptoCurrency: 'USDT' };
    const send = (headers: Record<string, string>) => () =>
      api.call('POST', '/api/deposits', { as: customer, body, headers });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
    ])
      await refused(send({ 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3001',
      'http://localhost:3000.evil.example',
    ])
      await refused(send({ origin }), 403, 'FOREIGN_ORIGIN');
    await refused(send({ 'sec-fetch-site': 'cross-site' }), 403, 'FOREIGN_ORIGIN');
    expect((await send({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })()).status).toBe(
      201,
    );
  });

  it('ids that are no UUIDs, absurd paging and unknown routes get a clear 4xx', async () => {
    await refused(() => api.call('GET', '/api/wallet/transfers/1%27%20OR%201=1', { as: customer }), 400);
    await refused(() => api.call('GET', '/api/wallet/transactions?pageSize=100000', { as: customer }), 400);
    await refused(() => api.call('GET', '/api/wallet/transactions?page=-1', { as: customer }), 400);
    await refused(() => api.call('GET', '/api/wallet/transactions?kind=theft', { as: customer }), 400);
    for (const day of [
      'firstDay=0000-01-01',
      'lastDay=2026-02-30',
      'after=gestern',
      'until=0000-01-01T00:00:00Z',
    ])
      for (const path of ['/api/wallet/transactions', '/api/wallet/transactions/sum'])
        await refused(() => api.call('GET', `${path}?${day}`, { as: customer }), 400);
    const admin = api.person('admin');
    for (const path of ['/api/admin/requests', '/api/admin/audit'])
      for (const bound of ['firstDay', 'lastDay'])
        await refused(() => api.call('GET', `${path}?${bound}=0000-01-01`, { as: admin }), 400);
    const fills = `/api/bot-investments/${newId()}/fills`;
    await refused(() => api.call('GET', `${fills}?day=0000-01-01`, { as: customer }), 400);
    await refused(() => api.call('GET', '/api/nothing-here', { as: customer }), 404, 'NOT_FOUND');
    await refused(() => api.call('DELETE', '/api/wallet', { as: customer }), 404, 'NOT_FOUND');
  });

  it('a rejection without a reason says „Keine Begründung“, and one with control characters is refused', async () => {
    const admin = api.person('admin');
    const request = async () =>
      (
        await api.call('POST', '/api/deposits', {
          as: customer,
          body: { amountUsd: '10', cryptoCurrency: 'USDT' },
        })
      ).body.id;
    const reject = (id: unknown, body: object) =>
      api.call('POST', `/api/admin/deposits/${id}/reject`, { as: admin, body });
    expect((await reject(await request(), {})).body.notes).toBe('Keine Begründung');
    expect((await reject(await request(), { reason: '   ' })).body.notes).toBe('Keine Begründung');
    expect((await reject(await request(), { reason: 'Doppelt' })).body.notes).toBe('Doppelt');
    const id = await request();
    await refused(() => reject(id, { reason: 'a\u0007b' }), 400);
    await refused(() => reject(id, { reason: 'x'.repeat(501) }), 400);
  });
});
