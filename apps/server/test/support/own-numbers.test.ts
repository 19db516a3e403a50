// What a customer asks by its short number is answered from their own account, and from no other.
import { LIMITS } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import { listPrices } from '../../src/modules/markets/index.ts';
import { createKnowledgeAssistant } from '../../src/modules/support/index.ts';
import {
  approveDeposit,
  approveWithdrawal,
  cancelDeposit,
  correctWallet,
  ownAddress,
  rejectDeposit,
  rejectWithdrawal,
  requestDeposit,
  requestWithdrawal,
} from '../../src/modules/wallet/index.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';

let fixture: BotsFixture;
beforeAll(async () => {
  fixture = await createBotsFixture();
  await fixture.run(12);
});
afterAll(() => fixture.close());

type Customer = Awaited<ReturnType<BotsFixture['createCustomer']>>;

async function answerTo({ userId }: Customer, ...messages: string[]) {
  const assistant = createKnowledgeAssistant({ ...fixture, listPrices });
  const { answered, message, facts } = await assistant.answer({
    userId,
    messages,
    now: fixture.clock.now(),
  });
  return { answered, message: message.replaceAll('\u00a0', ' '), facts };
}
const ask = async (of: Customer, ...messages: string[]) => (await answerTo(of, ...messages)).message;

const deposit = (of: Customer, amountUsd: string) =>
  fixture.runWork(of, (work) =>
    requestDeposit(work, { userId: of.userId, amountUsd, cryptoCurrency: 'BTC' }),
  );
const withdrawal = (of: Customer, amountUsd: string) =>
  fixture.runWork(of, (work) =>
    requestWithdrawal(work, {
      userId: of.userId,
      amountUsd,
      cryptoCurrency: 'BTC',
      withdrawalAddress: ownAddress('BTC', of.userId),
    }),
  );

it('a deposit is told with its amount and how it stands since when, whichever of several', async () => {
  const customer = await fixture.createCustomer('500');
  const [first, second] = [await deposit(customer, '100'), await deposit(customer, '250.50')];
  const { answered, message, facts } = await answerTo(customer, `Was ist mit ${second.reference}?`);
  expect(answered).toBe(true);
  expect(message).toMatch(
    new RegExp(`^Ihre Einzahlung ${second.reference} über 250,50 USD ist seit .* Uhr in Prüfung\\. Üblich`),
  );
  expect(message).not.toContain(first.reference);
  expect(facts).toContainEqual({ label: 'Betrag', value: '250,50\u00a0USD' });

  const { id } = first;
  await fixture.runWork(fixture.admin, (work) => approveDeposit(work, { id }));
  expect((await answerTo(customer, `was ist mit ${first.reference.toLowerCase()}`)).facts).toContainEqual({
    label: 'Status',
    value: 'Gutgeschrieben',
  });
  expect(await ask(customer, first.reference)).toMatch(
    new RegExp(`^Ihre Einzahlung ${first.reference} über 100,00 USD wurde am .* Uhr gutgeschrieben\\.$`),
  );
  await fixture.runWork(customer, (work) => cancelDeposit(work, { id: second.id, userId: customer.userId }));
  expect(await ask(customer, second.reference)).toMatch(/ über 250,50 USD haben Sie am .* Uhr storniert\.$/);
  const third = await deposit(customer, '70');
  await fixture.runWork(fixture.admin, (work) =>
    rejectDeposit(work, { id: third.id, reason: 'Nicht angekommen' }),
  );
  expect(await ask(customer, `Warum wurde ${third.reference} abgelehnt?`)).toMatch(
    / über 70,00 USD wurde am .* Uhr abgelehnt\. Grund: Nicht angekommen\.$/,
  );
});

it('figures beside each other say whose they are', async () => {
  const customer = await fixture.createCustomer('500');
  const { reference } = await deposit(customer, '100');
  const labels = async (question: string) =>
    (await answerTo(customer, question)).facts?.map(({ label }) => label);
  expect(await labels(`Was ist mit ${reference} und wie hoch ist mein Guthaben?`)).toEqual([
    `${reference}: Erstellt`,
    `${reference}: Betrag`,
    `${reference}: Üblich`,
    'Verfügbar',
    'Reserviert',
  ]);
  expect(await labels(`Was ist mit ${reference}?`)).toEqual(['Erstellt', 'Betrag', 'Üblich']);
});

it('a withdrawal is told with where its money is', async () => {
  const customer = await fixture.createCustomer('500');
  const [paid, refused, open] = [
    await withdrawal(customer, '20'),
    await withdrawal(customer, '30'),
    await withdrawal(customer, '40'),
  ];
  await fixture.runWork(fixture.admin, (work) => approveWithdrawal(work, { id: paid.id }));
  await fixture.runWork(fixture.admin, (work) => rejectWithdrawal(work, { id: refused.id }));
  expect(await ask(customer, `Wo bleibt ${paid.reference}?`)).toMatch(
    /^Ihre Auszahlung A-\d+ über 20,00 USD wurde am .* Uhr ausgeführt\.$/,
  );
  expect(await ask(customer, refused.reference)).toMatch(
    / abgelehnt\. Grund: .*\. Der Betrag ist wieder verfügbar\.$/,
  );
  expect(await ask(customer, `Kann ich ${open.reference} stornieren?`)).toMatch(
    /^Ihre Auszahlung A-\d+ über 40,00 USD ist seit .*\n\nSolange ein Antrag geprüft wird, können Sie ihn stornieren/,
  );
  const upset = await ask(customer, `Ich warte seit Tagen auf ${open.reference}!`);
  expect(upset).toMatch(/^Es tut mir leid, dass Sie warten\.\n\nIhre Auszahlung A-\d+ über 40,00 USD/);
  expect(upset.match(/A-\d+/g), 'once').toHaveLength(1);
  const both = await ask(customer, `Was ist mit ${paid.reference} und ${open.reference}?`);
  expect(both).toContain(`Ihre Auszahlung ${paid.reference} über 20,00`);
  expect(both).toContain(`Ihre Auszahlung ${open.reference} über 40,00`);
  // Of several messages the last one is answered, however many were named before.
  expect(await ask(customer, 'E-1 E-2 E-3', `Was ist mit ${paid.reference}?`)).toMatch(/^Ihre Auszahlung/);
});

