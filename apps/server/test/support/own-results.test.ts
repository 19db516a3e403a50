import { formatAmount, fromWire, inUsdt } from '@botdepot/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  applyReturn,
  listInvestments,
  pauseBot,
  readInvested,
  resumeBot,
  startBot,
  stopBot,
} from '../../src/modules/bots/index.ts';
import { listEmails } from '../../src/modules/identity/index.ts';
import { listPrices } from '../../src/modules/markets/index.ts';
import { berlinTime } from '../../src/modules/support/assistant/german.ts';
import { createKnowledgeAssistant } from '../../src/modules/support/index.ts';
import { readBalances } from '../../src/modules/wallet/index.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';

const QUESTIONS = ['Wie hoch ist mein Gewinn?', 'Wie viel Gewinn habe ich gemacht?'];

let fixture: BotsFixture;
beforeAll(async () => {
  fixture = await createBotsFixture();
  await fixture.run(12);
});
afterAll(() => fixture.close());

const signed = (micros: bigint) => `${formatAmount(micros, { sign: 'always' })}\u00a0USDT`;

it('of more bots than are listed it is said how many there are besides', async () => {
  const customer = await fixture.createCustomer('5000');
  const { userId } = customer;
  const assistant = createKnowledgeAssistant({ ...fixture, listPrices });
  const startOne = () =>
    fixture.runWork(customer, (work) => startBot(work, { userId, botType: 'smartbot', amountUsd: '100' }));
  const values = () =>
    assistant.answer({ userId, messages: ['Wie stehen meine Bots?'], now: fixture.clock.now() });
  for (const [running, said] of [
    [5, /^Das sind Ihre laufenden Bots mit ihrem jetzigen Wert\. Ergebnis/],
    [
      6,
      /^Das sind Ihre fünf neuesten laufenden Bots mit ihrem jetzigen Wert; unter „KI-Bots“ steht ein weiterer\./,
    ],
    [
      7,
      /^Das sind Ihre fünf neuesten laufenden Bots mit ihrem jetzigen Wert; unter „KI-Bots“ stehen 2 weitere\./,
    ],
  ] as const) {
    const wanted = { page: 1, pageSize: 1 };
    while ((await listInvestments(fixture.database.db, userId, wanted)).total < running) await startOne();
    const { message, facts } = await values();
    expect(message).toMatch(said);
    expect(facts).toHaveLength(5);
  }
});

it('of a bot that does not trade it is said what holds it, since when and why', async () => {
  const customer = await fixture.createCustomer('5000');
  const { userId } = customer;
  const assistant = createKnowledgeAssistant({ ...fixture, listPrices });
  const ask = async (question: string) =>
    (await assistant.answer({ userId, messages: [question], now: fixture.clock.now() })).message;
  const deps = { people: { listEmails }, strategies: fixture.strategies };
  await fixture.runWork(customer, (work) =>
    startBot(work, { userId, botType: 'smartbot', amountUsd: '100' }),
  );
  expect(await ask('Warum handelt mein Bot nicht?')).toMatch(/^SmartBot: Hält .*\n\nEin Bot handelt nur,/);
  expect(await ask('Wann handelt mein Bot?')).toMatch(
    /^SmartBot: Entscheidet einmal am Tag, das nächste Mal am .*\sUhr\. Seine Schutzgrenzen prüft er auch dazwischen\.\n\n/,
  );
  expect(await ask('Warum verliert mein Bot?')).toMatch(
    /^Ergebnis seit dem Start: SmartBot B-\d+ \S+\sUSDT\. Im Minus ist davon gerade keiner\. Verluste gehören zu jedem Bot\./,
  );

  await fixture.runWork(fixture.admin, (work) =>
    pauseBot(work, deps, { botType: 'smartbot', reason: 'Die Kurse einer Quelle werden geprüft' }),
  );
  for (const question of [
    'Warum handelt mein Bot nicht?',
    'Mein Bot handelt nicht mehr',
    'Warum hat der Betreiber den Bot angehalten?',
    'Warum handelt der SmartBot nicht?',
    'Wann handelt der SmartBot das nächste Mal?',
  ])
    expect(await ask(question), question).toMatch(
      /^SmartBot: Vom Betreiber angehalten am .*: Die Kurse einer Quelle werden geprüft\. .*\n\n.*Anlagen bleiben bestehen/,
    );
  await fixture.runWork(fixture.admin, (work) =>
    resumeBot(work, deps, { botType: 'smartbot', reason: 'Die Kurse stimmen wieder.' }),
  );
});

