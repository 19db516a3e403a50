// The queue of deposits and withdrawals: many at once.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, fund, readWallet } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll, type State } from './check-pages.ts';
import { tabTo } from './keyboard.ts';
import { beginDecision, expectToast } from './people.ts';
import { choose, deposits, dialog, openQueue, rowOf } from './queue-page.ts';
import { handleNext, loseNextAnswer } from './routes.ts';
import { openColleague } from './team.ts';

test('a selection is approved with its sum before and a result per row after', { tag: '@gate' }, async ({
  newcomer,
  admin,
}) => {
  const rows = [
    await createDeposit(newcomer.request, '100.00'),
    await createDeposit(newcomer.request, '20.50'),
    await createDeposit(newcomer.request, '3.00'),
  ];
  const references = rows.map(({ reference }) => reference);
  await openQueue(admin, newcomer);
  await choose(admin, ...references);
  await expect(admin.getByRole('status').filter({ hasText: '3 ausgewählt' })).toBeVisible();
  await admin.getByRole('button', { name: /^123,50\sUSD genehmigen$/ }).click();
  await expect(dialog(admin).getByRole('heading', { name: '3 Einzahlungen genehmigen' })).toBeVisible();
  const [, cancelled] = rows;
  const answer = await newcomer.request.post(`/api/deposits/${cancelled?.id}/cancel`, {
    data: {},
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.ok()).toBe(true);
  await dialog(admin)
    .getByRole('button', { name: /genehmigen$/ })
    .click();
  await expectToast(admin, 'Einzahlung genehmigt', /2 von 3 Anträgen · 103,00\sUSD$/);
  const results = dialog(admin).getByRole('listitem');
  await expect(results).toHaveCount(3);
  await expect(results.filter({ hasText: references[0] ?? '' })).toContainText('Genehmigt');
  await expect(results.filter({ hasText: references[1] ?? '' })).toContainText(
    /Der Kunde hat den Antrag am .* selbst storniert\./,
  );
  await dialog(admin).getByRole('button', { name: 'Schließen' }).last().click();
  await expect(admin.getByText('Keine Treffer', { exact: true }).first()).toBeVisible();
  expect(await readWallet(newcomer.request)).toMatchObject({ available: '103.00', pendingDeposits: 0 });
});

for (const width of [1280, 390])
  test(`what is chosen stays in sight over a long list, ${width} px`, async ({ newcomer, admin }) => {
    await admin.setViewportSize({ width, height: 800 });
    const rows = [];
    for (let n = 0; n < 16; n++) rows.push(await createDeposit(newcomer.request, `${n + 5}.00`));
    await openQueue(admin, newcomer);
    await choose(admin, rows[0]!.reference);
    const decide = admin.getByRole('button', { name: /^5,00\sUSD genehmigen$/ });
    await expect(decide).toBeInViewport({ ratio: 1 });
    // It can be pressed: nothing lies on it.
    await decide.click();
    await expect(dialog(admin).getByRole('heading', { name: /Einzahlung genehmigen$/ })).toBeVisible();
    await admin.keyboard.press('Escape');
    await expect(dialog(admin)).toHaveCount(0);
    if (width < 1100) return;
    // Nor does it lie on what the keys lead to.
    for (let n = 0; n < 9; n++) await admin.keyboard.press('j');
    const reached = rowOf(admin, rows[9]!.reference);
    await expect(reached).toHaveAttribute('data-current', 'true');
    const chosen = admin.getByRole('button', { name: /^Alle 16 wählen$/ });
    const [row, bar] = [await reached.boundingBox(), await chosen.boundingBox()];
    expect((row?.y ?? Number.NaN) + (row?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

test('what is said of a decision lies on nothing of the queue nor of the next request', async ({
  newcomer,
  admin,
}) => {
  const { reference } = await createDeposit(newcomer.request, '100.00');
  await createDeposit(newcomer.request, '20.50');
  await openQueue(admin, newcomer);
  await beginDecision(admin, reference, 'Genehmigen');
  await dialog(admin)
    .getByRole('button', { name: /genehmigen$/ })
    .click();
  await expectToast(admin, 'Einzahlung genehmigt');
  const toast = await admin.locator('.mantine-Notification-root').boundingBox();
  const list = await deposits(admin).boundingBox();
  expect((toast?.x ?? Number.NaN) + (toast?.width ?? Number.NaN)).toBeLessThanOrEqual(list?.x ?? 0);
});

test('rows that come and go leave the selection and the place as they are', async ({ newcomer, admin }) => {
  const [first, second] = [
    await createDeposit(newcomer.request, '5.00'),
    await createDeposit(newcomer.request, '6.00'),
  ];
  await openQueue(admin, newcomer, '');
  await choose(admin, first.reference);
  await expect(rowOf(admin, first.reference)).toHaveAttribute('data-current', 'true');
  const third = await createDeposit(newcomer.request, '7.00');
  await expect(rowOf(admin, third.reference)).toBeVisible();
  await expect(rowOf(admin, first.reference)).toHaveAttribute('data-current', 'true');
  await expect(admin.getByRole('checkbox', { name: new RegExp(`^${first.reference} `) })).toBeChecked();
  // Some of the page: a dash, no tick.
  const allOfPage = deposits(admin).getByRole('checkbox', { name: 'Alle auf dieser Seite wählen' });
  const drawn = () => allOfPage.evaluate((box) => getComputedStyle(box, '::before').clipPath);
  await expect.poll(drawn).toBe('inset(40% 5%)');
  await expect(admin.getByRole('checkbox', { name: new RegExp(`^${third.reference} `) })).not.toBeChecked();
  await expect(deposits(admin).getByRole('row').nth(1)).toContainText(third.reference);
  await expect(rowOf(admin, second.reference)).toBeVisible();
});

test('the review of one shows the whole wallet before and after, and what of it is reserved', {
  tag: '@gate',
}, async ({ newcomer, adminApi, admin }) => {
  await fund(newcomer.request, adminApi, '399.63');
  const withdrawal = await createWithdrawal(newcomer.request, '46.00');
  const deposit = await createDeposit(newcomer.request, '20.00');
  await openQueue(admin, newcomer);
  const review = async ({ reference }: { reference: string }) => {
    await beginDecision(admin, reference, 'Genehmigen');
    await expect(dialog(admin).getByRole('row', { name: /^Wallet vorher/ })).toContainText('399,63');
  };
  await review(withdrawal);
  await expect(dialog(admin).getByRole('row', { name: /^Wallet vorher/ })).toContainText(
    /davon 46,00\sUSDT hierfür reserviert/,
  );
  await expect(
    dialog(admin).getByRole('row', { name: `Auszahlung ${withdrawal.reference} −46,00` }),
  ).toBeVisible();
  await expect(dialog(admin).getByRole('row', { name: 'Wallet nachher 353,63' })).toBeVisible();
  await dialog(admin).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog(admin)).toHaveCount(0);
  await review(deposit);
  await expect(dialog(admin)).not.toContainText('reserviert');
  await expect(
    dialog(admin).getByRole('row', { name: `Einzahlung ${deposit.reference} +20,00` }),
  ).toBeVisible();
  await expect(dialog(admin).getByRole('row', { name: 'Wallet nachher 419,63' })).toBeVisible();
});

test('a reload keeps the place in the list and what was begun of a reason, and a rejection sends it once', async ({
  newcomer,
  admin,
}) => {
  const rows = [];
  for (const amount of ['5.00', '6.00', '7.00']) rows.push(await createDeposit(newcomer.request, amount));
  const [first, second, third] = rows.map(({ reference }) => reference);
  const reason = () => dialog(admin).getByLabel('Grund, sichtbar für den Kunden');
  await openQueue(admin, newcomer);
  await beginDecision(admin, second!, 'Ablehnen');
  await reason().fill('Der Betrag stimmt nicht');
  await expect(admin).toHaveURL(new RegExp(`antrag=${second}`));
  await admin.reload();
  await expect(rowOf(admin, second!)).toHaveAttribute('data-current', 'true');
  await expect(dialog(admin)).toHaveCount(0);
  // A draft is of one request.
  await beginDecision(admin, third!, 'Ablehnen');
  await expect(reason()).toHaveValue('');
  await admin.keyboard.press('Escape');
  await expect(dialog(admin)).toHaveCount(0);
  await beginDecision(admin, second!, 'Ablehnen');
  await expect(reason()).toHaveValue('Der Betrag stimmt nicht');
  await admin.keyboard.press('Control+Enter');
  await expectToast(admin, 'Einzahlung abgelehnt', second!);
  await expect(rowOf(admin, third!)).toHaveAttribute('data-current', 'true');
  expect(await admin.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Der Betrag');
  // The place that a decision leads to is one as well.
  await expect(admin).toHaveURL(new RegExp(`antrag=${third}`));
  await admin.reload();
  await expect(rowOf(admin, third!)).toHaveAttribute('data-current', 'true');
  await expect(rowOf(admin, first!)).toBeVisible();
});

test('a decision whose answer is lost is known to be made, and is no failure', async ({
  newcomer,
  admin,
}) => {
  for (const [verb, path, done] of [
    ['Genehmigen', 'approve', 'genehmigt'],
    ['Ablehnen', 'reject', 'abgelehnt'],
  ] as const) {
    const { reference } = await createDeposit(newcomer.request, '7.00');
    await loseNextAnswer(admin, `/api/admin/deposits/*/${path}`);
    await openQueue(admin, newcomer);
    await beginDecision(admin, reference, verb);
    const confirm = dialog(admin).getByRole('button', { name: `7,00\u00a0USD ${verb.toLowerCase()}` });
    await confirm.click();
    await expect(dialog(admin).getByText('Schon entschieden', { exact: true })).toBeVisible();
    await expect(dialog(admin)).toContainText(
      new RegExp(`Darüber wurde schon entschieden: am .+ ${done}\\.`),
    );
    // Nor is it said elsewhere that it failed, once what says so has had time to come.
    await admin.waitForTimeout(1000);
    expect(
      await admin.locator('.mantine-Notification-root').filter({ hasText: 'fehlgeschlagen' }).count(),
    ).toBe(0);
    await expect(dialog(admin)).not.toContainText('versuchen Sie es noch einmal');
    await expect(confirm).toBeDisabled();
    await expect(dialog(admin).getByRole('button', { name: 'Schließen' }).last()).toBeFocused();
    await admin.keyboard.press('Enter');
    await expect(dialog(admin)).toHaveCount(0);
  }
});

test('a decision that the server refused for good is not sent again', async ({ newcomer, admin }) => {
  const { reference } = await createDeposit(newcomer.request, '9.00');
  // Nothing of a customer who left waits in the queue; the answer is put before the page.
  await handleNext(admin, '/api/admin/deposits/*/approve', (route) =>
    route.fulfill({
      status: 409,
      json: { defined: true, code: 'ACCOUNT_CLOSED', status: 409, message: 'The account was deleted' },
    }),
  );
  await openQueue(admin, newcomer);
  await beginDecision(admin, reference, 'Genehmigen');
  const confirm = dialog(admin).getByRole('button', { name: /^9,00\sUSD genehmigen$/ });
  await confirm.click();
  await expectToast(admin, 'Fehler', 'Genehmigung fehlgeschlagen');
  await expect(dialog(admin).getByText('Dieses Konto wurde gelöscht.')).toBeVisible();
  await expect(confirm).toBeDisabled();
  await expect(dialog(admin).getByRole('button', { name: 'Abbrechen' })).toHaveCount(0);
  await dialog(admin).getByRole('button', { name: 'Schließen' }).last().click();
  await expect(dialog(admin)).toHaveCount(0);
});

test('filters stand in the address, and the file has what they find', async ({
  newcomer,
  adminApi,
  admin,
}) => {
  await fund(newcomer.request, adminApi, '500.00');
  const small = await createDeposit(newcomer.request, '15.00');
  const large = await createDeposit(newcomer.request, '1500.00');
  const withdrawal = await createWithdrawal(newcomer.request, '200.00');
  await openQueue(admin, newcomer, '');
  await expect(rowOf(admin, withdrawal.reference)).toContainText('300,00');
  await admin.getByLabel('Betrag ab, USD').fill('1.000,00');
  await expect(admin).toHaveURL(/ab=1.000%2C00/);
  await expect(rowOf(admin, small.reference)).toHaveCount(0);
  await expect(rowOf(admin, large.reference)).toBeVisible();
  await expect(rowOf(admin, withdrawal.reference)).toHaveCount(0);
  await admin.reload();
  await expect(rowOf(admin, large.reference)).toBeVisible();
  await expect(rowOf(admin, small.reference)).toHaveCount(0);
  await expect(deposits(admin).getByRole('row', { name: /Alle Treffer/ })).toContainText('1.500,00');

  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: /^CSV ?, Offene Einzahlungen/ }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\ufeffReferenz;E-Mail;Betrag USD;')).toBe(true);
  expect(text).toContain(`${large.reference};`);
  expect(text).toContain(';1500,00;');
  expect(text).not.toContain(small.reference);

  await admin.getByLabel('Währung').selectOption('ETH');
  await expect(admin.getByText('Keine Treffer', { exact: true })).toHaveCount(2);
  await admin.getByLabel('Betrag ab, USD').fill('abc');
  await expect(admin.getByLabel('Betrag ab, USD')).toHaveAttribute('aria-invalid', 'true');
  await admin.getByRole('button', { name: 'Filter aufheben' }).first().click();
  await expect(admin).not.toHaveURL(/ab=|waehrung=|suche=/);
  await expect(admin.getByLabel('Betrag ab, USD')).toHaveValue('');
});

/** What colleagues call whoever uses the page. */
test('every state of the queue is accessible', async ({ browser, newcomer, adminApi, admin }) => {
  test.setTimeout(180_000);
  await fund(newcomer.request, adminApi, '1000000.00');
  const rows = [
    await createDeposit(newcomer.request, '1000000.00'),
    await createDeposit(newcomer.request, '12.00'),
  ];
  await createWithdrawal(newcomer.request, '1000000.00');
  const colleague = await openColleague(browser);
  await openQueue(colleague, newcomer);
  await rowOf(colleague, rows[1]?.reference ?? '')
    .getByRole('button')
    .first()
    .click();
  // It is theirs once they have stayed with it.
  await colleague.waitForResponse('**/api/admin/requests/*/claim');
  const chosen = async (page: Page) => {
    await openQueue(page, newcomer);
    await choose(page, ...rows.map(({ reference }) => reference));
  };
  const states: State[] = [
    { name: 'a selection', open: chosen },
    {
      name: 'the review of a selection',
      async open(page) {
        await chosen(page);
        await page.getByRole('button', { name: /^Ablehnen ?: Auswahl/ }).click();
        await expect(dialog(page).getByText('Nicht dabei')).toBeVisible();
      },
    },
    {
      name: 'a request that somebody else works on',
      async open(page) {
        await openQueue(page, newcomer);
        await rowOf(page, rows[1]?.reference ?? '')
          .getByRole('button')
          .first()
          .click();
        await expect(page.getByRole('button', { name: 'Übernehmen' })).toBeVisible();
      },
    },
    {
      name: 'no match',
      async open(page) {
        await page.goto('/admin?suche=gibt-es-nicht');
        await expect(page.getByText('Keine Treffer', { exact: true })).toHaveCount(2);
      },
    },
    {
      name: 'the results of a selection',
      async open(page) {
        await chosen(page);
        await page.getByRole('button', { name: /^Ablehnen ?: Auswahl/ }).click();
        await tabTo(page, dialog(page).getByRole('button', { name: /ablehnen$/ }));
        await page.keyboard.press('Enter');
        await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
      },
    },
  ];
  await checkAll(admin, states);
  await colleague.context().close();
});

test('on a narrow phone nothing in a row is printed over something else', async ({ funded, admin }) => {
  const { reference } = await createWithdrawal(funded.request, '919.17');
  await admin.setViewportSize({ width: 320, height: 800 });
  // A request that has waited for hours says so with more words than a new one.
  await admin.clock.setFixedTime(Date.now() + (12 * 60 + 8) * 60_000);
  await openQueue(admin, funded);
  const row = rowOf(admin, reference);
  await expect(row).toContainText('12 Std. 8 Min.');
  const cells = row.locator('td[data-list="note"], td[data-list="amount-note"]');
  const wide = await cells.evaluateAll((all) => all.map((cell) => cell.scrollWidth - cell.clientWidth));
  expect(wide).toEqual([0, 0]);
});
