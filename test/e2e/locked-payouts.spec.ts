// What whoever decides is shown of a customer, and that a locked account is paid by nobody alone and nothing that is held at all.
import { expect, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, readProfile, readWallet } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { ASKED, type FourEyes, lay, openFourEyes, post, REASON, rowOf, sayWhy } from './four-eyes.ts';
import { openWith } from './own-admins.ts';
import { beginDecision, expectToast, paneOf } from './people.ts';

// One installation for all of them, so they run one after the other.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

let fourEyes: FourEyes;
let first: Page;
let second: Page;

test.beforeAll(async ({ browser, playwright }) => {
  test.setTimeout(300_000);
  fourEyes = await openFourEyes('locked-payouts', { browser, playwright });
  ({ first, second } = fourEyes);
});
test.afterAll(() => fourEyes?.close());

type Customer = Awaited<ReturnType<FourEyes['customerWith']>>;

const lock = async ({ api }: Customer, more: object = {}) => {
  const { userId } = await readProfile(api);
  const answer = await fourEyes.firstApi.post(`/api/admin/customers/${userId}/lock`, {
    data: { reason: REASON, ...more },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return userId;
};
const queueOf = ({ email }: Customer) => `/admin?suche=${encodeURIComponent(email)}`;

test('the second one sees whose money goes where, since when, and who else uses the address', async () => {
  const customer = await fourEyes.customerWith('5000.00');
  const other = await fourEyes.customerWith('100.00');
  const { id, reference } = await createWithdrawal(customer.api, '1200.00');
  const { withdrawalAddress }: { withdrawalAddress: string } = await (
    await customer.api.get(`/api/withdrawals/${id}`)
  ).json();
  await post(other.api, '/api/withdrawals', {
    amountUsd: '10.00',
    cryptoCurrency: 'USDT',
    withdrawalAddress,
  });
  const approvalId = await lay(fourEyes.firstApi, { kind: 'withdrawal', input: { id } });
  await second.goto(`/admin/freigaben?vorlage=${approvalId}`);
  const dialog = second.getByRole('dialog');
  await expect(dialog.getByText(ASKED)).toBeVisible();
  await expect(dialog.getByText(withdrawalAddress, { exact: true })).toBeVisible();
  await expect(dialog.getByText('Neu, noch nie dorthin ausgezahlt')).toBeVisible();
  await expect(dialog.getByText('1 anderem Kunden')).toBeVisible();
  await expect(dialog.getByRole('link', { name: other.email })).toBeVisible();
  await expect(dialog.getByRole('link', { name: customer.email })).toBeVisible();
  await expect(dialog.getByRole('link', { name: /^5\.000,00\sUSD$/ })).toBeVisible();
  await expect(dialog.getByRole('link', { name: reference })).toHaveAttribute('href', /#auszahlungen$/);
  await sayWhy(dialog);
  await dialog.getByRole('button', { name: /^1\.200,00\sUSDT freigeben$/ }).click();
  await expectToast(second, 'Freigegeben und ausgeführt');

  // The next one to the same address is no news, and says so from the first decision on.
  const next = await createWithdrawal(customer.api, '20.00');
  await first.goto(queueOf(customer));
  await beginDecision(first, next.reference, 'Genehmigen');
  await expect(first.getByRole('dialog').getByText(/1-mal dorthin ausgezahlt$/)).toBeVisible();
});

test('a locked account is marked, left out of selections, and paid by two who say so', async () => {
  const customer = await fourEyes.customerWith('5000.00');
  const { reference } = await createWithdrawal(customer.api, '50.00');
  const free = await createWithdrawal((await fourEyes.customerWith('100.00')).api, '5.00');
  const userId = await lock(customer);
  await first.goto('/admin');
  const row = rowOf(first, reference);
  await expect(row).toContainText('Gesperrt');
  await expect(row.getByRole('checkbox')).toHaveCount(0);
  await first.getByRole('checkbox', { name: new RegExp(`^${free.reference} `) }).check();
  await first.getByRole('button', { name: /^5,00\sUSD genehmigen$/ }).click();
  const dialog = first.getByRole('dialog');
  await expect(dialog.getByText('Nur einzeln zu entscheiden, hier nicht dabei')).toBeVisible();
  await expect(dialog.getByText(`${reference} (Konto gesperrt)`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();

  await beginDecision(first, reference, 'Genehmigen');
  await expect(dialog.getByText('Trotz Sperre nur zu zweit')).toBeVisible();
  await expect(dialog.getByText(`Grund: ${REASON}`)).toBeVisible();
  await dialog.getByLabel('Warum trotz Sperre ausgezahlt werden soll').fill('Persönlich am Telefon geklärt');
  await dialog.getByRole('button', { name: 'Trotz Sperre vorlegen' }).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  await second.goto('/admin/freigaben');
  await rowOf(second, reference).getByRole('button').click();
  const review = second.getByRole('dialog');
  await expect(review.getByText('Auszahlung trotz gesperrtem Konto')).toBeVisible();
  await expect(review.getByText('Persönlich am Telefon geklärt')).toBeVisible();
  await sayWhy(review);
  await review.getByRole('button', { name: /^50,00\sUSDT freigeben$/ }).click();
  await expectToast(second, 'Freigegeben und ausgeführt');

  await first.goto(`/admin/kunden/${userId}`);
  await expect(first.getByText(`Grund: ${REASON}`)).toBeVisible();
  await first.keyboard.press('Control+k');
  await first.getByRole('textbox', { name: 'E-Mail oder Kennung suchen' }).fill(customer.email);
  await expect(first.getByText(`${customer.email} · gesperrt`)).toBeVisible();
});

test('locking holds what waits to be paid; its owner reads that it is looked at, and an admin ends the hold', {
  tag: '@gate',
}, async ({ browser }) => {
  const customer = await fourEyes.customerWith('500.00');
  const { id, reference } = await createWithdrawal(customer.api, '50.00');
  const { userId } = await readProfile(customer.api);
  await first.goto(`/admin/kunden/${userId}`);
  await first.getByRole('button', { name: 'Konto sperren' }).click();
  const dialog = first.getByRole('dialog');
  await expect(dialog.getByLabel(/^Die offene Auszahlung anhalten/)).toBeChecked();
  await expect(dialog.getByText(new RegExp(`^${reference}\\. Genehmigen kann`))).toBeVisible();
  await dialog.getByLabel('Grund, sichtbar für die Person').fill(REASON);
  await dialog.getByRole('button', { name: 'Konto sperren' }).click();
  await expectToast(first, 'Konto gesperrt');
  await expect(first.getByText('Angehalten').first()).toBeVisible();
  await expect(first.getByRole('button', { name: `Genehmigen: ${reference}` })).toHaveCount(0);

  await first.goto(queueOf(customer));
  await rowOf(first, reference)
    .getByRole('button', { name: new RegExp(customer.email) })
    .click();
  const pane = paneOf(first, reference);
  await expect(pane.getByText(/^Angehalten seit /)).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Genehmigen' })).toHaveCount(0);
  await pane.getByRole('button', { name: 'Anhalten beenden' }).click();
  const ending = first.getByRole('dialog', { name: `${reference} nicht mehr anhalten` });
  await ending.getByLabel('Warum die Auszahlung weitergehen kann').fill('Adresse bestätigt');
  await ending.getByRole('button', { name: 'Anhalten beenden' }).click();
  await expectToast(first, 'Anhalten beendet');
  await expect(pane.getByRole('button', { name: 'Genehmigen' })).toBeVisible();

  // As the owner sees another one once they are in again.
  const owner = await fourEyes.customerWith('500.00');
  const theirs = await createWithdrawal(owner.api, '60.00');
  const held = await (await owner.api.get(`/api/withdrawals/${theirs.id}`)).json();
  held.heldAt = new Date().toISOString();
  const page = await openWith(browser, fourEyes.app, owner.api);
  // Without asking the server, whose answer might come when the window is closed already.
  await page.route('**/api/withdrawals/*', (route) => route.fulfill({ json: held }));
  await page.goto(`/dashboard/withdrawals?auszahlung=${theirs.id}`);
  await expect(
    page.getByRole('dialog').getByText(/^Diese Auszahlung sehen wir uns genauer an/),
  ).toBeVisible();
  await page.context().close();
  expect((await fourEyes.firstApi.get(`/api/admin/customers/${userId}/facts?withdrawalId=${id}`)).ok()).toBe(
    true,
  );
  expect((await readWallet(owner.api)).usdLockedBalance).toBe('60.00');
});

test('what was not held with the lock is held later, from the page of the account', async () => {
  const customer = await fourEyes.customerWith('500.00');
  const [one, two] = [
    await createWithdrawal(customer.api, '50.00'),
    await createWithdrawal(customer.api, '60.00'),
  ];
  const userId = await lock(customer);
  await first.goto(`/admin/kunden/${userId}`);
  await first.getByRole('button', { name: '2 offene Auszahlungen anhalten' }).click();
  const dialog = first.getByRole('dialog');
  await expect(dialog.getByText(`${one.reference}, ${two.reference}`)).toBeVisible();
  await expect(dialog.getByText(/^110,00\sUSD$/)).toBeVisible();
  await dialog.getByRole('button', { name: '2 Auszahlungen anhalten' }).click();
  await expect(dialog.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
  await dialog.getByLabel('Warum angehalten wird').fill('Fremder Zugriff vermutet');
  await dialog.getByRole('button', { name: '2 Auszahlungen anhalten' }).click();
  await expectToast(first, 'Auszahlungen angehalten', customer.email);
  await expect(dialog).toBeHidden();
  await expect(first.getByRole('button', { name: /Auszahlung(en)? anhalten$/ })).toHaveCount(0);
  await expect(first.getByRole('heading', { level: 1 })).toBeFocused();
  for (const { reference } of [one, two])
    await expect(first.getByRole('button', { name: `Genehmigen: ${reference}` })).toHaveCount(0);
});

test('what is shown before a decision is accessible and fits', async () => {
  const customer = await fourEyes.customerWith('9000.00');
  const { id, reference } = await createWithdrawal(customer.api, '1500.00');
  const deposit = await createDeposit(customer.api, '10.00');
  const approvalId = await lay(fourEyes.firstApi, { kind: 'withdrawal', input: { id } });
  const held = await createWithdrawal(customer.api, '70.00');
  const userId = await lock(customer, { holdWithdrawals: true });
  const openRow = async (page: Page, text: string) => {
    await page.goto(queueOf(customer));
    await rowOf(page, text)
      .getByRole('button', { name: new RegExp(customer.email) })
      .click();
    // Beside the list, and over it where that has no room.
    const request = page.getByRole('dialog').or(page.getByRole('region', { name: /^(Ein|Aus)zahlung / }));
    await expect(request.getByText('Von Hand gebucht').filter({ visible: true }).first()).toBeVisible();
    // What has been scrolled under the head of the page is not what is judged here.
    await page.evaluate(() => scrollTo(0, 0));
  };
  await checkAll(second, [
    {
      name: 'the pane of a held payout that waits for a second admin as well',
      open: async (page) => {
        await openRow(page, reference);
        await expect(page.getByRole('button', { name: 'Anhalten beenden' })).toBeVisible();
      },
    },
    {
      name: 'many at once',
      open: async (page) => {
        const free = await fourEyes.customerWith('90.00');
        const { reference: chosen } = await createWithdrawal(free.api, '5.00');
        await page.goto(`/admin?suche=${chosen}`);
        await page.getByRole('checkbox', { name: new RegExp(`^${chosen} `) }).check();
        await page.getByRole('button', { name: /^5,00\sUSD genehmigen$/ }).click();
        await expect(page.getByRole('dialog').getByText('1 von 1', { exact: true })).toBeVisible();
      },
    },
    { name: 'the pane of a held payout', open: (page) => openRow(page, held.reference) },
    { name: 'the pane of a deposit', open: (page) => openRow(page, deposit.reference) },
    {
      name: 'the approval',
      open: async (page) => {
        await page.goto(`/admin/freigaben?vorlage=${approvalId}`);
        await expect(page.getByRole('dialog').getByText('Von Hand gebucht')).toBeVisible();
      },
    },
    {
      name: 'holding what waits later on',
      open: async (page) => {
        const locked = await fourEyes.customerWith('500.00');
        await createWithdrawal(locked.api, '50.00');
        await page.goto(`/admin/kunden/${await lock(locked)}`);
        await page.getByRole('button', { name: 'Offene Auszahlung anhalten' }).click();
        await expect(page.getByRole('dialog').getByLabel('Warum angehalten wird')).toBeVisible();
      },
    },
    {
      name: 'the customer',
      open: async (page) => {
        await page.goto(`/admin/kunden/${userId}`);
        await expect(page.getByText('Von Hand gebucht')).toBeVisible();
      },
    },
  ]);
});
