// Pausing a bot sells what its customers' money is in: from the threshold on one admin alone does not.
import { fromWire, toWire } from '@botdepot/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBot } from '../src/modules/bots/index.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { createFourEyesWorld, type FourEyesWorld, HOUR_MS, type Person, SEEN } from './four-eyes-world.ts';

const REASON = 'Die Kurse der Devisen sind auffällig';
const BOT = { botType: 'smartbot', reason: REASON };

let fixture: BotsFixture;
let world: FourEyesWorld;
let first: Person;
let second: Person;
beforeAll(async () => {
  fixture = await createBotsFixture();
  await fixture.run(12);
  world = await createFourEyesWorld(fixture);
  const owner = await world.customer('5000');
  await fixture.runWork(owner, (work) =>
    startBot(work, { userId: owner.userId, botType: 'smartbot', amountUsd: '5000' }),
  );
  await fixture.run(1);
});
beforeEach(async () => {
  [first, second] = await world.onlyTwoAdmins();
  await world.setThreshold('1000');
  await fixture.database.pool.query(
    `UPDATE bot_pauses SET resumed_at = paused_at, resumed_by = paused_by, resume_reason = 'Probe' WHERE resumed_at IS NULL`,
  );
  await fixture.database.pool.query(`DELETE FROM approval_requests WHERE status = 'pending'`);
});
afterAll(() => fixture.close());

const pause = (as: Person, botType = 'smartbot') =>
  world.call(as, 'POST', `/bots/${botType}/pause`, { reason: REASON });
const resume = (as: Person, botType = 'smartbot') =>
  world.call(as, 'POST', `/bots/${botType}/resume`, { reason: REASON });
const ask = () => world.ask(first, 'bot_pause', BOT);

async function bots(): Promise<{ botType: string; pause: unknown; investors: { value: string } }[]> {
  return (await world.call(first, 'GET', '/bots')).body.items as never;
}
async function smartBot() {
  const bot = (await bots()).find(({ botType }) => botType === 'smartbot');
  if (!bot) throw new Error('no SmartBot');
  return bot;
}
const worth = async () => (await smartBot()).investors.value;

async function countPauses(): Promise<number> {
  const { rows } = await fixture.database.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM bot_pauses',
  );
  return rows[0]?.n ?? 0;
}

describe('pausing a bot that holds customers’ money', () => {
  it('is not done by one admin alone from the threshold on, to the cent', async () => {
    expect(await pause(first)).toMatchObject({
      status: 409,
      body: { code: 'SECOND_ADMIN_REQUIRED', data: { thresholdUsd: '1000.00' } },
    });
    expect((await smartBot()).pause).toBeNull();
    await world.setThreshold(await worth());
    expect(await pause(first)).toMatchObject({ status: 409 });
    await world.setThreshold(toWire(fromWire(await worth()) + 10_000n));
    expect(await pause(first)).toMatchObject({ status: 201 });
  });

  it('takes one admin for a bot without customers, with the rule off, or without a second admin', async () => {
    expect(await pause(first, 'turbobot')).toMatchObject({ status: 201 });
    await world.setThreshold(null);
    expect(await pause(first)).toMatchObject({ status: 201 });
    expect(await resume(first)).toMatchObject({ status: 200 });
    await world.setThreshold('1000');
    fixture.clock.advance(30 * HOUR_MS);
    const alone = await world.onlyAdmin();
    expect(await pause(alone)).toMatchObject({ status: 201 });
  });

  it('is let go on by one', async () => {
    const asked = await ask();
    await world.approve(second, asked.body.id);
    expect(await resume(first)).toMatchObject({ status: 200, body: { resumedAt: expect.any(String) } });
  });

  it('stands for itself: neither does what was moved count with it, nor it with what is moved', async () => {
    const customer = await world.customer('10');
    const correct = (amountUsd: string) =>
      world.call(first, 'POST', '/wallet-corrections', world.correction(customer.email, amountUsd));
    const value = await worth();
    const threshold = fromWire(value) + 10_000n;
    await world.setThreshold(toWire(threshold));
    expect(await correct(toWire(threshold - 10_000n))).toMatchObject({ status: 201 });
    const check = { amountsUsd: [value] };
    expect(await world.call(first, 'POST', '/four-eyes/check', { of: 'pauses', ...check })).toMatchObject({
      body: { movedUsd: '0.00', togetherUsd: value, forTwo: [false] },
    });
    expect(await world.call(first, 'POST', '/four-eyes/check', { of: 'bookings', ...check })).toMatchObject({
      body: { forTwo: [true] },
    });
    expect(await pause(first)).toMatchObject({ status: 201 });
  });
});

describe('a pause that is laid before a second admin', () => {
  it('names the bot and what is at stake, and is carried out in the name of both', async () => {
    const asked = await ask();
    const value = await worth();
    expect(asked).toMatchObject({
      status: 201,
      body: { kind: 'bot_pause', status: 'pending', botType: 'smartbot', reason: REASON, amountUsd: value },
    });
    expect((await smartBot()).pause).toBeNull();
    const looked = await world.call(second, 'GET', `/approvals/${asked.body.id}`);
    expect(looked.body).toMatchObject({ now: { ok: true, amountUsd: value, lines: [] } });
    expect((await smartBot()).pause).toBeNull();

    const before = await countPauses();
    expect(await world.approve(first, asked.body.id)).toMatchObject({ body: { code: 'OWN_REQUEST' } });
    expect(await world.approve(second, asked.body.id)).toMatchObject({ body: { status: 'approved' } });
    const held = (await smartBot()).pause as { id: string };
    expect(held).toMatchObject({ reason: REASON, pausedBy: `${second.userId}@probe.example` });
    expect(await countPauses()).toBe(before + 1);
    expect(await world.audit(held.id)).toEqual([
      {
        actor_id: second.userId,
        action: 'bot.pause',
        after: { botType: 'smartbot', requestedBy: first.userId },
      },
    ]);
  });

  it('leaves the bot as it is when it is rejected', async () => {
    const asked = await ask();
    const before = await countPauses();
    expect(
      await world.call(second, 'POST', `/approvals/${asked.body.id}/reject`, { note: SEEN }),
    ).toMatchObject({ body: { status: 'rejected' } });
    expect((await smartBot()).pause).toBeNull();
    expect(await countPauses()).toBe(before);
  });

  it('fails where the bot is held already, and is not laid before anybody then', async () => {
    const asked = await ask();
    await world.setThreshold('100000');
    expect(await pause(first)).toMatchObject({ status: 201 });
    expect(await world.approve(second, asked.body.id)).toMatchObject({
      body: { status: 'failed', failure: { code: 'BOT_PAUSED' } },
    });
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'BOT_PAUSED' } });
  });

  it('waits once per bot, and is carried out once, whoever comes at the same moment', async () => {
    const asked = await Promise.all([ask(), ask()]);
    const refused = asked.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 409, body: { code: 'APPROVAL_PENDING' } });
    const other = await world.ask(first, 'bot_pause', { botType: 'turbobot', reason: REASON });
    expect(other).toMatchObject({ status: 201, body: { botType: 'turbobot', amountUsd: '0.00' } });

    const before = await countPauses();
    const id = asked.find(({ status }) => status === 201)?.body.id;
    const done = await Promise.all([world.approve(second, id), world.approve(second, id)]);
    expect(done.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countPauses()).toBe(before + 1);
  });
});
