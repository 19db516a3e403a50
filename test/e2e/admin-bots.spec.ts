// Holding a bot and letting it go on, by two admins and before the eyes of a customer. On an installation of its own: a held
// bot would be in the way of everybody on the shared one.
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { fund, readProfile, signIn, signUp, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { at, checkAll } from './check-pages.ts';
import { ASKED, LAY, post, rowOf, sayWhy, tellSecond } from './four-eyes.ts';
import { press, tabTo } from './keyboard.ts';
import { createAdmin, demoAdmin, openLive, openWith } from './own-admins.ts';
import { expectToast } from './people.ts';
import { fail, loseNextAnswer } from './routes.ts';
import { type RunningInstallation, startInstallation } from './start-app.ts';

const REASON = 'Die Kurse der Devisen sind auffällig';
const BACK = 'Die Kurse sind geprüft';
/** A minute has to close before a bot obeys. */
const A_MINUTE = 150_000;

// One installation for all of them, so they run one after the other.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

let app: RunningInstallation;
let newApi: () => Promise<APIRequestContext>;
let firstApi: APIRequestContext;
let secondApi: APIRequestContext;
let customerApi: APIRequestContext;
let first: Page;
let second: Page;
let customer: Page;
let firstEmail: string;

test.beforeAll(async ({ browser, playwright }) => {
  test.setTimeout(300_000);
  app = await startInstallation('bots');
  newApi = () => playwright.request.newContext({ baseURL: app.url });
  firstApi = await newApi();
  await signIn(firstApi, await demoAdmin(app));
  firstEmail = (await readProfile(firstApi)).email;
  secondApi = await newApi();
  await signIn(secondApi, await createAdmin(app));
  customerApi = await newApi();
  await signUp(customerApi);
  await fund(customerApi, firstApi, '2000.00');
  await startBot(customerApi, '1000.00');
  first = await openWith(browser, app, firstApi);
  second = await openWith(browser, app, secondApi);
  customer = await openWith(browser, app, customerApi);
});
test.afterAll(async () => {
  await app?.stop();
  for (const page of [first, second, customer]) await page?.context().close();
});

const panel = (page: Page, bot: string) => page.getByRole('region', { name: bot, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const reasonOf = (page: Page) => page.getByRole('dialog').getByLabel('Grund, sichtbar für die Kunden');

async function command(api: APIRequestContext, path: string, data: object) {
  const answer = await api.post(`/api/admin/bots/${path}`, {
    data,
    headers: { 'idempotency-key': randomUUID() },
  });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}

test('a bot that one admin holds is held for the other and for the customer at once, and goes on again', async () => {
  await openLive(second, '/admin/bots');
  await openLive(customer, '/dashboard/bots');
  const investments = customer.getByRole('region', { name: 'Aktive Bots' });
  await expect(investments).toContainText('Schutz bereit.');

  await openLive(first, '/admin/bots');
  await expect(panel(first, 'SmartBot')).toContainText(/\d+\sKunden?, \d+\sAnlagen?/);
  await button(first, 'SmartBot anhalten').click();
  const dialog = first.getByRole('dialog');
  await expect(dialog).toContainText('Das kostet Gebühren und Spanne.');
  await expect(dialog).toContainText(/Kunden? erf(ä|a)hr/);
  await confirm(first, 'SmartBot anhalten').click();
  await expect(dialog.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
  await reasonOf(first).fill(REASON);
  await confirm(first, 'SmartBot anhalten').click();
  await expectToast(first, 'SmartBot angehalten');
  await expect(dialog).toBeHidden();
  await expect(button(first, 'SmartBot fortsetzen')).toBeFocused();

  await expect(panel(second, 'SmartBot')).toContainText(`Von ${firstEmail}: ${REASON}`);
  await expect(panel(second, 'SmartBot')).toContainText(/Wird angehalten|Angehalten/);

  await expect(investments).toContainText('Angehalten. Der Betreiber hat den Bot am');
  await expect(investments).toContainText(`${REASON}. Bis er ihn fortsetzt, kauft der Bot nichts.`);
  await customer.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
  await expect(customer.getByRole('dialog').getByText('Der SmartBot ist angehalten')).toBeVisible();
  await customer.keyboard.press('Escape');
  await customer.getByRole('button', { name: /^Benachrichtigungen/ }).click();
  await customer.getByText('SmartBot angehalten').first().click();
  await expect(customer).toHaveURL(/\/dashboard\/bots\/smartbot$/);
  const now = customer.getByRole('region', { name: 'Was der Bot gerade tut' });
  await expect(now).toContainText(REASON);

  await expect(panel(second, 'SmartBot')).toContainText('Ausgeführt nach der Minute bis', {
    timeout: A_MINUTE,
  });
  await expect(panel(second, 'SmartBot').getByText('Angehalten', { exact: true })).toBeVisible();
  await button(second, 'SmartBot fortsetzen').click();
  await expect(second.getByRole('dialog')).toContainText(firstEmail);
  await reasonOf(second).fill(BACK);
  await confirm(second, 'SmartBot fortsetzen').click();
  await expectToast(second, 'SmartBot fortgesetzt');

  await expect(button(first, 'SmartBot anhalten')).toBeVisible();
  await expect(now).not.toContainText(REASON);
  await expect(now).toContainText('Schutz bereit.');
  await customer.getByRole('button', { name: /^Benachrichtigungen/ }).click();
  await expect(customer.getByText('SmartBot handelt wieder').first()).toBeVisible();

  await first.getByRole('link', { name: 'Eingriffe' }).click();
  const row = first.getByRole('row', { name: /SmartBot/ });
  await expect(row).toContainText(REASON);
  await expect(row).toContainText(BACK);
  await first.getByLabel('Bot', { exact: true }).selectOption('NewsBot');
  await expect(first.getByText('Keine Treffer')).toBeVisible();
  await first.getByRole('button', { name: 'Filter aufheben' }).click();
  await expect(row).toBeVisible();
});

test('the state of each bot stands in the line of its name', async () => {
  for (const width of [390, 1280]) {
    await first.setViewportSize({ width, height: 800 });
    await first.goto('/admin/bots');
    for (const bot of ['SmartBot', 'TurboBot', 'NewsBot']) {
      const head = panel(first, bot).locator('header');
      const word = head.locator('[data-tone]');
      // What is long and usual for NewsBot, at any time of the day.
      await word.evaluate((pill) => pill.lastChild?.replaceWith('Wartet auf Termin'));
      expect((await head.boundingBox())?.height, `${bot}, ${width} px`).toBeLessThan(64);
    }
  }
});

test('whoever comes second is told who was faster', async () => {
  await openLive(second, '/admin/bots');
  await expect(button(second, 'TurboBot anhalten')).toBeVisible();
  // Whatever happens from now on, this page does not hear of it.
  const reads = await fail(second, '/api/admin/bots', 'GET');
  await command(firstApi, 'turbobot/pause', { reason: REASON });
  await button(second, 'TurboBot anhalten').click();
  await reasonOf(second).fill('Dasselbe noch einmal');
  await confirm(second, 'TurboBot anhalten').click();
  const dialog = second.getByRole('dialog');
  await expect(dialog).toContainText(`Diesen Bot hat ${firstEmail} schon angehalten.`);
  await expect(confirm(second, 'TurboBot anhalten')).toBeDisabled();
  await dialog.getByRole('button', { name: 'Schließen', exact: true }).last().click();
  reads.heal();

  // In an open dialog it is said before anybody presses.
  await expect(button(second, 'TurboBot fortsetzen')).toBeVisible();
  await button(second, 'TurboBot fortsetzen').click();
  await command(firstApi, 'turbobot/resume', { reason: BACK });
  await expect(dialog).toContainText('Jemand anderes war schneller');
  await expect(confirm(second, 'TurboBot fortsetzen')).toBeDisabled();
});

test('a lost answer is asked for again, and holds the bot once', async () => {
  await openLive(first, '/admin/bots');
  await button(first, 'NewsBot anhalten').click();
  await reasonOf(first).fill(REASON);
  await loseNextAnswer(first, '/api/admin/bots/newsbot/pause');
  await confirm(first, 'NewsBot anhalten').click();
  await expect(first.getByRole('dialog')).toContainText('Keine Verbindung.');
  await confirm(first, 'NewsBot anhalten').click();
  await expectToast(first, 'NewsBot angehalten');
  await first.goto('/admin/bots?ansicht=eingriffe&bot=newsbot');
  await expect(first.getByRole('row', { name: /NewsBot/ })).toHaveCount(1);
  await command(firstApi, 'newsbot/resume', { reason: BACK });
  await expect(first.getByRole('row', { name: /NewsBot/ })).toContainText(BACK);
});

test('the keyboard alone holds a bot, and Escape leaves it as it is', async () => {
  await openLive(first, '/admin/bots');
  await press(first, button(first, 'TurboBot anhalten'), 'Enter');
  await expect(reasonOf(first)).toBeFocused();
  await first.keyboard.press('Escape');
  await expect(first.getByRole('dialog')).toBeHidden();
  await expect(button(first, 'TurboBot anhalten')).toBeFocused();
  await first.keyboard.press('Enter');
  await expect(reasonOf(first)).toBeFocused();
  await first.keyboard.type(REASON);
  await press(first, confirm(first, 'TurboBot anhalten'), 'Enter');
  await expectToast(first, 'TurboBot angehalten');
  await tabTo(first, button(first, 'TurboBot fortsetzen'));
  await command(firstApi, 'turbobot/resume', { reason: BACK });
});

test('a state that cannot be loaded says so and can be asked for again', async () => {
  const fault = await fail(second, '/api/admin/bots', 'GET');
  await second.goto('/admin/bots');
  await expect(second.getByText('Der Zustand der Bots konnte nicht geladen werden.')).toBeVisible({
    timeout: 30_000,
  });
  fault.heal();
  await second.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(button(second, 'SmartBot anhalten')).toBeVisible();
});

test('every state is accessible and fits', async () => {
  await command(firstApi, 'smartbot/pause', { reason: `${REASON} `.repeat(12).trim() });
  await checkAll(first, [
    {
      name: 'the bots, one of them held',
      open: async (page) => {
        await page.goto('/admin/bots');
        await expect(button(page, 'SmartBot fortsetzen')).toBeVisible();
        for (const closed of await page.locator('details > summary').all()) await closed.click();
      },
    },
    ...['TurboBot anhalten', 'SmartBot fortsetzen'].map((name) => ({
      name,
      open: async (page: Page) => {
        await page.goto('/admin/bots');
        await button(page, name).click();
        await confirm(page, name).click();
        await expect(page.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
      },
    })),
    at('/admin/bots?ansicht=eingriffe', 'Eingriffe'),
  ]);
  await checkAll(customer, [
    at('/dashboard/bots', 'Verfügbare Bots'),
    {
      name: 'the start of a held bot',
      open: async (page) => {
        await page.goto('/dashboard/bots');
        await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
        await expect(page.getByText('Der SmartBot ist angehalten')).toBeVisible();
      },
    },
    at('/dashboard/bots/smartbot', 'Was der Bot gerade tut'),
  ]);
  await command(firstApi, 'smartbot/resume', { reason: BACK });
});

test('with much of customers’ money in it a bot is paused by two, which is said before anybody asks', async () => {
  // Anyone who was made admin today asks; the one of the demo may release. Anyone who changes the rule has said lately who they are.
  const fresh = await newApi();
  await signIn(fresh, await demoAdmin(app));
  await post(fresh, '/api/admin/four-eyes/threshold', { thresholdUsd: '500.00', reason: 'Probe' });

  await openLive(first, '/admin/bots');
  await button(first, 'SmartBot anhalten').click();
  await openLive(second, '/admin/bots');
  await button(second, 'SmartBot anhalten').click();
  const dialog = second.getByRole('dialog');
  await expect(dialog.getByText(/^Ab 500,00\sUSDT braucht es eine zweite Person$/)).toBeVisible();
  await expect(dialog).toContainText('Angehalten wird erst, wenn ein anderer Administrator das freigibt.');
  await expect(dialog).toContainText('Bis zur Freigabe handelt der SmartBot weiter.');
  await reasonOf(second).fill(REASON);
  await dialog.getByRole('button', LAY).click();
  await expect(dialog.getByText('Bitte schreiben Sie kurz, warum.')).toBeVisible();
  await tellSecond(dialog);
  await dialog.getByRole('button', LAY).click();
  await expectToast(second, 'Zur Freigabe vorgelegt', /F-\d+/);
  await expect(dialog).toBeHidden();

  // From then on its card says so to both, and leads to the request instead of to another one.
  await expect(button(second, 'SmartBot anhalten')).toHaveCount(0);
  await expect(panel(second, 'SmartBot')).toContainText(/Vorgelegt von Ihnen am .* Grund: /);
  await expect(panel(second, 'SmartBot').getByRole('link', { name: /^F-\d+ ansehen$/ })).toBeVisible();
  // Anyone who had the dialog open is told there.
  await expect(first.getByRole('dialog').getByText('Wartet auf zweite Person')).toBeVisible();
  await expect(first.getByRole('dialog').getByRole('button', LAY)).toBeDisabled();
  await first.keyboard.press('Escape');
  const card = panel(first, 'SmartBot');
  await expect(card.getByText('Anhalten wartet auf zweite Person')).toBeVisible();
  await expect(card).toContainText(`Grund: ${REASON}`);
  await card.getByRole('link', { name: /^F-\d+ entscheiden$/ }).click();
  await expect(first.getByRole('dialog').getByText(ASKED)).toBeVisible();
  await first.keyboard.press('Escape');
  await openLive(first, '/admin/freigaben');

  const row = rowOf(first, 'Bot anhalten');
  await expect(row).toContainText('SmartBot');
  await expect(row).toContainText('wartet auf Sie');
  await row.getByRole('button', { name: /^Bot anhalten/ }).click();
  const review = first.getByRole('dialog');
  for (const text of ['SmartBot', REASON, ASKED, 'Der SmartBot wird sofort angehalten'])
    await expect(review.getByText(text).first()).toBeVisible();
  await expect(review.getByText(/^[\d.]+,\d\d\sUSDT$/).first()).toBeVisible();
  await sayWhy(review);
  await review.getByRole('button', { name: 'SmartBot anhalten', exact: true }).click();
  await expectToast(first, 'Freigegeben und ausgeführt');
  await expect(panel(second, 'SmartBot')).toContainText(REASON);

  // One is enough to let it go on.
  await button(second, 'SmartBot fortsetzen').click();
  await expect(dialog.getByText('braucht es eine zweite Person')).toHaveCount(0);
  await reasonOf(second).fill(BACK);
  await confirm(second, 'SmartBot fortsetzen').click();
  await expectToast(second, 'SmartBot fortgesetzt');
  await fresh.dispose();
});

test('a pause that takes two is accessible and fits', async () => {
  await checkAll(second, [
    {
      name: 'the pause for two',
      open: async (page) => {
        await page.goto('/admin/bots');
        await button(page, 'SmartBot anhalten').click();
        await expect(page.getByRole('dialog').getByRole('button', LAY)).toBeVisible();
      },
    },
  ]);
  const request = { kind: 'bot_pause', input: { botType: 'smartbot', reason: REASON }, note: ASKED };
  const { id } = await post(secondApi, '/api/admin/approvals', request);
  await checkAll(first, [
    {
      name: 'the card of the bot that waits',
      open: async (page) => {
        await page.goto('/admin/bots');
        await expect(page.getByText('Anhalten wartet auf zweite Person')).toBeVisible();
      },
    },
    {
      name: 'its review',
      open: async (page) => {
        await page.goto(`/admin/freigaben?vorlage=${id}`);
        await expect(page.getByText('Der SmartBot wird sofort angehalten')).toBeVisible();
      },
    },
  ]);
  await post(secondApi, `/api/admin/approvals/${id}/withdraw`, {});
});
