// The chat with support: the assistant, a human, a lost connection, phones and keys, and the ways that lead to it.
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { createDeposit, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll, type State } from './check-pages.ts';
import { fail, failRead, loggedBy, loseConnection, loseNextAnswer } from './routes.ts';
import { bubble, chatOf, expectSent, launcherOf, log, openChat, say, WAITS } from './support-chat.ts';

const current = z.object({ chat: z.object({ id: z.string(), status: z.string() }).nullable() });
const thread = z.object({ messages: z.array(z.object({ seq: z.number(), message: z.string() })) });

/** The customer's chat as the server knows it. */
async function chatId(api: APIRequestContext): Promise<string> {
  const { chat } = current.parse(await (await api.get('/api/support/chat')).json());
  if (!chat) throw new Error('no open chat');
  return chat.id;
}

async function storedMessages(api: APIRequestContext, id: string): Promise<string[]> {
  const { messages } = thread.parse(await (await api.get(`/api/support/chats/${id}/messages`)).json());
  return messages.map(({ message }) => message);
}

async function asTeam(admin: APIRequestContext, id: string, path: string, data: object) {
  const answer = await admin.post(`/api/admin/support/chats/${id}/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Resolves when the text has been on the page, however short: looking now and then could miss it. */
function appearance(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_changes, observer) => {
          if (!document.body.textContent?.includes(wanted)) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    text,
  );
}

const reply = (admin: APIRequestContext, id: string, message: string) =>
  asTeam(admin, id, 'messages', { clientId: randomUUID(), message });

test('the assistant greets, suggests, types and answers; a human takes over and answers live', {
  tag: '@gate',
}, async ({ newcomer: page, adminApi }) => {
  const chat = await openChat(page);
  await expect(chat.getByText('Wobei können wir helfen?')).toBeVisible();
  const typing = appearance(page, 'Der Assistent schreibt');
  await chat.getByRole('button', { name: 'Welche Gebühren gibt es?' }).click();
  await typing;
  await expect(log(chat).getByText(/Einzahlungen, Auszahlungen .* sind kostenlos/)).toBeVisible();
  await expect(chat.getByText('Der Assistent schreibt')).toHaveCount(0);
  await expect(chat.getByRole('button', { name: 'Welche Gebühren gibt es?' })).toHaveCount(0);

  await say(chat, 'Ich möchte einen Mitarbeiter');
  await expect(chat.getByText('An unser Team übergeben.', { exact: true })).toBeVisible();
  await expect(chat.getByText(/Sie sind als Nächste an der Reihe\.|Vor Ihnen warte/).first()).toBeVisible();
  // Whoever waits is asked before they leave the line.
  await chat.getByRole('button', { name: 'Chat beenden', exact: true }).click();
  await expect(chat.getByText('Wirklich beenden? Dann antwortet Ihnen niemand mehr.')).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Weiter warten' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chat.getByText('Wirklich beenden?')).toHaveCount(0);
  await expect(chat.getByText(/Antwort meist in 15–\u206030\u00a0Minuten/)).toBeVisible();
  await expect(log(chat).getByText(/Ich habe Ihr Anliegen an unser Team übergeben/)).toBeVisible();
  await expect(log(chat).getByText(/an das Team übergeben/)).toBeVisible();

  const id = await chatId(page.request);
  await reply(adminApi, id, 'Guten Tag, ich sehe es mir an.');
  await expect(log(chat).getByText('Guten Tag, ich sehe es mir an.')).toBeVisible();
  await expect(chat.getByText('Sie sprechen mit unserem Team')).toBeVisible();
  await expect(
    log(chat)
      .getByText(/· gelesen/)
      .first(),
  ).toBeVisible();

  await asTeam(adminApi, id, 'status', { status: 'resolved' });
  await expect(log(chat).getByText(/Chat beendet/)).toBeVisible();
  await chat.getByRole('button', { name: 'Neuen Chat beginnen' }).click();
  await say(chat, 'Hallo');
  await expect(log(chat).getByText(/^Guten Tag\. Was möchten Sie wissen/)).toBeVisible();
  expect(await chatId(page.request)).not.toBe(id);
});

test('an answer that comes while the window is closed is counted, and read when it is opened', async ({
  newcomer: page,
  adminApi,
}) => {
  const chat = await openChat(page);
  await say(chat, 'Bitte ein Mensch');
  await expect(log(chat).getByText(/an unser Team übergeben/)).toBeVisible();
  await chat.getByRole('button', { name: 'Chat schließen' }).click();
  await expect(launcherOf(page)).toBeFocused();
  await reply(adminApi, await chatId(page.request), 'Da bin ich.');
  await expect(page.getByRole('button', { name: 'Support-Chat öffnen, 1 ungelesen' })).toBeVisible();
  await launcherOf(page).click();
  await expect(log(chat).getByText('Da bin ich.')).toBeVisible();
  await expect
    .poll(async () => (await (await page.request.get('/api/support/chat')).json()).chat.unread)
    .toBe(0);
});

test('closing the window ends a chat with the assistant; making it small does not', { tag: '@gate' }, async ({
  newcomer: page,
}) => {
  const chat = await openChat(page);
  await say(chat, 'Welche Bots gibt es?');
  await expect(log(chat).getByText(/SmartBot: Niedriges Risiko/)).toBeVisible();
  await chat.getByRole('button', { name: 'Chat verkleinern' }).click();
  await launcherOf(page).click();
  await expect(log(chat).getByText(/SmartBot: Niedriges Risiko/)).toBeVisible();
  // The answer is on its way while one opens the window again.
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/support/chats/*/close', async (route) => {
    const response = await route.fetch();
    await arrives;
    await route.fulfill({ response });
  });
  await chat.getByRole('button', { name: 'Chat beenden und schließen' }).click();
  await launcherOf(page).click();
  await expect(chat.getByText('Wobei können wir helfen?')).toBeVisible();
  arrive();
  await expect.poll(async () => (await (await page.request.get('/api/support/chat')).json()).chat).toBeNull();
  await expect(chat.getByText('Wobei können wir helfen?')).toBeVisible();

  await page.goto('/dashboard/support');
  await page.getByRole('button', { name: /Welche Bots gibt es\?/ }).click();
  const earlier = page.getByRole('dialog', { name: /Support-Chat/ });
  await expect(earlier.getByText(/SmartBot: Niedriges Risiko/)).toBeVisible();
  await earlier.getByRole('button', { name: 'Gesprächsverlauf per E-Mail senden' }).click();
  await expect(earlier.getByText(/^Gesendet an kunde-/)).toBeVisible();
});

test('the assistant knows the own deposit', async ({ newcomer: page }) => {
  const { reference } = await createDeposit(page.request, '1000.00');
  const chat = await openChat(page);
  await chat.getByRole('button', { name: 'Wo bleibt meine Einzahlung?' }).click();
  await expect(log(chat).getByText(new RegExp(`Ihre Einzahlung ${reference} über 1.000,00`))).toBeVisible();
  await expect(log(chat).getByRole('table')).toContainText(/1\.000,00\sUSD(?!T)/);
});

test('a message that does not reach the server waits, and is sent by itself and once when it can be', {
  tag: '@gate',
}, async ({ newcomer: page }) => {
  const chat = await openChat(page);
  await say(chat, 'Hallo');
  await expect(log(chat).getByText(/^Guten Tag\. Was möchten Sie wissen/)).toBeVisible();
  const id = await chatId(page.request);

  const lost = await loseConnection(page, '/api/support/chats/*/messages');
  await say(chat, 'Erste');
  await say(chat, 'Zweite');
  await expect(chat.getByText(WAITS)).toHaveCount(2);
  await expect(chat.getByText('Nicht gesendet')).toHaveCount(0);
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  lost.heal();
  await expectSent(chat);

  await loseNextAnswer(page, '/api/support/chats/*/messages');
  await say(chat, 'Dritte');
  await expect(log(chat).getByText('Dritte')).toHaveCount(1);
  await expectSent(chat);
  const stored = (await storedMessages(page.request, id)).filter((text) =>
    /^(Erste|Zweite|Dritte)$/.test(text),
  );
  expect(stored).toEqual(['Erste', 'Zweite', 'Dritte']);
  for (const text of stored) await expect(bubble(chat, text)).toHaveCount(1);
});

test('a message that the server refused is not sent until somebody presses again', async ({
  newcomer: page,
}) => {
  const chat = await openChat(page);
  await say(chat, 'Hallo');
  await expectSent(chat);
  const id = await chatId(page.request);
  const refusal = await fail(page, '/api/support/chats/*/messages');
  await say(chat, 'Erste');
  await expect(chat.getByText('Nicht gesendet')).toBeVisible();
  await say(chat, 'Zweite');
  await expect(chat.getByText('Wartet', { exact: true })).toBeVisible();
  refusal.heal();
  await page.waitForTimeout(6_000);
  await expect(chat.getByText('Nicht gesendet')).toBeVisible();
  await chat.getByRole('button', { name: 'Erneut senden' }).click();
  await expectSent(chat);
  expect(await storedMessages(page.request, id)).toEqual(expect.arrayContaining(['Erste', 'Zweite']));
});

test('nothing is missed and nothing doubled after the connection was away', async ({
  newcomer: page,
  adminApi,
  context,
}) => {
  const chat = await openChat(page);
  await say(chat, 'Bitte ein Mensch');
  await expect(log(chat).getByText(/an unser Team übergeben/)).toBeVisible();
  const id = await chatId(page.request);
  await context.setOffline(true);
  await expect(chat.getByText(/^Keine Verbindung\. Was Sie schreiben/)).toBeVisible();
  await say(chat, 'Offline geschrieben');
  await expect(chat.getByText(WAITS)).toBeVisible();
  await expect(chat.getByText('Nicht gesendet')).toHaveCount(0);
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  const answers = Array.from({ length: 5 }, (_, n) => `Antwort ${n + 1}`);
  for (const answer of answers) await reply(adminApi, id, answer);
  await context.setOffline(false);
  await expect(log(chat).getByText('Antwort 5')).toBeVisible();
  await expectSent(chat);
  await reply(adminApi, id, 'Wieder live');
  await expect(log(chat).getByText('Wieder live')).toBeVisible();
  for (const text of [...answers, 'Offline geschrieben', 'Wieder live'])
    await expect(bubble(chat, text)).toHaveCount(1);
  const stored = await storedMessages(page.request, id);
  expect(stored.filter((text) => text === 'Offline geschrieben')).toHaveLength(1);
});

test('markup and addresses in a message are text', async ({ newcomer: page }) => {
  const chat = await openChat(page);
  const text = `<img src=x onerror=alert(1)> https://example.com/${'lang'.repeat(60)}`;
  await say(chat, text);
  await expect(log(chat).getByText(text)).toBeVisible();
  await expect(log(chat).getByRole('link')).toHaveCount(0);
  await expect(log(chat).locator('img')).toHaveCount(0);
  const field = chat.getByLabel('Nachricht schreiben');
  await field.fill('x'.repeat(2_001));
  await expect(chat.getByText('1 Zeichen zu viel')).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Senden' })).toBeDisabled();
});

