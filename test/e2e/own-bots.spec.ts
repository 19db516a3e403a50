// A bot of one's own: from a template to a rule that says what it would have done, by mouse and by keyboard, wide and narrow.
import { expect, type Page } from '@playwright/test';
import { buildOwnBot, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { delay } from './routes.ts';

const sheet = (page: Page) => page.getByRole('region', { name: 'Die Regel' });
const preview = (page: Page) => page.getByRole('region', { name: 'Vorschau' });
const token = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true });

async function build(page: Page, template: string): Promise<void> {
  await page.goto('/dashboard/bots/eigene');
  await page.getByRole('button', { name: `Bauen: ${template}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: template })).toBeVisible();
  // The first one on an installation waits until the practice market is made.
  await expect(preview(page).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 90_000 });
}

/** The sums under the double rules: entries, and what became of them. */
async function sums(page: Page): Promise<string[]> {
  return sheet(page)
    .locator('strong')
    .filter({ hasText: /^[\d.–]+$/ })
    .allTextContents();
}

for (const width of [1280, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('from a template to a rule of one’s own, saved, undone and counted', {
      tag: width === 390 ? '@gate' : [],
    }, async ({ page }) => {
      test.setTimeout(180_000);
      const broken: string[] = [];
      page.on('pageerror', ({ message }) => broken.push(message));
      await signUp(page.request);
      await page.goto('/dashboard/bots');
      await page.getByRole('link', { name: 'Meine Bots', exact: true }).click();
      await expect(page.getByText('Noch kein eigener Bot')).toBeVisible();
      await build(page, 'Ausbruch');

      // What was bought is what was sold and what is held.
      const [entries, ends] = await sums(page);
      expect(entries).toBe(ends);
      expect(Number(entries)).toBeGreaterThan(10);
      await expect(page.getByText('1 Versuch', { exact: true })).toBeVisible();

      // A word is changed where it stands, and the count follows.
      await token(page, 'dem höchsten Hoch aus 20 Kerzen vor einer Kerze').click();
      const editor = page.getByRole('region', { name: 'Ändern' });
      await editor.getByLabel('Kerzen', { exact: true }).fill('40');
      await expect(token(page, 'dem höchsten Hoch aus 40 Kerzen vor einer Kerze')).toBeVisible();
      await editor.getByLabel('Kerzen', { exact: true }).fill('viele');
      await expect(editor.getByText('Bitte eine Zahl eingeben.')).toBeVisible();
      await editor.getByLabel('Kerzen', { exact: true }).fill('1.5');
      await expect(editor.getByText('Bitte mit Komma, wie 1,5.')).toBeVisible();
      await editor.getByLabel('Kerzen', { exact: true }).press('Escape');
      await expect(editor).toHaveCount(0);
      await expect(token(page, 'dem höchsten Hoch aus 40 Kerzen vor einer Kerze')).toBeFocused();
      await expect.poll(() => sums(page)).not.toEqual([entries, ends]);
      await expect(page.getByText('2 Versuche', { exact: true })).toBeVisible();
      await expect(page.getByText('Entwurf, gespeichert')).toBeVisible();

      // It is still there after a reload; a trial that was one already is none again.
      await page.reload();
      await expect(token(page, 'dem höchsten Hoch aus 40 Kerzen vor einer Kerze')).toBeVisible();
      await expect(preview(page).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 30_000 });
      await page.waitForTimeout(1500);
      await expect(page.getByText('2 Versuche', { exact: true })).toBeVisible();

      // What cannot be compared is said at its line, nothing is counted meanwhile, and it can be undone.
      await token(page, 'dem höchsten Hoch aus 40 Kerzen vor einer Kerze').click();
      await editor.getByLabel('Wert').selectOption({ label: 'RSI' });
      await expect(sheet(page).getByText(/lassen sich nicht vergleichen/)).toBeVisible();
      // What stands there for the rule before is pale, with its time.
      await expect(
        preview(page).getByText(/Letzter gültiger Stand, \d\d\.\d\d\.\d{4}, \d\d:\d\d\sUhr/),
      ).toBeVisible();
      await expect(preview(page).locator('[inert]')).toHaveCSS('opacity', '0.45');
      expect(await sums(page)).toEqual(['–', '–']);
      // What asks for the result leads there instead.
      await page.getByRole('button', { name: 'Zur offenen Stelle' }).click();
      await expect(sheet(page).locator('[data-look="bad"]').first()).toBeFocused();
      await page.getByRole('button', { name: 'Rückgängig' }).click();
      await expect(sheet(page).getByText(/lassen sich nicht vergleichen/)).toHaveCount(0);
      await expect.poll(() => sums(page)).not.toContain('–');

      // A line more and a line less.
      await sheet(page).getByRole('button', { name: 'Bedingung zu „Kauft“' }).click();
      await expect(sheet(page).getByText('alles', { exact: true })).toBeVisible();
      // One of its own beside it, and another one.
      await token(page, 'dem einfachen Durchschnitt über 50 Kerzen').click();
      await editor.getByRole('button', { name: 'Oder-Bedingung dazu' }).click();
      await expect(sheet(page).getByText('mindestens eines davon:')).toBeVisible();
      await sheet(page).getByRole('button', { name: 'Bedingung zu „mindestens eines davon“' }).click();
      await expect(token(page, 'dem einfachen Durchschnitt über 50 Kerzen')).toHaveCount(3);
      await sheet(page).getByRole('button', { name: 'eines', exact: true }).first().click();
      await expect(sheet(page).getByText('alles davon:')).toBeVisible();
      await expect.poll(() => sums(page)).not.toContain('–');
      for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Rückgängig' }).click();
      await expect(sheet(page).getByText('alles', { exact: true })).toHaveCount(0);

      // Other prices that do not have these markets say so, with a way out.
      await page.getByLabel('Getestet auf').selectOption({ label: 'WTI 1986–2019' });
      await expect(page.getByText('Dafür gibt es hier keine Kurse')).toBeVisible();
      expect(await sums(page), 'of other prices').toEqual(['–', '–']);
      await page.getByRole('button', { name: 'Mit WTI testen' }).click();
      await expect(preview(page).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 30_000 });

      await page.getByRole('button', { name: 'Löschen' }).click();
      await page.getByRole('button', { name: 'Endgültig löschen' }).click();
      await expect(page.getByText('Noch kein eigener Bot')).toBeVisible();
      await expect(page.getByText(/^\d Versuche$/).first()).toBeVisible();
      expect(broken).toEqual([]);
    });
  });
}

for (const width of [1280, 390])
  test(`what asks for the result is on the first screen and stays there while the preview comes, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signUp(page.request);
    const id = await buildOwnBot(page.request);
    const candles = await delay(page, '/api/testbench/candles/**');
    await page.goto(`/dashboard/bots/eigene/${id}`);
    const button = page.getByRole('button', { name: 'Ergebnis prüfen' });
    await expect(button).toBeEnabled();
    await expect(button).toBeInViewport();
    await expect(preview(page).getByText(/ms\sgerechnet/)).toHaveCount(0);
    const before = await button.boundingBox();
    candles.heal();
    await expect(preview(page).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 90_000 });
    expect(await button.boundingBox()).toEqual(before);
  });

