// A tested rule with play money on it: what is put aside, what begins, and how one gets it back.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { buildOwnBot, fund, readWallet, signUp, testOwnBot } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';

/** A rule with a result and a certificate, whose owner has 500 USDT. */
async function tested(page: Page, adminApi: APIRequestContext): Promise<string> {
  await signUp(page.request);
  await fund(page.request, adminApi, '500.00');
  const id = await buildOwnBot(page.request);
  await testOwnBot(page.request, id);
  return id;
}

const available = async (page: Page): Promise<string> => (await readWallet(page.request)).available;

async function start(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Betrag').fill(amount);
  await page.getByRole('button', { name: 'Mit Spielgeld starten' }).click();
  await page.getByRole('button', { name: `${amount},00 USDT einsetzen` }).click();
  await expect(page.getByText(/^Start beauftragt: /)).toBeVisible();
}

for (const width of [1280, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('a start puts the money aside, and taking it back returns it @gate', async ({ page, adminApi }) => {
      test.setTimeout(240_000);
      await signUp(page.request);
      const draft = await buildOwnBot(page.request);
      await page.goto(`/dashboard/bots/eigene/${draft}/live`);
      await expect(page.getByText('Noch nicht startbar')).toBeVisible();

      const id = await tested(page, adminApi);
      await page.goto(`/dashboard/bots/eigene/${id}/live`);
      await page.getByLabel('Betrag').fill('501');
      await expect(page.getByRole('button', { name: 'Mit Spielgeld starten' })).toBeDisabled();
      await start(page, '100');
      expect(await available(page)).toBe('400.00');
      // The wallet says where the rest is, and its sum closes.
      await page.goto('/dashboard/wallet');
      await expect(page.getByRole('row', { name: /^In Auftrag/ }).getByRole('cell')).toHaveText(/100,00/);
      await expect(page.getByRole('row', { name: /^Gesamt/ }).getByRole('cell')).toHaveText(/500,00/);
      await page.goBack();
      await page.getByRole('button', { name: 'Auftrag zurücknehmen' }).click();
      await expect(page.getByRole('button', { name: 'Mit Spielgeld starten' })).toBeVisible();
      expect(await available(page)).toBe('500.00');
      await expect(page.getByRole('row', { name: /Start.*zurückgenommen/ })).toBeVisible();
    });
  });
}

test('a bot begins with the next minute, is worth something, and pays at the next price', async ({
  page,
  adminApi,
}) => {
  test.setTimeout(600_000);
  const id = await tested(page, adminApi);
  await page.goto(`/dashboard/bots/eigene/${id}/live`);
  await start(page, '100');
  await expect(page.getByText('Was er wert ist')).toBeVisible({ timeout: 180_000 });
  await expect(page.getByRole('row', { name: /^Eingesetzt/ }).getByRole('cell')).toHaveText(/100,00/);
  expect(await available(page)).toBe('400.00');
  await page.goto('/dashboard/bots/eigene');
  await expect(page.getByText('Läuft')).toBeVisible();
  await page.goto(`/dashboard/bots/eigene/${id}/live`);
  await page.getByRole('button', { name: 'Bot beenden' }).click();
  await page.getByRole('button', { name: 'Ende beauftragen' }).click();
  await expect(page.getByText('Ende beauftragt', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Was er ausgezahlt hat')).toBeVisible({ timeout: 240_000 });
  // It may have bought meanwhile; what was paid is what the page says.
  const paid = await page
    .getByRole('row', { name: /^Ausgezahlt/ })
    .getByRole('cell')
    .innerText();
  expect(Number(await available(page))).toBeCloseTo(400 + Number(paid.replace(',', '.')), 2);
});

test('everybody can read a bot that is about to begin', async ({ page, adminApi }) => {
  test.setTimeout(300_000);
  const id = await tested(page, adminApi);
  await checkAll(page, [
    {
      name: 'a bot that can be started',
      open: async (on) => {
        await on.goto(`/dashboard/bots/eigene/${id}/live`);
        await expect(on.getByRole('button', { name: 'Mit Spielgeld starten' })).toBeVisible();
      },
    },
  ]);
});
