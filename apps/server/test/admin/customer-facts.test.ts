// What an admin is told of a customer before money moves, and that nobody else is told it.
import type { CustomerFacts } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { readNewDevices } from '../../src/modules/identity/index.ts';
import { rememberDevice } from '../../src/modules/identity/sign-in/known-devices.ts';
import { ownAddress, requestDeposit, requestWithdrawal } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import { betweenStatements } from '../between-statements.ts';
import {
  ASKED,
  emailOf,
  first,
  fixture,
  fresh,
  HOUR_MS,
  type Person,
  REASON,
  second,
  setUpFourEyes,
  world,
} from './four-eyes-world.ts';

setUpFourEyes();

const DAY_MS = 24 * HOUR_MS;

const factsOf = async (userId: string, withdrawalId?: string) =>
  world.call(
    first,
    'GET',
    `/customers/${userId}/facts${withdrawalId === undefined ? '' : `?withdrawalId=${withdrawalId}`}`,
  );

const payOut = (id: string) => world.call(first, 'POST', `/withdrawals/${id}/approve`, {});

describe('the facts about a customer', () => {
  it('say what came in, what went out, and what the team booked by hand', async () => {
    const customer = await world.customer('500');
    const empty = await factsOf((await world.customer('1')).userId);
    expect(empty.body).toMatchObject({
      withdrawals: { count: 0, amountUsd: '0.00', lastAt: null },
      adjustments: { count: 0, newest: [] },
      sharedWith: { count: 0, first: [] },
      newDeviceAt: null,
      lockedAt: null,
      withdrawal: null,
    });
    await payOut(await world.withdrawal(customer, '20'));
    await payOut(await world.withdrawal(customer, '30'));
    await world.call(first, 'POST', `/withdrawals/${await world.withdrawal(customer, '9')}/reject`, {});
    for (const amount of ['1', '2', '3', '4']) {
      fixture.clock.advance(1000);
      const booking = world.correction(customer.email, amount, amount === '4' ? 'debit' : 'credit');
      expect((await world.call(first, 'POST', '/wallet-corrections', booking)).status).toBe(201);
    }
    const { status, body } = await factsOf(customer.userId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: customer.email,
      deposits: { count: 1, amountUsd: '500.00' },
      withdrawals: { count: 2, amountUsd: '50.00' },
      adjustments: { count: 4 },
    });
    const { newest } = body.adjustments as { newest: object[] };
    expect(newest).toMatchObject([
      { kind: 'wallet_corrected', amountUsd: '-4.00', reason: REASON },
      { amountUsd: '3.00' },
      { amountUsd: '2.00' },
    ]);
  });

  it('say of a payout how old its address is here, and whether it was used', async () => {
    const customer = await world.customer('500');
    const before = await world.withdrawal(customer, '20');
    const startedAt = fixture.clock.now().toISOString();
    expect((await factsOf(customer.userId, before)).body.withdrawal).toMatchObject({
      id: before,
      cryptoCurrency: 'BTC',
      address: ownAddress('BTC', customer.userId),
      addressSince: startedAt,
      askedBefore: 0,
      paidBefore: 0,
    });
    await payOut(before);
    fixture.clock.advance(40 * DAY_MS);
    const now = await world.withdrawal(customer, '30');
    expect((await factsOf(customer.userId, now)).body.withdrawal).toMatchObject({
      addressSince: startedAt,
      askedBefore: 1,
      paidBefore: 1,
    });
  });

  it('name the customers who asked for payouts to the same address', async () => {
    const [one, two, third] = [
      await world.customer('90'),
      await world.customer('90'),
      await world.customer('90'),
    ];
    const address = ownAddress('BTC', one.userId);
    const to = (customer: typeof one, withdrawalAddress: string) =>
      fixture.runWork(customer, (work) =>
        requestWithdrawal(work, {
          userId: customer.userId,
          amountUsd: '5',
          cryptoCurrency: 'BTC',
          withdrawalAddress,
        }),
      );
    const { id } = await to(one, address);
    await to(two, address);
    await to(two, address);
    await to(third, ownAddress('BTC', third.userId));
    const others = { count: 1, first: [{ userId: two.userId, email: two.email }] };
    expect((await factsOf(one.userId, id)).body.sharedWith).toMatchObject(others);
    // Without a payout any address of theirs counts.
    expect((await factsOf(one.userId)).body.sharedWith).toMatchObject(others);
    const own = await to(one, ownAddress('BTC', newId()));
    expect((await factsOf(one.userId, own.id)).body.sharedWith).toMatchObject({ count: 0, first: [] });
    expect((await factsOf(third.userId)).body.sharedWith).toMatchObject({ count: 0 });
  });

  it('are those of one customer: a payout of somebody else is unknown, and so is nobody', async () => {
    const [one, two] = [await world.customer('90'), await world.customer('90')];
    const theirs = await world.withdrawal(two, '5');
    expect(await factsOf(one.userId, theirs)).toMatchObject({
      status: 404,
      body: { code: 'WITHDRAWAL_NOT_FOUND' },
    });
    expect(await factsOf(newId())).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
    const stranger = world.api.person('user', two.userId);
    expect(await world.call(stranger, 'GET', `/customers/${two.userId}/facts`)).toMatchObject({
      status: 403,
    });
  });

  it('know a device as new for a week, and the first one of an account never', async () => {
    const { userId } = await world.customer('90');
    const { db, pool } = fixture.database;
    const at = (days: number) => new Date(fixture.clock.now().getTime() - days * DAY_MS);
    const newDevice = async () => (await readNewDevices(db, [userId], at(7))).get(userId) ?? null;
    await rememberDevice(db, { userId, mark: 'laptop', at: at(1) });
    expect(await newDevice()).toBeNull();
    await pool.query(`UPDATE auth_known_devices SET first_seen_at = NULL WHERE user_id = $1`, [userId]);
    expect(await newDevice()).toBeNull();
    await rememberDevice(db, { userId, mark: 'phone', at: at(8) });
    expect(await newDevice()).toBeNull();
    await rememberDevice(db, { userId, mark: 'tablet', at: at(6) });
    // Using it again makes it neither newer nor older.
    await rememberDevice(db, { userId, mark: 'tablet', at: at(0) });
    expect(await newDevice()).toEqual(at(6));
    expect((await factsOf(userId)).body.newDeviceAt).toBe(at(6).toISOString());
  });
});