it('an investment and a correction are told as their pages show them', async () => {
  const customer = await fixture.createCustomer('500');
  const { userId } = customer;
  const email = `${userId}@probe.example`;
  await fixture.database.pool.query(
    `INSERT INTO auth_users (id, name, email, role) VALUES ($1, 'Probe', $2, 'user')`,
    [userId, email],
  );
  const { id, reference } = await fixture.runWork(customer, (work) =>
    startBot(work, { userId, botType: 'smartbot', amountUsd: '100' }),
  );
  await fixture.run(7);
  const running = await answerTo(customer, `Wie läuft ${reference}?`);
  expect(running.message).toMatch(
    new RegExp(
      `^Ihr SmartBot ${reference} läuft seit .* Uhr\\. Eingesetzt haben Sie 100,00 USDT, wert ist er gerade .* USDT\\.`,
    ),
  );
  expect(running.facts?.map(({ label }) => label)).toEqual(['Eingesetzt', 'Wert jetzt', 'Ergebnis']);
  const stopped = await fixture.runWork(customer, (work) => stopBot(work, { userId, investmentId: id }));
  const value = formatAmount(fromWire(stopped.usdCurrentAmount));
  expect(await ask(customer, reference)).toMatch(
    new RegExp(
      `^Ihr SmartBot ${reference} wurde am .* Uhr beendet\\. Eingesetzt hatten Sie 100,00 USDT, bekommen haben Sie ${value} USDT\\.`,
    ),
  );

  for (const question of [`Wann wurde ${reference} beendet?`, `Ist ${reference} beendet?`])
    expect(await ask(customer, question), question).toMatch(/, bekommen haben Sie \S+ USDT\.$/);
  expect(await ask(customer, `Wie beende ich ${reference}?`)).toContain('\n\nÖffnen Sie „KI-Bots“');

  const corrected = await fixture.runWork(fixture.admin, (work) =>
    correctWallet(work, { email, amountUsd: '25', direction: 'debit', reason: 'Doppelt gebucht' }),
  );
  expect(await ask(customer, `Was ist ${corrected.reference}?`)).toMatch(
    /^Mit der Wallet-Korrektur K-\d+ hat unser Team Ihrem Wallet am .* Uhr 25,00 USDT belastet\. Grund: Doppelt gebucht\.$/,
  );
});

it('of somebody else’s it is said what is said of one that nobody has', async () => {
  const [anna, bernd] = [await fixture.createCustomer('500'), await fixture.createCustomer('500')];
  const foreign = [
    (await deposit(anna, '100')).reference,
    (await withdrawal(anna, '120')).reference,
    (
      await fixture.runWork(anna, (work) =>
        startBot(work, { userId: anna.userId, botType: 'smartbot', amountUsd: '100' }),
      )
    ).reference,
    'K-1001',
  ];
  for (const reference of foreign) {
    const [told, ofNobody] = [reference, `${reference.slice(0, 2)}987654321`];
    const answer = await answerTo(bernd, `Was ist mit ${told}?`);
    expect(answer.answered).toBe(true);
    expect(answer.message).toMatch(new RegExp(`^Eine \\S+ ${told} gibt es in Ihrem Konto nicht\\. Ihre `));
    expect(answer.facts).toBeUndefined();
    expect(answer.message.replace(told, ofNobody)).toBe(await ask(bernd, `Was ist mit ${ofNobody}?`));
  }
  // However many are listed: no account is read through by guessing.
  const many = Array.from({ length: LIMITS.pageSizeMax }, (_, at) => `E-${1000 + at}`).join(' ');
  expect((await ask(bernd, many)).match(/gibt es in Ihrem Konto nicht/g)).toHaveLength(3);
});

it('what was paid in and out is summed up from what was booked, and what is open is named beside it', async () => {
  const customer = await fixture.createCustomer('500');
  const [paid, open] = [await withdrawal(customer, '20'), await withdrawal(customer, '40')];
  await fixture.runWork(fixture.admin, (work) => approveWithdrawal(work, { id: paid.id }));
  const credited = await deposit(customer, '70');
  await fixture.runWork(fixture.admin, (work) => approveDeposit(work, { id: credited.id }));
  const refused = await deposit(customer, '90');
  await fixture.runWork(fixture.admin, (work) => rejectDeposit(work, { id: refused.id }));
  expect(await ask(customer, 'Wie viel habe ich insgesamt eingezahlt?')).toMatch(
    new RegExp(
      `^Eingezahlt haben Sie insgesamt 570,00 USD mit 2 Einzahlungen\\. Ausgezahlt bekommen haben Sie insgesamt 20,00 USD mit einer Auszahlung\\. Noch in Prüfung und nicht mitgezählt: Auszahlung ${open.reference} über 40,00 USD\\.`,
    ),
  );
  expect(await ask(customer, 'Wie viel habe ich insgesamt?')).toContain('Zusammen sind das 550,00 USDT');
});
