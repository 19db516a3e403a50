// How the team finds a chat: by whose it is, by what was said, by a number; which are one's own, and in which somebody waits too long.
import { SERVICE_TIMES } from '@botdepot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeskWorld, type DeskWorld, emailOf } from './support-desk-world.ts';
import type { Person } from './support-world.ts';

let world: DeskWorld;
let anna: Person;
let bernd: Person;
beforeAll(async () => {
  world = await createDeskWorld();
  ({ anna, bernd } = world);
});
afterAll(() => world.fixture.close());

type List = {
  items: { id: string; excerpt: string | null }[];
  total: number;
  counts: Record<string, number>;
};
const list = async (query: string, as = anna) =>
  (await world.get(as, `/admin/support/chats?${query}`)).body as unknown as List;
const search = async (text: string) => (await list(`query=${encodeURIComponent(text)}`)).items;
const idsOf = (items: List['items']) => items.map(({ id }) => id);
const resolve = (chat: string) =>
  world.post(anna, `/admin/support/chats/${chat}/status`, { status: 'resolved' });

describe('a search over the chats', () => {
  it('goes by the customer, in chats of any status', async () => {
    const { customer, chat } = await world.escalated();
    await resolve(chat);
    const next = await world.startChat(customer);
    expect(idsOf(await search(emailOf(customer).toUpperCase())).toSorted()).toEqual([chat, next].toSorted());
    expect(idsOf(await search(`U-${customer.userId.slice(-6)}`))).toContain(chat);
    expect(idsOf(await search(chat))).toEqual([chat]);
  });

  it('goes by what somebody said, every word of it, and quotes the newest message that says it', async () => {
    const { customer, chat } = await world.escalated();
    await world.say(customer, chat, 'Mein Sparkassenbuch ist weg.');
    await world.say(
      customer,
      chat,
      `${'Ich habe lange gesucht, überall. '.repeat(3)}\nDas SPARKASSENBUCH fehlt seit 100% sicher Montag.`,
    );
    const [found] = await search('sparkassenbuch montag');
    expect(found?.id).toBe(chat);
    expect(found?.excerpt).toMatch(/^… .{0,30}SPARKASSENBUCH fehlt seit 100% sicher Montag\.$/);
    expect(await search('sparkassenbuch dienstag')).toEqual([]);
    expect(await search('sparkassen_uch')).toEqual([]);
    expect(idsOf(await search('100% sicher'))).toEqual([chat]);
  });

  it('goes by the number of what the customer has', async () => {
    const { customer, chat } = await world.escalated();
    const { body } = await world.post(customer, '/deposits', { amountUsd: '50', cryptoCurrency: 'BTC' });
    expect(idsOf(await search(String(body.reference)))).toEqual([chat]);
    expect(await search('E-999999')).toEqual([]);
  });

  it('finds no note of the team, whose words never stand among messages', async () => {
    const { chat } = await world.escalated();
    await world.note(anna, chat, 'Zwetschgenkuchen versprochen');
    expect(await search('zwetschgenkuchen')).toEqual([]);
  });
});

describe('the chats of one of the team', () => {
  it('are those they took, resolved ones at the end; those that go on are counted', async () => {
    const [first, second] = [await world.escalated(), await world.escalated()];
    const before = (await list('', bernd)).counts.mine ?? 0;
    for (const { chat } of [first, second]) await world.assign(bernd, chat, bernd.userId, null);
    await resolve(first.chat);
    const { items, counts } = await list('assigned=me&order=waiting', bernd);
    expect(idsOf(items)).toEqual([second.chat, first.chat]);
    expect(counts.mine).toBe(before + 1);
    expect(idsOf((await list('assigned=me')).items)).not.toContain(second.chat);
  });
});

describe('the count of those who wait too long', () => {
  it('has whoever waits longer than promised, until somebody answers', async () => {
    const overdue = async () => (await list('pageSize=1')).counts.overdue ?? 0;
    const promised = SERVICE_TIMES.humanReplyMinutes[1] * 60_000;
    // All those of the tests above.
    world.fixture.clock.advance(promised + 1);
    const before = await overdue();
    const { chat } = await world.escalated();
    world.fixture.clock.advance(promised);
    expect(await overdue()).toBe(before);
    world.fixture.clock.advance(1);
    expect(await overdue()).toBe(before + 1);
    await world.reply(anna, chat);
    expect(await overdue()).toBe(before);
  });
});
