// The second factor from the set-up to the login, with the codes that an authenticator app would show.
import { expect, type Page } from '@playwright/test';
import { type Login, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { codeFor } from './authenticator.ts';
import { expectToast } from './people.ts';
import { handleNext } from './routes.ts';

const SECURITY = '/dashboard/settings?ansicht=sicherheit';
const panelOf = (page: Page) => page.getByRole('region', { name: 'Anmeldung in zwei Schritten' });

async function sayPassword(page: Page, { password }: Login, button: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

/** Through the page, from wherever it is; the codes are on the screen then. */
async function showBackupCodes(page: Page, login: Login): Promise<{ secret: string; backupCodes: string[] }> {
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Einrichten' }).click();
  await sayPassword(page, login, 'Weiter');
  await expect(panel.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible();
  const secret = (await panel.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()) ?? '';
  await panel.getByLabel('Code aus Ihrer App').fill(codeFor(secret));
  await panel.getByRole('button', { name: 'Einschalten' }).click();
  const codes = panel.getByRole('list', { name: 'Ersatzcodes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { secret, backupCodes: await codes.allTextContents() };
}

/** The answer is what the app and the sheet of paper now know. */
async function enrol(page: Page, login: Login): Promise<{ secret: string; backupCodes: string[] }> {
  await page.goto(SECURITY);
  const known = await showBackupCodes(page, login);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Ich habe die Codes gespeichert' }).click();
  await expect(panel).toContainText('Eingeschaltet');
  await expect(panel.locator('[tabindex="-1"]')).toBeFocused();
  return known;
}

/** Up to the second step, from a page behind the login. */
async function sayPasswordAtLogin(page: Page, login: Login) {
  await page.context().clearCookies();
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  await page.getByLabel('E-Mail-Adresse').fill(login.email);
  await page.getByLabel('Passwort', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Bitte geben Sie Ihren Code ein' })).toBeVisible();
}

test('set up, the login asks for a code and then leads back to where one wanted to go', {
  tag: '@gate',
}, async ({ page }) => {
  const login = await signUp(page.request);
  const { secret } = await enrol(page, login);
  await sayPasswordAtLogin(page, login);
  expect((await page.request.get('/api/profile')).status()).toBe(401);

  const field = page.getByLabel('Code aus Ihrer App');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Der Code aus der App hat sechs Ziffern.')).toBeVisible();
  await expect(field).toBeFocused();

  const next = codeFor(secret, 1);
  await field.fill(next === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Dieser Code stimmt nicht/)).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type(`${next.slice(0, 3)} ${next.slice(3)}`);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Erfolgreich angemeldet!', 'Willkommen zurück bei');
  await expect(page).toHaveURL('/dashboard/wallet?ansicht=transaktionen');
});

test('a backup code opens the account once', async ({ page }) => {
  const login = await signUp(page.request);
  const { backupCodes } = await enrol(page, login);
  const [code = ''] = backupCodes;
  await sayPasswordAtLogin(page, login);
  await page.getByRole('button', { name: 'Ersatzcode verwenden' }).click();
  await expect(page.getByLabel('Ersatzcode')).toBeFocused();
  await page.getByLabel('Ersatzcode').fill(code);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/wallet?ansicht=transaktionen');

  await sayPasswordAtLogin(page, login);
  await page.getByRole('button', { name: 'Ersatzcode verwenden' }).click();
  await page.getByLabel('Ersatzcode').fill(code);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByText('Dieser Ersatzcode stimmt nicht oder wurde schon benutzt.')).toBeVisible();
  await page.getByRole('button', { name: 'Zurück zum Login' }).click();
  await expect(page.getByRole('heading', { name: 'Willkommen zurück' })).toBeVisible();
});

test('a login that is over begins again with the password', async ({ page }) => {
  const login = await signUp(page.request);
  await enrol(page, login);
  await sayPasswordAtLogin(page, login);
  await page.context().clearCookies();
  await page.getByLabel('Code aus Ihrer App').fill('123456');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('alert').first()).toContainText('Diese Anmeldung ist abgelaufen.');
  await expect(page.getByRole('heading', { name: 'Willkommen zurück' })).toBeVisible();
});

test('a set-up changes nothing before the first code, and a wrong password none at all', async ({ page }) => {
  const login = await signUp(page.request);
  await page.goto(SECURITY);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Einrichten' }).click();
  await sayPassword(page, { ...login, password: 'nicht-mein-Passwort' }, 'Weiter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Das Passwort ist falsch.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Passwort' })).toBeFocused();
  await sayPassword(page, login, 'Weiter');
  await expect(panel.getByLabel('Code aus Ihrer App')).toBeVisible();
  await panel.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(panel).toContainText('Ausgeschaltet');
  const profile = await (await page.request.get('/api/profile')).json();
  expect(profile.twoFactorEnabled).toBe(false);
});

test('new backup codes replace the old ones, and the factor can be switched off', async ({ page }) => {
  const login = await signUp(page.request);
  const { backupCodes } = await enrol(page, login);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Neue Ersatzcodes' }).click();
  await sayPassword(page, login, 'Neue Codes erstellen');
  const codes = panel.getByRole('list', { name: 'Ersatzcodes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(await codes.allTextContents()).not.toContain(backupCodes[0]);
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Als Datei speichern' }).click();
  expect((await download).suggestedFilename()).toBe('botdepot-ersatzcodes.txt');
  await panel.getByRole('button', { name: 'Ich habe die Codes gespeichert' }).click();

  await panel.getByRole('button', { name: 'Ausschalten' }).click();
  await sayPassword(page, login, 'Ausschalten');
  await expect(panel).toContainText('Die Anmeldung in zwei Schritten ist ausgeschaltet.');
  await expect(panel.getByRole('button', { name: 'Einrichten' })).toBeVisible();
  await expect(panel.locator('[tabindex="-1"]')).toBeFocused();
  await page.reload();
  await expect(panel).toContainText('Ausgeschaltet');
});

test.describe('backup codes that are not saved yet', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Ersatzcodes noch nicht gespeichert?' });
  const codes = (page: Page) => page.getByRole('list', { name: 'Ersatzcodes' });
  const answer = async (page: Page, name: 'Hier bleiben' | 'Trotzdem verlassen') => {
    await question(page).getByRole('button', { name }).click();
    await expect(question(page)).toHaveCount(0);
  };
  const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).first();
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: 'Benutzermenü' }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  };

  test.beforeEach(async ({ page }) => {
    const login = await signUp(page.request);
    await page.goto('/dashboard/settings');
    await page.getByRole('link', { name: 'Sicherheit' }).click();
    await showBackupCodes(page, login);
  });

  test('are not lost by a link, another view, back or a logout before one was asked', async ({ page }) => {
    for (const leave of [
      () => link(page, 'Wallet').click(),
      () => page.getByRole('link', { name: 'Präferenzen' }).click(),
      () => page.goBack(),
      () => signOut(page),
    ]) {
      await leave();
      await expect(question(page)).toBeVisible();
      await expect(question(page).getByRole('button', { name: 'Hier bleiben' })).toBeFocused();
      await answer(page, 'Hier bleiben');
      await expect(codes(page)).toBeVisible();
      await expect(page).toHaveURL(SECURITY);
    }
    // Asked by the way back, and answered by it: one stays.
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await page.goBack();
    await expect(question(page)).toHaveCount(0);
    await expect(codes(page)).toBeVisible();
    await page.goBack();
    await answer(page, 'Trotzdem verlassen');
    await expect(page).toHaveURL('/dashboard/settings');
    await page.goForward();
    await expect(panelOf(page)).toContainText('Eingeschaltet');
    await expect(codes(page)).toHaveCount(0);
    await link(page, 'Wallet').click();
    await expect(page).toHaveURL('/dashboard/wallet');
  });

  test('are left where one wants to', { tag: '@gate' }, async ({ page }) => {
    await link(page, 'Wallet').click();
    await answer(page, 'Trotzdem verlassen');
    await expect(page).toHaveURL('/dashboard/wallet');
  });

  test('do not keep whoever signs out in the end', async ({ page }) => {
    await signOut(page);
    await answer(page, 'Trotzdem verlassen');
    await expectToast(page, 'Abgemeldet');
    await expect(page).toHaveURL('/');
  });

  test('do not stay on the screen of a session that is over', { tag: '@gate' }, async ({ page }) => {
    await page.request.post('/api/auth/sign-out', { data: {} });
    await expect(page).toHaveURL(/\/login/);
    await expect(question(page)).toHaveCount(0);
  });

  test('have the browser ask before the tab closes, until they are saved', async ({ page }) => {
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await page.getByRole('button', { name: 'Ich habe die Codes gespeichert' }).click();
    await page.reload();
    await expect(panelOf(page)).toContainText('Eingeschaltet');
    expect(asked).toHaveLength(1);
    await link(page, 'Wallet').click();
    await expect(page).toHaveURL('/dashboard/wallet');
  });
});