test('a chat that cannot be loaded says so, without a toast, and can be asked for again', async ({
  newcomer: page,
}) => {
  const logged = loggedBy(page);
  const failing = await failRead(page, '/api/support/chat');
  await page.goto('/dashboard');
  await launcherOf(page).click();
  const chat = chatOf(page);
  await expect(chat.getByText('Der Chat konnte nicht geladen werden')).toBeVisible();
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  expect(logged.length).toBeGreaterThan(0);
  failing.heal();
  await chat.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(chat.getByText('Wobei können wir helfen?')).toBeVisible();
});

test('everything is done by keys', { tag: '@gate' }, async ({ newcomer: page }) => {
  await page.goto('/dashboard');
  await launcherOf(page).focus();
  await page.keyboard.press('Enter');
  const chat = chatOf(page);
  const field = chat.getByLabel('Nachricht schreiben');
  await expect(field).toBeFocused();
  await page.keyboard.type('Wie zahle ich');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('ein?');
  await expect(field).toHaveValue('Wie zahle ich\nein?');
  await page.keyboard.press('Enter');
  await expect(log(chat).getByText(/Öffnen Sie „Einzahlungen“/)).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chat).toBeHidden();
  await expect(launcherOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(log(chat).getByText(/Öffnen Sie „Einzahlungen“/)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the chat fills the page and leaves the bottom navigation free', async ({ newcomer: page }) => {
    await page.goto('/dashboard');
    const navigation = page.getByRole('navigation', { name: 'Navigation unten' });
    const bar = await navigation.boundingBox();
    // It stands among the pages there, over nothing else.
    await navigation.getByRole('button', { name: 'Support-Chat öffnen' }).click();
    const chat = chatOf(page);
    await expect(chat.getByText('Wobei können wir helfen?')).toBeVisible();
    const sheet = await chat.boundingBox();
    expect(sheet).toMatchObject({ x: 0, width: 390 });
    expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))).toBe(Math.round(bar?.y ?? 0));
    await say(chat, 'Hallo');
    await navigation.getByRole('button', { name: 'Support-Chat verkleinern' }).click();
    await expect(chat).toBeHidden();
    await launcherOf(page).click();
    await expect(bubble(chat, 'Hallo')).toBeVisible();
    await navigation.getByRole('link', { name: 'Wallet' }).click();
    await expect(page).toHaveURL('/dashboard/wallet');
    await expect(chat).toBeHidden();
  });
});

