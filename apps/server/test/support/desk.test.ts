// The team's side of the chats: who works on which, who waits since when, context and transcript.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownAddress } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import { createApi } from '../api-fixture.ts';
import { chatPath, createDeskWorld, type DeskWorld, emailOf, HUMAN } from './support-desk-world.ts';
import type { Person } from './support-world.ts';

const MINUTE_MS = 60_000;

let world: DeskWorld;
let anna: Person;
let bernd: Person;
beforeAll(async () => {
  world = await createDeskWorld();
  ({ anna, bernd } = world);
});
afterAll(() => world.fixture.close());
// Nothing of an earlier test is left to be answered.
beforeEach(() => world.answer());

describe('who works on a chat', () => {
  it('is nobody at first, then who takes it over, who is handed it, and nobody after it was released', async () => {
    const { chat } = await world.escalated();
    expect(await world.atDesk(chat)).toMatchObject({ assignee: null });
    expect((await world.assign(anna, chat, anna.userId, null)).body).toMatchObject({
      assignee: { userId: anna.userId, email: emailOf(anna) },
    });
    expect((await world.assign(anna, chat, bernd.userId, anna.userId)).body).toMatchObject({
      assignee: { userId: bernd.userId },
    });
    expect((await world.assign(bernd, chat, null, bernd.userId)).body).toMatchObject({ assignee: null });
    expect(await world.actions(chat)).toEqual([
      'support.start active',
      'support.escalate escalated',
      'support.set_assignee',
      'support.set_assignee',
      'support.set_assignee',
    ]);
  });

  it('is told to who would take it from somebody they did not know of', async () => {
    const { chat } = await world.escalated();
    await world.assign(anna, chat, anna.userId, null);
    for (const wanted of [bernd.userId, null])
      expect(await world.assign(bernd, chat, wanted, null)).toMatchObject({
        status: 409,
        body: { code: 'SUPPORT_CHAT_ASSIGNED', data: { assignee: emailOf(anna) } },
      });
    expect((await world.assign(bernd, chat, bernd.userId, anna.userId)).body).toMatchObject({
      assignee: { userId: bernd.userId },
    });
  });

  it('is not asked for when the chat is free by now or theirs already', async () => {
    const { chat } = await world.escalated();
    expect((await world.assign(bernd, chat, bernd.userId, anna.userId)).status).toBe(200);
    world.fixture.hints.length = 0;
    expect((await world.assign(bernd, chat, bernd.userId, null)).status).toBe(200);
    expect(world.fixture.hints).toEqual([]);
  });

  it('can be an admin only, who holds nothing once they are none', async () => {
    const { customer, chat } = await world.escalated();
    expect(await world.assign(anna, chat, customer.userId, null)).toMatchObject({
      status: 404,
      body: { code: 'TEAM_MEMBER_NOT_FOUND' },
    });
    const former = world.api.person('admin');
    await world.get(former, '/admin/support/team');
    await world.assign(former, chat, former.userId, null);
    const { pool } = world.fixture.database;
    await pool.query(`UPDATE auth_users SET role = 'user' WHERE id = $1`, [former.userId]);
    expect(await world.atDesk(chat)).toMatchObject({ assignee: null });
    expect((await world.reply(bernd, chat)).body).toMatchObject({
      chat: { assignee: { userId: bernd.userId } },
    });
    await pool.query('UPDATE support_chats SET assigned_to = $1 WHERE id = $2', [former.userId, chat]);
    await pool.query('DELETE FROM auth_users WHERE id = $1', [former.userId]);
    expect(await world.atDesk(chat)).toMatchObject({ assignee: null });
  });

  it('is nobody while they are locked out', async () => {
    const { chat } = await world.escalated();
    const locked = world.api.person('admin');
    await world.get(locked, '/admin/support/team');
    await world.assign(anna, chat, locked.userId, null);
    expect(await world.atDesk(chat)).toMatchObject({ assignee: { userId: locked.userId } });
    await world.lock(locked);
    expect(await world.atDesk(chat)).toMatchObject({ assignee: null });
    expect((await world.get(anna, '/admin/support/team')).body.items).not.toContainEqual(
      expect.objectContaining({ userId: locked.userId }),
    );
    expect((await world.assign(anna, chat, locked.userId, null)).status).toBe(404);
  });

  it('is who answers a free chat; a colleague has to know whose it is', async () => {
    const { customer, chat } = await world.escalated();
    expect((await world.reply(anna, chat)).body).toMatchObject({
      chat: { assignee: { userId: anna.userId } },
    });
    expect(await world.reply(bernd, chat)).toMatchObject({
      status: 409,
      body: { code: 'SUPPORT_CHAT_ASSIGNED', data: { assignee: emailOf(anna) } },
    });
    expect(await world.said(customer, chat)).toHaveLength(2);
    // Naming somebody is not enough: it has to be who has the chat now.
    expect((await world.reply(bernd, chat, { overAssignee: bernd.userId })).status).toBe(409);
    const over = { overAssignee: anna.userId };
    expect((await world.reply(bernd, chat, over)).body).toMatchObject({
      chat: { assignee: { userId: anna.userId } },
    });
    await world.assign(anna, chat, null, anna.userId);
    expect((await world.reply(bernd, chat, over)).body).toMatchObject({
      chat: { assignee: { userId: bernd.userId } },
    });
  });

  it('is the assistant alone once the chat is given back, until it calls for a human again', async () => {
    const { customer, chat } = await world.escalated();
    await world.reply(anna, chat);
    await world.post(anna, chatPath(chat, 'status'), { status: 'active' });
    const questions = async () => (await world.get(customer, '/support/chat')).body.quickReplies;
    expect(await world.atDesk(chat)).toMatchObject({ firstHumanReplyAt: null, waitingSince: null });
    expect(await questions()).not.toEqual([]);
    await world.say(customer, chat, HUMAN);
    expect(await questions()).toEqual([]);
    const { escalatedAt, ...again } = (await world.thread(customer, chat)).chat;
    expect(again).toMatchObject({ status: 'escalated', firstHumanReplyAt: null });
    expect(await world.atDesk(chat)).toMatchObject({ waitingSince: escalatedAt });
  });

  it('is nobody once the chat is given back to the assistant', async () => {
    const { chat } = await world.escalated();
    await world.assign(anna, chat, anna.userId, null);
    const { body } = await world.post(anna, chatPath(chat, 'status'), { status: 'active' });
    expect(body).toMatchObject({ status: 'active', assignee: null });
  });

  it('is told to the team and not to the customer', async () => {
    const { customer, chat } = await world.escalated();
    world.fixture.hints.length = 0;
    await world.assign(anna, chat, anna.userId, null);
    expect(world.fixture.hints).toEqual([{ to: 'admins', subjects: ['support'] }]);
    const { body } = await world.get(customer, `/support/chats/${chat}/messages`);
    expect(JSON.stringify(body)).not.toContain(anna.userId);
  });
});

