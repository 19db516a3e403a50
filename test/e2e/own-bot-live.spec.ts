// A tested rule with play money on it: what is put aside, what begins, and how one gets it back.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { buildOwnBot, fund, readWallet, signUp, testOwnBot } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { expectToast } from './people.ts';
import { handleNext } from './routes.ts';

/** A rule with a result and a certificate, whose owner has 500 USDT. */
async function tested(page: Page, adminApi: APIRequestContext): Promise<string> {
  await signUp(page.request);
  await fund(page.request, adminApi, '500.00');
  return testOwnBot(page.request);
}

const available = async (page: Page): Promise<string> => (await readWallet(page.request)).available;

async function start(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Betrag').fill(amount);
  await page.getByRole('button', { name: 'Mit Spielgeld starten' }).click();
  const review = page.getByRole('dialog', { name: /starten\?$/ });
  await expect(review.getByRole('row', { name: /^Verfügbar danach/ }).getByRole('cell')).toHaveText(/400,00/);
  await expect(review.getByText('Was danach geschieht')).toBeVisible();
  await page.getByRole('button', { name: `${amount},00 USDT einsetzen` }).click();
  await expect(page.getByText(/^Start beauftragt: /)).toBeVisible();
}

for (const width of [1280, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('a start puts the money aside, and taking it back returns it', {
      tag: width === 390 ? '@gate' : [],
    }, async ({ page, adminApi }) => {
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
      // Money is in it: what would only be refused is not offered.
      await page.goto(`/dashboard/bots/eigene/${id}`);
      await page.getByRole('button', { name: 'Löschen' }).click();
      const dialog = page.getByRole('dialog', { name: /löschen\?$/ });
      await expect(dialog.getByText(/Nehmen Sie zuerst den Auftrag zurück/)).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Endgültig löschen' })).toHaveCount(0);
      await dialog.getByRole('link', { name: 'Zu „Live“' }).click();
      await page.getByRole('button', { name: 'Auftrag zurücknehmen' }).click();
      await expect(page.getByRole('button', { name: 'Mit Spielgeld starten' })).toBeVisible();
      expect(await available(page)).toBe('500.00');
      await expect(page.getByRole('row', { name: /Start.*zurückgenommen/ })).toBeVisible();
    });
  });
}

test('a start that is refused says why once: at the amount, or in a toast where it is about something else', async ({
  page,
  adminApi,
}) => {
  const id = await tested(page, adminApi);
  await page.goto(`/dashboard/bots/eigene/${id}/live`);
  const refuse = (code: string, data: object) =>
    handleNext(page, '/api/own-bots/*/start', (route) =>
      route.fulfill({ status: 409, json: { defined: true, code, status: 409, message: 'Refused', data } }),
    );
  const field = page.getByLabel('Betrag');
  await field.fill('100');
  const submit = page.getByRole('button', { name: '100,00 USDT einsetzen' });
  await refuse('OWN_BOTS_FULL', {});
  await page.getByRole('button', { name: 'Mit Spielgeld starten' }).click();
  await submit.click();
  await expectToast(page, 'Nicht gestartet', 'Gerade laufen hier so viele eigene Bots, wie möglich sind.');
  await expect(field).not.toHaveAttribute('aria-invalid');

  const kind = 'in eigenen Bots, höchstens 50,00 USDT sind möglich';
  await refuse('OWN_BOT_LIMIT', { limit: '20,00 USDT', kind });
  await submit.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(page.getByText(`Sie haben schon 20,00 USDT ${kind}.`)).toHaveCount(1);
  await expect(page.getByText('Nicht gestartet')).toHaveCount(0);
  await field.fill('40');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field).not.toHaveAttribute('aria-invalid');
});

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
  const review = page.getByRole('dialog', { name: /beenden\?$/ });
  await expect(review.getByRole('row', { name: /^Eingesetzt/ }).getByRole('cell')).toHaveText(/100,00/);
  await expect(review.getByRole('row', { name: /^Wert/ })).toBeVisible();
  await page.getByRole('button', { name: 'Ende beauftragen' }).click();
  await expect(page.getByText('Ende beauftragt', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Was er ausgezahlt hat')).toBeVisible({ timeout: 240_000 });
  // It may have bought meanwhile; what was paid is what the page says.
  const paid = await page
    .getByRole('row', { name: /^Ausgezahlt/ })
    .getByRole('cell')
    .innerText();
  expect(Number(await available(page))).toBeCloseTo(400 + Number(paid.replace(',', '.')), 2);
  // What it did is sealed within a minute, and its owner can take it away.
  const record = page.getByRole('link', { name: 'Versiegeltes Protokoll laden' });
  await expect(record).toBeVisible({ timeout: 150_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), record.click()]);
  expect(download.suggestedFilename()).toMatch(/^botdepot-own-bot-\d+-\d+\.ndjson\.gz$/);
  const lines = gunzipSync(await readFile(await download.path()))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  expect(JSON.parse(lines[1] ?? '')[1]).toMatchObject({ kind: 'open', series: 1 });
  await checkAll(page, [
    {
      name: 'a bot that has ended, with its record',
      open: async (on) => {
        await on.goto(`/dashboard/bots/eigene/${id}/live`);
        await expect(on.getByRole('link', { name: 'Versiegeltes Protokoll laden' })).toBeVisible();
      },
    },
  ]);
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

test('the demo has a bot that has traded for twenty days, and a draft that was tried twelve times @gate', async ({
  regular: page,
}) => {
  const { items } = await (await page.request.get('/api/own-bots')).json();
  const [draft, live] = ['Ausbruch mit Stopp', 'Trend auf Stunden'].map((wanted) =>
    items.find(({ name }: { name: string }) => name === wanted),
  );
  const ran = Date.parse(live.run.at) - Date.parse(live.run.startedAt);
  expect(ran).toBeGreaterThan(19 * 24 * 3_600_000);
  await page.goto('/dashboard/bots/eigene');
  // What it is worth, and what that is more or less than was put in.
  const row = page.getByRole('listitem').filter({ hasText: 'Trend auf Stunden' });
  const figures = (await row.innerText()).match(/[+−]?[\d.]+,\d\d/g) ?? [];
  const [worth = 0, change = 0] = figures.map((text) =>
    Number(text.replaceAll('.', '').replace('−', '-').replace(',', '.')),
  );
  expect(worth - change).toBeCloseTo(Number(live.run.amountUsd), 2);
  await page.getByRole('link', { name: 'Trend auf Stunden' }).click();
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await expect(page.getByText('Die ersten Tage sind ein Demo-Vorlauf auf Stundenkursen.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Wert vom .* größter Rückgang/ })).toBeVisible();
  // Each fill says why, and what it made of the money.
  await page
    .getByRole('button', { name: /^Warum: / })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /^Warum (ge|ver)kauft$/ })).toBeVisible({ timeout: 60_000 });
  const money = page.getByRole('region', { name: 'Was es für Ihr Geld hieß' });
  await expect(money.getByText('Handelskosten')).toBeVisible();
  await expect(money.getByText(/versiegelt/)).toBeVisible();
  await page.goto(`/dashboard/bots/eigene/${draft.id}/ergebnis`);
  await expect(page.getByText(/12 Versuche/).first()).toBeVisible();
});
