// Manual returns from the threshold on: one investment, and a selection that counts as one sum.
import { fromWire } from '@botdepot/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endLapsedApprovals } from '../../src/modules/admin/index.ts';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import { type Actor, newId, systemActor } from '../../src/platform/work.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { expectSound } from '../invariants.ts';
import { createFourEyesWorld, type FourEyesWorld, type Person, REFUSED } from './four-eyes-world.ts';

const REASON = 'Verspätete Ausführung';

let fixture: BotsFixture;
let world: FourEyesWorld;
let first: Person;
let second: Person;
beforeAll(async () => {
  fixture = await createBotsFixture();
  await fixture.run(12);
  world = await createFourEyesWorld(fixture);
});
beforeEach(async () => {
  [first, second] = await world.onlyTwoAdmins();
});
afterAll(() => fixture.close());

type Owner = Actor & { userId: string };

async function invested(amountUsd: string): Promise<{ owner: Owner; id: string }> {
  const owner = await world.customer(amountUsd);
  const { id } = await fixture.runWork(owner, (work) =>
    startBot(work, { userId: owner.userId, botType: 'smartbot', amountUsd }),
  );
  return { owner, id };
}
const stop = ({ owner, id }: { owner: Owner; id: string }) =>
  fixture.runWork(owner, (work) => stopBot(work, { userId: owner.userId, investmentId: id }));

const book = (id: string, percent: string) =>
  world.call(first, 'POST', `/bot-investments/${id}/return`, { percent, reason: REASON });
const bookAll = (investmentIds: string[], percent: string, key?: string) =>
  world.call(first, 'POST', '/bot-investments/returns', { investmentIds, percent, reason: REASON }, key);

/** The value of an investment at the newest tick. */
async function readValue(id: string): Promise<bigint> {
  const { body } = await world.call(first, 'GET', '/bot-investments?pageSize=100');
  const row = (body.items as { id: string; usdCurrentAmount: string }[]).find((item) => item.id === id);
  return fromWire(row?.usdCurrentAmount ?? '0');
}

describe('a manual return', () => {
  it('is booked by one admin below the threshold, and from it on by two', async () => {
    const { id } = await invested('2000');
    const value = await readValue(id);
    // To the cent what a doubling books: its own value.
    await world.setThreshold(String(Number(value / 10_000n + 1n) / 100));
    expect(await book(id, '100')).toMatchObject({ status: 201 });
    const doubled = await readValue(id);
    await world.setThreshold(String(Number(doubled / 10_000n) / 100));
    expect(await book(id, '100')).toMatchObject({ status: 409, body: { code: 'SECOND_ADMIN_REQUIRED' } });
    await world.setThreshold('1000');
    // A loss counts like a gain.
    expect(await book(id, '-50')).toMatchObject(REFUSED);
    expect(await readValue(id)).toBe(doubled);
    await expectSound(fixture);
  });

  it('is booked by the second admin at the price of that moment, in the name of both', async () => {
    const { id, owner } = await invested('4000');
    const asked = await world.ask(first, 'manual_return', {
      investmentId: id,
      percent: '50',
      reason: REASON,
    });
    expect(asked).toMatchObject({
      status: 201,
      body: { kind: 'manual_return', percent: '50', lines: [{ subjectId: id, userId: owner.userId }] },
    });
    const before = await readValue(id);
    await fixture.run(1);
    const done = await world.approve(second, asked.body.id);
    expect(done.body).toMatchObject({ status: 'approved', decidedBy: { userId: second.userId } });
    const [line] = done.body.lines as { before: string; after: string }[];
    expect(fromWire(line?.after ?? '0')).toBe(await readValue(id));
    expect(before).toBeGreaterThan(0n);
    expect(await world.audit(id)).toContainEqual({
      actor_id: second.userId,
      action: 'bot.manual_return',
      after: expect.objectContaining({ requestedBy: first.userId, percent: '50' }),
    });
    await expectSound(fixture);
  });

  it('fails when the investment has been stopped, and books nothing', async () => {
    const investment = await invested('4000');
    const input = { investmentId: investment.id, percent: '50', reason: REASON };
    const asked = await world.ask(first, 'manual_return', input);
    await stop(investment);
    const total = await world.totalOf(investment.owner.userId);
    expect(await world.approve(second, asked.body.id)).toMatchObject({
      body: { status: 'failed', failure: { code: 'INVESTMENT_STOPPED' } },
    });
    expect(await world.totalOf(investment.owner.userId)).toBe(total);
    expect(await world.ask(first, 'manual_return', input)).toMatchObject({
      status: 409,
      body: { code: 'INVESTMENT_STOPPED' },
    });
    await expectSound(fixture);
  });

  it('waits on while prices are stale', async () => {
    const { id } = await invested('4000');
    const { body } = await world.ask(first, 'manual_return', {
      investmentId: id,
      percent: '50',
      reason: REASON,
    });
    const now = fixture.clock.now();
    fixture.clock.advance(5000);
    const key = newId();
    expect(await world.approve(second, body.id, key)).toMatchObject({
      status: 503,
      body: { code: 'PRICES_STALE' },
    });
    fixture.clock.set(now);
    expect(await world.approve(second, body.id, key)).toMatchObject({ body: { status: 'approved' } });
  });
});

