// Customer and team in one chat, both live.
import { expect, type Page } from '@playwright/test';
import { signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll, WIDTHS } from './check-pages.ts';
import { loseNextAnswer } from './routes.ts';
import { bubble, openChat } from './support-chat.ts';
import { deskDialog, escalate } from './support-desk.ts';

const DESK = '/admin?ansicht=support';
const ANSWER = 'Guten Tag, ich sehe nach.';

async function openAtDesk(admin: Page, email: string) {
  await admin.goto(DESK);
  await admin.getByRole('button', { name: email }).click();
  return deskDialog(admin);
}

test('an escalated chat appears by itself, and the answer reaches the customer', async ({ page, admin }) => {
  const { email } = await signUp(page.request);
  await admin.goto(DESK);
  await expect(admin.getByRole('heading', { name: 'Eskalierte Chats' })).toBeVisible();
  await escalate(page.request);
  const row = admin.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Bittet um einen Menschen');
  const chat = await openChat(page);
  await row.getByRole('button').click();
  const dialog = deskDialog(admin);
  const field = dialog.getByLabel('Antwort');
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Eskaliert' })).toBeDisabled();
  await field.fill('Guten Tag,');
  await field.press('Shift+Enter');
  await expect(field).toHaveValue('Guten Tag,\n');
  await field.fill(ANSWER);
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(dialog.getByRole('log').getByText(ANSWER, { exact: true })).toBeVisible();
  await expect(bubble(chat, ANSWER)).toBeVisible();
  await dialog.getByRole('button', { name: 'Gelöst' }).click();
  await expect(dialog.getByRole('button', { name: 'Gelöst' })).toBeDisabled();
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
  await admin.getByRole('navigation', { name: 'Status der Chats' }).getByText('Gelöst').click();
  await expect(row).toBeVisible();
});

test('an answer whose confirmation was lost is stored once', async ({ page, admin }) => {
  const { email } = await signUp(page.request);
  await escalate(page.request);
  const dialog = await openAtDesk(admin, email);
  const field = dialog.getByLabel('Antwort');
  await loseNextAnswer(admin, '/api/admin/support/chats/*/messages');
  await field.fill(ANSWER);
  await field.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(dialog.getByRole('log').getByText(ANSWER, { exact: true })).toHaveCount(1);
});

test('two admins in the same chat see what the other does', async ({ page, admin }) => {
  const { email } = await signUp(page.request);
  await escalate(page.request);
  const other = await admin.context().newPage();
  const dialog = await openAtDesk(admin, email);
  const otherDialog = await openAtDesk(other, email);
  await dialog.getByLabel('Antwort').fill(ANSWER);
  await dialog.getByLabel('Antwort').press('Enter');
  await expect(otherDialog.getByRole('log').getByText(ANSWER, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Aktiv' }).click();
  await expect(otherDialog.getByRole('button', { name: 'Aktiv' })).toBeDisabled();
});

for (const width of WIDTHS) {
  test(`the desk and a chat are accessible at ${width} px`, async ({ page, admin }) => {
    await signUp(page.request);
    const id = await escalate(page.request);
    await checkAll(admin, width, [
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
          await desk.goto(`${DESK}&gespraech=${id}`);
          await expect(deskDialog(desk).getByLabel('Antwort')).toBeVisible();
        },
      },
    ]);
  });
}