describe('what stands out in many requests', () => {
  const check = async (kind: string, ids: string[]) => {
    const { status, body } = await world.call(first, 'POST', '/requests/check', { kind, ids });
    expect(status).toBe(200);
    return new Map((body.items as { id: string }[]).map((item) => [item.id, item]));
  };

  it('is that of each: its address, what the team booked by hand, new devices, and how old the account is', async () => {
    const [quiet, loud] = [await world.customer('500'), world.api.person('user')];
    await world.api.call('GET', '/api/wallet', { as: loud });
    const { pool, db } = fixture.database;
    await pool.query(`UPDATE auth_users SET created_at = $2 WHERE id = $1`, [
      quiet.userId,
      new Date(fixture.clock.now().getTime() - 90 * DAY_MS),
    ]);
    await payOut(await world.withdrawal(quiet, '10'));
    fixture.clock.advance(40 * DAY_MS);

    const booked = world.correction(emailOf(loud.userId), '90');
    expect((await world.call(fresh(first), 'POST', '/wallet-corrections', booked)).status).toBe(201);
    const adjustedAt = fixture.clock.now().toISOString();
    fixture.clock.advance(3 * HOUR_MS);
    const newDeviceAt = fixture.clock.now();
    await rememberDevice(db, { userId: loud.userId, mark: 'laptop', at: new Date(0) });
    await rememberDevice(db, { userId: loud.userId, mark: 'phone', at: newDeviceAt });
    const [withdrawalAddress, third] = [ownAddress('BTC', newId()), await world.customer('90')];
    const to = (customer: Omit<Person, 'token'>) =>
      fixture.runWork(customer, (work) =>
        requestWithdrawal(work, {
          userId: customer.userId,
          amountUsd: '5',
          cryptoCurrency: 'BTC',
          withdrawalAddress,
        }),
      );
    await to(third);
    const [calm, odd] = [await world.withdrawal(quiet, '30'), (await to(loud)).id];

    const found = await check('withdrawal', [odd, calm, newId()]);
    expect([...found.keys()].sort()).toEqual([calm, odd].sort());
    expect(found.get(calm)).toEqual({
      id: calm,
      memberSince: new Date(Date.parse(adjustedAt) - 130 * DAY_MS).toISOString(),
      deposits: 1,
      adjustedAt: null,
      newDeviceAt: null,
      takenBackHeld: 0,
      sharers: 0,
      paidBefore: 1,
    });
    expect(found.get(odd)).toMatchObject({
      deposits: 0,
      adjustedAt,
      newDeviceAt: newDeviceAt.toISOString(),
      sharers: 1,
      paidBefore: 0,
    });
    // What the team booked long ago is no news, nor is a device.
    fixture.clock.advance(8 * DAY_MS);
    expect((await check('withdrawal', [odd])).get(odd)).toMatchObject({
      adjustedAt: null,
      newDeviceAt: null,
    });
  });

  it('says the same as the facts of one', async () => {
    const [one, two] = [await world.customer('900'), await world.customer('900')];
    const id = await world.withdrawal(one, '5');
    await fixture.runWork(two, (work) =>
      requestWithdrawal(work, {
        userId: two.userId,
        amountUsd: '5',
        cryptoCurrency: 'BTC',
        withdrawalAddress: ownAddress('BTC', one.userId),
      }),
    );
    const held = await world.withdrawal(one, '7');
    await fixture.database.pool.query(`UPDATE crypto_withdrawals SET held_at = now() WHERE id = $1`, [held]);
    const owner = world.api.person('user', one.userId);
    await world.api.call('POST', `/api/withdrawals/${held}/cancel`, { as: owner, body: {} });
    const { body } = await factsOf(one.userId, id);
    const facts = body as unknown as CustomerFacts;
    expect((await check('withdrawal', [id])).get(id)).toEqual({
      id,
      memberSince: facts.memberSince,
      deposits: facts.deposits.count,
      adjustedAt: facts.adjustments.newest[0]?.at ?? null,
      newDeviceAt: facts.newDeviceAt,
      takenBackHeld: facts.takenBackHeld,
      sharers: facts.sharedWith.count,
      paidBefore: facts.withdrawal?.paidBefore,
    });
    expect(facts).toMatchObject({ takenBackHeld: 1, sharedWith: { count: 1 } });
  });

  it('has for a deposit no address of its own, and looks at those of its customer', async () => {
    const [one, two] = [await world.customer('90'), await world.customer('90')];
    for (const customer of [one, two])
      await fixture.runWork(customer, (work) =>
        requestWithdrawal(work, {
          userId: customer.userId,
          amountUsd: '5',
          cryptoCurrency: 'BTC',
          withdrawalAddress: ownAddress('BTC', one.userId),
        }),
      );
    const { id } = await fixture.runWork(one, (work) =>
      requestDeposit(work, { userId: one.userId, amountUsd: '20', cryptoCurrency: 'BTC' }),
    );
    expect((await check('deposit', [id])).get(id)).toMatchObject({
      deposits: 1,
      sharers: 1,
      paidBefore: null,
    });
    // Each kind knows its own.
    expect((await check('withdrawal', [id])).size).toBe(0);
  });

  it('is asked by as many statements for many as for one', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await world.withdrawal(await world.customer('90'), '5'));
    let answers = 0;
    betweenStatements(fixture.database.pool, () => {
      answers += 1;
    });
    const statements = async (of: string[]) => {
      const before = answers;
      await check('withdrawal', of);
      return answers - before;
    };
    // Somebody's first request of a session asks a little more.
    await check('withdrawal', ids);
    expect(await statements(ids)).toBe(await statements(ids.slice(0, 1)));
    expect(answers).toBeGreaterThan(0);
  });
});