describe('the waiting time', () => {
  const waitingSince = async (chat: string) =>
    ((await world.atDesk(chat)) as { waitingSince: string | null }).waitingSince;
  const nowText = () => world.fixture.clock.now().toISOString();

  it('shows a long message up to a word, for the team and for the customer', async () => {
    const { customer, chat } = await world.escalated();
    const shownOf = async (message: string) => {
      await world.say(customer, chat, message);
      const { lastMessage, lastFromCustomer } = (await world.atDesk(chat)) as Record<string, string>;
      const own = (await world.get(customer, '/support/chats')).body.items as { lastMessage: string }[];
      expect([lastFromCustomer, own[0]?.lastMessage]).toEqual([lastMessage, lastMessage]);
      return lastMessage;
    };
    const words = 'zwölf Zeichen'.padEnd(130, 'x');
    expect(await shownOf(`${words} bis hierher`)).toBe(`${words} bis …`);
    expect(await shownOf(`${words}, hierhin`)).toBe(`${words}, hierhin`);
    expect(await shownOf(`${words} bis, weiter`)).toBe(`${words} bis …`);
    expect(await shownOf('y'.repeat(200))).toBe(`${'y'.repeat(141)} …`);
  });

  it('runs from the escalation to the answer, and again from the first message after it', async () => {
    const { customer, chat } = await world.escalated();
    const since = nowText();
    world.fixture.clock.advance(MINUTE_MS);
    await world.say(customer, chat, 'Sind Sie da?');
    expect(await waitingSince(chat)).toBe(since);
    expect(await world.atDesk(chat)).toMatchObject({ lastFromCustomer: 'Sind Sie da?' });
    world.fixture.clock.advance(MINUTE_MS);
    await world.reply(anna, chat);
    expect(await waitingSince(chat)).toBeNull();
    expect(await world.atDesk(chat)).toMatchObject({
      lastFromCustomer: 'Sind Sie da?',
      lastMessage: 'Guten Tag',
    });
    world.fixture.clock.advance(MINUTE_MS);
    await world.say(customer, chat, 'Danke, und noch etwas');
    const again = nowText();
    world.fixture.clock.advance(MINUTE_MS);
    await world.say(customer, chat, 'Nämlich dies');
    expect(await waitingSince(chat)).toBe(again);
  });

  it('runs in an active chat only while a human has it, and never after the end', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    expect(await waitingSince(chat)).toBeNull();
    await world.reply(anna, chat);
    world.fixture.clock.advance(MINUTE_MS);
    await world.say(customer, chat, 'Danke, wirklich?');
    expect(await waitingSince(chat)).toBe(nowText());
    await world.post(anna, chatPath(chat, 'status'), { status: 'resolved' });
    expect(await waitingSince(chat)).toBeNull();
    world.fixture.clock.advance(MINUTE_MS);
    await world.post(anna, chatPath(chat, 'status'), { status: 'escalated' });
    expect(await waitingSince(chat)).toBe(nowText());
  });

  it('orders the desk: who waits longest comes first, who was answered last', async () => {
    const first = await world.escalated();
    world.fixture.clock.advance(MINUTE_MS);
    const answered = await world.escalated();
    world.fixture.clock.advance(MINUTE_MS);
    const second = await world.escalated();
    world.fixture.clock.advance(MINUTE_MS);
    await world.say(first.customer, first.chat, 'Ich warte noch.');
    await world.reply(anna, answered.chat);
    const ours = [first.chat, second.chat, answered.chat];
    const { body } = await world.get(
      anna,
      '/admin/support/chats?status=escalated&order=waiting&pageSize=100',
    );
    const ids = (body.items as { id: string }[]).map(({ id }) => id).filter((id) => ours.includes(id));
    expect(ids).toEqual(ours);
  });
});

