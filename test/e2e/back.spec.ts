// „Back“ closes what was opened last instead of leaving the page, and whatever was closed by hand is no step of its own.
import { expect, type Locator, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, readProfile, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { expectToast } from './people.ts';
import { handleNext } from './routes.ts';
import { chatOf, launcherOf } from './support-chat.ts';
import { DESK, escalate, rowOf } from './support-desk.ts';

const PHONE = { width: 390, height: 844 };
const BEFORE = '/impressum';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();

interface Overlay {
  what: string;
  path: string;
  open: (page: Page) => Promise<void>;
  shown?: (page: Page) => Locator;
  phone?: boolean;
}

/** To a page within the app, as a link leads there: on the first page of a visit „back“ leaves the app itself. */
async function come(page: Page, path: string) {
  await page.goto(BEFORE);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (to: string) => Promise<void> };
    };
    return router.navigate(to);
  }, path);
  await expect(page).toHaveURL(path);
}

async function checkWayBack(page: Page, { path, open, shown = dialog, phone }: Overlay) {
  if (phone) await page.setViewportSize(PHONE);
  await come(page, path);
  // Keys are heard from then on.
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const overlay = shown(page);
  await open(page);
  await expect(overlay).toBeVisible();
  const opener = await page.evaluate(() => scrollY);
  await page.goBack();
  await expect(overlay).toHaveCount(0);
  await expect(page).toHaveURL(path);
  expect(await page.evaluate(() => scrollY)).toBe(opener);

  await open(page);
  await expect(overlay).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(overlay).toHaveCount(0);
  await expect(page).toHaveURL(path);
  await page.goBack();
  await expect(page).toHaveURL(BEFORE);
}

const OF_CUSTOMERS: Overlay[] = [
  {
    what: 'the dialog that starts a bot',
    path: '/dashboard/bots',
    open: (page) => page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click(),
  },
  {
    what: 'the dialog that stops a bot, on a phone',
    path: '/dashboard/bots',
    open: press(/^Beenden/),
    phone: true,
  },
  { what: '„Mehr“ on a phone', path: '/dashboard', open: press('Mehr'), phone: true },
  { what: 'the command palette', path: '/dashboard', open: (page) => page.keyboard.press('Control+k') },
  { what: 'the keys', path: '/dashboard/wallet', open: (page) => page.keyboard.press('?') },
  {
    what: 'the notifications on a phone',
    path: '/dashboard',
    open: press(/^Benachrichtigungen/),
    phone: true,
  },
  {
    what: 'the chat on a phone',
    path: '/dashboard',
    open: async (page) => {
      await launcherOf(page).click();
      // It hears keys from then on.
      await expect(chatOf(page).locator(':focus')).toBeVisible();
    },
    shown: chatOf,
    phone: true,
  },
  {
    what: 'a booking',
    path: '/dashboard/wallet?ansicht=transaktionen',
    open: (page) =>
      page.getByRole('row').filter({ hasText: 'SmartBot' }).first().getByRole('button').first().click(),
  },
  {
    what: 'the profit',
    path: '/dashboard',
    open: (page) => page.getByRole('link', { name: /^Gewinn gesamt/ }).click(),
  },
  {
    what: 'the password before the second factor',
    path: '/dashboard/settings?ansicht=sicherheit',
    open: press('Einrichten'),
  },
  { what: 'the deletion of an account', path: '/profile', open: press('Konto löschen') },
];

for (const overlay of OF_CUSTOMERS)
  test(`back closes ${overlay.what}`, async ({ funded: page }) => {
    await startBot(page.request, '100.00');
    await checkWayBack(page, overlay);
  });

const OF_ADMINS: Overlay[] = [
  {
    what: 'the entry of the audit log',
    path: '/admin/pruefspur',
    open: (page) => page.getByRole('table').getByRole('button').first().click(),
  },
  { what: 'the threshold of four eyes', path: '/admin/freigaben', open: press('Schwelle ändern') },
  { what: 'the event of a calendar', path: '/admin/bots?ansicht=kalender', open: press('Termin eintragen') },
];

for (const overlay of OF_ADMINS)
  test(`back closes ${overlay.what}`, { tag: '@gate' }, async ({ admin: page }) =>
    checkWayBack(page, overlay),
  );

