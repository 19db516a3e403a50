// The pages that anyone may read: what they say, and that every link on them leads somewhere.
import { expect } from '@playwright/test';
import { test } from './app-test.ts';

const QUESTIONS = 6;

test('the help opens one answer at a time, and each can be closed again', async ({ page }) => {
  await page.goto('/help');
  const questions = page.locator('summary');
  await expect(questions).toHaveCount(QUESTIONS);
  for (let index = 0; index < QUESTIONS; index++) {
    await questions.nth(index).click();
    await expect(page.locator('details[open]')).toHaveCount(1);
    await expect(page.locator('details').nth(index)).toHaveAttribute('open', '');
  }
  await questions.last().click();
  await expect(page.locator('details[open]')).toHaveCount(0);
});

test('the help opens its answers with the keyboard', async ({ page }) => {
  await page.goto('/help');
  await page.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Auf dieser Plattform gibt es nur Spielgeld.')).toBeVisible();
});

test('every link in header and footer leads to a page that says what the link said', async ({ page }) => {
  await page.goto('/');
  const paths = await page
    .locator('header a, footer a')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    expect(await page.title(), path).toContain('Botdepot');
  }
});

test('the imprint says plainly what the operator has not stated', async ({ page }) => {
  await page.goto('/impressum');
  await expect(page.getByText('Angabe fehlt').first()).toBeVisible();
});
