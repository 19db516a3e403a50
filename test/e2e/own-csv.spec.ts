// A bot of one's own on candles of one's own: the file is read, tested on and judged in the browser, and no server hears of it.
import { rm, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signIn, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { iso, isoDay, kept, walk } from './own-candles.ts';

const NAME = 'Meine geheime Aktie.csv';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const settings = (page: Page) => region(page, 'Name, Kurse und Kosten');
const missing = (page: Page) => region(page, 'Vorschau auf eigenen Kerzen');
const preview = (page: Page) => region(page, 'Vorschau');
const fact = (page: Page, label: string) =>
  settings(page).locator('dt').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]');
const tally = (page: Page, words: string) =>
  page
    .locator('header')
    .filter({ has: page.getByRole('heading', { level: 1 }) })
    .getByText(words, { exact: true });
const verdict = (page: Page) =>
  page.getByRole('heading', { level: 2, name: /Zufall\.|Vorbehalt\.|Urteil\./ });

async function choose(page: Page, lines: readonly string[] | Buffer, name = NAME): Promise<void> {
  const buffer = Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\n'));
  await page.getByLabel('Kerzen als CSV').first().setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** A rule of one market on days, tested on one's own candles. */
async function build(page: Page, more: object = {}): Promise<string> {
  const close = { kind: 'price', field: 'close' };
  const mean = { kind: 'indicator', indicator: 'sma', bars: 20 };
  const rule = {
    ruleVersion: 1,
    symbols: ['SPX500'],
    interval: '1d',
    side: 'long',
    entryLong: { is: 'above', left: close, right: mean },
    exitLong: { is: 'below', left: close, right: mean },
    sizing: { by: 'share', percent: 50 },
    ...more,
  };
  const setup = { source: 'own', from: null, until: null, costFactor: 1 };
  const made = await page.request.post('/api/own-bots', {
    data: { name: 'Auf eigenen Kerzen', rule, setup },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(made.ok()).toBe(true);
  const { id } = await made.json();
  await page.goto(`/dashboard/bots/eigene/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Auf eigenen Kerzen' })).toBeVisible();
  return id;
}

/** Everything this browser says to anybody from now on. */
function overhear(page: Page) {
  const said: string[] = [];
  page.context().on('request', (request) => said.push(`${request.url()} ${request.postData() ?? ''}`));
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(String(payload))));
  return said;
}

for (const width of [1280, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('from a file to a verdict, and no server hears of it', {
      tag: width === 1280 ? '@gate' : [],
    }, async ({ page }) => {
      test.setTimeout(240_000);
      const broken: string[] = [];
      page.on('pageerror', ({ message }) => broken.push(message));
      const said = overhear(page);
      const login = await signUp(page.request);
      const id = await build(page, { symbols: ['SPX500', 'GOLD'] });
      await expect(missing(page).getByText('Unser Server bekommt weder Kurse noch Namen')).toBeVisible();
      await choose(page, walk(3650).toSpliced(500, 3));

      // A file is one market, and its costs are those of the one that the rule names.
      await expect(page.getByText('Eine Datei ist ein Markt', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Mit GOLD testen' }).click();
      await expect(settings(page).getByLabel('Gehandelt mit den Kosten von')).toHaveValue('GOLD');
      await expect(
        settings(page).getByText(/^GOLD steht in der Regel für Ihre Datei: 0,040\s%/),
      ).toBeVisible();
      await expect(fact(page, 'Datei')).toHaveText(NAME);
      await expect(fact(page, 'Darin')).toHaveText(/^2\.605 Kerzen über je einen Tag$/);
      await expect(fact(page, 'Lücken')).toHaveText('1, zusammen fehlen bis zu 3 Kerzen');
      await expect(fact(page, 'Prüfzeitraum')).toHaveText('ab 30.12.2021, verschlossen');
      await expect(preview(page).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 30_000 });
      await expect(preview(page).getByText(/01\.01\.2014 bis 29\.12\.2021/)).toBeVisible();
      await expect(preview(page).getByText(new RegExp(`„${NAME}“, die nur in diesem Browser`))).toBeVisible();
      await expect(tally(page, '1 Versuch')).toBeVisible();

      // It is still there after a reload, and a trial that was one is none again.
      await expect(page.getByText('Entwurf, gespeichert')).toBeVisible();
      await page.reload();
      await expect(preview(page).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 30_000 });
      await page.waitForTimeout(1500);
      await expect(tally(page, '1 Versuch')).toBeVisible();

      await page.getByRole('button', { name: 'Ergebnis prüfen' }).click();
      await expect(verdict(page)).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText(/auf eigenen Kursen, von Ihrem Browser gerechnet$/)).toBeVisible();
      await expect(tally(page, '1 Versuch')).toBeVisible();
      // The certificate is always made on the practice market, hence by the server.
      await expect(page.getByText('50 von 50 Schnitten gleich')).toBeVisible({ timeout: 120_000 });
      const why = region(page, 'Trades')
        .getByRole('button', { name: /^Warum/ })
        .first();
      await why.click();
      await expect(page.getByText('Warum gekauft')).toBeVisible();

      const period = region(page, 'Prüfzeitraum');
      await expect(period.getByText('schützt vor Selbsttäuschung, nicht vor Betrug')).toBeVisible();
      await period.getByRole('button', { name: 'Prüfzeitraum öffnen' }).click();
      await page.getByRole('button', { name: 'Einmal öffnen' }).click();
      await expect(period.getByText(/^Geöffnet am .*30\.12\.2021 bis /)).toBeVisible({ timeout: 60_000 });
      await page.reload();
      await expect(period.getByText(/^Geöffnet am /)).toBeVisible();
      await expect(period.getByRole('button')).toHaveCount(0);

      await page.getByRole('link', { name: 'Live', exact: true }).click();
      await expect(page.getByText('Eigene Kurse sind nur zum Testen da')).toBeVisible();
      await expect(page.getByText('auf den Kursen dieser Plattform').first()).toBeVisible();

      // Signing out takes the file and what came of it along. What was tried and seen stays counted.
      expect(await kept(page)).toEqual(['bars', 'columns', 'file', 'result', 'tally']);
      await page
        .getByRole('button', { name: /Konto|kunde-/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Abmelden' }).click();
      await expect(page).not.toHaveURL(/dashboard/);
      expect(await kept(page)).toEqual(['tally']);
      await signIn(page.request, login);
      await page.goto(`/dashboard/bots/eigene/${id}/ergebnis`);
      await expect(region(page, 'Ergebnis auf eigenen Kerzen')).toBeVisible();
      await expect(tally(page, '1 Versuch')).toBeVisible();
      await choose(page, walk(3650).toSpliced(500, 3), 'umbenannt.csv');
      await page.getByRole('button', { name: 'Ergebnis prüfen' }).click();
      await expect(verdict(page)).toBeVisible({ timeout: 60_000 });
      await expect(period.getByText(/^Geöffnet am /)).toBeVisible();
      await expect(tally(page, '1 Versuch')).toBeVisible();

      // Somebody else at the same screen finds nothing, though the session ended in another way.
      await signUp(page.request);
      await build(page);
      await expect(missing(page)).toBeVisible();
      await expect.poll(() => kept(page)).toEqual(['tally']);

      const heard = said.filter((text) => /geheim|umbenannt|157[.,]33/.test(decodeURIComponent(text)));
      expect(heard).toEqual([]);
      expect(said.some((text) => text.includes('/api/testbench/trials '))).toBe(false);
      expect(broken).toEqual([]);
    });
  });
}

test('what is no file of candles is refused with its line, and nothing is kept', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page.request);
  await build(page);
  const refused = async (lines: readonly string[] | Buffer, expected: RegExp) => {
    await choose(page, lines, 'kaputt.csv');
    await expect(missing(page).getByRole('alert')).toHaveText(expected);
  };
  const good = walk(60);
  await refused(
    [...good, good.at(-1)!],
    /^„kaputt\.csv“ wurde nicht übernommen\. Zeile 45: .*kommt zweimal vor\.$/,
  );
  await refused(good.toSpliced(2, 0, good[5]!), /Zeile 4: .*steht nicht in der Reihe/);
  await refused(
    good.map((line) => line.replaceAll(',', '|')),
    /Zeile 1: Die Kopfzeile muss Spalten/,
  );
  await refused(
    good.map((line) => line.replaceAll('.', ',')),
    /Zeile 2: Die Zeile hat nicht so viele Spalten/,
  );
  await refused(Buffer.from('PK\u0003\u0004'), /Excel-Mappe/);
  await refused([], /Es gibt keine Kerze/);
  // Five million lines: refused by its size, without being read.
  const huge = test.info().outputPath('riesig.csv');
  await writeFile(huge, Buffer.alloc(250_000_000, 'x'));
  await page.getByLabel('Kerzen als CSV').first().setInputFiles(huge);
  await expect(missing(page).getByRole('alert')).toHaveText(
    /„riesig\.csv“ wurde nicht übernommen\. Die Datei ist 250 MB groß, höchstens 20 MB/,
  );
  await rm(huge);
  expect(await kept(page)).toEqual([]);

  // A file that is fine follows, and one that is not leaves it as it is.
  await choose(page, good);
  await expect(fact(page, 'Datei')).toHaveText(NAME);
  await expect(fact(page, 'Prüfzeitraum')).toHaveText('keiner, unter 900 Tagen');
  await expect(preview(page).getByText(/Das ist die ganze Datei: Unter 900 Tagen/)).toBeVisible({
    timeout: 30_000,
  });
  await choose(page, [...good, 'x'], 'kaputt.csv');
  await expect(settings(page).getByRole('alert')).toHaveText(/„kaputt\.csv“ wurde nicht übernommen/);
  await expect(fact(page, 'Datei')).toHaveText(NAME);
  await expect(tally(page, '1 Versuch')).toBeVisible();
  await settings(page).getByRole('button', { name: 'Aus diesem Browser entfernen' }).click();
  await expect(missing(page)).toBeVisible();
  // Only a tally, which holds no price.
  await expect.poll(() => kept(page)).toEqual(['tally']);
  await missing(page).getByRole('button', { name: 'Stattdessen auf dem Übungsmarkt testen' }).click();
  await expect(page.getByLabel('Getestet auf')).toHaveValue('practice');
});

/** Drops files of one bar where the page takes one. */
const drop = (page: Page, names: readonly string[]) =>
  missing(page)
    .getByText('oder hierher ziehen')
    .evaluate((zone, given) => {
      const dataTransfer = new DataTransfer();
      for (const name of given) dataTransfer.items.add(new File(['time,open,high,low,close\n'], name));
      for (const type of ['dragover', 'drop'])
        zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, names);

test('files of other programs are read: pandas with zones, a German office, MetaTrader', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page.request);
  await build(page);
  // A file can be dropped as well, one at a time.
  await drop(page, ['eins.csv', 'zwei.csv']);
  await expect(missing(page).getByRole('alert')).toHaveText(/„eins\.csv“ .*nur eine Datei/);
  await drop(page, ['leer.csv']);
  await expect(missing(page).getByRole('alert')).toHaveText(/„leer\.csv“ .*Es gibt keine Kerze/);
  // The days of Frankfurt begin the evening before in UTC, and keep their names.
  await choose(
    page,
    walk(1000, {
      head: 'Date,Open,High,Low,Close,Volume,Dividends',
      time: (at) => `${isoDay(at)} 00:00:00+01:00`,
    }).map((line, at) => (at === 0 ? line : `${line},0.0`)),
    'yfinance.csv',
  );
  await expect(fact(page, 'Datei')).toHaveText('yfinance.csv');
  await expect(fact(page, 'Zeitraum (UTC)')).toHaveText('01.01.2014 bis 26.09.2016');
  await expect(fact(page, 'Hinweis')).toHaveText('Nicht gelesen: „Dividends“.');

  await choose(
    page,
    walk(100).map((line) => line.replaceAll(',', ';').replaceAll('.', ',')),
    'buero.csv',
  );
  await expect(fact(page, 'Datei')).toHaveText('buero.csv');
  await expect(fact(page, 'Hinweis')).toHaveText('Kommas in Zahlen sind als Dezimalkommas gelesen.');

  const minutes = walk(30 * 288, {
    stepMs: 300_000,
    head: '<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>',
    time: (at) => iso(at).slice(0, 19).replaceAll('-', '.').replace('T', ','),
  });
  await choose(
    page,
    minutes.map((line) => line.replaceAll(',', '\t')),
    'mt5.csv',
  );
  await expect(fact(page, 'Darin')).toHaveText('8.640 Kerzen über je 5 Minuten');
  await expect(fact(page, 'Für Regeln')).toHaveText(/^720\sStundenkerzen, 30\sTageskerzen$/);
});

test('days on a rule of hours say so, with a way out; variants are counted in the browser', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const said = overhear(page);
  await signUp(page.request);
  const id = await build(page, { interval: '1h' });
  await choose(page, walk(2000));
  await expect(
    page.getByText(/^Ihre Datei ergibt nur Tageskerzen, die Regel entscheidet auf Stunden/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Auf Tageskerzen testen' }).click();
  await expect(preview(page).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 30_000 });
  await expect(tally(page, '1 Versuch')).toBeVisible();
  await expect(page.getByText('Entwurf, gespeichert')).toBeVisible();

  await page.goto(`/dashboard/bots/eigene/${id}/varianten`);
  const setup = region(page, 'Welche Zahlen, wie weit?');
  await setup.getByRole('button', { name: /Versuche rechnen/ }).click();
  const costs = region(page, 'Was dieser Lauf kostet');
  await expect(costs.getByText('Auf diesen Kursen, in diesem Browser gezählt')).toBeVisible({
    timeout: 60_000,
  });
  await expect(costs.getByRole('row', { name: 'Vorher' }).getByRole('cell').last()).toHaveText('1');
  const after = costs.getByRole('row', { name: 'Zusammen' }).getByRole('cell').last();
  await expect(after).toHaveText(/^\d+$/);
  const tried = `${await after.innerText()} Versuche`;
  await expect(tally(page, tried)).toBeVisible();
  expect(said.some((text) => text.includes('/api/testbench/trials '))).toBe(false);

  // Deleting the bot takes no stroke away.
  await page.getByRole('link', { name: 'Regel', exact: true }).click();
  await page.getByRole('button', { name: 'Löschen' }).click();
  await page.getByRole('button', { name: 'Endgültig löschen' }).click();
  await expect(page.getByText('Noch kein eigener Bot')).toBeVisible();
  await expect(page.getByText(tried)).toBeVisible();
});

test('a large file keeps no page waiting, and is given up at once', async ({ page }) => {
  test.setTimeout(240_000);
  await signUp(page.request);
  await build(page, { interval: '1h' });
  const lines = walk(200_000, { stepMs: 300_000, time: (at) => String(at / 1000) });
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  // From the disk, as a person would: what is handed over by the test is unpacked by the page.
  const path = test.info().outputPath(NAME);
  await writeFile(path, lines.join('\n'));
  const choosePath = () => page.getByLabel('Kerzen als CSV').first().setInputFiles(path);
  await choosePath();
  const cancel = missing(page).getByRole('button', { name: 'Abbrechen' });
  await cancel.waitFor();
  const ms = await cancel.evaluate(async (button: HTMLButtonElement) => {
    const began = performance.now();
    button.click();
    while (button.isConnected) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  });
  expect(ms).toBeLessThan(100);
  await page.waitForTimeout(3000);
  expect(await kept(page), 'what was given up is not there').toEqual([]);

  await choosePath();
  await expect(fact(page, 'Darin')).toHaveText('200.000 Kerzen über je 5 Minuten', { timeout: 60_000 });
  await expect(preview(page).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 60_000 });
  const longest = await page.evaluate(() =>
    Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks),
  );
  expect(longest, 'no task of the page is long').toBeLessThan(300);
});

test('own candles are accessible and fit', async ({ page }) => {
  test.setTimeout(300_000);
  await signUp(page.request);
  const id = await build(page);
  const address = page.url();
  const open = async (on: Page) => {
    await on.goto(address);
    await expect(missing(on)).toBeVisible();
  };
  await checkAll(page, [
    { name: 'own candles, none here', open },
    {
      name: 'own candles, refused',
      open: async (on) => {
        await open(on);
        await choose(
          on,
          walk(30).map((line) => line.replaceAll(',', '|')),
        );
        await expect(missing(on).getByRole('alert')).toBeVisible();
      },
    },
  ]);
  await page.goto(address);
  await choose(page, walk(3650).toSpliced(500, 3), `${'Sehr-langer-Dateiname-'.repeat(6)}.csv`);
  await expect(preview(page).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 30_000 });
  await checkAll(page, [
    {
      name: 'own candles, there',
      open: async (on) => {
        await on.goto(address);
        await expect(preview(on).getByText(/ms\sgerechnet/)).toBeVisible({ timeout: 30_000 });
      },
    },
    {
      name: 'no result on own candles',
      open: async (on) => {
        await on.goto(`/dashboard/bots/eigene/${id}/ergebnis`);
        await expect(on.getByText('Noch nicht geprüft')).toBeVisible();
      },
    },
  ]);
});
