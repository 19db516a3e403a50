// Where a customer is signed in, ended by an admin: the customer notices at once, and the admin is told when it failed.
import { expect } from '@playwright/test';
import { readProfile, signIn, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { demoLogin, expectToast, openAs } from './people.ts';
import { fail } from './routes.ts';

test('sessions end one by one or all together, wherever they are open', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const login = await signUp(page.request);
  const customer = await readProfile(page.request);
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await signIn(elsewhere, login);
  await page.goto('/dashboard/wallet');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // What they change asks for a login that is not long ago.
  const admin = await openAs(browser, await demoLogin('admin'));
  const openCustomer = async () => {
    await admin.goto(`/admin/kunden/${customer.userId}`);
    await expect(admin.getByText(customer.email).first()).toBeVisible();
  };
  await openCustomer();
  const sessions = admin.getByRole('region', { name: /^Sitzungen/ });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  // The newest one is the other device.
  await sessions
    .getByRole('button', { name: /^Beenden:/ })
    .first()
    .click();
  await expect(sessions.getByText('Die Sitzung ist beendet.')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect((await elsewhere.get('/api/profile')).status()).toBe(401);
  expect((await page.request.get('/api/profile')).status()).toBe(200);

  await signIn(elsewhere, login);
  await openCustomer();
  const fault = await fail(admin, `/api/admin/customers/${customer.userId}/end-sessions`);
  const dialog = admin.getByRole('dialog');
  await sessions.getByRole('button', { name: 'Alle beenden' }).click();
  await dialog.getByRole('button', { name: '2 Sitzungen beenden' }).click();
  // The answer stands where one looks, and is gone with the dialog.
  await expect(dialog.getByRole('alert')).toContainText('01890000');
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toBeHidden();
  await expect(admin.getByRole('alert')).toHaveCount(0);
  fault.heal();
  await sessions.getByRole('button', { name: 'Alle beenden' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: '2 Sitzungen beenden' }).click();
  await expect(sessions.getByText('Nirgends angemeldet.')).toBeVisible();
  await expectToast(page, 'Sitzung beendet');
  await expect(page).toHaveURL(/\/login/);
  await elsewhere.dispose();
  await admin.context().close();
});
