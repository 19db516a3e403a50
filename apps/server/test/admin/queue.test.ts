import { germanMessage, LIMITS, REQUEST_CLAIM } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEDGER_INVARIANTS, ownAddress, verifyInvariants } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, type ApiAnswer, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

type Person = ReturnType<Api['person']>;
type Row = {
  id: string;
  reference: string;
  email: string;
  amountUsd: string;
  walletAfter: string;
  claim: unknown;
};
type List = { items: Row[]; total: number; totalAmount: string };
type Outcome = { id: string; ok: boolean; code?: string; data?: unknown };

const MINUTE_MS = 60_000;

let fixture: ServerFixture;
let api: Api;
let admin: Person;
let colleague: Person;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
  admin = await newAdmin('M. Berger');
  colleague = await newAdmin('Ayse Yilmaz');
});
afterAll(() => fixture.close());

async function newAdmin(name: string): Promise<Person> {
  const person = api.person('admin');
  await fixture.database.pool.query(
    `INSERT INTO auth_users (id, name, email, role) VALUES ($1, $2, $3, 'admin')`,
    [person.userId, name, `${person.userId}@probe.example`],
  );
  return person;
}

const post = (path: string, as: Person, body: unknown, key?: string) =>
  api.call('POST', path, { as, body, ...(key === undefined ? {} : { key }) });

async function request(as: Person, amountUsd = '20', cryptoCurrency = 'BTC'): Promise<Row> {
  const { body } = await post('/api/deposits', as, { amountUsd, cryptoCurrency });
  return body as unknown as Row;
}

async function withdraw(as: Person, amountUsd: string): Promise<Row> {
  const { body } = await post('/api/withdrawals', as, {
    amountUsd,
    cryptoCurrency: 'BTC',
    withdrawalAddress: ownAddress('BTC', as.userId),
  });
  return body as unknown as Row;
}

async function funded(amountUsd: string): Promise<Person> {
  const { userId } = await fixture.createCustomer(amountUsd);
  return api.person('user', userId);
}

const list = async (kind: 'deposits' | 'withdrawals', query = '', as = admin): Promise<List> =>
  (await api.call('GET', `/api/admin/${kind}?pageSize=100${query}`, { as })).body as unknown as List;
const claim = (id: string, as: Person, takeOver = false, kind = 'deposit'): Promise<ApiAnswer> =>
  post(`/api/admin/requests/${id}/claim`, as, { kind, takeOver });
const approve = (id: string, as: Person) => post(`/api/admin/deposits/${id}/approve`, as, {});
const outcomesOf = ({ body }: ApiAnswer) => body.items as Outcome[];
const codesOf = (answer: ApiAnswer) => outcomesOf(answer).map(({ ok, code }) => (ok ? 'ok' : code));

async function count(sql: string, values: unknown[]): Promise<number> {
  const { rows } = await fixture.database.pool.query<{ n: string }>(
    `SELECT count(*) AS n FROM ${sql}`,
    values,
  );
  return Number(rows[0]?.n);
}

async function expectSound(): Promise<void> {
  const results = await verifyInvariants(fixture.database.db, LEDGER_INVARIANTS);
  expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
}

