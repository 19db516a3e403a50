// Passkeys from the settings to the login, with the authenticator that Chromium brings along for tests.
import { expect, type Page } from '@playwright/test';
import { type Login, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { codeFor } from './authenticator.ts';
import { plugIn } from './passkey-device.ts';
import { expectToast } from './people.ts';
import { handleNext } from './routes.ts';

const SECURITY = '/dashboard/settings?ansicht=sicherheit';
const panelOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function addPasskey(page: Page, name: string) {
  await page.goto(SECURITY);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Passkey hinzufügen' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Weiter' }).click();
  await expect(panel.getByRole('status')).toHaveText('Der Passkey ist angelegt.');
  await expect(panel.getByRole('listitem').filter({ hasText: name })).toContainText('noch nicht benutzt');
}

async function deletePasskey(page: Page, name: string) {
  await page.goto(SECURITY);
  await panelOf(page)
    .getByRole('button', { name: `Löschen: ${name}` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Passkey löschen' }).click();
  await expect(panelOf(page)).toContainText('Der Passkey ist gelöscht.');
}

/** The code of the second factor, set up through the API. */
async function enrolSecondFactor(page: Page, { password }: Login) {
  const headers = { origin: new URL(page.url()).origin };
  const setUp = await page.request.post('/api/auth/two-factor/enable', { data: { password }, headers });
  const { totpURI } = await setUp.json();
  const code = codeFor(new URL(totpURI).searchParams.get('secret') ?? '');
  const first = await page.request.post('/api/auth/two-factor/verify-totp', { data: { code }, headers });
  expect(first.ok()).toBe(true);
}

test('a passkey is added, named, used for the login and deleted; then it opens nothing more', {
  tag: '@gate',
}, async ({ page }) => {
  await plugIn(page);
  await signUp(page.request);
  await page.goto(SECURITY);
  await expect(panelOf(page)).toContainText('Noch kein Passkey');
  await addPasskey(page, 'Mein Laptop');

  await panelOf(page).getByRole('button', { name: 'Umbenennen: Mein Laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Arbeit');
  await page.getByRole('dialog').getByRole('button', { name: 'Name speichern' }).click();
  await expect(panelOf(page).getByRole('listitem')).toContainText('Arbeit');

  await page.context().clearCookies();
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expectToast(page, 'Erfolgreich angemeldet!', 'Willkommen zurück bei');
  await expect(page).toHaveURL('/dashboard/wallet?ansicht=transaktionen');

  await page.goto(SECURITY);
  await expect(panelOf(page).getByRole('listitem')).toContainText('zuletzt benutzt');
  await deletePasskey(page, 'Arbeit');
  await expect(panelOf(page)).toContainText('Noch kein Passkey');

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(page.getByText('Dieser Passkey gehört zu keinem Konto mehr.')).toBeVisible();
  expect((await page.request.get('/api/profile')).status()).toBe(401);
});

test('whoever does not want to say who they are finds the name of the new passkey as they typed it', async ({
  page,
}) => {
  await plugIn(page);
  await signUp(page.request);
  await page.goto(SECURITY);
  await panelOf(page).getByRole('button', { name: 'Passkey hinzufügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Passkey hinzufügen' });
  await dialog.getByLabel('Name').fill('Mein\u200b Laptop');
  await dialog.getByRole('button', { name: 'Weiter' }).click();
  await expect(dialog).toContainText('Der Name enthält ein unsichtbares Zeichen. Bitte tippen Sie ihn neu.');
  await dialog.getByLabel('Name').fill('Mein Laptop');
  const refusal = {
    code: 'REAUTHENTICATION_REQUIRED',
    message: 'Bitte bestätigen Sie zuerst, dass Sie es sind.',
    data: { maxAgeMinutes: '15' },
  };
  const options = '/api/auth/passkey/generate-register-options*';
  await handleNext(page, options, (route) => route.fulfill({ status: 403, json: refusal }), 'GET');
  await dialog.getByRole('button', { name: 'Weiter' }).click();
  const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
  await expect(proof.getByLabel('Passwort', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(proof).toHaveCount(0);
  await expect(dialog).toContainText(refusal.message);
  await expect(dialog.getByLabel('Name')).toHaveValue('Mein Laptop');
});

test('the address field offers the passkeys of this device', async ({ page }) => {
  await plugIn(page);
  await signUp(page.request);
  await addPasskey(page, 'Mein Laptop');
  await page.context().clearCookies();
  await page.goto('/login');
  const field = page.getByLabel('E-Mail-Adresse');
  await expect(field).toHaveAttribute('autocomplete', 'username webauthn');
  // The device answers by itself as soon as it is asked.
  await field.focus();
  await expectToast(page, 'Erfolgreich angemeldet!');
  await expect(page).toHaveURL(/\/dashboard/);
});

test('nobody hears of a device that cannot offer passkeys in the field', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.credentials.get = async () => {
      document.documentElement.dataset.asked = 'yes';
      throw new DOMException('cannot', 'NotSupportedError');
    };
  });
  await page.goto('/login');
  await page.getByLabel('E-Mail-Adresse').fill('niemand@beispiel.example');
  await expect(page.locator('html[data-asked]')).toHaveCount(1);
  await page.getByLabel('Passwort', { exact: true }).fill('falsches-passwort-1');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expectToast(page, 'Fehler beim Anmelden', 'E-Mail-Adresse oder Passwort ist falsch.');
  await expect(page.getByRole('alert')).toHaveCount(1);
});

test('instead of a code a passkey opens an account with a second factor', async ({ page }) => {
  const device = await plugIn(page);
  const login = await signUp(page.request);
  await addPasskey(page, 'Mein Laptop');
  await enrolSecondFactor(page, login);
  await page.context().clearCookies();
  await device.setPresent(false);
  await page.goto('/dashboard/wallet');
  await page.getByLabel('E-Mail-Adresse').fill(login.email);
  await page.getByLabel('Passwort', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Bitte geben Sie Ihren Code ein' })).toBeVisible();

  await device.setPresent(true);
  await device.setVerified(false);
  await page.getByRole('button', { name: 'Stattdessen Passkey verwenden' }).click();
  await expect(page.getByText('Der Vorgang wurde abgebrochen, oder')).toBeVisible();
  expect((await page.request.get('/api/profile')).status()).toBe(401);

  await device.setVerified(true);
  await page.getByRole('button', { name: 'Stattdessen Passkey verwenden' }).click();
  await expectToast(page, 'Erfolgreich angemeldet!');
  await expect(page).toHaveURL('/dashboard/wallet');
});

test('one device keeps one passkey for an account', { tag: '@gate' }, async ({ page }) => {
  await plugIn(page);
  await signUp(page.request);
  await addPasskey(page, 'Mein Laptop');
  await panelOf(page).getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByRole('dialog')).toContainText('Auf diesem Gerät gibt es schon einen Passkey');
  await page.keyboard.press('Escape');
  await expect(panelOf(page).getByRole('listitem')).toHaveCount(1);
});

test('a browser that knows no passkeys says so and leaves the password', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(page.getByText('Dieser Browser kann hier keine Passkeys verwenden.')).toBeVisible();
  await signUp(page.request);
  await page.goto(SECURITY);
  await expect(panelOf(page)).toContainText('In diesem Browser können Sie keinen Passkey anlegen.');
  await expect(panelOf(page).getByRole('button')).toHaveCount(0);
});

test('an installation without a provider says so, and its login offers none', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: /^Mit .* anmelden$/ })).toHaveText(['Mit Passkey anmelden']);
  await signUp(page.request);
  await page.goto(SECURITY);
  await expect(page.getByRole('region', { name: 'Verbundene Zugänge' })).toContainText(
    'Eine Anmeldung über einen Anbieter gibt es hier nicht.',
  );
});
