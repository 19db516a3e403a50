// What an admin does with other people's money, and that those people see it at once and see why.
import { expect, type Page } from '@playwright/test';
import {
  createDeposit,
  createWithdrawal,
  fund,
  readProfile,
  readWallet,
  startBot,
  stopBot,
} from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll, type State, WIDTHS } from './check-pages.ts';
import { press, tabTo, type } from './keyboard.ts';
import { demoLogin, expectToast, openAs } from './people.ts';
import { delay, fail, loseNextAnswer } from './routes.ts';

const REASON = 'Doppelte Gebühr am 22.07.';
const reasonField = (page: Page) => page.getByLabel('Grund, sichtbar für den Kunden');
const review = (page: Page) => page.getByRole('button', { name: 'Weiter zur Prüfung' });

async function fillCorrection(page: Page, email: string, amount: string, direction = 'Gutschrift') {
  await page.getByLabel('E-Mail', { exact: true }).fill(email);
  await page.getByText(direction, { exact: true }).click();
  await page.getByLabel('Betrag', { exact: true }).fill(amount);
  await reasonField(page).fill(REASON);
  await expect(page.getByText(/^Wallet [\d.,]+ · verfügbar/)).toBeVisible();
}

async function choose(page: Page, ...references: string[]) {
  for (const reference of references) await page.getByRole('checkbox', { name: reference }).check();
}

async function fillReturn(page: Page, percent: string) {
  await page.getByLabel('Rendite in Prozent').fill(percent);
  await reasonField(page).fill('Verspätete Ausführung');
  await page.getByRole('button', { name: 'Rendite anwenden' }).click();
}

const confirmReturn = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /anwenden$/ });

