// Money in an own bot: the one figure of the customer, and what the team sees of it.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { fund, readProfile, signUp, startBot, startOwnBot, testOwnBot } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { delay } from './routes.ts';
import { escalate, openAtDesk } from './support-desk.ts';
import { readSum } from './wealth-sum.ts';

const HELD = 'Wir prüfen die Kurse einer Quelle';

/** Somebody with 500 USDT, 100 of them put aside for an own bot. */
async function ordered(page: Page, adminApi: APIRequestContext): Promise<string> {
  await signUp(page.request);
  await fund(page.request, adminApi, '500.00');
  const id = await testOwnBot(page.request);
  await startOwnBot(page.request, id, '100.00');
  return id;
}

async function hold(adminApi: APIRequestContext, what: 'hold' | 'release', botId: string): Promise<void> {
  const answer = await adminApi.post(`/api/admin/own-bots/${what}`, {
    data: { botId, reason: HELD },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.ok()).toBe(true);
}

const stat = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Kennzahlen' }).getByRole('link', { name: new RegExp(`^${name}`) });

for (const width of [1280, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('what waits to start is still the customer’s, and the team sees why it waits', async ({
      page,
      admin,
      adminApi,
    }) => {
      test.setTimeout(240_000);
      const id = await ordered(page, adminApi);
      await hold(adminApi, 'hold', id);

      // How it stands is said before the history is there.
      const history = await delay(page, '/api/wealth?*');
      await page.goto('/dashboard');
      await expect(page.getByText('Ihr eigener Bot „Mein Bot“ wartet auf seinen Start.')).toBeVisible();
      await expect(stat(page, 'Aktive Bots')).toContainText('1 wartet auf seinen Start');
      await expect(stat(page, 'Gewinn gesamt')).not.toContainText('0,00');
      history.heal();
      const { wealth, lines, total, labels } = await readSum(page);
      expect([wealth, total, lines]).toEqual([50_000, 50_000, [0, 50_000]]);
      expect(labels.join()).not.toContain('eigene');
      await expect(page.getByText('Vermögen ohne')).toHaveCount(0);
      await expect(stat(page, 'Aktive Bots')).toContainText('1 wartet auf seinen Start');
      await expect(page.getByText('größter Rückgang 0,00')).toBeVisible();
      await page
        .getByRole('table', { name: /^Ihre Bots/ })
        .getByRole('link', { name: /Mein Bot öffnen$/ })
        .click();
      await expect(page).toHaveURL(`/dashboard/bots/eigene/${id}/live`);
      await expect(
        page.getByText(`${HELD}. Der Start wartet, bis es weitergeht. Sie können ihn zurücknehmen.`),
      ).toBeVisible();
      await page.goBack();
      await expect(stat(page, 'Aktive Bots')).toBeVisible();
      await page.reload();
      expect((await readSum(page)).wealth).toBe(50_000);

      const { userId } = await readProfile(page.request);
      await admin.setViewportSize({ width, height: 844 });
      const opened = await openAtDesk(admin, await escalate(page.request));
      if (width === 390) await opened.getByText('Kontext', { exact: true }).click();
      const context = opened.getByRole('complementary', { name: 'Kontext' });
      await expect(context.getByRole('row', { name: /^Eigene Bots 100,00/ })).toBeVisible();
      await expect(context.getByRole('row', { name: /^Gesamt 500,00/ })).toBeVisible();
      const bot = context.getByRole('listitem').filter({ hasText: 'Mein Bot' });
      await expect(bot).toContainText(/Wartet seit .* auf den Start/);
      await expect(bot).toContainText(`Angehalten: ${HELD}`);
      await admin.goto(`/admin/kunden/${userId}`);
      await expect(admin.getByRole('row', { name: /^Eigene Bots 100,00/ })).toBeVisible();
      await expect(admin.getByRole('listitem').filter({ hasText: 'Mein Bot' })).toContainText(HELD);
    });
  });
}

test('a bot that runs moves neither the figure nor the curve by its start, and counts beside those of the house', async ({
  page,
  admin,
  adminApi,
}) => {
  test.setTimeout(600_000);
  const id = await ordered(page, adminApi);
  await startBot(page.request, '200.00');
  const { userId } = await readProfile(page.request);
  const chat = await escalate(page.request);
  await expect(async () => {
    const bot = (await (await page.request.get(`/api/own-bots/${id}`)).json()) as { status: string };
    expect(bot.status).toBe('live');
  }).toPass({ timeout: 240_000 });

  await page.goto('/dashboard');
  await expect(stat(page, 'Aktive Bots')).toContainText('2');
  await expect(stat(page, 'Aktive Bots')).toContainText('SmartBot, Mein Bot');
  const { wealth, lines, total } = await readSum(page);
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total);
  expect(total).toBe(wealth);
  // The only flow is the deposit: what went into the bots is no marker.
  await expect(page.getByRole('img', { name: /^Zeitgewichtete Rendite/ }).getByText('100,00')).toHaveCount(0);
  await page.goto('/dashboard/wallet');
  await expect(page.getByRole('row', { name: /^In eigenen Bots/ })).toContainText('1 aktiver Bot');
  await page.goto('/dashboard');
  await stat(page, 'Aktive Bots').click();
  await expect(page).toHaveURL('/dashboard/bots');
  await expect(page.getByText(/^1 aktiv · 1 eigener Bot mit \d+,\d\d\sUSDT$/)).toBeVisible();
  await page.getByRole('link', { name: /^1 eigener Bot mit/ }).click();
  await expect(page).toHaveURL('/dashboard/bots/eigene');
  // Its booking leads to it as well.
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  await page.getByRole('row').filter({ hasText: 'Start beauftragt' }).getByRole('button').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Eigenen Bot öffnen' }).click();
  await expect(page).toHaveURL(`/dashboard/bots/eigene/${id}/live`);

  await checkAll(page, [
    {
      name: 'the overview with an own bot',
      open: async (on) => {
        await on.goto('/dashboard');
        await expect(stat(on, 'Aktive Bots')).toContainText('Mein Bot');
      },
    },
  ]);
  await checkAll(admin, [
    {
      name: 'a customer with an own bot',
      open: async (on) => {
        await on.goto(`/admin/kunden/${userId}`);
        await expect(on.getByRole('listitem').filter({ hasText: 'Mein Bot' })).toContainText('Läuft seit');
      },
    },
    {
      name: 'the context of a customer with an own bot',
      opensByWidth: true,
      open: async (on) => {
        const opened = await openAtDesk(on, chat);
        const behind = opened.getByText('Kontext', { exact: true });
        if ((on.viewportSize()?.width ?? 0) < 768) await behind.click();
        await expect(opened.getByRole('listitem').filter({ hasText: 'Mein Bot' })).toContainText(
          'Läuft seit',
        );
      },
    },
  ]);
});
