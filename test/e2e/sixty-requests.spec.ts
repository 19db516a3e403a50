// A morning of a team lead: sixty requests that wait, the facts of each beside it, and no mouse.
import { expect, type Page } from '@playwright/test';
import { type Created, createDeposit, createWithdrawal, readWallet } from './accounts.ts';
import { test } from './app-test.ts';
import { ASKED, type FourEyes, LAY, openFourEyes, rowOf } from './four-eyes.ts';
import { expectToast, paneOf } from './people.ts';

const REASON = 'Doppelt angekündigt';
const PAGE = 50;

let fourEyes: FourEyes;
test.beforeAll(async ({ browser, playwright }) => {
  test.setTimeout(300_000);
  fourEyes = await openFourEyes('sixty-requests', { browser, playwright });
});
test.afterAll(() => fourEyes?.close());

const dialog = (page: Page) => page.getByRole('dialog');

/** Only keys from here on. */
const keysOf = (page: Page) => ({
  async press(...keys: string[]) {
    for (const key of keys) await page.keyboard.press(key);
  },
  async approve() {
    await page.keyboard.press('a');
    await expect(dialog(page).getByRole('button', { name: /genehmigen$/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
  },
  async reject() {
    await page.keyboard.press('r');
    await expect(dialog(page).getByLabel('Grund, sichtbar für den Kunden')).toBeFocused();
    await page.keyboard.type(REASON);
    await page.keyboard.press('Control+Enter');
    await expect(dialog(page)).toHaveCount(0);
  },
});

test('sixty requests are worked off by the keyboard alone', { tag: '@gate' }, async () => {
  test.setTimeout(180_000);
  const { first: page } = fourEyes;
  const customers = [];
  for (let n = 0; n < 3; n++) customers.push(await fourEyes.customerWith('2000.00'));
  const deposits: Created[] = [];
  for (let n = 0; n < 54; n++) deposits.push(await createDeposit(customers[n % 3]!.api, '10.00'));
  const withdrawals: Created[] = [];
  for (const [index, amount] of ['20', '30', '40', '1000', '50', '60'].entries())
    withdrawals.push(await createWithdrawal(customers[index % 3]!.api, `${amount}.00`));
  // As the queue has them: newest first.
  const [open, payouts] = [deposits.toReversed(), withdrawals.toReversed()];
  const { press, approve, reject } = keysOf(page);
  const isAt = async ({ reference }: Created) => {
    await expect(paneOf(page, reference)).toBeVisible();
    await expect(rowOf(page, reference)).toHaveAttribute('data-current', 'true');
  };

  await page.goto('/admin?suche=kunde-');
  await isAt(open[0]!);
  await expect(rowOf(page, payouts[2]!.reference)).toContainText('Zweite Person nötig');
  await expect(page.getByText('Zweite Person nötig')).toHaveCount(1);

  // Looked through first: over the end of a page, into the other queue, and back.
  for (let n = 1; n < PAGE; n++) await press('j');
  await isAt(open[PAGE - 1]!);
  await press('j');
  await isAt(open[PAGE]!);
  await press('j', 'j', 'j', 'j');
  await isAt(payouts[0]!);
  await press('k', 'k', 'k', 'k', 'k');
  await isAt(open[PAGE - 1]!);

  // The next one opens by itself, also where it comes up from the next page or stands in the other queue.
  await approve();
  await isAt(open[PAGE]!);
  await expectToast(page, 'Einzahlung genehmigt', open[PAGE - 1]!.reference);
  await reject();
  await isAt(open[PAGE + 1]!);
  for (let n = PAGE + 1; n < open.length; n++) await approve();
  await isAt(payouts[0]!);
  await approve();
  await reject();

  // What one alone may not pay is laid before a second one, and the next one opens all the same.
  await isAt(payouts[2]!);
  await press('a');
  await expect(dialog(page).getByRole('button', LAY)).toBeFocused();
  await press('Shift+Tab', 'Shift+Tab');
  await expect(dialog(page).getByLabel('Notiz für die zweite Person')).toBeFocused();
  await page.keyboard.type(ASKED);
  await press('Control+Enter');
  await expect(dialog(page)).toHaveCount(0);
  await isAt(payouts[3]!);
  await expect(rowOf(page, payouts[2]!.reference)).toContainText('Wartet auf zweite Person');
  for (let n = 3; n < payouts.length; n++) await approve();

  // Whoever has decided on the last one stands on what is left before it, and chooses the rest from there.
  await isAt(payouts[2]!);
  await press('k');
  await isAt(open[PAGE - 2]!);
  await expect(page.getByRole('heading', { name: 'Offene Einzahlungen 49' })).toBeVisible();
  for (let n = 0; n < PAGE - 1; n++) await press('x', 'k');
  await expect(page.getByText('49 ausgewählt')).toBeVisible();
  await press('a');
  await expect(dialog(page).getByRole('button', { name: /^490,00\sUSD genehmigen$/ })).toBeFocused();
  await press('Enter');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(49, { timeout: 60_000 });
  await expectToast(page, 'Einzahlung genehmigt', /^.*49 von 49 Anträgen · 490,00\sUSD$/);
  await press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await isAt(payouts[2]!);

  const wallets = [];
  for (const { api } of customers) wallets.push(await readWallet(api));
  const cents = (text: string) => Math.round(Number(text) * 100);
  expect(wallets.map(({ pendingDeposits }) => pendingDeposits)).toEqual([0, 0, 0]);
  // 53 deposits; 5 payouts of which one was rejected; the sixth waits for the second person.
  const total = wallets.reduce((sum, { available }) => sum + cents(available), 0);
  expect(total).toBe(cents('6000') + cents('530') - cents('200') + cents('50') - cents('1000'));
  const reserved = wallets.reduce((sum, { usdLockedBalance }) => sum + cents(usdLockedBalance), 0);
  expect(reserved).toBe(cents('1000'));
});
