// One's own account: another e-mail address, the download of one's data, and the end of the account.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { listStoredMails } from '../../apps/server/src/platform/mail/mailbox.ts';
import { createDeposit, createWithdrawal, newLogin, signUp, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { logIn, openAs } from './people.ts';
import { fail, handleNext } from './routes.ts';

const PASSWORD = newLogin().password;
const MAILBOX = join(process.env.E2E_DATA_DIR ?? '', 'mail');

const profile = z.object({ email: z.string() });
const emailOf = async (page: Page) =>
  profile.parse(await (await page.request.get('/api/profile')).json()).email;

/** The link of the newest message to this address that has one. */
async function linkTo(email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const [newest] = await listStoredMails(MAILBOX, { to: email, limit: 1 });
      link = /https?:\/\/\S+/.exec(newest?.text ?? '')?.[0];
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

const subjectsTo = async (email: string) =>
  (await listStoredMails(MAILBOX, { to: email, limit: 10 })).map(({ subject }) => subject);

async function askForEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('Neue E-Mail-Adresse').fill(email);
  await page.getByRole('button', { name: 'Bestätigungslink senden' }).click();
}

/** As `contract/errors.ts` words it. */
const ASKS_FOR_PROOF = {
  defined: true,
  code: 'REAUTHENTICATION_REQUIRED',
  status: 403,
  message: 'Confirm your password first',
  data: { maxAgeMinutes: '15' },
};

/** The server asks once who is there, as it does when the last proof is older than 15 minutes. */
async function askWhoIsThere(page: Page, path: string, method: 'GET' | 'POST'): Promise<void> {
  const answer = { status: 403, json: ASKS_FOR_PROOF };
  await handleNext(page, path, (route) => route.fulfill(answer), method);
}

async function proveIdentity(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Bestätigen' }).click();
}

test('another e-mail address counts once its link was opened, and other devices are logged out', async ({
  newcomer: page,
  browser,
}) => {
  const old = await emailOf(page);
  const { email: next } = newLogin();
  const elsewhere = await openAs(browser, { email: old, password: PASSWORD });
  await elsewhere.goto('/dashboard');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'E-Mail ändern' }).click();
  await expect(page.getByLabel('Neue E-Mail-Adresse')).toBeFocused();
  await askForEmail(page, 'keine-adresse');
  await expect(page.getByText('Diese E-Mail-Adresse ist unvollständig.')).toBeVisible();
  await askForEmail(page, old);
  await expect(page.getByText('Das ist schon Ihre E-Mail-Adresse.')).toBeVisible();
  await askForEmail(page, next);
  await expect(page.getByText('Bitte öffnen Sie den Link in der Nachricht')).toBeVisible();
  expect(await emailOf(page)).toBe(old);

  await page.goto(await linkTo(next));
  await expect(page.getByRole('region', { name: /^Soll diese E-Mail-Adresse/ })).toContainText(next);
  expect(await emailOf(page)).toBe(old);
  await page.getByRole('button', { name: 'Diese Adresse übernehmen' }).click();
  await expect(page.getByText('Ihre neue E-Mail-Adresse gilt')).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('region', { name: 'Ihr Konto' })).toContainText(next);
  await expect(elsewhere).toHaveURL(/\/login/);
  await expect.poll(() => subjectsTo(old)).toContainEqual(expect.stringMatching(/wurde geändert/));

  await logIn(elsewhere, { email: next, password: PASSWORD });
});

test('the link asks for a login first, and is worth nothing to somebody else', async ({
  newcomer: page,
  browser,
}) => {
  const login = { email: await emailOf(page), password: PASSWORD };
  const { email: next } = newLogin();
  await page.goto('/dashboard/settings');
  await askForEmail(page, next);
  const link = await linkTo(next);

  const stranger = await (await browser.newContext()).newPage();
  await signUp(stranger.request);
  await stranger.goto(link);
  await expect(stranger.getByText('Mit diesem Link ändert sich nichts')).toBeVisible();

  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto(link);
  await expect(fresh).toHaveURL(/\/login/);
  await fresh.getByLabel('E-Mail-Adresse').fill(login.email);
  await fresh.getByLabel('Passwort', { exact: true }).fill(login.password);
  await fresh.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await fresh.getByRole('button', { name: 'Diese Adresse übernehmen' }).click();
  await expect(fresh.getByText('Ihre neue E-Mail-Adresse gilt')).toBeVisible();
});

