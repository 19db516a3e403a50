// On paper: no shell, the play-money mark on every sheet, nothing cut off.
import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';

/** A4 as the browser asks for its width, and what the margins leave of it. */
const SHEET_PX = 794;
const TEXT_PX = 673;
const MARK = 'Spielgeld – kein echtes Geld';

const PAGES = [
  '/dashboard',
  '/dashboard/bots',
  '/dashboard/bots/smartbot',
  '/dashboard/wallet',
  '/dashboard/wallet?ansicht=transaktionen',
  '/dashboard/wallet/statement',
  '/dashboard/deposits',
  '/dashboard/withdrawals',
  '/dashboard/notifications',
  '/dashboard/settings',
  '/dashboard/settings?ansicht=sicherheit',
  '/dashboard/support',
  '/profile',
];

/** As the print dialog lays it out. */
async function print(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate((width) => document.body.style.setProperty('width', width), `${TEXT_PX}px`);
}

/** Visible elements that a sheet would cut off at the right. */
function cutOff(width: number): string[] {
  return [...document.querySelectorAll('main *')]
    .filter((element) => element.checkVisibility() && !element.closest('.vh, svg'))
    .filter((element) => element.getBoundingClientRect().right > width + 1)
    .map((element) => `${element.tagName} ${element.textContent?.slice(0, 30)}`);
}

async function expectPaper(page: Page, path: string) {
  await expect(page.getByRole('complementary', { name: 'Wichtiger Hinweis' }), path).toHaveText(MARK);
  await expect(page.getByRole('complementary', { name: 'Wichtiger Hinweis' }), path).toBeVisible();
  await expect(page.getByText(/^Botdepot, Konto .+@.+, Stand \d\d\.\d\d\.\d{4}/), path).toBeVisible();
  for (const part of ['Hauptnavigation', 'Navigation unten'])
    await expect(page.getByRole('navigation', { name: part }), path).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Benutzermenü' }), path).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Support-Chat/ }), path).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Impressum' }), path).toHaveCount(0);
  // Paper is white, whatever the screen is.
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), path).toBe(
    'rgb(255, 255, 255)',
  );
  expect(await page.evaluate(cutOff, TEXT_PX), path).toEqual([]);
}

test('every page prints without the shell, marked as play money, with nothing cut off', async ({
  regular: page,
}) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: SHEET_PX, height: 1123 });
  const { items } = await (await page.request.get('/api/bot-investments')).json();
  for (const path of [...PAGES, `/dashboard/investments/${items[0].id}`]) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Wird geladen')).toHaveCount(0, { timeout: 30_000 });
    await print(page);
    await expectPaper(page, path);
  }
});

test('sheets after the first are marked in their margin and numbered', { tag: '@gate' }, async ({
  newcomer: page,
}) => {
  await page.goto('/dashboard');
  const margins = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap((rule) => (rule instanceof CSSMediaRule ? [...rule.cssRules] : []))
      .filter((rule) => rule instanceof CSSPageRule)
      .map((rule) => rule.cssText)
      .join('\n'),
  );
  expect(margins).toContain(MARK);
  expect(margins).toContain('counter(page)');
});

test('a sheet ends with no head of a table, and begins with no sum by itself', async ({ regular: page }) => {
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  const table = page.getByRole('table', { name: /^Buchungen/ });
  await expect(table).toBeVisible();
  await print(page);
  const breaksBefore = (row: string) =>
    table.locator(row).evaluate((element) => getComputedStyle(element).breakBefore);
  expect(await breaksBefore('tbody tr:first-child')).toBe('avoid');
  expect(await breaksBefore('tfoot tr')).toBe('avoid');
});

test('of search and filters those are printed that something was chosen in', async ({ regular: page }) => {
  const search = page.getByRole('searchbox', { name: 'Buchungen suchen' });
  const kind = page.getByLabel('Art der Buchung');
  for (const [query, isSearched, isOfKind] of [
    ['', false, false],
    ['&suche=B-', true, false],
    ['&art=bot_started', false, true],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`/dashboard/wallet?ansicht=transaktionen${query}`);
    await expect(search).toBeVisible();
    await print(page);
    await expect(search).toBeVisible({ visible: isSearched });
    await expect(kind).toBeVisible({ visible: isOfKind });
  }
});

test('an amount is printed on the sheet of what it is, and a form without its result not at all', async ({
  regular: page,
}) => {
  await page.goto('/dashboard/bots/smartbot?ansicht=ruecktest');
  const lead = page.getByText(/^Aus 1\.000,00\sUSDT wurden$/).locator('xpath=../..');
  await expect(lead).toBeVisible();
  const form = page.getByRole('heading', { name: 'Rücktest', exact: true });
  await expect(page.getByRole('button', { name: 'Rücktest starten' })).toBeVisible();
  await print(page);
  expect(await lead.evaluate((element) => getComputedStyle(element).breakInside)).toBe('avoid');
  await expect(form).toBeHidden();
});
