// Two admins at once: what one lays before the other, and that nothing is booked before the other has said yes. On an
// installation of its own: a second admin and a threshold would be in the way of everybody on the shared one.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { createWithdrawal, fund, type Login, readProfile, readWallet, signIn, signUp } from './accounts.ts';
import { at, checkAll, WIDTHS } from './check-pages.ts';
import { expectToast } from './people.ts';
import { type RunningInstallation, startInstallation } from './start-app.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REASON = 'Doppelte Gebühr am 22.07.';
const THRESHOLD = /^Ab 1\.000,00\sUSDT braucht es eine zweite Person$/;
const LAY = { name: 'Zur Freigabe vorlegen' };

// One installation for all of them, so they run one after the other.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

let app: RunningInstallation;
let firstApi: APIRequestContext;
let secondApi: APIRequestContext;
let first: Page;
let second: Page;
let newApi: () => Promise<APIRequestContext>;

test.beforeAll(async ({ browser, playwright }) => {
  test.setTimeout(300_000);
  app = await startInstallation('four-eyes', { FOUR_EYES_THRESHOLD_USD: '1000' });
  newApi = () => playwright.request.newContext({ baseURL: app.url });
  firstApi = await newApi();
  await signIn(firstApi, await demoAdmin());
  secondApi = await newApi();
  await signIn(secondApi, await createAdmin());
  first = await openWith(browser, firstApi);
  second = await openWith(browser, secondApi);
});
test.afterAll(async () => {
  await app?.stop();
});

async function demoAdmin(): Promise<Login> {
  const logins: Login[] = JSON.parse(await readFile(join(app.dataDir, 'demo-logins.json'), 'utf8'));
  const admin = logins.find(({ email }) => email.startsWith('admin'));
  if (!admin) throw new Error('the demo has no admin');
  return { email: admin.email, password: admin.password };
}

/** On the server itself, as an operator does: whoever is made admin by another one may approve a day later only. */
async function createAdmin(): Promise<Login> {
  const email = `zweite-${randomBytes(4).toString('hex')}@beispiel.example`;
  const command = [join('apps', 'server', 'src', 'commands', 'admin.ts'), 'create', email];
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: app.dataDir, DEMO: '1' },
  });
  const password = /Passwort: (\S+)/.exec(stdout)?.[1];
  if (!password) throw new Error(`no password in: ${stdout}`);
  return { email, password };
}

async function openWith(browser: Browser, api: APIRequestContext): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url, storageState: await api.storageState() });
  return context.newPage();
}

async function customerWith(amount: string) {
  const api = await newApi();
  await signUp(api);
  await fund(api, firstApi, amount);
  return { api, email: (await readProfile(api)).email };
}

/** Fills the form on the front page up to its review. */
async function reviewCorrection(page: Page, email: string, amount: string) {
  await page.goto('/admin');
  await page.getByLabel('E-Mail', { exact: true }).fill(email);
  await page.getByLabel('Betrag', { exact: true }).fill(amount);
  await page.getByLabel('Grund, sichtbar für den Kunden').fill(REASON);
  await expect(page.getByText(/^Wallet [\d.,]+ · verfügbar/)).toBeVisible();
}

/** From then on the page hears of every change. */
async function openLive(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

const rowOf = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text });

test('a correction says from the start that it needs two, and is booked when the second one approves', async () => {
  const customer = await customerWith('5000.00');
  await openLive(second, '/admin/freigaben');
  await expect(second.getByText('Nichts wartet')).toBeVisible();

  await reviewCorrection(first, customer.email, '999,99');
  await expect(first.getByText(THRESHOLD)).toHaveCount(0);
  await first.getByLabel('Betrag', { exact: true }).fill('2500');
  await expect(first.getByText(THRESHOLD)).toBeVisible();
  await first.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  const review = first.getByRole('dialog');
  await expect(review.getByText(THRESHOLD)).toBeVisible();
  await review.getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt', /2\.500,00/);
  expect((await readWallet(customer.api)).available).toBe('5000.00');

  // The other one's open page hears of it by itself.
  const row = rowOf(second, customer.email);
  await expect(row).toContainText('wartet auf Sie');
  await expect(row).toContainText('5.000,00 → 7.500,00');
  await expect(second.getByRole('link', { name: /^Freigaben\s*1/ }).first()).toBeVisible();
  await row.getByRole('button', { name: /^Wallet-Korrektur/ }).click();
  const dialog = second.getByRole('dialog');
  await expect(dialog.getByText(REASON)).toBeVisible();
  await expect(dialog.getByRole('row', { name: /5\.000,00.*7\.500,00/ })).toBeVisible();
  await openLive(first, '/admin/freigaben');
  await expect(rowOf(first, customer.email)).toContainText('von Ihnen vorgelegt');
  await dialog.getByRole('button', { name: /^2\.500,00\sUSDT freigeben$/ }).click();
  await expectToast(second, 'Freigegeben und ausgeführt');
  expect((await readWallet(customer.api)).available).toBe('7500.00');
  await expect(rowOf(first, customer.email)).toContainText('Freigegeben');
  await first.getByRole('button', { name: /^Benachrichtigungen/ }).click();
  await expect(first.getByText(/wurde freigegeben und ausgeführt/)).toBeVisible();
});

