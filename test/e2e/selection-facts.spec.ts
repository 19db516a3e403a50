// What the dialog for a selection of requests says of each of them before they are decided.
import { expect } from '@playwright/test';
import { createDeposit, createWithdrawal, fund, signIn, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { post } from './four-eyes.ts';
import { demoLogin } from './people.ts';
import { fail } from './routes.ts';

test('a selection says of each row what stands out, asked for at once', async ({
  funded: { request: one },
  adminApi,
  admin,
  playwright,
  baseURL,
}) => {
  const newApi = () => playwright.request.newContext(baseURL ? { baseURL } : {});
  const [old, two] = [await newApi(), await newApi()];
  // Somebody who has been here for weeks, and asks for nothing in any other test.
  await signIn(old, await demoLogin('thomas'));
  await signUp(two);
  await fund(two, adminApi, '100.00');
  const quiet = await createDeposit(old, '11.00');
  const loud = await createDeposit(one, '12.00');
  const payout = await createWithdrawal(one, '13.00');
  const { withdrawalAddress }: { withdrawalAddress: string } = await (
    await one.get(`/api/withdrawals/${payout.id}`)
  ).json();
  const request = { amountUsd: '14.00', cryptoCurrency: 'USDT', withdrawalAddress };
  const shared: { reference: string } = await post(two, '/api/withdrawals', request);
  await admin.goto('/admin');
  const rowsAsked: unknown[] = [];
  // From here on. The pane beside the list asks for the facts of the one that it shows.
  admin.on('request', (asked) => {
    if (/\/requests\/check$/.test(asked.url())) rowsAsked.push(asked.postDataJSON()?.ids?.length);
  });

  const review = async (...rows: { reference: string }[]) => {
    for (const { reference } of rows)
      await admin.getByRole('checkbox', { name: new RegExp(`^${reference} `) }).check();
    await admin.getByRole('button', { name: /genehmigen$/ }).click();
  };
  await review(quiet, loud);
  const dialog = admin.getByRole('dialog');
  const lineOf = (row: { reference: string }) => dialog.getByRole('row').filter({ hasText: row.reference });
  await expect(lineOf(quiet)).toContainText('Nichts auffällig');
  await expect(lineOf(loud)).toContainText(/Auszahlungsadresse auch bei\s1 anderem · Konto \d+\sMin\. alt/);
  await expect(dialog.getByText('1 von 2', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await admin.keyboard.press('Escape');
  await admin.goto('/admin');
  await review(payout, shared);
  for (const row of [payout, shared])
    await expect(lineOf(row)).toContainText(/Adresse neu · Adresse auch bei\s1 anderem/);
  await expect(dialog.getByText('2 von 2', { exact: true })).toBeVisible();
  // Never one by one.
  expect([...new Set(rowsAsked)]).toEqual([2]);

  // Nobody is kept from deciding where it cannot be known, and everybody sees that it is not.
  const fault = await fail(admin, '/api/admin/requests/check');
  await admin.goto('/admin');
  await review(payout, shared);
  await expect(dialog.getByText('Ob etwas auffällt, ist nicht bekannt')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByRole('button', { name: /genehmigen$/ })).toBeEnabled();
  fault.heal();
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(lineOf(payout)).toContainText('Adresse neu');
});
