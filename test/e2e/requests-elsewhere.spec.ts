// A withdrawal that is being reviewed or taken back, while its money or its decision moves in another tab.
import { expect, type Page } from '@playwright/test';
import { createWithdrawal, readWallet, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { expectToast } from './people.ts';
import { loseNextAnswer } from './routes.ts';

const amount = (page: Page) => page.getByLabel('Betrag', { exact: true });
const confirm = (page: Page) => page.getByRole('button', { name: /auszahlen$/ });
const wallet = (page: Page) => page.getByRole('table', { name: 'Ihr Wallet vorher und nachher' });
const uncovered = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Ihr Guthaben reicht nicht mehr' });

async function review(page: Page, text: string) {
  await page.goto('/dashboard/withdrawals');
  await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
  await amount(page).fill(text);
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(confirm(page)).toBeEnabled();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

for (const { where, spend } of [
  { where: 'another withdrawal', spend: (page: Page) => createWithdrawal(page.request, '943.00') },
  { where: 'a bot', spend: (page: Page) => startBot(page.request, '943.00') },
])
  test(`a review whose money went into ${where} says so, and leads back to its amount`, async ({
    funded: page,
  }) => {
    await review(page, '150');
    await spend(page);
    await expect(uncovered(page)).toContainText(/Verfügbar sind jetzt 57,00\sUSDT/);
    await expect(confirm(page)).toBeDisabled();
    await expect(wallet(page)).toHaveCount(0);
    await uncovered(page).getByRole('button', { name: 'Betrag ändern' }).click();
    await expect(amount(page)).toHaveValue('150');
    await expect(amount(page)).toBeFocused();
    await expect(amount(page)).toHaveAccessibleDescription(/Nicht genügend Guthaben/);
    await amount(page).fill('57');
    await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
    await confirm(page).click();
    await expectToast(page, 'Auszahlung beantragt');
    expect(await readWallet(page.request)).toMatchObject({ available: '0.00' });
  });

test('a review is covered again once the money is back', async ({ funded: page }) => {
  await review(page, '150');
  const { id } = await createWithdrawal(page.request, '900.00');
  await expect(confirm(page)).toBeDisabled();
  await page.request.post(`/api/withdrawals/${id}/cancel`, {
    data: {},
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await expect(confirm(page)).toBeEnabled();
  await expect(uncovered(page)).toHaveCount(0);
  await expect(wallet(page)).toContainText('850,00');
});

test('what a withdrawal has reserved itself is not missing for it when its answer was lost', async ({
  funded: page,
}) => {
  await review(page, '600');
  await loseNextAnswer(page, '/api/withdrawals');
  await confirm(page).click();
  await expectToast(page, 'Fehler');
  // The page knows by now that it was booked.
  await expect(page.getByText(/^400,00\sUSDT verfügbar$/)).toBeVisible();
  await expect(wallet(page).getByRole('row', { name: /^Verfügbar/ })).toContainText(/1\.000,00\s*400,00/);
  await expect(uncovered(page)).toHaveCount(0);
  await confirm(page).click();
  await expect(page.getByRole('button', { name: 'Weitere Auszahlung' })).toBeVisible();
  expect(await readWallet(page.request)).toMatchObject({ available: '400.00', pendingWithdrawals: 1 });
});

test('a withdrawal that was decided while one is asked to take it back shows no reserve below zero', {
  tag: '@gate',
}, async ({ funded: page, adminApi }) => {
  const { id } = await createWithdrawal(page.request, '200.00');
  await page.goto(`/dashboard/withdrawals?auszahlung=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Auszahlung stornieren' }).click();
  const question = page.getByRole('dialog', { name: /stornieren$/ });
  await expect(wallet(page)).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await adminApi.post(`/api/admin/withdrawals/${id}/approve`, {
    data: {},
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await expect(question.getByText('Die Auszahlung ist schon entschieden')).toBeVisible();
  await expect(question.getByRole('button', { name: /USD stornieren$/ })).toBeDisabled();
  await expect(wallet(page)).toHaveCount(0);
});

for (const { noun, list, fill, send } of [
  { noun: 'Einzahlung', list: 'deposits', fill: 'BTC', send: /einzahlen$/ },
  { noun: 'Auszahlung', list: 'withdrawals', fill: 'Meine Spielgeld-Adresse', send: /auszahlen$/ },
])
  test(`the result of a refused ${noun} says why`, async ({ funded: page, adminApi }) => {
    await page.goto(`/dashboard/${list}`);
    await page.getByText(fill, { exact: true }).first().click();
    await amount(page).fill('25');
    await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
    await page.getByRole('button', { name: send }).click();
    const result = page.getByRole('group', { name: 'Schritt 3 von 3: Ergebnis' });
    await expect(result.getByRole('button', { name: `Weitere ${noun}` })).toBeVisible();
    const { items } = await (await page.request.get(`/api/${list}?status=pending`)).json();
    await adminApi.post(`/api/admin/${list}/${items[0].id}/reject`, {
      data: { reason: 'Der Beleg fehlt.' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    const reason = result.getByRole('note').filter({ hasText: 'Warum sie abgelehnt wurde' });
    await expect(reason).toContainText('Der Beleg fehlt.');
    await expect(result).toContainText('Abgelehnt');
  });
