// Two customers and an admin at the same time: each hears of their own at once, and of nobody else's at all.
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, fund, readProfile, signUp, startBot, stopBot } from './accounts.ts';
import { test as base } from './app-test.ts';
import { approve, expectToast, requestDeposit } from './people.ts';
import { escalate } from './support-desk.ts';

/** Another customer who has just signed up, in a browser session of their own. */
const test = base.extend<{ neighbour: Page }>({
  neighbour: async ({ browser }, use) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signUp(page.request);
    await use(page);
    await context.close();
  },
});

const LIST = '/dashboard/notifications';
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Benachrichtigungen/ });
const available = (page: Page) =>
  page.getByRole('table', { name: 'Guthaben' }).getByRole('row', { name: /^Verfügbar/ });
const rows = (page: Page) =>
  page.getByRole('region', { name: 'Alle Benachrichtigungen' }).getByRole('listitem');
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });

async function send(api: APIRequestContext, path: string, data: object = {}) {
  const answer = await api.post(path, { data, headers: { 'idempotency-key': randomUUID() } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function correct(admin: APIRequestContext, customer: APIRequestContext, amountUsd: string) {
  const { email } = await readProfile(customer);
  await send(admin, '/api/admin/wallet-corrections', {
    email,
    direction: 'credit',
    amountUsd,
    reason: `Kulanz über ${amountUsd}`,
  });
}

/** The subjects that a page is told of over its socket, in their order. Prices are everybody's. */
function hearing(page: Page): string[] {
  const heard: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message: unknown = JSON.parse(String(payload));
      if (typeof message !== 'object' || message === null || !('type' in message)) return;
      if (message.type === 'admin') heard.push('admin');
      if (message.type === 'account' && 'subjects' in message && Array.isArray(message.subjects))
        heard.push(...message.subjects.map(String));
    }),
  );
  return heard;
}

const isLive = (page: Page) => expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');

test('what is booked while the page still connects is not missed', async ({ newcomer: page, adminApi }) => {
  const booked = Promise.withResolvers<void>();
  await page.routeWebSocket('**/api/live*', async (socket) => {
    await booked.promise;
    socket.connectToServer();
  });
  const loaded = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/wallet');
  await page.goto('/dashboard/wallet');
  await (await loaded).finished();
  await correct(adminApi, page.request, '7.00');
  booked.resolve();
  await expect(available(page)).toContainText('7,00');
});

test('what happens to one customer reaches that one alone, at once', { tag: '@gate' }, async ({
  newcomer: anna,
  neighbour: bert,
  admin,
  adminApi,
}) => {
  test.setTimeout(120_000);
  const bertHears = hearing(bert);
  await bert.goto('/dashboard/wallet');
  await isLive(bert);
  await expect(available(bert)).toContainText(/(?<![\d.])0,00/);

  const reference = await requestDeposit(anna, '1000');
  await anna.goto('/dashboard/wallet');
  await isLive(anna);
  await approve(admin, reference);
  await expectToast(admin, 'Einzahlung genehmigt');
  await expect(available(anna)).toContainText('1.000,00');
  await expect(bell(anna)).toContainText('1');

  // Hints go out in the order of the commits: had Anna's reached Bert, it would be here before his own.
  await correct(adminApi, bert.request, '5.00');
  await expect(available(bert)).toContainText('5,00');
  await expect(bell(bert)).toContainText('1');
  expect(bertHears.filter((subject) => ['deposits', 'withdrawals', 'admin'].includes(subject))).toEqual([]);
  expect(new Set(bertHears.filter((subject) => subject !== 'bots'))).toEqual(
    new Set(['wallet', 'notifications']),
  );
  await expect(available(anna)).toContainText('1.000,00');
  await expect(bell(anna)).toContainText('1');

  // Both ask at the same moment; each is answered for themselves.
  await fund(bert.request, adminApi, '300.00');
  const [annas, berts] = await Promise.all([
    createWithdrawal(anna.request, '100.00'),
    createWithdrawal(bert.request, '50.00'),
  ]);
  await expect(available(anna)).toContainText('900,00');
  await expect(available(bert)).toContainText('255,00');
  await Promise.all([
    send(adminApi, `/api/admin/withdrawals/${annas.id}/reject`, { reason: 'Nur für Anna' }),
    send(adminApi, `/api/admin/withdrawals/${berts.id}/approve`),
  ]);
  await expect(available(anna)).toContainText('1.000,00');
  await expect(available(bert)).toContainText('255,00');
  await anna.goto(LIST);
  await bert.goto(LIST);
  await expect(row(anna, 'Auszahlung abgelehnt')).toContainText('Nur für Anna');
  await expect(row(bert, 'Auszahlung ausgeführt')).toContainText(berts.reference);
  await expect(rows(anna)).toHaveCount(2);
  await expect(rows(bert)).toHaveCount(3);
  await expect(rows(bert).filter({ hasText: 'Anna' })).toHaveCount(0);
});