test('a link that somebody else asked for names their address and changes nothing by itself, wherever it is opened from', {
  tag: '@gate',
}, async ({ newcomer: page, browser }) => {
  const old = await emailOf(page);
  const thief = await openAs(browser, { email: old, password: PASSWORD });
  const { email: theirs } = newLogin();
  await thief.goto('/dashboard/settings');
  await askForEmail(thief, theirs);
  const trap = await linkTo(theirs);
  // Their page sends the owner there, which every website can do.
  await page.route('https://evil.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>location.href = ${JSON.stringify(trap)}</script>`,
    }),
  );
  await page.goto('https://evil.example/');
  await expect(page.getByRole('region', { name: /^Soll diese E-Mail-Adresse/ })).toContainText(theirs);
  expect(await emailOf(page)).toBe(old);
  await page.getByRole('button', { name: 'Nicht ändern' }).click();
  await expect(page).toHaveURL('/profile');
  expect(await emailOf(page)).toBe(old);
});

test('the old address puts itself back with a button, and a new password follows', async ({
  newcomer: page,
  browser,
}) => {
  const old = await emailOf(page);
  const { email: next } = newLogin();
  await page.goto('/dashboard/settings');
  await askForEmail(page, next);
  await page.goto(await linkTo(next));
  await page.getByRole('button', { name: 'Diese Adresse übernehmen' }).click();
  await expect(page.getByText('Ihre neue E-Mail-Adresse gilt')).toBeVisible();

  const owner = await (await browser.newContext()).newPage();
  await expect.poll(() => subjectsTo(old)).toContainEqual(expect.stringMatching(/rückgängig machen/));
  const letters = await listStoredMails(MAILBOX, { to: old, limit: 10 });
  const link = letters.map(({ text }) => /\S+\/adresse-zurueck\?\S+/.exec(text)?.[0]).find(Boolean);
  await owner.goto(link ?? '');
  await expect(owner.getByRole('main')).toContainText(`gilt dann wieder ${old}`);
  expect(await emailOf(page)).toBe(next);
  await owner.getByRole('button', { name: 'Frühere Adresse zurückholen' }).click();
  await expect(owner.getByRole('heading', { name: 'Ihre frühere Adresse gilt wieder' })).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => subjectsTo(old)).toContainEqual(expect.stringMatching(/^Neues Passwort festlegen/));
  await owner.goto(link ?? '');
  await expect(owner.getByRole('heading', { name: 'Es wurde nichts geändert' })).toBeVisible();
});

test('a taken address looks like a free one; its owner is told', async ({ newcomer: page, browser }) => {
  const owner = await (await browser.newContext()).newPage();
  const { email: taken } = await signUp(owner.request);
  await page.goto('/dashboard/settings');
  await askForEmail(page, taken);
  await expect(page.getByText('Bitte öffnen Sie den Link in der Nachricht')).toBeVisible();
  await expect
    .poll(() => subjectsTo(taken))
    .toContainEqual(expect.stringMatching(/gehört schon zu einem Konto/));
});

test('everything about oneself is one file, after one has said who one is', async ({ funded: page }) => {
  await page.goto('/dashboard/settings');
  await askWhoIsThere(page, '/api/profile/export', 'GET');
  await page.getByRole('button', { name: 'Meine Daten herunterladen' }).click();
  const downloading = page.waitForEvent('download');
  await proveIdentity(page);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^meine-daten-\d{4}-\d{2}-\d{2}\.json$/);
  const file: unknown = JSON.parse(await readFile((await download.path()) ?? '', 'utf8'));
  expect(file).toMatchObject({
    format: 'account-export',
    profile: { email: await emailOf(page) },
    wallet: { available: '1000.00' },
    transactions: [{ kind: 'deposit_approved' }],
  });
  await expect(page.getByText('Die Datei liegt bei Ihren Downloads.')).toBeVisible();
});

