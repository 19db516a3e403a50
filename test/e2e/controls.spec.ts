// What somebody stores who means no good is shown as what it is: text. And what the browser is given holds no secret.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import texts from '../../apps/server/test/hostile-texts.json' with { type: 'json' };
import { createDeposit, readProfile } from './accounts.ts';
import { test } from './app-test.ts';
import { DESK } from './support-desk.ts';

const BUILD = fileURLToPath(new URL('../../apps/web/build/client', import.meta.url));
const IMAGE = '<img src=x onerror=alert(1)>';

const created = z.object({ id: z.string() });
const mails = z.object({ items: z.array(z.object({ id: z.string(), to: z.string() })) });

async function send(api: APIRequestContext, path: string, data: object): Promise<unknown> {
  const answer = await api.post(path, { data, headers: { 'idempotency-key': crypto.randomUUID() } });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Collects what a script that runs, or that the browser stops, would leave behind. */
async function watch(page: Page): Promise<string[]> {
  const found: string[] = [];
  const origin = new URL(process.env.E2E_BASE_URL ?? '').origin;
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()} (${page.url()})`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => found.push(`exception: ${error.message} (${page.url()})`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) found.push(`request to ${request.url()}`);
  });
  await page.exposeBinding('reportViolation', (_source, text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      if (typeof report === 'function') report(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return found;
}

/** Opens a page on which the stored text is to be seen, letter by letter and not as an element. */
async function readsAsText(page: Page, path: string, text = IMAGE): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(text).first(), path).toBeVisible();
  await expect(page.locator('img[src="x"]'), path).toHaveCount(0);
}

test('stored scripts are text for the customer and for the team', async ({ newcomer, adminApi, browser }) => {
  test.slow();
  const customer = newcomer.request;
  const { userId, email } = await readProfile(customer);

  await send(customer, '/api/auth/update-user', { name: IMAGE });
  const chat = created.parse(await send(customer, '/api/support/chats', {}));
  // As many as a chat takes at once.
  for (const message of texts.scripts.slice(0, 12))
    await send(customer, `/api/support/chats/${chat.id}/messages`, {
      clientId: crypto.randomUUID(),
      message,
    });
  const desk = `/api/admin/support/chats/${chat.id}`;
  await send(adminApi, `${desk}/messages`, { clientId: crypto.randomUUID(), message: `Antwort ${IMAGE}` });
  await send(adminApi, `${desk}/notes`, { clientId: crypto.randomUUID(), note: `Notiz ${IMAGE}` });
  const deposit = await createDeposit(customer, '10.00');
  await send(adminApi, `/api/admin/deposits/${deposit.id}/reject`, { reason: `Grund ${IMAGE}` });
  await send(adminApi, '/api/admin/wallet-corrections', {
    email,
    direction: 'credit',
    amountUsd: '5.00',
    reason: `Korrektur ${IMAGE}`,
  });

  const found = await watch(newcomer);
  await readsAsText(newcomer, '/profile');
  await readsAsText(newcomer, '/dashboard/support');
  await readsAsText(newcomer, `/dashboard/deposits?einzahlung=${deposit.id}`, `Grund ${IMAGE}`);
  for (const path of ['/dashboard', '/dashboard/wallet?ansicht=transaktionen', '/dashboard/notifications'])
    await newcomer.goto(path, { waitUntil: 'networkidle' });
  await newcomer.goto('/dashboard?chat=offen');
  await expect(newcomer.getByText(`Antwort ${IMAGE}`).first()).toBeVisible();

  // What the demo would have mailed about the rejection, with the reason in it.
  await expect.poll(() => mailedTexts(customer, email), { timeout: 30_000 }).toContain(`Grund ${IMAGE}`);
  for (const id of await ofMailbox(customer, email)) {
    await newcomer.goto(`/postfach?mail=${id}`);
    const mail = newcomer.frameLocator('iframe');
    await expect(mail.getByText('Spielgeld').first()).toBeVisible();
    await expect(mail.locator('img[src="x"]')).toHaveCount(0);
  }

  const team = await browser.newContext({ storageState: await adminApi.storageState() });
  const admin = await team.newPage();
  const foundByTeam = await watch(admin);
  await readsAsText(admin, `${DESK}?gespraech=${chat.id}`);
  await expect(admin.getByText(`Antwort ${IMAGE}`).first()).toBeVisible();
  await readsAsText(admin, `/admin/kunden/${userId}`);
  for (const path of ['/admin', '/admin/pruefspur', `/admin/kunden?suche=${encodeURIComponent(email)}`])
    await admin.goto(path, { waitUntil: 'networkidle' });
  await team.close();

  expect(found).toEqual([]);
  expect(foundByTeam).toEqual([]);
});

async function mailedTexts(api: APIRequestContext, email: string): Promise<string> {
  const answers = (await ofMailbox(api, email)).map((id) => api.get(`/api/mailbox/${id}`));
  const read = z.object({ text: z.string() });
  return (
    await Promise.all(answers.map(async (answer) => read.parse(await (await answer).json()).text))
  ).join('\n');
}

async function ofMailbox(api: APIRequestContext, email: string): Promise<string[]> {
  const { items } = mails.parse(await (await api.get('/api/mailbox')).json());
  return items.filter(({ to }) => to === email).map(({ id }) => id);
}

test('what the browser is given holds no secret, no setting of the server and no map to its source', async () => {
  const dataDir = process.env.E2E_DATA_DIR ?? '';
  const secret = (await readFile(join(dataDir, 'auth-secret'), 'utf8')).trim();
  const logins = z
    .array(z.object({ password: z.string() }))
    .parse(JSON.parse(await readFile(join(dataDir, 'demo-logins.json'), 'utf8')));
  const entries = await readdir(BUILD, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const forbidden = [
    secret,
    ...logins.map(({ password }) => password),
    'AUTH_SECRET',
    'DATABASE_URL',
    'SMTP_URL',
    'OAUTH_CLIENT_SECRET',
    'TWELVEDATA_API_KEY',
    'BEGIN PRIVATE KEY',
    'sourceMappingURL=',
    fileURLToPath(new URL('../..', import.meta.url)),
  ];
  for (const file of files.filter((name) => !/\.(br|png|woff2|ico)$/.test(name))) {
    const text = await readFile(file, 'utf8');
    expect(
      forbidden.filter((word) => text.includes(word)),
      file,
    ).toEqual([]);
  }
});