test('the words of a rule are changed by keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page.request);
  await build(page, 'Rückkehr zum Mittel');
  expect(Number((await sums(page))[0])).toBeGreaterThan(20);
  // Who has pressed a key is no longer led to the title of the page.
  await page.keyboard.press('Tab');
  await token(page, '10').press('Enter');
  const number = page.getByLabel('Zahl', { exact: true });
  await expect(number).toBeFocused();
  await number.pressSequentially('0', { delay: 20 });
  await number.press('Backspace');
  await page.keyboard.press('ArrowUp');
  await expect(token(page, '11')).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Andere Zahlen und ihre Käufe' }).getByRole('listitem'),
  ).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(token(page, '11')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(token(page, 'liegt unter')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(token(page, '11')).toBeFocused();

  // What is typed at once is one step back; what goes hands the focus to its neighbour, and what has nothing left to do keeps it.
  const undo = page.getByRole('button', { name: 'Rückgängig' });
  await undo.press('Enter');
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
  const markets = sheet(page).getByRole('button', { name: / entfernen$/ });
  const before = await markets.count();
  await markets.first().press('Enter');
  await expect(markets).toHaveCount(before - 1);
  await expect(token(page, 'Markt')).toBeFocused();
  const editor = page.getByRole('region', { name: 'Ändern' });
  const addLine = sheet(page).getByRole('button', { name: 'Bedingung zu „Kauft“' });
  await addLine.press('Enter');
  await token(page, 'dem einfachen Durchschnitt über 50 Kerzen').press('Enter');
  await editor.getByRole('button', { name: 'Bedingung entfernen' }).press('Enter');
  await expect(addLine).toBeFocused();
  await token(page, 'ohne Ziel').press('Enter');
  await editor.getByRole('button', { name: 'Entfernen' }).press('Enter');
  await expect(token(page, 'ohne Ziel')).toBeFocused();
});

