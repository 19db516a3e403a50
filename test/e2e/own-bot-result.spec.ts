// What an own bot's rule is worth: the verdict, what stands behind it, and the one look at the test period.
import { expect, type Page } from '@playwright/test';
import { buildOwnBot, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { loseConnection } from './routes.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const verdict = (page: Page) =>
  page.getByRole('heading', { level: 2, name: /Zufall\.|Vorbehalt\.|Urteil\./ });

async function check(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboard/bots/eigene/${id}`);
  await page.getByRole('button', { name: 'Ergebnis prüfen' }).click();
  await expect(verdict(page)).toBeVisible({ timeout: 60_000 });
}

for (const width of [1280, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('from the rule to a verdict with what stands behind it, and the one look', {
      tag: width === 1280 ? '@gate' : [],
    }, async ({ page }) => {
      test.setTimeout(180_000);
      const broken: string[] = [];
      page.on('pageerror', ({ message }) => broken.push(message));
      await signUp(page.request);
      const id = await buildOwnBot(page.request);
      await page.goto(`/dashboard/bots/eigene/${id}/ergebnis`);
      await expect(page.getByText('Noch nicht geprüft')).toBeVisible();
      await check(page, id);
      await expect(page.getByText(/^Fassung 1, geprüft am /)).toBeVisible();
      await expect(page.getByText('1 Versuch', { exact: true }).first()).toBeVisible();

      // The figures on the page are those of one run: the end of the curve, of the ledger and of the amount.
      const end = panel(page, 'Was aus 1.000 USDT wurde').getByRole('row', { name: /^Ihre Regel/ });
      const amount = await end.getByRole('cell').innerText();
      await expect(page.getByRole('img', { name: new RegExp(`mit der Regel ${amount}`) })).toBeVisible();

      // A line of the list opens what stands behind it.
      const random = page.getByText('Besser als Zufallsbots');
      await random.click();
      await expect(page.getByText(/^So viele waren schlechter: /)).toBeVisible();

      // Each trade says why, and at which price it would not have been.
      const why = panel(page, 'Trades')
        .getByRole('button', { name: /^Warum/ })
        .first();
      await why.click();
      await expect(why).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByText('Warum gekauft')).toBeVisible();
      await expect(
        page.getByText(/(abwärts|oder weniger|aufwärts|oder mehr|nichts geändert)/).first(),
      ).toBeVisible();
      await expect(page.getByText('Sie haben sich seither geändert')).toHaveCount(0);
      await why.click();
      await expect(page.getByText('Warum gekauft')).toHaveCount(0);

      // The certificate comes by itself.
      await expect(page.getByText('50 von 50 Schnitten gleich')).toBeVisible({ timeout: 120_000 });

      // Another amount moves the table beside it, one that cannot be read leaves none.
      const mine = panel(page, 'Für Ihren Betrag');
      const typical = mine.getByRole('row', { name: /^Typisch/ }).getByRole('cell');
      const before = await typical.innerText();
      await mine.getByLabel('Betrag').fill('100');
      await expect(typical).not.toHaveText(before);
      await mine.getByLabel('Betrag').fill('viel');
      await expect(typical).toHaveText('–');

      // A changed rule makes the result one of before, and a new run makes it new.
      await page.getByRole('link', { name: 'Regel', exact: true }).click();
      await page.getByLabel('Kosten').getByText('doppelte').click();
      await expect(page.getByText('Entwurf, gespeichert')).toBeVisible();
      await page.getByRole('link', { name: 'Ergebnis', exact: true }).click();
      await expect(page.getByText('Die Regel hat sich seit diesem Ergebnis geändert')).toBeVisible();
      await page.getByRole('button', { name: 'Neu prüfen' }).click();
      await expect(page.getByText('Die Regel hat sich seit diesem Ergebnis geändert')).toHaveCount(0, {
        timeout: 60_000,
      });

      const period = panel(page, 'Prüfzeitraum');
      await period.getByRole('button', { name: 'Prüfzeitraum öffnen' }).click();
      await page.getByRole('button', { name: 'Abbrechen' }).last().click();
      await expect(period.getByText('Geschlossen')).toBeVisible();
      await period.getByRole('button', { name: 'Prüfzeitraum öffnen' }).click();
      await page.getByRole('button', { name: 'Einmal öffnen' }).click();
      await expect(period.getByText(/^Geöffnet am /)).toBeVisible({ timeout: 60_000 });
      await page.reload();
      await expect(period.getByText(/^Geöffnet am /)).toBeVisible();
      await expect(period.getByRole('button')).toHaveCount(0);
      const other = await buildOwnBot(page.request, 100);
      await check(page, other);
      await expect(period.getByText(/^Prüfzeitraum schon gesehen/)).toBeVisible();
      expect(broken).toEqual([]);
    });
  });
}

test('a run whose connection is lost says so, and is begun again', async ({ page }) => {
  await signUp(page.request);
  const id = await buildOwnBot(page.request);
  await page.goto(`/dashboard/bots/eigene/${id}/ergebnis`);
  const connection = await loseConnection(page, '**/api/own-bots/*/backtests');
  await page.getByRole('button', { name: 'Ergebnis prüfen' }).click();
  await expect(page.getByText('Die Verbindung ist abgebrochen')).toBeVisible();
  connection.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(verdict(page)).toBeVisible({ timeout: 60_000 });
});

test('an unfinished rule leads back to where it is finished', async ({ page }) => {
  await signUp(page.request);
  const id = await buildOwnBot(page.request);
  const setup = { source: 'wti', from: null, until: null, costFactor: 1 };
  const data = { name: 'Halb', rule: { symbols: [] }, setup, version: 1 };
  expect((await page.request.post(`/api/own-bots/${id}`, { data })).ok()).toBe(true);
  await page.goto(`/dashboard/bots/eigene/${id}/ergebnis`);
  await expect(page.getByText('Die Regel ist noch nicht vollständig')).toBeVisible();
  await page.getByRole('link', { name: 'Zur Regel' }).click();
  await expect(page).toHaveURL(`/dashboard/bots/eigene/${id}`);
});

test('everybody can read a result', async ({ page }) => {
  test.setTimeout(300_000);
  await signUp(page.request);
  const id = await buildOwnBot(page.request);
  const open = async (on: Page) => {
    await on.goto(`/dashboard/bots/eigene/${id}/ergebnis`);
    await expect(verdict(on)).toBeVisible({ timeout: 60_000 });
    await expect(on.getByText('50 von 50 Schnitten gleich')).toBeVisible({ timeout: 120_000 });
  };
  await check(page, id);
  await checkAll(page, [
    { name: 'a result', open },
    {
      name: 'a result with a line open',
      open: async (on) => {
        await open(on);
        await on.getByText('Lang genug gemessen').click();
      },
    },
    {
      name: 'a result with a trade explained',
      open: async (on) => {
        await open(on);
        await on
          .getByRole('button', { name: /^Warum/ })
          .first()
          .click();
        await expect(on.getByText('Warum gekauft')).toBeVisible();
      },
    },
  ]);
});