it('what the bots of a customer have brought is said from what the dashboard adds up, running and ended', async () => {
  const customer = await fixture.createCustomer('5000');
  const { userId } = customer;
  const assistant = createKnowledgeAssistant({ ...fixture, listPrices });
  const ask = (question: string) =>
    assistant.answer({ userId, messages: [question], now: fixture.clock.now() });
  const start = (amountUsd: string) =>
    fixture.runWork(customer, (work) => startBot(work, { userId, botType: 'smartbot', amountUsd }));
  const stop = (investmentId: string) =>
    fixture.runWork(customer, (work) => stopBot(work, { userId, investmentId }));
  const profitOf = async (status?: 'active' | 'inactive') => {
    const { items } = await listInvestments(fixture.database.db, userId, { status, page: 1, pageSize: 100 });
    return items.reduce((sum, { profit }) => sum + fromWire(profit), 0n);
  };
  /** As the wallet and the overview show it. */
  const walletOf = async () => {
    const inBots = (await readInvested(fixture.database.db, userId)).value;
    return { inBots, total: (await readBalances(fixture.database.db, userId)).total + inBots };
  };

  for (const question of QUESTIONS)
    expect((await ask(question)).message, question).toMatch(/^Sie haben noch keinen Bot gestartet\./);

  const [first, second] = [await start('1000'), await start('2345.67')];
  await fixture.run(7);
  await stop(first.id);
  await fixture.run(7);
  expect(await profitOf('active')).not.toBe(0n);
  for (const question of QUESTIONS) {
    const { message, facts } = await ask(question);
    expect(message, question).toContain(`zusammen ${signed(await profitOf())} gebracht`);
    expect(facts).toEqual([
      { label: 'Laufende Bots', value: signed(await profitOf('active')) },
      { label: 'Beendete Bots', value: signed(await profitOf('inactive')) },
    ]);
  }

  for (const question of [
    'Hab ich heute Gewinn gemacht?',
    'Wie viel Gewinn habe ich letzte Woche gemacht?',
  ]) {
    const { message, facts } = await ask(question);
    expect(message, question).toMatch(
      /^Diese Zahlen gelten seit dem Start, nicht für den Zeitraum, .* das Dashboard/,
    );
    expect(message, question).toContain(`zusammen ${signed(await profitOf())} gebracht`);
    expect(facts).toHaveLength(2);
  }
  const { inBots, total } = await walletOf();
  const wealth = await ask('Wie viel ist mein ganzes Vermögen?');
  expect(wealth.facts).toContainEqual({ label: 'In Bots angelegt', value: inUsdt(inBots) });
  expect(wealth.message).toContain(`Zusammen sind das ${inUsdt(total)}, Ihr Vermögen.`);

  const ofBot = await ask('Was hat mein SmartBot verdient?');
  expect(ofBot.message).toContain(
    `Uhr mit ${inUsdt(fromWire('2345.67'))} und hat seitdem ${signed(await profitOf('active'))} gebracht.`,
  );
  expect(ofBot.message).toContain(`beendeten haben zusammen ${signed(await profitOf('inactive'))} gebracht.`);
  expect((await ask('Was hat mein TurboBot verdient?')).message).toMatch(
    /^Bei Ihnen lief noch kein TurboBot\./,
  );
  // Whoever does not say „mein“ asks about the bot.
  expect((await ask('Was verdient der SmartBot?')).message).toMatch(/^SmartBot: Gemessen:/);
  expect(await ask('wie viel habe ich verloren')).toEqual(await ask('Wie hoch ist mein Gewinn?'));

  await stop(second.id);
  const ended = signed(await profitOf());
  for (const question of QUESTIONS)
    expect(await ask(question), question).toMatchObject({
      message: expect.stringContaining(`zusammen ${ended} gebracht`),
      facts: [{ label: 'Beendete Bots', value: ended }],
    });
  expect((await ask('Wie läuft mein Bot?')).message).toContain(`zusammen ${ended} gebracht`);
});

