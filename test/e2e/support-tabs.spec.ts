// The chat in several tabs, of several customers at once, and what happens when an answer or a hint does not come.
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { bubble, expectSent, launcherOf, log, openChat, say } from './support-chat.ts';

// Several tabs and people in one test; on a busy machine that takes its time.
test.describe.configure({ timeout: 150_000 });

const DOTS = 'Der Assistent schreibt';
const GREETING = /^Guten Tag\. Was möchten Sie wissen/;
const current = z.object({ chat: z.object({ id: z.string(), unread: z.number() }).nullable() });

async function readCurrent(api: APIRequestContext) {
  return current.parse(await (await api.get('/api/support/chat')).json()).chat;
}

async function chatIdOf(api: APIRequestContext): Promise<string> {
  const chat = await readCurrent(api);
  if (!chat) throw new Error('no open chat');
  return chat.id;
}

async function reply(admin: APIRequestContext, id: string, message: string) {
  const data = { clientId: randomUUID(), message };
  const answer = await admin.post(`/api/admin/support/chats/${id}/messages`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function openNewcomer(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  await signUp(context.request);
  return context.newPage();
}

/** Begins a chat and ends it; returns its id. */
async function endChat(page: Page): Promise<string> {
  const chat = await openChat(page);
  await say(chat, 'Hallo');
  await expect(log(chat).getByText(GREETING)).toBeVisible();
  const id = await chatIdOf(page.request);
  await chat.getByRole('button', { name: 'Chat beenden und schließen' }).click();
  await expect.poll(() => readCurrent(page.request)).toBeNull();
  return id;
}

const unreadLauncher = (page: Page, count: number) =>
  page.getByRole('button', { name: `Support-Chat öffnen, ${count} ungelesen` });

test('two tabs show the same chat, and what is read in one is read in the other', async ({
  newcomer: one,
  context,
  adminApi,
}) => {
  const two = await context.newPage();
  const chat = await openChat(one);
  const other = await openChat(two);
  await say(chat, 'Hallo');
  for (const tab of [chat, other]) {
    await expect(log(tab).getByText(GREETING)).toHaveCount(1);
    await expect(bubble(tab, 'Hallo')).toHaveCount(1);
    await expect(tab.getByText(DOTS)).toHaveCount(0);
  }
  await say(other, 'Bitte ein Mensch');
  await expect(bubble(chat, 'Bitte ein Mensch')).toHaveCount(1);
  await expect(chat.getByText('An unser Team übergeben.')).toBeVisible();
  for (const tab of [chat, other]) {
    await expect(log(tab).getByText(/Ich habe Ihr Anliegen/)).toHaveCount(1);
    await tab.getByRole('button', { name: 'Chat schließen' }).click();
  }

  const id = await chatIdOf(one.request);
  await reply(adminApi, id, 'Da bin ich.');
  for (const page of [one, two]) await expect(unreadLauncher(page, 1)).toBeVisible();
  await two.bringToFront();
  await launcherOf(two).click();
  await expect(bubble(other, 'Da bin ich\\.')).toBeVisible();
  await expect(one.getByRole('button', { name: 'Support-Chat öffnen', exact: true })).toBeVisible();

  // Ended in one, ended in the other; who writes on there begins a new one.
  await launcherOf(one).click();
  await other.getByRole('button', { name: 'Chat beenden' }).click();
  await expect(chat.getByRole('button', { name: 'Neuen Chat beginnen' })).toBeVisible();
});

test('two customers write at once, and each reads the answers to their own chat only', async ({
  newcomer: page,
  adminApi,
  browser,
  baseURL,
}) => {
  const second = await openNewcomer(browser, baseURL);
  const people = [
    { name: 'Anna', page, chat: await openChat(page) },
    { name: 'Bernd', page: second, chat: await openChat(second) },
  ];
  await Promise.all(people.map(({ chat, name }) => say(chat, `Hier ist ${name}, bitte ein Mensch`)));
  for (const { chat } of people) await expect(log(chat).getByText(/Ich habe Ihr Anliegen/)).toBeVisible();
  const ids = await Promise.all(people.map((person) => chatIdOf(person.page.request)));
  for (const round of [1, 2, 3])
    await Promise.all(
      people.map(async ({ name, chat }, index) => {
        await reply(adminApi, ids[index] ?? '', `Antwort ${round} an ${name}`);
        await say(chat, `Frage ${round} von ${name}`);
      }),
    );
  for (const { name, chat } of people) {
    const other = people.find((one) => one.name !== name)?.name ?? '';
    for (const round of [1, 2, 3]) {
      await expect(bubble(chat, `Antwort ${round} an ${name}`)).toHaveCount(1);
      await expect(bubble(chat, `Frage ${round} von ${name}`)).toHaveCount(1);
    }
    await expect(log(chat).getByText(other)).toHaveCount(0);
  }
  await second.context().close();
});

test('a reload while the assistant types brings the chat back, and its answer once', async ({
  newcomer: page,
}) => {
  const chat = await openChat(page);
  await say(chat, 'Hallo');
  await expect(bubble(chat, 'Hallo')).toBeVisible();
  await expectSent(chat);
  await page.reload();
  await launcherOf(page).click();
  await expect(bubble(chat, 'Hallo')).toHaveCount(1);
  await expect(log(chat).getByText(GREETING)).toHaveCount(1);
  await expect(chat.getByText(DOTS)).toHaveCount(0);
});

test('an answer whose hint is lost is found all the same', async ({ newcomer: page }) => {
  // The page is connected and hears nothing.
  await page.routeWebSocket('**/api/live*', () => undefined);
  const chat = await openChat(page);
  await say(chat, 'Hallo');
  await expect(log(chat).getByText(GREETING)).toBeVisible();
  await expect(chat.getByText(DOTS)).toHaveCount(0);
});

test('what is said while the page still connects is not missed', async ({ newcomer: page, adminApi }) => {
  const chat = await openChat(page);
  await say(chat, 'Bitte ein Mensch');
  await expect(log(chat).getByText(/Ich habe Ihr Anliegen/)).toBeVisible();
  const id = await chatIdOf(page.request);
  const said = Promise.withResolvers<void>();
  await page.routeWebSocket('**/api/live*', async (socket) => {
    await said.promise;
    socket.connectToServer();
  });
  const loaded = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/support/chat');
  await page.goto('/dashboard');
  await (await loaded).finished();
  await reply(adminApi, id, 'Zwischen zwei Stühlen.');
  said.resolve();
  await expect(unreadLauncher(page, 1)).toBeVisible();
});

test('dots for an answer that never comes end by themselves', async ({ newcomer: page }) => {
  await page.route('**/api/support/chats/*/messages**', async (route) => {
    const response = await route.fetch();
    // A look that was given up for a newer one leaves no answer.
    const answer = await response.json().catch(() => null);
    if (answer === null) return route.abort();
    const { chat, messages, ...rest } = answer;
    const own = messages?.filter(({ senderType }: { senderType: string }) => senderType === 'user');
    const typing = { ...chat, assistantTyping: true, lastSeq: 1 };
    await route.fulfill({ response, json: { ...rest, chat: typing, ...(own && { messages: own }) } });
  });
  await page.clock.install();
  const chat = await openChat(page);
  await say(chat, 'Hallo');
  await expect(chat.getByText(DOTS)).toBeAttached();
  await page.clock.fastForward(25_000);
  await expect(chat.getByText(DOTS)).toHaveCount(0);
  await expect(bubble(chat, 'Hallo')).toBeVisible();
});

test('what the team writes after the end is marked in the list, and read there', async ({
  newcomer: page,
  adminApi,
}) => {
  const id = await endChat(page);
  await page.goto('/dashboard/support');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await reply(adminApi, id, 'Noch ein Hinweis von uns.');
  const entry = page.getByRole('list', { name: 'Ihre Chats' }).getByRole('button').first();
  await expect(entry).toContainText('1 ungelesen');
  await expect(entry).toContainText('Beendet');
  await expect(unreadLauncher(page, 1)).toBeVisible();
  await entry.click();
  const drawer = page.getByRole('dialog', { name: /Support-Chat/ });
  await expect(drawer.getByText('Noch ein Hinweis von uns.')).toBeVisible();
  await expect.poll(() => readCurrent(page.request)).toBeNull();
  await expect(entry).not.toContainText('ungelesen');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Support-Chat öffnen', exact: true })).toBeVisible();
});

test('a link to a chat opens that one: an ended one beside the open one, and the open one to write in', async ({
  newcomer: page,
  adminApi,
}) => {
  const ended = await endChat(page);
  await reply(adminApi, ended, 'Noch ein Hinweis von uns.');
  await page.request.post('/api/support/chats', { data: {} });
  const open = await chatIdOf(page.request);
  expect(open).not.toBe(ended);

  await page.goto(`/dashboard/support?chat=${ended}`);
  const drawer = page.getByRole('dialog', { name: /Support-Chat/ });
  await expect(drawer.getByText('Noch ein Hinweis von uns.')).toBeVisible();
  await expect(drawer.getByLabel('Nachricht schreiben')).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Schließen' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/support');

  await page.goto(`/dashboard/support?chat=${open}`);
  await expect(page.getByRole('dialog').getByLabel('Nachricht schreiben')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL('/dashboard/support');
});

test('a transcript holds everything that was said, by whom, as text and not as markup', async ({ page }) => {
  const { email } = await signUp(page.request);
  const chat = await openChat(page);
  const odd = 'Hallo <script>alert(1)</script> & „Grüße“ 👋';
  await say(chat, odd);
  await expect(log(chat).locator('[data-own]')).toHaveCount(1);
  await expect(chat.getByText(DOTS)).toHaveCount(0);
  await say(chat, 'Wie lange dauert eine Auszahlung?');
  await expect(log(chat).getByText(/innerhalb von 24\sStunden/)).toBeVisible();
  await chat.getByRole('button', { name: 'Chat beenden und schließen' }).click();
  await page.goto('/dashboard/support');
  await page.getByRole('list', { name: 'Ihre Chats' }).getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: /Support-Chat/ });
  await drawer.getByRole('button', { name: 'Gesprächsverlauf per E-Mail senden' }).click();
  await expect(drawer.getByText(`Gesendet an ${email}.`)).toBeVisible();
  await page.goto('/postfach');
  const mail = page.getByRole('main').getByRole('link').filter({ hasText: email });
  await mail.filter({ hasText: 'Ihr Support-Chat vom' }).first().click();
  await page.getByText('Nur Text').click();
  const text = page.locator('pre');
  await expect(text).toContainText(`Sie: ${odd}`);
  await expect(text).toContainText('Assistent: ');
  await expect(text).toContainText('Sie: Wie lange dauert eine Auszahlung?');
  await expect(text).toContainText('Spielgeld – kein echtes Geld');
});

test('nothing is sent that nobody can read, and what is sent says what was typed', async ({
  newcomer: page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !/\/support\/chats\/[^/]+\/messages$/.test(request.url())) return;
    sent.push(z.object({ message: z.string() }).parse(request.postDataJSON()).message);
  });
  const chat = await openChat(page);
  const field = chat.getByLabel('Nachricht schreiben');
  for (const nothing of ['', '   ', '\n\n\t', '\u0000', ' \u0000\u0007 ']) {
    await field.fill(nothing);
    await field.press('Enter');
    await chat.getByRole('button', { name: 'Senden' }).click();
  }
  await field.fill('x'.repeat(2_001));
  await field.press('Enter');
  await expect(chat.getByRole('button', { name: 'Senden' })).toBeDisabled();
  await field.fill('');
  const odd = 'Nul\u0000l 👩‍👩‍👧 ‮rückwärts -5 1e308 ../../etc';
  await say(chat, odd);
  await expect(log(chat).locator('[data-own]')).toHaveCount(1);
  await expect(log(chat).getByText('Null 👩‍👩‍👧', { exact: false })).toBeVisible();
  await expect.poll(() => sent).toEqual([odd.replace('\u0000', '')]);
});
