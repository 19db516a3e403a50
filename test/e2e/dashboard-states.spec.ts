// The dashboard as a new browser shows it, with few figures.
import { expect } from '@playwright/test';
import { startBot, stopBot } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { delay } from './routes.ts';

test.use({ allFigures: false });

test('the page follows the state by itself: without money, with money and no bot, with one, and after it', async ({
  newcomer: page,
  adminApi,
}) => {
  const main = page.getByRole('main');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Zuerst brauchen Sie Spielgeld' })).toBeVisible();
  // One card, one button.
  const card = page.getByRole('region', { name: 'Erster Schritt' });
  await expect(card.getByRole('link')).toHaveText(['Spielgeld einzahlen']);
  await expect(main.getByRole('region')).toHaveCount(1);
  await expect(main.getByRole('button')).toHaveCount(0);
  const { email } = await (await page.request.get('/api/profile')).json();
  const answer = await adminApi.post('/api/admin/wallet-corrections', {
    data: { email, direction: 'credit', amountUsd: '300.00', reason: 'Kulanz' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Ihr Spielgeld ist da' })).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: /^(Smart|Turbo|News)Bot/ })).toHaveCount(3);
  await expect(main.getByRole('button', { name: 'SmartBot starten' })).toBeVisible();
  const { id } = await startBot(page.request, '200.00');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByText(/^Ihr SmartBot liegt /)).toBeVisible();
  await stopBot(page.request, id);
  await expect(page.getByText(/^Im Moment läuft kein Bot\. /)).toBeVisible();
});

test('few figures at first; all of them are one press away, on every page, and stay', async ({
  regular: page,
}) => {
  const sum = page.getByRole('table', { name: 'So setzt sich Ihr Vermögen zusammen' });
  await page.goto('/dashboard');
  await expect(page.getByText(/^Ihre? .*Bots? (liegt|liegen zusammen) .* im (Plus|Minus)\. /)).toBeVisible();
  await expect(page.getByText(/^Rendite, größter Rückgang −/)).toBeVisible();
  await expect(sum).toHaveCount(0);
  await page.getByRole('button', { name: 'Alle Zahlen zeigen' }).click();
  await expect(sum).toBeVisible();
  await page.reload();
  await expect(sum).toBeVisible();
  await page.getByRole('button', { name: 'Weniger Zahlen' }).click();
  await expect(sum).toHaveCount(0);
});

test('the profit in total opens what it is made of, also while the page shows few figures', {
  tag: '@gate',
}, async ({ regular: page }) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Gewinn gesamt/ }).click();
  const drawer = page.getByRole('dialog', { name: /^Gewinn gesamt/ });
  await expect(drawer.getByRole('row', { name: /Handelskosten/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
});

test('while another period is on its way the sum keeps the name of the one it shows', async ({
  regular: page,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Alle Zahlen zeigen' }).click();
  const sum = page.getByRole('table', { name: 'So setzt sich Ihr Vermögen zusammen' });
  await expect(sum).toContainText('Seit Beginn');
  const answers = await delay(page, '/api/wealth?*');
  // The last day has been asked for already, with all figures.
  await page.getByRole('radio', { name: '1W' }).press(' ');
  await expect(page).toHaveURL(/zeitraum=1w/);
  await expect(sum).toContainText('Seit Beginn');
  answers.heal();
  await expect(sum).toContainText('In 7 Tagen');
  await page.getByRole('button', { name: 'Weniger Zahlen' }).click();
});

test('few figures, and money without a bot, are accessible', async ({ regular, funded }) => {
  test.setTimeout(120_000);
  const open = (page: typeof regular, seen: string) => ({
    name: seen,
    async open() {
      await page.goto('/dashboard');
      await expect(page.getByText(seen)).toBeVisible();
    },
  });
  await checkAll(regular, [open(regular, 'Alle Zahlen zeigen')]);
  await checkAll(funded, [open(funded, 'Ihr Spielgeld ist da')]);
});