test('who gives up at the password downloads and deletes nothing', { tag: '@gate' }, async ({
  newcomer: page,
}) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Konto löschen' }).click();
  await askWhoIsThere(page, '/api/profile/delete', 'POST');
  await page.getByLabel('Geben Sie zur Bestätigung LÖSCHEN ein').fill('LÖSCHEN');
  await page.getByRole('button', { name: 'Konto endgültig löschen' }).click();
  const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
  await proof.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(proof).toBeHidden();
  await expect(page.getByRole('dialog', { name: /^Konto löschen/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Konto endgültig löschen' })).toBeEnabled();
  expect((await page.request.get('/api/profile')).status()).toBe(200);
});

test('an account is deleted after it was said what happens, and its address is free again', {
  tag: '@gate',
}, async ({ funded: page, context }) => {
  const email = await emailOf(page);
  await startBot(page.request, '300.00');
  const deposit = await createDeposit(page.request, '50.00');
  const withdrawal = await createWithdrawal(page.request, '120.00');
  const otherTab = await context.newPage();
  await otherTab.goto('/dashboard/wallet');
  await expect(otherTab.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Konto löschen' }).click();
  const dialog = page.getByRole('dialog', { name: /^Konto löschen/ });
  const sheet = dialog.getByRole('table', { name: 'Was mit Ihrem Spielgeld geschieht' });
  await expect(sheet.getByRole('row', { name: /^Wallet/ })).toContainText('700,00');
  await expect(sheet.getByRole('row', { name: /^SmartBot wird beendet/ })).toBeVisible();
  await expect(dialog).toContainText(deposit.reference);
  await expect(dialog).toContainText(withdrawal.reference);
  await dialog.getByRole('button', { name: 'Konto endgültig löschen' }).click();
  await expect(dialog.getByText('Bitte geben Sie LÖSCHEN ein.')).toBeInViewport();
  await expect(dialog.getByLabel('Geben Sie zur Bestätigung LÖSCHEN ein')).toBeFocused();

  await askWhoIsThere(page, '/api/profile/delete', 'POST');
  await page.keyboard.type('löschen');
  await page.keyboard.press('Enter');
  await proveIdentity(page);
  await expect(page).toHaveURL('/?konto=geloescht');
  await expect(page.getByText('Ihr Konto ist gelöscht', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await expect(otherTab).toHaveURL(/\/login/);
  expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
  await expect.poll(() => subjectsTo(email)).toContainEqual(expect.stringMatching(/^Ihr Konto ist gelöscht/));

  await page.goto('/login');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.locator('form').getByText('E-Mail-Adresse oder Passwort ist falsch.')).toBeVisible();
  const again = await page.request.post('/api/auth/sign-up/email', { data: { email, password: PASSWORD } });
  expect(again.ok()).toBe(true);
  expect(await (await page.request.get('/api/wallet')).json()).toMatchObject({ usdBalance: '0.00' });
});

test('nothing is said about open requests while nobody knows', async ({ newcomer: page }) => {
  const fault = await fail(page, '/api/profile/closing', 'GET');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Konto löschen' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toBeVisible({ timeout: 30_000 });
  await expect(dialog).toContainText('Was geschieht');
  await expect(dialog).not.toContainText('Offene Anträge');
  fault.heal();
  await expect(dialog).toContainText('Offene Anträge gibt es nicht.', { timeout: 30_000 });
});

test('stale prices leave the account as it is, and it can be tried again', async ({ newcomer: page }) => {
  const stale = {
    defined: true,
    code: 'PRICES_STALE',
    status: 503,
    message: 'Prices are stale, nothing was booked',
  };
  await handleNext(page, '/api/profile/delete', (route) => route.fulfill({ status: 503, json: stale }));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Konto löschen' }).click();
  await page.getByLabel('Geben Sie zur Bestätigung LÖSCHEN ein').fill('LÖSCHEN');
  await page.getByRole('button', { name: 'Konto endgültig löschen' }).click();
  await expect(page.getByRole('alert')).toContainText('Kurse veraltet. Es wurde nichts gebucht.');
  await page.getByRole('button', { name: 'Konto endgültig löschen' }).click();
  await expect(page).toHaveURL('/?konto=geloescht');
});

test('without mail the address cannot be changed, and both pages say so', async ({ newcomer: page }) => {
  await page.route('**/api/installation', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), mail: 'none', linksByMail: false } });
  });
  for (const path of ['/profile', '/dashboard/settings']) {
    await page.goto(path);
    const button = page.getByRole('button', { name: 'E-Mail ändern: Bald verfügbar' });
    await expect(button).toBeDisabled();
    await expect(button).toHaveText('Bald verfügbar');
  }
  await expect(page.getByLabel('Neue E-Mail-Adresse')).toHaveCount(0);
});

test('the last admin is told why the account stays', async ({ admin: page }) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Konto löschen' }).click();
  await expect(page.getByText('Sie sind der letzte Administrator')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Konto endgültig löschen' })).toBeDisabled();
});

test('the pages of the account are accessible', async ({ funded: page }) => {
  await startBot(page.request, '200.00');
  const { email } = newLogin();
  const openDialog = async () => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Konto löschen' }).click();
    await expect(page.getByRole('rowheader', { name: 'Fällt an das Haus' })).toBeVisible();
  };
  await checkAll(page, [
    {
      name: 'the address that was asked for',
      open: async () => {
        await page.goto('/dashboard/settings');
        await askForEmail(page, email);
        await expect(page.getByText('Bitte öffnen Sie den Link in der Nachricht')).toBeVisible();
      },
    },
    {
      name: 'a link that no longer works',
      open: async () => {
        await page.goto('/profile?neue-adresse=falsch');
        await expect(page.getByText('Mit diesem Link ändert sich nichts')).toBeVisible();
      },
    },
    { name: 'before a deletion', open: openDialog },
    {
      name: 'a deletion without the word',
      open: async () => {
        await openDialog();
        await page.getByRole('button', { name: 'Konto endgültig löschen' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'the farewell',
      open: async () => {
        await page.goto('/?konto=geloescht');
        await expect(page.getByText('Ihr Konto ist gelöscht', { exact: true })).toBeVisible();
      },
    },
  ]);
});

test('the empty rows of the first account sheet are called so, also on a phone', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/signup');
    await expect(page.getByText('Noch leer', { exact: true })).toBeVisible();
  }
});
