// What `app-test.ts` promises to every journey.
import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';

/** Opens a page whose handler reads an answer only when the page has been closed. */
async function askTooLate(page: Page) {
  const asked = new Promise<void>((resolve) => {
    page.route('**/api/wallet', async (route) => {
      const response = await route.fetch();
      const closed = page.waitForEvent('close', { timeout: 0 });
      resolve();
      await closed;
      await route.fulfill({ response, json: await response.json() });
    });
  });
  await page.goto('/dashboard/wallet');
  await asked;
}

test('a page that still asks when its test ends fails nobody', async ({ newcomer, browser }) => {
  await askTooLate(newcomer);
  const elsewhere = await browser.newContext({ storageState: await newcomer.context().storageState() });
  await askTooLate(await elsewhere.newPage());
  expect(browser.contexts()).toContain(elsewhere);
});

test('nor does one of the people who are shared', async ({ regular, admin }) => {
  await askTooLate(regular);
  await askTooLate(admin);
});