it('what the operator booked by hand is told apart from what the bot itself brought', async () => {
  const customer = await fixture.createCustomer('5000');
  const { userId } = customer;
  const assistant = createKnowledgeAssistant({ ...fixture, listPrices });
  const ask = async (question: string) =>
    (await assistant.answer({ userId, messages: [question], now: fixture.clock.now() })).message;
  const { id } = await fixture.runWork(customer, (work) =>
    startBot(work, { userId, botType: 'smartbot', amountUsd: '2000' }),
  );
  await fixture.run(3);
  const { profitLoss } = await fixture.runWork(fixture.admin, (work) =>
    applyReturn(work, { investmentId: id, percent: '-6', reason: 'Verspätete Ausführung' }),
  );
  const byHand = fromWire(profitLoss);
  const profit = async () => {
    const { items } = await listInvestments(fixture.database.db, userId, { page: 1, pageSize: 1 });
    return fromWire(items[0]?.profit ?? '0');
  };
  const apart = async () =>
    `${signed((await profit()) - byHand)} gebracht. Von Hand gebucht wurden ${signed(byHand)}; zusammen sind das ${signed(await profit())}.`;
  expect(await ask('Wie viel hat mein SmartBot gebracht?')).toContain(await apart());
  expect(await ask('Wie hoch ist mein Gewinn?')).toContain(await apart());
  await fixture.runWork(customer, (work) => stopBot(work, { userId, investmentId: id }));
  expect(await ask('Wie viel hat mein SmartBot gebracht?')).toContain(await apart());
});

it('of one’s own bot it is said since when it runs, with how much, and where its positions and costs stand', async () => {
  const customer = await fixture.createCustomer('5000');
  const { userId } = customer;
  const assistant = createKnowledgeAssistant({ ...fixture, listPrices });
  const ask = (question: string) =>
    assistant.answer({ userId, messages: [question], now: fixture.clock.now() });
  const start = (amountUsd: string) =>
    fixture.runWork(customer, (work) => startBot(work, { userId, botType: 'smartbot', amountUsd }));
  const { startedAt } = await start('2000');
  for (const question of [
    'Wann habe ich meinen SmartBot gestartet?',
    'Wie viel Gebühren hat mein SmartBot bisher gekostet?',
  ]) {
    const { message, facts } = await ask(question);
    expect(message, question).toMatch(
      /^Ihr SmartBot läuft seit .*\sUhr mit 2\.000,00\sUSDT und hat seitdem /,
    );
    expect(message, question).toContain(
      'mit offenen Positionen, Ausführungen und allen Kosten, steht auf der Seite der Anlage unter „KI-Bots“.',
    );
    expect(facts).toEqual([
      { label: 'Gestartet', value: berlinTime(startedAt) },
      { label: 'Eingesetzt', value: '2.000,00\u00a0USDT' },
      { label: 'Wert jetzt', value: expect.stringContaining('USDT') },
    ]);
  }
  expect((await ask('Wie viele Positionen hält mein SmartBot?')).message).toMatch(/^SmartBot: Hält /);
  expect((await ask('Seit wann läuft mein Bot?')).message).toContain(
    `Gestartet: ${berlinTime(startedAt)} mit 2.000,00\u00a0USDT.`,
  );
  await fixture.run(1);
  await start('500');
  expect((await ask('Wann habe ich meinen SmartBot gestartet?')).message).toContain(
    `Ihre 2 SmartBots laufen mit zusammen ${inUsdt(fromWire('2500'))}, der älteste seit ${berlinTime(startedAt)}, und haben seitdem zusammen `,
  );
});
