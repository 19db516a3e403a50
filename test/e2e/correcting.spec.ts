// Somebody corrects what a form objected to: what is corrected is not called wrong any more, and the rest still is.
import { expect, type Page } from '@playwright/test';
import { createDeposit, readProfile } from './accounts.ts';
import { test } from './app-test.ts';

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

test('an amount that filters the queue: what counts is what stands in the field', async ({
  newcomer,
  admin,
}) => {
  const { email } = await readProfile(newcomer.request);
  const { reference } = await createDeposit(newcomer.request, '20.00');
  // What an address says and is no filter is named, and filters nothing.
  await admin.goto(`/admin?suche=${encodeURIComponent(email)}&waehrung=DOGE&wartet=7`);
  const row = admin.getByRole('row').filter({ hasText: reference });
  const from = admin.getByLabel('Betrag ab, USD');
  const unread = admin.getByText(/Danach wird nicht gefiltert\.$/);
  await expect(row).toBeVisible();
  await expect(unread).toHaveText(/waehrung=DOGE.* und .*wartet=7/);
  await admin.getByLabel('Währung').selectOption('USDT');
  await expect(unread).toHaveText(/wartet=7/);
  await expect(unread).not.toContainText('DOGE');
  await admin.goto(`/admin?suche=${encodeURIComponent(email)}&ab=30&bis=10`);
  await expect(admin.getByText('Der Betrag „ab“ liegt über dem Betrag „bis“')).toBeVisible();
  await admin.goto(`/admin?suche=${encodeURIComponent(email)}`);
  await expect(row).toBeVisible();
  await from.fill('30');
  await expect(row).toHaveCount(0);

  // No amount, or one that could be two: no other one stays in force unseen.
  for (const [text, said] of [
    ['abc', 'Bitte geben Sie einen Betrag ein, zum Beispiel 1.234,56.'],
    ['1.234', 'Dieser Betrag ist nicht eindeutig.'],
  ] as const) {
    await from.fill(text);
    await expect(row).toBeVisible();
    await expect(from).toHaveAttribute('aria-invalid', 'true');
    await expect(from).toHaveAccessibleDescription(new RegExp(`^Betrag ab: ${said}`));
    await expect(admin.getByText(`Betrag ab: ${said}`)).toBeVisible();
  }

  // Typed with pauses: what was read on the way is no longer in force at the end.
  await from.fill('');
  for (const part of ['5', '.', '0', '0', '0']) {
    await from.press(part);
    await admin.waitForTimeout(400);
  }
  await expect(from).toHaveValue('5.000');
  await expect(from).toHaveAccessibleDescription(/nicht eindeutig/);
  await expect(row).toBeVisible();
  await from.press('End');
  await from.pressSequentially(',00');
  await expect(from).not.toHaveAttribute('aria-invalid');
  await expect(from).toHaveAccessibleDescription('');
  await expect(row).toHaveCount(0);
  await from.fill('20');
  await expect(row).toBeVisible();

  // Said on a phone as well, and nothing runs out of it.
  await admin.setViewportSize({ width: 390, height: 844 });
  await from.fill('1.234');
  await expect(admin.getByText('Betrag ab: Dieser Betrag ist nicht eindeutig.')).toBeVisible();
  expect(await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
    0,
  );
  // Filters are cleared: so is what was none.
  await admin.getByRole('button', { name: 'Filter aufheben' }).first().click();
  await expect(from).toHaveValue('');
});
