// The market pages and the landing page's prices: every symbol of the specification, live, with source and age.
import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';
import { loggedBy, loseConnection, withoutLive } from './routes.ts';

const PAGES: Record<string, { title: string; symbols: string[] }> = {
  krypto: { title: 'Kryptowährungen', symbols: ['BTC/USD', 'ETH/USD', 'XRP/USD', 'LTC/USD', 'ADA/USD'] },
  forex: { title: 'Devisen', symbols: ['EUR/USD', 'GBP/USD', 'USD/JPY', 'AUD/USD', 'USD/CAD'] },
  indizes: { title: 'Aktienindizes', symbols: ['SPX500', 'DAX40', 'NASDAQ100', 'FTSE100', 'Nikkei225'] },
  rohstoffe: { title: 'Rohstoffe', symbols: ['GOLD', 'SILVER', 'WTI', 'BRENT', 'COPPER'] },
};

/** With two decimals, as nearly all have them. */
const PRICE = /^[\d.]+,\d{2}$/;

const rowOf = (page: Page, symbol: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: symbol }) });

for (const [slug, { title, symbols }] of Object.entries(PAGES)) {
  test(`/markets/${slug} shows five markets with price, change, age and source`, async ({ page }) => {
    await page.goto(`/markets/${slug}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    for (const symbol of symbols) {
      const row = rowOf(page, symbol);
      await expect(row).toContainText(/\d,\d{2,4}/);
      await expect(row).toContainText('simuliert');
      await expect(row).toContainText(/\d{2}:\d{2}/);
    }
    await expect(page.getByRole('row')).toHaveCount(6);
  });
}

test('the change of 24 hours stands with its sign and direction', async ({ page }) => {
  await withoutLive(page);
  const changes = [0.012345, -0.0456, 0];
  await page.route('**/api/market-prices*', async (route) => {
    const response = await route.fetch();
    const prices = [...(await response.json())];
    const told = prices.map((price, index) => ({ ...price, change24h: changes[index] ?? null }));
    await route.fulfill({ response, json: told });
  });
  await page.goto('/markets/krypto');
  const change = (symbol: string) => rowOf(page, symbol).getByRole('cell').nth(1);
  await expect(change('BTC/USD')).toHaveText(/^\+1,23\s%$/);
  await expect(change('BTC/USD').getByRole('img')).toHaveAccessibleName('gestiegen');
  await expect(change('ETH/USD')).toHaveText(/^−4,56\s%$/);
  await expect(change('ETH/USD').getByRole('img')).toHaveAccessibleName('gefallen');
  await expect(change('XRP/USD')).toHaveText(/^0,00\s%$/);
  // Not known yet.
  await expect(change('LTC/USD')).toHaveText('');
});

test('the decimals of prices are those of the specification', async ({ page }) => {
  await page.goto('/markets/forex');
  await expect(rowOf(page, 'EUR/USD')).toContainText(/\d,\d{4}USD/);
  await expect(rowOf(page, 'USD/JPY')).toContainText(/\d,\d{2}JPY/);
});

test('/markets leads to the cryptocurrencies, and an unknown category does not exist', async ({ page }) => {
  await page.goto('/markets');
  await expect(page.getByRole('heading', { level: 1, name: 'Kryptowährungen' })).toBeVisible();
  const answer = await page.goto('/markets/aktien');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Seite nicht gefunden – Botdepot');
});

test('a price changes while one looks at it, by the live connection alone', async ({ page }) => {
  await loseConnection(page, '/api/market-prices*', 'GET');
  await page.goto('/markets/krypto');
  const price = rowOf(page, 'BTC/USD').locator('.num').first();
  await expect(price).toHaveText(PRICE);
  const before = await price.innerText();
  await expect(price).not.toHaveText(before, { timeout: 30_000 });
  await expect(price).toHaveText(PRICE);
});

test('candles open on demand, for several periods, and as a table', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/markets/rohstoffe');
  const gold = page.getByRole('button', { name: 'GOLD' });
  await expect(page.locator('canvas')).toHaveCount(0);
  await gold.click();
  await expect(gold).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.locator('figcaption')).toContainText(/^GOLD\. Vom .+ höchster Kurs/);
  for (const period of ['1T', '1W', '1J']) await page.getByText(period, { exact: true }).click();
  await expect(page.getByText('ein Jahr, eine Kerze je Tag')).toBeVisible();
  await page.getByRole('button', { name: 'Als Tabelle anzeigen' }).click();
  const table = page.getByRole('region', { name: 'Kerzen als Tabelle' });
  await expect(table.getByRole('row').nth(1)).toContainText(/\d{2}\.\d{2}\.\d{4}/);
  await gold.click();
  await expect(table).toBeHidden();
});

test('an open market leaves the columns where they were, on a phone and on a tablet as well', async ({
  page,
}) => {
  await page.goto('/markets/krypto');
  const headers = page.getByRole('columnheader');
  const places = () =>
    headers.evaluateAll((cells) =>
      cells.map((cell) => [cell.textContent, cell.getBoundingClientRect().toJSON()]),
    );
  for (const width of [390, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const market = page.getByRole('button', { name: 'ETH/USD' });
    const closed = await places();
    await market.click();
    await expect(page.locator('canvas').first()).toBeVisible();
    expect(await places()).toEqual(closed);
    await market.click();
    await expect(page.locator('canvas')).toHaveCount(0);
  }
});

test('prices that cannot be loaded are said in their place, without a toast, and asked for again', async ({
  page,
}) => {
  const logged = loggedBy(page);
  await page.routeWebSocket('**', (socket) => socket.close());
  const lost = await loseConnection(page, '/api/market-prices*', 'GET');
  await page.goto('/');
  await expect(page.getByText('Die Kurse sind gerade nicht abrufbar.')).toBeVisible();
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  expect(logged.length).toBeGreaterThan(0);
  lost.heal();
  await expect(page.getByText('Die Kurse sind gerade nicht abrufbar.')).toHaveCount(0, {
    timeout: 30_000,
  });
  const prices = page.getByRole('region', { name: 'Kurse von heute' }).getByRole('listitem');
  await expect(prices.first()).toContainText(/\d,\d/);
});

test('candles that cannot be had are said, and asked for again', { tag: '@gate' }, async ({ page }) => {
  const lost = await loseConnection(page, '/api/candles?*', 'GET');
  await page.goto('/markets/indizes');
  await page.getByRole('button', { name: 'SPX500' }).click();
  await expect(page.getByText('Die Kerzen sind gerade nicht abrufbar.')).toBeVisible();
  lost.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.locator('figcaption')).toContainText('SPX500');
});

test('the landing page shows four prices of now, and none is in the page itself', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/')).text();
  expect(html).toContain('Kurse von heute');
  const strip = html.slice(html.indexOf('Kurse von heute'));
  expect(strip.slice(0, strip.indexOf('</section>'))).not.toMatch(/\d,\d/);
  await page.goto('/');
  const prices = page.getByRole('region', { name: 'Kurse von heute' }).getByRole('listitem');
  await expect(prices).toHaveCount(4);
  for (const [index, [symbol, price]] of [
    ['BTC/USD', PRICE],
    ['EUR/USD', /^\d,\d{4}$/],
    ['GOLD', PRICE],
    ['SPX500', PRICE],
  ].entries()) {
    await expect(prices.nth(index)).toContainText(symbol ?? '');
    await expect(prices.nth(index).locator('.num').filter({ hasNotText: '%' })).toHaveText(price ?? '');
  }
});

test('an open chart asks again when a candle has closed', { tag: '@gate' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/markets/krypto');
  await page.getByRole('button', { name: 'BTC/USD' }).click();
  await page.getByText('1S', { exact: true }).click();
  await expect(page.getByText('eine Stunde, eine Kerze je Minute')).toBeVisible();
  await expect(page.locator('figcaption')).toContainText('BTC/USD');
  const asked = page.waitForRequest(/\/api\/candles\?.*interval=1m/);
  await page.clock.fastForward(70_000);
  await asked;
});
