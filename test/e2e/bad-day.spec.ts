// A bad day: a bot deep in the red, a customer who is angry, and the way from there to the truth, to a person and to the rest of the
// money, on a phone and with the few figures of a new browser.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { applyReturn, readWallet, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { chatOf, launcherOf, log, openChat, say } from './support-chat.ts';

test.use({ allFigures: false, viewport: { width: 390, height: 844 } });

const idOf = (answer: unknown) => z.object({ chat: z.object({ id: z.string() }) }).parse(answer).chat.id;

async function press(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('button', { name }).filter({ visible: true }).first().click();
}

test('whoever lost money reads how much, is heard when angry, gets the rest back and a person', {
  tag: '@gate',
}, async ({ funded: page, adminApi }) => {
  test.slow();
  const { id } = await startBot(page.request, '500.00');
  await applyReturn(adminApi, id, '-40', 'Ein schlechter Tag');

  // The loss is said first and in plain words, and is not called the bot's.
  await page.goto('/dashboard');
  await expect(page.getByText(/^Ihr SmartBot liegt /)).toContainText(
    /Von Hand gebucht wurden außerdem −(199|200|201),\d\d\sUSDT\./,
  );

  // Anger is heard before any topic. It says what the books show, and asks before it calls anybody.
  const chat = await openChat(page);
  await say(chat, 'IHR SEID BETRÜGER!! mein ganzes geld ist weg');
  const answers = log(chat);
  await expect(answers.getByText(/Es tut mir leid, dass Sie verärgert sind\./)).toContainText(
    /Bei Ihnen ist gerade kein Antrag offen\. In Ihrem Wallet sind 500,00\sUSDT verfügbar\./,
  );
  await chat.getByRole('button', { name: 'Nein, danke' }).click();
  await expect(answers.getByText(/Gut, dann machen wir hier weiter/)).toBeVisible();
  await say(chat, 'was hat mein smartbot gebracht');
  await expect(answers.getByText(/Ihr SmartBot .*−(199|200|201),\d\d\sUSDT/)).toBeVisible();
  await chat.getByRole('button', { name: 'Chat verkleinern' }).click();

  // The bot is ended: what comes back is said before the press.
  await page.getByRole('link', { name: 'Diesen Bot ansehen' }).click();
  await press(page, 'SmartBot beenden');
  const stop = page.getByRole('dialog', { name: /^SmartBot beenden/ });
  await stop.getByRole('button', { name: /^(299|300),\d\d\sUSDT auszahlen und beenden$/ }).click();
  await expect.poll(async () => (await readWallet(page.request)).activeBots).toBe(0);
  const left = Number((await readWallet(page.request)).available);
  expect(left).toBeGreaterThan(799);
  expect(left).toBeLessThan(801);

  // The rest is asked for.
  await page.goto('/dashboard/withdrawals');
  await page.getByLabel('Betrag', { exact: true }).fill('750');
  await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await press(page, /^750,00\sUSD auszahlen$/);
  await expect.poll(async () => (await readWallet(page.request)).pendingWithdrawals).toBe(1);

  // Still angry: the open request is named, and a yes brings a person, whose answer comes while one looks.
  await page.goto('/dashboard');
  await launcherOf(page).click();
  await say(chatOf(page), 'wo bleibt meine kohle ihr diebe');
  await expect(answers.getByText(/Auszahlung A-\d+ über 750,00\sUSD, seit .* in Prüfung\./)).toBeVisible();
  await chat.getByRole('button', { name: 'Ja, Menschen dazuholen' }).click();
  await expect(chat.getByText('An unser Team übergeben.')).toBeVisible();
  const chatId = idOf(await (await page.request.get('/api/support/chat')).json());
  const reply = await adminApi.post(`/api/admin/support/chats/${chatId}/messages`, {
    data: { clientId: crypto.randomUUID(), message: 'Guten Tag, ich gebe Ihre Auszahlung jetzt frei.' },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  await expect(answers.getByText('Guten Tag, ich gebe Ihre Auszahlung jetzt frei.')).toBeVisible();

  const withdrawals = z.object({ items: z.array(z.object({ id: z.string() })) });
  const [withdrawal] = withdrawals.parse(await (await page.request.get('/api/withdrawals')).json()).items;
  const paid = await adminApi.post(`/api/admin/withdrawals/${withdrawal?.id}/approve`, {
    data: {},
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(paid.ok(), await paid.text()).toBe(true);
  await expect.poll(async () => (await readWallet(page.request)).pendingWithdrawals).toBe(0);
  // Of what was reserved and then paid out, money left the wallet once.
  await page.goto(`/dashboard/withdrawals?auszahlung=${withdrawal?.id}`);
  const booked = page.getByRole('table', { name: 'Buchungen zu diesem Vorgang' });
  await expect(
    booked.getByRole('row', { name: /^Auszahlung beantragt.* 750,00\sUSDT reserviert/ }),
  ).toContainText('0,00');
  await expect(booked.getByRole('row', { name: /^Aus Ihrem Wallet gegangen/ })).toContainText('−750,00');
  await page.goto('/dashboard');
  await launcherOf(page).click();

  const resolved = await adminApi.post(`/api/admin/support/chats/${chatId}/status`, {
    data: { status: 'resolved' },
  });
  expect(resolved.ok(), await resolved.text()).toBe(true);
  await expect(answers.getByText(/Chat beendet/)).toBeVisible();
  await chat.getByRole('button', { name: 'Chat schließen' }).click();
  await expect(page.getByText(/^Im Moment läuft kein Bot\./)).toContainText(
    /Ihre bisherigen haben .* Von Hand gebucht wurden außerdem −(199|200|201),\d\d\sUSDT\.$/,
  );
});
