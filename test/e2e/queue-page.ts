import { expect, type Locator, type Page } from '@playwright/test';
import { readProfile } from './accounts.ts';

export const deposits = (page: Page): Locator => page.getByRole('table', { name: 'Offene Einzahlungen' });
export const rowOf = (page: Page, reference: string): Locator =>
  page.getByRole('row').filter({ hasText: reference });
export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Only what this customer asked for: others test at the same time. */
export async function openQueue(admin: Page, customer: Page, query = '&reihenfolge=aelteste') {
  const { email } = await readProfile(customer.request);
  await admin.goto(`/admin?suche=${encodeURIComponent(email)}${query}`);
  await expect(admin.getByRole('heading', { name: 'Offene Einzahlungen' })).toBeVisible();
}

export async function choose(admin: Page, ...references: string[]) {
  for (const reference of references)
    await admin.getByRole('checkbox', { name: new RegExp(`^${reference} `) }).check();
}
