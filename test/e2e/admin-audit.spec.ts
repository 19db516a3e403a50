// What was done stands in the audit log, sealed; and the reconciliation says whether the books are what they should be.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createDeposit, fund, readProfile } from './accounts.ts';
import { test } from './app-test.ts';
import { at, checkAll, type State } from './check-pages.ts';
import { press } from './keyboard.ts';
import { expectToast } from './people.ts';
import { fail } from './routes.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Prüfspur durchsuchen' });
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Prüfspur, neueste zuerst' }).getByRole('row');
const drawer = (page: Page) => page.getByRole('dialog');

async function openAudit(page: Page, query = '') {
  await page.goto(`/admin/pruefspur${query}`);
  await expect(page.getByRole('heading', { name: 'Prüfspur', level: 1 })).toBeVisible();
}

test.describe('the audit log', () => {
  test('shows what an admin decided, before and after, under the customer’s address', async ({
    newcomer,
    adminApi,
    admin,
  }) => {
    await fund(newcomer.request, adminApi, '60.00');
    const { email } = await readProfile(newcomer.request);
    await openAudit(admin);
    await search(admin).fill(email);
    await expect(admin).toHaveURL(/suche=/);
    await expect(rowsOf(admin)).toHaveCount(3);
    await expect(rowsOf(admin).nth(1)).toContainText('Einzahlung genehmigt');
    await expect(rowsOf(admin).nth(2)).toContainText('Einzahlung angelegt');
    await admin.getByRole('button', { name: 'Einzahlung genehmigt' }).click();
    const dialog = drawer(admin);
    await expect(dialog.getByRole('row', { name: 'Status in Prüfung genehmigt' })).toBeVisible();
    await expect(dialog.getByRole('link', { name: email })).toBeVisible();
    await expect(admin).toHaveURL(/eintrag=\d+/);
    // Its seal follows within seconds.
    await expect(async () => {
      await admin.reload();
      await expect(dialog.getByText(/^[0-9a-f]{64}$/)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 45_000 });
  });

  test('is filtered in the address, and says when nothing matches', { tag: '@gate' }, async ({
    newcomer,
    admin,
  }) => {
    const { reference } = await createDeposit(newcomer.request, '20.00');
    const { email } = await readProfile(newcomer.request);
    await openAudit(admin, `?suche=${reference}`);
    await expect(search(admin)).toHaveValue(reference);
    await expect(rowsOf(admin)).toHaveCount(2);
    await admin.getByRole('combobox', { name: 'Vorgang' }).selectOption({ label: 'Wallet korrigiert' });
    await expect(admin).toHaveURL(/vorgang=wallet\.correct/);
    await expect(admin.getByText('Keine Treffer')).toBeVisible();
    await admin.getByRole('button', { name: 'Filter aufheben' }).click();
    await expect(search(admin)).toHaveValue('');
    await expect(rowsOf(admin).nth(1)).toBeVisible();
    // A day before anything could have happened; then one that has begun.
    await openAudit(admin, `?suche=${email}`);
    await admin.getByLabel('Bis', { exact: true }).fill('01.01.2020');
    await expect(admin.getByText('Keine Treffer')).toBeVisible();
    const from = admin.getByLabel('Von', { exact: true });
    await from.fill('02.01.2020');
    await expect(admin.getByText('Der Zeitraum ist umgekehrt')).toBeVisible();
    // What a field does after the press comes later than what the press asks for.
    await admin.evaluate(() => {
      const { setTimeout } = window;
      window.setTimeout = ((run: () => void, ms = 0) =>
        setTimeout(run, ms + 300)) as typeof window.setTimeout;
    });
    await admin.getByRole('button', { name: 'Tage tauschen' }).click();
    await expect(from).toHaveValue('01.01.2020');
    await expect(admin.getByText('Keine Treffer')).toBeVisible();
    await from.fill('31.02.2026');
    await from.blur();
    await expect(admin.getByRole('alert')).toHaveText('Diesen Tag gibt es nicht.');
    await expect(from).toHaveAccessibleDescription('Diesen Tag gibt es nicht.');
    await from.fill('');
    await expect(admin.getByRole('alert')).toHaveCount(0);
    // Written short, and a mistake said also to who presses Enter: then no day is in force that the field does not show.
    await from.fill('2.1.2020');
    await expect(admin).toHaveURL(/von=2020-01-02/);
    await from.fill('1.1.20');
    await from.press('Enter');
    await expect(admin).toHaveURL(/von=2020-01-01/);
    await expect(from).toHaveValue('01.01.2020');
    await from.fill('1.8.');
    await from.press('Enter');
    await expect(admin.getByRole('alert')).toHaveText('Bitte als Tag.Monat.Jahr, zum Beispiel 04.12.2026.');
    await expect(admin).not.toHaveURL(/von=/);
    await from.fill('');
    await admin.getByLabel('Bis', { exact: true }).fill('');
    await expect(rowsOf(admin)).toHaveCount(2);
    await admin.getByRole('combobox', { name: 'Wer' }).selectOption({ label: 'Admins' });
    await expect(admin.getByText('Keine Treffer')).toBeVisible();
  });

  test('leads on from a row to everything about the thing and from the person, by keyboard alone', {
    tag: '@gate',
  }, async ({ newcomer, adminApi, admin }) => {
    await fund(newcomer.request, adminApi, '60.00');
    const { email } = await readProfile(newcomer.request);
    await openAudit(admin, `?suche=${email}&vorgang=deposit.request`);
    await expect(rowsOf(admin)).toHaveCount(2);
    // The whole row shows the focus, not the button in it.
    await admin.getByRole('button', { name: 'Einzahlung angelegt' }).press('Enter');
    await expect(drawer(admin).getByText('Vorher und nachher')).toBeVisible();
    await press(admin, drawer(admin).getByRole('button', { name: 'Alles dazu' }), 'Enter');
    await expect(drawer(admin)).toBeHidden();
    await expect(rowsOf(admin)).toHaveCount(3);
    await admin.getByRole('button', { name: 'Einzahlung angelegt' }).press('Enter');
    await drawer(admin).getByRole('button', { name: 'Alles von dieser Person' }).press('Enter');
    await expect(admin).toHaveURL(/wer=[0-9a-f-]{36}/);
    await expect(rowsOf(admin)).toHaveCount(2);
    await admin.getByRole('button', { name: 'Einzahlung angelegt' }).press('Enter');
    // It listens to the keys from the moment it has the focus.
    await expect(drawer(admin).locator(':focus')).toHaveCount(1);
    await admin.keyboard.press('Escape');
    await expect(drawer(admin)).toBeHidden();
  });

  test('is saved as a file with the rows of the filter', { tag: '@gate' }, async ({
    newcomer,
    adminApi,
    admin,
  }) => {
    await fund(newcomer.request, adminApi, '60.00');
    const { email } = await readProfile(newcomer.request);
    await openAudit(admin, `?suche=${email}`);
    await expect(rowsOf(admin)).toHaveCount(3);
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: /^CSV ?, Prüfspur/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('pruefspur.csv');
    const text = await readFile(await download.path(), 'utf8');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffNummer;Zeit;Vorgang;Wer;/);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(';Einzahlung genehmigt;');
    expect(lines[1]).toContain(email);
    expect(lines[1]).toContain('Status: in Prüfung');
  });

  test('says when a search means too much, on the page and instead of a file', async ({ admin }) => {
    await admin.route('**/api/admin/audit?*', (route) =>
      route.fulfill({ json: { items: [], hasNewer: false, hasOlder: false, tooMany: true } }),
    );
    const downloads: unknown[] = [];
    admin.on('download', (download) => downloads.push(download));
    await openAudit(admin, '?suche=example');
    await expect(admin.getByText('Die Suche trifft zu viel')).toBeVisible();
    await admin.getByRole('button', { name: /^CSV ?, Prüfspur/ }).click();
    await expectToast(admin, 'Keine Datei');
    expect(downloads).toEqual([]);
  });

  test('says when it cannot be loaded, and loads again', async ({ admin }) => {
    const fault = await fail(admin, '/api/admin/audit?*', 'GET');
    await openAudit(admin, '?wer=admins');
    await expect(admin.getByText('Nicht geladen', { exact: true })).toBeVisible({ timeout: 30_000 });
    fault.heal();
    await admin.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(rowsOf(admin).nth(1)).toBeVisible();
  });

  test('is for admins only', async ({ newcomer }) => {
    await newcomer.goto('/admin/pruefspur');
    await expect(newcomer).toHaveURL(/\/dashboard$/);
    const answer = await newcomer.request.get('/api/admin/audit');
    expect(answer.status()).toBe(403);
    expect(await answer.text()).not.toContain('items');
  });
});

