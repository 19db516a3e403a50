// Who asks why something does not work hears first what stands in the way on their own account.
import { BOTS } from '@botdepot/contract';
import { inUsdt } from '@botdepot/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBot } from '../../src/modules/bots/index.ts';
import { listPrices } from '../../src/modules/markets/index.ts';
import { createKnowledgeAssistant } from '../../src/modules/support/index.ts';
import {
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

async function ask({ userId }: Customer, question: string): Promise<string> {
  const assistant = createKnowledgeAssistant({ ...fixture, listPrices });
  const { message } = await assistant.answer({ userId, messages: [question], now: fixture.clock.now() });
  return message.replaceAll('\u00a0', ' ');
}
const withdrawal = (of: Customer, amountUsd: string) =>
  fixture.runWork(of, (work) =>
    requestWithdrawal(work, {
      userId: of.userId,
      amountUsd,
      cryptoCurrency: 'BTC',
      withdrawalAddress: ownAddress('BTC', of.userId),
    }),
  );
const deposit = (of: Customer, amountUsd: string) =>
  fixture.runWork(of, (work) =>
    requestDeposit(work, { userId: of.userId, amountUsd, cryptoCurrency: 'BTC' }),
  );

it('of a withdrawal: what is reserved, for which request, and what is in bots', async () => {
  const customer = await fixture.createCustomer('900');
  expect(await ask(customer, 'Warum kann ich nicht alles auszahlen?')).toMatch(/^Öffnen Sie „Auszahlungen“/);
  const first = await withdrawal(customer, '120');
  for (const question of [
    'Warum kann ich nicht alles auszahlen?',
    'Warum kann ich nur 780,00 auszahlen, obwohl ich 900 habe?',
    'wieso kann ich nicht mein ganzes guthaben abheben',
    'Ich habe 900, kann aber nur 780 auszahlen',
  ])
    expect(await ask(customer, question), question).toMatch(
      new RegExp(
        `^Reserviert sind 120,00 USDT für Ihre Auszahlung ${first.reference}, die noch geprüft wird\\. Auszahlen können Sie gerade 780,00 USDT\\.\\n\\n`,
      ),
    );
  expect(await ask(customer, 'Wie zahle ich aus?')).toMatch(/^Öffnen Sie „Auszahlungen“/);

  await fixture.run(1);
  const second = await withdrawal(customer, '80');
  await fixture.runWork(customer, (work) =>
    startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '100' }),
  );
  expect(await ask(customer, 'Warum kann ich nicht alles auszahlen?')).toMatch(
    new RegExp(
      `^Reserviert sind 200,00 USDT für Ihre Auszahlungen ${first.reference} und ${second.reference}, die noch geprüft werden\\. In Bots angelegt sind .* USDT; sie werden frei, wenn Sie die Bots beenden\\. Auszahlen können Sie gerade 600,00 USDT\\.`,
    ),
  );
});

it('of a start: what the balance lacks for the bot', async () => {
  const customer = await fixture.createCustomer('60');
  const { name, minimum } = BOTS.turbobot;
  const missing = inUsdt(minimum - 60_000_000n).replaceAll('\u00a0', ' ');
  const least = inUsdt(minimum).replaceAll('\u00a0', ' ');
  const lacks = `Der ${name} startet ab ${least}, es fehlen ${missing}.`;
  expect(await ask(customer, 'Warum kann ich den TurboBot nicht starten?')).toContain(
    `In Ihrem Wallet sind 60,00 USDT verfügbar. ${lacks}\n\nÖffnen Sie „KI-Bots“`,
  );
  const any = await ask(customer, 'Warum kann ich keinen Bot starten?');
  expect(any).toMatch(/Der SmartBot startet ab .* Der NewsBot startet ab /);
  expect(any).toContain(lacks);
  expect(await ask(customer, 'Wie starte ich einen Bot?')).toMatch(/^Öffnen Sie „KI-Bots“/);
  const rich = await fixture.createCustomer('20000');
  expect(await ask(rich, 'Warum kann ich den TurboBot nicht starten?')).not.toContain('es fehlen');
  expect(await ask(rich, 'Warum kann ich den SmartBot nicht starten?')).toMatch(/^Öffnen Sie „KI-Bots“/);
});

it('of a refusal: the request and its reason where there is one, and where reasons stand where there are more', async () => {
  const customer = await fixture.createCustomer('500');
  const why = () => ask(customer, 'Warum wurde meine Einzahlung abgelehnt?');
  expect(await why()).toMatch(/^Der Grund steht beim Antrag selbst/);
  const first = await deposit(customer, '70');
  await fixture.runWork(fixture.admin, (work) =>
    rejectDeposit(work, { id: first.id, reason: 'Nicht angekommen' }),
  );
  expect(await why()).toMatch(
    new RegExp(
      `^Ihre Einzahlung ${first.reference} über 70,00 USD wurde am .* abgelehnt\\. Grund: Nicht angekommen\\.$`,
    ),
  );
  const other = await withdrawal(customer, '30');
  await fixture.runWork(fixture.admin, (work) => rejectWithdrawal(work, { id: other.id }));
  expect(await why()).toMatch(new RegExp(`^Ihre Einzahlung ${first.reference} .*\\n\\nIhre Auszahlung `));
  const second = await deposit(customer, '80');
  await fixture.runWork(fixture.admin, (work) => rejectDeposit(work, { id: second.id }));
  expect(await why()).toMatch(/^Der Grund steht beim Antrag selbst/);
});
