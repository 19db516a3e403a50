// The list of all notifications: paged and filtered in the address, marked one by one or all at once, live.
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { createDeposit, fund, readProfile } from './accounts.ts';
import { test } from './app-test.ts';
import { at, checkAll } from './check-pages.ts';
import { tabTo } from './keyboard.ts';
import { fail, failRead, loggedBy } from './routes.ts';

const LIST = '/dashboard/notifications';

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Alle Benachrichtigungen' }).getByRole('listitem');
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });
const bell = (page: Page) => page.getByRole('button', { name: /^Benachrichtigungen/ });
const markAll = (page: Page) => page.getByRole('button', { name: 'Alle als gelesen markieren' });
const markButtons = (page: Page) => rows(page).getByRole('button', { name: /als gelesen markieren$/ });

/** A correction is always told, so each is one notification: a credit is a success, a debit a warning. */
async function correct(
  admin: APIRequestContext,
  email: string,
  reason: string,
  direction: 'credit' | 'debit' = 'credit',
) {
  const answer = await admin.post('/api/admin/wallet-corrections', {
    data: { email, direction, amountUsd: '1.00', reason },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function reject(admin: APIRequestContext, id: string) {
  const answer = await admin.post(`/api/admin/deposits/${id}/reject`, {
    data: { reason: 'Der Betrag stimmt nicht' },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** A credited deposit, a rejected one and a debit, in this order. */
async function tellThree(page: Page, admin: APIRequestContext) {
  await fund(page.request, admin, '100.00');
  await reject(admin, (await createDeposit(page.request, '20.00')).id);
  await correct(admin, (await readProfile(page.request)).email, 'Doppelt gebucht', 'debit');
}

test('whoever has heard nothing yet reads so, and then sees the first one come by itself', async ({
  newcomer: page,
  adminApi,
}) => {
  await page.goto(LIST);
  await expect(page).toHaveTitle(/^Benachrichtigungen/);
  await expect(page.getByText('Noch keine Benachrichtigungen')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Art der Benachrichtigung' })).toHaveCount(0);
  await fund(page.request, adminApi, '100.00');
  await expect(page.getByRole('heading', { name: 'Heute', level: 2 })).toBeVisible();
  await expect(row(page, 'Einzahlung gutgeschrieben')).toContainText('Erfolg');
  await expect(page.getByText('1 ungelesen', { exact: true })).toBeVisible();
});

test('the bell and the palette lead to the list', async ({ newcomer: page }) => {
  await page.goto('/dashboard');
  await bell(page).click();
  await page.getByRole('link', { name: 'Alle ansehen' }).click();
  await expect(page).toHaveURL(LIST);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Seite oder Befehl suchen' }).fill('benachr');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(LIST);
  await expect(page.getByRole('heading', { name: 'Benachrichtigungen', level: 1 })).toBeVisible();
});

test('filters stand in the address: back, reload and a link bring the same', async ({
  newcomer: page,
  adminApi,
}) => {
  await tellThree(page, adminApi);
  await page.goto(LIST);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('Wallet korrigiert');
  const kind = page.getByRole('combobox', { name: 'Art der Benachrichtigung' });
  await kind.selectOption('Problem');
  await expect(page).toHaveURL(`${LIST}?art=fehler`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Einzahlung abgelehnt');
  await kind.selectOption('Warnung');
  await expect(rows(page)).toContainText('Wallet korrigiert');
  await page.goBack();
  await expect(kind).toHaveValue('error');
  await expect(rows(page)).toContainText('Einzahlung abgelehnt');
  await page.reload();
  await expect(kind).toHaveValue('error');
  await expect(rows(page)).toHaveCount(1);

  const unreadOnly = page.getByRole('button', { name: 'Nur ungelesene' });
  await unreadOnly.click();
  await expect(page).toHaveURL(`${LIST}?art=fehler&ungelesen=ja`);
  await expect(unreadOnly).toHaveAttribute('aria-pressed', 'true');
  await markButtons(page).click();
  await expect(page.getByText('Keine Treffer')).toBeVisible();
  await expect(page.getByText('Noch keine Benachrichtigungen')).toHaveCount(0);
  await page.getByRole('button', { name: 'Alle zeigen' }).click();
  await expect(page).toHaveURL(LIST);
  await expect(kind).toHaveValue('');
  await expect(rows(page)).toHaveCount(3);
  await page.goto(`${LIST}?art=wetter&ungelesen=vielleicht&seite=-1`);
  await expect(rows(page)).toHaveCount(3);
});

test('a filter without a match does not say „noch keine“ while the whole list is on its way', async ({
  newcomer: page,
  adminApi,
}) => {
  await tellThree(page, adminApi);
  await page.goto(`${LIST}?art=hinweis`);
  await expect(page.getByText('Keine Treffer')).toBeVisible();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/notifications/all*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Alle zeigen' }).click();
  await expect(page).toHaveURL(LIST);
  await expect(page.locator('[aria-busy="true"]')).toBeVisible();
  await expect(page.getByText('Noch keine Benachrichtigungen')).toHaveCount(0);
  answer();
  await expect(rows(page)).toHaveCount(3);
});

test('one is read by opening it, or by its small button, and the badge follows', { tag: '@gate' }, async ({
  newcomer: page,
  adminApi,
}) => {
  await tellThree(page, adminApi);
  await page.goto(LIST);
  await expect(bell(page)).toContainText('3');
  await row(page, 'Wallet korrigiert')
    .getByRole('button', { name: /als gelesen/ })
    .click();
  await expect(bell(page)).toContainText('2');
  await expect(page.getByText('2 ungelesen', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(LIST);
  await row(page, 'Einzahlung abgelehnt').getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/deposits\?einzahlung=/);
  await expect(bell(page)).toContainText('1');
  await page.goBack();
  await expect(markButtons(page)).toHaveCount(1);
  await page.reload();
  await expect(markButtons(page)).toHaveCount(1);
  await expect(row(page, 'Einzahlung gutgeschrieben').getByRole('button')).toBeVisible();
});

test('all are read at once, here, in the bell and in another tab', { tag: '@gate' }, async ({
  newcomer: page,
  adminApi,
}) => {
  await tellThree(page, adminApi);
  await page.goto(LIST);
  const other = await page.context().newPage();
  await other.goto(`${LIST}?ungelesen=ja`);
  await expect(rows(other)).toHaveCount(3);
  await markAll(page).click();
  await expect(markButtons(page)).toHaveCount(0);
  await expect(page.getByText('Alles gelesen', { exact: true })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Benachrichtigungen');
  await expect(markAll(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(other.getByText('Keine Treffer')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await expect(markButtons(page)).toHaveCount(0);
});

test('a mark that the server did not take is taken back and said', { tag: '@gate' }, async ({
  newcomer: page,
  adminApi,
}) => {
  await tellThree(page, adminApi);
  await page.goto(LIST);
  await expect(markButtons(page)).toHaveCount(3);
  const one = await fail(page, '/api/notifications/*/read');
  await markButtons(page).first().click();
  await expect(rows(page).first().getByRole('alert')).toContainText('Nicht als gelesen markiert.');
  await expect(markButtons(page)).toHaveCount(3);
  await expect(bell(page)).toContainText('3');
  one.heal();
  await markButtons(page).first().click();
  await expect(markButtons(page)).toHaveCount(2);
  await expect(page.getByRole('alert')).toHaveCount(0);

  const all = await fail(page, '/api/notifications/read');
  await markAll(page).click();
  await expect(page.getByRole('alert')).toContainText('Nicht als gelesen markiert.');
  await expect(markButtons(page)).toHaveCount(2);
  await expect(bell(page)).toContainText('2');
  all.heal();
  await markAll(page).click();
  await expect(markButtons(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a mark is seen before the server has answered', async ({ newcomer: page, adminApi }) => {
  await tellThree(page, adminApi);
  await page.goto(LIST);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/notifications/*/read', async (route) => {
    await asked;
    await route.continue();
  });
  const answered = page.waitForResponse('**/api/notifications/*/read');
  await markButtons(page).first().click();
  await expect(markButtons(page)).toHaveCount(2);
  await expect(bell(page)).toContainText('2');
  answer();
  await answered;
  await page.reload();
  await expect(markButtons(page)).toHaveCount(2);
});

test('a long list has pages, which stand in the address as well', async ({ newcomer: page, adminApi }) => {
  const { email } = await readProfile(page.request);
  for (let number = 1; number <= 21; number++) await correct(adminApi, email, `Kulanz ${number}`);
  await page.goto(LIST);
  await expect(rows(page)).toHaveCount(20);
  await expect(bell(page)).toContainText('9+');
  await expect(page.getByText('Benachrichtigungen 1–20 von 21')).toBeVisible();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page).toHaveURL(`${LIST}?seite=2`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Kulanz 1');
  // The badge counts what is on no page of the screen, too.
  await markButtons(page).click();
  await expect(page.getByText('20 ungelesen', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(20);
  await page.goto(`${LIST}?seite=9`);
  await expect(page.getByText('So viele Seiten gibt es nicht')).toBeVisible();
  await page.getByRole('button', { name: 'Zur ersten Seite' }).click();
  await expect(rows(page)).toHaveCount(20);
});

test('a list that does not load says so, without a toast, and can be asked for again', async ({
  newcomer: page,
  adminApi,
}) => {
  await fund(page.request, adminApi, '100.00');
  const logged = loggedBy(page);
  const fault = await failRead(page, '/api/notifications/all*');
  await page.goto(LIST);
  await expect(page.getByText('Nicht geladen')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  expect(logged.length).toBeGreaterThan(0);
  fault.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(row(page, 'Einzahlung gutgeschrieben')).toBeVisible();
});

test('with the keyboard alone, the focus stays where something is', async ({ newcomer: page, adminApi }) => {
  await tellThree(page, adminApi);
  await page.goto(LIST);
  await expect(markButtons(page)).toHaveCount(3);
  await tabTo(page, markButtons(page).first());
  await page.keyboard.press('Enter');
  await expect(markButtons(page)).toHaveCount(2);
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(rows(page).first().getByRole('link')).toBeFocused();
  await markAll(page).focus();
  await page.keyboard.press('Enter');
  await expect(markButtons(page)).toHaveCount(0);
  await expect(markAll(page)).toBeFocused();
});

test('the notifications under the bell stay in their place, and the page where it is', {
  tag: '@gate',
}, async ({ regular: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Ihre Bots', exact: true })).toBeVisible();
  await bell(page).click();
  const panel = page.getByRole('dialog', { name: /^Benachrichtigungen/ });
  await expect(panel.getByRole('listitem').last()).toBeVisible();
  const all = panel.getByRole('link', { name: 'Alle ansehen' });
  const before = await all.boundingBox();
  await all.focus();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  // Anyone who scrolls the page behind them sees them stand still in every frame.
  const moved = page.evaluate(async () => {
    const link = document.querySelector('[role=dialog] a[href$="/notifications"]');
    const tops = new Set<number>();
    while (window.scrollY < 200) {
      tops.add(Math.round(link?.getBoundingClientRect().top ?? Number.NaN));
      await new Promise(requestAnimationFrame);
    }
    return [...tops];
  });
  await page.mouse.move(500, 600);
  for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, 40);
  expect(await moved).toEqual([Math.round(before?.y ?? 0)]);
});

test('everybody can use the list', async ({ newcomer: page, adminApi }) => {
  const empty = at(LIST, 'Benachrichtigungen');
  await checkAll(page, [empty]);
  await tellThree(page, adminApi);
  await checkAll(page, [
    at(LIST, 'Heute'),
    {
      name: 'the list without a match',
      async open(shown) {
        await shown.goto(`${LIST}?art=hinweis`);
        await expect(shown.getByText('Keine Treffer')).toBeVisible();
      },
    },
    {
      name: 'the bell with its way to the list',
      async open(shown) {
        await shown.goto(LIST);
        await bell(shown).click();
        await expect(shown.getByRole('link', { name: 'Alle ansehen' })).toBeVisible();
      },
    },
  ]);
});

test('Escape closes what the bell has opened, also before the focus is in it', async ({ regular: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const panel = page.getByRole('dialog', { name: 'Benachrichtigungen' });
  await bell(page).click();
  await expect(panel).toBeVisible();
  await expect(panel.locator(':focus')).toHaveCount(1);
  await bell(page).focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
});
