import { expect } from '@playwright/test';
import { test } from './app-test.ts';

test('the API reference is found from every public page, opens its operations, and asks nobody else', async ({
  page,
}) => {
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto('/about');
  const { origin } = new URL(page.url());
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click();
  await expect(page).toHaveURL('/api/reference');
  const policy = (await page.request.get('/api/reference')).headers()['content-security-policy'] ?? '';
  // What a page does against it is an error in the console.
  expect(policy.split('; ').filter((rule) => rule.includes('unsafe'))).toEqual([
    "style-src-attr 'unsafe-inline'",
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Botdepot API');
  await expect(page.getByText('Spielgeld – kein echtes Geld', { exact: true })).toBeVisible();
  await page.getByText('wallet', { exact: true }).first().click();
  await page.getByText('Einzahlung ankündigen').click();
  await expect(page.getByText('Idempotency-Key').last()).toBeVisible();
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
});
