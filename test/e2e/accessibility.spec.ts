// Every page and every state of it: WCAG 2.2 AA by axe, light and dark, wide and narrow, and with the keyboard alone.
import { expect, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, fund, newLogin } from './accounts.ts';
import { test } from './app-test.ts';
import { at, checkAll, type State } from './check-pages.ts';
import { press, tabTo, type } from './keyboard.ts';
import { expectToast, fillSignUp } from './people.ts';

// What axe finds says where by itself; a trace of all these pages would cost more than the pages.
test.use({ trace: 'off' });

const READING: State[] = [
  at('/', /./),
  at('/about', 'Handelsbots verstehen'),
  {
    name: '/markets with candles',
    async open(page) {
      await page.goto('/markets/krypto');
      await page.getByRole('button', { name: 'BTC/USD' }).click();
      await expect(page.locator('figcaption')).toContainText('BTC/USD');
    },
  },
  {
    name: '/markets with a table of candles',
    async open(page) {
      await page.goto('/markets/forex');
      await page.getByRole('button', { name: 'EUR/USD' }).click();
      await page.getByRole('button', { name: 'Als Tabelle anzeigen' }).click();
      await expect(page.getByRole('region', { name: 'Kerzen als Tabelle' })).toBeVisible();
    },
  },
  {
    name: '/help with an answer',
    async open(page) {
      await page.goto('/help');
      await page.getByText('Ist das echtes Geld?').click();
      await expect(page.getByText('Auf dieser Plattform gibt es nur Spielgeld.')).toBeVisible();
    },
  },
  at('/hilfe/begriffe', 'Was die Wörter bedeuten'),
  at('/impressum', 'Impressum'),
  at('/datenschutz', 'Datenschutz'),
  at('/risikohinweis', 'Risikohinweis'),
  at('/barrierefreiheit', 'Barrierefreiheit'),
  at('/lizenzen', 'Lizenzen'),
  at('/nachweis', 'Nachweis'),
  at('/ai-trading', 'Zwei Bots im Vergleich'),
];

const NOBODY = newLogin();

