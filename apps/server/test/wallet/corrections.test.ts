// @module-tag rounds
import { germanMessage } from '@botdepot/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  correctWallet,
  HOUSE_ACCOUNTS,
  LEDGER_INVARIANTS,
  ownAddress,
  requestWithdrawal,
  verifyInvariants,
} from '../../src/modules/wallet/index.ts';
import { newId, type Work } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { expectCodes, expectFaultUnguarded, race } from '../races.ts';
import { rounds } from '../rounds.ts';
import { createServerFixture, personActor, type ServerFixture } from '../server-fixture.ts';

type Person = ReturnType<Api['person']>;

const REPETITIONS = rounds({ short: 15, full: 60 });
const emailOf = (userId: string): string => `${userId}@probe.example`;

/** A customer who exists as a user, too: corrections find people by their address. */
async function knownCustomer(fixture: ServerFixture, amountUsd?: string) {
  const customer = await fixture.createCustomer(amountUsd);
  await fixture.database.pool.query(
    `INSERT INTO auth_users (id, name, email, role) VALUES ($1, 'Probe', $2, 'user')`,
    [customer.userId, emailOf(customer.userId)],
  );
  return customer;
}

async function expectSound(fixture: ServerFixture): Promise<void> {
  const results = await verifyInvariants(fixture.database.db, LEDGER_INVARIANTS);
  expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
}

