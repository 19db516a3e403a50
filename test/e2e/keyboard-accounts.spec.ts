// Every way into an account with the keyboard alone.
import { expect, type Page } from '@playwright/test';
import { type Login, newLogin, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { codeFor } from './authenticator.ts';
import { press, tabTo, type } from './keyboard.ts';
import { linkInMail } from './mailbox-files.ts';
import { expectToast } from './people.ts';

const NEW_PASSWORD = 'noch-ein-ruhigerer-Morgen';

const tick = (page: Page) => page.getByRole('checkbox', { name: /^Spielgeld verstanden/ });

async function fillIn(page: Page, { email, password }: Login) {
  await type(page, page.getByLabel('E-Mail-Adresse'), email);
  await type(page, page.getByLabel('Passwort', { exact: true }), password);
  await type(page, page.getByRole('textbox', { name: 'Passwort bestätigen' }), password);
}

test('a sign-up without the tick opens nothing and leads to it; with it the bot is asked for', {
  tag: '@gate',
}, async ({ page }) => {
  const login = newLogin();
  await page.goto('/signup');
  await fillIn(page, login);
  await press(page, page.getByRole('button', { name: 'Konto eröffnen' }), 'Enter');
  await expect(
    page.getByText('Bitte setzen Sie das Häkchen, sonst können wir kein Konto eröffnen.'),
  ).toBeVisible();
  await expect(tick(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(tick(page)).toBeChecked();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Konto erfolgreich erstellt!', 'Wählen Sie jetzt Ihren Trading-Bot aus.');

  await tabTo(page, page.getByRole('radio', { name: 'SmartBot' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'TurboBot' })).toBeChecked();
  await press(page, page.getByRole('button', { name: 'Mit TurboBot fortfahren' }), 'Enter');
  await expectToast(page, 'TurboBot aktiviert!', 'Ihr Trading-Bot ist bereit.');
  await expect(page).toHaveURL('/dashboard');
  const profile = await (await page.request.get('/api/profile')).json();
  expect(profile).toMatchObject({ email: login.email, preferredBot: 'turbobot' });
});

test('the way on after a confirmation leads to the dashboard of this website', async ({ page, baseURL }) => {
  const sent = page.waitForRequest('**/api/auth/sign-up/email');
  await page.goto('/signup');
  await fillIn(page, newLogin());
  await press(page, tick(page), 'Space');
  await page.keyboard.press('Enter');
  // The server adds /dashboard, and its own origin: nothing that a page could name.
  expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(['email', 'password']);
  await expectToast(page, 'Konto erfolgreich erstellt!');
  const { email } = await (await page.request.get('/api/profile')).json();
  await page.request.post('/api/auth/send-verification-email', { data: { email } });
  const link = await linkInMail(email, '/api/auth/verify-email');
  expect(new URL(link, baseURL).searchParams.get('callbackURL')).toBe('/dashboard');
  await page.goto(link);
  await expect(page).toHaveURL('/dashboard');
});

test('a login with a second factor', async ({ page }) => {
  const login = await signUp(page.request);
  await page.goto('/dashboard/settings?ansicht=sicherheit');
  const panel = page.getByRole('region', { name: 'Anmeldung in zwei Schritten' });
  await press(page, panel.getByRole('button', { name: 'Einrichten' }), 'Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Passwort' })).toBeFocused();
  await page.keyboard.type(login.password);
  await page.keyboard.press('Enter');
  const shown = panel.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/);
  const secret = (await shown.textContent()) ?? '';
  await type(page, panel.getByLabel('Code aus Ihrer App'), codeFor(secret));
  await page.keyboard.press('Enter');
  await press(page, panel.getByRole('button', { name: 'Ich habe die Codes gespeichert' }), 'Enter');
  await expect(panel).toContainText('Eingeschaltet');

  await page.context().clearCookies();
  await page.goto('/login?next=%2Fdashboard%2Fwallet');
  await type(page, page.getByLabel('E-Mail-Adresse'), login.email);
  await type(page, page.getByLabel('Passwort', { exact: true }), login.password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code aus Ihrer App')).toBeFocused();
  await page.keyboard.type(codeFor(secret, 1));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Erfolgreich angemeldet!', 'Willkommen zurück bei Botdepot.');
  await expect(page).toHaveURL('/dashboard/wallet');
});

test('a new password through the link in the message, which counts once', async ({ page }) => {
  const login = await signUp(page.request);
  await page.context().clearCookies();
  await page.goto('/login');
  await type(page, page.getByLabel('E-Mail-Adresse'), login.email);
  await press(page, page.getByRole('link', { name: /vergessen/ }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Passwort vergessen' })).toBeVisible();
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(login.email);
  await press(page, page.getByRole('button', { name: 'Link anfordern' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Bitte sehen Sie in Ihr Postfach' })).toBeVisible();

  const link = await linkInMail(login.email, '/reset-password');
  await page.goto(link);
  await type(page, page.getByRole('textbox', { name: 'Neues Passwort', exact: true }), NEW_PASSWORD);
  await type(page, page.getByRole('textbox', { name: 'Neues Passwort bestätigen' }), NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ihr neues Passwort gilt' })).toBeVisible();
  await press(page, page.getByRole('main').getByRole('link', { name: 'Zum Login' }), 'Enter');
  await type(page, page.getByLabel('E-Mail-Adresse'), login.email);
  await type(page, page.getByLabel('Passwort', { exact: true }), NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await page.goto(link);
  await type(page, page.getByRole('textbox', { name: 'Neues Passwort', exact: true }), `${NEW_PASSWORD}-2`);
  await type(page, page.getByRole('textbox', { name: 'Neues Passwort bestätigen' }), `${NEW_PASSWORD}-2`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible();
});
