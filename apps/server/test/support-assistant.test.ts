import { SERVICE_TIMES } from '@botdepot/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPrices } from '../src/modules/markets/index.ts';
import { HANDED_OVER, NO_ADVICE, NOT_UNDERSTOOD } from '../src/modules/support/assistant/knowledge.ts';
import { createKnowledgeAssistant, createSupportWorker } from '../src/modules/support/index.ts';
import { claimDueReply } from '../src/modules/support/support.store.ts';
import { ownAddress } from '../src/modules/wallet/index.ts';
import { newId } from '../src/platform/ids.ts';
import { createSupportWorld, type Person, type SupportWorld } from './support-world.ts';

const LEASE_MS = 10_000;
const HOUR_MS = 3_600_000;

let world: SupportWorld;
beforeAll(async () => {
  world = await createSupportWorld();
});
afterAll(() => world.fixture.close());

async function withPendingWithdrawal() {
  const { userId } = await world.fixture.createCustomer('500');
  const customer = world.api.person('user', userId);
  const withdrawal = await world.post(customer, '/withdrawals', {
    amountUsd: '120.50',
    cryptoCurrency: 'BTC',
    withdrawalAddress: ownAddress('BTC', userId),
  });
  return { customer, withdrawal };
}

describe('the assistant', () => {
  it('answers a second after the question, and types until then', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    const askedAt = world.fixture.clock.now().getTime();
    await world.say(customer, chat, 'Ist das echtes Geld?');
    expect(world.due.at(-1)?.getTime()).toBe(askedAt + 1_000);
    expect(await world.worker().answerDue()).toBe(0);
    expect((await world.thread(customer, chat)).chat.assistantTyping).toBe(true);
    expect(await world.answer()).toBe(1);
    const { chat: state, messages } = await world.thread(customer, chat);
    expect(state.assistantTyping).toBe(false);
    expect(messages[1]).toMatchObject({ seq: 2, senderType: 'bot', clientId: null });
    expect(messages[1]?.message).toMatch(/^Auf dieser Plattform gibt es nur Spielgeld/);
  });

  it('gives several messages in a row one answer, a second after the last', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Hallo');
    world.fixture.clock.advance(900);
    await world.say(customer, chat, 'Wie lange dauert eine Auszahlung?');
    world.fixture.clock.advance(900);
    expect(await world.worker().answerDue()).toBe(0);
    expect(await world.answer()).toBe(1);
    expect((await world.said(customer, chat)).at(-1)).toContain(
      `innerhalb von ${SERVICE_TIMES.withdrawalHours}\u00a0Stunden`,
    );
  });

  it('answers calmly that it gives no advice', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Soll ich in den TurboBot investieren?');
    await world.answer();
    expect((await world.said(customer, chat)).at(-1)).toBe(`bot: ${NO_ADVICE}`);
    expect((await world.thread(customer, chat)).chat.status).toBe('active');
  });

  it('knows the open requests of the customer, and of nobody else', async () => {
    const { userId } = await world.fixture.createCustomer('500');
    const customer = world.api.person('user', userId);
    const deposit = await world.post(customer, '/deposits', { amountUsd: '1000', cryptoCurrency: 'BTC' });
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Wo bleibt meine Einzahlung?');
    await world.answer();
    const { messages } = await world.thread(customer, chat);
    expect(messages.at(-1)?.message).toContain(
      `Ihre Einzahlung ${deposit.body.reference} über 1.000,00\u00a0USD ist seit`,
    );
    expect(messages.at(-1)?.facts).toContainEqual({ label: 'Betrag', value: '1.000,00\u00a0USD' });
    const other = world.api.person('user');
    const othersChat = await world.startChat(other);
    await world.say(other, othersChat, 'Wo bleibt meine Einzahlung?');
    await world.answer();
    expect((await world.said(other, othersChat)).at(-1)).toContain('Sie haben keine Einzahlung');
    const { body } = await world.get(customer, '/support/chat');
    expect(body.quickReplies).toContainEqual({
      label: 'Wo bleibt meine Einzahlung?',
      message: 'Wo bleibt meine Einzahlung?',
    });
  });

  it('speaks of the request that has waited longest, however many came after it', async () => {
    const { customer, withdrawal } = await withPendingWithdrawal();
    const deposit = () => world.post(customer, '/deposits', { amountUsd: '1000', cryptoCurrency: 'BTC' });
    const oldest = (await deposit()).body.reference;
    const withdrawalAddress = ownAddress('BTC', customer.userId);
    for (let later = 0; later < 7; later += 1) {
      world.fixture.clock.advance(60_000);
      await deposit();
      await world.post(customer, '/withdrawals', {
        amountUsd: '10',
        cryptoCurrency: 'BTC',
        withdrawalAddress,
      });
    }
    const chat = await world.startChat(customer);
    for (const [question, beginning] of [
      ['Wo bleibt meine Einzahlung?', `Ihre Einzahlung ${oldest} über 1.000,00`],
      ['Wo bleibt meine Auszahlung?', `Ihre Auszahlung ${withdrawal.body.reference} über 120,50`],
    ] as const) {
      await world.say(customer, chat, question);
      await world.answer();
      const said = (await world.thread(customer, chat)).messages.at(-1)?.message;
      expect(said).toMatch(new RegExp(`^${beginning}`));
      expect(said).toMatch(/Ebenfalls in Prüfung: (\S+, ){3}\S+ und 3 weitere\.$/);
    }
  });

  it('says of a withdrawal that takes longer than usual that it does, however one asks', async () => {
    const { customer, withdrawal } = await withPendingWithdrawal();
    const chat = await world.startChat(customer);
    const answerTo = async (question: string) => {
      await world.say(customer, chat, question);
      await world.answer();
      return (await world.said(customer, chat)).at(-1);
    };
    const status = `bot: Ihre Auszahlung ${withdrawal.body.reference} über 120,50\u00a0USD ist seit`;
    const inTime = await answerTo('Warum dauert meine Auszahlung so lange?');
    expect(inTime).toContain(status);
    expect(inTime).not.toContain('diesmal');
    world.fixture.clock.advance(SERVICE_TIMES.withdrawalHours * HOUR_MS);
    for (const question of [
      'Warum dauert meine Auszahlung so lange?',
      'Wie lange dauert eine Auszahlung?',
      'Wo bleibt meine Auszahlung?',
    ]) {
      const late = await answerTo(question);
      expect(late, question).toContain(status);
      expect(late, question).toContain('diesmal dauert es länger');
    }
    await world.post(customer, `/withdrawals/${withdrawal.body.id}/cancel`);
    expect(await answerTo('Wie lange dauert eine Auszahlung?')).toMatch(/^bot: In der Regel bestätigen wir/);
  });

  it('says to who has a pending withdrawal what was asked, and not how that stands', async () => {
    const { customer } = await withPendingWithdrawal();
    const chat = await world.startChat(customer);
    const answerTo = async (question: string) => {
      await world.say(customer, chat, question);
      await world.answer();
      return (await world.thread(customer, chat)).messages.at(-1);
    };
    for (const question of ['Wie viel Geld habe ich?', 'Was ist auf meinem Wallet?', 'Kontostand'])
      expect((await answerTo(question))?.facts, question).toEqual([
        { label: 'Verfügbar', value: '379,50\u00a0USDT' },
        { label: 'Reserviert', value: '120,50\u00a0USDT' },
      ]);
    for (const question of ['Wie hoch ist die Auszahlungsgebühr?', 'Gebühr für Einzahlung'])
      expect((await answerTo(question))?.message, question).toMatch(
        /^Einzahlungen, Auszahlungen .* kostenlos\./,
      );
    expect((await answerTo('Wie lösche ich mein Konto?'))?.message).toContain('„Profil“');
  });

  it('calls a human when asked, tells so, and is silent from then on', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'MITARBEITER bitte');
    expect((await world.thread(customer, chat)).chat).toMatchObject({
      status: 'escalated',
      escalationReason: 'asked',
      assistantTyping: true,
    });
    await world.answer();
    await world.say(customer, chat, 'Hallo?');
    expect(await world.answer()).toBe(0);
    expect(await world.said(customer, chat)).toEqual([
      'user: MITARBEITER bitte',
      `bot: ${HANDED_OVER}`,
      'user: Hallo?',
    ]);
    expect(await world.actions(chat)).toEqual(['support.start active', 'support.escalate escalated']);
    expect((await world.get(customer, '/support/chat')).body.quickReplies).toEqual([]);
  });

  it('says itself that it is no human, and calls nobody for the question', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    for (const question of ['Bist du ein Mensch?', 'Schreibe ich hier mit einem echten Menschen?']) {
      await world.say(customer, chat, question);
      await world.answer();
      expect((await world.said(customer, chat)).at(-1)).toMatch(/^bot: Ich bin der Assistent, ein Programm/);
    }
    expect((await world.thread(customer, chat)).chat.status).toBe('active');
    await world.say(customer, chat, 'Ich möchte mit einem Menschen sprechen.');
    expect((await world.thread(customer, chat)).chat.status).toBe('escalated');
  });

  it('says of a withdrawal that nobody has requested that there is none, also when one asks for its arrival', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Wann kommt meine Auszahlung an?');
    await world.answer();
    expect((await world.said(customer, chat)).at(-1)).toMatch(
      /^bot: Sie haben keine Auszahlung, die noch geprüft wird\./,
    );
  });

  it('says the price that the market page shows', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    const now = world.fixture.clock.now();
    await world.fixture.database.pool.query(
      `INSERT INTO market_prices (id, symbol, market_type, price, change_24h, last_updated, source, open)
       VALUES ($1, 'BTC/USD', 'crypto', 61234.5, null, $2, 'simulated', true)`,
      [newId(), now],
    );
    await world.say(customer, chat, 'Wie hoch ist der Bitcoin-Kurs gerade?');
    await world.answer();
    expect((await world.said(customer, chat)).at(-1)).toContain(
      'bot: Bitcoin (BTC/USD): 61.234,50\u00a0USD, simulierter Kurs, Stand',
    );
  });

  it('calls a human after two questions in a row that it cannot answer', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    for (const question of [
      'Xylophon Quadrat',
      'Ist das echtes Geld?',
      'Zitronenfalter',
      'Blumenkohl Rezept',
    ]) {
      await world.say(customer, chat, question);
      await world.answer();
    }
    const said = (await world.said(customer, chat)).filter((line) => line.startsWith('bot: '));
    expect(said[0]).toBe(`bot: ${NOT_UNDERSTOOD}`);
    expect(said[2]).toBe(`bot: ${NOT_UNDERSTOOD}`);
    expect(said[3]).toBe(`bot: ${HANDED_OVER}`);
    expect((await world.thread(customer, chat)).chat).toMatchObject({
      status: 'escalated',
      escalationReason: 'unanswered',
    });
  });

  it('that fails calls a human', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    const broken = world.worker({ answer: () => Promise.reject(new Error('no answer')) });
    expect(await world.answer(broken)).toBe(1);
    expect((await world.thread(customer, chat)).chat).toMatchObject({
      status: 'escalated',
      escalationReason: 'assistant_failed',
    });
  });
});

