// The page of the bots: what it offers, and what is left of it when something cannot be had.
import { expect, type Page } from '@playwright/test';
import { fund, startBot, stopBot } from './accounts.ts';
import { test } from './app-test.ts';
import { expectToast } from './people.ts';
import { fail, failRead, handleNext } from './routes.ts';

const UNREACHABLE = 'Ihr Guthaben ist gerade nicht erreichbar.';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('after the last bot no empty card is left, and the offer stands at the top', async ({
  newcomer: page,
  adminApi,
}) => {
  await fund(page.request, adminApi, '4999.00');
  const toStopped = page.getByRole('link', { name: 'Beendete Bots' });
  await page.goto('/dashboard/bots');
  await expect(page.getByText('Kein Bot aktiv', { exact: true })).toBeVisible();
  await expect(toStopped, 'leads to nothing yet').toHaveCount(0);
  const { id } = await startBot(page.request, '200.00');
  await stopBot(page.request, id);
  await page.goto('/dashboard/bots');
  await expect(page.getByText('Kein Bot aktiv · 1 beendet')).toBeVisible();
  await expect(toStopped).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('region')).toHaveText([/^Verfügbare Bots/]);
  await main.getByRole('button', { name: 'SmartBot starten' }).click();
  await expect(page.getByRole('dialog', { name: /^SmartBot starten/ })).toBeVisible();
});

for (const { width, reducedMotion } of [
  { width: 1280, reducedMotion: 'no-preference' },
  { width: 390, reducedMotion: 'reduce' },
] as const)
  test(`what was just started is led to, ${width} px`, async ({ funded: page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion });
    await page.goto('/dashboard/bots');
    const start = page.getByRole('article').getByRole('button', { name: 'SmartBot starten' });
    for (const amount of ['250', '150']) {
      await start.click();
      const dialog = page.getByRole('dialog', { name: /^SmartBot starten/ });
      await dialog.getByLabel('Betrag', { exact: true }).fill(amount);
      await dialog.getByRole('button', { name: `${amount},00 USDT investieren` }).click();
      await expect(dialog).toHaveCount(0);
      const row = page
        .getByRole('row')
        .filter({ hasText: `${amount},00` })
        .filter({ hasText: 'SmartBot' });
      await expect(row.getByRole('link', { name: /^SmartBot/ })).toBeFocused();
      await expect(row).toBeInViewport({ ratio: 1 });
    }
  });

test('on the page of a bot there is a way to what was just started', { tag: '@gate' }, async ({
  funded: page,
}) => {
  await page.goto('/dashboard/bots/smartbot');
  await page.getByRole('button', { name: 'SmartBot starten' }).click();
  const dialog = page.getByRole('dialog', { name: /^SmartBot starten/ });
  await dialog.getByLabel('Betrag', { exact: true }).fill('250');
  await dialog.getByRole('button', { name: '250,00 USDT investieren' }).click();
  await expect(dialog).toHaveCount(0);
  const way = page.getByRole('link', { name: /^Anlage B-\d+ ansehen$/ });
  await expect(way).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/investments\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SmartBot');
});

test('without the wallet the bots stand, a start says why it waits, and the amount is asked for again', async ({
  funded: page,
}) => {
  const { id } = await startBot(page.request, '200.00');
  const fault = await failRead(page, '/api/wallet');
  await page.goto('/dashboard/bots');
  await expectToast(page, 'Fehler', 'Wallet-Daten konnten nicht geladen werden');
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(1);
  await expect(heading(page)).toHaveText('KI-Bots');
  await expect(page.getByRole('table', { name: 'Aktive Bots' })).toContainText('SmartBot');
  await expect(page.getByText('Frei zum Anlegen: –')).toBeVisible();
  const start = page.getByRole('article').getByRole('button', { name: 'SmartBot starten' });
  await expect(start).toBeDisabled();
  await expect(start).toHaveAccessibleDescription(UNREACHABLE);

  // A stop does not need it.
  await page.getByRole('button', { name: /^Beenden/ }).click();
  const stop = page.getByRole('dialog', { name: /^SmartBot beenden/ });
  await expect(stop.getByRole('button', { name: /auszahlen und beenden$/ })).toBeEnabled();
  await stop.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(stop).toHaveCount(0);

  fault.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByText(/^Frei zum Anlegen: 800,00/)).toBeVisible();
  await expect(start).toBeEnabled();

  for (const [path, title] of [
    ['/dashboard/bots/smartbot', 'SmartBot'],
    [`/dashboard/investments/${id}`, 'SmartBot'],
  ] as const) {
    const again = await fail(page, '/api/wallet', 'GET');
    await page.goto(path);
    await expectToast(page, 'Fehler', 'Wallet-Daten konnten nicht geladen werden');
    await expect(heading(page), path).toHaveText(title);
    if (path.endsWith('smartbot')) {
      await expect(page.getByRole('button', { name: 'SmartBot starten' })).toHaveAccessibleDescription(
        UNREACHABLE,
      );
      again.heal();
      await page.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(page.getByRole('button', { name: 'SmartBot starten' })).toBeEnabled();
    } else await expect(page.getByRole('button', { name: 'SmartBot beenden' })).toBeEnabled();
    again.heal();
  }
});

test('without its lists the page keeps its title, and asks for them again', async ({ newcomer: page }) => {
  const fault = await failRead(page, '/api/bots');
  await page.goto('/dashboard/bots');
  await expect(page.getByRole('alert')).toContainText('Ihre Bots sind gerade nicht erreichbar');
  await expect(heading(page)).toHaveText('KI-Bots');
  fault.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByText('Kein Bot aktiv')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('while it loads the page shows the outlines of the cards, which nobody can press', async ({
  newcomer: page,
}) => {
  const held = Promise.withResolvers<void>();
  await handleNext(
    page,
    '/api/bots',
    async (route) => {
      await held.promise;
      await route.continue();
    },
    'GET',
  );
  await page.goto('/dashboard/bots');
  const waiting = page.locator('main [inert] article');
  await expect(waiting).toHaveCount(3);
  for (const card of await waiting.all()) await expect(card).toBeVisible();
  await expect(page.getByRole('button', { name: / starten$/ })).toHaveCount(0);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  held.resolve();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByText('Kein Bot aktiv')).toBeVisible();
  const after = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(Math.abs(after - height)).toBeLessThan(300);
});
