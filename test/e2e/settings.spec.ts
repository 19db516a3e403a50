// Profile and settings: what one may change of the own account, and where one is signed in.
import { expect, type Page } from '@playwright/test';
import { signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { logIn, openAs } from './people.ts';
import { delay, fail } from './routes.ts';

const NEW_PASSWORD = 'noch-ein-ruhigerer-Morgen';

async function changePassword(page: Page, current: string, next: string, confirmation = next) {
  const panel = page.getByRole('region', { name: 'Passwort ändern' });
  await panel.getByRole('textbox', { name: 'Aktuelles Passwort' }).fill(current);
  await panel.getByRole('textbox', { name: 'Neues Passwort', exact: true }).fill(next);
  await panel.getByRole('textbox', { name: 'Neues Passwort bestätigen' }).fill(confirmation);
  await panel.getByRole('button', { name: 'Passwort ändern' }).click();
  return panel;
}

test('the profile shows who one is and leads to the settings', async ({ newcomer: page }) => {
  const { email } = await (await page.request.get('/api/profile')).json();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Benutzermenü' }).click();
  await page.getByRole('menuitem', { name: 'Profil' }).click();
  await expect(page).toHaveURL('/profile');
  const account = page.getByRole('region', { name: 'Ihr Konto' });
  await expect(account.getByText(email[0]?.toUpperCase() ?? '', { exact: true })).toBeVisible();
  await expect(account).toContainText(email);
  await expect(account).toContainText(/Mitglied seit\s*\d{2}\.\d{2}\.\d{4}/);
  await expect(account).toContainText('Benutzer');
  await expect(page.getByRole('link', { name: 'E-Mail ändern' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Konto löschen' })).toBeEnabled();
  await page.getByRole('link', { name: 'Passwort ändern' }).click();
  await expect(page).toHaveURL('/dashboard/settings?ansicht=sicherheit');
  await expect(page.getByRole('heading', { name: 'Passwort ändern' })).toBeVisible();
});

test('the profile of an admin says Administrator', async ({ admin: page }) => {
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Ihr Konto' })).toContainText('Administrator');
});

test('the header of the public pages leads to the profile', async ({ newcomer: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Benutzermenü' })).toBeVisible();
  await page.goto('/about');
  await page.getByRole('button', { name: 'Benutzermenü' }).click();
  await page.getByRole('menuitem', { name: 'Profil verwalten' }).click();
  await expect(page.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible();
});

test('a name is saved and shown at once', async ({ newcomer: page }) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Einstellungen' }).click();
  await page.getByLabel('Ihr Name').fill('   ');
  await page.getByRole('button', { name: 'Name speichern' }).click();
  await expect(page.getByText('Bitte geben Sie einen Namen ein.')).toBeVisible();
  await expect(page.getByLabel('Ihr Name')).toBeFocused();
  await page.getByLabel('Ihr Name').fill('Ada\u00ad Beispiel');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Der Name enthält ein unsichtbares Zeichen.')).toBeVisible();
  await page.getByLabel('Ihr Name').fill('Ada Beispiel');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Der Name ist gespeichert.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Benutzermenü' })).toContainText('Ada Beispiel');
  await page.reload();
  await expect(page.getByLabel('Ihr Name')).toHaveValue('Ada Beispiel');
});

test('a new password needs the old one, signs other devices out and this one stays', async ({
  page,
  browser,
}) => {
  const login = await signUp(page.request);
  const phone = await openAs(browser, login);
  await phone.goto('/dashboard');
  await page.goto('/dashboard/settings?ansicht=sicherheit');

  const panel = await changePassword(page, 'nicht-mein-Passwort', NEW_PASSWORD);
  await expect(panel.getByText('Das Passwort ist falsch.')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Aktuelles Passwort' })).toBeFocused();
  await changePassword(page, login.password, NEW_PASSWORD, 'anders');
  await expect(panel.getByText('Stimmt nicht mit dem Passwort überein.')).toBeVisible();
  await changePassword(page, login.password, 'Passwort2024!');
  await expect(panel.getByText(/leicht zu erraten/)).toBeVisible();
  await expect(panel.getByText(/^Lang genug/)).toHaveCount(0);
  await changePassword(page, login.password, login.password);
  await expect(panel.getByText('Das ist schon Ihr Passwort. Bitte wählen Sie ein anderes.')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Neues Passwort', exact: true })).toBeFocused();

  await changePassword(page, login.password, NEW_PASSWORD);
  await expect(
    panel.getByText('Ihr neues Passwort gilt. Alle anderen Geräte sind abgemeldet.'),
  ).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Aktuelles Passwort' })).toHaveValue('');
  await expect(phone).toHaveURL(/\/login/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
  await logIn(phone, { email: login.email, password: NEW_PASSWORD });
});

test('a session is ended from another device', { tag: '@gate' }, async ({ page, browser }) => {
  const login = await signUp(page.request);
  const phone = await openAs(browser, login);
  await phone.goto('/dashboard');
  await page.goto('/dashboard/settings?ansicht=sicherheit');
  const sessions = page.getByRole('list', { name: 'Aktive Sitzungen' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'Diese Sitzung' })).toHaveCount(1);
  const list = '/api/auth/list-sessions';
  const held = await delay(page, list);
  const askedAgain = page.waitForRequest(`**${list}`);
  await sessions.getByRole('button', { name: /^Abmelden: Chrome unter/ }).click();
  await askedAgain;
  const said = page.getByText('Das Gerät ist abgemeldet.');
  // It is said when the list knows it, and not beside the old one.
  expect(await said.count()).toBe(0);
  held.heal();
  await expect(said).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(phone).toHaveURL(/\/login/);
  await page.reload();
  await expect(sessions).toHaveCount(1);
  // What happened once is not counted.
  await expect(page.getByRole('list', { name: 'Anmeldungen und Änderungen' })).toContainText('Angemeldet');
  await expect(page.getByText(/\(1-mal\)/)).toHaveCount(0);
});

test('all other sessions end at once', async ({ page, browser }) => {
  const login = await signUp(page.request);
  const others = [await openAs(browser, login), await openAs(browser, login)];
  for (const other of others) await other.goto('/dashboard');
  await page.goto('/dashboard/settings?ansicht=sicherheit');
  await page.getByRole('button', { name: 'Alle anderen abmelden' }).click();
  await expect(page.getByText('Alle anderen Geräte sind abgemeldet.')).toBeVisible();
  for (const other of others) await expect(other).toHaveURL(/\/login/);
  await expect(page.getByRole('list', { name: 'Aktive Sitzungen' }).getByRole('listitem')).toHaveCount(1);
});

test('sessions that cannot be loaded can be asked for again', async ({ newcomer: page }) => {
  const failing = await fail(page, '/api/auth/list-sessions', 'GET');
  await page.goto('/dashboard/settings?ansicht=sicherheit');
  await expect(page.getByText('Die Sitzungen konnten nicht geladen werden.')).toBeVisible();
  failing.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByText('Diese Sitzung')).toBeVisible();
});

test('the theme is chosen, stays, and holds on the public pages', { tag: '@gate' }, async ({
  newcomer: page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Präferenzen' }).click();
  const html = page.locator('html');
  await expect(page.getByRole('radio', { name: 'Wie das Gerät' })).toBeChecked();
  await page.getByText('Dunkel', { exact: true }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dunkel' })).toBeChecked();
  await page.goto('/about');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.goto('/dashboard/settings?ansicht=praeferenzen');
  await page.getByText('Hell', { exact: true }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/about');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.goto('/dashboard/settings?ansicht=praeferenzen');
  await page.getByText('Wie das Gerät', { exact: true }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
