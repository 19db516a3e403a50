// The figures behind a curve: of each it is said when it was, and the table has room on a phone.
import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';

async function expectDistinct(page: Page, path: string) {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.getByText('Werte als Tabelle').first().click();
  const rows = page.locator('figure details[open] tbody th');
  await expect.poll(() => rows.count()).toBeGreaterThan(5);
  const labels = await rows.allTextContents();
  expect(new Set(labels).size, labels.join('\n')).toBe(labels.length);
  expect(labels.filter((label) => !/^\d\d\.\d\d\.\d{4}/.test(label))).toEqual([]);
  const box = page.locator('figure details[open] section').first();
  expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

for (const width of [1280, 390])
  test(`every value of a chart says when it was, at ${width} pixels`, async ({
    regular: page,
    regularApi,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const range of ['1t', '1w', '1m', 'max']) await expectDistinct(page, `/dashboard?zeitraum=${range}`);
    await expectDistinct(page, '/dashboard/bots/smartbot');
    const list = await (await regularApi.get('/api/bot-investments?status=active')).json();
    await expectDistinct(page, `/dashboard/investments/${list.items[0].id}`);
  });

test('what is pointed at on a phone is said in full, and moves nothing', async ({ regular: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/dashboard?zeitraum=1w', '/dashboard/bots/smartbot']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const figure = page.locator('figure').filter({ hasText: 'Werte als Tabelle' }).first();
    await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const before = await figure.boundingBox();
    if (!before) throw new Error('no chart');
    await page.mouse.move(before.x + before.width / 3, before.y + before.height / 4);
    const readout = figure.getByText(/^\d\d\.\d\d\.\d{4}(, \d\d:\d\d: |SmartBot )/).first();
    await expect(readout).toBeVisible();
    expect(await readout.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect((await figure.boundingBox())?.height).toBe(before.height);
  }
});
