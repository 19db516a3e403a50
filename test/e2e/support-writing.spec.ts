// What somebody writes in the chat is theirs until it is sent, and the chat's button is in nobody's way.
import { expect, type Page } from '@playwright/test';
import { signIn, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { fail } from './routes.ts';
import { bubble, expectSent, launcherOf, log, openChat, say } from './support-chat.ts';

test('what is written and not sent is there after closing and after a reload, for this account only', async ({
  page,
}) => {
  const person = await signUp(page.request);
  const chat = await openChat(page);
  const field = chat.getByLabel('Nachricht schreiben');
  await field.fill('Noch nicht fertig,\nalso');
  await chat.getByRole('button', { name: 'Chat schließen' }).click();
  await launcherOf(page).click();
  await expect(field).toHaveValue('Noch nicht fertig,\nalso');
  await page.reload();
  await launcherOf(page).click();
  await expect(field).toHaveValue('Noch nicht fertig,\nalso');

  // Another account in the same tab, without a sign-out between them.
  await signUp(page.request);
  await page.reload();
  await launcherOf(page).click();
  await expect(field).toHaveValue('');
  await signIn(page.request, person);
  await page.reload();
  await launcherOf(page).click();
  await expect(field).toHaveValue('Noch nicht fertig,\nalso');
  await field.press('Enter');
  await expectSent(chat);
  await page.reload();
  await launcherOf(page).click();
  await expect(log(chat).getByText(/Noch nicht fertig/)).toHaveCount(1);
  await expect(field).toHaveValue('');

  await field.fill('Bleibt nicht');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Bleibt nicht');
  await signIn(page.request, person);
  await openChat(page);
  await expect(field).toHaveValue('');
});

/** Leaves „Bleibt nicht“ unsent. Returns a look at what the tab and its cookies keep. */
async function leaveUnsent(page: Page): Promise<() => Promise<string>> {
  const chat = await openChat(page);
  await chat.getByLabel('Nachricht schreiben').fill('Bleibt nicht');
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage) + document.cookie);
  await expect.poll(kept).toContain('Bleibt nicht');
  return kept;
}

test('who logs out on a public page leaves nothing behind either', async ({ newcomer: page }) => {
  const kept = await leaveUnsent(page);
  await page.goto('/about');
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the page itself keeps it.
    document.cookie = 'pending_bot=smartbot; path=/';
  });
  await page.getByRole('button', { name: /^Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await kept()).not.toMatch(/Bleibt nicht|pending_bot/);
});

test('who deletes the account leaves nothing behind', async ({ newcomer: page }) => {
  const kept = await leaveUnsent(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Konto löschen' }).click();
  await page.getByLabel('Geben Sie zur Bestätigung LÖSCHEN ein').fill('LÖSCHEN');
  await page.getByRole('button', { name: 'Konto endgültig löschen' }).click();
  await expect(page).toHaveURL('/?konto=geloescht');
  expect(await kept()).not.toMatch(/Bleibt nicht|pending_bot|signed_in/);
});

test('a message that could not be sent is sent after a reload, once', async ({ newcomer: page }) => {
  const chat = await openChat(page);
  await say(chat, 'Hallo');
  await expectSent(chat);
  const refusal = await fail(page, '/api/support/chats/*/messages');
  await say(chat, 'Ohne Netz');
  await expect(chat.getByText('Nicht gesendet')).toBeVisible();
  refusal.heal();
  await page.reload();
  await launcherOf(page).click();
  await expectSent(chat);
  await expect(bubble(chat, 'Ohne Netz')).toHaveCount(1);
});

test('under a dialog the button is not there to be pressed', async ({ funded: page }) => {
  await page.goto('/dashboard/bots');
  await expect(launcherOf(page)).toBeVisible();
  await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
  const dialog = page.getByRole('dialog', { name: /SmartBot starten/ });
  await expect(dialog).toBeVisible();
  await expect(launcherOf(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(launcherOf(page)).toBeVisible();
});
