// What happens to the same money in another tab or at another device meanwhile.
import { expect } from '@playwright/test';
import { createWithdrawal, fund, readWallet, startBot, stopBot } from './accounts.ts';
import { test } from './app-test.ts';
import { withoutLive } from './routes.ts';

test('an investment that was ended elsewhere is not ended twice, and it is said why', {
  tag: '@gate',
}, async ({ funded: page }) => {
  const { id } = await startBot(page.request, '500.00');
  await withoutLive(page);
  await page.goto('/dashboard/bots');
  await page.getByRole('button', { name: /^Beenden/ }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: /auszahlen und beenden$/ });
  await expect(confirm).toBeEnabled();
  // The page does not hear of it, however slow the machine is: the server refuses.
  const refused = Promise.withResolvers<void>();
  await page.route(/\/api\/bot-investments/, async (route) => {
    if (route.request().method() === 'GET') await refused.promise;
    await route.continue();
  });
  await stopBot(page.request, id);
  const { available } = await readWallet(page.request);
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await confirm.click();
  expect((await (await answered).json()).code).toBe('INVESTMENT_STOPPED');
  refused.resolve();
  await expect(dialog.getByText('Diese Anlage ist schon beendet')).toBeVisible();
  await expect(confirm).toHaveCount(0);
  expect(await readWallet(page.request)).toMatchObject({ available, activeBots: 0 });
  // The small cross has the same name.
  await dialog.getByRole('button', { name: 'Schließen' }).last().click();
  await expect(page.getByText('Kein Bot aktiv')).toBeVisible();
});

test('money that went elsewhere meanwhile is not invested a second time', { tag: '@gate' }, async ({
  newcomer: page,
  adminApi,
}) => {
  await fund(page.request, adminApi, '1000.00');
  await withoutLive(page);
  await page.goto('/dashboard/bots');
  await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Betrag', { exact: true });
  await field.fill('800');
  await startBot(page.request, '500.00');
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await dialog.getByRole('button', { name: /^800,00\sUSDT investieren$/ }).click();
  // The specification's words are the API's; the page says it in German, at the field.
  expect((await (await answered).json()).message).toBe(
    'Insufficient wallet balance. Available: 500.00, Required: 800.00',
  );
  await expect(field).toHaveValue('800');
  await expect(field).toHaveAccessibleDescription(/500,00/);
  await expect(dialog.getByRole('button', { name: /nvestieren$/ })).toBeDisabled();
  expect(await readWallet(page.request)).toMatchObject({ available: '500.00', activeBots: 1 });
});

test('a bot whose amount was chosen by a chip says when the money went elsewhere meanwhile', async ({
  funded: page,
}) => {
  await page.goto('/dashboard/bots');
  await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'alles' }).click();
  await expect(dialog.getByRole('button', { name: /^1\.000,00\sUSDT investieren$/ })).toBeEnabled();
  await createWithdrawal(page.request, '800.00');
  await expect(dialog.getByLabel('Betrag', { exact: true })).toHaveAccessibleDescription(
    /^Ihr Guthaben reicht nicht mehr: verfügbar sind jetzt 200,00\sUSDT\./,
  );
  await expect(dialog.getByRole('button', { name: /nvestieren$/ })).toBeDisabled();
  const wallet = dialog.getByRole('table', { name: 'Ihr Wallet vorher und nachher' });
  await expect(wallet.getByRole('row', { name: 'Verfügbar danach 200,00' })).toBeVisible();
});