describe('a decision on a selection', () => {
  it.each([
    ['is no admin any more', `role = 'user'`],
    ['is locked', `locked_at = now(), locked_reason = 'Verdacht'`],
  ])('ends with the row after which its admin %s', async (_what, change) => {
    const leaving = await newAdmin('C. Vogt');
    const customer = await funded('100');
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await withdraw(customer, '10')).id);
    // It happens with the second row, as if somebody had done it meanwhile.
    await fixture.database.pool.query(
      `CREATE FUNCTION change_leaving() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.id = '${ids[1]}' THEN UPDATE auth_users SET ${change} WHERE id = '${leaving.userId}'; END IF;
         RETURN NULL; END $$;
       CREATE TRIGGER change_leaving AFTER UPDATE ON crypto_withdrawals FOR EACH ROW
         EXECUTE FUNCTION change_leaving()`,
    );
    try {
      const answer = await post('/api/admin/withdrawals/decide', leaving, { ids, decision: 'approve' });
      expect(codesOf(answer)).toEqual(['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN']);
    } finally {
      await fixture.database.pool.query('DROP FUNCTION change_leaving CASCADE');
    }
    expect(await count(`crypto_withdrawals WHERE status = 'pending' AND id = ANY($1)`, [ids])).toBe(2);
    await expectSound();
  });

  it('decides 200 rows, tells the ones that fail, and lets none of them stop another', async () => {
    // So many that nobody has more open ones than may be.
    const customers = await Promise.all(Array.from({ length: 12 }, () => funded('1')));
    const open: Row[] = [];
    for (let index = 0; index < LIMITS.decisionsAtOnce - 4; index++)
      open.push(await request(customers[index % customers.length]!, `${index + 1}.50`));
    const own = await request(admin);
    const decided = await request(customers[0]!);
    const cancelled = await request(customers[1]!);
    await approve(decided.id, colleague);
    await post(`/api/deposits/${cancelled.id}/cancel`, customers[1]!, {});
    const claimed = open[7]!;
    await claim(claimed.id, colleague);

    const ids = [own.id, decided.id, ...open.map(({ id }) => id), cancelled.id, newId()];
    expect(ids).toHaveLength(LIMITS.decisionsAtOnce);
    const answer = await post('/api/admin/deposits/decide', admin, { ids, decision: 'approve' });
    expect(answer.status).toBe(200);
    const outcomes = outcomesOf(answer);
    expect(outcomes.map(({ id }) => id)).toEqual(ids);
    const failed = outcomes.filter(({ ok }) => !ok);
    expect(failed.map(({ code }) => code)).toEqual([
      'OWN_REQUEST',
      'ALREADY_DECIDED',
      'REQUEST_CLAIMED',
      'ALREADY_DECIDED',
      'DEPOSIT_NOT_FOUND',
    ]);
    const texts = failed.map(({ code, data }) => germanMessage(code ?? '', data));
    expect(texts[1]).toBe('Ayse Yilmaz war schneller und hat am 02.03.2026, 11:00\u00a0Uhr genehmigt.');
    expect(texts[2]).toBe('Daran arbeitet gerade Ayse Yilmaz. Sie können den Antrag übernehmen.');
    expect(texts[3]).toBe('Der Kunde hat den Antrag am 02.03.2026, 11:00\u00a0Uhr selbst storniert.');
    const booked = open.filter(({ id }) => id !== claimed.id);
    expect(
      await count(
        `crypto_deposits d JOIN ledger_transfers t ON t.id = d.transfer_id
         WHERE d.id = ANY($1::uuid[]) AND d.status = 'approved' AND d.approved_by = $2 AND d.decided_by = $2`,
        [booked.map(({ id }) => id), admin.userId],
      ),
    ).toBe(booked.length);
    expect(await count(`audit_log WHERE action = 'deposit.approve' AND actor_id = $1`, [admin.userId])).toBe(
      booked.length,
    );
    expect((await list('deposits', `&query=${claimed.id}`)).items).toHaveLength(1);
    await expectSound();
  });

  it('answers the same under the same key, and books nothing twice', async () => {
    const customer = await funded('1');
    const rows = [await request(customer, '10'), await request(customer, '11')];
    const ids = [...rows.map(({ id }) => id), newId()];
    const key = newId();
    const first = await post('/api/admin/deposits/decide', admin, { ids, decision: 'approve' }, key);
    const again = await post('/api/admin/deposits/decide', admin, { ids, decision: 'approve' }, key);
    expect(codesOf(first)).toEqual(['ok', 'ok', 'DEPOSIT_NOT_FOUND']);
    expect(again.body).toEqual(first.body);
    const wallet = await api.call('GET', '/api/wallet', { as: customer });
    expect(wallet.body).toMatchObject({ available: '22.00' });
    const other = await post('/api/admin/deposits/decide', admin, { ids, decision: 'reject' }, key);
    expect(codesOf(other)).toEqual(ids.map(() => 'IDEMPOTENCY_KEY_REUSED'));
  });

  it('rejects with one reason for all of them, or with none', async () => {
    const customer = await funded('100');
    const rows = [await withdraw(customer, '10'), await withdraw(customer, '20')];
    const ids = rows.map(({ id }) => id);
    const reason = 'Adresse gehört zu jemand anderem';
    expect(
      codesOf(await post('/api/admin/withdrawals/decide', admin, { ids, decision: 'reject', reason })),
    ).toEqual(['ok', 'ok']);
    const { body } = await api.call('GET', '/api/withdrawals', { as: customer });
    expect(body.items).toMatchObject([
      { status: 'rejected', notes: reason },
      { status: 'rejected', notes: reason },
    ]);
    const wallet = await api.call('GET', '/api/wallet', { as: customer });
    expect(wallet.body).toMatchObject({ available: '100.00', usdLockedBalance: '0.00' });
    await expectSound();
  });

  it('credits a deposit where the wallet is missing, and notes who approved it and when', async () => {
    const customer = api.person('user');
    const { id } = await request(customer);
    await fixture.database.pool.query('DELETE FROM user_wallets WHERE user_id = $1', [customer.userId]);
    fixture.clock.advance(5 * MINUTE_MS);
    expect((await approve(id, admin)).status).toBe(200);
    const wallet = await api.call('GET', '/api/wallet', { as: customer });
    expect(wallet.body).toMatchObject({ usdBalance: '20.00', available: '20.00' });
    const decided = [id, admin.userId, fixture.clock.now()];
    const noted = `crypto_deposits WHERE id = $1 AND status = 'approved' AND approved_by = $2 AND approved_at = $3`;
    expect(await count(noted, decided)).toBe(1);
    await expectSound();
  });

  it('pays a withdrawal out of the wallet, and notes who approved it and when', async () => {
    const customer = await funded('500');
    const { id } = await withdraw(customer, '120.50');
    const walletOf = async () => (await api.call('GET', '/api/wallet', { as: customer })).body;
    expect(await walletOf()).toMatchObject({
      usdBalance: '500.00',
      usdLockedBalance: '120.50',
      available: '379.50',
    });
    fixture.clock.advance(5 * MINUTE_MS);
    expect((await post(`/api/admin/withdrawals/${id}/approve`, admin, {})).status).toBe(200);
    expect(await walletOf()).toMatchObject({
      usdBalance: '379.50',
      usdLockedBalance: '0.00',
      available: '379.50',
    });
    const { rows } = await fixture.database.pool.query(
      'SELECT status, approved_at, approved_by, processed_at FROM crypto_withdrawals WHERE id = $1',
      [id],
    );
    const now = fixture.clock.now();
    expect(rows).toEqual([
      { status: 'approved', approved_at: now, approved_by: admin.userId, processed_at: now },
    ]);
    await expectSound();
  });

  it('pays out no withdrawal that its reservation does not cover any more', async () => {
    const [covered, bare] = [await funded('50'), await funded('50')];
    const ids = [(await withdraw(bare!, '50')).id, (await withdraw(covered!, '50')).id];
    // Nothing in the product can do this; the check is there all the same.
    await fixture.database.pool.query(
      `UPDATE user_wallets SET usd_locked_balance = 0, usd_balance = 0 WHERE user_id = $1`,
      [bare!.userId],
    );
    const answer = await post('/api/admin/withdrawals/decide', admin, { ids, decision: 'approve' });
    expect(codesOf(answer)).toEqual(['INSUFFICIENT_WALLET_BALANCE', 'ok']);
    await fixture.database.pool.query(
      `UPDATE user_wallets SET usd_locked_balance = 50, usd_balance = 50 WHERE user_id = $1`,
      [bare!.userId],
    );
    await expectSound();
  });

  it('takes a selection as long as the limit, each request once, and a key', async () => {
    const path = '/api/admin/deposits/decide';
    const many = Array.from({ length: LIMITS.decisionsAtOnce + 1 }, newId);
    const twice = newId();
    for (const ids of [[], many, [twice, twice], ['E-1001']])
      expect((await post(path, admin, { ids, decision: 'approve' })).status).toBe(400);
    const keyless = await api.call('POST', path, {
      as: admin,
      body: { ids: [twice], decision: 'approve' },
      key: null,
    });
    expect(keyless).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY_REQUIRED' } });
  });
});