describe('the context of a chat', () => {
  it('says what the customer has and what waits for a decision, the longest waiting first', async () => {
    const { userId } = await world.fixture.createCustomer('500');
    const customer = world.api.person('user', userId);
    const deposit = (amountUsd: string) =>
      world.post(customer, '/deposits', { amountUsd, cryptoCurrency: 'BTC' });
    const older = (await deposit('1000.00')).body;
    world.fixture.clock.advance(MINUTE_MS);
    const newer = (await deposit('20')).body;
    const withdrawal = await world.post(customer, '/withdrawals', {
      amountUsd: '120.50',
      cryptoCurrency: 'ETH',
      withdrawalAddress: ownAddress('ETH', userId),
    });
    const ended = await world.startChat(customer);
    await world.post(customer, `/support/chats/${ended}/close`);
    const chat = await world.startChat(customer);
    await world.post(bernd, `/admin/requests/${withdrawal.body.id}/claim`, { kind: 'withdrawal' });
    expect((await world.get(anna, chatPath(chat, 'context'))).body).toMatchObject({
      userId,
      email: emailOf(customer),
      available: '379.50',
      reserved: '120.50',
      inBots: '0.00',
      total: '500.00',
      ownBots: [],
      deposits: [
        { id: older.id, reference: older.reference, address: older.depositAddress, claim: null },
        { id: newer.id },
      ],
      withdrawals: [
        {
          id: withdrawal.body.id,
          amountUsd: '120.50',
          cryptoCurrency: 'ETH',
          address: ownAddress('ETH', userId),
          claim: { userId: bernd.userId },
        },
      ],
      pendingDeposits: 2,
      pendingWithdrawals: 1,
      investments: [],
      activeBots: 0,
      otherChats: 1,
    });
  });
});

