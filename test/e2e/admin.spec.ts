// What an admin does with other people's money, and that those people see it at once and see why.
import { expect, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, readProfile, readWallet, startBot, stopBot } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll, type State } from './check-pages.ts';
import { fillCorrection, reasonField, review } from './correction-form.ts';
import { beginDecision, demoLogin, expectToast, openAs } from './people.ts';

async function choose(page: Page, ...references: string[]) {
  for (const reference of references) await page.getByRole('checkbox', { name: reference }).check();
}

async function fillReturn(page: Page, percent: string) {
  await page.getByLabel('Rendite in Prozent').fill(percent);
  await reasonField(page).fill('Verspätete Ausführung');
  await page.getByRole('button', { name: 'Rendite anwenden' }).click();
}

const confirmReturn = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /anwenden$/ });

test.describe('a manual return', () => {
  test('is seen by the customer at once, as manual and with its reason', { tag: '@gate' }, async ({
    funded,
    admin,
  }) => {
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

  test('on a selection has one result per row, and a row that fails stops no other', {
    tag: '@gate',
  }, async ({ funded, admin }) => {
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

  test('goes in steps of 0.1 by the arrow keys, and is found again by its address', { tag: '@gate' }, async ({
    admin,
  }) => {
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
  const open = async (page: Page, verb: 'Genehmigen' | 'Ablehnen') => {
    await page.goto('/admin');
    await beginDecision(page, reference, verb);
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

test('the queues turn around, and stay so', async ({ newcomer, admin }) => {
  const first = await createDeposit(newcomer.request, '11.00');
  const second = await createDeposit(newcomer.request, '12.00');
  const rows = admin
    .getByRole('table', { name: 'Offene Einzahlungen' })
    .getByRole('row')
    .filter({ hasText: new RegExp(`${first.reference}|${second.reference}`) });
  // Others wait as well, more than a page of them.
  const { email } = await readProfile(newcomer.request);
  const queue = `/admin?suche=${encodeURIComponent(email)}`;
  await admin.goto(queue);
  await expect(admin.getByRole('radio', { name: 'Neueste zuerst' })).toBeChecked();
  await expect(rows.first()).toContainText(second.reference);
  await admin.getByText('Älteste zuerst').click();
  await expect(admin).toHaveURL(/reihenfolge=aelteste/);
  await expect(admin.getByRole('radio', { name: 'Älteste zuerst' })).toBeChecked();
  await admin.goto(queue);
  await expect(admin.getByRole('radio', { name: 'Älteste zuerst' })).toBeChecked();
  await expect(rows.first()).toContainText(first.reference);
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

test('every state of corrections and returns is accessible', async ({ admin }) => {
  test.setTimeout(180_000);
  await checkAll(admin, STATES);
});

test('the queues have room for millions', async ({ admin, funded }) => {
  await createWithdrawal(funded.request, '10.00');
  await admin.route(/\/api\/admin\/(deposits|withdrawals)\b/, async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    for (const item of json.items ?? []) if (item.walletAfter) item.walletAfter = '98765432.10';
    await route.fulfill({ response: answer, json: { ...json, totalAmount: '98765432.10' } });
  });
  const queue: State = {
    name: 'the queues with millions',
    async open(page) {
      await page.goto('/admin');
      await expect(page.getByText('98.765.432,10').first()).toBeVisible();
    },
  };
  await checkAll(admin, [queue], [1280, 1024]);
});
