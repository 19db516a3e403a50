// Customer and team in one chat, both live.
import { expect, type Locator } from '@playwright/test';
import { createDeposit, createWithdrawal, fund, readProfile, readWallet, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { beginDecision, expectToast } from './people.ts';
import { consoleErrors, loseConnection, loseNextAnswer } from './routes.ts';
import { bubble, openChat } from './support-chat.ts';
import { answerField, DESK, deskChat, escalate, openAtDesk, rowOf } from './support-desk.ts';
import { openColleague } from './team.ts';

const ANSWER = 'Guten Tag, ich sehe nach.';

async function answer(opened: Locator, text: string) {
  await answerField(opened).fill(text);
  await answerField(opened).press('Enter');
  await expect(answerField(opened)).toHaveValue('');
}

test('an escalated chat appears by itself, the answer reaches the customer, and then the next one opens', {
  tag: '@gate',
}, async ({ page, admin, playwright, baseURL }) => {
  const other = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await signUp(other);
  await escalate(other);
  const { email } = await signUp(page.request);
  await admin.goto(DESK);
  await expect(
    admin.getByRole('table', { name: 'Eskalierte Chats' }).or(admin.getByText('Niemand wartet')),
  ).toBeVisible();
  await escalate(page.request);
  const row = rowOf(admin, email);
  await expect(row).toContainText('wartet');
  const chat = await openChat(page);
  await row.getByRole('button').click();
  const opened = deskChat(admin);
  await expect(opened.getByRole('heading', { name: email })).toBeVisible();
  await expect(opened.getByText('eskaliert: Bittet um einen Menschen')).toBeVisible();
  const field = answerField(opened);
  await expect(field).toBeFocused();
  await expect(opened.getByRole('button', { name: 'Eskaliert' })).toBeDisabled();
  await field.fill('Guten Tag,');
  await field.press('Shift+Enter');
  await expect(field).toHaveValue('Guten Tag,\n');
  await answer(opened, ANSWER);
  await expect(opened.getByRole('log').getByText(ANSWER, { exact: true })).toBeVisible();
  await expect(bubble(chat, ANSWER)).toBeVisible();
  await expect(opened.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
  await expect(row).not.toContainText('wartet');
  await opened.getByRole('button', { name: 'Gelöst' }).click();
  await expect(row).toHaveCount(0);
  await expect(opened.getByRole('button', { name: 'Eskaliert' })).toBeDisabled();
  await expect(opened.getByRole('heading', { name: email })).toHaveCount(0);
  await expect(answerField(opened)).toBeFocused();
  // What is over is found by what was said and by whose it is.
  await admin.getByRole('searchbox', { name: 'Chats suchen' }).fill(email);
  await expect(row).toContainText('Gelöst');
  await admin.getByRole('searchbox', { name: 'Chats suchen' }).fill('');
  await admin.getByRole('navigation', { name: 'Status der Chats' }).getByText('Meine').click();
  await expect(row).toContainText('Gelöst');
});

test('an answer whose confirmation was lost is stored once', { tag: '@gate' }, async ({ page, admin }) => {
  await signUp(page.request);
  const opened = await openAtDesk(admin, await escalate(page.request));
  const field = answerField(opened);
  await loseNextAnswer(admin, '/api/admin/support/chats/*/messages');
  await field.fill(ANSWER);
  await field.press('Enter');
  await expect(opened.getByRole('alert')).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(opened.getByRole('log').getByText(ANSWER, { exact: true })).toHaveCount(1);
});

test('an answer whose confirmation was lost is stored once, also if a note is written in between', {
  tag: '@gate',
}, async ({ page, admin }) => {
  await signUp(page.request);
  const opened = await openAtDesk(admin, await escalate(page.request));
  await loseNextAnswer(admin, '/api/admin/support/chats/*/messages');
  await answerField(opened).fill(ANSWER);
  await answerField(opened).press('Enter');
  await expect(opened.getByRole('alert')).toBeVisible();
  await opened.getByText('Nur fürs Team').click();
  const note = opened.getByLabel('Interne Notiz', { exact: true });
  await note.fill('Fragt nach der Auszahlung');
  await note.press('Enter');
  await expect(note).toHaveValue('');
  await opened.getByText('An den Kunden').click();
  await expect(answerField(opened)).toHaveValue(ANSWER);
  await answerField(opened).press('Enter');
  await expect(answerField(opened)).toHaveValue('');
  await expect(opened.getByRole('log').getByText(ANSWER, { exact: true })).toHaveCount(1);
});

test('an answer that does not reach the server stays in its field, and only there it is said', async ({
  page,
  admin,
}) => {
  await signUp(page.request);
  const opened = await openAtDesk(admin, await escalate(page.request));
  const field = answerField(opened);
  const lost = await loseConnection(admin, '/api/admin/support/chats/*/messages');
  await field.fill(ANSWER);
  await field.press('Enter');
  await expect(opened.getByRole('alert')).toHaveText(/^Nicht gesendet\. Keine Verbindung\./);
  await expect(admin.locator('.mantine-Notification-root')).toHaveCount(0);
  await expect(field).toHaveValue(ANSWER);
  lost.heal();
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(opened.getByRole('log').getByText(ANSWER, { exact: true })).toHaveCount(1);
});

test('two tabs in the same chat show the same', async ({ page, admin }) => {
  await signUp(page.request);
  const id = await escalate(page.request);
  const other = await admin.context().newPage();
  const opened = await openAtDesk(admin, id);
  const otherOpened = await openAtDesk(other, id);
  await answer(opened, ANSWER);
  await expect(otherOpened.getByRole('log').getByText(ANSWER, { exact: true })).toBeVisible();
  await opened.getByRole('button', { name: 'Aktiv' }).click();
  await expect(otherOpened.getByRole('button', { name: 'Aktiv' })).toBeDisabled();
  await expect(otherOpened.getByText('Noch niemand zugeteilt')).toBeVisible();
});

test('a slash offers canned replies that know what is open, and a press puts its number in', {
  tag: '@gate',
}, async ({ page, admin }) => {
  await signUp(page.request);
  const { reference } = await createDeposit(page.request, '250.00');
  const opened = await openAtDesk(admin, await escalate(page.request));
  const field = answerField(opened);
  await opened.getByRole('button', { name: `${reference} einfügen` }).click();
  await expect(field).toHaveValue(reference);
  await field.fill('');
  await field.pressSequentially('/');
  const list = opened.getByRole('listbox', { name: 'Textbausteine' });
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await field.press('ArrowDown');
  await expect(list.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await field.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toHaveValue('/');
  await field.pressSequentially('einz');
  await expect(list).toBeHidden();
  await field.fill('');
  await field.pressSequentially('/einz');
  await field.press('Enter');
  await expect(field).toHaveValue(new RegExp(`Ihre Einzahlung ${reference} über 250,00\\sUSD `));
  await expect(field).toBeFocused();
  await expect(opened.getByRole('log').getByText(reference)).toHaveCount(0);
  await field.fill('');
  await opened.getByRole('button', { name: 'Textbaustein' }).click();
  await list.getByRole('option', { name: /^Abschluss/ }).click();
  await expect(field).toHaveValue(/^Schön, dass wir das klären konnten/);
});

test('the context shows what the customer has and follows what is decided', async ({
  newcomer,
  adminApi,
  admin,
}) => {
  const { userId } = await readProfile(newcomer.request);
  const opened = await openAtDesk(admin, await escalate(newcomer.request));
  const context = opened.getByRole('complementary', { name: 'Kontext' });
  await expect(context.getByText('Kein Antrag wartet auf eine Entscheidung.')).toBeVisible();
  await expect(context.getByRole('link', { name: 'Kunde öffnen' })).toHaveAttribute(
    'href',
    `/admin/kunden/${userId}`,
  );
  const { reference } = await createDeposit(newcomer.request, '40.00');
  await expect(context.getByRole('link', { name: `Einzahlung ${reference}` })).toHaveAttribute(
    'href',
    new RegExp(reference),
  );
  const bookings = context.getByRole('row', { name: /^Verfügbar/ }).getByRole('link');
  await expect(bookings).toHaveAttribute('href', `/admin/kunden/${userId}#buchungen`);
  await fund(newcomer.request, adminApi, '1234.50');
  const total = context.getByRole('row').filter({ hasText: 'Gesamt' });
  await expect(total).toContainText('1.234,50');
});

test('what the customer waits for is decided beside the chat, and the conversation goes on', async ({
  newcomer,
  adminApi,
  admin,
}) => {
  await fund(newcomer.request, adminApi, '500.00');
  const deposit = await createDeposit(newcomer.request, '40.00');
  const withdrawal = await createWithdrawal(newcomer.request, '120.50');
  const opened = await openAtDesk(admin, await escalate(newcomer.request));
  const context = opened.getByRole('complementary', { name: 'Kontext' });
  const approve = context.getByRole('button', { name: new RegExp(`^Genehmigen.*${deposit.reference}`) });
  const dialog = admin.getByRole('dialog');
  const faults = consoleErrors(admin);

  await answerField(opened).fill('angefangen');
  await context.getByRole('button', { name: /^40,00\s*, Antrag öffnen$/ }).click();
  await expect(dialog.getByText('Einzahlungsadresse')).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await approve.click();
  await dialog.getByRole('button', { name: /^40,00\sUSD genehmigen$/ }).click();
  await expectToast(admin, 'Einzahlung genehmigt');
  await expect(approve).toHaveCount(0);
  await expect(context.getByRole('row', { name: /^Verfügbar 419,50/ })).toBeVisible();
  await expect(answerField(opened)).toBeFocused();
  await expect(answerField(opened)).toHaveValue('angefangen');

  await context.getByRole('button', { name: new RegExp(`^Ablehnen.*${withdrawal.reference}`) }).click();
  await dialog.getByLabel('Grund, sichtbar für den Kunden').fill('Bitte mit anderer Adresse');
  await dialog.getByRole('button', { name: /^120,50\sUSD ablehnen$/ }).click();
  await expectToast(admin, 'Auszahlung abgelehnt');
  await expect(context.getByText('Kein Antrag wartet auf eine Entscheidung.')).toBeVisible();
  await expect(answerField(opened)).toBeFocused();
  expect(await readWallet(newcomer.request)).toMatchObject({ available: '540.00', usdLockedBalance: '0.00' });
  expect(faults).toEqual([]);
});

test('beside a chat it is seen who works on a request already', async ({ browser, newcomer, admin }) => {
  const { reference } = await createDeposit(newcomer.request, '33.00');
  const opened = await openAtDesk(admin, await escalate(newcomer.request));
  const context = opened.getByRole('complementary', { name: 'Kontext' });
  await expect(context.getByRole('link', { name: `Einzahlung ${reference}` })).toBeVisible();
  const colleague = await openColleague(browser);
  await colleague.goto(`/admin?suche=${reference}`);
  await beginDecision(colleague, reference, 'Genehmigen');
  await expect(context.getByText(/^bearbeitet von /)).toBeVisible();
  await context.getByRole('button', { name: /^Genehmigen/ }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByText(/^Bearbeitet von /)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^33,00\sUSD genehmigen$/ })).toBeDisabled();
  await colleague.context().close();
});

test('who waits longer than promised is marked by a word', async ({ newcomer, admin }) => {
  const id = await escalate(newcomer.request);
  await admin.clock.setSystemTime(Date.now() + 31 * 60_000);
  const opened = await openAtDesk(admin, id);
  await expect(opened.getByText(/^überfällig, /).first()).toBeVisible();
  await expect(opened.getByText(/zugesagt 15–\u206030\sMin\./)).toBeVisible();
});

test('the transcript can be downloaded, without the notes of the team', { tag: '@gate' }, async ({
  newcomer,
  admin,
}) => {
  const opened = await openAtDesk(admin, await escalate(newcomer.request));
  await opened.getByText('Nur fürs Team').click();
  await opened.getByLabel('Interne Notiz', { exact: true }).fill('Nur für uns');
  await opened.getByRole('button', { name: 'Notiz speichern' }).click();
  await expect(opened.getByText('Nur für uns', { exact: true })).toBeVisible();
  await opened.getByRole('button', { name: 'Mehr' }).click();
  const download = admin.waitForEvent('download');
  await opened.getByRole('menuitem', { name: 'Gesprächsverlauf herunterladen' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^support-chat-\d{4}-\d\d-\d\d-[0-9a-f]{6}\.txt$/);
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(Buffer.from(part));
  const text = Buffer.concat(parts).toString('utf8');
  expect(text).toContain('Kunde: Ich möchte bitte mit einem Menschen sprechen.');
  expect(text).not.toContain('Nur für uns');
});

/** What is on the screen there, all at the same moment: lists change while they are looked at. */
const boxesOf = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom, words: element.textContent ?? '' };
    }),
  );

