// Four eyes while something changes: an account ends, two decide at once, the threshold or the installation is another.
import { describe, expect, it } from 'vitest';
import { approveRequest } from '../../src/modules/admin/four-eyes/decide-approval.ts';
import { STRATEGIES } from '../../src/modules/bots/index.ts';
import { newId } from '../../src/platform/work.ts';
import { expectCodes, race, untilBlocked } from '../races.ts';
import {
  asked,
  correct,
  first,
  fixture,
  fresh,
  type Person,
  REFUSED,
  SEEN,
  second,
  setUpFourEyes,
  world,
} from './four-eyes-world.ts';

setUpFourEyes();

describe('the end of an account', () => {
  const close = (person: Person) => world.api.call('POST', '/api/profile/delete', { as: person, body: {} });

  it('ends what waits about its money, and erases what was written about it', async () => {
    const { id, customer } = await asked();
    const done = await asked();
    await world.call(second, 'POST', `/approvals/${done.id}/reject`, { note: 'Beleg fehlt' });
    for (const { userId } of [customer, done.customer])
      expect((await close(world.api.person('user', userId))).status).toBe(200);
    const { rows } = await fixture.database.pool.query(
      'SELECT status, input, reason, decision_note, failure FROM approval_requests WHERE id = ANY($1) ORDER BY number',
      [[id, done.id]],
    );
    const erased = { input: {}, reason: null, decision_note: null };
    expect(rows).toEqual([
      { ...erased, status: 'failed', failure: { code: 'ACCOUNT_CLOSED', data: null } },
      { ...erased, status: 'rejected', failure: null },
    ]);
    expect((await world.call(second, 'GET', `/approvals/${id}`)).body).toMatchObject({
      lines: [{ email: 'gelöschtes Konto' }],
    });
    expect(await world.audit(String(id))).toMatchObject([
      { action: 'approval.request' },
      { action: 'approval.end' },
    ]);
    const { body } = await world.api.call('GET', '/api/notifications', { as: first });
    expect((body.items as { subjectId: unknown }[]).find(({ subjectId }) => subjectId === id)).toMatchObject({
      title: 'Vorlage beendet',
      message: expect.stringMatching(
        /ist ohne Entscheidung beendet: Ein Konto, um das es ging, wurde gelöscht\.$/,
      ),
    });
    await world.expectSound();
  });

  it('takes back what its owner has asked for as an admin', async () => {
    const { id, customer } = await asked();
    expect((await close(first)).status).toBe(200);
    expect((await world.call(second, 'GET', `/approvals/${id}`)).body).toMatchObject({ status: 'withdrawn' });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
  });

  it('and an approval at the same moment do not wait for each other for ever', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, customer } = await asked();
      const [approval, closing] = await Promise.all([
        world.approve(second, id),
        close(world.api.person('user', customer.userId)),
      ]);
      expect([200, 409]).toContain(approval.status);
      expect(closing.status).toBe(200);
      await world.expectSound();
    }
  });
});