describe('the chat of a locked customer', () => {
  it('says so beside it, and takes an answer for later', async () => {
    const { customer, chat } = await world.escalated();
    expect((await world.get(anna, chatPath(chat, 'context'))).body).toMatchObject({ isLocked: false });
    await world.lock(customer);
    expect((await world.get(anna, chatPath(chat, 'context'))).body).toMatchObject({ isLocked: true });
    expect((await world.reply(anna, chat)).status).toBe(201);
  });
});

describe('a transcript for the team', () => {
  it('has everything that was said, in order, and leaves a trace', async () => {
    const { customer, chat } = await world.escalated();
    await world.reply(anna, chat, { message: 'Erste Zeile\nZweite Zeile' });
    // More than one answer of the server holds.
    const { pool } = world.fixture.database;
    await pool.query(
      `INSERT INTO support_messages (id, chat_id, seq, message, sender_type, sender_id, created_at)
       SELECT gen_random_uuid(), $1, n, 'Nachricht ' || n, 'user', $2, $3 FROM generate_series(3, 230) n`,
      [chat, customer.userId, world.fixture.clock.now()],
    );
    const { body } = await world.post(anna, chatPath(chat, 'transcript'));
    expect(body.fileName).toMatch(/^support-chat-2026-\d\d-\d\d-[0-9a-f]{6}\.txt$/);
    const text = String(body.text);
    expect(text).toContain(emailOf(customer));
    expect(text).toContain('Spielgeld – kein echtes Geld');
    expect(text).toContain(`Kunde: ${HUMAN}`);
    expect(text).toContain('Support-Team: Erste Zeile\r\n    Zweite Zeile');
    expect(text.match(/Nachricht \d+/g)).toEqual(
      Array.from({ length: 228 }, (_, index) => `Nachricht ${index + 3}`),
    );
    expect(await world.actions(chat)).toContain('support.transcript');
  });
});

describe('whoever is no admin', () => {
  it('is told nothing, of an own chat, of a foreign one, and of one that does not exist', async () => {
    const { customer, chat } = await world.escalated();
    await world.note(anna, chat, 'Nur für das Team');
    await world.assign(anna, chat, anna.userId, null);
    const other = world.api.person('user');
    const answers = [];
    for (const as of [customer, other])
      for (const id of [chat, newId()])
        for (const call of [
          () => world.get(as, '/admin/support/chats'),
          () => world.get(as, '/admin/support/team'),
          () => world.get(as, chatPath(id, 'messages')),
          () => world.get(as, chatPath(id, 'notes')),
          () => world.get(as, chatPath(id, 'context')),
          () => world.note(as, id, 'Ich lese mit'),
          () => world.reply(as, id),
          () => world.assign(as, id, as.userId, null),
          () => world.post(as, chatPath(id, 'transcript')),
          () => world.post(as, chatPath(id, 'status'), { status: 'resolved' }),
        ]) {
          const { status, body } = await call();
          answers.push(`${status} ${JSON.stringify(body)}`);
        }
    expect(new Set(answers)).toEqual(new Set([answers[0]]));
    expect(answers[0]).toMatch(/^403 /);
    expect(answers[0]).not.toMatch(/@|Nur für das Team/);
  });

  it('is an admin without a second factor as well, outside the demo', async () => {
    const { chat } = await world.escalated();
    const api = createApi(world.fixture, { demo: false });
    const call = (as: Person) => api.call('GET', `/api${chatPath(chat, 'notes')}`, { as });
    expect(await call(api.person('admin', undefined, { hasSecondFactor: false }))).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_REQUIRED' },
    });
    expect((await call(api.person('admin'))).status).toBe(200);
  });
});
