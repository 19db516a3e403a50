// What people type turns nothing around it: names, reasons and the like may be in letters that run from right to left.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { buildOwnBot, createDeposit, createWithdrawal, readProfile, startBot } from './accounts.ts';
import { adminPages, privatePages } from './app-paths.ts';
import { test } from './app-test.ts';
import { type FourEyes, lay, openFourEyes, post, rowOf } from './four-eyes.ts';
import { findLoose } from './isolation.ts';
import { openWith } from './own-admins.ts';
import { plugIn } from './passkey-device.ts';
import { DESK, escalate } from './support-desk.ts';

/** „Miriam Cohen“ and „a reason that somebody gave“. */
const NAME = 'מרים כהן';
const REASON = 'סיבה שמישהו נתן';

// One installation for all of them, so they run one after the other.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

let fourEyes: FourEyes;
let customer: Page;
let customerApi: APIRequestContext;
let email: string;
let userId: string;
let investmentId: string;
let ownBotId: string;
let chatId: string;
let deposit: string;
let approvalId: string;

test.beforeAll(async ({ browser, playwright }) => {
  test.setTimeout(300_000);
  fourEyes = await openFourEyes('written-texts', { browser, playwright });
  const { firstApi, secondApi } = fourEyes;
  ({ api: customerApi, email } = await fourEyes.customerWith('3000.00'));
  for (const api of [customerApi, firstApi, secondApi])
    await post(api, '/api/auth/update-user', { name: NAME });
  ({ userId } = await readProfile(customerApi));

  // What one admin or the customer did, and why.
  deposit = (await createDeposit(customerApi, '10.00')).id;
  await post(firstApi, `/api/admin/deposits/${deposit}/reject`, { reason: REASON });
  const correction = { email, direction: 'credit', amountUsd: '5.00', reason: REASON };
  await post(firstApi, '/api/admin/wallet-corrections', correction);
  investmentId = (await startBot(customerApi, '200.00')).id;
  ownBotId = await buildOwnBot(customerApi);
  await post(firstApi, `/api/admin/bot-investments/${investmentId}/return`, { percent: '1', reason: REASON });
  const event = await post(firstApi, '/api/admin/trading-events', eventAhead(2));
  await post(firstApi, `/api/admin/trading-events/${event.id}/cancel`, { reason: REASON });
  await post(firstApi, '/api/admin/trading-events', eventAhead(1));
  chatId = await escalate(customerApi);
  const desk = `/api/admin/support/chats/${chatId}`;
  await post(firstApi, `${desk}/messages`, { clientId: crypto.randomUUID(), message: REASON });
  await post(firstApi, `${desk}/notes`, { clientId: crypto.randomUUID(), note: REASON });
  const locked = await fourEyes.customerWith('10.00');
  await post(locked.api, '/api/auth/update-user', { name: NAME });
  await post(firstApi, `/api/admin/customers/${(await readProfile(locked.api)).userId}/lock`, {
    reason: REASON,
  });

  // What takes two.
  const pause = { kind: 'bot_pause', input: { botType: 'smartbot', reason: REASON } };
  await post(secondApi, `/api/admin/approvals/${await lay(firstApi, pause)}/approve`, { note: REASON });
  const { id } = await createWithdrawal(customerApi, '1200.00');
  const payout = { kind: 'withdrawal', input: { id } };
  approvalId = await lay(firstApi, payout);
  await post(secondApi, `/api/admin/approvals/${approvalId}/reject`, { note: REASON });
  await post(secondApi, `/api/admin/requests/${id}/claim`, { kind: 'withdrawal' });
  await createWithdrawal(customerApi, '20.00');

  customer = await openWith(browser, fourEyes.app, customerApi);
});
test.afterAll(async () => {
  await fourEyes?.close();
  await customer?.context().close();
});

/** A day to come, at an hour when the demo has no window. */
function eventAhead(days: number) {
  const day = new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  return { name: REASON, startsAt: `${day}T04:00:00Z`, endsAt: `${day}T05:00:00Z` };
}

async function expectIsolated(page: Page, where: string) {
  await page.waitForLoadState('networkidle');
  expect.soft(await findLoose(page), where).toEqual([]);
}

test('what looks for them finds the ones that are loose, and no others', async ({ page }) => {
  await page.setContent(`<p>Von ${NAME}: 12</p><p>Von <b>${NAME}</b>, 12</p><p>${NAME}</p><p>Von <bdi>${NAME}</bdi>, 12</p>
    <p>Von \u2068${NAME}\u2069, 12</p><p style="display: flex"><b>${NAME}</b> <span>12</span></p>`);
  expect(await findLoose(page)).toEqual([`Von ${NAME}: 12`, `Von ${NAME}, 12`]);
});

