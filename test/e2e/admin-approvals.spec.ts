// Two admins at once: what one lays before the other, and that nothing is booked before the other has said yes.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, readWallet, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { at, checkAll } from './check-pages.ts';
import {
  ASKED,
  type FourEyes,
  LAY,
  lay,
  openFourEyes,
  REASON,
  rowOf,
  sayWhy,
  tellSecond,
} from './four-eyes.ts';
import { openLive } from './own-admins.ts';
import { beginDecision, expectToast, paneOf } from './people.ts';
import { handleNext } from './routes.ts';

const THRESHOLD = /^Ab 1\.000,00\sUSDT braucht es eine zweite Person$/;

// One installation for all of them, so they run one after the other.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

let fourEyes: FourEyes;
let firstApi: APIRequestContext;
let secondApi: APIRequestContext;
let first: Page;
let second: Page;

test.beforeAll(async ({ browser, playwright }) => {
  test.setTimeout(300_000);
  fourEyes = await openFourEyes('four-eyes', { browser, playwright });
  ({ firstApi, secondApi, first, second } = fourEyes);
});
test.afterAll(() => fourEyes?.close());

/** Fills the form on the front page up to its review. */
async function reviewCorrection(page: Page, email: string, amount: string) {
  await page.goto('/admin');
  await page.getByLabel('E-Mail', { exact: true }).fill(email);
  await page.getByLabel('Betrag', { exact: true }).fill(amount);
  await page.getByLabel('Grund, sichtbar für den Kunden').fill(REASON);
  await expect(page.getByText(/^Wallet [\d.,]+ · verfügbar/)).toBeVisible();
}

test('a correction says from the start that it needs two, and is booked when the second one approves', async () => {
  const customer = await fourEyes.customerWith('5000.00');
  await openLive(second, '/admin/freigaben');
  await expect(second.getByText('Nichts wartet')).toBeVisible();

  await reviewCorrection(first, customer.email, '999,99');
  await expect(first.getByText(THRESHOLD)).toHaveCount(0);
  await first.getByLabel('Betrag', { exact: true }).fill('2500');
  await expect(first.getByText(THRESHOLD)).toBeVisible();
  await first.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  const review = first.getByRole('dialog');
  await expect(review.getByText(THRESHOLD)).toBeVisible();
  // Without a word to the second one nothing is laid before them.
  await review.getByRole('button', LAY).click();
  await expect(review.getByText('Bitte schreiben Sie kurz, warum.')).toBeVisible();
  await tellSecond(review);
  await review.getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt', /2\.500,00/);
  expect((await readWallet(customer.api)).available).toBe('5000.00');

  // The other one's open page hears of it by itself.
  const row = rowOf(second, customer.email);
  await expect(row).toContainText('wartet auf Sie');
  await expect(row).toContainText('5.000,00 → 7.500,00');
  await expect(second.getByRole('link', { name: /^Freigaben\s*1/ }).first()).toBeVisible();
  await row.getByRole('button', { name: /^Wallet-Korrektur/ }).click();
  const dialog = second.getByRole('dialog');
  await expect(dialog.getByText(REASON)).toBeVisible();
  await expect(dialog.getByText(ASKED)).toBeVisible();
  await expect(dialog.getByRole('row', { name: /5\.000,00.*7\.500,00/ })).toBeVisible();
  await openLive(first, '/admin/freigaben');
  await expect(rowOf(first, customer.email)).toContainText('von Ihnen vorgelegt');
  const approve = dialog.getByRole('button', { name: /^2\.500,00\sUSDT freigeben$/ });
  await approve.click();
  await expect(dialog.getByText('Bitte schreiben Sie kurz, warum.')).toBeVisible();
  await sayWhy(dialog);
  await approve.click();
  await expectToast(second, 'Freigegeben und ausgeführt');
  expect((await readWallet(customer.api)).available).toBe('7500.00');
  // For a moment it stands in both lists: they are asked one after the other.
  await expect(rowOf(first, customer.email).filter({ hasText: 'Freigegeben' })).toBeVisible();
  await first.getByRole('button', { name: /^Benachrichtigungen/ }).click();
  await expect(first.getByText(/wurde freigegeben und ausgeführt/)).toBeVisible();
});

