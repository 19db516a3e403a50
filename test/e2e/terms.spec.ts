// The words: on a page of their own, and beside the word where it stands first.
import { TERMS } from '@botdepot/contract/terms';
import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';
import { press, tabTo, type } from './keyboard.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Begriff suchen' });
const mark = (page: Page, word: string) =>
  page.getByRole('button', { name: `Was bedeutet „${word}“?` }).first();

test('the page finds a word by what people call it, and leads out of a search without hits', async ({
  page,
}) => {
  await page.goto('/help');
  await page.getByRole('link', { name: 'Alle Begriffe' }).click();
  await expect(page.getByRole('heading', { level: 2 }).filter({ visible: true })).toContainText(
    TERMS.map(({ word }) => word),
  );
  await type(page, field(page), 'max draw');
  await expect(page.getByText(`1 von ${TERMS.length} Begriffen`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Größter Rückgang' })).toContainText('USDT');
  await page.keyboard.type('xyz');
  await expect(page.getByText('Keine Treffer')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Alle Begriffe zeigen' }), 'Enter');
  await expect(field(page)).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Zeitgewichtet' })).toBeVisible();
});

test('an address leads to its word', async ({ page }) => {
  await page.goto('/hilfe/begriffe#sharpe');
  const sharpe = page.getByRole('region', { name: 'Sharpe' });
  await expect(sharpe).toBeInViewport();
  await expect(sharpe).toHaveAttribute('data-current');
});

test('a word explains itself by the keyboard alone, and leads to the page', async ({ regular: page }) => {
  await page.goto('/dashboard/bots/smartbot');
  const nav = mark(page, 'Anteilswert');
  const card = page.getByRole('dialog', { name: 'Anteilswert' });
  await press(page, nav, 'Enter');
  await expect(card).toBeFocused();
  await expect(card).toContainText('Beispiel:');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(nav).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, card.getByRole('link', { name: 'Alle Begriffe' }));
  await page.keyboard.press('Escape');
  await expect(nav).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, card.getByRole('link', { name: 'Alle Begriffe' }));
  // Whoever goes on leaves it.
  await page.keyboard.press('Tab');
  await expect(card).toBeHidden();
  await press(page, nav, 'Enter');
  await press(page, card.getByRole('link', { name: 'Alle Begriffe' }), 'Enter');
  await expect(page).toHaveURL('/hilfe/begriffe#nav');
  await expect(page.getByRole('region', { name: 'Anteilswert' })).toBeInViewport();
});

test('in a dialog it closes alone, and by a press elsewhere', async ({ funded: page }) => {
  await page.goto('/dashboard/bots');
  await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
  const dialog = page.getByRole('dialog', { name: /SmartBot starten/ });
  const card = page.getByRole('dialog', { name: 'Typisch' });
  const typical = dialog.getByRole('button', { name: 'Was bedeutet „Typisch“?' });
  await typical.click();
  await expect(card).toContainText('Beispiel:');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(dialog).toBeVisible();
  await typical.click();
  await expect(card).toBeVisible();
  await typical.click();
  await expect(card).toBeHidden();
  await typical.click();
  await dialog.getByText('Was danach geschieht').click();
  await expect(card).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('without its file a word says that it could not be loaded', async ({ page }) => {
  await page.route(/\/assets\/terms-[^/]*\.js/, (route) => route.abort());
  await page.goto('/nachweis');
  await mark(page, 'Versiegelt').click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Seite neu laden' })).toBeVisible();
});