/** As the server answers a session of an account with a second factor whose last proof is older than 15 minutes. */
const ASKS_FOR_PROOF = {
  defined: true,
  code: 'REAUTHENTICATION_REQUIRED',
  status: 403,
  message: 'Bitte bestätigen Sie zuerst, dass Sie es sind.',
  data: { maxAgeMinutes: '15' },
};
const askWhoIsThere = (page: Page, path: string) =>
  handleNext(page, path, (route) => route.fulfill({ status: 403, json: ASKS_FOR_PROOF }));

test('a session that was left open needs a code as well before the factor or the password changes', {
  tag: '@gate',
}, async ({ page }) => {
  const login = await signUp(page.request);
  const { secret, backupCodes } = await enrol(page, login);
  const panel = panelOf(page);
  const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
  const prove = async (code: string) => {
    // The password has just been typed.
    await expect(proof).toContainText('Vor diesem Schritt fragen wir auch nach einem Code.');
    await expect(proof.getByRole('textbox')).toHaveCount(1);
    await expect(proof.getByLabel('Code aus Ihrer App')).toBeFocused();
    await proof.getByLabel('Code aus Ihrer App').fill(code);
    await proof.getByRole('button', { name: 'Bestätigen' }).click();
    await expect(proof).toHaveCount(0);
  };

  await askWhoIsThere(page, '/api/auth/change-password');
  const passwordPanel = page.getByRole('region', { name: 'Passwort ändern' });
  const next = 'ein-ganz-anderes-Kennwort-77';
  const current = passwordPanel.getByRole('textbox', { name: 'Aktuelles Passwort' });
  await current.fill('nicht-das-richtige-Kennwort');
  await passwordPanel.getByRole('textbox', { name: 'Neues Passwort', exact: true }).fill(next);
  await passwordPanel.getByRole('textbox', { name: 'Neues Passwort bestätigen' }).fill(next);
  await passwordPanel.getByRole('button', { name: 'Passwort ändern' }).click();
  // A wrong one is said where it was typed, and the code is not used up by it.
  await prove(codeFor(secret, 1));
  await expect(current).toHaveAccessibleDescription('Das Passwort ist falsch.');
  await expect(current).toBeFocused();

  await askWhoIsThere(page, '/api/auth/change-password');
  await current.fill(login.password);
  await passwordPanel.getByRole('button', { name: 'Passwort ändern' }).click();
  await prove(codeFor(secret, 1));
  await expect(passwordPanel.getByText(/^Ihr neues Passwort gilt/)).toBeVisible();
  login.password = next;

  await askWhoIsThere(page, '/api/auth/two-factor/disable');
  await panel.getByRole('button', { name: 'Ausschalten' }).click();
  await sayPassword(page, login, 'Ausschalten');
  await expect(proof).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(proof).toHaveCount(0);
  // Escape was meant for the question above only.
  const below = page.getByRole('dialog', { name: 'Anmeldung in zwei Schritten ausschalten' });
  await expect(below).toContainText('Bitte bestätigen Sie zuerst, dass Sie es sind.');
  await expect(below.getByRole('textbox', { name: 'Passwort' })).toHaveValue(login.password);
  await page.keyboard.press('Escape');
  await expect(below).toHaveCount(0);
  await expect(panel).toContainText('Eingeschaltet');

  await askWhoIsThere(page, '/api/auth/two-factor/generate-backup-codes');
  await panel.getByRole('button', { name: 'Neue Ersatzcodes' }).click();
  await sayPassword(page, login, 'Neue Codes erstellen');
  await prove(String(backupCodes[0]));
  await expect(panel.getByRole('list', { name: 'Ersatzcodes' }).getByRole('listitem')).toHaveCount(10);
});
