import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPrices } from '../../src/modules/markets/index.ts';
import { createKnowledgeAssistant, createSupportWorker } from '../../src/modules/support/index.ts';
import { claimDueReply } from '../../src/modules/support/support.store.ts';
import { newId } from '../../src/platform/work.ts';
import { createSupportWorld, type Person, type SupportWorld } from './support-world.ts';

const LEASE_MS = 10_000;

let world: SupportWorld;
beforeAll(async () => {
  world = await createSupportWorld();
});
afterAll(() => world.fixture.close());

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
