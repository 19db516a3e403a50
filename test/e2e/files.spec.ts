// Every list can be taken along: the file holds all of it, in columns that German Excel knows, and says that it is play money.
import { expect, type Page } from '@playwright/test';
import { applyReturn, createDeposit, createWithdrawal, readProfile, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { saved } from './saved-file.ts';

const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const csv = (page: Page, name: string | RegExp) => panel(page, name).getByRole('button', { name: /^CSV/ });
const column = (lines: string[][], head: string) => {
  const at = lines[0]?.indexOf(head) ?? -1;
  expect(at, `${head} is a column of ${lines[0]?.join(', ')}`).not.toBe(-1);
  return lines.slice(1).map((line) => line[at]);
};

test('running and ended bots are saved with stake, value, return and drawdown', { tag: '@gate' }, async ({
  funded: page,
}) => {
  await page.goto('/dashboard/bots?ansicht=beendete');
  await expect(page.getByText('Noch kein Bot beendet')).toBeVisible();
  await expect(csv(page, 'Beendete Bots'), 'nothing to save').toHaveCount(0);
  const ended = await startBot(page.request, '150.00');
  await page.request.post(`/api/bot-investments/${ended.id}/stop`, {
    data: {},
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const running = await startBot(page.request, '100.00');

  await page.goto('/dashboard/bots');
  const active = await saved(page, csv(page, 'Aktive Bots'));
  expect(active.name).toBe('spielgeld-aktive-bots.csv');
  expect(column(active.lines, 'Kennung')).toEqual([running.id]);
  expect(column(active.lines, 'Einsatz USDT')).toEqual(['100,00']);
  expect(column(active.lines, 'Hinweis')).toEqual(['Spielgeld – kein echtes Geld']);

  await page.goto('/dashboard/bots?ansicht=beendete');
  const stopped = await saved(page, csv(page, 'Beendete Bots'));
  expect(column(stopped.lines, 'Kennung')).toEqual([ended.id]);
  expect(column(stopped.lines, 'Status')).toEqual(['Beendet']);
  expect(column(stopped.lines, 'Rendite %')[0]).toMatch(/^-?\d+,\d\d$/);
});

test('an admin takes along what belongs to a customer, and every running investment', async ({
  funded: page,
  admin,
}) => {
  const { userId, email } = await readProfile(page.request);
  const bot = await startBot(page.request, '100.00');
  const deposit = await createDeposit(page.request, '250.00');
  const withdrawal = await createWithdrawal(page.request, '40.00');

  await admin.goto(`/admin/kunden/${userId}`);
  const bots = await saved(admin, csv(admin, /^Bots/));
  expect(column(bots.lines, 'Kennung')).toEqual([bot.id]);
  const deposits = await saved(admin, csv(admin, /^Einzahlungen/));
  expect(column(deposits.lines, 'Referenz')).toContain(deposit.reference);
  expect(column(deposits.lines, 'Betrag USD')).toContain('250,00');
  expect(column(deposits.lines, 'Status')).toEqual(['In Prüfung', 'Gutgeschrieben']);
  const withdrawals = await saved(admin, csv(admin, /^Auszahlungen/));
  expect(column(withdrawals.lines, 'Referenz')).toEqual([withdrawal.reference]);
  const audit = await saved(admin, csv(admin, /^Prüfspur/));
  expect(column(audit.lines, 'Vorgang')).toContain('Auszahlung beantragt');

  await admin.goto(`/admin?ansicht=rendite&suche=${encodeURIComponent(email)}`);
  const found = await saved(admin, csv(admin, /^Aktive Anlagen/));
  expect(column(found.lines, 'E-Mail')).toEqual([email]);

  // What stands behind a value opens beside the list: what is chosen in it stays.
  await admin.getByRole('checkbox', { name: new RegExp(email) }).check();
  const [customer] = await Promise.all([
    admin.waitForEvent('popup'),
    admin.getByRole('link', { name: /, Bots des Kunden in einem neuen Tab öffnen$/ }).click(),
  ]);
  await expect(customer).toHaveURL(new RegExp(`/admin/kunden/${userId}#bots$`));
  await expect(admin.getByText('1 ausgewählt')).toBeVisible();
});

test('a manual return is in the file and the list of bookings with its amount, though no wallet changed', async ({
  funded: page,
  admin,
  adminApi,
}) => {
  const { userId } = await readProfile(page.request);
  const bot = await startBot(page.request, '500.00');
  await applyReturn(adminApi, bot.id, '2', 'Kulanz');
  await admin.goto(`/admin/kunden/${userId}`);
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  for (const [one, title] of [
    [admin, /^Buchungen/],
    [page, 'Transaktionen'],
  ] as const) {
    const { lines } = await saved(one, csv(one, title));
    expect(column(lines, 'Vorgang')).toEqual([
      'Manuelle Rendite',
      'SmartBot gestartet',
      'Einzahlung gutgeschrieben',
    ]);
    const [gained, ...others] = column(lines, 'In Bots USDT');
    // The market has moved a little since the start.
    expect(gained).toMatch(/^(9,9|10,0)\d$/);
    expect(others).toEqual(['500,00', '0,00']);
    const row = panel(one, title).getByRole('row').filter({ hasText: 'Manuelle Rendite' });
    await expect(row).toContainText(`+${gained}\u00a0USDT in ${bot.reference} · +2,00\u00a0%: Kulanz`);
  }
});