const VISITOR: State[] = [
  at('/login', 'Willkommen zurück'),
  {
    name: '/login with problems',
    async open(page) {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'a toast',
    async open(page) {
      await page.goto('/login');
      await page.getByLabel('E-Mail-Adresse').fill(NOBODY.email);
      await page.getByLabel('Passwort', { exact: true }).fill('gibt-es-nicht');
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await expectToast(page, 'Fehler beim Anmelden');
    },
  },
  at('/signup', 'Konto eröffnen'),
  at('/forgot-password', 'Passwort vergessen'),
  at('/reset-password', 'Dieser Link ist unvollständig'),
  at('/reset-password?token=x', 'Neues Passwort festlegen'),
  at('/adresse-zurueck', 'Dieser Link ist unvollständig'),
  at('/adresse-zurueck?token=x', 'Es wurde nichts geändert'),
  at('/gibt-es-nicht', 'Oops! Page not found'),
  at('/markets/wetter', 'Oops! Page not found'),
  {
    name: '/signup, bot step',
    async open(page) {
      await page.context().clearCookies();
      await fillSignUp(page, newLogin());
      await expect(page.getByRole('radio', { name: 'SmartBot' })).toBeVisible();
    },
  },
];

const REGULAR: State[] = [
  at('/dashboard', /./),
  at('/dashboard/bots', 'Verfügbare Bots'),
  {
    name: 'the start dialog',
    async open(page) {
      await page.goto('/dashboard/bots');
      await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
      await page.getByRole('dialog').getByLabel('Betrag', { exact: true }).fill('150');
    },
  },
  {
    name: 'the stop dialog',
    async open(page) {
      await page.goto('/dashboard/bots');
      await page
        .getByRole('button', { name: /^Beenden/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByText('Sie erhalten jetzt')).toBeVisible();
      await expect(page.getByRole('dialog').getByText('Einsatz').first()).toBeVisible();
    },
  },
  at('/dashboard/bots?ansicht=beendete', 'Beendete Bots'),
  {
    name: 'a bot',
    async open(page) {
      await page.goto('/dashboard/bots/newsbot');
      await expect(page.getByRole('heading', { name: 'Kommende Termine' })).toBeVisible();
    },
  },
  {
    name: 'a word that is explained',
    async open(page) {
      await page.goto('/dashboard/bots/smartbot');
      await page.getByRole('button', { name: 'Was bedeutet „Anteilswert“?' }).click();
      await expect(page.getByRole('dialog').getByText('Beispiel:')).toBeVisible();
    },
  },
  {
    name: 'a backtest',
    async open(page) {
      await page.goto('/dashboard/bots/turbobot?ansicht=ruecktest');
      await expect(page.getByRole('heading', { name: 'Kennzahlen' })).toBeVisible();
      await page.getByText(/^Märkte/).click();
      // The longest figures there are: what fits a small capital only does not fit.
      await page.getByLabel('Kapital', { exact: true }).fill('1.000.000');
      await page.getByRole('button', { name: 'Rücktest starten' }).click();
      await expect(page.getByRole('heading', { name: /^Ergebnis/ })).toBeVisible({ timeout: 45_000 });
      await page.getByText('Parameter und Rohdaten').first().click();
    },
  },
  {
    name: 'an investment',
    async open(page) {
      const { items } = await (await page.request.get('/api/bot-investments?status=active')).json();
      await page.goto(`/dashboard/investments/${items[0].id}`);
      await expect(page.getByRole('link', { name: 'KI-Bots' }).first()).toBeVisible();
      await expect(page.getByRole('heading', { name: 'SmartBot' }).first()).toBeVisible();
    },
  },
  at('/dashboard/wallet', 'Letzte Buchungen'),
  {
    name: 'the bookings of the wallet',
    async open(page) {
      await page.goto('/dashboard/wallet?ansicht=transaktionen');
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
  {
    name: 'the account statement',
    async open(page) {
      await page.goto('/dashboard/wallet/statement');
      // The demo's history reaches into the month before, whatever today is.
      await page.getByRole('combobox', { name: 'Monat' }).selectOption({ index: 1 });
      await expect(page.getByRole('row', { name: /^Endsaldo/ })).toBeVisible();
    },
  },
  {
    name: 'the drawer of a booking',
    async open(page) {
      const { items } = await (await page.request.get('/api/wallet/transactions')).json();
      await page.goto(`/dashboard/wallet?ansicht=transaktionen&buchung=${items[0].id}`);
      await expect(page.getByRole('dialog').getByText('Kennung')).toBeVisible();
    },
  },
  {
    name: 'the notifications',
    async open(page) {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: /Benachrichtigungen/ }).click();
      await expect(page.getByRole('heading', { name: 'Benachrichtigungen' })).toBeVisible();
    },
  },
];

const MONEY: State[] = [
  { name: 'the dashboard of somebody new', open: at('/dashboard', /./).open },
  at('/dashboard/deposits', 'Einzahlungen'),
  {
    name: 'a deposit under review',
    async open(page) {
      await page.goto('/dashboard/deposits');
      await page.getByLabel('Betrag', { exact: true }).fill('20');
      await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
      await expect(page.getByRole('img', { name: /^QR-Code/ })).toBeVisible();
    },
  },
  {
    name: 'a deposit that was requested',
    async open(page) {
      await MONEY[2]?.open(page);
      await page.getByRole('button', { name: /einzahlen$/ }).click();
      await expect(page.getByRole('button', { name: 'Weitere Einzahlung' })).toBeVisible();
    },
  },
  at('/dashboard/withdrawals', 'Auszahlungen'),
  {
    name: 'a withdrawal under review',
    async open(page) {
      await page.goto('/dashboard/withdrawals');
      await page.getByLabel('Betrag', { exact: true }).fill('1');
      await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
      await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
      await expect(page.getByText('Sie zahlen aus')).toBeVisible();
    },
  },
  {
    name: 'a withdrawal that was requested',
    async open(page) {
      await MONEY[5]?.open(page);
      await page.getByRole('button', { name: /auszahlen$/ }).click();
      await expect(page.getByRole('button', { name: 'Weitere Auszahlung' })).toBeVisible();
    },
  },
];

const ADMIN: State[] = [
  at('/admin', 'Offene Auszahlungen'),
  at('/admin/antraege', 'Alle Anträge'),
  ...[
    { name: 'a request beside the queue', step: null },
    { name: 'the dialog of an approval', step: 'Genehmigen' },
    { name: 'the dialog of a rejection', step: 'Ablehnen' },
  ].map(({ name, step }) => ({
    name,
    opensByWidth: true as const,
    open: async (page: Page) => {
      await page.goto('/admin');
      const queue = page.getByRole('table', { name: 'Offene Auszahlungen' });
      await queue.getByRole('button', { name: /@/ }).first().click();
      // A drawer where there is no room beside the list.
      const request = page
        .getByRole('dialog')
        .or(page.getByRole('region', { name: /^Auszahlung A-/ }))
        .first();
      await expect(request).toBeVisible();
      if (step !== null) {
        await request.getByRole('button', { name: step }).click();
        await expect(page.getByRole('dialog', { name: new RegExp(`${step}$`, 'i') })).toBeVisible();
      }
    },
  })),
];

test.describe('by axe and in their width', () => {
  test.describe.configure({ timeout: 300_000 });

  test('the pages that anyone may read', ({ page }) => checkAll(page, READING));
  test('the way to an account', ({ page }) => checkAll(page, VISITOR));
  test('the pages of a customer with a history', ({ regular }) => checkAll(regular, REGULAR));
  test('deposits and withdrawals', async ({ funded }) => {
    await checkAll(funded, MONEY);
  });
  test('the admin page', async ({ newcomer, adminApi, admin }) => {
    await fund(newcomer.request, adminApi, '100.00');
    await createWithdrawal(newcomer.request, '30.00');
    await createDeposit(newcomer.request, '30.00');
    await checkAll(admin, ADMIN);
  });
});

test('the keyboard alone leads from the sign-up to the first stopped bot', async ({ page, adminApi }) => {
  test.setTimeout(90_000);
  const { email, password } = newLogin();
  await page.goto('/');
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Kostenlos starten' }), 'Enter');
  await type(page, page.getByLabel('E-Mail-Adresse'), email);
  await type(page, page.getByLabel('Passwort', { exact: true }), password);
  await type(page, page.getByRole('textbox', { name: 'Passwort bestätigen' }), password);
  await press(page, page.getByRole('checkbox', { name: /^Spielgeld verstanden/ }), 'Space');
  await press(page, page.getByRole('button', { name: 'Konto eröffnen' }), 'Enter');
  await tabTo(page, page.getByRole('radio', { name: 'SmartBot' }));
  await press(page, page.getByRole('button', { name: 'Mit SmartBot fortfahren' }), 'Space');
  await expect(page).toHaveURL('/dashboard');

  await press(page, page.getByRole('link', { name: 'Einzahlungen' }), 'Enter');
  await tabTo(page, page.getByRole('radio', { name: 'USDT' }));
  await type(page, page.getByLabel('Betrag', { exact: true }), '250');
  await press(page, page.getByRole('button', { name: 'Weiter zur Prüfung' }), 'Enter');
  await press(page, page.getByRole('button', { name: /^250,00\sUSD einzahlen$/ }), 'Enter');
  await expectToast(page, 'Einzahlung erstellt');
  await fund(page.request, adminApi, '250.00');

  await press(page, page.getByRole('link', { name: 'KI-Bots' }), 'Enter');
  await press(page, page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }), 'Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Betrag', { exact: true })).toBeFocused();
  await page.keyboard.type('100');
  await press(page, dialog.getByRole('button', { name: /^100,00\sUSDT investieren$/ }), 'Space');
  await expectToast(page, 'Bot gestartet');
  await expect(dialog).toBeHidden();
  // What was started comes far from the button, so the focus goes there.
  await expect(page.getByRole('row').getByRole('link', { name: /^SmartBot/ })).toBeFocused();
  await press(page, page.getByRole('button', { name: /^Beenden/ }), 'Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // A dialog that is closed gives the focus back to what opened it.
  await expect(page.getByRole('button', { name: /^Beenden/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: /auszahlen und beenden$/ }), 'Enter');
  await expectToast(page, 'Bot beendet');
  await expectToast(page, /^Total (Profit|Verlust)/);
  // The button is gone with the bot; where one is stays said.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