test('what is changed right before another page is opened is there again, saved, and can be changed on', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signUp(page.request);
  await build(page, 'Ausbruch');
  const saving = await delay(page, '/api/own-bots/*', 'POST');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Mein Ausbruch');
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await expect(page).toHaveURL(/live/);
  await page.goBack();
  await expect(name).toHaveValue('Mein Ausbruch');
  saving.heal();
  await expect(page.getByText('Entwurf, gespeichert')).toBeVisible();
  await name.fill('Mein zweiter Ausbruch');
  await expect(page.getByText('Entwurf, gespeichert')).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Mein zweiter Ausbruch');
});

test('what is changed while a change is being saved, and left at once, is saved as well', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signUp(page.request);
  await build(page, 'Ausbruch');
  const saving = await delay(page, '/api/own-bots/*', 'POST');
  const isSent = page.waitForRequest(
    (request) => request.method() === 'POST' && /own-bots\//.test(request.url()),
  );
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Der erste Name');
  await isSent;
  await name.fill('Der zweite Name');
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await expect(page).toHaveURL(/live/);
  const id = /eigene\/([^/]+)/.exec(page.url())?.[1];
  saving.heal();
  await expect(page.getByRole('heading', { level: 1, name: 'Der zweite Name' })).toBeVisible();
  // The page has it before the server.
  await expect
    .poll(async () => (await (await page.request.get(`/api/own-bots/${id}`)).json()).name)
    .toBe('Der zweite Name');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Der zweite Name' })).toBeVisible();
});

test('what could not be saved without a connection is saved by itself once it is back', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page.request);
  await build(page, 'Ausbruch');
  await page.context().setOffline(true);
  await page.getByLabel('Name', { exact: true }).fill('Ohne Netz');
  await expect(page.getByText('Noch nicht gespeichert')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Entwurf, gespeichert')).toBeVisible();
});

test('two windows do not overwrite each other', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page.request);
  await build(page, 'Ausbruch');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(token(other, '3 ATR')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Mein Ausbruch');
  await expect(page.getByText('Entwurf, gespeichert')).toBeVisible();
  await other.getByLabel('Name', { exact: true }).fill('Ein anderer');
  await expect(other.getByText('In einem anderen Fenster geändert')).toBeVisible();
  await other.getByRole('button', { name: 'Neuen Stand laden' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Mein Ausbruch' })).toBeVisible();
});

test('a file that is no rule is refused, one that is becomes a bot', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/dashboard/bots/eigene');
  const choose = (name: string, text: string) =>
    page
      .getByLabel('Regel als JSON')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await choose('kaputt.json', '{"ruleVersion": ');
  await expect(page.getByText('Sie enthält kein JSON einer Regel.').first()).toBeVisible();
  await choose('fremd.json', '{"ruleVersion": 1, "symbols": ["GOLD"], "<b>": 1}');
  await expect(page.getByText(/^Datei nicht gelesen/).last()).toBeVisible();
  await expect(page.getByText('Noch kein eigener Bot')).toBeVisible();
});

test('own bots are accessible and fit', async ({ page }) => {
  test.setTimeout(300_000);
  await signUp(page.request);
  await build(page, 'Rückkehr zum Mittel');
  const address = page.url();
  const open = async (on: Page) => {
    await on.goto(address);
    await expect(preview(on).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 30_000 });
  };
  await checkAll(page, [
    {
      name: 'own bots',
      open: async (on) => {
        await on.goto('/dashboard/bots/eigene');
        await expect(on.getByRole('link', { name: 'Rückkehr zum Mittel' })).toBeVisible();
      },
    },
    { name: 'a rule', open },
    {
      name: 'a rule with a number open',
      open: async (on) => {
        await open(on);
        await token(on, '10').click();
        await expect(on.getByRole('list', { name: 'Andere Zahlen und ihre Käufe' })).toBeVisible();
      },
    },
    {
      name: 'a rule with a fault',
      open: async (on) => {
        await open(on);
        await token(on, 'dem einfachen Durchschnitt über 200 Kerzen').click();
        await on.getByRole('region', { name: 'Ändern' }).getByLabel('Wert').selectOption({ label: 'ADX' });
        await expect(sheet(on).getByText(/lassen sich nicht vergleichen/)).toBeVisible();
      },
    },
  ]);
});