test('the reconciliation is run by a button and shows every rule with its figures', async ({ admin }) => {
  await admin.goto('/admin/abgleich');
  const button = admin.getByRole('button', { name: /^(Jetzt prüfen|Prüfung läuft)$/ });
  await button.click();
  await expect(admin.getByRole('heading', { name: 'Letzter Lauf' })).toBeVisible();
  await expect(admin.getByText(/^Alle \d+ Regeln sind eingehalten\./)).toBeVisible({ timeout: 45_000 });
  const row = admin.getByRole('row', { name: /^Alle Buchungszeilen zusammen ergeben 0\./ });
  await expect(row).toContainText(/Buchungszeilen:\s[\d.]+/);
  await expect(row).toContainText('In Ordnung');
  await expect(row.getByRole('cell').last()).toHaveText(/0,00$/);
  for (const area of ['Bots', 'Handlungen des Teams', 'Prüfspur', 'Nachweis der Bots'])
    await expect(admin.getByRole('table', { name: area, exact: true })).toBeVisible();
  // Who asked for it stands in the audit log; an earlier run opens by its address.
  const runs = admin.getByRole('table', { name: 'Läufe des Abgleichs, neueste zuerst' });
  await runs.getByRole('button').first().click();
  await expect(admin).toHaveURL(/lauf=[0-9a-f-]{36}/);
  await openAudit(admin, '?vorgang=reconciliation.start');
  await expect(rowsOf(admin).nth(1)).toContainText('Abgleich gestartet');
});

const STATES: State[] = [
  at('/admin/pruefspur', 'Prüfspur'),
  at('/admin/pruefspur?suche=niemand%40nirgends.example', 'Prüfspur'),
  {
    name: 'a row of the audit log',
    open: async (page) => {
      await openAudit(page, '?vorgang=deposit.approve');
      await page.getByRole('button', { name: 'Einzahlung genehmigt' }).first().click();
      await expect(drawer(page).getByText('Vorher und nachher')).toBeVisible();
    },
  },
  {
    name: 'a search for one letter, which says that it finds nothing',
    open: async (page) => {
      await openAudit(page);
      await search(page).fill('b');
      await expect(page.getByText('Gesucht wird ab 2 Zeichen.')).toBeVisible();
      await expect(page).not.toHaveURL(/suche=/);
    },
  },
  {
    name: '/admin/abgleich',
    open: async (page) => {
      await page.request.post('/api/admin/reconciliation/runs', { data: {} });
      await page.goto('/admin/abgleich');
      await expect(page.getByText(/Regeln sind eingehalten\./)).toBeVisible({ timeout: 45_000 });
    },
  },
];

test('audit log and reconciliation are accessible and fit', async ({ admin }) => {
  test.slow();
  await checkAll(admin, STATES);
});