test('whoever asked can only take it back', async () => {
  const customer = await customerWith('5000.00');
  await reviewCorrection(first, customer.email, '1500');
  await first.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await first.getByRole('dialog').getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  await first.goto('/admin/freigaben');
  await rowOf(first, customer.email).getByRole('button').click();
  const dialog = first.getByRole('dialog');
  await expect(dialog.getByText('Freigeben kann nur ein anderer Administrator.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /freigeben$/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Vorlage zurückziehen' }).click();
  await expectToast(first, 'Vorlage zurückgezogen');
  await expect(rowOf(first, customer.email)).toContainText('Zurückgezogen');
  expect((await readWallet(customer.api)).available).toBe('5000.00');
});

test('a withdrawal that waits is marked in the queue, and rejected with a note that the first one reads', async () => {
  const customer = await customerWith('5000.00');
  const { reference } = await createWithdrawal(customer.api, '1200.00');
  await first.goto('/admin');
  const row = rowOf(first, reference);
  await row.getByRole('button', { name: 'Genehmigen' }).click();
  await expect(first.getByRole('dialog').getByText(THRESHOLD)).toBeVisible();
  await first.getByRole('dialog').getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  await expect(row).toContainText('liegt zur Freigabe vor');
  await row.getByRole('button', { name: 'Genehmigen' }).click();
  await expect(first.getByRole('dialog').getByText('Liegt zur Freigabe vor')).toBeVisible();
  await expect(first.getByRole('dialog').getByRole('button', LAY)).toBeDisabled();

  await second.goto('/admin/freigaben');
  await rowOf(second, reference).getByRole('button').click();
  const dialog = second.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ablehnen', exact: true }).click();
  await dialog.getByRole('button', { name: 'Freigabe ablehnen' }).click();
  await expect(dialog.getByText('Bitte schreiben Sie kurz, warum.')).toBeVisible();
  await dialog.getByLabel(/^Notiz/).fill('Der Beleg fehlt noch');
  await dialog.getByRole('button', { name: 'Freigabe ablehnen' }).click();
  await expectToast(second, 'Freigabe abgelehnt');
  expect((await readWallet(customer.api)).usdLockedBalance).toBe('1200.00');

  await first.goto('/admin/freigaben?stand=rejected');
  await rowOf(first, reference).getByRole('button').click();
  await expect(first.getByRole('dialog').getByText('Der Beleg fehlt noch')).toBeVisible();
});

test('what is no longer possible fails, and says why', async () => {
  const customer = await customerWith('5000.00');
  const { id, reference } = await createWithdrawal(customer.api, '1300.00');
  await lay(firstApi, { kind: 'withdrawal', input: { id } });
  await customer.api.post(`/api/withdrawals/${id}/cancel`, { data: {}, headers: key() });
  await second.goto('/admin/freigaben');
  await rowOf(second, reference).getByRole('button').click();
  const dialog = second.getByRole('dialog');
  await expect(dialog.getByText('So lässt es sich gerade nicht ausführen')).toBeVisible();
  await dialog.getByRole('button', { name: /freigeben$/ }).click();
  await expectToast(second, 'Nicht mehr ausführbar, nichts gebucht');
  await expect(dialog.getByText('Gescheitert').first()).toBeVisible();
  expect((await readWallet(customer.api)).available).toBe('5000.00');
});

test('the threshold is changed by two as well', async () => {
  await openLive(first, '/admin/freigaben');
  await first.getByRole('button', { name: 'Schwelle ändern' }).click();
  const dialog = first.getByRole('dialog');
  await dialog.getByLabel('Ab diesem Betrag').fill('750,50');
  await dialog.getByLabel('Grund, für die Prüfspur').fill('Mehr Vorsicht');
  await dialog.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(dialog.getByText(/^ab 750,50\sUSDT$/)).toBeVisible();
  await dialog.getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  await expect(first.getByText(/^ab 1\.000,00\sUSDT$/).first()).toBeVisible();

  await second.goto('/admin/freigaben');
  await rowOf(second, 'Neue Schwelle').getByRole('button').click();
  await second.getByRole('dialog').getByRole('button', { name: 'Neue Schwelle freigeben' }).click();
  await expectToast(second, 'Freigegeben und ausgeführt');
  await expect(first.getByText(/^ab 750,50\sUSDT$/).first()).toBeVisible();
});

for (const width of WIDTHS) {
  test(`every state is accessible and fits at ${width} px`, async () => {
    const customer = await customerWith('1000000.00');
    const correction = { email: customer.email, direction: 'credit', amountUsd: '1000000', reason: REASON };
    const id = await lay(firstApi, { kind: 'correction', input: correction });
    const heading = { name: 'Freigaben', exact: true };
    const states = [
      at('/admin/freigaben', /^Freigaben$/),
      {
        name: 'the review',
        open: async (page: Page) => {
          await page.goto(`/admin/freigaben?vorlage=${id}`);
          await expect(page.getByRole('dialog').getByText('Was danach geschieht')).toBeVisible();
        },
      },
      {
        name: 'the threshold',
        open: async (page: Page) => {
          await page.goto('/admin/freigaben');
          await expect(page.getByRole('heading', heading)).toBeVisible();
          await page.getByRole('button', { name: 'Schwelle ändern' }).click();
          await expect(page.getByLabel('Ab diesem Betrag')).toBeVisible();
        },
      },
      {
        name: 'no match',
        open: async (page: Page) => {
          await page.goto('/admin/freigaben?stand=expired');
          await expect(page.getByText('Keine Treffer')).toBeVisible();
        },
      },
    ];
    await checkAll(second, width, states);
  });
}

const key = () => ({ 'idempotency-key': crypto.randomUUID() });

async function lay(api: APIRequestContext, request: object): Promise<string> {
  const answer = await api.post('/api/admin/approvals', { data: request, headers: key() });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
  const { id }: { id: string } = await answer.json();
  return id;
}
