// A money command without a network is over when it has failed. Nothing is carried out later by itself. Anyone who goes on to
// another page stays in the app.
import { expect, type Page } from '@playwright/test';
import { readWallet } from './accounts.ts';
import { test } from './app-test.ts';

// Only who does not save data has other pages at hand.
test.use({ savesData: false });

const live = (page: Page) => page.getByRole('banner').getByRole('status').filter({ hasText: 'Live' });

async function backOnline(page: Page) {
  await page.context().setOffline(false);
  await expect(live(page)).toBeVisible({ timeout: 30_000 });
}

test('a bot that could not be started without a network is not started by itself when it is back', async ({
  funded: page,
}) => {
  await page.goto('/dashboard/bots');
  await page.getByRole('button', { name: 'SmartBot starten' }).first().click();
  const dialog = page.getByRole('dialog', { name: /SmartBot starten/ });
  await dialog.getByLabel('Betrag', { exact: true }).fill('250');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: '250,00 USDT investieren' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Bot konnte nicht gestartet werden' }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toBeHidden();
  await backOnline(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await readWallet(page.request)).toMatchObject({ available: '1000.00' });
  await expect(page.getByText('250,00 USDT investieren')).toHaveCount(0);
});

test('a deposit says at once that there is no network, and can be made when it is back', {
  tag: '@gate',
}, async ({ newcomer: page }) => {
  await page.goto('/dashboard/deposits');
  await page.getByLabel('Betrag', { exact: true }).fill('40');
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(page.getByRole('button', { name: 'Adresse kopieren' })).toBeVisible();
  await page.context().setOffline(true);
  const deposit = page.getByRole('button', { name: '40,00 USD einzahlen' });
  await deposit.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Einzahlung konnte nicht erstellt werden' }).first(),
  ).toBeVisible();
  await backOnline(page);
  await deposit.click();
  await expect(page.getByRole('status').filter({ hasText: 'Einzahlung erstellt' })).toBeVisible();
  const { total } = await (await page.request.get('/api/deposits')).json();
  expect(total).toBe(1);
});

const sidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link', { name, exact: true });

test('without a network the menu leads on, and the page fills when it is back', async ({ funded: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(' '),
    );
  await expect.poll(loaded).toMatch(/\/assets\/withdrawals-/);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await sidebar(page, 'Wallet').click();
  await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
  await sidebar(page, 'Einstellungen').click();
  await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
  await page.goBack();
  await backOnline(page);
  await expect(page.getByRole('region', { name: 'Kontostand' })).toContainText('1.000,00');
});

for (const { where, at, go, title } of [
  {
    where: 'of the app',
    at: '/dashboard',
    go: (page: Page) => sidebar(page, 'Wallet').click(),
    title: 'Wallet',
  },
  {
    where: 'of the public pages',
    at: '/',
    go: (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Über uns' }).click(),
    title: /./,
  },
])
  test(`a page ${where} that cannot be loaded without a network is not gone to, and can be when it is back`, {
    tag: '@gate',
  }, async ({ newcomer: page }) => {
    // Nothing is loaded early.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await page.goto(at);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = await heading.textContent();
    const told = page.getByRole('status').filter({ hasText: 'Die Seite konnte nicht geladen werden' });
    await page.context().setOffline(true);
    await go(page);
    await expect(told).toContainText('Keine Verbindung.');
    await expect(heading).toHaveText(before ?? '');
    await expect(page).toHaveURL(at);
    await page.context().setOffline(false);
    await expect(told).toBeHidden();
    await go(page);
    await expect(page).not.toHaveURL(at);
    await expect(heading).toHaveText(title);
  });

test('scripts that a deployment has replaced are fetched anew with the whole page', async ({
  newcomer: page,
}) => {
  let isReplaced = false;
  await page.route(/\/assets\/(wallet|deposits)-.*\.js/, (route) =>
    isReplaced ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  );
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  isReplaced = true;
  const reloaded = page.waitForEvent('load');
  await sidebar(page, 'Wallet').click();
  await reloaded;
  isReplaced = false;
  await sidebar(page, 'Wallet').click();
  await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
});
