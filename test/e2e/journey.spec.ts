import { expect } from '@playwright/test';
import { test } from './app-test.ts';
import {
  approve,
  beginDecision,
  demoLogin,
  expectToast,
  logIn,
  openAs,
  register,
  requestDeposit,
} from './people.ts';

test('a newcomer goes the whole way: sign up, deposit, start, stop, withdraw, and every figure opens its booking', {
  tag: '@gate',
}, async ({ page, browser }) => {
  test.setTimeout(150_000);
  const admin = await openAs(browser, await demoLogin('admin'));

  // 1. Register; the bot selection comes next, then the dashboard.
  const login = await register(page);
  await page.getByRole('button', { name: 'Mit SmartBot fortfahren' }).click();
  await expectToast(page, 'SmartBot aktiviert!', 'Ihr Trading-Bot ist bereit.');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Spielgeld – kein echtes Geld').first()).toBeVisible();

  // 2. Request a deposit; the address is play money, with QR and copy; it is pending.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dashboard/deposits');
  await page.getByText('BTC', { exact: true }).click();
  await page.getByLabel('Betrag', { exact: true }).fill('1.000,00');
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(page.getByText(/^demobtc1/)).toBeVisible();
  // How much that is, with the rate and its time, and that it books nothing.
  const rate = /^Kurs von \d\d:\d\d:\d\d\sUhr$/;
  await expect(page.getByRole('term').filter({ hasText: rate })).toBeVisible();
  await expect(page.getByText(/^0,\d{8}\sBTC$/)).toBeVisible();
  await expect(page.getByText(/Gebucht werden 1\.000,00\sUSDT, auch wenn/)).toBeVisible();
  await page.getByRole('button', { name: 'Adresse kopieren' }).click();
  await expectToast(page, 'Kopiert');
  await page.getByRole('button', { name: '1.000,00 USD einzahlen' }).click();
  await expectToast(page, 'Einzahlung erstellt');
  const reference = await newestReference(page, 'E');
  await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('In Prüfung');

  // 3. The admin confirms it; the customer's open page changes by itself.
  await page.goto('/dashboard/wallet');
  const balance = page.getByRole('table', { name: 'Guthaben' }).getByRole('row', { name: /^Wallet/ });
  await expect(balance).toContainText(/(?<![\d.])0,00/);
  await approve(admin, reference);
  await expectToast(admin, 'Einzahlung genehmigt');
  await expect(balance).toContainText('1.000,00');
  await expect(page.getByRole('button', { name: /Benachrichtigungen/ })).toContainText('1');

  // 4. Start SmartBot: below the minimum and above the balance the button stays disabled.
  await page.goto('/dashboard/bots');
  await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('Betrag', { exact: true });
  for (const refused of ['', '0', '99,99', '1.000,01', '1e3', '-5', 'zehn']) {
    await amount.fill(refused);
    await expect(dialog.getByRole('button', { name: /nvestieren$/ })).toBeDisabled();
  }
  await amount.fill('500');
  await dialog.getByRole('button', { name: '500,00 USDT investieren' }).click();
  await expectToast(page, 'Bot gestartet');
  const row = page
    .getByRole('row')
    .filter({ hasText: 'SmartBot' })
    .filter({ has: page.getByRole('button', { name: 'Beenden' }) });
  await expect(row).toContainText('500,00');

  // What it does now and why, its fills and its breakdown.
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Was der Bot gerade tut' })).toBeVisible();
  await expect(page.getByText(/Position|Hält|angelegt/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ausführungen' })).toBeVisible();

  // 5. Stop it: paid out, toast, and a second later the result.
  await page.goto('/dashboard/bots');
  await page.getByRole('button', { name: 'Beenden' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /auszahlen und beenden$/ })
    .click();
  await expectToast(page, 'Bot beendet');
  await expectToast(page, /Total (Profit|Verlust)/);

  // 6. Request a withdrawal of everything; it is reserved; the admin approves.
  await page.goto('/dashboard/withdrawals');
  await page.getByRole('button', { name: 'alles' }).click();
  await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await page.getByRole('button', { name: /auszahlen$/ }).click();
  await expectToast(page, 'Auszahlung beantragt');
  const withdrawal = await newestReference(page, 'A');
  await page.goto('/dashboard/wallet');
  const reserved = page
    .getByRole('row')
    .filter({ hasText: 'Reserviert' })
    .or(page.getByText('Reserviert').locator('..'));
  await expect(reserved.first()).toBeVisible();
  await approve(admin, withdrawal);
  await expectToast(admin, 'Auszahlung genehmigt');
  await expect(page.getByText('Auszahlung ausgeführt').first()).toBeVisible();

  // 7. Every booking opens its entries, which sum to zero.
  await page
    .getByRole('tab', { name: 'Transaktionen' })
    .or(page.getByRole('link', { name: 'Transaktionen' }))
    .first()
    .click();
  for (const what of [
    'Einzahlung gutgeschrieben',
    'SmartBot gestartet',
    'SmartBot beendet',
    'Auszahlung beantragt',
    'Auszahlung ausgeführt',
  ]) {
    await page.getByRole('row').filter({ hasText: what }).first().click();
    const drawer = page.getByRole('dialog');
    await expect(
      drawer.getByRole('row', { name: /^Summe/ }).getByText('0,00', { exact: true }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  }

  // Log out and in again.
  await page
    .getByRole('button', { name: /Konto|kunde-/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expectToast(page, 'Abgemeldet');
  await expect(page).toHaveURL(/\/$/);
  await logIn(page, login);
  await expectToast(page, 'Erfolgreich angemeldet!', 'Willkommen zurück bei Botdepot.');
});

async function newestReference(page: import('@playwright/test').Page, letter: string): Promise<string> {
  const cell = page
    .getByRole('row')
    .filter({ hasText: new RegExp(`${letter}-\\d+`) })
    .first();
  await expect(cell).toBeVisible();
  const reference = new RegExp(`${letter}-\\d+`).exec((await cell.textContent()) ?? '')?.[0];
  if (!reference) throw new Error('no reference in the history');
  return reference;
}

test('an admin rejects with and without a reason, and the customer reads it at once', {
  tag: '@gate',
}, async ({ page, browser }) => {
  test.setTimeout(150_000);
  const admin = await openAs(browser, await demoLogin('admin'));
  await register(page);
  await page.getByRole('button', { name: 'Später auswählen' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const [reason, shown] of [
    ['Der Name passt nicht.', 'Der Name passt nicht.'],
    ['', 'Keine Begründung'],
  ] as const) {
    const reference = await requestDeposit(page, '20');
    await admin.goto('/admin');
    await beginDecision(admin, reference, 'Ablehnen');
    const dialog = admin.getByRole('dialog');
    if (reason) await dialog.getByLabel('Grund, sichtbar für den Kunden').fill(reason);
    await dialog.getByRole('button', { name: /ablehnen$/ }).click();
    await expectToast(admin, 'Einzahlung abgelehnt');
    // The customer did not reload.
    await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('Abgelehnt');
    await page.getByRole('button', { name: /Benachrichtigungen/ }).click();
    await expect(page.getByText(`Grund: ${shown}`)).toBeVisible();
    await page.keyboard.press('Escape');
  }
});