describe('a correction of a wallet', () => {
  let fixture: ServerFixture;
  let api: Api;
  let admin: Person;
  beforeAll(async () => {
    fixture = await createServerFixture();
    api = createApi(fixture);
    admin = api.person('admin');
  });
  afterAll(() => fixture.close());

  const correct = (body: Record<string, unknown>, key = newId(), as = admin) =>
    api.call('POST', '/api/admin/wallet-corrections', {
      as,
      body: { direction: 'credit', reason: 'Doppelte Gebühr am 22.07.', ...body },
      key,
    });
  const countTransfers = async () => {
    const { rows } = await fixture.database.pool.query<{ n: string }>(
      `SELECT count(*) AS n FROM ledger_transfers WHERE kind = 'wallet_corrected'`,
    );
    return Number(rows[0]?.n);
  };

  it('credits against the house, and the customer reads why', async () => {
    const customer = await knownCustomer(fixture, '8310');
    const as = api.person('user', customer.userId);
    const answer = await correct({ email: emailOf(customer.userId).toUpperCase(), amountUsd: '40.00' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        userId: customer.userId,
        direction: 'credit',
        amountUsd: '40.00',
        total: '8350.00',
        available: '8350.00',
        reserved: '0.00',
        reference: 'K-1001',
      },
    });
    const { transferId } = answer.body;
    const { body: transactions } = await api.call('GET', '/api/wallet/transactions', { as });
    expect((transactions.items as unknown[])[0]).toMatchObject({
      id: transferId,
      kind: 'wallet_corrected',
      description: 'Doppelte Gebühr am 22.07.',
      amount: '40.00',
      availableAfter: '8350.00',
      reference: 'K-1001',
    });
    const { body: transfer } = await api.call('GET', `/api/wallet/transfers/${transferId}`, { as });
    expect(transfer.entries).toMatchObject([
      { account: 'house_corrections', amount: '-40.00' },
      { account: 'customer_available', amount: '40.00', balanceBefore: '8310.00', balanceAfter: '8350.00' },
    ]);
    const { body: told } = await api.call('GET', '/api/notifications', { as });
    expect((told.items as unknown[])[0]).toMatchObject({
      title: 'Wallet korrigiert',
      message: 'K-1001: Ihrem Wallet wurden 40,00\u00a0USDT gutgeschrieben. Grund: Doppelte Gebühr am 22.07.',
      subject: 'wallet',
    });
    const { rows } = await fixture.database.pool.query(
      `SELECT actor_id, before, after, reason FROM audit_log WHERE action = 'wallet.correct' AND subject_id = $1`,
      [customer.userId],
    );
    expect(rows).toEqual([
      {
        actor_id: admin.userId,
        before: { available: '8310.00' },
        after: { available: '8350.00', amountUsd: '40.00', transferId },
        reason: 'Doppelte Gebühr am 22.07.',
      },
    ]);
    expect(fixture.hints).toContainEqual({ to: 'user', userId: customer.userId, subjects: ['wallet'] });
    await expectSound(fixture);
  });

  it('debits what is available and never what is reserved', async () => {
    const customer = await knownCustomer(fixture, '100');
    const email = emailOf(customer.userId);
    await fixture.runWork(customer, (work) =>
      requestWithdrawal(work, {
        userId: customer.userId,
        amountUsd: '70',
        cryptoCurrency: 'BTC',
        withdrawalAddress: ownAddress('BTC', customer.userId),
      }),
    );
    expect(await correct({ email, direction: 'debit', amountUsd: '30.01' })).toMatchObject({
      status: 409,
      body: {
        code: 'BALANCE_NEGATIVE',
        message: 'Balance kann nicht negativ werden',
        data: { available: '30.00', required: '30.01' },
      },
    });
    expect(await correct({ email, direction: 'debit', amountUsd: '30.00' })).toMatchObject({
      status: 201,
      body: { total: '70.00', reserved: '70.00', available: '0.00' },
    });
    const { rows } = await fixture.database.pool.query<{ message: string }>(
      'SELECT message FROM user_notifications WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
      [customer.userId],
    );
    expect(rows[0]?.message).toBe(
      'K-1002: Ihr Wallet wurde mit 30,00\u00a0USDT belastet. Grund: Doppelte Gebühr am 22.07.',
    );
    await expectSound(fixture);
  });

  it('is found by its number: the booking by its customer, the customer by the team', async () => {
    const customer = await knownCustomer(fixture, '10');
    const { body: made } = await correct({ email: emailOf(customer.userId), amountUsd: '3' });
    const reference = String(made.reference);
    const find = (text: string) =>
      api.call('GET', `/api/wallet/transactions?search=${text}`, {
        as: api.person('user', customer.userId),
      });
    expect((await find(reference.toLowerCase())).body).toMatchObject({
      total: 1,
      items: [{ id: made.transferId, reference }],
    });
    expect((await find('K-999999')).body).toMatchObject({ total: 0 });
    const people = await api.call('GET', `/api/admin/customers?query=${reference}`, { as: admin });
    expect(people.body).toMatchObject({ total: 1, items: [{ userId: customer.userId }] });
    const audit = await api.call('GET', `/api/admin/audit?query=${reference}`, { as: admin });
    expect(audit.body.items).toMatchObject([{ action: 'wallet.correct', reference }]);
    const own = await api.call('GET', `/api/admin/customers/${customer.userId}/audit`, { as: admin });
    expect(own.body.items).toContainEqual(expect.objectContaining({ action: 'wallet.correct', reference }));
  });

  it('of many customers at once are numbered one after the other, without a gap', async () => {
    const customers = await Promise.all([1, 2, 3, 4, 5].map(() => knownCustomer(fixture, '10')));
    const answers = await Promise.all([
      ...customers.map(({ userId }) => correct({ email: emailOf(userId), amountUsd: '1' })),
      // What is refused takes no number.
      ...customers.map(({ userId }) =>
        correct({ email: emailOf(userId), direction: 'debit', amountUsd: '500' }),
      ),
    ]);
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => Number(String(body.reference).slice(2)))
      .sort((a, b) => a - b);
    expect(numbers).toHaveLength(5);
    const [first = 0] = numbers;
    expect(numbers).toEqual([0, 1, 2, 3, 4].map((step) => first + step));
  });

  it('opens the wallet of somebody who has none yet', async () => {
    const customer = await knownCustomer(fixture);
    expect(await correct({ email: emailOf(customer.userId), amountUsd: '5' })).toMatchObject({
      status: 201,
      body: { total: '5.00' },
    });
  });

  it.each([
    ['no address', { amountUsd: '10' }],
    ['an empty address', { email: ' ', amountUsd: '10' }],
    ['no amount', { email: 'a@b.example' }],
    ['an empty amount', { email: 'a@b.example', amountUsd: '' }],
    ['an amount of 0', { email: 'a@b.example', amountUsd: '0.00' }],
    ['a negative amount', { email: 'a@b.example', amountUsd: '-5' }],
  ])('with %s is incomplete, in the words of the specification', async (_name, body) => {
    const before = await countTransfers();
    expect(await correct(body)).toMatchObject({
      status: 400,
      body: { code: 'WALLET_CORRECTION_INCOMPLETE', message: 'Email und Betrag erforderlich' },
    });
    expect(await countTransfers()).toBe(before);
  });

  it('of an unknown person, or of one’s own wallet, is refused', async () => {
    expect(await correct({ email: 'niemand@beispiel.example', amountUsd: '10' })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND', message: 'User not found' },
    });
    // A request of theirs makes the admin exist as a user.
    await api.call('GET', '/api/admin/overview', { as: admin });
    expect(await correct({ email: emailOf(admin.userId), amountUsd: '10' })).toMatchObject({
      status: 409,
      body: { code: 'OWN_ACCOUNT' },
    });
  });

  it.each([
    ['a number', { amountUsd: 10 }],
    ['three decimals', { amountUsd: '1.001' }],
    ['a German amount', { amountUsd: '1.234,56' }],
    ['an unknown direction', { amountUsd: '1', direction: 'sideways' }],
    ['no reason', { amountUsd: '1', reason: '' }],
    ['a reason of two letters', { amountUsd: '1', reason: ' ab ' }],
    ['a reason of 501 letters', { amountUsd: '1', reason: 'x'.repeat(501) }],
    ['a field of its own', { amountUsd: '1', userId: newId() }],
  ])('with %s is no request', async (_name, body) => {
    const answer = await correct({ email: 'a@b.example', ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.code).not.toBe('WALLET_CORRECTION_INCOMPLETE');
  });

  it('has an upper limit', async () => {
    const customer = await knownCustomer(fixture);
    expect(await correct({ email: emailOf(customer.userId), amountUsd: '1000000.01' })).toMatchObject({
      status: 409,
      body: { code: 'AMOUNT_ABOVE_MAXIMUM' },
    });
  });

  it('is booked once per key, however often it is sent, and at once', async () => {
    const customer = await knownCustomer(fixture, '10');
    const key = newId();
    const body = { email: emailOf(customer.userId), amountUsd: '1' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => correct(body, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.transferId)).size).toBe(1);
    expect(await correct({ ...body, amountUsd: '2' }, key)).toMatchObject({ status: 422 });
    expect(await correct({ ...body, reason: 'Ein anderer Grund' }, key)).toMatchObject({ status: 422 });
    const { body: balance } = await api.call('GET', `/api/admin/customers/${customer.userId}/balance`, {
      as: admin,
    });
    expect(balance).toMatchObject({ total: '11.00' });
  });

  it('is refused in German, with what is available', () => {
    expect(germanMessage('WALLET_CORRECTION_INCOMPLETE', undefined)).toBe('Email und Betrag erforderlich');
    expect(germanMessage('BALANCE_NEGATIVE', { available: '30.00', required: '40.00' })).toBe(
      'Balance kann nicht negativ werden. Verfügbar sind 30,00\u00a0USDT.',
    );
  });
});