test('the badge counts to nine, then says „9+“, and what is read in one tab is read in the other', async ({
  newcomer: page,
  adminApi,
}) => {
  test.setTimeout(90_000);
  const other = await page.context().newPage();
  await page.goto('/dashboard/wallet');
  await other.goto('/dashboard/deposits');
  await isLive(page);
  await isLive(other);
  for (let number = 1; number <= 9; number++) await correct(adminApi, page.request, `${number}.00`);
  for (const tab of [page, other]) {
    await expect(bell(tab)).toContainText('9');
    await expect(bell(tab)).not.toContainText('9+');
  }
  await correct(adminApi, page.request, '10.00');
  await correct(adminApi, page.request, '11.00');
  for (const tab of [page, other]) await expect(bell(tab)).toContainText('9+');

  await bell(page).click();
  const panel = page.getByRole('dialog', { name: 'Benachrichtigungen' });
  // The latest ten; the very first is on the page of all.
  await expect(panel.getByRole('listitem')).toHaveCount(10);
  await expect(panel).toContainText('11,00 USDT');
  await expect(panel.getByText('Kulanz über 2.00')).toHaveCount(1);
  await expect(panel.getByText('Kulanz über 1.00')).toHaveCount(0);
  for (const amount of ['11.00', '10.00']) {
    await panel
      .getByRole('listitem')
      .filter({ hasText: `Kulanz über ${amount}` })
      .getByRole('button')
      .click();
    await expect(page).toHaveURL(/\/dashboard\/wallet\?buchung=/);
    await expect(page.getByRole('dialog', { name: 'Wallet-Korrektur' })).toContainText(
      `Kulanz über ${amount}`,
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    if (amount === '11.00') await bell(page).click();
  }
  for (const tab of [page, other]) {
    await expect(bell(tab)).toContainText('9');
    await expect(bell(tab)).not.toContainText('9+');
  }
  await bell(other).click();
  await other.getByRole('button', { name: 'Alle gelesen' }).click();
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Benachrichtigungen');
});

test('every notification leads to what it is about', async ({
  funded: page,
  adminApi,
  playwright,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const api = page.request;
  const told: { title: string; url: RegExp; shows: (page: Page) => Locator }[] = [
    inDialog('Einzahlung gutgeschrieben', /deposits\?einzahlung=/, 'Gutgeschrieben'),
  ];
  // Comes first, because it is told of only once it has been unread for a minute.
  const chat = await escalate(api);
  await send(adminApi, `/api/admin/support/chats/${chat}/messages`, {
    clientId: randomUUID(),
    message: 'Guten Tag, hier ist ein Mensch.',
  });
  told.push(inDialog('Antwort vom Support', /\/dashboard\/support$/, 'Guten Tag, hier ist ein Mensch.'));

  const rejected = await createDeposit(api, '20.00');
  await send(adminApi, `/api/admin/deposits/${rejected.id}/reject`, { reason: 'Passt nicht' });
  told.push(inDialog('Einzahlung abgelehnt', /deposits\?einzahlung=/, rejected.reference));
  const cancelled = await createDeposit(api, '30.00');
  await send(api, `/api/deposits/${cancelled.id}/cancel`);
  told.push(inDialog('Einzahlung storniert', /deposits\?einzahlung=/, cancelled.reference));

  const paid = await createWithdrawal(api, '40.00');
  await send(adminApi, `/api/admin/withdrawals/${paid.id}/approve`);
  told.push(inDialog('Auszahlung ausgeführt', /withdrawals\?auszahlung=/, paid.reference));
  const refused = await createWithdrawal(api, '50.00');
  await send(adminApi, `/api/admin/withdrawals/${refused.id}/reject`, { reason: 'Passt nicht' });
  told.push(inDialog('Auszahlung abgelehnt', /withdrawals\?auszahlung=/, refused.reference));
  const withdrawn = await createWithdrawal(api, '60.00');
  await send(api, `/api/withdrawals/${withdrawn.id}/cancel`);
  told.push(inDialog('Auszahlung storniert', /withdrawals\?auszahlung=/, withdrawn.reference));

  const investment = await startBot(api, '200.00');
  const itsPage = new RegExp(`/dashboard/investments/${investment.id}$`);
  const heading = (shown: Page) =>
    shown.getByRole('main').getByText(investment.reference, { exact: false }).first();
  told.push({ title: 'Bot gestartet', url: itsPage, shows: heading });
  await send(adminApi, `/api/admin/bot-investments/${investment.id}/return`, {
    percent: '0.5',
    reason: 'Verspätete Ausführung',
  });
  told.push({ title: 'Manuelle Rendite', url: itsPage, shows: heading });
  await stopBot(api, investment.id);
  told.push({ title: 'Bot beendet', url: itsPage, shows: heading });

  await correct(adminApi, api, '3.00');
  told.push(inDialog('Wallet korrigiert', /wallet\?buchung=/, 'Kulanz über 3.00'));

  // A login from a device that was never seen before.
  const { email } = await readProfile(api);
  const elsewhere = await playwright.request.newContext({
    ...(baseURL ? { baseURL } : {}),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  await send(elsewhere, '/api/auth/sign-in/email', { email, password: 'ein-ganz-ruhiger-Abend' });
  await elsewhere.dispose();
  told.push({
    title: 'Neue Anmeldung',
    url: /settings\?ansicht=sicherheit$/,
    shows: (shown) => shown.getByRole('heading', { name: /Passwort/ }).first(),
  });

  await page.goto(LIST);
  await expect(rows(page)).toHaveCount(told.length, { timeout: 75_000 });
  for (const { title, url, shows } of told) {
    await row(page, title).getByRole('link').click();
    await expect(page, title).toHaveURL(url);
    await expect(shows(page), title).toBeVisible();
    await page.goto(LIST);
    await expect(row(page, title).getByRole('button')).toHaveCount(0);
  }
  await expect(bell(page)).toHaveAccessibleName('Benachrichtigungen');
});

/** It opens in a drawer, or in the window of the chat. */
function inDialog(title: string, url: RegExp, text: string) {
  return { title, url, shows: (page: Page) => page.getByRole('dialog').getByText(text).first() };
}
