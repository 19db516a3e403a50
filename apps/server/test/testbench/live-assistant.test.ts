// What the assistant says of bots that a customer has built is what the pages say at the same moment.
import type { WealthHistory } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listPrices } from '../../src/modules/markets/index.ts';
import { createKnowledgeAssistant } from '../../src/modules/support/index.ts';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';
import { ownBotsOf, type Person } from './testbench-world.ts';

let world: LiveWorld;
let ask: (of: Person, question: string) => Promise<{ message: string; facts: string[] }>;
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless() });
  await world.history(3);
  await world.tick();
  const assistant = createKnowledgeAssistant({ ...world, listPrices });
  ask = async ({ userId }, question) => {
    const { answered, message, facts } = await assistant.answer({
      userId,
      messages: [question],
      now: world.clock.now(),
    });
    expect(answered, question).toBe(true);
    const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
    return {
      message: plain(message),
      facts: (facts ?? []).map(({ label, value }) => `${plain(label)}: ${value}`),
    };
  };
});
afterAll(() => world.close());

/** „Gewinn gesamt“ of the overview. */
async function earned(as: Person): Promise<bigint> {
  const { body } = await world.api.call('GET', '/api/wealth?range=max', { as });
  // What the contract says of the answer.
  const { start, deposits, withdrawals, corrections, end } = (body as unknown as WealthHistory).sum;
  return [start, deposits, withdrawals, corrections].reduce(
    (rest, part) => rest - fromWire(part),
    fromWire(end),
  );
}

const signed = (amount: bigint) => inUsdt(amount, { sign: 'always' });

it('tells of money, results and waiting orders from the order to the end, and after the bot is deleted', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  expect((await ask(anna, 'Wie viel Geld steckt in meinem eigenen Bot?')).message).toMatch(
    /^Sie haben noch keinen eigenen Bot gebaut\./,
  );
  const bot = await world.certified(anna, { name: 'Abendbot' });
  expect((await ask(anna, 'Warum startet mein Bot nicht?')).message).toMatch(/^„Abendbot“ ist geprüft/);
  await live.start(bot, '300');
  expect((await ask(anna, 'Warum startet mein Bot nicht?')).message).toMatch(
    /^„Abendbot“ ist seit .* beauftragt, 300,00\sUSDT liegen bereit\. Er beginnt mit der nächsten Minute/,
  );
  expect((await ask(anna, 'Wo ist mein Geld?')).facts).toContain('In Auftrag: 300,00\u00a0USDT');

  await world.run(22);
  const inOwnBots = fromWire((await live.wallet()).inOwnBots ?? '');
  const money = await ask(anna, 'Wie viel Geld steckt in meinem eigenen Bot?');
  expect(money.message).toContain(
    `stecken gerade ${inUsdt(inOwnBots)}; eingesetzt haben Sie 300,00\u00a0USDT.`,
  );
  expect(money.facts).toEqual([`Abendbot: ${inUsdt(inOwnBots)}`]);
  expect((await ask(anna, 'Wo ist mein Geld?')).facts).toContain(`In eigenen Bots: ${inUsdt(inOwnBots)}`);
  const brought = inOwnBots - 300_000_000n;
  expect(brought, 'it traded').not.toBe(0n);
  expect(await earned(anna)).toBe(brought);
  expect((await ask(anna, 'Was hat mein eigener Bot verdient?')).message).toContain(
    `„Abendbot“ hat seit dem Start ${signed(brought)} gebracht.`,
  );
  expect((await ask(anna, 'Wie hoch ist mein Gewinn?')).facts).toEqual([`Eigene Bots: ${signed(brought)}`]);
  expect((await ask(anna, 'Kann ich meinen eigenen Bot löschen?')).message).toMatch(
    /^In „Abendbot“ steckt gerade Geld/,
  );

  await live.stop(bot.id);
  await world.run(3);
  const [order] = await live.orders(bot.id);
  const result = fromWire(String(order?.payoutUsd)) - 300_000_000n;
  const over = `Was Sie beendet haben, hat zusammen ${signed(result)} gebracht.`;
  expect((await ask(anna, 'Was hat mein eigener Bot verdient?')).message).toContain(over);
  await ownBotsOf(world.api, anna).remove(bot.id);
  expect((await ask(anna, 'Was hat mein eigener Bot verdient?')).message).toContain(over);
  expect((await ask(anna, 'Wie hoch ist mein Gewinn?')).facts).toEqual([`Eigene Bots: ${signed(result)}`]);
  expect(await earned(anna)).toBe(result);
});

