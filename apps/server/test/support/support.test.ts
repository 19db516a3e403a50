import { SERVICE_TIMES, SUPPORT_LIMITS, supportThread } from '@botdepot/contract';
import { formatRange } from '@botdepot/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HANDED_OVER } from '../../src/modules/support/assistant/knowledge.ts';
import { eraseSupport, exportSupport } from '../../src/modules/support/index.ts';
import type { MailMessage } from '../../src/platform/mail/mail.ts';
import { newId } from '../../src/platform/work.ts';
import { createSupportWorld, type SupportWorld } from './support-world.ts';

const mails: MailMessage[] = [];
let world: SupportWorld;
beforeAll(async () => {
  world = await createSupportWorld({
    transport: 'mailbox',
    send: async (message) => {
      mails.push(message);
    },
    close: () => undefined,
  });
});
afterAll(() => world.fixture.close());
// Nothing of an earlier test is left to be answered.
beforeEach(() => world.answer());

describe('a chat', () => {
  it('starts active, and a customer has one open chat at most', async () => {
    const customer = world.api.person('user');
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => world.post(customer, '/support/chats')),
    );
    expect(first?.body).toMatchObject({ status: 'active', lastSeq: 0 });
    expect(new Set(others.map(({ body }) => body.id))).toEqual(new Set([first?.body.id]));
    expect(await world.actions(String(first?.body.id))).toEqual(['support.start active']);
  });

  it('is given with its messages, and is null when there is none', async () => {
    const customer = world.api.person('user');
    expect((await world.get(customer, '/support/chat')).body).toMatchObject({ chat: null, messages: [] });
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Guten Tag');
    expect((await world.get(customer, '/support/chat')).body).toMatchObject({
      chat: { id: chat, assistantTyping: true, lastSeq: 1 },
      messages: [{ seq: 1, senderType: 'user', message: 'Guten Tag' }],
      canSendTranscript: true,
    });
  });

  it('is ended by its customer once, and then takes no message', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Guten Tag');
    for (let again = 0; again < 2; again += 1)
      expect((await world.post(customer, `/support/chats/${chat}/close`)).body).toMatchObject({
        status: 'resolved',
        unread: 0,
        assistantTyping: false,
      });
    expect(await world.actions(chat)).toEqual(['support.start active', 'support.close resolved']);
    expect(await world.say(customer, chat, 'Noch etwas')).toMatchObject({
      status: 409,
      body: { code: 'SUPPORT_CHAT_RESOLVED' },
    });
    expect(await world.answer()).toBe(0);
    const next = await world.startChat(customer);
    expect(next).not.toBe(chat);
    expect((await world.get(customer, '/support/chats')).body).toMatchObject({
      total: 2,
      items: [{ id: next }, { id: chat, firstMessage: 'Guten Tag' }],
    });
  });

  it('of somebody else answers as an unknown one', async () => {
    const chat = await world.startChat(world.api.person('user'));
    const stranger = world.api.person('user');
    const message = { clientId: newId(), message: 'Guten Tag' };
    for (const [path, body] of [
      ['messages', message],
      ['close', {}],
      ['read', { seq: 1 }],
      ['transcript', {}],
    ] as const) {
      const foreign = await world.post(stranger, `/support/chats/${chat}/${path}`, body);
      const unknown = await world.post(stranger, `/support/chats/${newId()}/${path}`, body);
      expect(foreign).toMatchObject({ status: 404, body: { code: 'SUPPORT_CHAT_NOT_FOUND' } });
      expect(unknown.body).toEqual(foreign.body);
    }
    expect((await world.get(stranger, `/support/chats/${chat}/messages`)).status).toBe(404);
  });
});

