import { expect } from '@playwright/test';
import { test } from './app-test.ts';

// On a slow line the page is there before its code.
for (const [path, fields] of [
  ['/login', { 'E-Mail-Adresse': 'frueh@example.com', Passwort: 'ein ruhiger Morgen' }],
  ['/signup', { 'E-Mail-Adresse': 'frueh@example.com', Passwort: 'ein ruhiger Morgen' }],
  ['/forgot-password', { 'E-Mail-Adresse': 'frueh@example.com' }],
  ['/reset-password?token=abc', { 'Neues Passwort': 'ein ruhiger Morgen' }],
] as const)
  test(`what is typed before the code of ${path} is there is not lost`, async ({ page }) => {
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text);
    code.resolve();
    await page.waitForLoadState('networkidle');
    // The page lives now: a change of one field draws the others anew.
    for (const [label, text] of Object.entries(fields))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
    const [first = ''] = Object.keys(fields);
    await page.getByLabel(first, { exact: true }).press('End');
    await page.keyboard.type('x');
    for (const [label, text] of Object.entries(fields).slice(1))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  });