test('„Zum Inhalt“ is no step: back closes what was opened after it', async ({ newcomer: page }) => {
  await come(page, '/dashboard/wallet');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // Any key ends that the focus follows to the title.
  await page.keyboard.press('Shift');
  await page.getByRole('link', { name: 'Zum Inhalt' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/wallet');
  await page.goBack();
  await expect(page).toHaveURL(BEFORE);
});

test('back closes the request of a queue, and the decision that took its place', async ({
  newcomer,
  admin,
}) => {
  const { reference } = await createDeposit(newcomer.request, '20.00');
  const { email } = await readProfile(newcomer.request);
  // From 1100 px on it stands beside the list and is never closed.
  await admin.setViewportSize({ width: 1024, height: 720 });
  // Where one works stands in the address, and is no step.
  const path = `/admin?suche=${reference}&antrag=${reference}`;
  const open = (page: Page) => rowOf(page, reference).getByRole('button', { name: email }).click();
  await checkWayBack(admin, { what: 'the request', path, open });

  await come(admin, path);
  await open(admin);
  await dialog(admin).getByRole('button', { name: 'Genehmigen' }).click();
  await expect(dialog(admin).getByRole('heading', { name: /genehmigen/ })).toBeVisible();
  await admin.goBack();
  await expect(dialog(admin)).toHaveCount(0);
  await expect(admin).toHaveURL(path);
  await admin.goBack();
  await expect(admin).toHaveURL(BEFORE);
});

for (const width of [1280, 390])
  test(`back closes a chat of the desk, ${width} wide`, async ({ newcomer, admin }) => {
    const { email } = await readProfile(newcomer.request);
    await escalate(newcomer.request);
    await admin.setViewportSize({ width, height: 844 });
    await come(admin, DESK);
    const field = admin.getByLabel('Antwort', { exact: true });
    await rowOf(admin, email).getByRole('button').click();
    await expect(admin).toHaveURL(/gespraech=/);
    await expect(field).toBeVisible();
    await admin.goBack();
    await expect(admin).toHaveURL(DESK);
    await expect(field).toHaveCount(0);
    if (width > 390) return;
    await rowOf(admin, email).getByRole('button').click();
    await expect(field).toBeVisible();
    await button(admin, 'Schließen').click();
    await expect(field).toHaveCount(0);
    await expect(admin).toHaveURL(DESK);
    await admin.goBack();
    await expect(admin).toHaveURL(BEFORE);
  });

test('back leads from the older pages of the audit log to the newest', { tag: '@gate' }, async ({
  admin,
}) => {
  await admin.goto('/admin/pruefspur');
  const rows = admin.getByRole('row');
  const newest = await rows.nth(1).innerText();
  await button(admin, 'Ältere').click();
  await expect(admin).toHaveURL(/vor=/);
  await expect(rows.nth(1)).not.toHaveText(newest, { useInnerText: true });
  await button(admin, 'Neuere').click();
  await expect(admin).not.toHaveURL(/vor=/);
  await admin.goBack();
  await expect(admin).toHaveURL(/vor=/);
  await admin.goBack();
  await expect(admin).toHaveURL('/admin/pruefspur');
  await expect(button(admin, 'Neuere')).toBeDisabled();
});

test('back closes the dialog above a drawer first, then the drawer', async ({ funded: page }) => {
  const { id, reference } = await createWithdrawal(page.request, '20.00');
  await page.goto('/dashboard/withdrawals');
  await page.getByRole('row').filter({ hasText: reference }).getByRole('button').first().click();
  await expect(page).toHaveURL(`/dashboard/withdrawals?auszahlung=${id}`);
  await dialog(page).getByRole('button', { name: 'Auszahlung stornieren' }).click();
  await expect(dialog(page)).toHaveCount(2);
  await expect(dialog(page).last().locator(':focus')).toHaveCount(1);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page).getByRole('button', { name: 'Auszahlung stornieren' })).toBeFocused();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/withdrawals');
});

test('a drawer that a link opened is closed on the page it stands on', async ({ funded: page }) => {
  const { id } = await createWithdrawal(page.request, '20.00');
  await page.goto('/dashboard');
  await page.goto(`/dashboard/withdrawals?auszahlung=${id}`);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/dashboard/withdrawals');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
});

test('a bot that was started is not started again by back, forward or reload', async ({ funded: page }) => {
  await come(page, '/dashboard/bots');
  const start = page.getByRole('article').getByRole('button', { name: 'SmartBot starten' });
  await start.click();
  await page.getByLabel('Betrag', { exact: true }).fill('300');
  await button(page, /investieren$/).click();
  await expectToast(page, 'Bot gestartet');
  await expect(dialog(page)).toHaveCount(0);
  await page.goForward();
  await page.reload();
  await expect(button(page, /^Beenden/)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(BEFORE);
});

test('a dialog that waits for an answer stays, and back works again once it is there', async ({
  funded: page,
}) => {
  await come(page, '/dashboard/bots');
  const start = page.getByRole('article').getByRole('button', { name: 'SmartBot starten' });
  await start.click();
  const answer = Promise.withResolvers<void>();
  await handleNext(page, '/api/bot-investments', async (route) => {
    await answer.promise;
    await route.abort('connectionreset');
  });
  await page.getByLabel('Betrag', { exact: true }).fill('300');
  await button(page, /investieren$/).click();
  await expect(button(page, /investieren$/)).toHaveAttribute('aria-busy');
  await page.goBack();
  await expect(dialog(page)).toBeVisible();
  answer.resolve();
  await expect(button(page, /investieren$/)).not.toHaveAttribute('aria-busy');
  await expect(page.getByLabel('Betrag', { exact: true })).toHaveValue('300');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/bots');
});

test('a page that was chosen in an overlay is one step from the page below it', async ({ regular: page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/dashboard');
  await button(page, 'Mehr').click();
  await dialog(page).getByRole('link', { name: 'Auszahlungen' }).click();
  await expect(page).toHaveURL('/dashboard/withdrawals');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: 'Seite oder Befehl suchen' })).toBeFocused();
  await page.keyboard.type('Profil');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/withdrawals');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(dialog(page)).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL('/dashboard/withdrawals');
});