describe('a message', () => {
  it('is trimmed and has 1 to 2000 characters', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    expect((await world.say(customer, chat, '  Guten\nTag \n')).body).toMatchObject({
      message: { message: 'Guten\nTag' },
    });
    for (const bad of ['', ' \n ', 'x'.repeat(SUPPORT_LIMITS.messageLength + 1), 'Nul\u0000'])
      expect((await world.say(customer, chat, bad)).status).toBe(400);
    expect((await world.say(customer, chat, 'x'.repeat(SUPPORT_LIMITS.messageLength))).status).toBe(201);
  });

  it('that is sent again, also at the same moment, is stored once', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    const clientId = newId();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.say(customer, chat, 'Guten Tag', clientId)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    await world.post(customer, `/support/chats/${chat}/close`);
    expect((await world.say(customer, chat, 'Guten Tag', clientId)).status).toBe(201);
    expect(await world.said(customer, chat)).toEqual(['user: Guten Tag']);
  });

  it('has a number without gap or repetition, however many come at once', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await Promise.all([
      ...Array.from({ length: 12 }, (_, n) => world.say(customer, chat, `Nachricht ${n}`)),
      ...Array.from({ length: 8 }, (_, n) =>
        world.post(world.admin, `/admin/support/chats/${chat}/messages`, {
          clientId: newId(),
          message: `Antwort ${n}`,
        }),
      ),
    ]);
    const { chat: state, messages } = await world.thread(customer, chat);
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(new Set(messages.map(({ message }) => message)).size).toBe(20);
    expect(state).toMatchObject({ lastSeq: 20, assistantTyping: false });
  });

  it('is found again after a gap, in parts, from either end', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    const { pool } = world.fixture.database;
    await pool.query(
      `INSERT INTO support_messages (id, chat_id, seq, message, sender_type, sender_id, created_at)
       SELECT gen_random_uuid(), $1, n, 'Nr. ' || n, 'user', $2, now() FROM generate_series(1, 250) n`,
      [chat, customer.userId],
    );
    await pool.query('UPDATE support_chats SET last_seq = 250 WHERE id = $1', [chat]);
    const part = async (query: string): Promise<[number | undefined, number | undefined, number]> => {
      const { body } = await world.get(customer, `/support/chats/${chat}/messages${query}`);
      const seqs = supportThread.parse(body).messages.map(({ seq }) => seq);
      return [seqs[0], seqs.at(-1), seqs.length];
    };
    expect(await part('')).toEqual([151, 250, 100]);
    expect(await part('?after=30')).toEqual([31, 130, 100]);
    expect(await part('?after=249')).toEqual([250, 250, 1]);
    expect(await part('?before=40')).toEqual([1, 39, 39]);
    expect(await part('?after=250')).toEqual([undefined, undefined, 0]);
    expect((await world.get(customer, `/support/chats/${chat}/messages?after=1&before=9`)).status).toBe(400);
  });

  it('is refused when there are too many in a minute, and taken again afterwards', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    for (let n = 0; n < SUPPORT_LIMITS.messagesPerMinute; n += 1)
      expect((await world.say(customer, chat, `Nachricht ${n}`)).status).toBe(201);
    expect(await world.say(customer, chat, 'Zu viel')).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS' },
    });
    const other = world.api.person('user');
    expect((await world.say(other, await world.startChat(other), 'Guten Tag')).status).toBe(201);
    world.fixture.clock.advance(60_000);
    expect((await world.say(customer, chat, 'Wieder')).status).toBe(201);
  });
});

describe('reading', () => {
  it('is counted by what comes to the customer, never goes back, and a human answer after the end is shown', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    await world.answer();
    expect((await world.thread(customer, chat)).chat).toMatchObject({ unread: 1, lastSeq: 2 });
    expect((await world.post(customer, `/support/chats/${chat}/read`, { seq: 99 })).body).toMatchObject({
      unread: 0,
      userReadSeq: 2,
    });
    expect((await world.post(customer, `/support/chats/${chat}/read`, { seq: 1 })).body).toMatchObject({
      userReadSeq: 2,
    });
    await world.post(customer, `/support/chats/${chat}/close`);
    expect((await world.get(customer, '/support/chat')).body).toMatchObject({ chat: null });
    const reply = { clientId: newId(), message: 'Noch ein Hinweis' };
    await world.post(world.admin, `/admin/support/chats/${chat}/messages`, reply);
    expect((await world.get(customer, '/support/chat')).body).toMatchObject({
      chat: { id: chat, status: 'resolved', unread: 1 },
    });
    await world.post(customer, `/support/chats/${chat}/read`, { seq: 3 });
    expect((await world.get(customer, '/support/chat')).body).toMatchObject({ chat: null });
  });
});

