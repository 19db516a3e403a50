// What the team sends often, from writing it to sending it, and the way to a thing by its number.
import { expect, type Page } from '@playwright/test';
import { createDeposit, fund, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { expectToast } from './people.ts';
import { answerField, escalate, openAtDesk } from './support-desk.ts';

const BLOCKS = '/admin/textbausteine';
/** What opens a row; beside it stand the buttons that move it. */
const opener = (admin: Page, label: string) => admin.locator('[data-row-opener]').filter({ hasText: label });

test('a text block is written, filled in beside a chat, and deleted', { tag: '@gate' }, async ({
  newcomer,
  admin,
}) => {
  const name = `zeiten-${crypto.randomUUID().slice(0, 8)}`;
  await createDeposit(newcomer.request, '30.00');
  const id = await escalate(newcomer.request);
  await admin.goto(BLOCKS);
  await admin.getByRole('button', { name: 'Neuer Textbaustein' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Bezeichnung').fill(`Wann wir da sind ${name}`);
  await dialog.getByLabel('Kürzel').fill(name);
  const text = dialog.getByLabel('Text', { exact: true });
  await text.fill('Zu {einzahlung}: meist in {dauer-antwort}.');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByText('{einzahlung} lässt sich hier nicht ausfüllen.')).toBeVisible();
  await expect(text).toBeFocused();
  await dialog.getByLabel('Wird angeboten').selectOption('Mit offener Einzahlung');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expectToast(admin, 'Textbaustein gespeichert');

  const opened = await openAtDesk(admin, id);
  await answerField(opened).pressSequentially('/gibtsnicht');
  await answerField(opened).press('Enter');
  await expect(opened.getByText('Den Textbaustein /gibtsnicht gibt es hier nicht.')).toBeVisible();
  await answerField(opened).clear();
  await answerField(opened).pressSequentially(`/${name}`);
  await expect(opened.getByRole('option')).toHaveCount(1);
  await answerField(opened).press('Enter');
  await expect(answerField(opened)).toHaveValue(/^Zu E-\d+: meist in 15.+30\sMinuten\.$/);

  await admin.goto(BLOCKS);
  await opener(admin, `Wann wir da sind ${name}`).click();
  await dialog.getByRole('button', { name: 'Löschen' }).click();
  await admin
    .getByRole('dialog', { name: /löschen$/ })
    .getByRole('button', { name: 'Löschen' })
    .click();
  await expectToast(admin, 'Textbaustein gelöscht');
  await expect(admin.getByText(`/${name}`)).toHaveCount(0);
});

test('what a colleague wrote meanwhile is shown and not written over, and the order goes by the keyboard', async ({
  admin,
  adminApi,
}) => {
  const label = `Öffnung ${crypto.randomUUID().slice(0, 8)}`;
  const id = crypto.randomUUID();
  const block = { name: `o-${id}`.slice(0, 12), label, text: 'Bis 18 Uhr.', situation: 'always' };
  const save = (change: object) =>
    adminApi.post(`/api/admin/support/text-blocks/${id}`, {
      data: { ...block, ...change },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  expect((await save({ version: 0 })).status()).toBe(200);
  await admin.goto(BLOCKS);
  const up = admin.getByRole('button', { name: `${label} nach oben` });
  const places = () => admin.getByRole('row').allTextContents();
  const place = async () => (await places()).findIndex((row) => row.includes(label));
  await expect(up).toBeVisible();
  const before = await place();
  await up.focus();
  await admin.keyboard.press('Enter');
  await expect.poll(place).toBe(before - 1);
  await expect(up).toBeFocused();
  await expect(admin.getByRole('status').filter({ hasText: label })).toHaveText(/: Stelle \d+ von \d+$/);
  await admin.keyboard.press('Enter');
  await expect.poll(place).toBe(before - 2);

  await opener(admin, label).click();
  const dialog = admin.getByRole('dialog');
  const text = dialog.getByLabel('Text', { exact: true });
  await text.fill('Bis 20 Uhr.');
  expect((await save({ text: 'Bis 19 Uhr.', version: 1 })).status()).toBe(200);
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByRole('alert')).toContainText('„Bis 19 Uhr.“');
  await expect(text).toHaveValue('Bis 20 Uhr.');
  await dialog.getByRole('button', { name: 'Trotzdem speichern' }).click();
  await expectToast(admin, 'Textbaustein gespeichert');
  await expect(admin.getByText('Bis 20 Uhr.')).toBeVisible();
  const removed = await adminApi.post(`/api/admin/support/text-blocks/${id}/delete`, {
    data: { version: 3 },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(removed.status()).toBe(200);
});

async function lookUp(admin: Page, reference: string, noun: string) {
  await admin.keyboard.press('ControlOrMeta+K');
  const palette = admin.getByRole('dialog', { name: 'Suchen' });
  await palette.getByLabel('E-Mail oder Kennung suchen').fill(reference);
  await expect(palette.getByText(`${noun} ${reference}`)).toBeVisible();
  await admin.keyboard.press('Enter');
}

test('the palette opens what has a number: what waits in the queue, what is decided in a drawer', async ({
  newcomer,
  adminApi,
  admin,
}) => {
  await fund(newcomer.request, adminApi, '500.00');
  const { items } = await (await newcomer.request.get('/api/deposits')).json();
  const waiting = await createDeposit(newcomer.request, '30.00');
  await admin.goto('/admin/kunden');
  await expect(admin.getByRole('table')).toBeVisible();
  await lookUp(admin, items[0].reference, 'Einzahlung');
  const drawer = admin.getByRole('dialog', { name: `Einzahlung ${items[0].reference}` });
  await expect(drawer.getByText('Gutgeschrieben')).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await lookUp(admin, waiting.reference, 'Einzahlung');
  await expect(admin).toHaveURL(`/admin?suche=${waiting.reference}#einzahlungen`);
});

test('the text blocks are accessible', async ({ page, admin }) => {
  test.setTimeout(120_000);
  await signUp(page.request);
  await checkAll(admin, [
    {
      name: 'the text blocks',
      async open(desk) {
        await desk.goto(BLOCKS);
        await expect(desk.getByText('Begrüßung')).toBeVisible();
      },
    },
    {
      name: 'a text block',
      async open(desk) {
        await desk.goto(BLOCKS);
        await opener(desk, 'Begrüßung').click();
        await expect(desk.getByRole('dialog')).toBeVisible();
      },
    },
  ]);
});