const correction = (userId: string, direction: 'credit' | 'debit', amountUsd: string) => ({
  actor: personActor('admin'),
  run: (work: Work) =>
    correctWallet(work, { email: emailOf(userId), direction, amountUsd, reason: 'Gegenprobe' }),
});

type Contest = (fixture: ServerFixture, pool: pg.Pool) => Promise<string[]>;
const contests: Record<string, Contest> = {
  'two admins debit the whole wallet': async (fixture, pool) => {
    const { userId } = await knownCustomer(fixture, '50');
    const outcomes = await race<unknown>(
      pool,
      [1, 2].map(() => correction(userId, 'debit', '50')),
    );
    return expectCodes(outcomes, 'BALANCE_NEGATIVE, ok');
  },
  'a debit while the customer reserves all of it': async (fixture, pool) => {
    const customer = await knownCustomer(fixture, '80');
    const { userId } = customer;
    const outcomes = await race<unknown>(pool, [
      correction(userId, 'debit', '80'),
      {
        actor: customer,
        run: (work) =>
          requestWithdrawal(work, {
            userId,
            amountUsd: '80',
            cryptoCurrency: 'BTC',
            withdrawalAddress: ownAddress('BTC', userId),
          }),
      },
    ]);
    return expectCodes(outcomes, 'BALANCE_NEGATIVE, ok', 'INSUFFICIENT_BALANCE, ok');
  },
};

describe('corrections at the same moment', () => {
  it.each(Object.entries(contests))('are decided once: %s', async (_name, contest) => {
    const fixture = await createServerFixture();
    try {
      for (let round = 0; round < REPETITIONS; round++)
        expect(await contest(fixture, fixture.database.pool), `round ${round}`).toEqual([]);
      await expectSound(fixture);
    } finally {
      await fixture.close();
    }
  });

  it.each(Object.entries(contests))('turn red without locks: %s', async (_name, contest) =>
    expectFaultUnguarded(await createServerFixture(), REPETITIONS, contest),
  );
});

describe('the house', () => {
  it('keeps corrections on an account of their own', async () => {
    const fixture = await createServerFixture();
    const { userId } = await knownCustomer(fixture, '10');
    await fixture.runWork(personActor('admin'), correction(userId, 'credit', '25').run);
    await fixture.runWork(personActor('admin'), correction(userId, 'debit', '5').run);
    const { rows } = await fixture.database.pool.query(
      'SELECT sum(amount)::text AS total FROM ledger_entries WHERE account_id = $1',
      [HOUSE_ACCOUNTS.house_corrections],
    );
    expect(rows).toEqual([{ total: '-20.000000' }]);
    await fixture.close();
  });
});