test.describe('a correction of a wallet', () => {
  test('is seen by the customer at once, as a correction with its reason', async ({ funded, admin }) => {
    const { email } = await readProfile(funded.request);
    await funded.goto('/dashboard/wallet');
    await expect(funded.getByText('1.000,00').first()).toBeVisible();

    await admin.goto('/admin');
    await fillCorrection(admin, email, '40');
    await review(admin).click();
    const dialog = admin.getByRole('dialog');
    await expect(dialog.getByRole('row', { name: 'Wallet vorher 1.000,00' })).toBeVisible();
    await expect(dialog.getByRole('row', { name: 'Wallet nachher 1.040,00' })).toBeVisible();
    await dialog.getByRole('button', { name: /^40,00\sUSDT gutschreiben$/ }).click();
    await expectToast(admin, 'Wallet korrigiert', email);
    const [number] = /K-\d+/.exec(await admin.getByText(/^K-\d+: 40,00/).innerText()) ?? [];
    await expect(admin.getByLabel('E-Mail', { exact: true })).toHaveValue('');

    await expect(funded.getByText('1.040,00').first()).toBeVisible();
    await expect(funded.getByText('Wallet-Korrektur').first()).toBeVisible();
    await expect(funded.getByText(REASON).first()).toBeVisible();
    await funded.getByRole('button', { name: /^Benachrichtigungen/ }).click();
    await expect(
      funded.getByText(`${number}: Ihrem Wallet wurden 40,00 USDT gutgeschrieben. Grund: ${REASON}`),
    ).toBeVisible();
    // The number finds the booking, and its owner.
    await funded.goto(`/dashboard/wallet?ansicht=transaktionen&suche=${number}`);
    await expect(funded.getByRole('row').filter({ hasText: String(number) })).toContainText('+40,00');
    await admin.goto(`/admin/kunden?suche=${number}`);
    await expect(admin.getByRole('row').filter({ hasText: email })).toBeVisible();
  });

  test('that is sent before it is known whose wallet it is goes on by itself', async ({ funded, admin }) => {
    const { email } = await readProfile(funded.request);
    await admin.goto('/admin');
    const late = await delay(admin, '/api/admin/customers?**');
    await admin.getByLabel('E-Mail', { exact: true }).fill(email);
    await admin.getByLabel('Betrag', { exact: true }).fill('40');
    await reasonField(admin).fill(REASON);
    await review(admin).click();
    await expect(admin.getByRole('button', { name: 'Kunde wird gesucht' })).toBeVisible();
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    late.heal();
    await expect(
      admin.getByRole('dialog').getByRole('row', { name: 'Wallet nachher 1.040,00' }),
    ).toBeVisible();
  });

  test('says when its customer cannot be looked up, and looks again', async ({ funded, admin }) => {
    const { email } = await readProfile(funded.request);
    await admin.goto('/admin');
    const fault = await fail(admin, '/api/admin/customers?**', 'GET');
    await admin.getByLabel('E-Mail', { exact: true }).fill(email);
    await admin.getByLabel('Betrag', { exact: true }).fill('40');
    await reasonField(admin).fill(REASON);
    await review(admin).click();
    await expect(admin.getByText('Der Kunde lässt sich gerade nicht laden.')).toBeVisible({
      timeout: 30_000,
    });
    await expect(admin.getByText('gibt es kein Konto')).toHaveCount(0);
    fault.heal();
    await review(admin).click();
    await expect(
      admin.getByRole('dialog').getByRole('row', { name: 'Wallet nachher 1.040,00' }),
    ).toBeVisible();
  });

  test('can be made with the keyboard alone, the customer found by a reference', async ({
    newcomer,
    adminApi,
    admin,
  }) => {
    await fund(newcomer.request, adminApi, '60.00');
    const { reference } = await createDeposit(newcomer.request, '20.00');
    const { email } = await readProfile(newcomer.request);
    await admin.goto('/admin');
    await expect(admin.getByRole('heading', { name: 'Offene Auszahlungen' })).toBeVisible();
    const field = admin.getByRole('combobox', { name: 'E-Mail' });
    await field.focus();
    await admin.keyboard.type(reference);
    await expect(admin.getByRole('option', { name: email })).toBeVisible();
    await admin.keyboard.press('ArrowDown');
    await admin.keyboard.press('Enter');
    await expect(field).toHaveValue(email);
    await tabTo(admin, admin.getByRole('radio', { name: 'Gutschrift' }));
    await admin.keyboard.press('ArrowRight');
    await type(admin, admin.getByLabel('Betrag', { exact: true }), '60,00');
    await type(admin, reasonField(admin), REASON);
    await press(admin, review(admin), 'Enter');
    await press(admin, admin.getByRole('button', { name: /^60,00\sUSDT abbuchen$/ }), 'Enter');
    await expectToast(admin, 'Wallet korrigiert');
    expect(await readWallet(newcomer.request)).toMatchObject({ available: '0.00' });
  });

  test('says at its fields what is missing and what is not possible', async ({
    newcomer,
    adminApi,
    admin,
  }) => {
    await fund(newcomer.request, adminApi, '50.00');
    await createWithdrawal(newcomer.request, '30.00');
    const { email } = await readProfile(newcomer.request);
    await admin.goto('/admin');
    await review(admin).click();
    await expect(admin.getByText('Email und Betrag erforderlich')).toHaveCount(2);
    await expect(admin.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
    await expect(admin.getByRole('combobox', { name: 'E-Mail' })).toBeFocused();
    // Nothing is as little as none, also for who presses Enter.
    const amount = admin.getByLabel('Betrag', { exact: true });
    for (const nothing of ['0', '0,00', '-5']) {
      await amount.fill(nothing);
      await amount.press('Enter');
      await expect(amount).toHaveAccessibleDescription(/Email und Betrag erforderlich/);
    }
    await amount.fill('1.2.3');
    await amount.press('Enter');
    await expect(amount).toHaveAccessibleDescription(/Bitte geben Sie einen Betrag ein/);
    await amount.fill('');
    await admin.getByLabel('E-Mail', { exact: true }).fill('niemand@beispiel.example');
    await expect(admin.getByText('Zu dieser E-Mail-Adresse gibt es kein Konto.')).toBeVisible();
    await fillCorrection(admin, email, '20,01', 'Belastung');
    await expect(
      admin.getByText(/^Balance kann nicht negativ werden\. Verfügbar: 20,00\sUSDT\.$/),
    ).toBeVisible();
    await review(admin).click();
    await expect(admin.getByRole('dialog')).toHaveCount(0);
  });

  test('whose answer is lost is booked once, however often it is confirmed', async ({ newcomer, admin }) => {
    const { email } = await readProfile(newcomer.request);
    await admin.goto('/admin');
    await fillCorrection(admin, email, '15');
    await review(admin).click();
    await loseNextAnswer(admin, '/api/admin/wallet-corrections');
    const confirm = admin.getByRole('button', { name: /gutschreiben$/ });
    await confirm.click();
    await expect(admin.getByRole('dialog').getByText(/^Keine Verbindung/)).toBeVisible();
    await confirm.click();
    await expectToast(admin, 'Wallet korrigiert');
    expect(await readWallet(newcomer.request)).toMatchObject({ available: '15.00' });
  });
});

test.describe('a manual return', () => {
  test('is seen by the customer at once, as manual and with its reason', async ({ funded, admin }) => {
    const { id, reference } = await startBot(funded.request, '400.00');
    const { email } = await readProfile(funded.request);
    await funded.goto(`/dashboard/investments/${id}`);
    await expect(funded.getByRole('heading', { name: 'SmartBot' }).first()).toBeVisible();

    await admin.goto('/admin?ansicht=rendite');
    const apply = admin.getByRole('button', { name: 'Rendite anwenden' });
    await expect(apply).toBeDisabled();
    await admin.getByLabel('Anlagen suchen').fill(reference);
    await expect(admin.getByRole('checkbox', { name: reference })).toHaveCount(1);
    await expect(admin.getByRole('row').filter({ hasText: reference })).toContainText(email);
    await choose(admin, reference);
    const notZero = admin.getByText('Bitte geben Sie eine Rendite an, die nicht 0 ist.');
    await admin.getByLabel('Rendite in Prozent').fill('0');
    await reasonField(admin).fill('Verspätete Ausführung');
    await expect(apply).toBeDisabled();
    await expect(notZero).toBeVisible();
    for (const refused of ['-100', '500']) {
      await admin.getByLabel('Rendite in Prozent').fill(refused);
      await expect(admin.getByText('Bitte prüfen Sie die Rendite.')).toBeVisible();
      await expect(notZero).toHaveCount(0);
      await expect(apply).toBeDisabled();
    }
    await admin.getByRole('button', { name: /^\+0,5/ }).click();
    await reasonField(admin).fill('  ');
    await expect(apply).toBeDisabled();
    await expect(admin.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
    await reasonField(admin).fill('Verspätete Ausführung');
    await apply.click();
    await expect(admin.getByRole('dialog')).toContainText(reference);
    await confirmReturn(admin).click();
    await expectToast(admin, 'Rendite angewendet', /\+0,5\s% · \+[12],\d\d\s\$/);
    await expect(admin.getByRole('dialog')).toHaveCount(0);

    await expect(funded.getByText(/\+0,50\s%: Verspätete Ausführung/)).toBeVisible();
    const days = funded.getByRole('table', { name: 'Tageswerte' });
    await expect(days.getByRole('row').filter({ hasText: 'manuell' })).toHaveCount(1);
  });

  test('on a selection has one result per row, and a row that fails stops no other', async ({
    funded,
    admin,
  }) => {
    const first = await startBot(funded.request, '150.00');
    const second = await startBot(funded.request, '160.00');
    const { email } = await readProfile(funded.request);
    await admin.goto(`/admin?ansicht=rendite&suche=${encodeURIComponent(email)}`);
    await choose(admin, first.reference, second.reference);
    await expect(admin.getByRole('status').filter({ hasText: '2 ausgewählt' })).toBeVisible();
    await fillReturn(admin, '-0,5');
    await stopBot(funded.request, second.id);
    await confirmReturn(admin).click();
    const results = admin.getByRole('dialog').getByRole('listitem');
    await expect(results.filter({ hasText: first.reference })).toContainText('Gebucht');
    await expect(results.filter({ hasText: second.reference })).toContainText(
      'Diese Anlage ist schon beendet.',
    );
    await expectToast(admin, 'Rendite angewendet', /−0,5\s% auf 1 von 2 Anlagen · −0,\d\d\s\$/);
    await admin.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
    await expect(admin.getByRole('checkbox', { name: second.reference })).toHaveCount(0);
  });

  test('goes in steps of 0.1 by the arrow keys, and is found again by its address', async ({ admin }) => {
    await admin.goto('/admin?ansicht=rendite&suche=gibt-es-nicht&bot=smartbot');
    await expect(admin.getByText('Keine Treffer')).toBeVisible();
    await expect(admin.getByLabel('Anlagen suchen')).toHaveValue('gibt-es-nicht');
    await admin.getByRole('button', { name: 'Filter aufheben' }).click();
    await expect(admin.getByRole('table', { name: 'Aktive Anlagen' })).toBeVisible();
    const percent = admin.getByLabel('Rendite in Prozent');
    const presets = admin.getByRole('group', { name: 'Rendite übernehmen' }).getByRole('button');
    await expect(presets).toHaveText([/^\+0,5\s%$/, /^\+1,0\s%$/, /^\+2,0\s%$/, /^−0,5\s%$/]);
    for (const [index, typed] of ['+0,5', '+1,0', '+2,0', '−0,5'].entries()) {
      await presets.nth(index).click();
      await expect(percent).toHaveValue(typed);
    }
    await percent.fill('');
    await percent.focus();
    await admin.keyboard.press('ArrowUp');
    await admin.keyboard.press('ArrowUp');
    await expect(percent).toHaveValue('+0,2');
    await percent.fill('120');
    await reasonField(admin).focus();
    await expect(
      admin.getByText(/^Die Rendite liegt über −100\s% und beträgt höchstens 100\s%\.$/),
    ).toBeVisible();
  });
});

test('a request that is open twice: what was decided in one place is read in the other', async ({
  browser,
  newcomer,
  admin,
}) => {
  const { reference } = await createDeposit(newcomer.request, '33.00');
  const other = await openAs(browser, await demoLogin('admin'));
  const open = async (page: Page, verb: string) => {
    await page.goto('/admin');
    await page.getByRole('row').filter({ hasText: reference }).getByRole('button', { name: verb }).click();
    await expect(page.getByRole('dialog')).toContainText('33,00');
  };
  await open(admin, 'Genehmigen');
  await open(other, 'Ablehnen');
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /genehmigen$/ })
    .click();
  await expectToast(admin, 'Einzahlung genehmigt');
  const late = other.getByRole('dialog');
  await expect(late.getByText(/^Darüber wurde schon entschieden: am .* genehmigt\.$/)).toBeVisible();
  await expect(late.getByRole('button', { name: /ablehnen$/ })).toBeDisabled();
  expect(await readWallet(newcomer.request)).toMatchObject({ available: '33.00', pendingDeposits: 0 });
  await other.context().close();
});