for (const width of [1280, 1000, 390]) {
  test(`a toast lies on no button of the open chat at ${width} px`, async ({ newcomer, admin }) => {
    await admin.emulateMedia({ reducedMotion: 'reduce' });
    await admin.setViewportSize({ width, height: 844 });
    const opened = await openAtDesk(admin, await escalate(newcomer.request));
    await answer(opened, ANSWER);
    const toast = admin.locator('.mantine-Notification-root').filter({ hasText: 'Nachricht gesendet' });
    await expect(toast).toBeVisible();
    const dialog = admin.getByRole('dialog', { name: 'Support-Chat' });
    const around = (await dialog.count()) > 0 ? dialog : opened;
    const [over] = await boxesOf(toast);
    if (!over) throw new Error('the toast is gone');
    for (const box of [
      ...(await boxesOf(around.getByRole('button'))),
      ...(await boxesOf(answerField(opened))),
    ]) {
      const isApart =
        box.left >= over.right || over.left >= box.right || box.top >= over.bottom || over.top >= box.bottom;
      expect(isApart, box.words).toBe(true);
    }
  });
}

test('on a phone the chat fills the window, with the context behind a switch', { tag: '@gate' }, async ({
  newcomer,
  admin,
}) => {
  await admin.setViewportSize({ width: 390, height: 844 });
  const { email } = await readProfile(newcomer.request);
  await createDeposit(newcomer.request, '15.00');
  await escalate(newcomer.request);
  await admin.goto(DESK);
  await rowOf(admin, email).getByRole('button').click();
  const dialog = admin.getByRole('dialog', { name: 'Support-Chat' });
  await expect(answerField(dialog)).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Senden' })).toBeInViewport({ ratio: 1 });
  await answer(dialog, ANSWER);
  await answerField(dialog).fill('angefangen');
  await dialog.getByText('Kontext', { exact: true }).click();
  await expect(dialog.getByRole('complementary').getByText('Gesamt')).toBeVisible();
  // Escape closes what is on top, and the chat stays.
  await dialog.getByRole('button', { name: /^Genehmigen/ }).click();
  const review = admin.getByRole('dialog', { name: /genehmigen$/ });
  await expect(review).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(review).toBeHidden();
  await expect(dialog.getByRole('complementary').getByText('Gesamt')).toBeVisible();
  await dialog.getByText('Gespräch', { exact: true }).click();
  await expect(answerField(dialog)).toHaveValue('angefangen');
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(rowOf(admin, email)).toBeVisible();
});