test('whoever asked can only take it back', async () => {
  const customer = await fourEyes.customerWith('5000.00');
  await reviewCorrection(first, customer.email, '1500');
  await first.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await tellSecond(first.getByRole('dialog'));
  await first.getByRole('dialog').getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  await first.goto('/admin/freigaben');
  await rowOf(first, customer.email).getByRole('button').click();
  const dialog = first.getByRole('dialog');
  await expect(dialog.getByText('Freigeben kann nur ein anderer Administrator.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /freigeben$/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Vorlage zurückziehen' }).click();
  await expectToast(first, 'Vorlage zurückgezogen');
  await expect(rowOf(first, customer.email).filter({ hasText: 'Zurückgezogen' })).toBeVisible();
  expect((await readWallet(customer.api)).available).toBe('5000.00');
});

test('a withdrawal that waits says so in the queue, leads the second one to the decision, and is rejected with a note', async () => {
  const customer = await fourEyes.customerWith('5000.00');
  const { reference } = await createWithdrawal(customer.api, '1200.00');
  await openLive(second, '/admin');
  await first.goto('/admin');
  const row = rowOf(first, reference);
  await expect(row).toContainText('Zweite Person nötig');
  await beginDecision(first, reference, 'Genehmigen');
  await expect(first.getByRole('dialog').getByText(THRESHOLD)).toBeVisible();
  await tellSecond(first.getByRole('dialog'));
  await first.getByRole('dialog').getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  // Nobody approves it here any more: not by its button, not in a selection, not by a key.
  await expect(row).toContainText('Wartet auf zweite Person');
  await expect(row).toContainText('vorgelegt von Ihnen');
  await expect(row).not.toContainText('Zweite Person nötig');
  await expect(row.getByRole('checkbox')).toHaveCount(0);
  await row.getByRole('button').first().focus();
  await first.keyboard.press('a');
  const details = paneOf(first, reference);
  await expect(details.getByRole('button', { name: 'Genehmigen' })).toHaveCount(0);
  await expect(details.getByText('Wartet auf zweite Person')).toBeVisible();
  await details.getByRole('link', { name: /^F-\d+ ansehen$/ }).click();
  await expect(first.getByRole('dialog').getByText('Eigene Vorlage')).toBeVisible();

  const theirs = rowOf(second, reference);
  await expect(theirs).toContainText('Wartet auf zweite Person');
  await theirs.getByRole('button').first().click();
  await paneOf(second, reference)
    .getByRole('link', { name: /^F-\d+ entscheiden$/ })
    .click();
  await expect(second).toHaveURL(/\/admin\/freigaben\?vorlage=/);
  const dialog = second.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ablehnen', exact: true }).click();
  await dialog.getByRole('button', { name: 'Freigabe ablehnen' }).click();
  await expect(dialog.getByText('Bitte schreiben Sie kurz, warum.')).toBeVisible();
  await dialog.getByLabel(/^Notiz/).fill('Der Beleg fehlt noch');
  await dialog.getByRole('button', { name: 'Freigabe ablehnen' }).click();
  await expectToast(second, 'Freigabe abgelehnt');
  expect((await readWallet(customer.api)).usdLockedBalance).toBe('1200.00');

  await first.goto('/admin/freigaben?stand=rejected');
  await rowOf(first, reference).getByRole('button').click();
  await expect(first.getByRole('dialog').getByText('Der Beleg fehlt noch')).toBeVisible();
});

