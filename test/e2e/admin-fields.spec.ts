// Admins of one field: every page offers what they may, nothing of it asks for more, and one who may do everything decides it.
import type { AdminField } from '@botdepot/contract';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, fund, readProfile, signIn, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { ASKED, post, REASON } from './four-eyes.ts';
import { createAdmin, demoAdmin, openWith } from './own-admins.ts';
import { type RunningInstallation, startInstallation } from './start-app.ts';

// One installation for all of them.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

let app: RunningInstallation;
let newApi: () => Promise<APIRequestContext>;
let everything: APIRequestContext;
let customer: { api: APIRequestContext; email: string; userId: string };

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(300_000);
  app = await startInstallation('fields', { FOUR_EYES_THRESHOLD_USD: '1000' });
  newApi = () => playwright.request.newContext({ baseURL: app.url });
  everything = await newApi();
  await signIn(everything, await demoAdmin(app));
  const api = await newApi();
  await signUp(api);
  await fund(api, everything, '5000.00');
  const { email, userId } = await readProfile(api);
  customer = { api, email, userId };
  await createDeposit(api, '50.00');
  await createWithdrawal(api, '40.00');
  await api.post('/api/support/chats', { data: {} });
  // The second one, without whom nothing is laid before anybody.
  const second = await newApi();
  await signIn(second, await createAdmin(app));
  await post(second, '/api/admin/approvals', {
    kind: 'correction',
    input: { email, direction: 'credit', amountUsd: '2000', reason: REASON },
    note: ASKED,
  });
});
test.afterAll(() => app?.stop());

/** A page of a new admin, and what the server refused it so far. */
async function openAs(browser: Parameters<typeof openWith>[0], field: AdminField) {
  const api = await newApi();
  await signIn(api, await createAdmin(app, field));
  const page = await openWith(browser, app, api);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  return { page, refused, userId: (await readProfile(api)).userId };
}

/** Opens every page of the sidebar and every tab of each, and waits for what they ask. */
async function walk(page: Page): Promise<string[]> {
  await page.goto('/admin');
  const sidebar = page.getByRole('navigation', { name: 'Hauptnavigation' });
  await expect(sidebar.getByRole('link').first()).toBeVisible();
  const names: string[] = [];
  for (const link of await sidebar.getByRole('link').all()) names.push((await link.innerText()).trim());
  const paths = await sidebar
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const path of paths.filter((one) => one.startsWith('/admin'))) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const tabs = await page
      .getByRole('navigation', { name: 'Bereiche' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const tab of tabs) {
      await page.goto(tab);
      await page.waitForLoadState('networkidle');
    }
  }
  return names;
}

const rowOf = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text });

test('the support answers chats, and meets neither money nor customers', async ({ browser }) => {
  const { page, refused } = await openAs(browser, 'support');
  const names = await walk(page);
  expect(names.join()).not.toMatch(/Kunden|Freigaben|Bots|Prüfspur|Abgleich|System|Prüfen/);
  await page.goto('/admin/support?status=aktiv');
  await rowOf(page, customer.email).getByRole('button').first().click();
  const context = page.getByRole('complementary', { name: 'Kontext' });
  await expect(context.getByText('Verfügbar')).toBeVisible();
  await expect(context.getByRole('link')).toHaveCount(0);
  await expect(context.getByRole('button')).toHaveCount(0);
  await page.getByRole('textbox', { name: /Antwort/ }).fill('Guten Tag');
  await page.getByRole('button', { name: 'Senden' }).click();
  await expect(page.getByRole('log').getByText('Guten Tag')).toBeVisible();
  expect(refused).toEqual([]);
  await page.goto(`/admin/kunden/${customer.userId}`);
  await expect(page.getByRole('heading', { name: 'Nicht in Ihrem Bereich' })).toBeVisible();
  await page.goto('/admin?ansicht=rendite');
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  await expect(page.getByText('Bot Rendite Management')).toHaveCount(0);
  await page.context().close();
});