test('the figures at the top lead to what is behind them', async ({ admin }) => {
  await admin.goto('/admin');
  const figures = admin.getByRole('region', { name: 'Kennzahlen' });
  await figures.getByRole('link', { name: /^Aktive Bots/ }).click();
  await expect(admin.getByRole('heading', { name: 'Aktive Anlagen' })).toBeVisible();
  for (const queue of ['Offene Auszahlungen', 'Offene Einzahlungen']) {
    await figures.getByRole('link', { name: new RegExp(`^${queue}`) }).click();
    await expect(admin.getByRole('heading', { name: queue })).toBeInViewport();
  }
  await figures.getByRole('link', { name: /^Nutzer gesamt/ }).click();
  await expect(admin.getByRole('heading', { name: 'Kunden', level: 1 })).toBeVisible();
});

test('the queues turn around', async ({ newcomer, admin }) => {
  const first = await createDeposit(newcomer.request, '11.00');
  const second = await createDeposit(newcomer.request, '12.00');
  const rows = admin
    .getByRole('table', { name: 'Offene Einzahlungen' })
    .getByRole('row')
    .filter({ hasText: new RegExp(`${first.reference}|${second.reference}`) });
  await admin.goto('/admin');
  await expect(admin.getByRole('radio', { name: 'Neueste zuerst' })).toBeChecked();
  await expect(rows.first()).toContainText(second.reference);
  await admin.getByText('Älteste zuerst').click();
  await expect(admin).toHaveURL(/reihenfolge=aelteste/);
  await expect(admin.getByRole('radio', { name: 'Älteste zuerst' })).toBeChecked();
});