test('of a selection one admin approves what they may, and lays the rest before the second one, by row or at once', async () => {
  const customer = await fourEyes.customerWith('9000.00');
  const small = await createWithdrawal(customer.api, '50.00');
  const rows = [
    await createWithdrawal(customer.api, '1100.00'),
    await createWithdrawal(customer.api, '1200.00'),
    await createWithdrawal(customer.api, '1300.50'),
  ];
  const [one, two, three] = rows.map(({ reference }) => reference);
  await first.goto(`/admin?suche=${encodeURIComponent(customer.email)}`);
  for (const { reference } of [small, ...rows])
    await first.getByRole('checkbox', { name: new RegExp(`^${reference} `) }).check();
  await first.getByRole('button', { name: /^3\.650,50\sUSD genehmigen$/ }).click();
  const dialog = first.getByRole('dialog');
  await expect(dialog.getByText(THRESHOLD)).toBeVisible();
  await expect(
    dialog.getByText(/Nicht dabei sind deshalb 3 Auszahlungen über 3\.600,50\sUSD\./),
  ).toBeVisible();
  await dialog.getByRole('button', { name: /^50,00\sUSD genehmigen$/ }).click();
  await expectToast(first, 'Auszahlung genehmigt');
  const result = (reference: string | undefined) =>
    dialog.getByRole('listitem').filter({ hasText: String(reference) });
  await expect(result(small.reference)).toContainText('Genehmigt');
  for (const reference of [one, two, three])
    await expect(result(reference)).toContainText('Braucht zweite Person');
  await tellSecond(dialog);
  await result(one).getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt', /1\.100,00/);
  await expect(result(one)).toContainText('Liegt zur Freigabe vor');
  await dialog.getByRole('button', { name: /^2\.500,50\sUSD zur Freigabe vorlegen$/ }).click();
  await expectToast(first, 'Zur Freigabe vorgelegt', /2 von 2 Auszahlungen/);
  for (const reference of [two, three])
    await expect(result(reference)).toContainText('Liegt zur Freigabe vor');
  await result(three)
    .getByRole('link', { name: /^Vorlage F-\d+ öffnen$/ })
    .click();
  await expect(first).toHaveURL(/vorlage=/);
  expect((await readWallet(customer.api)).usdLockedBalance).toBe('3600.50');

  // Only what needs two is chosen: it is laid at once.
  const last = await createWithdrawal(customer.api, '1400.00');
  await first.goto(`/admin?suche=${encodeURIComponent(customer.email)}`);
  await first.getByRole('checkbox', { name: new RegExp(`^${last.reference} `) }).check();
  await first.getByRole('button', { name: /^1\.400,00\sUSD genehmigen$/ }).click();
  await tellSecond(dialog);
  await dialog.getByRole('button', { name: /^1\.400,00\sUSD zur Freigabe vorlegen$/ }).click();
  await expect(result(last.reference)).toContainText('Liegt zur Freigabe vor');
  await dialog.getByRole('button', { name: 'Schließen' }).last().click();
  await expect(first.getByText(/ausgewählt/)).toHaveCount(0);
});

test('what one admin has moved within a day is said before the press, and what goes beyond it is laid before the second one', async () => {
  const customer = await fourEyes.customerWith('3000.00');
  const rows = [
    await createWithdrawal(customer.api, '500.00'),
    await createWithdrawal(customer.api, '500.00'),
  ];
  await first.goto(`/admin?suche=${encodeURIComponent(customer.email)}`);
  for (const { reference } of rows)
    await first.getByRole('checkbox', { name: new RegExp(`^${reference} `) }).check();
  await first.getByRole('button', { name: /^1\.000,00\sUSD genehmigen$/ }).click();
  const dialog = first.getByRole('dialog');
  // The 50 of the selection before count with it.
  await expect(
    dialog.getByText(
      /^Zusammen mit Ihren Buchungen der letzten 24\sStunden: 1\.050,00\sUSDT, ab 1\.000,00\sUSDT braucht es eine zweite Person$/,
    ),
  ).toBeVisible();
  await expect(dialog.getByText(/Nicht dabei ist deshalb 1 Auszahlung über 500,00\sUSD\./)).toBeVisible();
  await dialog.getByRole('button', { name: /^500,00\sUSD genehmigen$/ }).click();
  await expectToast(first, 'Auszahlung genehmigt');
  await tellSecond(dialog);
  await dialog.getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  expect((await readWallet(customer.api)).usdLockedBalance).toBe('500.00');

  // Below the threshold the sum is said as well.
  await reviewCorrection(first, customer.email, '300');
  await first.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(dialog.getByText(/24\sStunden: 850,00\sUSDT, ab 1\.000,00\sUSDT braucht/)).toBeVisible();
});

