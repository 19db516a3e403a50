// Figures of equal width are for figures: in words they make the hyphen as wide as a digit.
import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';
import { bubble, openChat, say } from './support-chat.ts';

/** Words with a hyphen whose figures, and so the hyphen, are of equal width. */
const wideWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? '';
      const element = texts.currentNode.parentElement;
      if (!element?.checkVisibility() || !/\p{L}-\p{L}{2}/u.test(text)) continue;
      if (getComputedStyle(element).fontVariantNumeric.includes('tabular')) found.push(text);
    }
    return found;
  });

const CUSTOMER = ['', '/bots', '/bots/newsbot', '/wallet', '/deposits', '/withdrawals', '/notifications'].map(
  (path) => `/dashboard${path}`,
);
const ADMIN = ['', '/kunden', '/bots', '/pruefspur?eintrag=1', '/system'].map((path) => `/admin${path}`);

async function expectNarrow(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await wideWords(page), path).toEqual([]);
  }
}

test('for customers', async ({ regular: page }) => {
  await expectNarrow(page, CUSTOMER);
});

test('for the team', async ({ admin: page }) => {
  await expectNarrow(page, ADMIN);
});

test('in the chat', async ({ newcomer: page, adminApi }) => {
  const chat = await openChat(page);
  await say(chat, 'Mensch');
  await expect(chat.getByText(/An unser Team übergeben/)).toBeVisible();
  const current = await (await page.request.get('/api/support/chat')).json();
  const data = { clientId: crypto.randomUUID(), message: 'Guten Tag' };
  await adminApi.post(`/api/admin/support/chats/${current.chat.id}/messages`, { data });
  await expect(bubble(chat, 'Guten Tag')).toBeVisible();
  await expect(chat.getByText(/^Support-Team · /)).toBeVisible();
  expect(await wideWords(page)).toEqual([]);
});
