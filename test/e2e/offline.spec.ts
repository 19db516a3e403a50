// A money command without a network is over when it has failed. Nothing is carried out later by itself.
import { expect, type Page } from '@playwright/test';
import { readWallet } from './accounts.ts';
import { test } from './app-test.ts';

const live = (page: Page) => page.getByRole('banner').getByRole('status').filter({ hasText: 'Live' });

async function backOnline(page: Page) {
  await page.context().setOffline(false);
  await expect(live(page)).toBeVisible({ timeout: 30_000 });
}

test('a bot that could not be started without a network is not started by itself when it is back', async ({
  funded: page,
}) => {
  await page.goto('/dashboard/bots');
  await page.getByRole('button', { name: 'SmartBot starten' }).first().click();
  const dialog = page.getByRole('dialog', { name: /SmartBot starten/ });
  await dialog.getByLabel('Betrag', { exact: true }).fill('250');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: '250,00 USDT investieren' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Bot konnte nicht gestartet werden' }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toBeHidden();
  await backOnline(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await readWallet(page.request)).toMatchObject({ available: '1000.00' });
  await expect(page.getByText('250,00 USDT investieren')).toHaveCount(0);
});

test('a deposit says at once that there is no network, and can be made when it is back', async ({
  newcomer: page,
}) => {
  await page.goto('/dashboard/deposits');
  await page.getByLabel('Betrag', { exact: true }).fill('40');
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(page.getByRole('button', { name: 'Adresse kopieren' })).toBeVisible();
  await page.context().setOffline(true);
  const deposit = page.getByRole('button', { name: '40,00 USD einzahlen' });
  await deposit.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Einzahlung konnte nicht erstellt werden' }).first(),
  ).toBeVisible();
  await backOnline(page);
  await deposit.click();
  await expect(page.getByRole('status').filter({ hasText: 'Einzahlung erstellt' })).toBeVisible();
  const { total } = await (await page.request.get('/api/deposits')).json();
  expect(total).toBe(1);
});