test('the desk and a chat are accessible', async ({ newcomer, adminApi, admin }) => {
  test.setTimeout(300_000);
  await fund(newcomer.request, adminApi, '1000000.00');
  await createDeposit(newcomer.request, '1000000.00');
  const id = await escalate(newcomer.request);
  await checkAll(admin, [
    {
      name: 'the desk',
      async open(desk) {
        await desk.goto(DESK);
        await expect(desk.getByRole('table')).toBeVisible();
      },
    },
    {
      name: 'a chat',
      async open(desk) {
        await openAtDesk(desk, id);
        await expect(deskChat(desk).getByText('Noch niemand zugeteilt')).toBeVisible();
      },
    },
    {
      name: 'canned replies',
      async open(desk) {
        const opened = await openAtDesk(desk, id);
        await opened.getByRole('button', { name: 'Textbaustein' }).click();
        await expect(opened.getByRole('listbox')).toBeVisible();
      },
    },
    {
      name: 'a note',
      async open(desk) {
        const opened = await openAtDesk(desk, id);
        await opened.getByText('Nur fürs Team').click();
        await opened.getByLabel('Interne Notiz', { exact: true }).fill('Ruft morgen wieder an');
        await opened.getByRole('button', { name: 'Notiz speichern' }).click();
        await expect(opened.getByText(/Interne Notiz von Ihnen/).first()).toBeVisible();
      },
    },
    {
      name: 'what else can be done',
      async open(desk) {
        const opened = await openAtDesk(desk, id);
        await opened.getByRole('button', { name: 'Mehr' }).click();
        await expect(opened.getByRole('menuitem').first()).toBeVisible();
      },
    },
    {
      name: 'the context',
      opensByWidth: true,
      async open(desk) {
        const opened = await openAtDesk(desk, id);
        const chooser = opened.getByText('Kontext', { exact: true });
        if ((desk.viewportSize()?.width ?? 0) < 768) await chooser.click();
        await expect(opened.getByText('1.000.000,00').first()).toBeVisible();
      },
    },
  ]);
});
