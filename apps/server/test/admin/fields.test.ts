// Admins of one field: how they come to be, what they cannot get round, and who hears of what.
import { type AdminField, LIVE_CLOSE } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { holdAdmin, promoteToAdmin } from '../../src/modules/identity/index.ts';
import { systemActor } from '../../src/platform/work.ts';
import { LiveSocketWorld } from '../platform/live-socket-world.ts';
import {
  asked,
  correct,
  first,
  fixture,
  fresh,
  HOUR_MS,
  type Person,
  REASON,
  REFUSED,
  second,
  setUpFourEyes,
  world,
} from './four-eyes-world.ts';

setUpFourEyes();

/** An admin of one field since long ago. */
async function adminOf(adminField: AdminField): Promise<Person> {
  const admin = world.api.person('admin', undefined, { adminField });
  await world.api.call('GET', '/api/profile', { as: admin });
  return admin;
}
const limit = (as: Person, { userId }: Person, adminField: AdminField) =>
  world.call(fresh(as), 'POST', `/customers/${userId}/role`, { role: 'admin', adminField, reason: REASON });
const payOut = (as: Person, id: string) => world.call(as, 'POST', `/withdrawals/${id}/approve`, {});
const onlyFullAdmin = () =>
  fixture.database.pool.query(`UPDATE auth_users SET role = 'user' WHERE id = $1`, [second.userId]);

describe('a field', () => {
  it('is given by somebody who may do everything, with its row of the log, and told', async () => {
    const anna = await world.customer('10');
    const made = await world.call(first, 'POST', `/customers/${anna.userId}/role`, {
      role: 'admin',
      adminField: 'support',
      reason: REASON,
    });
    expect(made).toMatchObject({ status: 200, body: { role: 'admin', adminField: 'support' } });
    expect(await world.audit(anna.userId)).toContainEqual({
      actor_id: first.userId,
      action: 'user.role_changed',
      after: { role: 'admin', adminField: 'support' },
    });
    const as = world.api.person('admin', anna.userId, { adminField: 'support' });
    const { body } = await world.api.call('GET', '/api/notifications', { as });
    expect(body.items).toContainEqual(
      expect.objectContaining({
        title: 'Sie sind jetzt Administrator',
        message: `Ihr Bereich: Support. Grund: ${REASON}`,
      }),
    );
    expect((await world.api.call('GET', '/api/profile', { as })).body).toMatchObject({
      role: 'admin',
      adminField: 'support',
    });
    const again = { role: 'admin', adminField: 'support', reason: REASON };
    expect(await world.call(first, 'POST', `/customers/${anna.userId}/role`, again)).toMatchObject({
      body: { code: 'ACCESS_UNCHANGED' },
    });
    const customer = { role: 'user', reason: REASON };
    expect(await world.call(first, 'POST', `/customers/${anna.userId}/role`, customer)).toMatchObject({
      body: { role: 'user', adminField: null },
    });
  });

  it('counts at once: for what is under way, and for open sockets', async () => {
    expect(await limit(first, second, 'audit')).toMatchObject({ status: 200 });
    await fixture.runWork(second, async (work) => {
      expect(await holdAdmin(work.tx, second)).toBe(false);
      expect(await holdAdmin(work.tx, { ...second, adminField: 'audit' })).toBe(true);
    });
    const id = await world.withdrawal(await world.customer('50'), '20');
    // Their request was let in before the change.
    expect(await payOut(second, id)).toMatchObject({ status: 403 });
    const sockets = await LiveSocketWorld.open();
    sockets.start({ sessionCheckMs: 50 });
    const chef = await sockets.connect({ cookie: 'chef' });
    sockets.sessions.set('chef', { userId: 'chef', adminField: 'support', sessionId: 'chef-1' });
    expect(await chef.closed).toBe(LIVE_CLOSE.sessionEnded);
    await sockets.close();
  });

  it('leaves somebody who may do everything, whoever takes the rights and however', async () => {
    await onlyFullAdmin();
    const helper = await adminOf('support');
    const work = <T>(run: Parameters<typeof fixture.runWork<T>>[1]) =>
      fixture.runWork<T>(systemActor('test'), run);
    await expect(work((one) => promoteToAdmin(one, first.userId, 'audit'))).rejects.toMatchObject({
      code: 'LAST_ADMIN',
    });
    expect(await limit(first, first, 'audit')).toMatchObject({ body: { code: 'OWN_ACCESS' } });
    const leave = (as: Person) => world.api.call('POST', '/api/profile/delete', { as, body: {} });
    expect(await leave(fresh(first))).toMatchObject({ body: { code: 'LAST_ADMIN' } });
    expect(await leave(helper)).toMatchObject({ status: 200 });
    expect(await work((one) => promoteToAdmin(one, second.userId, 'all'))).toBe(true);
    expect(await work((one) => promoteToAdmin(one, first.userId, 'audit'))).toBe(true);
  });
});

