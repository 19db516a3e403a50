// How what waits for a second admin ends without booking: what it stood on is gone, somebody was faster, or time is up.
import { auditActionText } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { endLapsedApprovals } from '../../src/modules/admin/index.ts';
import { newId, systemActor } from '../../src/platform/work.ts';
import { untilBlocked } from '../races.ts';
import {
  asked,
  first,
  fixture,
  fresh,
  HOUR_MS,
  type Person,
  second,
  setUpFourEyes,
  world,
} from './four-eyes-world.ts';

setUpFourEyes();

/** The newest notice of somebody. */
const heardBy = async (person: Person): Promise<unknown> =>
  ((await world.api.call('GET', '/api/notifications', { as: person })).body.items as unknown[])[0];

/** What the audit log says last about a request, in its own words. */
async function lastWordOn(approval: unknown): Promise<string> {
  const rows = (await world.audit(String(approval))) as { action: string }[];
  return auditActionText(rows.at(-1)?.action ?? '');
}

describe('what waits for a second admin', () => {
  it('fails when whoever asked is no admin any more', async () => {
    const { id, customer } = await asked();
    await fixture.database.pool.query(`UPDATE auth_users SET role = 'user' WHERE id = $1`, [first.userId]);
    expect(await world.approve(second, id)).toMatchObject({
      body: { status: 'failed', failure: { code: 'APPROVAL_REQUESTER_GONE' } },
    });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
  });

  it('fails with the reason and books nothing when the balance is gone', async () => {
    const { id, customer } = await asked('4000', 'debit');
    await world.withdrawal(customer, '3000');
    const preview = await world.call(second, 'GET', `/approvals/${id}`);
    expect(preview.body.now).toMatchObject({ ok: false, code: 'BALANCE_NEGATIVE' });
    expect(await world.approve(second, id)).toMatchObject({
      status: 200,
      body: {
        status: 'failed',
        failure: { code: 'BALANCE_NEGATIVE', data: { available: '2000.00', required: '4000.00' } },
      },
    });
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
    expect(await world.audit(customer.userId)).not.toContainEqual(
      expect.objectContaining({ action: 'wallet.correct' }),
    );
    expect(await world.approve(second, id)).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_DECIDED', data: { status: 'failed' } },
    });
    await world.expectSound();
  });

  it('fails when the customer has cancelled the withdrawal', async () => {
    const customer = await world.customer('5000');
    const id = await world.withdrawal(customer, '1200');
    const request = await world.ask(first, 'withdrawal', { id });
    const owner = world.api.person('user', customer.userId);
    await world.api.call('POST', `/api/withdrawals/${id}/cancel`, { as: owner, body: {} });
    expect(await world.approve(second, request.body.id)).toMatchObject({
      body: { status: 'failed', failure: { code: 'ALREADY_DECIDED' } },
    });
    // Here somebody has approved, and the log says that it came to nothing.
    expect(await lastWordOn(request.body.id)).toBe('Freigegeben, aber nicht mehr ausführbar');
    expect(await world.totalOf(customer.userId)).toBe('5000.00');
    await world.expectSound();
  });

  it.each([
    ['reject', 'abgelehnt', '5000.00'],
    ['approve', 'genehmigt', '3800.00'],
  ] as const)(
    'ends with the withdrawal when one admin alone may %s it, and its author hears so',
    async (decision, word, total) => {
      const customer = await world.customer('5000');
      const id = await world.withdrawal(customer, '1200');
      const { body } = await world.ask(first, 'withdrawal', { id });
      // Rejecting never needs two; paying out does not any more.
      if (decision === 'approve') await world.setThreshold('2000');
      expect(await world.call(second, 'POST', `/withdrawals/${id}/${decision}`, {})).toMatchObject({
        status: 200,
      });
      expect(await world.call(first, 'GET', `/approvals/${body.id}`)).toMatchObject({
        body: { status: 'failed', failure: { code: 'ALREADY_DECIDED' } },
      });
      expect(await heardBy(first)).toMatchObject({
        title: 'Vorlage beendet',
        message: expect.stringMatching(
          new RegExp(
            `^Ihre Vorlage F-\\d+ über 1\\.200,00\\sUSDT ist ohne Entscheidung beendet: Die Auszahlung ist bereits ${word}\\.$`,
          ),
        ),
        subjectId: body.id,
      });
      expect(await world.totalOf(customer.userId)).toBe(total);
      // Nobody has approved it, so the log does not say so.
      expect(await lastWordOn(body.id)).toBe('Ohne Entscheidung beendet');
      await world.expectSound();
    },
  );

  it('ends within a minute when the customer takes the withdrawal back', async () => {
    const customer = await world.customer('5000');
    const id = await world.withdrawal(customer, '1200');
    const waits = await world.withdrawal(customer, '1300');
    const { body } = await world.ask(first, 'withdrawal', { id });
    const other = await world.ask(first, 'withdrawal', { id: waits });
    const owner = world.api.person('user', customer.userId);
    await world.api.call('POST', `/api/withdrawals/${id}/cancel`, { as: owner, body: {} });
    await fixture.runWork(systemActor(newId()), endLapsedApprovals);
    const statusOf = async (approval: unknown) =>
      (await world.call(first, 'GET', `/approvals/${approval}`)).body.status;
    expect(await statusOf(body.id)).toBe('failed');
    expect(await statusOf(other.body.id)).toBe('pending');
    expect(await lastWordOn(body.id)).toBe('Ohne Entscheidung beendet');
    expect(await heardBy(first)).toMatchObject({
      message: expect.stringContaining('Die Auszahlung ist bereits storniert.'),
    });
    await world.expectSound();
  });

  it('is decided or ends, never both, when the other admin rejects the withdrawal meanwhile', async () => {
    for (let round = 0; round < 12; round += 1) {
      const customer = await world.customer('5000');
      const id = await world.withdrawal(customer, '1200');
      const { body } = await world.ask(first, 'withdrawal', { id });
      const [approved, rejected] = await Promise.all([
        world.approve(second, body.id),
        world.call(first, 'POST', `/withdrawals/${id}/reject`, {}),
      ]);
      const paid = approved.status === 200 && approved.body.status === 'approved';
      expect(rejected.status, JSON.stringify({ approved, rejected })).toBe(paid ? 409 : 200);
      expect(await world.totalOf(customer.userId)).toBe(paid ? '3800.00' : '5000.00');
      const { body: after } = await world.call(first, 'GET', `/approvals/${body.id}`);
      expect(after.status).toBe(paid ? 'approved' : 'failed');
    }
    await world.expectSound();
  });

  it('lapses after three days', async () => {
    const customer = await world.customer('5000');
    const withdrawal = await world.withdrawal(customer, '1200');
    const { body } = await world.ask(first, 'withdrawal', { id: withdrawal });
    fixture.clock.advance(72 * HOUR_MS);
    expect(await world.approve(fresh(second), body.id)).toMatchObject({
      body: { code: 'APPROVAL_DECIDED', data: { status: 'expired' } },
    });
    const list = await world.call(fresh(second), 'GET', '/approvals?state=decided&status=expired');
    expect(list.body.items).toContainEqual(expect.objectContaining({ id: body.id, status: 'expired' }));
    // It does not stand in the way of the next one, and the end of the first is in the audit log.
    expect(await world.ask(fresh(first), 'withdrawal', { id: withdrawal })).toMatchObject({ status: 201 });
    expect(await world.audit(String(body.id))).toMatchObject([
      { action: 'approval.request' },
      { action: 'approval.expire' },
    ]);
  });

  it('locks what it ends in one order, so that two who look it through at once do not stop each other', async () => {
    const customer = await world.customer('5000');
    const withdrawals = [await world.withdrawal(customer, '1200'), await world.withdrawal(customer, '1300')];
    const ids: unknown[] = [];
    for (const id of withdrawals) ids.push((await world.ask(first, 'withdrawal', { id })).body.id);
    const owner = world.api.person('user', customer.userId);
    // The first comes to nothing, the second is over.
    await world.api.call('POST', `/api/withdrawals/${withdrawals[0]}/cancel`, { as: owner, body: {} });
    await fixture.database.pool.query('UPDATE approval_requests SET expires_at = $2 WHERE id = $1', [
      ids[1],
      fixture.clock.now(),
    ]);
    const other = await fixture.database.pool.connect();
    const lock = (id: unknown) =>
      other.query('SELECT FROM approval_requests WHERE id = $1 FOR UPDATE NOWAIT', [id]);
    try {
      await other.query('BEGIN');
      await lock(ids[0]);
      const ended = fixture.runWork(systemActor(newId()), endLapsedApprovals);
      await untilBlocked(fixture.database.pool);
      await lock(ids[1]);
      await other.query('COMMIT');
      await ended;
    } finally {
      other.release();
    }
    const statuses = ids.map(async (id) => (await world.call(first, 'GET', `/approvals/${id}`)).body.status);
    expect(await Promise.all(statuses)).toEqual(['failed', 'expired']);
  });
});

describe('the audit log', () => {
  it('finds an approval by its number and its customer, names both, and has it among what concerns the customer', async () => {
    const { id, customer, answer } = await asked();
    await world.call(second, 'POST', `/approvals/${id}/reject`, { note: 'Beleg fehlt' });
    const reference = String(answer.body.reference);
    const decided = ['approval.reject', 'approval.request'];
    const rows = async (path: string) =>
      ((await world.call(second, 'GET', path)).body.items as Record<string, unknown>[]).filter(
        ({ subject }) => subject === 'approval',
      );
    for (const query of [reference, reference.toLowerCase(), customer.email, customer.userId]) {
      const found = await rows(`/audit?${new URLSearchParams({ query })}`);
      expect(
        found.map(({ action }) => action),
        query,
      ).toEqual(decided);
      expect(found[0]).toMatchObject({
        reference,
        owner: { userId: customer.userId, email: customer.email },
      });
    }
    const ofCustomer = await rows(`/customers/${customer.userId}/audit?pageSize=50`);
    expect(ofCustomer).toMatchObject(decided.map((action) => ({ action, reference })));
  });
});