test('returns that grew above the threshold while they were booked are laid before the second one', async () => {
  const customer = await fourEyes.customerWith('900.00');
  const bots = [await startBot(customer.api, '300.00'), await startBot(customer.api, '310.00')];
  await first.goto(`/admin?ansicht=rendite&suche=${encodeURIComponent(customer.email)}`);
  for (const { reference } of bots)
    await first.getByRole('checkbox', { name: `${reference} von ${customer.email}` }).check();
  await first.getByLabel('Rendite in Prozent').fill('1');
  await first.getByLabel('Grund, sichtbar für den Kunden').fill(REASON);
  await first.getByRole('button', { name: 'Rendite anwenden' }).click();
  // Prices decide whether that happens, so the answer is played.
  const refused = { ok: false, code: 'SECOND_ADMIN_REQUIRED', data: { thresholdUsd: '1000.00' } };
  const items = bots.map(({ id }) => ({ investmentId: id, ...refused }));
  await handleNext(first, '/api/admin/bot-investments/returns', (route) =>
    route.fulfill({ json: { items } }),
  );
  const dialog = first.getByRole('dialog');
  await dialog.getByRole('button', { name: /^\+1,0\s% auf 2 Anlagen anwenden$/ }).click();
  await expect(dialog.getByText('Braucht zweite Person')).toHaveCount(2);
  await tellSecond(dialog);
  await dialog.getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  await expect(dialog.getByText('Liegt zur Freigabe vor')).toHaveCount(2);
  await dialog
    .getByRole('link', { name: /^Vorlage F-\d+ öffnen$/ })
    .first()
    .click();
  await expect(first.getByRole('dialog').getByText('Eigene Vorlage')).toBeVisible();
});

test('the review of the second one follows the wallet that it is about', async () => {
  const customer = await fourEyes.customerWith('5000.00');
  const id = await lay(firstApi, {
    kind: 'correction',
    input: { email: customer.email, direction: 'credit', amountUsd: '1500', reason: REASON },
  });
  await openLive(second, `/admin/freigaben?vorlage=${id}`);
  const dialog = second.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /5\.000,00.*6\.500,00/ })).toBeVisible();
  const small = { email: customer.email, direction: 'debit', amountUsd: '100', reason: REASON };
  const booked = await firstApi.post('/api/admin/wallet-corrections', { data: small, headers: key() });
  expect(booked.ok(), await booked.text()).toBe(true);
  await expect(dialog.getByRole('row', { name: /4\.900,00.*6\.400,00/ })).toBeVisible();
  // Once it is booked it has the next number, however often it was looked at.
  const { reference }: { reference: string } = await booked.json();
  await sayWhy(dialog);
  await dialog.getByRole('button', { name: /^1\.500,00\sUSDT freigeben$/ }).click();
  await expectToast(second, 'Freigegeben und ausgeführt');
  await second.goto(`/admin/freigaben?vorlage=${id}`);
  await expect(dialog.getByText(`K-${Number(reference.slice(2)) + 1}`)).toBeVisible();
});

test('what is no longer possible fails, and says why', async () => {
  const customer = await fourEyes.customerWith('5000.00');
  const { id, reference } = await createWithdrawal(customer.api, '1300.00');
  await lay(firstApi, { kind: 'withdrawal', input: { id } });
  await customer.api.post(`/api/withdrawals/${id}/cancel`, { data: {}, headers: key() });
  await second.goto('/admin/freigaben');
  await rowOf(second, reference).getByRole('button').click();
  const dialog = second.getByRole('dialog');
  await expect(dialog.getByText('So lässt es sich gerade nicht ausführen')).toBeVisible();
  await expect(dialog.getByText(/so frei, wird nichts gebucht, und sie gilt als gescheitert/)).toBeVisible();
  await sayWhy(dialog);
  await dialog.getByRole('button', { name: /freigeben$/ }).click();
  await expectToast(second, 'Nicht mehr ausführbar, nichts gebucht');
  await expect(dialog.getByText('Gescheitert').first()).toBeVisible();
  expect((await readWallet(customer.api)).available).toBe('5000.00');
});

