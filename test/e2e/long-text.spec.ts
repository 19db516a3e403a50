// A text that is longer than the server takes is kept as it was pasted, and its field says so.
import { expect, type Locator, type Page } from '@playwright/test';
import { createDeposit, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { beginDecision } from './people.ts';
import { escalate, openAtDesk } from './support-desk.ts';

/** As a paste arrives: `fill` would pass by what an attribute of the field cuts. */
async function paste(place: Page | Locator, label: string, text: string) {
  const field = place.getByLabel(label, { exact: true });
  await field.fill('');
  await field.focus();
  await field.page().keyboard.insertText(text);
  await expect(field).toHaveValue(text);
  return field;
}

async function expectTooLong(place: Page | Locator, label: string, longest: number) {
  const field = await paste(place, label, 'a'.repeat(longest + 1));
  await expect(field).toHaveAccessibleDescription(new RegExp(`Höchstens ${longest} Zeichen\\.`));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  return field;
}

test('a name', { tag: '@gate' }, async ({ newcomer: page }) => {
  await page.goto('/dashboard/settings');
  const field = await expectTooLong(page, 'Ihr Name', 100);
  await page.getByRole('button', { name: 'Name speichern' }).click();
  await expect(field).toBeFocused();
  await expect(page.getByText('Der Name ist gespeichert.')).toHaveCount(0);
  await paste(page, 'Ihr Name', 'a'.repeat(100));
  await expect(field).not.toHaveAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Name speichern' }).click();
  await expect(page.getByText('Der Name ist gespeichert.')).toBeVisible();
});

test('an e-mail address', async ({ newcomer: page }) => {
  await page.goto('/dashboard/settings');
  await paste(page, 'Neue E-Mail-Adresse', `${'a'.repeat(250)}@example.org`);
  await page.getByRole('button', { name: 'Bestätigungslink senden' }).click();
  await expect(page.getByText('Höchstens 254 Zeichen.')).toBeVisible();
});

test('an address for a withdrawal', async ({ funded: page }) => {
  await page.goto('/dashboard/withdrawals');
  const field = await paste(page, 'Adresse für USDT', `demousdt1${'q'.repeat(150)}`);
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
});

test('the reason of a correction', { tag: '@gate' }, async ({ admin: page }) => {
  await page.goto('/admin#wallet-korrigieren');
  await expectTooLong(page, 'Grund, sichtbar für den Kunden', 500);
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the reason of a rejection', async ({ newcomer, admin: page }) => {
  const { reference } = await createDeposit(newcomer.request, '50.00');
  await page.goto('/admin');
  await beginDecision(page, reference, 'Ablehnen');
  const dialog = page.getByRole('dialog');
  await expectTooLong(dialog, 'Grund, sichtbar für den Kunden', 500);
  await expect(dialog.getByRole('button', { name: /ablehnen$/ })).toBeDisabled();
});

test('an answer of the team', async ({ page: customer, admin: page }) => {
  await signUp(customer.request);
  await openAtDesk(page, await escalate(customer.request));
  await paste(page, 'Antwort', 'a'.repeat(2001));
  await expect(page.getByText('Höchstens 2.000 Zeichen.')).toBeVisible();
});

test('what is searched for: nothing else is searched for instead', async ({ regular: page }) => {
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  const field = await paste(page, 'Buchungen suchen', 'a'.repeat(101));
  await expect(field).toHaveAccessibleDescription('Höchstens 100 Zeichen.');
  await expect(page.getByText('Höchstens 100 Zeichen.')).toBeVisible();
  await expect(page).toHaveURL(/ansicht=transaktionen$/);
});
