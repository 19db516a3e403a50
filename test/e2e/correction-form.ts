// The form by which an admin corrects a wallet.
import { expect, type Page } from '@playwright/test';

export const REASON = 'Doppelte Gebühr am 22.07.';
/** That of manual returns has the same label. */
export const reasonField = (page: Page) => page.getByLabel('Grund, sichtbar für den Kunden');
export const review = (page: Page) => page.getByRole('button', { name: 'Weiter zur Prüfung' });

export async function fillCorrection(page: Page, email: string, amount: string, direction = 'Gutschrift') {
  await page.getByLabel('E-Mail', { exact: true }).fill(email);
  await page.getByText(direction, { exact: true }).click();
  await page.getByLabel('Betrag', { exact: true }).fill(amount);
  await reasonField(page).fill(REASON);
  await expect(page.getByText(/^Wallet [\d.,]+ · verfügbar/)).toBeVisible();
}
