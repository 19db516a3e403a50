// What is written at the desk while one goes from chat to chat.
import { expect } from '@playwright/test';
import { readProfile, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { demoLogin, logOut, openAs } from './people.ts';
import { answerField, DESK, deskChat, escalate, openAtDesk, rowOf } from './support-desk.ts';

const ANSWER = 'Guten Tag, ich sehe nach.';

test('J and K lead from chat to chat, Enter into the answer, Escape back; drafts are kept', {
  tag: '@gate',
}, async ({ browser, admin }) => {
  for (let count = 0; count < 2; count += 1) {
    const customer = await browser.newContext();
    await signUp(customer.request);
    await escalate(customer.request);
    await customer.close();
  }
  await admin.goto(DESK);
  const opened = deskChat(admin);
  await expect(opened.getByText('Kein Chat geöffnet')).toBeVisible();
  await expect(admin.getByRole('table', { name: 'Eskalierte Chats' })).toBeVisible();
  await admin.keyboard.press('j');
  const heading = opened.getByRole('heading', { level: 2 }).first();
  const current = admin.getByRole('row').and(admin.locator('[data-current]'));
  const opener = current.getByRole('button');
  await expect(opener).toBeFocused();
  await expect(heading).toHaveText((await opener.textContent()) ?? '');
  const first = (await opener.textContent()) ?? '';
  await admin.keyboard.press('j');
  await expect(heading).not.toHaveText(first);
  await expect(opener).toBeFocused();
  await expect(heading).toHaveText((await opener.textContent()) ?? '');
  const second = (await opener.textContent()) ?? '';
  await admin.keyboard.press('Enter');
  await expect(answerField(opened)).toBeFocused();
  await admin.keyboard.type('jk bleibt Text');
  await admin.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(answerField(opened)).toBeFocused();
  await admin.keyboard.press('Escape');
  await admin.keyboard.press('k');
  await expect(heading).not.toHaveText(second);
  await rowOf(admin, second).getByRole('button').click();
  await expect(answerField(opened)).toHaveValue('jk bleibt Text');
});

test('an answer and a note that were begun are there after a reload, and not after a logout', async ({
  newcomer,
  browser,
}) => {
  const id = await escalate(newcomer.request);
  // In a session of its own: the shared one ends for everybody.
  const page = await openAs(browser, await demoLogin('admin'));
  const opened = await openAtDesk(page, id);
  const note = opened.getByLabel('Interne Notiz');
  await opened.getByText('Nur fürs Team').click();
  await note.fill('Bleibt Notiz');
  await page.reload();
  await expect(note).toHaveValue('Bleibt Notiz');
  await opened.getByText('An den Kunden').click();
  await answerField(opened).fill('Bleibt Antwort');
  await page.reload();
  await expect(answerField(opened)).toHaveValue('Bleibt Antwort');
  await answerField(opened).press('Enter');
  await expect(answerField(opened)).toHaveValue('');
  await page.reload();
  await expect(note).toHaveValue('Bleibt Notiz');
  await logOut(page);
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Bleibt');
});

test('an answer on its way when another chat is opened is sent, and no draft of it is left', async ({
  browser,
  newcomer,
  admin,
}) => {
  const customer = await browser.newContext();
  const other = await signUp(customer.request);
  await escalate(customer.request);
  await customer.close();
  const { email } = await readProfile(newcomer.request);
  const opened = await openAtDesk(admin, await escalate(newcomer.request));
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await admin.route('**/api/admin/support/chats/*/messages', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.fallback();
  });
  await answerField(opened).fill(ANSWER);
  await answerField(opened).press('Enter');
  await rowOf(admin, other.email).getByRole('button').click();
  await expect(opened.getByRole('heading', { name: other.email })).toBeVisible();
  // Back before it has arrived it is still there, and sending it once more sends it once.
  await rowOf(admin, email).getByRole('button').click();
  await expect(answerField(opened)).toHaveValue(ANSWER);
  await answerField(opened).press('Enter');
  release();
  await expect(answerField(opened)).toHaveValue('');
  await expect(opened.getByRole('log').getByText(ANSWER, { exact: true })).toHaveCount(1);
  await rowOf(admin, other.email).getByRole('button').click();
  await rowOf(admin, email).getByRole('button').click();
  await expect(opened.getByRole('log').getByText(ANSWER, { exact: true })).toHaveCount(1);
  await expect(answerField(opened)).toHaveValue('');
});
