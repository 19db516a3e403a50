// The account statement: what happened on the wallet in a month, on a screen, on a phone and on paper.
import { expect } from '@playwright/test';
import { test } from './app-test.ts';
import { cents } from './cents.ts';

test('the account statement adds up, month by month, and prints without the frame', async ({
  regular: page,
}) => {
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  await page.getByRole('link', { name: 'Kontoauszug' }).click();
  await expect(page).toHaveURL('/dashboard/wallet/statement');
  const month = page.getByRole('combobox', { name: 'Monat' });
  await expect(page.getByRole('row', { name: /^Endsaldo/ })).toBeVisible();
  const months = await month.getByRole('option').allInnerTexts();
  expect(months.length).toBeGreaterThan(1);
  let closing: string | undefined;
  for (const label of months.reverse()) {
    await month.selectOption({ label });
    await expect(page.getByRole('heading', { name: `Kontoauszug ${label}` })).toBeVisible();
    const opening = page
      .getByRole('row', { name: /^Anfangssaldo/ })
      .locator('td')
      .last();
    if (closing !== undefined) await expect(opening).toHaveText(closing);
    closing = await page
      .getByRole('row', { name: /^Endsaldo/ })
      .locator('td')
      .last()
      .innerText();
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Drucken, PDF' })).toBeHidden();
  await expect(page.getByRole('article').getByText('Spielgeld – kein echtes Geld')).toBeVisible();
});

test('on a phone every booking shows its balance without scrolling sideways, and opens its entries', {
  tag: '@gate',
}, async ({ regular: page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto('/dashboard/wallet/statement');
  // The demo's history reaches into the month before, whatever today is.
  const month = page.getByRole('combobox', { name: 'Monat' });
  const label = await month.getByRole('option').nth(1).innerText();
  await month.selectOption({ label });
  // The month before stands there for a moment after the address has changed.
  await expect(page.getByRole('heading', { name: `Kontoauszug ${label}` })).toBeVisible();
  await expect(page).toHaveURL(/monat=/);
  const chosen = page.url();
  const table = page.getByRole('table', { name: /^Buchungen des Monats/ });
  await expect(table.getByRole('columnheader')).toHaveCount(6);
  const rows = table.getByRole('row').filter({ has: page.getByRole('button') });
  await expect(rows.first()).toBeVisible();
  for (const row of await rows.all()) {
    const balance = await row.getByRole('cell').last().boundingBox();
    expect(balance && balance.x >= 0 && balance.x + balance.width).toBeLessThanOrEqual(320);
  }
  const closing = table.getByRole('row', { name: /^Endsaldo/ }).locator('[data-figure="Veränderung"]');
  const moved = (await rows.all()).map(async (row) => cents(await row.locator('td').nth(3).innerText()));
  const sum = (await Promise.all(moved)).reduce((total, amount) => total + amount, 0n);
  expect(cents(await closing.innerText())).toBe(sum);
  const [title, reference] = [rows.first().getByRole('button'), rows.first().getByRole('cell').nth(2)];
  const [name, shown] = [await title.innerText(), await reference.innerText()];
  await title.click();
  const booking = page.getByRole('dialog', { name });
  await expect(booking).toContainText(shown);
  await expect(booking.getByRole('table', { name: 'Einträge der Buchung' })).toBeVisible();
  await page.goBack();
  await expect(booking).toBeHidden();
  await expect(page).toHaveURL(chosen);
});
