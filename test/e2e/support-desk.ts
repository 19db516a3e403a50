// The team's side of the chats as admins use it.
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { fail } from './routes.ts';
import { sees } from './toast-list.ts';

export const DESK = '/admin/support';

export const DESK_TEXTS = [
  'Chats konnten nicht geladen werden',
  'Nachrichten konnten nicht geladen werden',
  'Nachricht gesendet',
  'Status konnte nicht aktualisiert werden',
  'Status aktualisiert',
] as const;

const chat = z.object({ id: z.string() });

/** A customer asks for a human. */
export async function escalate(customer: APIRequestContext): Promise<string> {
  const started = await customer.post('/api/support/chats', { data: {} });
  expect(started.ok()).toBe(true);
  const { id } = chat.parse(await started.json());
  const sent = await customer.post(`/api/support/chats/${id}/messages`, {
    data: { clientId: crypto.randomUUID(), message: 'Ich möchte bitte mit einem Menschen sprechen.' },
  });
  expect(sent.ok()).toBe(true);
  return id;
}

/** Beside the list on wide screens, above it on others. */
export const deskChat = (page: Page): Locator =>
  page.getByRole('region', { name: 'Support-Chat' }).or(page.getByRole('dialog', { name: 'Support-Chat' }));

/** Opens a chat by its address, as a bookmark or a link of the customer's page would. */
export async function openAtDesk(admin: Page, id: string): Promise<Locator> {
  await admin.goto(`${DESK}?gespraech=${id}`);
  const opened = deskChat(admin);
  await expect(opened.getByLabel('Antwort', { exact: true })).toBeVisible();
  return opened;
}

/** Every toast of the desk, provoked once. */
export async function provokeDeskToasts(customer: Page, admin: Page): Promise<void> {
  const id = await escalate(customer.request);
  const list = await fail(admin, '/api/admin/support/chats?*', 'GET');
  await admin.goto(DESK);
  await sees(admin, 'alert', 'Fehler', 'Chats konnten nicht geladen werden');
  list.heal();
  const messages = await fail(admin, '/api/admin/support/chats/*/messages*', 'GET');
  await admin.goto(`${DESK}?gespraech=${id}`);
  await sees(admin, 'alert', 'Fehler', 'Nachrichten konnten nicht geladen werden');
  messages.heal();
  const opened = deskChat(admin);
  const field = opened.getByLabel('Antwort', { exact: true });
  // Another chat's hint may have asked again already; then the button is gone.
  const again = opened.getByRole('button', { name: 'Erneut versuchen' });
  await expect(again.or(field)).toBeVisible();
  if (await again.isVisible()) await again.click({ timeout: 3_000 }).catch(() => undefined);
  await expect(field).toBeVisible();
  const sending = await fail(admin, '/api/admin/support/chats/*/messages');
  await field.fill('Guten Tag');
  await field.press('Enter');
  await sees(admin, 'alert', 'Fehler', 'Nachricht konnte nicht gesendet werden');
  await expect(field).toHaveValue('Guten Tag');
  sending.heal();
  await field.press('Enter');
  await sees(admin, 'status', 'Nachricht gesendet');
  const setting = await fail(admin, '/api/admin/support/chats/*/status');
  await opened.getByRole('button', { name: 'Gelöst' }).click();
  await sees(admin, 'alert', 'Fehler', 'Status konnte nicht aktualisiert werden');
  setting.heal();
  await opened.getByRole('button', { name: 'Gelöst' }).click();
  await sees(admin, 'status', 'Status aktualisiert');
}

export const answerField = (opened: Locator) => opened.getByLabel('Antwort', { exact: true });
export const rowOf = (admin: Page, email: string) => admin.getByRole('row').filter({ hasText: email });