describe('the team', () => {
  it('sees all chats by their latest message, by status, with counters and the address', async () => {
    const before = (await world.get(world.admin, '/admin/support/chats')).body.counts;
    const [early, late] = [world.api.person('user'), world.api.person('user')];
    const earlyChat = await world.startChat(early);
    world.fixture.clock.advance(1_000);
    const lateChat = await world.startChat(late);
    world.fixture.clock.advance(1_000);
    await world.say(early, earlyChat, 'Ich möchte einen Menschen sprechen');
    const all = (await world.get(world.admin, '/admin/support/chats?pageSize=2')).body;
    expect(all).toMatchObject({
      items: [
        { id: earlyChat, status: 'escalated', userEmail: `${early.userId}@probe.example`, unreadByTeam: 1 },
        { id: lateChat, status: 'active', unreadByTeam: 0, lastMessage: null },
      ],
    });
    const count = (counts: unknown, status: string) => Number((counts as Record<string, number>)[status]);
    expect(count(all.counts, 'escalated')).toBe(count(before, 'escalated') + 1);
    expect(count(all.counts, 'active')).toBe(count(before, 'active') + 1);
    const escalated = (await world.get(world.admin, '/admin/support/chats?status=escalated')).body;
    expect(escalated.items).not.toContainEqual(expect.objectContaining({ id: lateChat }));
  });

  it('answers once however often it is sent; the assistant is silent; a customer who is away is told once', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    const reply = { clientId: newId(), message: 'Guten Tag, hier ist ein Mensch.' };
    for (let again = 0; again < 2; again += 1)
      expect((await world.post(world.admin, `/admin/support/chats/${chat}/messages`, reply)).status).toBe(
        201,
      );
    await world.post(world.admin, `/admin/support/chats/${chat}/messages`, { ...reply, clientId: newId() });
    await world.say(customer, chat, 'Danke');
    expect(await world.answer()).toBe(0);
    expect((await world.thread(customer, chat)).messages.map(({ senderType }) => senderType)).toEqual([
      'user',
      'admin',
      'admin',
      'user',
    ]);
    expect(await world.actions(chat)).toEqual(['support.start active', 'support.reply', 'support.reply']);
    world.fixture.clock.advance(60_000);
    await world.worker().tellOfUnreadReplies();
    const { body } = await world.get(customer, '/notifications');
    expect(body).toMatchObject({ items: [{ title: 'Antwort vom Support', subject: 'support' }], unread: 1 });
  });

  it('sets any other status; active gives the chat back to the assistant', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    const set = (status: string) =>
      world.post(world.admin, `/admin/support/chats/${chat}/status`, { status });
    expect(await set('active')).toMatchObject({ status: 409, body: { code: 'SUPPORT_STATUS_UNCHANGED' } });
    await world.say(customer, chat, 'Bitte ein Mensch');
    expect((await set('active')).body).toMatchObject({ status: 'active', escalatedAt: null });
    const last = async () => (await world.thread(customer, chat)).messages.at(-1);
    expect(await last()).toMatchObject({
      senderType: 'bot',
      message: expect.stringContaining('den Assistenten'),
    });
    expect(await world.answer()).toBe(0);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    expect(await world.answer()).toBe(1);
    expect((await set('resolved')).body).toMatchObject({ status: 'resolved' });
    expect((await set('escalated')).body).toMatchObject({ status: 'escalated', escalationReason: 'team' });
    expect(await world.actions(chat)).toEqual([
      'support.start active',
      'support.escalate escalated',
      'support.set_status active',
      'support.set_status resolved',
      'support.set_status escalated',
    ]);
  });

  it('cannot open a second chat for a customer', async () => {
    const customer = world.api.person('user');
    const old = await world.startChat(customer);
    await world.post(customer, `/support/chats/${old}/close`);
    await world.startChat(customer);
    expect(
      await world.post(world.admin, `/admin/support/chats/${old}/status`, { status: 'active' }),
    ).toMatchObject({ status: 409, body: { code: 'SUPPORT_CHAT_OPEN_ELSEWHERE' } });
  });

  it('marks as read, which the customer sees', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Bitte ein Mensch');
    await world.post(world.admin, `/admin/support/chats/${chat}/read`, { seq: 1 });
    expect((await world.thread(customer, chat)).chat).toMatchObject({ adminReadSeq: 1 });
    const unknown = newId();
    expect((await world.post(world.admin, `/admin/support/chats/${unknown}/read`, { seq: 1 })).status).toBe(
      404,
    );
    expect((await world.get(world.admin, `/admin/support/chats/${unknown}/messages`)).status).toBe(404);
  });
});

