import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { type Login, newLogin, signIn } from './accounts.ts';

const logins = z.array(z.object({ email: z.string(), password: z.string() }));

/** Signs up a new address and returns it. The bot selection is shown afterwards. */
export async function register(page: Page): Promise<Login> {
  const login = newLogin();
  await fillSignUp(page, login);
  await expectToast(page, 'Konto erfolgreich erstellt!', 'Wählen Sie jetzt Ihren Trading-Bot aus.');
  return login;
}

/** Fills the sign-up form and sends it, whatever comes of it. */
export async function fillSignUp(
  page: Page,
  { email, password }: Login,
  confirmation = password,
): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Passwort bestätigen' }).fill(confirmation);
  await page.getByRole('checkbox', { name: /^Spielgeld verstanden/ }).check();
  await page.getByRole('button', { name: 'Konto eröffnen' }).click();
}

export async function logIn(page: Page, login: Login): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-Mail-Adresse').fill(login.email);
  await page.getByLabel('Passwort', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Benutzermenü' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
}

/** One of the demo's people, whose generated logins lie in the data folder. */
export async function demoLogin(who: string): Promise<Login> {
  const path = join(process.env.E2E_DATA_DIR ?? '', 'demo-logins.json');
  const login = logins
    .parse(JSON.parse(await readFile(path, 'utf8')))
    .find(({ email }) => email.startsWith(who));
  if (!login) throw new Error(`the demo has no ${who}`);
  return login;
}

/** A second person in a browser session of their own, signed in without the form. Nothing is open yet. */
export async function openAs(browser: Browser, login: Login): Promise<Page> {
  const context = await browser.newContext();
  await signIn(context.request, login);
  return context.newPage();
}

export async function expectToast(page: Page, title: string | RegExp, text?: string | RegExp): Promise<void> {
  const toast = page.locator('.mantine-Notification-root').filter({ hasText: title }).last();
  await expect(toast).toBeVisible();
  if (text !== undefined) await expect(toast).toContainText(text);
}

/** Requests a deposit through the page and returns its short number. */
export async function requestDeposit(page: Page, amount: string, currency = 'USDT'): Promise<string> {
  await page.goto('/dashboard/deposits');
  await page.getByText(currency, { exact: true }).first().click();
  await page.getByLabel('Betrag', { exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await page.getByRole('button', { name: /einzahlen$/ }).click();
  const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Einzahlung erstellt' }).last();
  await expect(toast).toBeVisible();
  const reference = /E-\d+/.exec((await toast.textContent()) ?? '')?.[0];
  if (!reference) throw new Error('the toast does not name the deposit');
  return reference;
}

/** Where the queue shows a request, beside the list. */
export const paneOf = (admin: Page, reference: string): Locator =>
  admin.getByRole('region', { name: new RegExp(`^(Ein|Aus)zahlung ${reference}$`) });

/** Opens a request of the queue and begins to decide on it. */
export async function beginDecision(
  admin: Page,
  reference: string,
  verb: 'Genehmigen' | 'Ablehnen',
): Promise<void> {
  await admin.getByRole('row').filter({ hasText: reference }).getByRole('button').first().click();
  await paneOf(admin, reference).getByRole('button', { name: verb }).click();
}

/** Approves a request on the admin page. */
export async function approve(admin: Page, reference: string): Promise<void> {
  await admin.goto('/admin');
  await beginDecision(admin, reference, 'Genehmigen');
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /genehmigen$/ })
    .click();
  await expect(admin.getByRole('row').filter({ hasText: reference })).toHaveCount(0);
}
