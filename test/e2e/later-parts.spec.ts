// Parts that are loaded when they are needed: where one cannot be had, the page stays and says so in its place.
import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';
import { loseConnection } from './routes.ts';

const MISSING = 'Dieser Teil ließ sich nicht laden.';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  return faults;
}

test('candles whose program cannot be had leave the page as it is, and are there after a reload', async ({
  page,
}) => {
  const faults = faultsOf(page);
  const lost = await loseConnection(page, '/assets/candle-panel-*.js', 'GET');
  await page.goto('/markets/rohstoffe');
  const gold = page.getByRole('button', { name: 'GOLD' });
  await gold.click();
  await expect(page.getByText(MISSING)).toBeVisible();
  await expect(heading(page)).toHaveText('Rohstoffe');
  lost.heal();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Seite neu laden' }).click();
  await reloaded;
  await gold.click();
  await expect(page.locator('figcaption')).toContainText('GOLD');
  expect(faults).toEqual([]);
});

test('candles that were opened without a network come when it is back, styled as ever', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto('/markets/rohstoffe');
  const gold = page.getByRole('button', { name: 'GOLD' });
  await expect(page.getByRole('row').nth(1)).toContainText(/\d,\d/);
  await page.context().setOffline(true);
  await gold.click();
  await expect(page.getByText(MISSING)).toBeVisible();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByText(MISSING)).toBeVisible();
  await expect(heading(page)).toHaveText('Rohstoffe');
  await page.context().setOffline(false);
  await expect(page.locator('figcaption')).toContainText('GOLD');
  expect((await page.locator('canvas').first().boundingBox())?.height).toBeGreaterThan(200);
});

test('a support window that cannot be had leaves the form beside it alone', { tag: '@gate' }, async ({
  newcomer: page,
}) => {
  const faults = faultsOf(page);
  await loseConnection(page, '/assets/support-panel-*.js', 'GET');
  await page.goto('/dashboard/deposits');
  const amount = page.getByLabel('Betrag', { exact: true });
  await amount.fill('40');
  await page.getByRole('button', { name: 'Support-Chat öffnen' }).click();
  const chat = page.getByRole('dialog', { name: 'Support-Chat' });
  await expect(chat).toContainText(MISSING);
  await expect(chat.getByRole('button', { name: 'Seite neu laden' })).toBeVisible();
  await expect(amount).toHaveValue('40');
  await chat.getByRole('button', { name: 'Chat schließen' }).click();
  await expect(page.getByRole('button', { name: 'Support-Chat öffnen' })).toBeFocused();
  expect(faults).toEqual([]);
});

test('a dialog that cannot be had says so over the page, and leaves the page alone', async ({
  newcomer: page,
}) => {
  const faults = faultsOf(page);
  await loseConnection(page, '/assets/overlays-*.js', 'GET');
  await page.goto('/dashboard/deposits');
  const amount = page.getByLabel('Betrag', { exact: true });
  await amount.fill('40');
  await heading(page).click();
  await page.keyboard.press('?');
  const missing = page.getByRole('dialog', { name: 'Nicht geladen' });
  await expect(missing).toContainText(MISSING);
  await missing.getByRole('button', { name: 'Schließen' }).click();
  await expect(missing).toBeHidden();
  await expect(amount).toHaveValue('40');
  // The menu has the place of its button.
  await page.getByRole('button', { name: 'Benutzermenü' }).click();
  await expect(page.getByRole('button', { name: 'Menü neu laden' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('an account menu that cannot be had leaves the public page alone', async ({ newcomer: page }) => {
  const lost = await loseConnection(page, '/assets/account-menu-*.js', 'GET');
  await page.goto('/login');
  await page.context().addCookies([{ name: 'signed_in', value: '1', url: page.url() }]);
  await page.goto('/about');
  const again = page.getByRole('banner').getByRole('button', { name: 'Konto neu laden' });
  await expect(again).toBeVisible();
  await expect(heading(page)).toBeVisible();
  lost.heal();
  await again.click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Benutzermenü' })).toBeVisible();
});

test('whoever saves data loads no page before going to it', async ({ newcomer: page }) => {
  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => name.includes('/assets/withdrawals-'))).toEqual([]);
});
