// The chat window as people use it.
import { expect, type Locator, type Page } from '@playwright/test';
import { fail } from './routes.ts';
import { sees } from './toast-list.ts';

export const chatOf = (page: Page) => page.getByRole('dialog', { name: 'Support-Chat' });
export const launcherOf = (page: Page) => page.getByRole('button', { name: /^Support-Chat öffnen/ });
export const log = (chat: Locator) => chat.getByRole('log');
/** What somebody said, word for word; one's own begins with „Sie: “ for screen readers. */
export const bubble = (chat: Locator, text: string) => log(chat).getByText(new RegExp(`^(Sie: )?${text}$`));

export async function openChat(page: Page): Promise<Locator> {
  await page.goto('/dashboard');
  await launcherOf(page).click();
  const chat = chatOf(page);
  await expect(chat.getByLabel('Nachricht schreiben')).toBeVisible();
  return chat;
}

export async function say(chat: Locator, text: string): Promise<void> {
  const field = chat.getByLabel('Nachricht schreiben');
  await field.fill(text);
  await field.press('Enter');
  await expect(field).toHaveValue('');
}

export const WAITS = 'Wird gesendet, sobald die Verbindung zurück ist';

/** Nothing is on its way any more. */
export async function expectSent(chat: Locator): Promise<void> {
  await expect(chat.getByText(/^(Wird gesendet.*|Wartet|Nicht gesendet)$/)).toHaveCount(0);
}

/** Both toasts of the chat: one that cannot be started, then a message that cannot be sent. */
export async function failToChat(page: Page): Promise<void> {
  const chat = await openChat(page);
  const starting = await fail(page, '/api/support/chats');
  await say(chat, 'Guten Tag');
  await sees(page, 'alert', 'Fehler', 'Chat konnte nicht gestartet werden');
  starting.heal();
  await chat.getByRole('button', { name: 'Erneut senden' }).click();
  await expectSent(chat);
  await fail(page, '/api/support/chats/*/messages');
  await say(chat, 'Noch etwas');
  await sees(page, 'alert', 'Fehler', 'Nachricht konnte nicht gesendet werden');
}
