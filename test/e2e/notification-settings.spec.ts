// Settings: what one hears of and how, colours, the start page and the bot that is chosen beforehand.
import { expect, type Page } from '@playwright/test';
import { fund, signOut, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { at, checkAll } from './check-pages.ts';
import { logIn } from './people.ts';
import { fail, loseConnection } from './routes.ts';

const NOTIFICATIONS = '/dashboard/settings?ansicht=benachrichtigungen';
const PREFERENCES = '/dashboard/settings?ansicht=praeferenzen';

const setting = (page: Page, name: string) => page.getByRole('switch', { name });
const colourOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--up').trim());

test('what is switched off no longer comes, in the app and by mail each for itself', async ({
  newcomer: page,
  adminApi,
}) => {
  const { email } = await (await page.request.get('/api/profile')).json();
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Benachrichtigungen' }).click();
  const inApp = setting(page, 'Einzahlungen: in der App');
  await expect(inApp).toBeChecked();
  await inApp.click();
  await expect(page.getByRole('status').filter({ hasText: 'Gespeichert' })).toHaveText(
    'Gespeichert: Einzahlungen in der App aus.',
  );
  await page.reload();
  await expect(inApp).not.toBeChecked();

  await fund(page.request, adminApi, '100.00');
  await page.getByRole('button', { name: /Benachrichtigungen/ }).click();
  await expect(page.getByText('Noch keine Benachrichtigungen')).toBeVisible();
  await page.goto('/postfach');
  const mail = page.getByRole('main').getByRole('link').filter({ hasText: email });
  await expect(async () => {
    await page.getByRole('button', { name: 'Neu laden' }).click();
    await expect(mail.first()).toContainText('Einzahlung gutgeschrieben', { timeout: 1_000 });
  }).toPass();
  await mail.first().click();
  const message = page.frameLocator('iframe');
  await expect(message.getByText('100,00 USDT', { exact: false }).first()).toBeVisible();
  await expect(message.getByRole('link', { name: 'Im Konto ansehen' })).toHaveAttribute(
    'href',
    /\/dashboard\/deposits\?einzahlung=/,
  );
});

test('what concerns security and one’s money cannot be switched off', { tag: '@gate' }, async ({
  newcomer: page,
}) => {
  await page.goto(NOTIFICATIONS);
  await expect(setting(page, 'Sicherheit Ihres Kontos: per E-Mail')).toBeDisabled();
  await expect(setting(page, 'Korrekturen und manuelle Renditen: in der App')).toBeDisabled();
  await expect(setting(page, 'Korrekturen und manuelle Renditen: in der App')).toBeChecked();
  await expect(page.getByText(/„Immer“ lässt sich nicht abschalten/)).toBeVisible();
});

test('a switch works with the keyboard, and is taken back when it could not be saved', async ({
  newcomer: page,
}) => {
  await page.goto(NOTIFICATIONS);
  const byMail = setting(page, 'Bots starten und beenden: per E-Mail');
  await expect(byMail).not.toBeChecked();
  const fault = await fail(page, '/api/notifications/settings');
  await byMail.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(byMail).not.toBeChecked();
  fault.heal();
  await byMail.focus();
  await page.keyboard.press('Space');
  await expect(byMail).toBeChecked();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.reload();
  await expect(byMail).toBeChecked();
});

test('where no mail is sent, the switches for it say so', async ({ newcomer: page }) => {
  await page.route('**/api/notifications/settings', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), mailPossible: false } });
  });
  await page.goto(NOTIFICATIONS);
  const byMail = setting(page, 'Einzahlungen: per E-Mail');
  await expect(byMail).toBeDisabled();
  await expect(byMail).toHaveAccessibleDescription(/kann keine E-Mails versenden/);
  await expect(setting(page, 'Einzahlungen: in der App')).toBeEnabled();
});

test('the colours of gains and losses go along with the account and are there at the first paint', async ({
  newcomer: page,
}) => {
  await page.goto(PREFERENCES);
  const blue = await colourOf(page);
  await page.getByText('Grün und Rot', { exact: true }).click();
  await expect(page.getByText('Gespeichert.')).toBeVisible();
  const green = await colourOf(page);
  expect(green).not.toBe(blue);
  // Before any script of the app runs, on a public page as well.
  const lost = await loseConnection(page, '/assets/*.js', 'GET');
  await page.goto('/about');
  expect(await colourOf(page)).toBe(green);
  lost.heal();

  // Another browser learns it from the account.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('data-colours', 'green-red');
});

test('the login leads to the chosen page, unless another page has asked for it', async ({ page }) => {
  const login = await signUp(page.request);
  await page.goto(PREFERENCES);
  await page.getByRole('group', { name: 'Startseite nach der Anmeldung' }).getByText('Wallet').click();
  await expect(page.getByText('Gespeichert.')).toBeVisible();
  await signOut(page.request);
  await logIn(page, login);
  await expect(page).toHaveURL('/dashboard/wallet');

  await signOut(page.request);
  await page.goto('/dashboard/deposits');
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fdeposits');
  await page.getByLabel('E-Mail-Adresse').fill(login.email);
  await page.getByLabel('Passwort', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/deposits');
});

test('without a choice the login leads to the dashboard', async ({ page }) => {
  const login = await signUp(page.request);
  await signOut(page.request);
  await logIn(page, login);
  await expect(page).toHaveURL('/dashboard');
});

test('the chosen bot is the one that is offered', async ({ newcomer: page, adminApi }) => {
  await fund(page.request, adminApi, '6000.00');
  await page.goto(PREFERENCES);
  await page.getByRole('combobox', { name: 'Vorgewählter Bot' }).selectOption('TurboBot');
  await expect(page.getByText('Gespeichert.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Vorgewählter Bot' })).toHaveValue('turbobot');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Ihr Spielgeld ist da' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'TurboBot starten' }).click();
  await expect(page.getByRole('dialog')).toContainText('TurboBot');
});

test('everybody can use these settings', async ({ newcomer: page }) => {
  await checkAll(page, [
    at(NOTIFICATIONS, 'Benachrichtigungen'),
    at(PREFERENCES, 'Farben für Gewinn und Verlust'),
  ]);
});

test('green and red are as readable', async ({ newcomer: page }) => {
  await page.request.post('/api/profile/preferences', { data: { colours: 'green-red' } });
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('data-colours', 'green-red');
  await checkAll(page, [at(PREFERENCES, 'Farben für Gewinn und Verlust'), at('/markets/krypto', /./)]);
});
