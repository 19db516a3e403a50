import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownAddress } from '../../src/modules/wallet/index.ts';
import { newId } from '../../src/platform/work.ts';
import { createSupportWorld, type Person, type SupportWorld } from './support-world.ts';

const HOUR_MS = 3_600_000;
const OFFER = 'Soll ich einen Menschen dazuholen?';

let world: SupportWorld;
beforeAll(async () => {
  world = await createSupportWorld();
});
afterAll(() => world.fixture.close());
// Nobody of an earlier test waits any more.
beforeEach(async () => {
  await world.answer();
  await world.fixture.database.pool.query(
    `UPDATE support_chats SET status = 'resolved', resolved_at = now() WHERE status = 'escalated'`,
  );
});

const lastOf = async (person: Person, chat: string) => (await world.said(person, chat)).at(-1);
const stateOf = async (person: Person, chat: string) => (await world.thread(person, chat)).chat;
const replyOfTeam = (chat: string, message = 'Guten Tag, ich sehe nach.') =>
  world.post(world.admin, `/admin/support/chats/${chat}/messages`, { clientId: newId(), message });

async function ask(person: Person, chat: string, question: string) {
  await world.say(person, chat, question);
  await world.answer();
  return lastOf(person, chat);
}

async function waitingChat() {
  const person = world.api.person('user');
  const chat = await world.startChat(person);
  const handedOver = await ask(person, chat, 'Mensch bitte');
  return { person, chat, handedOver };
}

describe('somebody who waits for a human', () => {
  it('hears their place at the hand-over, when they ask, and when it has changed', async () => {
    const [first, second, third] = [await waitingChat(), await waitingChat(), await waitingChat()];
    expect(first.handedOver).toContain('Vor Ihnen wartet niemand.');
    expect(second.handedOver).toContain('Vor Ihnen wartet eine Person.');
    expect(third.handedOver).toContain('Vor Ihnen warten 2\u00a0Personen.');
    const { person, chat } = third;
    for (const question of ['Wie lange noch?', 'wann bin ich dran', 'MENSCH!!!'])
      expect(await ask(person, chat, question), question).toMatch(
        /^bot: Ihr Chat liegt bei unserem Team\. Vor Ihnen warten 2\sPersonen\. Ein Mensch antwortet meist in/,
      );
    expect(await stateOf(person, chat)).toMatchObject({ placeInLine: 3 });
    await replyOfTeam(first.chat);
    expect(await stateOf(person, chat)).toMatchObject({ placeInLine: 2 });
    await world.post(second.person, `/support/chats/${second.chat}/close`);
    expect(await ask(person, chat, 'Wie lange noch?')).toContain('Vor Ihnen wartet niemand.');
    expect((await world.get(person, '/support/chat')).body).toMatchObject({ chat: { placeInLine: 1 } });
    expect(await stateOf(first.person, first.chat)).toMatchObject({ status: 'escalated', placeInLine: null });
  });

  it('gets answers meanwhile, and is offered no human again', async () => {
    const { person, chat } = await waitingChat();
    expect(await ask(person, chat, 'Wie lange dauert eine Auszahlung?')).toContain('In der Regel bestätigen');
    const unknown = await ask(person, chat, 'Wer wird Weltmeister?');
    expect(unknown).toContain('Das weiß ich nicht');
    expect(unknown).not.toContain(OFFER);
    expect(unknown).toContain('Ihr Chat liegt bei unserem Team.');
    expect(await stateOf(person, chat)).toMatchObject({ status: 'escalated', escalationReason: 'asked' });
    expect(await world.actions(chat)).toEqual(['support.start active', 'support.escalate escalated']);
  });

  it('hears nothing of the assistant any more once somebody of the team has written', async () => {
    const { person, chat } = await waitingChat();
    await replyOfTeam(chat);
    for (const message of ['Ist das echtes Geld?', 'Mensch?', 'Ja']) await world.say(person, chat, message);
    expect(await world.answer()).toBe(0);
    expect((await stateOf(person, chat)).assistantTyping).toBe(false);
  });

  it('gets an answer once, however many look for it, and none that a human has overtaken', async () => {
    const { person, chat } = await waitingChat();
    await world.say(person, chat, 'Ist das echtes Geld?');
    world.fixture.clock.advance(1_000);
    const written = await Promise.all(Array.from({ length: 4 }, () => world.worker().answerDue()));
    expect(written.reduce((sum, count) => sum + count)).toBe(1);
    await world.say(person, chat, 'Wie zahle ich ein?');
    world.fixture.clock.advance(1_000);
    const overtaken = world.worker({
      answer: async () => {
        await replyOfTeam(chat);
        return { answered: true, message: 'Überholt' };
      },
    });
    expect(await overtaken.answerDue()).toBe(0);
    expect(await lastOf(person, chat)).toMatch(/^admin: /);
  });

  it('keeps the answer that was due when the team called the chat to itself', async () => {
    const person = world.api.person('user');
    const chat = await world.startChat(person);
    await world.say(person, chat, 'Ist das echtes Geld?');
    await world.post(world.admin, `/admin/support/chats/${chat}/status`, { status: 'escalated' });
    expect(await world.answer()).toBe(1);
    expect(await lastOf(person, chat)).toMatch(/^bot: Auf dieser Plattform gibt es nur Spielgeld/);
    expect(await stateOf(person, chat)).toMatchObject({ status: 'escalated', placeInLine: 1 });
  });

  it('is told of the hand-over also when the assistant fails, and is no further back for it', async () => {
    await waitingChat();
    const person = world.api.person('user');
    const chat = await world.startChat(person);
    await world.say(person, chat, 'Ist das echtes Geld?');
    await world.answer(world.worker({ answer: () => Promise.reject(new Error('no answer')) }));
    expect(await lastOf(person, chat)).toContain('Vor Ihnen wartet eine Person.');
    expect(await stateOf(person, chat)).toMatchObject({
      escalationReason: 'assistant_failed',
      placeInLine: 2,
    });
  });
});

