// @module-tag rounds
// Anyone who is locked is paid nothing by one admin: not by a button, not in a selection, not by an approval from before.
import { describe, expect, it } from 'vitest';
import { holdAdmin } from '../../src/modules/identity/index.ts';
import { approveWithdrawal, requestDeposit } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import { untilBlocked } from '../races.ts';
import { rounds } from '../rounds.ts';
import { personActor } from '../server-fixture.ts';
import {
  ASKED,
  first,
  fixture,
  fresh,
  REASON,
  SEEN,
  second,
  setUpFourEyes,
  world,
} from './four-eyes-world.ts';

setUpFourEyes();

const LOCKED = { status: 409, body: { code: 'CUSTOMER_LOCKED' } };
const lock = (userId: string, more: object = {}) =>
  world.call(fresh(first), 'POST', `/customers/${userId}/lock`, { reason: REASON, ...more });
const unlock = (userId: string) =>
  world.call(fresh(first), 'POST', `/customers/${userId}/unlock`, { reason: REASON });
const payOut = (id: string) => world.call(first, 'POST', `/withdrawals/${id}/approve`, {});
const decideAll = (kind: 'deposits' | 'withdrawals', ids: string[], decision = 'approve') =>
  world.call(first, 'POST', `/${kind}/decide`, { ids, decision });

async function lockedWith(amountUsd: string, more?: object) {
  const customer = await world.customer('5000');
  const id = await world.withdrawal(customer, amountUsd);
  expect((await lock(customer.userId, more)).status).toBe(200);
  return { customer, id };
}

describe('a locked account', () => {
  it('is paid nothing by a selection, which says why, and decides on the others', async () => {
    const { customer, id } = await lockedWith('200');
    const open = await world.withdrawal(await world.customer('5000'), '100');
    const answer = await decideAll('withdrawals', [id, open]);
    expect(answer.body.items).toMatchObject([
      { id, ok: false, code: 'CUSTOMER_LOCKED' },
      { id: open, ok: true },
    ]);
    expect((await decideAll('withdrawals', [id], 'reject')).body.items).toMatchObject([
      { id, ok: false, code: 'CUSTOMER_LOCKED' },
    ]);
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
    await world.expectSound();
  });

  it('is paid nothing by one admin, until the lock is lifted', async () => {
    const { customer, id } = await lockedWith('200');
    expect(await payOut(id)).toMatchObject(LOCKED);
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
    expect((await unlock(customer.userId)).status).toBe(200);
    expect(await payOut(id)).toMatchObject({ status: 200, body: { status: 'approved' } });
  });

  it('is paid nothing by an approval that was asked for before the lock', async () => {
    const customer = await world.customer('5000');
    const id = await world.withdrawal(customer, '2000');
    const { body } = await world.ask(first, 'withdrawal', { id });
    expect((await lock(customer.userId)).status).toBe(200);
    expect((await world.approve(second, body.id)).body).toMatchObject({
      status: 'failed',
      failure: { code: 'CUSTOMER_LOCKED' },
    });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
  });

  it('is credited by one admin who looks, for the money stays there, but not in a selection', async () => {
    const { userId } = await world.customer('10');
    const id = await fixture
      .runWork(personActor('user', userId), (work) =>
        requestDeposit(work, { userId, amountUsd: '40', cryptoCurrency: 'USDT' }),
      )
      .then((deposit) => deposit.id);
    expect((await lock(userId)).status).toBe(200);
    expect((await decideAll('deposits', [id])).body.items).toMatchObject([{ code: 'CUSTOMER_LOCKED' }]);
    expect(await world.call(first, 'POST', `/deposits/${id}/approve`, {})).toMatchObject({ status: 200 });
    expect(await world.totalOf(userId)).toBe('50.00');
  });

  it('is paid by two who say so, whatever the amount and the threshold', async () => {
    await world.setThreshold(null);
    const { customer, id } = await lockedWith('200');
    const plain = await world.ask(first, 'withdrawal', { id });
    expect(plain).toMatchObject({ status: 409, body: { code: 'FOUR_EYES_OFF' } });
    const asking = await world.ask(first, 'withdrawal', { id, overridesLock: true });
    expect(asking).toMatchObject({ status: 201, body: { overridesLock: true, requestNote: ASKED } });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
    expect((await world.approve(first, asking.body.id)).body.code).toBe('OWN_REQUEST');
    expect((await world.approve(second, asking.body.id)).body).toMatchObject({
      status: 'approved',
      note: SEEN,
    });
    expect(await world.totalOf(customer.userId)).toBe('4800.00');
    expect(await world.audit(id)).toContainEqual({
      actor_id: second.userId,
      action: 'withdrawal.approve',
      after: expect.objectContaining({ overridesLock: true, requestedBy: first.userId }),
    });
    await world.expectSound();
  });

  it('is paid only after the lock was lifted where there is one admin', async () => {
    const only = await world.onlyAdmin();
    const customer = await world.customer('5000');
    const id = await world.withdrawal(customer, '200');
    const access = (what: string) =>
      world.call(fresh(only), 'POST', `/customers/${customer.userId}/${what}`, { reason: REASON });
    expect((await access('lock')).status).toBe(200);
    const asking = await world.ask(only, 'withdrawal', { id, overridesLock: true });
    expect(asking).toMatchObject({ status: 409, body: { code: 'FOUR_EYES_OFF' } });
    expect(await world.call(only, 'POST', `/withdrawals/${id}/approve`, {})).toMatchObject(LOCKED);
    expect((await access('unlock')).status).toBe(200);
    expect(await world.call(only, 'POST', `/withdrawals/${id}/approve`, {})).toMatchObject({ status: 200 });
  });

  it('is marked in the queue', async () => {
    const { customer, id } = await lockedWith('200');
    const list = async () =>
      (await world.call(first, 'GET', `/withdrawals?query=${encodeURIComponent(customer.email)}`)).body.items;
    expect(await list()).toMatchObject([{ id, isLocked: true, heldAt: null }]);
    await unlock(customer.userId);
    expect(await list()).toMatchObject([{ id, isLocked: false }]);
  });
});