test.describe('the help page leads to the chat', () => {
  test('at once for who is signed in', async ({ newcomer: page }) => {
    await page.goto('/dashboard');
    await expect(launcherOf(page)).toBeVisible();
    await page.goto('/help');
    await expect(page.getByText('Noch kein Konto?')).toHaveCount(0);
    await page.getByRole('link', { name: 'Chat öffnen' }).click();
    await expect(chatOf(page)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });

  test('after the login for everybody else', async ({ page, playwright, baseURL }) => {
    const login = await signUp(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
    await page.goto('/help');
    await expect(page.getByText(/und niemand sonst, melden Sie sich zuerst an\./)).toBeVisible();
    await page.getByRole('link', { name: 'Chat öffnen' }).click();
    await page.getByLabel('E-Mail-Adresse').fill(login.email);
    await page.getByLabel('Passwort', { exact: true }).fill(login.password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(chatOf(page)).toBeVisible();
  });
});

test('the support page opens the chat and is found in the sidebar', async ({ newcomer: page }) => {
  await page.goto('/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  await expect(page.getByText('Noch kein Chat')).toBeVisible();
  await page.getByRole('link', { name: 'Chat öffnen' }).click();
  await expect(chatOf(page)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/support');
});

/** In this order: each begins where the one before ended. */
function chatStates(admin: APIRequestContext): State[] {
  const opened = async (page: Page) => {
    await page.goto('/dashboard?chat=offen');
    await expect(chatOf(page).getByRole('log')).toBeVisible();
    return chatOf(page);
  };
  return [
    {
      name: 'the empty chat',
      open: async (page) => {
        await expect((await opened(page)).getByText('Wobei können wir helfen?')).toBeVisible();
      },
    },
    {
      name: 'an answer with a sheet',
      open: async (page) => {
        await createDeposit(page.request, '1000.00');
        const chat = await opened(page);
        await say(chat, 'Wo bleibt meine Einzahlung?');
        await expect(log(chat).getByRole('table')).toBeVisible();
      },
    },
    {
      name: 'an escalated chat with a message that was not sent',
      open: async (page) => {
        const chat = await opened(page);
        await say(chat, 'Mensch');
        await expect(log(chat).getByText(/Ich habe Ihr Anliegen/)).toBeVisible();
        const refusal = await fail(page, '/api/support/chats/*/messages');
        await say(chat, 'Geht das?');
        await expect(chat.getByText('Nicht gesendet')).toBeVisible();
        const toast = page.locator('.mantine-Notification-root');
        await toast.getByRole('button', { name: 'Schließen' }).click();
        await expect(toast).toHaveCount(0);
        refusal.heal();
      },
    },
    {
      name: 'a chat that has ended',
      open: async (page) => {
        const chat = await opened(page);
        await asTeam(admin, await chatId(page.request), 'status', { status: 'resolved' });
        await expect(chat.getByRole('button', { name: 'Neuen Chat beginnen' })).toBeVisible();
      },
    },
    {
      name: 'the support page',
      open: async (page) => {
        await page.goto('/dashboard/support');
        await expect(page.getByRole('list', { name: 'Ihre Chats' })).toBeVisible();
      },
    },
    {
      name: 'an earlier chat',
      open: async (page) => {
        await page.goto('/dashboard/support');
        await page.getByRole('list', { name: 'Ihre Chats' }).getByRole('button').first().click();
        await expect(page.getByRole('dialog').getByRole('log')).toBeVisible();
      },
    },
  ];
}

test('the chat by axe', async ({ newcomer: page, adminApi }) => {
  test.setTimeout(300_000);
  await checkAll(page, chatStates(adminApi));
});