describe('a claim', () => {
  it('shows the others who works on a request, and stands in the way of their decision', async () => {
    const { id } = await request(await funded('1'));
    expect(await claim(id, admin)).toMatchObject({ status: 200, body: { claim: { userId: admin.userId } } });
    expect(fixture.hints.at(-1)).toEqual({ to: 'admins', subjects: ['claims'] });
    expect((await list('deposits', `&query=${id}`, colleague)).items).toMatchObject([
      { id, claim: { userId: admin.userId, name: 'M. Berger' } },
    ]);
    expect((await claim(id, colleague)).body).toMatchObject({ claim: { name: 'M. Berger' } });
    expect(await approve(id, colleague)).toMatchObject({
      status: 409,
      body: { code: 'REQUEST_CLAIMED', data: { by: 'M. Berger' } },
    });
    expect((await approve(id, admin)).status).toBe(200);
    expect(await count('request_claims WHERE request_id = $1', [id])).toBe(0);
  });

  it('can be taken over, and then stands in the way of whoever had it', async () => {
    const { id } = await request(await funded('1'));
    await claim(id, admin);
    expect((await claim(id, colleague, true)).body).toMatchObject({ claim: { userId: colleague.userId } });
    expect((await claim(id, admin)).body).toMatchObject({ claim: { name: 'Ayse Yilmaz' } });
    expect(await approve(id, admin)).toMatchObject({ body: { code: 'REQUEST_CLAIMED' } });
    const { rows } = await fixture.database.pool.query(
      `SELECT actor_id, action, before FROM audit_log WHERE subject_id = $1 AND action LIKE 'request.%' ORDER BY seq`,
      [id],
    );
    expect(rows).toEqual([
      { actor_id: admin.userId, action: 'request.claim', before: null },
      { actor_id: colleague.userId, action: 'request.take_over', before: { claimedBy: admin.userId } },
    ]);
    expect((await approve(id, colleague)).status).toBe(200);
  });

  it('ends when it is given back, by nobody else, or when its time is over', async () => {
    const { id } = await request(await funded('1'));
    await claim(id, admin);
    const release = async (as: Person) => (await post(`/api/admin/requests/${id}/release`, as, {})).body;
    expect(await release(colleague)).toEqual({ released: false });
    expect(await release(admin)).toEqual({ released: true });
    expect((await list('deposits', `&query=${id}`)).items).toMatchObject([{ claim: null }]);

    await claim(id, admin);
    fixture.clock.advance((REQUEST_CLAIM.minutes - 1) * MINUTE_MS);
    const { since } = (await claim(id, admin)).body.claim as { since: string };
    fixture.clock.advance((REQUEST_CLAIM.minutes - 1) * MINUTE_MS);
    expect((await claim(id, colleague)).body).toMatchObject({ claim: { userId: admin.userId, since } });
    fixture.clock.advance(2 * MINUTE_MS);
    expect((await list('deposits', `&query=${id}`)).items).toMatchObject([{ claim: null }]);
    expect((await approve(id, colleague)).status).toBe(200);
  });

  it('of somebody who is no admin any more holds nobody up', async () => {
    const { id } = await request(await funded('1'));
    const leaver = await newAdmin('Kurz Da');
    await claim(id, leaver);
    await fixture.database.pool.query(`UPDATE auth_users SET role = 'user' WHERE id = $1`, [leaver.userId]);
    expect((await list('deposits', `&query=${id}`)).items).toMatchObject([{ claim: null }]);
    expect((await approve(id, admin)).status).toBe(200);
  });

  it('on what is decided says how and by whom, without a fault, and takes nothing', async () => {
    const { id } = await request(await funded('1'));
    await approve(id, colleague);
    const approved = { status: 'approved', at: expect.any(String) };
    const told = { claim: null, decision: { ...approved, by: 'Ayse Yilmaz' } };
    expect(await claim(id, admin)).toMatchObject({ status: 200, body: told });
    expect((await claim(id, colleague)).body.decision).toEqual(approved);
    expect(await count('request_claims WHERE request_id = $1', [id])).toBe(0);
  });

  it('is not possible on what is unknown or one’s own', async () => {
    expect(await claim(newId(), admin)).toMatchObject({ status: 404, body: { code: 'DEPOSIT_NOT_FOUND' } });
    expect(await claim(newId(), admin, false, 'withdrawal')).toMatchObject({
      body: { code: 'WITHDRAWAL_NOT_FOUND' },
    });
    const own = await request(admin);
    expect(await claim(own.id, admin)).toMatchObject({ status: 409, body: { code: 'OWN_REQUEST' } });
  });

  it('is nothing a customer reads of: who decided stays in the house', async () => {
    const customer = await funded('1');
    const { id } = await request(customer);
    await approve(id, admin);
    const answer = await post(`/api/deposits/${id}/cancel`, customer, {});
    expect(answer.body).toMatchObject({ code: 'ALREADY_DECIDED', data: { status: 'approved' } });
    expect(JSON.stringify(answer.body)).not.toContain('Berger');
  });
});

