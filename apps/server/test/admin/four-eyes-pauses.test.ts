// Pausing a bot sells what its customers' money is in: from the threshold on one admin alone does not.
import { fromWire, toWire } from '@botdepot/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endLapsedApprovals } from '../../src/modules/admin/index.ts';
import { startBot } from '../../src/modules/bots/index.ts';
import { newId, systemActor } from '../../src/platform/work.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
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

/** The newest notice of somebody. */
const heardBy = async (person: Person): Promise<unknown> =>
  ((await world.api.call('GET', '/api/notifications', { as: person })).body.items as unknown[])[0];

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
      body: { movedUsd: '0.00', togetherUsd: value, needsSecond: [false] },
    });
    expect(await world.call(first, 'POST', '/four-eyes/check', { of: 'bookings', ...check })).toMatchObject({
      body: { needsSecond: [true] },
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

  it('ends with a note where one admin pauses the bot, and is not laid before anybody then', async () => {
    const { body: asked } = await ask();
    await world.setThreshold('100000');
    const held = await pause(second);
    expect(held).toMatchObject({ status: 201 });
    expect(await world.call(first, 'GET', `/approvals/${asked.id}`)).toMatchObject({
      body: {
        status: 'failed',
        decidedBy: null,
        failure: { code: 'BOT_PAUSED', data: { at: held.body.pausedAt } },
      },
    });
    expect(await world.audit(String(asked.id))).toContainEqual(
      expect.objectContaining({ actor_id: second.userId, action: 'approval.end' }),
    );
    expect(await heardBy(first)).toMatchObject({
      title: 'Vorlage beendet',
      message: expect.stringMatching(
        /^Ihre Vorlage F-\d+ über [\d.,]+\sUSDT ist ohne Entscheidung beendet: Der Bot ist schon angehalten\.$/,
      ),
      subjectId: asked.id,
    });
    await world.setThreshold('1000');
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'BOT_PAUSED' } });
    // Let go meanwhile or not: what was asked for is over.
    await resume(second);
    expect(await world.approve(second, asked.id)).toMatchObject({ body: { code: 'APPROVAL_DECIDED' } });
  });

  it('is carried out or ends, never both, when the bot is paused by one at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      await world.setThreshold('1000');
      const { body: asked } = await ask();
      await world.setThreshold('100000');
      const before = await countPauses();
      const [approved, alone] = await Promise.all([world.approve(second, asked.id), pause(first)]);
      const together = approved.body.status === 'approved';
      expect(alone.status, JSON.stringify({ approved, alone })).toBe(together ? 409 : 201);
      expect(await countPauses()).toBe(before + 1);
      const { body: after } = await world.call(first, 'GET', `/approvals/${asked.id}`);
      expect(after.status).toBe(together ? 'approved' : 'failed');
      await resume(first);
    }
  });

  it('ends within a minute where the bot was paused before anybody ended what waits', async () => {
    const { body: asked } = await ask();
    await fixture.database.pool.query(
      `INSERT INTO bot_pauses (id, bot_type, reason, paused_by, paused_at) VALUES ($1, 'smartbot', 'Probe', $2, now())`,
      [newId(), second.userId],
    );
    await fixture.runWork(systemActor(newId()), endLapsedApprovals);
    expect(await world.call(first, 'GET', `/approvals/${asked.id}`)).toMatchObject({
      body: { status: 'failed', failure: { code: 'BOT_PAUSED' } },
    });
  });

  it('ends with the series that it was asked for, and is not carried out on the next one', async () => {
    const { body: asked } = await ask();
    const close = (at: string) =>
      fixture.database.pool.query(
        `UPDATE bot_portfolios SET closed_at = ${at} WHERE id = (SELECT current_portfolio_id FROM bots WHERE bot_type = 'smartbot')`,
      );
    await close('now()');
    try {
      const before = await countPauses();
      const over = { code: 'BOT_SERIES_OVER', data: null };
      expect(await world.call(second, 'GET', `/approvals/${asked.id}`)).toMatchObject({
        body: { status: 'pending', now: { ok: false, ...over } },
      });
      await fixture.runWork(systemActor(newId()), endLapsedApprovals);
      expect(await world.call(first, 'GET', `/approvals/${asked.id}`)).toMatchObject({
        body: { status: 'failed', failure: over },
      });
      expect(await heardBy(first)).toMatchObject({
        message: expect.stringContaining('Die Reihe des Bots, um die es ging, ist zu Ende.'),
      });
      expect(await countPauses()).toBe(before);
    } finally {
      await close('NULL');
    }
  });

  it('names nobody who paused the bot first: their account may end', async () => {
    const { body: asked } = await ask();
    await fixture.database.pool.query(
      `INSERT INTO bot_pauses (id, bot_type, reason, paused_by, paused_at) VALUES ($1, 'smartbot', 'Probe', $2, now())`,
      [newId(), second.userId],
    );
    const failed = await world.approve(second, asked.id);
    expect(failed.body).toMatchObject({ status: 'failed', failure: { code: 'BOT_PAUSED' } });
    expect(JSON.stringify(failed.body.failure)).not.toContain('@');
  });

  it('asks the bots that this server runs', async () => {
    const without = await createFourEyesWorld(fixture, { strategies: {} });
    const admin = await without.addAdmin();
    expect(await without.call(admin, 'POST', '/bots/smartbot/pause', { reason: REASON })).toMatchObject({
      body: { code: 'BOT_NOT_AVAILABLE' },
    });
    expect(await without.ask(admin, 'bot_pause', BOT)).toMatchObject({
      status: 409,
      body: { code: 'BOT_NOT_AVAILABLE' },
    });
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