describe('a due reply', () => {
  it('is written once, however many replicas look for it', async () => {
    const people = Array.from({ length: 6 }, () => world.api.person('user'));
    const chats = await Promise.all(people.map((person) => world.startChat(person)));
    await Promise.all(people.map((person, n) => world.say(person, chats[n] ?? '', 'Ist das echtes Geld?')));
    world.fixture.clock.advance(1_000);
    const written = await Promise.all(Array.from({ length: 4 }, () => world.worker().answerDue()));
    expect(written.reduce((sum, count) => sum + count)).toBe(6);
    for (const [n, person] of people.entries())
      expect(await world.said(person, chats[n] ?? '')).toHaveLength(2);
  });

  it('outlives a replica that dies with it, and is not written by one that comes back late', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    world.fixture.clock.advance(1_000);
    const asked = Promise.withResolvers<void>();
    const comeBack = Promise.withResolvers<void>();
    const frozen = world.worker({
      answer: async () => {
        asked.resolve();
        await comeBack.promise;
        return { answered: true, message: 'Zu spät' };
      },
    });
    const late = frozen.answerDue();
    await asked.promise;
    // Everybody else finds it taken for now …
    expect(await world.worker().answerDue()).toBe(0);
    world.fixture.clock.advance(LEASE_MS);
    // … and due again when the claim has run out.
    expect(await world.worker().answerDue()).toBe(1);
    comeBack.resolve();
    expect(await late).toBe(0);
    expect(await world.said(customer, chat)).toHaveLength(2);
    expect((await world.said(customer, chat)).at(-1)).not.toContain('Zu spät');
  });

  it('that was claimed by a killed process is answered by the next one', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    world.fixture.clock.advance(1_000);
    const now = world.fixture.clock.now();
    await claimDueReply(world.fixture.database.db, now, new Date(now.getTime() + LEASE_MS));
    expect(await world.worker().answerDue()).toBe(0);
    world.fixture.clock.advance(LEASE_MS);
    expect(await world.worker().answerDue()).toBe(1);
    expect((await world.thread(customer, chat)).chat.assistantTyping).toBe(false);
  });

  it('gives way to a newer question, and to a human', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    world.fixture.clock.advance(1_000);
    const interrupted = world.worker({
      answer: async () => {
        await world.say(customer, chat, 'Ich meine: Wie lange dauert eine Auszahlung?');
        return { answered: true, message: 'Überholt' };
      },
    });
    expect(await interrupted.answerDue()).toBe(0);
    world.fixture.clock.advance(1_000);
    const overtaken = world.worker({
      answer: async () => {
        const reply = { clientId: newId(), message: 'Ich übernehme.' };
        await world.post(world.admin, `/admin/support/chats/${chat}/messages`, reply);
        return { answered: true, message: 'Überholt' };
      },
    });
    expect(await overtaken.answerDue()).toBe(0);
    expect((await world.said(customer, chat)).filter((line) => line.includes('Überholt'))).toEqual([]);
    expect((await world.thread(customer, chat)).chat.assistantTyping).toBe(false);
  });

  it('comes by itself while a worker runs', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    world.fixture.clock.advance(1_000);
    const worker = world.worker();
    worker.wakeAt(world.fixture.clock.now());
    await expect.poll(() => world.said(customer, chat), { timeout: 20_000 }).toHaveLength(2);
    await worker.stop();
  });

  it('does not wait for another one that the assistant hangs over', async () => {
    const asked = Promise.withResolvers<void>();
    const comeBack = Promise.withResolvers<void>();
    const [stuck, next] = [world.api.person('user'), world.api.person('user')];
    const worker = world.worker({
      answer: async ({ userId }) => {
        asked.resolve();
        if (userId === stuck.userId) await comeBack.promise;
        return { answered: true, message: 'Nein, Spielgeld.' };
      },
    });
    const ask = async (person: Person) => {
      const chat = await world.startChat(person);
      await world.say(person, chat, 'Ist das echtes Geld?');
      world.fixture.clock.advance(1_000);
      worker.wakeAt(world.fixture.clock.now());
      return chat;
    };
    const stuckChat = await ask(stuck);
    await asked.promise;
    const nextChat = await ask(next);
    await expect.poll(() => world.said(next, nextChat), { timeout: 20_000 }).toHaveLength(2);
    comeBack.resolve();
    await worker.stop();
    expect(await world.said(stuck, stuckChat)).toHaveLength(2);
  });
});

describe('a timer', () => {
  it('that goes off a moment before the reply is due waits for the rest, not for the next look', async () => {
    const customer = world.api.person('user');
    const chat = await world.startChat(customer);
    await world.say(customer, chat, 'Ist das echtes Geld?');
    const dueAt = world.due.at(-1);
    if (!dueAt) throw new Error('no reply is due');
    world.fixture.clock.set(new Date(dueAt.getTime() - 20));
    // It looks by itself only when it was woken, since `start` is not called, and each time it asks for the time first.
    let asked = 0;
    const now = () => {
      asked += 1;
      return world.fixture.clock.now();
    };
    const worker = createSupportWorker({
      ...world.fixture,
      clock: { now },
      assistant: createKnowledgeAssistant({ ...world.fixture, listPrices }),
      log: pino({ level: 'silent' }),
    });
    worker.wakeAt(dueAt);
    // The timer has gone off, and by the clock it is still too early.
    await expect.poll(() => asked).toBeGreaterThan(1);
    expect(await world.said(customer, chat)).toHaveLength(1);
    world.fixture.clock.set(dueAt);
    await expect.poll(() => world.said(customer, chat), { timeout: 20_000 }).toHaveLength(2);
    await worker.stop();
  });
});
