// From the threshold on money moves only with a second admin. Who is one, what they decide on, and what nobody gets round.
import { describe, expect, it } from 'vitest';
import {
  asked,
  correct,
  emailOf,
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

const payOut = (as: Person, id: string) => world.call(as, 'POST', `/withdrawals/${id}/approve`, {});

describe('one admin alone', () => {
  it('corrects below the threshold, and from it on needs a second one', async () => {
    const { email, userId } = await world.customer('5000');
    expect(await correct(first, email, '999.99')).toMatchObject({ status: 201 });
    expect(await correct(first, email, '1000')).toMatchObject(REFUSED);
    expect(await correct(first, email, '1000.01', 'debit')).toMatchObject(REFUSED);
    expect(await world.totalOf(userId)).toBe('5999.99');
    await world.expectSound();
  });

  it('pays out below the threshold, and from it on needs a second one', async () => {
    const customer = await world.customer('5000');
    const [below, at, above] = await Promise.all(
      ['999.99', '1000', '1000.01'].map((amount) => world.withdrawal(customer, amount)),
    );
    expect(await payOut(first, String(below))).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await payOut(first, String(at))).toMatchObject(REFUSED);
    expect(await payOut(first, String(above))).toMatchObject(REFUSED);
    expect(await world.countTransfers('withdrawal_approved')).toBe(1);
    const all = await world.call(first, 'POST', '/withdrawals/decide', { ids: [at], decision: 'approve' });
    expect(all.body.items).toMatchObject([{ ok: false, code: 'SECOND_ADMIN_REQUIRED' }]);
    await world.expectSound();
  });

  it('hears first what is wrong with it, and of the second admin only when nothing is', async () => {
    const { email } = await world.customer('100');
    expect(await correct(first, email, '2000', 'debit')).toMatchObject({
      body: { code: 'BALANCE_NEGATIVE' },
    });
    expect(await correct(first, emailOf(first.userId), '2000')).toMatchObject({
      body: { code: 'OWN_ACCOUNT' },
    });
  });

  it('may do everything where nobody could second, and the page says why', async () => {
    const only = await world.onlyAdmin();
    const { email } = await world.customer('10');
    expect(await correct(only, email, '4000')).toMatchObject({ status: 201 });
    expect((await world.call(only, 'GET', '/four-eyes')).body).toMatchObject({
      active: false,
      whyOff: 'single_admin',
      hasSecond: false,
      thresholdUsd: '1000.00',
      admins: [{ userId: only.userId, canAct: true }],
    });
    const asking = await world.ask(only, 'correction', world.correction(email, '4000'));
    expect(asking).toMatchObject({ status: 409, body: { code: 'FOUR_EYES_OFF' } });
  });

  it('may do everything while no threshold is set, as in the demo', async () => {
    await world.setThreshold(null);
    const { email } = await world.customer('10');
    expect(await correct(first, email, '4000')).toMatchObject({ status: 201 });
    expect((await world.call(first, 'GET', '/four-eyes')).body).toMatchObject({
      active: false,
      whyOff: 'no_threshold',
      hasSecond: true,
      thresholdUsd: null,
    });
  });

  it.each([
    ['removing', 'role', { role: 'user', reason: REASON }],
    ['locking', 'lock', { reason: REASON }],
  ])('stays bound for a day after %s the others', async (_how, path, body) => {
    const { email } = await world.customer('10');
    const done = await world.call(first, 'POST', `/customers/${second.userId}/${path}`, body);
    expect(done.status).toBe(200);
    expect(await correct(first, email, '4000')).toMatchObject(REFUSED);
    const threshold = { thresholdUsd: null, reason: REASON };
    expect(await world.call(first, 'POST', '/four-eyes/threshold', threshold)).toMatchObject(REFUSED);
    fixture.clock.advance(25 * HOUR_MS);
    expect(await correct(fresh(first), email, '4000')).toMatchObject({ status: 201 });
  });
});