describe('somebody who is angry or worried', () => {
  async function withOpenRequests() {
    const { userId } = await world.fixture.createCustomer('500');
    const person = world.api.person('user', userId);
    const withdrawal = await world.post(person, '/withdrawals', {
      amountUsd: '120.50',
      cryptoCurrency: 'BTC',
      withdrawalAddress: ownAddress('BTC', userId),
    });
    world.fixture.clock.advance(71 * HOUR_MS);
    const deposit = await world.post(person, '/deposits', { amountUsd: '1000', cryptoCurrency: 'BTC' });
    world.fixture.clock.advance(3 * HOUR_MS - 1_000);
    return { person, withdrawal, deposit, chat: await world.startChat(person) };
  }

  it('hears calmly what is open and for how long, and is asked whether a human should come', async () => {
    const { person, chat, withdrawal, deposit } = await withOpenRequests();
    for (const [message, heard] of [
      ['Ihr seid Betrüger', 'Es tut mir leid, dass Sie verärgert sind.'],
      ['ich warte seit 3 Tagen auf mein Geld', 'Es tut mir leid, dass Sie warten.'],
      ['Das ist doch alles scheiße hier', 'Es tut mir leid, dass Sie verärgert sind.'],
      ['Ich mache mir Sorgen um mein Geld', 'Ihre Sorge nehme ich ernst.'],
    ] as const) {
      const said = await ask(person, chat, message);
      expect(said, message).toContain(
        [
          `bot: ${heard} Das ist bei Ihnen gerade offen:`,
          `Auszahlung ${withdrawal.body.reference} über 120,50\u00a0USD, seit 3\u00a0Tagen und 2\u00a0Stunden in Prüfung, länger als üblich.`,
          `Einzahlung ${deposit.body.reference} über 1.000,00\u00a0USD, seit 3\u00a0Stunden`,
        ].join('\n'),
      );
      expect(said?.endsWith(OFFER), message).toBe(true);
      world.fixture.clock.advance(-1_000);
    }
    expect((await stateOf(person, chat)).status).toBe('active');
    await world.say(person, chat, 'ja');
    expect(await stateOf(person, chat)).toMatchObject({ status: 'escalated', escalationReason: 'asked' });
    await world.answer();
    expect(await ask(person, chat, 'saftladen')).toMatch(/offen:[\s\S]*Ihr Chat liegt bei unserem Team\./);
  });

  it('hears what is in their wallet where nothing is open, and that it is play money where they accuse', async () => {
    const { userId } = await world.fixture.createCustomer('500');
    const person = world.api.person('user', userId);
    const chat = await world.startChat(person);
    const said = await ask(person, chat, 'Ihr seid alle Betrüger!!!');
    expect(said).toContain(
      'Bei Ihnen ist gerade kein Antrag offen. In Ihrem Wallet sind 500,00\u00a0USDT verfügbar.',
    );
    expect(said).toContain('Auf dieser Plattform gibt es nur Spielgeld.');
    expect(await ask(person, chat, 'Wie lösche ich diesen scheiß Account?')).toMatch(
      /verärgert sind\.[\s\S]*„Konto löschen“[\s\S]*dazuholen\?$/,
    );
  });

  it('gets their own figures for a question about what is theirs', async () => {
    const { person, chat, withdrawal } = await withOpenRequests();
    expect(await ask(person, chat, 'meine auszahlung')).toContain(
      `Ihre Auszahlung ${withdrawal.body.reference}`,
    );
    await ask(person, chat, 'mein guthaben');
    expect((await world.thread(person, chat)).messages.at(-1)?.facts).toContainEqual({
      label: 'Verfügbar',
      value: '379,50\u00a0USDT',
    });
  });
});