const STATES: State[] = [
  {
    name: 'the suggestions of the correction',
    covered: 'table',
    async open(page) {
      await page.goto('/admin');
      await page.getByLabel('E-Mail', { exact: true }).fill('brandt');
      await expect(page.getByRole('option', { name: /brandt/ }).first()).toBeVisible();
    },
  },
  {
    name: 'the correction with problems',
    // The page has scrolled to the first problem: which row of the queue lies half under the navigation of a phone is chance.
    covered: 'table',
    async open(page) {
      await page.goto('/admin');
      await review(page).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'the review of a correction',
    async open(page) {
      await page.goto('/admin');
      await fillCorrection(page, (await demoLogin('katharina')).email, '5');
      await review(page).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the running investments',
    async open(page) {
      const { email } = await demoLogin('katharina');
      await page.goto(`/admin?ansicht=rendite&suche=${encodeURIComponent(email)}`);
      const row = page.getByRole('checkbox', { name: email });
      await row.check();
      await page.getByRole('button', { name: /^\+1,0/ }).click();
      // Where one has scrolled to decides what lies half under the navigation of a phone.
      await row.evaluate((box) => box.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'the review of a return',
    async open(page) {
      const { email } = await demoLogin('katharina');
      await page.goto(`/admin?ansicht=rendite&suche=${encodeURIComponent(email)}`);
      await page.getByRole('checkbox', { name: email }).check();
      await fillReturn(page, '1');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'no investment found',
    async open(page) {
      await page.goto('/admin?ansicht=rendite&suche=gibt-es-nicht');
      await expect(page.getByText('Keine Treffer')).toBeVisible();
    },
  },
];

for (const width of WIDTHS) {
  test(`every state of corrections and returns is accessible at ${width} pixels`, async ({ admin }) => {
    test.setTimeout(180_000);
    await checkAll(admin, width, STATES);
  });
}
