// Who is told of an answer of the team: whoever does not read it, and nobody who watches the conversation.
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPrices } from '../../src/modules/markets/index.ts';
import { createKnowledgeAssistant, createSupportWorker } from '../../src/modules/support/index.ts';
import { createWorkRunner } from '../../src/platform/work.ts';
import { createDeskWorld, type DeskWorld } from './support-desk-world.ts';
import type { Person } from './support-world.ts';

const MINUTE_MS = 60_000;

let world: DeskWorld;
beforeAll(async () => {
  world = await createDeskWorld();
});
afterAll(() => world.fixture.close());

/** Where mail goes out. */
function replica() {
  const { fixture } = world;
  const runWork = createWorkRunner({ ...fixture, onMailsQueued: () => undefined });
  const assistant = createKnowledgeAssistant({ ...fixture, listPrices });
  return createSupportWorker({ ...fixture, runWork, assistant, log: pino({ level: 'silent' }) });
}

async function afterAMinute(): Promise<void> {
  world.fixture.clock.advance(MINUTE_MS);
  await replica().tellOfUnreadReplies();
}

const read = (customer: Person, chat: string, seq = 99) =>
  world.post(customer, `/support/chats/${chat}/read`, { seq });

/** Of each notification in the app whether it is unread, and how many mails. */
async function toldTo({ userId }: Person): Promise<{ app: boolean[]; mails: number }> {
  const { pool } = world.fixture.database;
  const app = await pool.query<{ is_read: boolean }>(
    `SELECT is_read FROM user_notifications WHERE user_id = $1 AND subject = 'support' ORDER BY id`,
    [userId],
  );
  const mails = await pool.query('SELECT FROM notification_mails WHERE user_id = $1', [userId]);
  return { app: app.rows.map(({ is_read }) => !is_read), mails: mails.rowCount ?? 0 };
}

describe('an answer of the team', () => {
  it('that is read within a minute is told of neither in the app nor by mail, however many there are', async () => {
    const { customer, chat } = await world.escalated();
    for (let answers = 0; answers < 10; answers += 1) {
      await world.reply(world.anna, chat);
      world.fixture.clock.advance(1_000);
      await replica().tellOfUnreadReplies();
      await read(customer, chat);
    }
    await afterAMinute();
    expect(await toldTo(customer)).toEqual({ app: [], mails: 0 });
  });

  it('that stays unread is told of once, also by several replicas, until the chat is read again', async () => {
    const { customer, chat } = await world.escalated();
    for (let answers = 0; answers < 3; answers += 1) await world.reply(world.anna, chat);
    world.fixture.clock.advance(MINUTE_MS - 1);
    await replica().tellOfUnreadReplies();
    expect(await toldTo(customer)).toEqual({ app: [], mails: 0 });
    world.fixture.clock.advance(1);
    await Promise.all(Array.from({ length: 4 }, () => replica().tellOfUnreadReplies()));
    await world.reply(world.anna, chat);
    await afterAMinute();
    expect(await toldTo(customer)).toEqual({ app: [true], mails: 1 });

    world.fixture.hints.length = 0;
    await read(customer, chat);
    expect(await toldTo(customer)).toEqual({ app: [false], mails: 1 });
    expect(world.fixture.hints).toContainEqual({
      to: 'user',
      userId: customer.userId,
      subjects: ['notifications'],
    });
    await world.reply(world.anna, chat);
    await afterAMinute();
    expect(await toldTo(customer)).toEqual({ app: [false, true], mails: 2 });
  });

  it('that came after what was read is told of in its own time', async () => {
    const { customer, chat } = await world.escalated();
    await world.reply(world.anna, chat);
    await afterAMinute();
    const { lastSeq } = (await world.thread(customer, chat)).chat;
    await world.reply(world.anna, chat);
    await read(customer, chat, lastSeq);
    expect(await toldTo(customer)).toEqual({ app: [false], mails: 1 });
    await afterAMinute();
    expect(await toldTo(customer)).toEqual({ app: [false, true], mails: 2 });
  });

  it('is told of in a chat that has ended too, and not in one that its customer has ended since', async () => {
    const { customer, chat } = await world.escalated();
    await world.reply(world.anna, chat);
    await world.post(customer, `/support/chats/${chat}/close`);
    await afterAMinute();
    expect(await toldTo(customer)).toEqual({ app: [], mails: 0 });
    await world.reply(world.anna, chat);
    await afterAMinute();
    expect(await toldTo(customer)).toEqual({ app: [true], mails: 1 });
  });

  it('is told of by itself while a worker runs', async () => {
    const { customer, chat } = await world.escalated();
    await world.reply(world.anna, chat);
    world.fixture.clock.advance(MINUTE_MS);
    const worker = replica();
    worker.start();
    await expect.poll(() => toldTo(customer), { timeout: 20_000 }).toEqual({ app: [true], mails: 1 });
    await worker.stop();
  });
});