describe('what waits for a second admin', () => {
  it('books nothing before, and by the second what was asked for, in the name of both', async () => {
    const { customer, id, answer } = await asked();
    expect(answer.body).toMatchObject({
      kind: 'correction',
      status: 'pending',
      amountUsd: '2500.00',
      reason: REASON,
      requestedBy: { userId: first.userId, email: emailOf(first.userId) },
      lines: [
        {
          userId: customer.userId,
          email: customer.email,
          reference: null,
          before: '5000.00',
          after: '7500.00',
        },
      ],
    });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
    expect(fixture.hints).toContainEqual({ to: 'admins', subjects: ['approvals'] });
    const told = await world.api.call('GET', '/api/notifications', { as: second });
    expect(told.body.items).toMatchObject([{ title: 'Freigabe nötig', subject: 'approval', subjectId: id }]);

    const { reference } = answer.body;
    const { body } = await world.call(second, 'GET', `/references?query=${reference}`);
    expect(body.found).toEqual({ kind: 'approval', reference, id, status: 'pending' });

    // Trying it out, again and again, takes no number.
    for (let look = 0; look < 3; look += 1)
      expect((await world.call(second, 'GET', `/approvals/${id}`)).body).toMatchObject({
        now: { ok: true, lines: [{ reference: null, after: '7500.00' }] },
      });
    const before = await world.call(second, 'POST', '/wallet-corrections', {
      ...world.correction((await world.customer('10')).email, '5'),
    });
    const number = Number(String(before.body.reference).slice(2));
    const done = await world.approve(second, id);
    expect(done).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        decidedBy: { userId: second.userId },
        lines: [{ reference: `K-${number + 1}`, after: '7500.00' }],
      },
    });
    expect(await world.totalOf(customer.userId)).toBe('7500.00');
    const both = { requestedBy: first.userId };
    expect(await world.audit(customer.userId)).toContainEqual({
      actor_id: second.userId,
      action: 'wallet.correct',
      after: expect.objectContaining({ ...both, amountUsd: '2500.00' }),
    });
    expect(await world.audit(id)).toMatchObject([
      { actor_id: first.userId, action: 'approval.request' },
      { actor_id: second.userId, action: 'approval.approve', after: both },
    ]);
    const news = await world.api.call('GET', '/api/notifications', { as: first });
    expect(news.body.items).toMatchObject([{ title: 'Freigegeben', subjectId: id }]);
    await world.expectSound();
  });

  it('pays out a withdrawal, which waits only once', async () => {
    const customer = await world.customer('5000');
    const id = await world.withdrawal(customer, '1200');
    const request = await world.ask(first, 'withdrawal', { id });
    expect(request.body).toMatchObject({
      kind: 'withdrawal',
      lines: [{ subjectId: id, before: '5000.00', after: '3800.00' }],
    });
    const again = await world.ask(second, 'withdrawal', { id });
    expect(again).toMatchObject({ status: 409, body: { code: 'APPROVAL_PENDING' } });
    expect(await world.approve(second, request.body.id)).toMatchObject({ body: { status: 'approved' } });
    expect(await world.totalOf(customer.userId)).toBe('3800.00');
    await world.expectSound();
  });

  it('is not for whoever asked, nor for customers', async () => {
    const { id, customer } = await asked();
    expect(await world.approve(first, id)).toMatchObject({ status: 409, body: { code: 'OWN_REQUEST' } });
    const note = { note: 'Bitte nicht' };
    expect(await world.call(first, 'POST', `/approvals/${id}/reject`, note)).toMatchObject({
      body: { code: 'OWN_REQUEST' },
    });
    expect(await world.call(second, 'POST', `/approvals/${id}/withdraw`, {})).toMatchObject({ status: 403 });
    const owner = world.api.person('user', customer.userId);
    expect(await world.approve(owner, id)).toMatchObject({ status: 403 });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
  });

  it('is not for an admin whose own money it is, but for a third one', async () => {
    const third = await world.addAdmin();
    const answer = await world.ask(first, 'correction', world.correction(emailOf(second.userId), '3000'));
    expect(answer.status).toBe(201);
    expect(await world.approve(second, answer.body.id)).toMatchObject({ body: { code: 'OWN_ACCOUNT' } });
    expect(await world.approve(third, answer.body.id)).toMatchObject({ body: { status: 'approved' } });
    const own = await world.ask(first, 'correction', world.correction(emailOf(first.userId), '3000'));
    expect(own).toMatchObject({ body: { code: 'OWN_ACCOUNT' } });
  });

  it('is not for a helper who was made admin only now', async () => {
    const { id } = await asked();
    const helper = world.api.person('user');
    await world.api.call('GET', '/api/profile', { as: helper });
    const body = { role: 'admin', reason: REASON };
    const made = await world.call(first, 'POST', `/customers/${helper.userId}/role`, body);
    expect(made.status).toBe(200);
    const asAdmin = world.api.person('admin', helper.userId);
    expect(await world.approve(asAdmin, id)).toMatchObject({ body: { code: 'SECOND_ADMIN_TOO_NEW' } });
    fixture.clock.advance(25 * HOUR_MS);
    expect(await world.approve(fresh(asAdmin), id)).toMatchObject({ body: { status: 'approved' } });
  });

  it.each([
    ['was made admin', ['role:user', 'role:admin']],
    ['was unlocked', ['lock', 'unlock']],
  ])('tells who %s only now before they decide, and leaves them to reject', async (_what, steps) => {
    for (const step of steps) {
      const [path = '', role] = step.split(':');
      const body = { ...(role && { role }), reason: REASON };
      const changed = await world.call(first, 'POST', `/customers/${second.userId}/${path}`, body);
      expect(changed.status).toBe(200);
    }
    const { id, customer } = await asked();
    const preview = (as: Person) => world.call(as, 'GET', `/approvals/${id}`);
    const notYet = { ok: false, code: 'SECOND_ADMIN_TOO_NEW' };
    expect((await preview(second)).body).toMatchObject({ status: 'pending', now: notYet });
    expect((await preview(first)).body).toMatchObject({ now: { ok: true } });
    const rule = (await world.call(second, 'GET', '/four-eyes')).body;
    expect(rule).toMatchObject({ active: true, pendingForMe: 0 });
    expect(rule.pending).toBeGreaterThan(0);
    expect(rule.admins).toHaveLength(2);
    expect(rule.admins).toContainEqual({
      userId: second.userId,
      email: emailOf(second.userId),
      adminField: 'all',
      canAct: true,
      tooNew: true,
    });
    expect(rule.admins).toContainEqual(expect.objectContaining({ userId: first.userId, tooNew: false }));
    const { body: news } = await world.api.call('GET', '/api/notifications', { as: second });
    const told = (news.items as { subjectId: string; message: string }[]).find(
      (item) => item.subjectId === id,
    );
    expect(told?.message).toMatch(/ wartet auf eine zweite Person: F-\d+\./);

    const note = { note: 'Beleg fehlt' };
    expect(await world.call(second, 'POST', `/approvals/${id}/reject`, note)).toMatchObject({
      body: { status: 'rejected' },
    });
    const later = await asked();
    fixture.clock.advance(25 * HOUR_MS);
    expect((await world.call(second, 'GET', `/approvals/${later.id}`)).body).toMatchObject({
      now: { ok: true },
    });
    expect((await world.call(second, 'GET', '/four-eyes')).body.pendingForMe).toBeGreaterThan(0);
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
  });

  it('is not for an admin who was locked or demoted meanwhile, even with a session that is open still', async () => {
    const { id, customer } = await asked();
    for (const change of [`locked_at = now(), locked_reason = 'x'`, `role = 'user'`]) {
      await fixture.database.pool.query(`UPDATE auth_users SET ${change} WHERE id = $1`, [second.userId]);
      expect(await world.approve(second, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
  });

  it('goes to the person it was about, whoever has their address by now', async () => {
    const { id, customer } = await asked();
    const { pool } = fixture.database;
    await pool.query(`UPDATE auth_users SET email = $2 WHERE id = $1`, [
      customer.userId,
      `neu-${customer.email}`,
    ]);
    const other = await world.customer('1');
    await pool.query(`UPDATE auth_users SET email = $2 WHERE id = $1`, [other.userId, customer.email]);
    expect(await world.approve(second, id)).toMatchObject({ body: { status: 'approved' } });
    expect(await world.totalOf(customer.userId)).toBe('7500.00');
    expect(await world.totalOf(other.userId)).toBe('1.00');
  });

  it('is rejected with a note, or taken back by whoever asked', async () => {
    const { id, customer } = await asked();
    const rejected = await world.call(second, 'POST', `/approvals/${id}/reject`, { note: 'Beleg fehlt' });
    expect(rejected.body).toMatchObject({ status: 'rejected', note: 'Beleg fehlt' });
    const back = await asked();
    const withdrawn = await world.call(first, 'POST', `/approvals/${back.id}/withdraw`, {});
    expect(withdrawn.body).toMatchObject({ status: 'withdrawn' });
    expect(await world.approve(second, back.id)).toMatchObject({ body: { code: 'APPROVAL_DECIDED' } });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
  });

  it('is listed oldest first while it waits, with what waits for oneself counted apart', async () => {
    await fixture.database.pool.query('DELETE FROM approval_requests');
    const one = await asked();
    fixture.clock.advance(1000);
    const two = await asked('1500');
    const open = await world.call(second, 'GET', '/approvals');
    expect((open.body.items as { id: string }[]).map(({ id }) => id)).toEqual([one.id, two.id]);
    expect((await world.call(first, 'GET', '/four-eyes')).body).toMatchObject({
      pending: 2,
      pendingForMe: 0,
    });
    expect((await world.call(second, 'GET', '/four-eyes')).body).toMatchObject({
      pending: 2,
      pendingForMe: 2,
    });
    const preview = await world.call(second, 'GET', `/approvals/${one.id}`);
    expect(preview.body.now).toMatchObject({ ok: true, lines: [{ before: '5000.00', after: '7500.00' }] });
    expect(await world.totalOf(one.customer.userId)).toBe('5000.00');
  });
});