describe('four eyes with an admin who only reviews', () => {
  it('bind them where somebody may do everything, and that one only where there is another', async () => {
    await onlyFullAdmin();
    const reviewer = await adminOf('review');
    const customer = await world.customer('5000');
    const id = await world.withdrawal(customer, '2000');
    expect(await payOut(reviewer, id)).toMatchObject(REFUSED);
    expect((await world.call(reviewer, 'GET', '/four-eyes')).body).toMatchObject({
      active: true,
      hasSecond: true,
      pendingForMe: 0,
    });
    const request = await world.ask(reviewer, 'withdrawal', { id });
    expect(request.status).toBe(201);
    expect((await world.call(first, 'GET', '/four-eyes')).body).toMatchObject({
      whyOff: 'single_admin',
      pendingForMe: 1,
    });
    expect(await world.approve(first, request.body.id)).toMatchObject({ body: { status: 'approved' } });
    expect(await world.totalOf(customer.userId)).toBe('3000.00');
    expect(await correct(fresh(first), customer.email, '2000')).toMatchObject({ status: 201 });
  });

  it('are asked for what they could do themselves, and for nothing else', async () => {
    const reviewer = await adminOf('review');
    const { email } = await world.customer('10');
    const outside = { status: 403, body: { code: 'OUTSIDE_FIELD' } };
    const key = crypto.randomUUID();
    expect(await world.ask(reviewer, 'correction', world.correction(email, '2000'), key)).toMatchObject(
      outside,
    );
    const pause = { botType: 'smartbot', reason: REASON };
    expect(await world.ask(reviewer, 'bot_pause', pause)).toMatchObject(outside);
    expect(await world.ask(reviewer, 'threshold', { thresholdUsd: null, reason: REASON })).toMatchObject(
      outside,
    );
  });

  it('never take them for the second one, and tell them of nothing that waits for one', async () => {
    const reviewer = await adminOf('review');
    const { id } = await asked();
    expect((await world.call(reviewer, 'GET', `/approvals/${id}`)).body).toMatchObject({
      now: { ok: false, code: 'OUTSIDE_FIELD' },
    });
    expect(await world.approve(reviewer, id)).toMatchObject({ body: { code: 'OUTSIDE_FIELD' } });
    const { body } = await world.api.call('GET', '/api/notifications', { as: reviewer });
    expect(body.items).toEqual([]);
  });

  it('fail what somebody laid before them whose field it is no longer', async () => {
    const third = await world.addAdmin();
    const id = await world.withdrawal(await world.customer('5000'), '2000');
    const request = await world.ask(second, 'withdrawal', { id });
    expect(await limit(first, second, 'support')).toMatchObject({ status: 200 });
    expect(await world.approve(third, request.body.id)).toMatchObject({
      body: { status: 'failed', failure: { code: 'APPROVAL_REQUESTER_GONE' } },
    });
  });

  it('stay for who was limited to the queue, what they were for this request', async () => {
    const third = await world.addAdmin();
    const id = await world.withdrawal(await world.customer('5000'), '2000');
    const request = await world.ask(second, 'withdrawal', { id });
    await limit(first, second, 'review');
    expect(await world.approve(third, request.body.id)).toMatchObject({ body: { status: 'approved' } });
  });

  it('make whoever may do everything only now wait for a day', async () => {
    const reviewer = await adminOf('review');
    const { id } = await asked();
    expect(await limit(first, reviewer, 'all')).toMatchObject({ status: 200 });
    const widened = world.api.person('admin', reviewer.userId);
    expect(await world.approve(widened, id)).toMatchObject({ body: { code: 'SECOND_ADMIN_TOO_NEW' } });
    fixture.clock.advance(25 * HOUR_MS);
    expect(await world.approve(fresh(widened), id)).toMatchObject({ body: { status: 'approved' } });
  });
});

describe('the team of the support desk', () => {
  it('is who may answer: nobody else is given a chat', async () => {
    const [helper, reviewer] = [await adminOf('support'), await adminOf('review')];
    const team = (await world.api.call('GET', '/api/admin/support/team', { as: helper })).body.items as {
      userId: string;
    }[];
    const ids = team.map(({ userId }) => userId);
    expect(ids).toContain(helper.userId);
    expect(ids).toContain(first.userId);
    expect(ids).not.toContain(reviewer.userId);
    const customer = await world.customer('10');
    const asCustomer = world.api.person('user', customer.userId);
    const chat = await world.api.call('POST', '/api/support/chats', { as: asCustomer, body: {} });
    const assign = (assignee: string) =>
      world.api.call('POST', `/api/admin/support/chats/${chat.body.id}/assignee`, {
        as: helper,
        body: { assignee, expected: null },
      });
    expect((await assign(reviewer.userId)).status).toBeGreaterThanOrEqual(400);
    expect(await assign(helper.userId)).toMatchObject({ status: 200 });
  });
});