describe('words between two admins', () => {
  it('are asked for when something is laid before the second one, and when it is released', async () => {
    const customer = await world.customer('5000');
    const id = await world.withdrawal(customer, '2000');
    const without = { kind: 'withdrawal', input: { id } };
    for (const note of [undefined, '', 'ok'])
      expect(await world.call(first, 'POST', '/approvals', { ...without, note })).toMatchObject({
        status: 400,
      });
    const asking = await world.ask(first, 'withdrawal', { id });
    expect(asking).toMatchObject({ status: 201, body: { requestNote: ASKED, reason: null } });
    const path = `/approvals/${asking.body.id}`;
    expect(await world.call(second, 'POST', `${path}/approve`, {})).toMatchObject({ status: 400 });
    expect(await world.call(second, 'POST', `${path}/approve`, { note: 'ja' })).toMatchObject({
      status: 400,
    });
    expect((await world.call(second, 'GET', path)).body).toMatchObject({ status: 'pending' });
    expect(await world.approve(second, asking.body.id)).toMatchObject({ status: 200 });
    const { rows } = await fixture.database.pool.query(
      `SELECT action, reason FROM audit_log WHERE subject_id = $1 ORDER BY seq`,
      [asking.body.id],
    );
    expect(rows).toEqual([
      { action: 'approval.request', reason: ASKED },
      { action: 'approval.approve', reason: 'Beleg gesehen, Betrag stimmt' },
    ]);
  });
});
