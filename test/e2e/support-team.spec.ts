// Two of the team at the same desk.
import { expect, type Page } from '@playwright/test';
import { readProfile, signUp } from './accounts.ts';
import { test as base } from './app-test.ts';
import { openChat, say } from './support-chat.ts';
import { answerField, DESK, escalate, openAtDesk } from './support-desk.ts';
import { openColleague } from './team.ts';

const test = base.extend<{ colleague: Page }>({
  colleague: async ({ browser }, use) => {
    const page = await openColleague(browser);
    await use(page);
    await page.context().close();
  },
});

// Three people in three browsers: what each of them waits for adds up.
test.describe.configure({ timeout: 120_000 });

const emailOf = async (page: Page) => (await readProfile(page.request)).email;

test('who works on a chat is seen by the colleague at once, who is asked before answering in it', async ({
  newcomer,
  admin,
  colleague,
}) => {
  const id = await escalate(newcomer.request);
  const [adminEmail, customerEmail] = [await emailOf(admin), await emailOf(newcomer)];
  const ours = await openAtDesk(admin, id);
  const theirs = await openAtDesk(colleague, id);
  await ours.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(ours.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
  await expect(theirs.getByText(`${adminEmail} bearbeitet diesen Chat`)).toBeVisible();
  await expect(colleague.getByRole('row').filter({ hasText: customerEmail })).toContainText(adminEmail);

  await answerField(theirs).fill('Ich antworte dazwischen.');
  await answerField(theirs).press('Enter');
  const warning = theirs.getByRole('alertdialog');
  await expect(warning).toContainText(adminEmail);
  await expect(warning.getByRole('button', { name: 'Nicht senden' })).toBeFocused();
  await colleague.keyboard.press('Enter');
  await expect(warning).toBeHidden();
  await expect(answerField(theirs)).toHaveValue('Ich antworte dazwischen.');
  await expect(ours.getByText('Ich antworte dazwischen.')).toHaveCount(0);

  await answerField(theirs).press('Enter');
  await warning.getByRole('button', { name: 'Trotzdem senden' }).click();
  await expect(ours.getByRole('log').getByText('Ich antworte dazwischen.')).toBeVisible();
  await expect(ours.getByText('Sie bearbeiten diesen Chat')).toBeVisible();

  await answerField(theirs).fill('Jetzt bin ich dran.');
  await answerField(theirs).press('Enter');
  await warning.getByRole('button', { name: 'Übernehmen und senden' }).click();
  await expect(theirs.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
  await expect(ours.getByRole('log').getByText('Jetzt bin ich dran.')).toBeVisible();
  await expect(ours.getByText(`${await emailOf(colleague)} bearbeitet diesen Chat`)).toBeVisible();
});

test('a chat is handed over and released, live for both', { tag: '@gate' }, async ({
  newcomer,
  admin,
  colleague,
}) => {
  const id = await escalate(newcomer.request);
  const ours = await openAtDesk(admin, id);
  const theirs = await openAtDesk(colleague, id);
  await ours.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(ours.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
  await ours.getByRole('button', { name: 'Mehr' }).click();
  await ours.getByRole('menuitem', { name: await emailOf(colleague) }).click();
  await expect(theirs.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
  await theirs.getByRole('button', { name: 'Abgeben' }).click();
  await expect(ours.getByText('Noch niemand zugeteilt')).toBeVisible();
});

test('how long somebody waits is not written over when they wrote', async ({ newcomer, admin }) => {
  await admin.setViewportSize({ width: 1280, height: 900 });
  await escalate(newcomer.request);
  // Hours have more words than minutes.
  await admin.clock.setFixedTime(Date.now() + (21 * 60 + 42) * 60_000);
  await admin.goto(DESK);
  const row = admin.getByRole('row').filter({ hasText: await emailOf(newcomer) });
  const waits = row.locator('[data-part="waits"]');
  await expect(waits).toHaveText('überfällig, 21 Std. 42 Min.');
  expect(await waits.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

test('a press counts although the desk is still being asked again', async ({
  newcomer,
  admin,
  colleague,
}) => {
  const id = await escalate(newcomer.request);
  const ours = await openAtDesk(admin, id);
  const theirs = await openAtDesk(colleague, id);
  await ours.getByRole('button', { name: 'Mehr' }).click();
  const handOver = ours.getByRole('menuitem', { name: await emailOf(colleague) });
  await expect(handOver).toBeVisible();
  await admin.keyboard.press('Escape');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await admin.route('**/api/admin/support/chats**', async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.fallback();
  });
  await ours.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(ours.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
  await ours.getByRole('button', { name: 'Mehr' }).click();
  await handOver.click();
  await expect(theirs.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
  release();
});

test('of two who take the same chat one has it, and the other is told who', async ({
  newcomer,
  admin,
  colleague,
}) => {
  const id = await escalate(newcomer.request);
  const ours = await openAtDesk(admin, id);
  const theirs = await openAtDesk(colleague, id);
  let taken: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    taken = resolve;
  });
  // The colleague has pressed already; their request arrives second.
  await colleague.route('**/api/admin/support/chats/*/assignee', async (route) => {
    await first;
    await route.fallback();
  });
  const pressed = colleague.waitForRequest('**/api/admin/support/chats/*/assignee');
  await theirs.getByRole('button', { name: 'Übernehmen' }).click();
  await pressed;
  await ours.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(ours.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
  taken();
  const adminEmail = await emailOf(admin);
  await expect(theirs.getByText(`Diesen Chat bearbeitet inzwischen ${adminEmail}.`)).toBeVisible();
  await expect(theirs.getByText(`${adminEmail} bearbeitet diesen Chat`)).toBeVisible();
  await expect(ours.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
});

test('an answer in a chat that a colleague has taken meanwhile is not sent', async ({
  newcomer,
  admin,
  colleague,
}) => {
  const id = await escalate(newcomer.request);
  const theirs = await openAtDesk(colleague, id);
  // Their page does not hear of it.
  await colleague.route('**/api/admin/support/chats**', (route) =>
    route.request().method() === 'GET' ? route.abort('connectionreset') : route.fallback(),
  );
  const ours = await openAtDesk(admin, id);
  await ours.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(ours.getByText('Sie bearbeiten diesen Chat')).toBeVisible();
  await answerField(theirs).fill('Ich weiß von nichts.');
  await answerField(theirs).press('Enter');
  await expect(theirs.getByRole('alert')).toContainText(await emailOf(admin));
  await expect(answerField(theirs)).toHaveValue('Ich weiß von nichts.');
  await expect(ours.getByText('Ich weiß von nichts.')).toHaveCount(0);
});

test('a note is read by the team at once, and never by the customer', async ({
  newcomer,
  admin,
  colleague,
}) => {
  const id = await escalate(newcomer.request);
  const received: string[] = [];
  newcomer.on('response', async (response) => {
    if (response.url().includes('/api/')) received.push(await response.text().catch(() => ''));
  });
  newcomer.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  );
  const window = await openChat(newcomer);
  const ours = await openAtDesk(admin, id);
  const theirs = await openAtDesk(colleague, id);
  await ours.getByText('Nur fürs Team').click();
  const noteField = ours.getByLabel('Interne Notiz', { exact: true });
  await noteField.fill('Stichwort Nachtigall, bitte vorsichtig');
  await noteField.press('Enter');
  await expect(noteField).toHaveValue('');
  const note = theirs.getByRole('log').getByText('Stichwort Nachtigall, bitte vorsichtig');
  await expect(note).toBeVisible();
  await expect(theirs.getByText(`Interne Notiz von ${await emailOf(admin)}`)).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Notiz löschen' })).toHaveCount(0);

  // What the customer hears afterwards has come after the note.
  await say(window, 'Sind Sie noch da?');
  await answerField(theirs).fill('Ja, einen Moment.');
  await answerField(theirs).press('Enter');
  await expect(window.getByText('Ja, einen Moment.').first()).toBeVisible();
  await newcomer.reload();
  await newcomer.getByRole('button', { name: /^Support-Chat öffnen/ }).click();
  await expect(window.getByText('Ja, einen Moment.').first()).toBeVisible();
  expect(received.join('\n')).toContain('Ja, einen Moment.');
  expect(received.join('\n')).not.toContain('Nachtigall');
  await expect(newcomer.getByText('Nachtigall')).toHaveCount(0);

  await ours.getByRole('button', { name: 'Notiz löschen' }).click();
  await ours.getByRole('button', { name: 'Endgültig löschen' }).click();
  await expect(note).toHaveCount(0);
});

test('whoever is no admin any more is led away from the desk', async ({ newcomer }) => {
  await escalate(newcomer.request);
  await newcomer.goto(DESK);
  await expect(newcomer).toHaveURL(/\/dashboard/);
  await expect(newcomer.getByRole('region', { name: 'Support-Chat' })).toHaveCount(0);
});

test('every tab counts its chats, also when there are none', async ({ page, admin }) => {
  await signUp(page.request);
  const id = await escalate(page.request);
  await admin.route('**/api/admin/support/chats?**', async (route) => {
    const response = await route.fetch();
    const counts = { escalated: 12, active: 0, resolved: 0, mine: 3, overdue: 2 };
    await route.fulfill({ response, json: { ...(await response.json()), counts } });
  });
  await openAtDesk(admin, id);
  await expect(admin.getByRole('link', { name: 'Support-Chats 2 überfällig' })).toBeVisible();
  await expect(admin.getByRole('navigation', { name: 'Status der Chats' }).getByRole('link')).toHaveText([
    'Eskaliert12',
    'Aktiv0',
    'Gelöst0',
    'Meine3',
  ]);
});
