// Somebody corrects what a form objected to: what is corrected is not called wrong any more, and the rest still is.
import { expect, type Page, test } from '@playwright/test';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const marked = (page: Page) => page.locator('form [aria-invalid="true"]');

test('a new account', async ({ page }) => {
  await page.goto('/signup');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Konto eröffnen' }).click();
  await expect(marked(page)).toHaveCount(4);
  await field(page, 'E-Mail-Adresse').fill('jemand@example.org');
  await expect(marked(page)).toHaveCount(3);
  await expect(field(page, 'E-Mail-Adresse')).not.toHaveAttribute('aria-invalid');
  await field(page, 'Passwort bestätigen').fill('Regenbogen-Tasse-47');
  await page.getByRole('checkbox').check();
  await expect(marked(page)).toHaveCount(1);
  await field(page, 'Passwort').fill('Regenbogen-Tasse-48');
  await expect(marked(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Konto eröffnen' }).click();
  await expect(field(page, 'Passwort bestätigen')).toHaveAttribute('aria-invalid', 'true');
  // The other of the two was the wrong one.
  await field(page, 'Passwort').fill('Regenbogen-Tasse-47');
  await expect(marked(page)).toHaveCount(0);
});

test('a login', async ({ page }) => {
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(marked(page)).toHaveCount(2);
  await field(page, 'Passwort').fill('x');
  await expect(marked(page)).toHaveCount(1);
  await field(page, 'E-Mail-Adresse').fill('jemand@example.org');
  await expect(marked(page)).toHaveCount(0);
});

test('a login that was refused', async ({ page }) => {
  await page.goto('/login');
  await field(page, 'E-Mail-Adresse').fill('niemand@example.org');
  await field(page, 'Passwort').fill('falsches-passwort');
  const send = page.getByRole('button', { name: 'Anmelden', exact: true });
  await send.click();
  const refusal = 'E-Mail-Adresse oder Passwort ist falsch.';
  const inForm = page.locator('form').getByText(refusal);
  await expect(inForm).toBeVisible();
  await expect(send).toHaveAccessibleDescription(refusal);
  // The toast is what is read aloud; the form does not say it a second time.
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toHaveCount(1);
  await expect(page.locator('form').getByRole('alert')).toHaveCount(0);
  await field(page, 'Passwort').fill('anderes-passwort');
  await expect(inForm).toHaveCount(0);
});