describe('what happens at once', () => {
  it('two other admins who approve book once', async () => {
    const third = await world.addAdmin();
    const { id, customer } = await asked();
    const outcomes = await race(
      fixture.database.pool,
      [second, third].map((actor) => ({
        actor,
        run: (work) => approveRequest(work, STRATEGIES, { id, note: SEEN }),
      })),
      fixture.clock.now(),
    );
    expect(expectCodes(outcomes, 'APPROVAL_DECIDED, ok')).toEqual([]);
    expect(await world.totalOf(customer.userId)).toBe('7500.00');
    await world.expectSound();
  });

  it('the same commands, sent twice with one key, do it once and answer alike', async () => {
    const customer = await world.customer('5000');
    const key = newId();
    const input = world.correction(customer.email, '2500');
    const [one, two] = [
      await world.ask(first, 'correction', input, key),
      await world.ask(first, 'correction', input, key),
    ];
    expect(two.body).toEqual(one.body);
    const other = world.correction(customer.email, '2600');
    expect(await world.ask(first, 'correction', other, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    const decision = newId();
    const answers = await Promise.all([
      world.approve(second, one.body.id, decision),
      world.approve(second, one.body.id, decision),
    ]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await world.totalOf(customer.userId)).toBe('7500.00');
  });

  it('a correction waits for a threshold that is being changed, and holds to the new one', async () => {
    const { email, userId } = await world.customer('5000');
    const client = await fixture.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE four_eyes_settings SET threshold_usd = 500');
      const answer = correct(first, email, '700');
      await untilBlocked(fixture.database.pool);
      await client.query('COMMIT');
      expect(await answer).toMatchObject({
        status: 409,
        body: { code: 'SECOND_ADMIN_REQUIRED', data: { thresholdUsd: '500.00' } },
      });
    } finally {
      client.release();
    }
    expect(await world.totalOf(userId)).toBe('5000.00');
  });
});

describe('the threshold', () => {
  const set = (as: Person, thresholdUsd: string | null) =>
    world.call(as, 'POST', '/four-eyes/threshold', { thresholdUsd, reason: 'Neue Regel' });

  it('is changed by two while it holds, switching it off included', async () => {
    expect(await set(first, '2000')).toMatchObject(REFUSED);
    expect(await set(first, null)).toMatchObject(REFUSED);
    const asked = await world.ask(first, 'threshold', { thresholdUsd: null, reason: 'Neue Regel' });
    expect(asked.body).toMatchObject({
      kind: 'threshold',
      amountUsd: null,
      lines: [],
      threshold: { before: '1000.00', after: null },
    });
    const other = await world.ask(second, 'threshold', { thresholdUsd: '9', reason: 'Neue Regel' });
    expect(other).toMatchObject({ body: { code: 'APPROVAL_PENDING' } });
    expect(await world.approve(first, asked.body.id)).toMatchObject({ body: { code: 'OWN_REQUEST' } });
    expect(await world.approve(second, asked.body.id)).toMatchObject({ body: { status: 'approved' } });
    expect((await world.call(first, 'GET', '/four-eyes')).body).toMatchObject({
      active: false,
      thresholdUsd: null,
      changedBy: { userId: second.userId },
    });
  });

  it('is set by one while there is none, or nobody else, and the audit log says so', async () => {
    await world.setThreshold(null);
    expect(await set(first, '750.50')).toMatchObject({
      status: 200,
      body: { active: true, thresholdUsd: '750.50', changedBy: { userId: first.userId } },
    });
    const only = await world.onlyAdmin();
    expect(await set(only, '800')).toMatchObject({ status: 200, body: { whyOff: 'single_admin' } });
    expect(await set(only, '800.00')).toMatchObject({ status: 409, body: { code: 'THRESHOLD_UNCHANGED' } });
    const rows = await world.audit('00000000-0000-7000-8000-000000000001');
    expect(rows.at(-1)).toEqual({
      actor_id: only.userId,
      action: 'four_eyes.set_threshold',
      after: { thresholdUsd: '800.00' },
    });
  });

  it('is looked at, asked for and decided at the same moment without anybody waiting for ever', async () => {
    for (let round = 0; round < 6; round += 1) {
      const asks = await Promise.all(
        [first, second].map((as, n) =>
          world.ask(fresh(as), 'threshold', {
            thresholdUsd: String(2000 + 10 * round + n),
            reason: 'Neue Regel',
          }),
        ),
      );
      expect(asks.map(({ status }) => status).sort()).toEqual([201, 409]);
      const [asker, other] = asks[0]?.status === 201 ? [first, second] : [second, first];
      const { id } = asks.find(({ status }) => status === 201)?.body ?? {};
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => world.call(asker, 'GET', `/approvals/${id}`)),
        world.approve(fresh(other), id),
        ...Array.from({ length: 4 }, () => world.call(other, 'GET', `/approvals/${id}`)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(answers[4]).toMatchObject({ body: { status: 'approved' } });
    }
  });

  it('asks for a fresher proof of who acts than money does', async () => {
    const authenticatedAt = new Date(fixture.clock.now().getTime() - 20 * 60_000);
    const stale = world.api.person('admin', first.userId, { authenticatedAt });
    const { body } = await world.ask(second, 'threshold', { thresholdUsd: '2000', reason: 'Neue Regel' });
    const refused = {
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED', data: { maxAgeMinutes: '15' } },
    };
    expect(await set(stale, '2000')).toMatchObject(refused);
    expect(await world.ask(stale, 'threshold', { thresholdUsd: '3000', reason: 'Neue Regel' })).toMatchObject(
      refused,
    );
    expect(await world.approve(stale, body.id)).toMatchObject(refused);
    const { email } = await world.customer('5');
    const money = await world.ask(stale, 'correction', world.correction(email, '2000'));
    expect(money.status).toBe(201);
  });
});

describe('an installation that asks its admins for a second factor', () => {
  it('counts nobody as the second one who has none', async () => {
    await fixture.database.pool.query('UPDATE four_eyes_settings SET needs_second_factor = true');
    const { email } = await world.customer('10');
    expect(await correct(first, email, '1500')).toMatchObject(REFUSED);
    await fixture.database.pool.query('UPDATE auth_users SET two_factor_enabled = false WHERE id = $1', [
      second.userId,
    ]);
    expect(await correct(first, email, '1500')).toMatchObject({ status: 201 });
    await fixture.database.pool.query('UPDATE four_eyes_settings SET needs_second_factor = false');
  });
});