describe('hints', () => {
  it('go to the customer and the team after every change', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    world.fixture.hints.length = 0;
    await world.say(customer, chat, 'Guten Tag');
    expect(world.fixture.hints).toEqual([
      { to: 'user', userId: customer.userId, subjects: ['support'] },
      { to: 'admins', subjects: ['support'] },
    ]);
  });
});

describe('a transcript', () => {
  it('goes to the own address, with everything that was said, and not too often', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das <b>echtes</b> Geld?');
    await world.answer();
    mails.length = 0;
    const answer = await world.post(customer, `/support/chats/${chat}/transcript`);
    expect(answer.body).toEqual({ sentTo: `${customer.userId}@probe.example` });
    expect(mails[0]).toMatchObject({ to: `${customer.userId}@probe.example` });
    expect(mails[0]?.text).toContain('Sie: Ist das <b>echtes</b> Geld?');
    expect(mails[0]?.text).toContain('Assistent: Auf dieser Plattform gibt es nur Spielgeld.');
    expect(mails[0]?.html).not.toContain('<b>echtes</b>');
    for (let n = 1; n < SUPPORT_LIMITS.transcriptsPerHour; n += 1)
      await world.post(customer, `/support/chats/${chat}/transcript`);
    expect((await world.post(customer, `/support/chats/${chat}/transcript`)).status).toBe(429);
  });
});

describe('the end of an account', () => {
  it('erases chats and messages, after they could be exported, and leaves those of others', async () => {
    const [customer, other] = [world.api.person('user'), world.api.person('user')];
    const [chat, kept] = [await world.startChat(customer), await world.startChat(other)];
    await world.say(customer, chat, 'Ich möchte mit einem Menschen sprechen');
    await world.say(other, kept, 'Guten Tag');
    const { database, runWork } = world.fixture;
    const exported: object[] = [];
    for await (const part of exportSupport(database.db, customer.userId)) exported.push(part);
    expect(exported).toMatchObject([
      {
        id: chat,
        status: 'escalated',
        messages: [{ seq: 1, message: 'Ich möchte mit einem Menschen sprechen' }],
      },
    ]);
    // A reply is under way when the account ends: it must not bring anything back.
    world.fixture.clock.advance(1_000);
    await Promise.all([
      world.worker().answerDue(),
      runWork(customer, (work) => eraseSupport(work, customer.userId)),
    ]);
    const { rows } = await database.pool.query(
      'SELECT DISTINCT chat_id FROM support_messages WHERE chat_id = ANY($1)',
      [[chat, kept]],
    );
    expect(rows).toEqual([{ chat_id: kept }]);
    expect((await world.get(customer, '/support/chats')).body).toMatchObject({ total: 0 });
  });

  it('takes the chats along even when only the account is deleted', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Guten Tag');
    const { pool } = world.fixture.database;
    await pool.query('DELETE FROM auth_users WHERE id = $1', [customer.userId]);
    expect((await pool.query('SELECT FROM support_chats WHERE id = $1', [chat])).rowCount).toBe(0);
  });
});

it('promises a human within the time of the catalogue', () => {
  expect(HANDED_OVER).toContain(formatRange(...SERVICE_TIMES.humanReplyMinutes));
});