describe('the queue', () => {
  it('is filtered by currency, amount, age and text, and sums up what it finds', async () => {
    const customer = await funded('1');
    await api.call('GET', '/api/profile', { as: customer });
    const small = await request(customer, '3.10', 'BTC');
    fixture.clock.advance(5 * 60 * MINUTE_MS);
    const middle = await request(customer, '40.20', 'ETH');
    const large = await request(customer, '500.30', 'BTC');
    const find = async (query: string) => {
      const { items, total, totalAmount } = await list('deposits', `&query=${customer.userId}${query}`);
      expect(total).toBe(items.length);
      expect(fromWire(totalAmount)).toBe(items.reduce((sum, row) => sum + fromWire(row.amountUsd), 0n));
      return items.map(({ reference }) => reference);
    };
    expect(await find('')).toEqual([large.reference, middle.reference, small.reference]);
    expect(await find('&order=oldest')).toEqual([small.reference, middle.reference, large.reference]);
    expect(await find('&currency=ETH')).toEqual([middle.reference]);
    expect(await find('&amountFrom=40.20')).toEqual([large.reference, middle.reference]);
    expect(await find('&amountFrom=3.11&amountTo=40.20')).toEqual([middle.reference]);
    expect(await find('&waitingHours=5')).toEqual([small.reference]);
    expect(await find('&waitingHours=6')).toEqual([]);
    const byReference = await list('deposits', `&query=${middle.reference.toLowerCase()}`);
    expect(byReference.items.map(({ reference }) => reference)).toEqual([middle.reference]);
    // The short numbers of withdrawals are others.
    expect((await list('withdrawals', `&query=${middle.reference}`)).items).toEqual([]);
    for (const wrong of ['&currency=DOGE', '&amountFrom=abc', '&waitingHours=0'])
      expect((await api.call('GET', `/api/admin/deposits?page=1${wrong}`, { as: admin })).status).toBe(400);
  });

  it('says what the whole wallet holds once one is approved, whatever else is pending', async () => {
    const customer = await funded('100');
    await withdraw(customer, '46');
    await request(customer, '20.50');
    await request(customer, '3');
    // Nobody has booked anything for this one yet.
    const fresh = api.person('user');
    await request(fresh, '7');
    const walletsAfter = async (kind: 'deposits' | 'withdrawals', { userId }: Person) =>
      (await list(kind, `&query=${userId}`)).items.map(({ walletAfter }) => walletAfter);
    expect(await walletsAfter('withdrawals', customer)).toEqual(['54.00']);
    expect(await walletsAfter('deposits', customer)).toEqual(['103.00', '120.50']);
    expect(await walletsAfter('deposits', fresh)).toEqual(['7.00']);
  });
});
