// What one admin moves alone within a day counts together, so that no threshold is passed in slices.
import { describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/work.ts';
import {
  correct,
  first,
  fixture,
  fresh,
  HOUR_MS,
  REFUSED,
  second,
  setUpFourEyes,
  world,
} from './four-eyes-world.ts';

setUpFourEyes();

const payOut = (as: typeof first, id: string) => world.call(as, 'POST', `/withdrawals/${id}/approve`, {});
const creditOf = (as: typeof first, id: string) => world.call(as, 'POST', `/deposits/${id}/approve`, {});
const check = (as: typeof first, of: string, ...amountsUsd: string[]) =>
  world.call(as, 'POST', '/four-eyes/check', { of, amountsUsd });

async function deposit(amountUsd: string): Promise<string> {
  const { userId } = await world.customer('10');
  const { body } = await world.api.call('POST', '/api/deposits', {
    as: world.api.person('user', userId),
    body: { amountUsd, cryptoCurrency: 'BTC' },
  });
  return String(body.id);
}

describe('what one admin moves within 24 hours', () => {
  it('counts together, to and fro, for one customer and for all, corrections and payouts alike', async () => {
    const [anna, berta] = [await world.customer('5000'), await world.customer('5000')];
    expect(await correct(first, anna.email, '400')).toMatchObject({ status: 201 });
    expect(await correct(first, anna.email, '400', 'debit')).toMatchObject({ status: 201 });
    // 800 by now: the next slice for the same customer, for another one, and as a payout.
    expect(await correct(first, anna.email, '200')).toMatchObject({
      ...REFUSED,
      body: { code: 'SECOND_ADMIN_REQUIRED', data: { thresholdUsd: '1000.00', movedUsd: '800.00' } },
    });
    expect(await correct(first, berta.email, '200', 'debit')).toMatchObject(REFUSED);
    const payout = await world.withdrawal(berta, '200');
    expect(await payOut(first, payout)).toMatchObject(REFUSED);
    expect(await payOut(first, await world.withdrawal(berta, '199.99'))).toMatchObject({ status: 200 });
    // Each admin has a sum of their own.
    expect(await payOut(second, payout)).toMatchObject({ status: 200 });
    await world.expectSound();
  });

  it('is said of each request that waits, whatever else waits beside it', async () => {
    const [anna, berta] = [await world.customer('5000'), await world.customer('5000')];
    const [small, large] = [await world.withdrawal(anna, '399.99'), await world.withdrawal(anna, '400')];
    const marks = async (as: typeof first) => {
      const { body } = await world.call(as, 'GET', '/withdrawals?pageSize=100');
      const rows = body.items as { id: string; needsSecond: boolean }[];
      return [small, large].map((id) => rows.find((row) => row.id === id)?.needsSecond);
    };
    expect(await marks(first)).toEqual([false, false]);
    expect(await correct(first, berta.email, '600')).toMatchObject({ status: 201 });
    expect(await marks(first)).toEqual([false, true]);
    expect(await marks(second)).toEqual([false, false]);
    // Deposits have a sum and a threshold of their own, which is off.
    await deposit('9000');
    const { body } = await world.call(first, 'GET', '/deposits?pageSize=100');
    expect((body.items as { needsSecond: boolean }[]).filter(({ needsSecond }) => needsSecond)).toEqual([]);
  });

  it('is over a day later, to the moment', async () => {
    const { email } = await world.customer('10');
    expect(await correct(first, email, '999')).toMatchObject({ status: 201 });
    fixture.clock.advance(24 * HOUR_MS - 1);
    expect(await correct(fresh(first), email, '1')).toMatchObject(REFUSED);
    fixture.clock.advance(1);
    expect(await correct(fresh(first), email, '999')).toMatchObject({ status: 201 });
  });

  it('is not counted where two stand behind it', async () => {
    const { email, ...owner } = await world.customer('9000');
    const asked = await world.ask(first, 'correction', world.correction(email, '2500'));
    expect(await world.approve(second, asked.body.id)).toMatchObject({ body: { status: 'approved' } });
    const payout = await world.ask(first, 'withdrawal', { id: await world.withdrawal(owner, '5000') });
    expect(await world.approve(second, payout.body.id)).toMatchObject({ body: { status: 'approved' } });
    for (const admin of [first, second])
      expect(await correct(admin, email, '999')).toMatchObject({ status: 201 });
  });

  it('goes on in a selection of payouts, row by row, and one command repeated counts once', async () => {
    const [anna, berta] = [await world.customer('5000'), await world.customer('5000')];
    const ids = [
      await world.withdrawal(anna, '400'),
      await world.withdrawal(berta, '400'),
      await world.withdrawal(anna, '200'),
      await world.withdrawal(berta, '199.99'),
    ];
    expect((await check(first, 'bookings', '400', '400', '200', '199.99')).body).toMatchObject({
      thresholdUsd: '1000.00',
      movedUsd: '0.00',
      togetherUsd: '1199.99',
      needsSecond: [false, false, true, false],
    });
    const key = newId();
    const decide = () => world.call(first, 'POST', '/withdrawals/decide', { ids, decision: 'approve' }, key);
    const once = await decide();
    expect((once.body.items as { ok: boolean }[]).map(({ ok }) => ok)).toEqual([true, true, false, true]);
    expect((await decide()).body).toEqual(once.body);
    await world.expectSound();
  });

  it('is said by the server before anything is pressed', async () => {
    const { email } = await world.customer('5000');
    expect((await check(first, 'bookings', '999.99')).body).toEqual({
      thresholdUsd: '1000.00',
      movedUsd: '0.00',
      togetherUsd: '999.99',
      needsSecond: [false],
    });
    await correct(first, email, '600', 'debit');
    expect((await check(first, 'bookings', '400')).body).toEqual({
      thresholdUsd: '1000.00',
      movedUsd: '600.00',
      togetherUsd: '1000.00',
      needsSecond: [true],
    });
    expect((await check(second, 'bookings', '400')).body).toMatchObject({
      movedUsd: '0.00',
      needsSecond: [false],
    });
    await world.setThreshold(null);
    expect((await check(first, 'bookings', '400')).body).toMatchObject({
      thresholdUsd: null,
      needsSecond: [false],
    });
  });
});

describe('deposits', () => {
  it('have no threshold until somebody sets one', async () => {
    expect(await creditOf(first, await deposit('9000'))).toMatchObject({ status: 200 });
    expect((await world.call(first, 'GET', '/four-eyes')).body).toMatchObject({ depositThresholdUsd: null });
  });

  it('count together against their own threshold, and not with other bookings', async () => {
    await world.setDepositThreshold('500');
    const { email } = await world.customer('10');
    expect(await correct(first, email, '999')).toMatchObject({ status: 201 });
    expect(await creditOf(first, await deposit('300'))).toMatchObject({ status: 200 });
    const next = await deposit('200');
    expect((await check(first, 'deposits', '200')).body).toMatchObject({
      thresholdUsd: '500.00',
      movedUsd: '300.00',
      needsSecond: [true],
    });
    expect(await creditOf(first, next)).toMatchObject({
      status: 409,
      body: { code: 'SECOND_ADMIN_REQUIRED', data: { thresholdUsd: '500.00', movedUsd: '300.00' } },
    });
    const asked = await world.ask(first, 'deposit', { id: next });
    expect(asked).toMatchObject({ status: 201, body: { kind: 'deposit', amountUsd: '200.00' } });
    expect(await world.ask(first, 'deposit', { id: next })).toMatchObject({
      body: { code: 'APPROVAL_PENDING' },
    });
    expect(await world.approve(second, asked.body.id)).toMatchObject({ body: { status: 'approved' } });
    expect(await creditOf(first, await deposit('199.99'))).toMatchObject({ status: 200 });
    await world.expectSound();
  });

  it('get a threshold from one admin, and lose it by two', async () => {
    await world.setDepositThreshold(null);
    const set = (thresholdUsd: string | null) =>
      world.call(first, 'POST', '/four-eyes/threshold', {
        of: 'deposits',
        thresholdUsd,
        reason: 'Neue Regel',
      });
    expect(await set('700')).toMatchObject({
      status: 200,
      body: { depositThresholdUsd: '700.00', thresholdUsd: '1000.00' },
    });
    expect(await set(null)).toMatchObject({ status: 409, body: { code: 'SECOND_ADMIN_REQUIRED' } });
    const asked = await world.ask(first, 'threshold', {
      of: 'deposits',
      thresholdUsd: null,
      reason: 'Neue Regel',
    });
    expect(asked).toMatchObject({
      status: 201,
      body: { threshold: { of: 'deposits', before: '700.00', after: null } },
    });
    expect(await world.approve(second, asked.body.id)).toMatchObject({ body: { status: 'approved' } });
    expect((await world.call(first, 'GET', '/four-eyes')).body).toMatchObject({ depositThresholdUsd: null });
  });

  it('that wait end when they are decided without it', async () => {
    await world.setDepositThreshold('500');
    const id = await deposit('600');
    const asked = await world.ask(first, 'deposit', { id });
    await world.call(first, 'POST', `/deposits/${id}/reject`, { reason: 'Kein Eingang' });
    expect((await world.call(first, 'GET', `/approvals/${asked.body.id}`)).body).toMatchObject({
      status: 'failed',
      failure: { code: 'ALREADY_DECIDED' },
    });
    await world.setDepositThreshold(null);
  });
});
