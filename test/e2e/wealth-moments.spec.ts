// The dashboard's figures come in several answers. Whichever is late, no booking is ever shown as profit or loss.
import { expect, type Page } from '@playwright/test';
import { fund, startBot, stopBot } from './accounts.ts';
import { test } from './app-test.ts';
import { delay, fail, moveMarket } from './routes.ts';
import { readSum } from './wealth-sum.ts';

const HISTORY = '/api/wealth**';
const INVESTMENTS = '/api/bot-investments**';

/** More than any market moves the value of a bot with 400 USDT while a test looks at it. */
const LEAST_BOOKING = 100_00;

const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Kennzahlen' }).getByRole('link', { name: new RegExp(`^${name}`) });
const deposits = (page: Page) =>
  page
    .getByRole('table', { name: 'So setzt sich Ihr Vermögen zusammen' })
    .getByRole('row', { name: /Einzahlungen/ });

/** Beside the wealth, when it does not know of the newest bookings. */
const upToWhen = (page: Page) =>
  page.getByRole('region', { name: 'Vermögen' }).getByText(/^Vermögen, Buchungen bis \d\d:\d\d:\d\d\sUhr$/);

/** With 600 USDT in the wallet and 400 in a bot. */
async function openDashboard(page: Page): Promise<{ investmentId: string }> {
  const { id } = await startBot(page.request, '400.00');
  await page.goto('/dashboard');
  await readSum(page);
  await expect(figure(page, 'Gewinn gesamt')).toContainText('in 24 Stunden');
  return { investmentId: id };
}

/** From now on keeps every amount that was shown as earned or as moved by prices, in cents, for however short. */
async function watchEarned(page: Page): Promise<() => Promise<number[]>> {
  const watched = await page.getByRole('main').evaluateHandle((main) => {
    const EARNED = [
      /([+−]?[\d.]+,\d\d)\sUSDT seit \d/g,
      /([+−]?[\d.]+,\d\d)\sUSDT in 24 Stunden/g,
      /noch nicht aufgeteilt([+−]?[\d.]+,\d\d)/g,
    ];
    const shown = new Set<string>();
    const look = () => {
      // The column headings above an amount on narrow screens are no part of it.
      const text = main.textContent;
      for (const earned of EARNED)
        for (const [, amount] of text.matchAll(earned)) if (amount) shown.add(amount);
    };
    look();
    new MutationObserver(look).observe(main, { childList: true, characterData: true, subtree: true });
    return shown;
  });
  const read = () => watched.evaluate((shown) => [...shown]);
  expect((await read()).length).toBeGreaterThan(0);
  return async () => (await read()).map((text) => Number(text.replace('−', '-').replace(/[.,]/g, '')));
}

/** A few ticks long. */
const LATE_MS = 2_500;

async function expectOnlyPrices(earned: () => Promise<number[]>): Promise<void> {
  expect((await earned()).filter((cents) => Math.abs(cents) >= LEAST_BOOKING)).toEqual([]);
}

test('a deposit is never shown as earned, however late the history answers', async ({
  funded: page,
  adminApi,
}) => {
  await openDashboard(page);
  const earned = await watchEarned(page);
  const late = await delay(page, HISTORY);
  await fund(page.request, adminApi, '1000.00');
  await expect(figure(page, 'Wallet')).toContainText('1.600,00');
  await page.waitForTimeout(LATE_MS);
  const { lines, total, wealth } = await readSum(page);
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total);
  expect(total).toBe(wealth);
  await expectOnlyPrices(earned);
  await expect(upToWhen(page)).toBeVisible();

  late.heal();
  await expect(deposits(page)).toContainText('+2.000,00');
  await expect(upToWhen(page)).toHaveCount(0);
  await page.waitForTimeout(LATE_MS);
  await expectOnlyPrices(earned);
});

test('a stop is never shown as earned, however late the list of investments answers', async ({
  funded: page,
}) => {
  const { investmentId } = await openDashboard(page);
  const earned = await watchEarned(page);
  const late = await delay(page, INVESTMENTS);
  await stopBot(page.request, investmentId);
  // The wallet has its money back while the list still names the bot.
  await expect(figure(page, 'Wallet')).toContainText(/^Wallet\D*(9\d\d|1\.0\d\d),\d\d/);
  await expect(figure(page, 'Aktive Bots')).toContainText('angelegt');
  await page.waitForTimeout(LATE_MS);
  await expectOnlyPrices(earned);

  late.heal();
  await expect(figure(page, 'Aktive Bots')).toContainText('Im Moment läuft kein Bot');
  await expectOnlyPrices(earned);
});

test('the wallet counts no money twice after a stop, however late the list of investments answers', async ({
  funded: page,
}) => {
  const { id } = await startBot(page.request, '400.00');
  await page.goto('/dashboard/wallet');
  const sheet = page.getByRole('table', { name: 'Vermögen' });
  await expect(sheet.getByRole('row', { name: /^In Bots/ })).toContainText(/(399|400),\d\d/);
  const late = await delay(page, INVESTMENTS);
  await stopBot(page.request, id);
  await expect(sheet.getByRole('row', { name: /^Wallet/ })).toContainText(/(999|1\.000),\d\d/);
  await page.waitForTimeout(LATE_MS);
  await expect(sheet.getByRole('row', { name: /^Gesamt/ })).toContainText(/(999|1\.000),\d\d/);
  late.heal();
  await expect(sheet.getByRole('row', { name: /^In Bots/ })).toContainText(/\D0,00/);
});

test('a history that cannot be had says up to when it counts, goes on with the prices and comes back', async ({
  funded: page,
  adminApi,
}) => {
  const market = await moveMarket(page);
  await openDashboard(page);
  const earned = await watchEarned(page);
  await expect(upToWhen(page)).toHaveCount(0);
  const fault = await fail(page, HISTORY, 'GET');
  await fund(page.request, adminApi, '1000.00');
  await expect(figure(page, 'Wallet')).toContainText('1.600,00');
  await expect(upToWhen(page)).toBeVisible();
  // Of which 24 hours it would be is not known any more.
  await expect(figure(page, 'Gewinn gesamt')).not.toContainText('in 24 Stunden');
  market.gain = 1.1;
  await expect.poll(async () => (await readSum(page)).wealth).toBeGreaterThan(1_030_00);
  const { lines, total, wealth } = await readSum(page);
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total);
  expect(total).toBe(wealth);
  await expectOnlyPrices(earned);

  fault.heal();
  await fund(page.request, adminApi, '500.00');
  await expect(deposits(page)).toContainText('+2.500,00');
  await expect(figure(page, 'Gewinn gesamt')).toContainText('in 24 Stunden');
  await expect(upToWhen(page)).toHaveCount(0);
  await expectOnlyPrices(earned);
});

test('before the first answer nothing is said of what was earned', async ({ funded: page }) => {
  await startBot(page.request, '400.00');
  const late = await delay(page, HISTORY);
  await page.goto('/dashboard');
  const sheet = page.getByRole('region', { name: 'Vermögen' });
  await expect(sheet.getByRole('link', { name: /Wallet öffnen$/ })).toContainText(/^(999|1\.000),\d\d/);
  await expect(figure(page, 'Wallet')).toContainText('600,00');
  await expect(page.getByRole('main')).not.toContainText(/USDT (seit|in 24 Stunden)/);
  late.heal();
  await expect(figure(page, 'Gewinn gesamt')).toContainText('in 24 Stunden');
  const { total, wealth } = await readSum(page);
  expect(total).toBe(wealth);
});