describe('a withdrawal that was held when its account was locked', () => {
  const endHold = (id: string, as = first) =>
    world.call(as, 'POST', `/withdrawals/${id}/end-hold`, { reason: REASON });

  it('is paid by nobody, locked or not, until somebody ends the hold', async () => {
    const { customer, id } = await lockedWith('200', { holdWithdrawals: true });
    const asking = await world.ask(first, 'withdrawal', { id, overridesLock: true });
    expect(asking).toMatchObject({ status: 409, body: { code: 'WITHDRAWAL_HELD' } });
    expect((await unlock(customer.userId)).status).toBe(200);
    expect(await payOut(id)).toMatchObject({ status: 409, body: { code: 'WITHDRAWAL_HELD' } });
    expect((await decideAll('withdrawals', [id])).body.items).toMatchObject([{ code: 'WITHDRAWAL_HELD' }]);
    expect(await endHold(id)).toMatchObject({ status: 200, body: { heldAt: null, status: 'pending' } });
    expect(await endHold(id)).toMatchObject({ status: 409, body: { code: 'WITHDRAWAL_NOT_HELD' } });
    expect(await payOut(id)).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await world.audit(id)).toMatchObject([
      { action: 'withdrawal.request' },
      { action: 'withdrawal.hold', actor_id: first.userId, after: { held: true } },
      { action: 'withdrawal.end_hold', after: { held: false } },
      { action: 'withdrawal.approve' },
    ]);
    await world.expectSound();
  });

  it('fails an approval that was asked for before', async () => {
    const customer = await world.customer('5000');
    const id = await world.withdrawal(customer, '2000');
    const { body } = await world.ask(first, 'withdrawal', { id });
    await lock(customer.userId, { holdWithdrawals: true });
    await unlock(customer.userId);
    const preview = await world.call(second, 'GET', `/approvals/${body.id}`);
    expect(preview.body.now).toMatchObject({ ok: false, code: 'WITHDRAWAL_HELD' });
    expect((await world.approve(second, body.id)).body).toMatchObject({ status: 'failed' });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
  });

  it('can be rejected, and taken back by its owner, and the team sees that it was', async () => {
    const { customer, id } = await lockedWith('200', { holdWithdrawals: true });
    expect(await world.call(first, 'POST', `/withdrawals/${id}/reject`, {})).toMatchObject({ status: 200 });
    await unlock(customer.userId);
    const other = await world.withdrawal(customer, '300');
    await lock(customer.userId, { holdWithdrawals: true });
    await unlock(customer.userId);
    const owner = world.api.person('user', customer.userId);
    const seen = await world.api.call('GET', `/api/withdrawals/${other}`, { as: owner });
    expect(seen.body).toMatchObject({ status: 'pending', heldAt: fixture.clock.now().toISOString() });
    expect(JSON.stringify(seen.body)).not.toContain(REASON);
    const cancel = await world.api.call('POST', `/api/withdrawals/${other}/cancel`, { as: owner, body: {} });
    expect(cancel).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    const facts = await world.call(first, 'GET', `/customers/${customer.userId}/facts`);
    expect(facts.body.takenBackHeld).toBe(1);
    await world.expectSound();
  });

  it('is paid out by no statement of the database itself', async () => {
    const { id } = await lockedWith('200', { holdWithdrawals: true });
    await expect(
      fixture.database.pool.query(
        `UPDATE crypto_withdrawals SET status = 'approved', transfer_id = reservation_transfer_id WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow('crypto_withdrawals_held');
  });
});

describe('what waits to be paid when its account is locked already', () => {
  const hold = (userId: string, as = first) =>
    world.call(as, 'POST', `/customers/${userId}/hold-withdrawals`, { reason: REASON });

  it('is held later on, as it would have been with the lock', async () => {
    const { customer, id } = await lockedWith('200');
    const other = await world.withdrawal(await world.customer('50'), '5');
    expect(await hold(customer.userId)).toMatchObject({ status: 200, body: { held: 1 } });
    const heldAt = fixture.clock.now().toISOString();
    fixture.clock.advance(1000);
    // What is held stays held since when it was.
    expect(await hold(customer.userId)).toMatchObject({ status: 200, body: { held: 0 } });
    const { body } = await world.call(first, 'GET', `/customers/${customer.userId}`);
    expect(body.pendingWithdrawals).toMatchObject([{ id, heldAt }]);
    expect(await world.audit(id)).toMatchObject([
      { action: 'withdrawal.request' },
      { action: 'withdrawal.hold', actor_id: first.userId, after: { held: true } },
    ]);
    const asking = await world.ask(first, 'withdrawal', { id, overridesLock: true });
    expect(asking).toMatchObject({ status: 409, body: { code: 'WITHDRAWAL_HELD' } });
    expect(await payOut(other)).toMatchObject({ status: 200 });
    await world.expectSound();
  });

  it('keeps two admins from paying what one has laid before the other', async () => {
    const { customer, id } = await lockedWith('200');
    const { body } = await world.ask(first, 'withdrawal', { id, overridesLock: true });
    expect(await hold(customer.userId, second)).toMatchObject({ status: 200 });
    expect((await world.approve(second, body.id)).body).toMatchObject({
      status: 'failed',
      failure: { code: 'WITHDRAWAL_HELD' },
    });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
  });

  it('is not held of an account that is open, nor of nobody', async () => {
    const customer = await world.customer('5000');
    const id = await world.withdrawal(customer, '200');
    expect(await hold(customer.userId)).toMatchObject({ status: 409, body: { code: 'CUSTOMER_NOT_LOCKED' } });
    expect(await payOut(id)).toMatchObject({ status: 200 });
    expect(await hold(newId())).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
  });
});

describe('a lock at the moment of a payout', () => {
  const ROUNDS = rounds({ short: 12, full: 40 });

  it(`comes before it, and nothing is paid, or after it, ${ROUNDS} times`, async () => {
    // What one admin pays out in all these rounds is far above it.
    await world.setThreshold(null);
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const customer = await world.customer('500');
      const id = await world.withdrawal(customer, '200');
      const third = await world.addAdmin();
      const locking = () =>
        world.call(third, 'POST', `/customers/${customer.userId}/lock`, {
          reason: REASON,
          holdWithdrawals: round % 2 === 0,
        });
      const [paid, locked] =
        round % 4 < 2
          ? await Promise.all([payOut(id), locking()])
          : await Promise.all([locking(), payOut(id)]).then(([one, two]) => [two, one]);
      expect(locked?.status).toBe(200);
      const { rows } = await fixture.database.pool.query<{ action: string; seq: string }>(
        `SELECT action, seq FROM audit_log WHERE subject_id IN ($1, $2)
           AND action IN ('user.lock', 'withdrawal.approve', 'withdrawal.hold') ORDER BY seq`,
        [id, customer.userId],
      );
      const order = rows.map(({ action }) => action).join(', ');
      seen.add(order);
      const isPaid = paid?.status === 200;
      if (isPaid) expect(order).toBe('withdrawal.approve, user.lock');
      else expect(['CUSTOMER_LOCKED', 'WITHDRAWAL_HELD']).toContain(paid?.body.code);
      expect(await world.totalOf(customer.userId)).toBe(isPaid ? '300.00' : '500.00');
    }
    expect([...seen].every((order) => !/lock.*approve/.test(order))).toBe(true);
    await world.expectSound();
  });

  it('waits for a payout under way, and a payout under way does not see it', async () => {
    const customer = await world.customer('500');
    const id = await world.withdrawal(customer, '200');
    const third = await world.addAdmin();
    let locking: Promise<unknown> = Promise.resolve();
    await fixture.runWork(first, async (work) => {
      expect(await holdAdmin(work.tx, first)).toBe(true);
      locking = world.call(third, 'POST', `/customers/${customer.userId}/lock`, { reason: REASON });
      await untilBlocked(fixture.database.pool);
      expect(await approveWithdrawal(work, { id })).toMatchObject({ status: 'approved' });
    });
    expect(await locking).toMatchObject({ status: 200 });
    expect(await world.totalOf(customer.userId)).toBe('300.00');
  });
});
