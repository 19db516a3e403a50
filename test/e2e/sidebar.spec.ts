import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';

const REM = 16;
const SEVEN_DAYS_S = 7 * 24 * 60 * 60;

/** The sidebar of wide screens. */
const sidebarOf = (page: Page) =>
  page.getByRole('complementary').filter({ has: page.getByRole('navigation', { name: 'Hauptnavigation' }) });

async function expectWidth(page: Page, rem: number) {
  await expect.poll(async () => (await sidebarOf(page).boundingBox())?.width).toBe(rem * REM);
}

async function readCookie(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
}

/** The browser hands a cookie from the page to its store a moment later. */
const expectCookie = (page: Page, value: string) =>
  expect.poll(async () => (await readCookie(page))?.value).toBe(value);

test('the sidebar folds with Ctrl+B and stays so for seven days', { tag: '@gate' }, async ({
  regular: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectWidth(page, 16);

  await page.keyboard.press('Control+b');
  await expectWidth(page, 3);
  await expectCookie(page, 'false');
  const cookie = await readCookie(page);
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - SEVEN_DAYS_S)).toBeLessThan(120);
  // Folded, its links keep their names.
  await expect(sidebarOf(page).getByRole('link', { name: 'KI-Bots' })).toBeVisible();

  await page.reload();
  await expectWidth(page, 3);
  await page.getByRole('button', { name: /^Seitenleiste umschalten/ }).click();
  await expectWidth(page, 16);
  await expectCookie(page, 'true');
  await page.keyboard.press('Meta+b');
  await expectWidth(page, 3);
});

test('the key rests while it is another one', { tag: '@gate' }, async ({ regular: page }) => {
  await page.goto('/dashboard/deposits');
  await page.getByLabel('Betrag', { exact: true }).focus();
  for (const keys of ['b', 'Shift+Control+b', 'Alt+Control+b']) await page.keyboard.press(keys);
  await expectWidth(page, 16);
  expect(await readCookie(page)).toBeUndefined();
});

test.describe('on a phone', () => {
  test('the sidebar is a drawer of 18rem, opened by the key and by „Mehr“, closed by a link', async ({
    regular: page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(sidebarOf(page)).toBeHidden();
    const drawer = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('navigation', { name: 'Hauptnavigation' }) });

    await page.keyboard.press('Control+b');
    await expect(drawer).toBeVisible();
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(18 * REM);
    await page.keyboard.press('Control+b');
    await expect(drawer).toBeHidden();

    const more = page.getByRole('button', { name: 'Mehr' });
    await more.click();
    await drawer.getByRole('link', { name: 'Auszahlungen' }).click();
    await expect(page).toHaveURL('/dashboard/withdrawals');
    await expect(drawer).toBeHidden();
    // The state of wide screens is another one.
    expect(await readCookie(page)).toBeUndefined();
  });

  test('begins below 768 pixels', async ({ regular: page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto('/dashboard');
    await expectWidth(page, 16);
    await expect(page.getByRole('button', { name: 'Mehr' })).toBeHidden();
    await page.setViewportSize({ width: 767, height: 900 });
    await expect(sidebarOf(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Mehr' })).toBeVisible();
  });
});