test('on the pages of a customer', async () => {
  const pages = [
    ...privatePages('smartbot', investmentId, ownBotId),
    ...privatePages('newsbot', investmentId, ownBotId),
    `/dashboard/deposits?einzahlung=${deposit}`,
  ];
  for (const path of new Set(pages)) {
    await customer.goto(path);
    await expectIsolated(customer, path);
  }
  await expect(customer.getByText(REASON).first()).toBeVisible();
});

test('with a passkey', async () => {
  await plugIn(customer);
  await customer.goto('/dashboard/settings?ansicht=sicherheit');
  const panel = customer.getByRole('region', { name: 'Passkeys' });
  await panel.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  const dialog = customer.getByRole('dialog');
  await dialog.getByLabel('Name').fill(NAME);
  await dialog.getByRole('button', { name: 'Weiter' }).click();
  await expect(panel.getByRole('status')).toHaveText('Der Passkey ist angelegt.');
  await expectIsolated(customer, 'the list of passkeys');
  await panel.getByRole('button', { name: `Löschen: ${NAME}` }).click();
  await expect(dialog.getByText('öffnet Ihr Konto danach nicht mehr')).toBeVisible();
  await expectIsolated(customer, 'the deletion of a passkey');
});

test('on the pages of the team', async () => {
  const { first } = fourEyes;
  const pages = [
    ...adminPages(userId),
    `/admin/freigaben?vorlage=${approvalId}`,
    '/admin/bots?ansicht=kalender&zeitraum=abgesagte',
    `${DESK}?gespraech=${chatId}`,
  ];
  for (const path of pages) {
    await first.goto(path);
    await expectIsolated(first, path);
  }
  await expect(first.getByText(NAME).first()).toBeVisible();
});

test('in what the team opens', async () => {
  const { first } = fourEyes;
  await first.goto('/admin');
  await expect(first.getByRole('heading', { name: 'Offene Auszahlungen' })).toBeVisible();
  await first.keyboard.press('Control+k');
  await first.getByRole('textbox', { name: 'E-Mail oder Kennung suchen' }).fill(email);
  await expect(first.locator('[data-action]').filter({ hasText: NAME })).toBeVisible();
  await expectIsolated(first, 'the palette');
  await first.keyboard.press('Escape');

  await first.goto(`/admin?suche=${encodeURIComponent(email)}`);
  await expect(rowOf(first, email).filter({ hasText: `bearbeitet von ` })).toHaveCount(1);
  await first.getByRole('checkbox', { name: 'Alle auf dieser Seite wählen' }).last().check();
  await first.getByRole('button', { name: /^20,00\sUSD genehmigen$/ }).click();
  await expect(first.getByText('Nicht dabei, weil gerade in Bearbeitung')).toBeVisible();
  await expectIsolated(first, 'the dialog of many');

  await first.goto(`/admin?suche=${encodeURIComponent(email)}`);
  await rowOf(first, 'bearbeitet von ')
    .getByRole('button', { name: new RegExp(email) })
    .click();
  await expect(first.getByRole('region', { name: /^Auszahlung / }).getByText('Bearbeitet von')).toBeVisible();
  await expectIsolated(first, 'a request beside the queue');

  await first.goto('/admin/bots');
  await first.getByRole('button', { name: 'SmartBot fortsetzen' }).click();
  await expectIsolated(first, 'the dialog of a bot');
});

test('in what is mailed', async ({ page }) => {
  const { firstApi } = fourEyes;
  const { items }: { items: { id: string }[] } = await (await firstApi.get('/api/mailbox')).json();
  const mails: { text: string; html: string }[] = await Promise.all(
    items.map(async ({ id }) => (await firstApi.get(`/api/mailbox/${id}`)).json()),
  );
  expect(mails.filter(({ text }) => text.includes(REASON)).length).toBeGreaterThan(2);
  for (const { text, html } of mails) {
    await page.setContent(html);
    expect.soft(await findLoose(page), 'as HTML').toEqual([]);
    const lines = text.split('\n').map((line) => `<p>${line.replaceAll('<', '&lt;')}</p>`);
    await page.setContent(lines.join(''));
    expect.soft(await findLoose(page), 'as text').toEqual([]);
  }
});