describe('a selection of manual returns', () => {
  it('counts as one sum, and nothing is booked when it is too much for one admin', async () => {
    const ids = [(await invested('1000')).id, (await invested('1000')).id, (await invested('1000')).id];
    const before = await Promise.all(ids.map(readValue));
    const transfers = await world.countTransfers('manual_return');
    expect(await bookAll(ids, '40')).toMatchObject(REFUSED);
    expect(await world.countTransfers('manual_return')).toBe(transfers);
    expect(await Promise.all(ids.map(readValue))).toEqual(before);

    const below = await bookAll(ids, '10');
    expect(below.status).toBe(200);
    expect(below.body.items).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    // About 300 by now: what was booked within a day counts with the next selection, and nothing of that is booked.
    const after = await world.countTransfers('manual_return');
    expect(await bookAll(ids, '-25')).toMatchObject({
      body: { code: 'SECOND_ADMIN_REQUIRED', data: { thresholdUsd: '1000.00' } },
    });
    expect(await world.countTransfers('manual_return')).toBe(after);
    expect((await bookAll(ids, '-15')).body.items).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    await expectSound(fixture);
  });

  it('answers a repeated command as before, however much the values have grown by it', async () => {
    const ids = [(await invested('900')).id, (await invested('900')).id];
    const key = newId();
    const one = await bookAll(ids, '52', key);
    expect(one.body.items).toMatchObject([{ ok: true }, { ok: true }]);
    expect((await bookAll(ids, '52', key)).body).toEqual(one.body);
    await expectSound(fixture);
  });

  it('is booked as a whole by the second admin', async () => {
    const selected = [await invested('3000'), await invested('2000')];
    const investmentIds = selected.map(({ id }) => id);
    const asked = await world.ask(first, 'manual_returns', { investmentIds, percent: '25', reason: REASON });
    expect(asked.body).toMatchObject({ kind: 'manual_returns', percent: '25' });
    const sum = (asked.body.lines as { before: string; after: string }[]).reduce(
      (total, { before, after }) => total + fromWire(after) - fromWire(before),
      0n,
    );
    expect(fromWire(String(asked.body.amountUsd))).toBe(sum);
    const transfers = await world.countTransfers('manual_return');
    expect(await world.approve(second, asked.body.id)).toMatchObject({ body: { status: 'approved' } });
    expect(await world.countTransfers('manual_return')).toBe(transfers + 2);
    await expectSound(fixture);
  });

  it('fails as a whole when one of the investments has been stopped', async () => {
    const selected = [await invested('3000'), await invested('2000')] as const;
    const investmentIds = selected.map(({ id }) => id);
    const asked = await world.ask(first, 'manual_returns', { investmentIds, percent: '25', reason: REASON });
    await stop(selected[1]);
    const value = await readValue(selected[0].id);
    expect(await world.approve(second, asked.body.id)).toMatchObject({
      body: { status: 'failed', failure: { code: 'INVESTMENT_STOPPED' } },
    });
    expect(await readValue(selected[0].id)).toBe(value);
    await expectSound(fixture);
  });
});

it('ends within a minute when an investment of it was stopped, and its author hears so', async () => {
  const [kept, stopped, alone] = [await invested('3000'), await invested('2000'), await invested('4000')];
  const percent = '50';
  const ask = (kind: string, input: object) =>
    world.ask(first, kind, { ...input, percent, reason: REASON }).then(({ body }) => body.id);
  const ofBoth = await ask('manual_returns', { investmentIds: [kept.id, stopped.id] });
  const ofKept = await ask('manual_return', { investmentId: kept.id });
  const ofAlone = await ask('manual_return', { investmentId: alone.id });
  await stop(stopped);
  await stop(alone);
  await fixture.runWork(systemActor(newId()), endLapsedApprovals);
  for (const id of [ofBoth, ofAlone])
    expect(await world.call(first, 'GET', `/approvals/${id}`)).toMatchObject({
      body: { status: 'failed', decidedBy: null, failure: { code: 'INVESTMENT_STOPPED' } },
    });
  expect((await world.call(first, 'GET', `/approvals/${ofKept}`)).body.status).toBe('pending');
  const { body } = await world.api.call('GET', '/api/notifications', { as: first });
  expect((body.items as unknown[])[0]).toMatchObject({
    title: 'Vorlage beendet',
    message: expect.stringMatching(
      /ist ohne Entscheidung beendet: Eine Anlage, um die es ging, ist beendet\.$/,
    ),
  });
  await expectSound(fixture);
});