it('says why the team holds a bot that waits or runs', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  const bot = await world.certified(anna, { name: 'Abendbot' });
  const admin = world.api.person('admin', world.admin.userId ?? undefined);
  const all = (path: string) =>
    world.api.call('POST', `/api/admin/own-bots/${path}`, {
      as: admin,
      body: { botId: null, reason: 'Wir prüfen die Kurse' },
      key: crypto.randomUUID(),
    });
  await all('hold');
  await live.start(bot, '300');
  await world.run(3);
  const why = async () => (await ask(anna, 'Warum startet mein Bot nicht?')).message;
  expect(await why()).toMatch(/Der Betreiber hat ihn angehalten: Wir prüfen die Kurse\. Der Start folgt/);
  await all('release');
  await world.run(8);
  await all('hold');
  expect(await why()).toMatch(/^„Abendbot“ läuft\. Der Betreiber hat ihn angehalten: Wir prüfen die Kurse\./);
  await all('release');
});

it('tells of a bot by its name what its page shows, from the order to the end', async () => {
  const anna = await world.person('1000');
  const live = liveOf(world.api, anna);
  const bot = await world.certified(anna, { name: 'Ausbruch' });
  await live.start(await world.certified(anna, { name: 'Anderer' }), '100');
  const about = () => ask(anna, 'Wie steht mein Ausbruch?');
  expect(await about()).toEqual({
    message: '„Ausbruch“ ist geprüft und lässt sich unter „Live“ mit Spielgeld starten.',
    facts: [],
  });
  await live.start(bot, '300');
  expect((await about()).message).toMatch(/^„Ausbruch“ ist seit .* beauftragt, 300,00\sUSDT liegen bereit\./);
  await world.run(22);
  const [open] = await live.runs(bot.id);
  const value = fromWire(String(open?.valueUsd));
  const running = await about();
  expect(running.message).toContain(`mit 300,00\u00a0USDT und ist gerade ${inUsdt(value)} wert.`);
  expect(running.facts).toEqual([
    'Eingesetzt: 300,00\u00a0USDT',
    `Wert jetzt: ${inUsdt(value)}`,
    `Ergebnis: ${signed(value - 300_000_000n)}`,
  ]);
  // For a period it is said first that it counts since the start.
  expect((await ask(anna, 'Was hat Ausbruch heute gebracht?')).message).toMatch(
    /^Diese Zahlen gelten seit dem Start, .*\n\n„Ausbruch“ läuft\./,
  );
  await live.stop(bot.id);
  await world.run(3);
  const [order] = await live.orders(bot.id);
  const paid = fromWire(String(order?.payoutUsd));
  expect((await about()).message).toContain(
    `letzten Lauf hatten Sie 300,00\u00a0USDT eingesetzt und haben ${inUsdt(paid)} bekommen.`,
  );
});

it('knows nothing of anybody else’s', async () => {
  const [anna, bernd] = [await world.person('1000'), await world.person('1000')];
  await liveOf(world.api, anna).start(await world.certified(anna, { name: 'Geheim' }), '100');
  // By its name it is as unknown as one that nobody has.
  const assistant = createKnowledgeAssistant({ ...world, listPrices });
  const byName = (userId: string, name: string) =>
    assistant.answer({ userId, messages: [`Wie läuft ${name}?`], now: world.clock.now() });
  expect((await byName(anna.userId, 'Geheim')).message).toContain('Geheim');
  expect(await byName(bernd.userId, 'Geheim')).toEqual(await byName(bernd.userId, 'Goldfuchs'));
  for (const question of [
    'Wie viel Geld steckt in meinem eigenen Bot?',
    'Warum startet mein Bot nicht?',
    'Wo ist mein Geld?',
  ])
    expect(JSON.stringify(await ask(bernd, question))).not.toContain('Geheim');
});
