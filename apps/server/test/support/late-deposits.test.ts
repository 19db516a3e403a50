// @module-tag rounds
import { SERVICE_TIMES } from '@botdepot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escalateLateDeposit, findUncalledDeposits } from '../../src/modules/support/support-worker.ts';
import { approveDeposit } from '../../src/modules/wallet/index.ts';
import { newId, systemActor, type Work } from '../../src/platform/work.ts';
import { betweenStatements } from '../between-statements.ts';
import { commands } from '../identity/account-world.ts';
import { expectCodes, race } from '../races.ts';
import { rounds } from '../rounds.ts';
import { beginSession } from '../server-fixture.ts';
import { createSupportWorld, type SupportWorld } from './support-world.ts';

const HOUR_MS = 3_600_000;
const REPETITIONS = rounds({ short: 15, full: 60 });

let world: SupportWorld;
beforeAll(async () => {
  world = await createSupportWorld();
});
afterAll(() => world.fixture.close());

async function lateDeposit() {
  const customer = world.api.person('user');
  const { body } = await world.post(customer, '/deposits', { amountUsd: '50', cryptoCurrency: 'USDT' });
  const id = String(body.id);
  world.fixture.clock.advance(SERVICE_TIMES.depositEscalationHours * HOUR_MS);
  const approve = () => world.fixture.runWork(world.fixture.admin, (work) => approveDeposit(work, { id }));
  return { customer, id, approve };
}