test('what a second admin decides while a selection is reviewed is named there with who and when', async () => {
  const customer = await fourEyes.customerWith('10.00');
  const rows = [
    await createDeposit(customer.api, '1.00'),
    await createDeposit(customer.api, '2.00'),
    await createDeposit(customer.api, '4.00'),
  ];
  await openLive(first, '/admin');
  for (const { reference } of rows)
    await first.getByRole('checkbox', { name: new RegExp(`^${reference} `) }).check();
  await first.getByRole('button', { name: /^Ablehnen ?: Auswahl/ }).click();
  const dialog = first.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: '3 Einzahlungen ablehnen' })).toBeVisible();
  await expect(dialog).toContainText('Es wird nichts gebucht.');
  await expect(dialog).not.toContainText('für sich gebucht');
  const decide = async (row: { id: string } | undefined) => {
    // The one that the first has before them is theirs until somebody takes it over.
    const claim = { kind: 'deposit', takeOver: true };
    const taken = await secondApi.post(`/api/admin/requests/${row?.id}/claim`, {
      data: claim,
      headers: key(),
    });
    expect(taken.ok(), await taken.text()).toBe(true);
    const path = `/api/admin/deposits/${row?.id}/approve`;
    expect((await secondApi.post(path, { data: {}, headers: key() })).ok()).toBe(true);
  };
  await decide(rows[1]);
  await expect(dialog.getByRole('heading', { name: '2 Einzahlungen ablehnen' })).toBeVisible();
  const gone = dialog.getByRole('status').filter({ hasText: 'Nicht mehr dabei' });
  await expect(gone.getByRole('listitem')).toHaveText(
    new RegExp(`^${rows[1]?.reference}: .+ war schneller und hat am .+ genehmigt\\.$`),
  );
  await decide(rows[0]);
  await decide(rows[2]);
  await expect(gone.getByRole('listitem')).toHaveCount(3);
  await expect(dialog).toContainText('Keiner ist mehr offen');
  await expect(dialog.getByRole('button', { name: /ablehnen$/ })).toBeDisabled();
});

test('the threshold is changed by two as well', async () => {
  await openLive(first, '/admin/freigaben');
  await first.getByRole('button', { name: 'Schwelle ändern' }).click();
  const dialog = first.getByRole('dialog');
  await dialog.getByLabel('Ab diesem Betrag').fill('750,50');
  await dialog.getByLabel('Grund, für die Prüfspur').fill('Mehr Vorsicht');
  await dialog.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(dialog.getByText(/^ab 750,50\sUSDT$/)).toBeVisible();
  await dialog.getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  await expect(first.getByText(/^ab 1\.000,00\sUSDT$/).first()).toBeVisible();

  await second.goto('/admin/freigaben');
  await rowOf(second, 'Neue Schwelle').getByRole('button').click();
  await sayWhy(second.getByRole('dialog'));
  await second.getByRole('dialog').getByRole('button', { name: 'Neue Schwelle freigeben' }).click();
  await expectToast(second, 'Freigegeben und ausgeführt');
  await expect(first.getByText(/^ab 750,50\sUSDT$/).first()).toBeVisible();
});

test('every state is accessible and fits', async () => {
  const customer = await fourEyes.customerWith('1000000.00');
  const correction = { email: customer.email, direction: 'credit', amountUsd: '1000000', reason: REASON };
  const id = await lay(firstApi, { kind: 'correction', input: correction });
  const heading = { name: 'Freigaben', exact: true };
  const states = [
    at('/admin/freigaben', /^Freigaben$/),
    {
      name: 'the review',
      open: async (page: Page) => {
        await page.goto(`/admin/freigaben?vorlage=${id}`);
        await expect(page.getByRole('dialog').getByText('Was danach geschieht')).toBeVisible();
      },
    },
    {
      name: 'the threshold',
      open: async (page: Page) => {
        await page.goto('/admin/freigaben');
        await expect(page.getByRole('heading', heading)).toBeVisible();
        await page.getByRole('button', { name: 'Schwelle ändern' }).click();
        await expect(page.getByLabel('Ab diesem Betrag')).toBeVisible();
      },
    },
    {
      name: 'no match',
      open: async (page: Page) => {
        await page.goto('/admin/freigaben?stand=expired');
        await expect(page.getByText('Keine Treffer')).toBeVisible();
      },
    },
  ];
  await checkAll(second, states);
});

const key = () => ({ 'idempotency-key': crypto.randomUUID() });