test('who reviews decides first and lays the rest before somebody else', async ({ browser }) => {
  const { page, refused } = await openAs(browser, 'review');
  const names = await walk(page);
  expect(names.join()).toMatch(/Prüfen.*Kunden.*Freigaben/s);
  expect(names.join()).not.toMatch(/Bots|Prüfspur|Abgleich|System/);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Wallet korrigieren' })).toHaveCount(0);
  await rowOf(page, customer.email).first().getByRole('button').first().click();
  await page
    .getByRole('region', { name: /^(Ein|Aus)zahlung / })
    .getByRole('button', { name: 'Genehmigen' })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: / genehmigen$/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`/admin/kunden/${customer.userId}`);
  await expect(page.getByRole('region', { name: 'Zugang' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('region', { name: 'Grenzen für eigene Bots' })).toContainText('0 von 3');
  for (const name of [/sperren/, /Administrator/, /beenden/, /Wallet korrigieren/, /Grenzen/, /Läufe/])
    await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0);
  await page.goto('/admin/freigaben');
  await expect(page.getByRole('region', { name: 'Vier-Augen-Prinzip' })).toBeVisible();
  await expect(page.getByRole('button', { name: /ändern/ })).toHaveCount(0);
  // Somebody else's request waits for whoever may do everything.
  await expect(rowOf(page, 'Wallet-Korrektur')).toContainText('vorgelegt von');
  await rowOf(page, 'Wallet-Korrektur').getByRole('button').first().click();
  const request = page.getByRole('dialog');
  await expect(request.getByText('Das gehört nicht zu Ihrem Bereich.')).toBeVisible();
  await expect(request.getByRole('button', { name: /freigeben|Ablehnen|zurückziehen/ })).toHaveCount(0);
  expect(refused).toEqual([]);
  await page.context().close();
});

test('the audit reads every page and changes nothing by it', async ({ browser }) => {
  const { page, refused } = await openAs(browser, 'audit');
  const commands: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'POST' && path.startsWith('/api/admin')) commands.push(path);
  });
  const names = await walk(page);
  expect(names.join()).toMatch(/Prüfen.*Kunden.*Freigaben.*Bots.*Prüfspur.*Abgleich.*System/s);
  for (const [path, forbidden] of [
    ['/admin', /Genehmigen|Ablehnen|Weiter zur Prüfung/],
    ['/admin?ansicht=rendite', /Rendite (eingeben|buchen)|Weiter/],
    ['/admin/freigaben', /ändern/],
    ['/admin/bots', /anhalten|fortsetzen/],
    ['/admin/bots?ansicht=kalender', /eintragen|Verschieben|Absagen/],
    ['/admin/eigene-bots', /anhalten|fortsetzen/],
    ['/admin/abgleich', /Jetzt prüfen/],
    [`/admin/kunden/${customer.userId}`, /sperren|Administrator|Beenden|Ablehnen|Genehmigen|Grenzen/],
  ] as const) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('button', { name: forbidden })).toHaveCount(0);
  }
  await page.goto('/admin');
  await rowOf(page, customer.email).first().getByRole('button').first().click();
  const pane = page.getByRole('region', { name: /^(Ein|Aus)zahlung / });
  await expect(pane.getByText('Wallet nachher')).toBeVisible();
  await expect(pane.getByRole('button', { name: /Genehmigen|Ablehnen/ })).toHaveCount(0);
  await expect(page.getByRole('main').locator('kbd')).toHaveText(['J', 'K', 'Enter']);
  await page.goto('/admin/support?status=aktiv');
  await rowOf(page, customer.email).getByRole('button').first().click();
  await expect(page.getByRole('log')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Senden' })).toHaveCount(0);
  expect({ refused, commands }).toEqual({ refused: [], commands: [] });
  await page.context().close();
});

test('a field is changed on the page of the person, and counts in a window that is open', async ({
  browser,
}) => {
  const open = await openAs(browser, 'audit');
  await open.page.goto('/admin/system');
  await expect(open.page.getByRole('region', { name: 'Datenbank' })).toBeVisible();
  const chief = await openWith(browser, app, everything);
  await chief.goto(`/admin/kunden/${open.userId}`);
  await expect(chief.getByText('Administrator (Aufsicht)').first()).toBeVisible();
  await chief.getByRole('button', { name: 'Bereich ändern' }).click();
  const dialog = chief.getByRole('dialog');
  await dialog.getByText('Support', { exact: true }).click();
  await expect(dialog.getByText('Bewegt kein Geld.')).toBeVisible();
  await dialog.getByLabel('Grund, sichtbar für die Person').fill('Neue Aufgabe');
  await dialog.getByRole('button', { name: 'Bereich ändern' }).click();
  await expect(chief.getByText('Administrator (Support)').first()).toBeVisible();
  await expect(open.page.getByRole('heading', { name: 'Nicht in Ihrem Bereich' })).toBeVisible({
    timeout: 20_000,
  });
  for (const page of [open.page, chief]) await page.context().close();
});