describe('a deposit that waits longer than promised', () => {
  it('calls the team once, over all replicas, with a message to its customer', async () => {
    const customer = world.api.person('user');
    const deposit = await world.post(customer, '/deposits', { amountUsd: '1000', cryptoCurrency: 'ETH' });
    world.fixture.clock.advance(SERVICE_TIMES.depositEscalationHours * HOUR_MS - 1);
    await world.worker().callTeamForLateDeposits();
    expect((await world.get(customer, '/support/chat')).body.chat).toBeNull();
    world.fixture.clock.advance(1);
    const called = await Promise.all(
      Array.from({ length: 4 }, () => world.worker().callTeamForLateDeposits()),
    );
    expect(called.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(1);
    const { body } = await world.get(customer, '/support/chat');
    expect(body).toMatchObject({
      chat: { status: 'escalated', escalationReason: 'late_deposit', unread: 1, lastSeq: 1 },
      messages: [{ senderType: 'bot', facts: [{}, { value: '1.000,00\u00a0USD' }, {}] }],
    });
    expect(JSON.stringify(body.messages)).toContain(String(deposit.body.reference));
    expect((await world.get(customer, '/support/chats')).body.total).toBe(1);
    world.fixture.clock.advance(HOUR_MS);
    expect(await world.worker().callTeamForLateDeposits()).toBe(0);
  });

  it('uses the chat that is open, and does not call again after it was ended', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    await world.answer();
    await world.post(customer, '/deposits', { amountUsd: '50', cryptoCurrency: 'USDT' });
    world.fixture.clock.advance(SERVICE_TIMES.depositEscalationHours * HOUR_MS);
    expect(await world.worker().callTeamForLateDeposits()).toBe(1);
    expect((await world.thread(customer, chat)).chat).toMatchObject({ status: 'escalated', lastSeq: 3 });
    await world.post(customer, `/support/chats/${chat}/close`);
    expect(await world.worker().callTeamForLateDeposits()).toBe(0);
  });

  it('is answered truly where the team has given the chat back or ended it: nobody was called there', async () => {
    const admin = world.api.person('admin');
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.post(customer, '/deposits', { amountUsd: '50', cryptoCurrency: 'USDT' });
    world.fixture.clock.advance(SERVICE_TIMES.depositEscalationHours * HOUR_MS);
    await world.worker().callTeamForLateDeposits();
    const answered = async (id: string): Promise<string> => {
      await world.say(customer, id, 'Wo bleibt meine Einzahlung?');
      await world.answer();
      return String((await world.thread(customer, id)).messages.at(-1)?.message);
    };
    for (const status of ['active', 'resolved']) {
      await world.post(admin, `/admin/support/chats/${chat}/status`, { status });
      const id = status === 'active' ? chat : await world.startChat(customer);
      expect(await answered(id)).toMatch(
        /Sie wartet länger als üblich\. Schreiben Sie „Mensch“, dann sieht unser Team nach\./,
      );
      expect((await world.thread(customer, id)).chat).toMatchObject({ status: 'active' });
    }
  });

  it('calls nobody when it was decided in time', async () => {
    const customer = world.api.person('user');
    const { body } = await world.post(customer, '/deposits', { amountUsd: '50', cryptoCurrency: 'USDT' });
    await world.fixture.runWork(world.fixture.admin, (work) => approveDeposit(work, { id: String(body.id) }));
    world.fixture.clock.advance(SERVICE_TIMES.depositEscalationHours * HOUR_MS);
    await world.worker().callTeamForLateDeposits();
    expect((await world.get(customer, '/support/chat')).body.chat).toBeNull();
  });

  it('calls nobody when it is decided between the look and the call', async () => {
    const between = betweenStatements(world.fixture.database.pool);
    const { customer, approve } = await lateDeposit();
    await between(/from "crypto_deposits"/, approve, () => world.worker().callTeamForLateDeposits());
    expect((await world.get(customer, '/support/chat')).body.chat).toBeNull();
  });

  it('waits for the admin who is deciding on it just now', async () => {
    const { customer, id } = await lateDeposit();
    let calling: Promise<number> | undefined;
    await world.fixture.runWork(world.fixture.admin, async (work) => {
      await approveDeposit(work, { id });
      calling = world.worker().callTeamForLateDeposits();
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await world.fixture.database.pool.query(waiting)).rowCount).toBe(1);
    });
    expect(await calling).toBe(0);
    expect((await world.get(customer, '/support/chat')).body.chat).toBeNull();
  });

  it('is among so many at a time, the oldest first, and those called for are not read again', async () => {
    const customer = world.api.person('user');
    await world.startChat(customer);
    world.fixture.clock.advance(SERVICE_TIMES.depositEscalationHours * HOUR_MS);
    // What earlier tests have left open.
    await world.worker().callTeamForLateDeposits();
    const { rows } = await world.fixture.database.pool.query<{ id: string }>(
      `INSERT INTO crypto_deposits (id, user_id, amount_usd, crypto_currency, deposit_address, status, created_at)
       SELECT gen_random_uuid(), $1, 5, 'BTC', 'probe', 'pending', $2::timestamptz + n * interval '1 second'
       FROM generate_series(1, 120) n RETURNING id`,
      [customer.userId, world.fixture.clock.now()],
    );
    world.fixture.clock.advance(SERVICE_TIMES.depositEscalationHours * HOUR_MS + 120_000);
    const { db } = world.fixture.database;
    const ids = rows.map(({ id }) => id);
    const called: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const found = await findUncalledDeposits(db, world.fixture.clock.now());
      expect(found.map(({ id }) => id)).toEqual(ids.slice(round * 100, round * 100 + 100));
      called.push(await world.worker().callTeamForLateDeposits());
    }
    expect(called).toEqual([100, 20, 0]);
  });

  it(`gives way to the end of its customer's account, ${REPETITIONS} times`, async () => {
    const { clock, database } = world.fixture;
    for (let round = 0; round < REPETITIONS; round += 1) {
      const { customer, id } = await lateDeposit();
      await beginSession(world.fixture, customer);
      // Half of them have a chat that is locked, the others none yet.
      if (round % 2 === 0) await world.startChat(customer);
      const deposit = (await findUncalledDeposits(database.db, clock.now())).find((late) => late.id === id);
      const escalating = {
        actor: systemActor(newId()),
        run: (work: Work) => escalateLateDeposit(work, deposit!),
      };
      const outcomes = await race<unknown>(
        database.pool,
        [commands.delete(customer), escalating],
        clock.now(),
      );
      expect(expectCodes(outcomes, 'ok, ok'), `round ${round}`).toEqual([]);
      const left = await database.pool.query('SELECT FROM support_chats WHERE user_id = $1', [
        customer.userId,
      ]);
      expect(left.rowCount).toBe(0);
    }
  });
});
