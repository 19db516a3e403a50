// The backtester on a bot's page: ask, wait, cancel, read, keep, and open the same run again.
import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { test } from './app-test.ts';
import { loseConnection } from './routes.ts';

const RESULT = { name: /^Ergebnis / };
const panel = (page: Page) => page.getByRole('region', { name: 'Rücktest', exact: true });
const start = (page: Page) => page.getByRole('button', { name: 'Rücktest starten' });
const result = (page: Page) => panel(page).getByRole('heading', RESULT);
const summary = (page: Page) => panel(page).getByRole('table', { name: /^Was aus/ });

/** The form is there and knows which history there is. */
async function openBacktester(
  page: Page,
  path = '/dashboard/bots/turbobot?ansicht=ruecktest',
): Promise<void> {
  await page.goto(path);
  await expect(start(page)).toBeVisible();
}

async function run(page: Page): Promise<void> {
  await start(page).click();
  await expect(result(page)).toBeVisible({ timeout: 45_000 });
}

/** Both days moved into the history by some days, in German. */
async function shortenBy(page: Page, days: number): Promise<void> {
  const first = page.getByLabel('Erster Tag');
  await first.fill(await movedBy(first, days));
}

/** The day in a field, some days later. */
async function movedBy(field: Locator, days: number): Promise<string> {
  const [date = '', month = '', year = ''] = (await field.inputValue()).split('.');
  const moved = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date) + days));
  return moved.toISOString().slice(0, 10).split('-').reverse().join('.');
}

async function expectRefused(page: Page, field: Locator, text: string, reason: string): Promise<void> {
  await field.fill(text);
  await start(page).click();
  await expect(panel(page).getByRole('alert')).toContainText(reason);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${reason}`));
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

async function save(page: Page, name: string | RegExp): Promise<Download> {
  const download = page.waitForEvent('download');
  await panel(page).getByRole('button', { name }).click();
  return download;
}

// Several runs in one test, beside those of other tests.
test.describe.configure({ timeout: 150_000 });

test.describe('a backtest', () => {
  test('refuses nonsense before it asks the server', { tag: '@gate' }, async ({ newcomer: page }) => {
    await openBacktester(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/backtests')) asked.push(request.url());
    });
    const first = page.getByLabel('Erster Tag');
    const known = await first.inputValue();
    for (const [text, reason] of [
      ['', 'Bitte geben Sie beide Tage an'],
      ['morgen', 'Bitte als Tag.Monat.Jahr'],
      ['30.02.2026', 'Diesen Tag gibt es nicht.'],
      ['01.01.1999', 'Kurse gibt es vom'],
      ['01.01.2999', 'Kurse gibt es vom'],
    ] as const)
      await expectRefused(page, first, text, reason);
    await first.fill(known);
    const last = page.getByLabel('Letzter Tag');
    const end = await last.inputValue();
    await expectRefused(page, last, '31.02.2025', 'Diesen Tag gibt es nicht.');
    await first.fill(await movedBy(first, 10));
    await expectRefused(page, last, await movedBy(first, -1), 'Der letzte Tag liegt vor dem ersten.');
    await expect(first).not.toHaveAttribute('aria-invalid');
    await last.fill(end);
    await expect(panel(page).getByRole('alert')).toHaveCount(0);
    for (const text of ['', '0', 'viel', '1.234.5', '-5']) {
      await page.getByLabel('Kapital').fill(text);
      await start(page).click();
      await expect(panel(page).getByRole('alert').first()).toBeVisible();
      // The click arrives: the message does not move the button away under the pointer.
      await expect(page.getByLabel('Kapital')).toBeFocused();
    }
    await page.getByLabel('Kapital').fill('1.000,00');
    await panel(page)
      .getByText(/^Märkte/)
      .click();
    await page.getByRole('button', { name: 'Keinen wählen' }).click();
    await start(page).click();
    await expect(panel(page).getByText('Bitte wählen Sie mindestens einen Markt.')).toBeVisible();
    expect(asked).toEqual([]);
    await expect(result(page)).toHaveCount(0);
  });

  test('shows every part of its result in the chosen capital', async ({ newcomer: page }) => {
    await openBacktester(page);
    await page.getByLabel('Kapital').fill('10.000,00');
    await run(page);
    for (const part of ['Monate', 'Kennzahlen', 'Kosten', 'Geschäfte', 'Schutz'])
      await expect(panel(page).getByRole('heading', { name: part, exact: true, level: 3 })).toBeVisible();
    await expect(panel(page).getByText('Simulierte Kurse', { exact: true })).toBeVisible();
    await expect(
      panel(page).getByRole('img', { name: /^Wert vom .* Nichts tun bleibt bei 10\.000,00/ }),
    ).toBeVisible();
    await expect(summary(page).getByRole('row', { name: /^Nichts tun/ })).toContainText('10.000,00');
    await expect(summary(page).getByRole('row')).toHaveCount(4);
    await panel(page).getByText('Parameter und Rohdaten').click();
    await expect(panel(page).getByText(/^[0-9a-f]{64}$/)).toBeVisible();

    // The sum of the costs is what the lines say, to the cent.
    const costs = panel(page).getByRole('table', { name: /^Kosten des Rücktests/ });
    const amounts = (await costs.getByRole('cell').allTextContents()).map(cents);
    const total = amounts.at(-1) ?? Number.NaN;
    expect(amounts.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(total);

    // Another capital: the same run, other amounts, no question to the server.
    const before = cents(
      (await summary(page)
        .getByRole('row', { name: /^TurboBot/ })
        .getByRole('cell')
        .last()
        .textContent()) ?? '',
    );
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/backtests')) asked += 1;
    });
    await page.getByLabel('Kapital').fill('20.000,00');
    await start(page).click();
    await expect(summary(page).getByRole('row', { name: /^Nichts tun/ })).toContainText('20.000,00');
    const after = cents(
      (await summary(page)
        .getByRole('row', { name: /^TurboBot/ })
        .getByRole('cell')
        .last()
        .textContent()) ?? '',
    );
    expect(Math.abs(after - 2 * before)).toBeLessThanOrEqual(1);
    expect(asked).toBe(0);
  });

  test('is kept as tables and as JSON', async ({ newcomer: page }) => {
    await openBacktester(page);
    await page.getByLabel('Kapital').fill('10.000,00');
    await run(page);
    const json = z
      .object({
        capital: z.string(),
        notice: z.string(),
        result: z.object({
          tradeCount: z.number(),
          series: z.object({ equity: z.array(z.number()) }),
          provenance: z.object({ dataHash: z.string().length(64) }),
        }),
      })
      .parse(JSON.parse(await textOf(await save(page, /^JSON/))));
    expect(json.capital).toBe('10000.00');
    expect(json.notice).toBe('Spielgeld – kein echtes Geld');

    const trades = await textOf(await save(page, 'CSV Geschäfte'));
    expect(trades.startsWith('\ufeffSymbol;Richtung;')).toBe(true);
    expect(trades.trimEnd().split('\r\n')).toHaveLength(json.result.tradeCount + 1);
    const daily = await save(page, 'CSV Tageswerte');
    expect(daily.suggestedFilename()).toMatch(/^ruecktest-turbobot-.*-tageswerte\.csv$/);
    expect((await textOf(daily)).trimEnd().split('\r\n')).toHaveLength(json.result.series.equity.length + 1);
  });

  test('its trades can be ordered, chosen and paged', { tag: '@gate' }, async ({ newcomer: page }) => {
    await withTrades(page, 23);
    await openBacktester(page, '/dashboard/bots/smartbot?ansicht=ruecktest');
    await run(page);
    const table = panel(page).getByRole('table', { name: 'Geschäfte des Rücktests' });
    await expect(table.getByRole('row')).toHaveCount(11);
    const pages = panel(page).getByRole('navigation', { name: 'Seiten, Geschäfte' });
    const newest = await table.getByRole('row').nth(1).textContent();
    await pages.getByRole('button', { name: 'Weiter' }).click();
    await expect(pages).toContainText('11–');
    await panel(page).getByLabel('Reihenfolge der Geschäfte').selectOption('schlechtestes');
    await expect(pages).toContainText('1–10');
    const results = (await table.getByRole('row').locator('td:last-child').allTextContents()).map(cents);
    expect(results).toEqual([...results].sort((a, b) => a - b));
    const symbols = panel(page).getByLabel('Geschäfte nach Markt');
    const symbol = await symbols.locator('option').nth(1).textContent();
    await symbols.selectOption({ index: 1 });
    for (const row of await table
      .getByRole('row')
      .all()
      .then((rows) => rows.slice(1)))
      await expect(row).toContainText(symbol ?? '');
    await symbols.selectOption({ index: 0 });
    await panel(page).getByLabel('Reihenfolge der Geschäfte').selectOption('neueste');
    expect(await table.getByRole('row').nth(1).textContent()).toBe(newest);
  });

  test('a link opens the same run again, and back and forward lead through the runs', async ({
    newcomer: page,
  }) => {
    await openBacktester(page);
    await shortenBy(page, 30);
    await run(page);
    await expect(page).toHaveURL(/[?&]daten=[0-9a-f]{12}/);
    const first = {
      url: page.url(),
      figures: await summary(page).textContent(),
      head: await result(page).textContent(),
    };
    await panel(page).getByText('0×', { exact: true }).click();
    await start(page).click();
    await expect(panel(page).getByText(/· Kostenfaktor 0 ·/)).toBeVisible({ timeout: 45_000 });
    const second = await summary(page).textContent();

    await page.goBack();
    await expect(panel(page).getByText(/· Kostenfaktor 1 ·/)).toBeVisible({ timeout: 45_000 });
    await expect(summary(page)).toHaveText(first.figures ?? '');
    await expect(panel(page).getByLabel('1×')).toBeChecked();
    await page.goForward();
    await expect(summary(page)).toHaveText(second ?? '', { timeout: 45_000 });

    const other = await page.context().newPage();
    await other.goto(`${first.url}#ruecktest`);
    await expect(result(other)).toHaveText(first.head ?? '', { timeout: 45_000 });
    await expect(summary(other)).toHaveText(first.figures ?? '');
    await expect(panel(other).getByText('Die Kurse haben sich geändert')).toHaveCount(0);
    await expect(result(other)).toBeInViewport();

    await other.goto(first.url.replace(/daten=[0-9a-f]{12}/, 'daten=000000000000'));
    await expect(panel(other).getByText('Die Kurse haben sich geändert')).toBeVisible({ timeout: 45_000 });
  });

  test('a link to a time without prices says from when to when there are any', async ({ newcomer: page }) => {
    await page.goto(
      '/dashboard/bots/smartbot?von=1999-01-01&bis=1999-12-31&kapital=1000.00&symbole=GOLD&kosten=1',
    );
    await expect(
      panel(page).getByText(/^Für diesen Zeitraum gibt es keine Kurse\. Vorhanden sind sie vom/),
    ).toBeVisible();
    await page.goto(
      '/dashboard/bots/smartbot?ansicht=ruecktest&von=gestern&bis=heute&kapital=alles&symbole=X&kosten=9',
    );
    await expect(start(page)).toBeVisible();
    await expect(panel(page).getByRole('alert')).toHaveCount(0);
  });

  test('a lost connection is said, and the same run can be tried again', { tag: '@gate' }, async ({
    newcomer: page,
  }) => {
    await openBacktester(page);
    const fault = await loseConnection(page, '/api/backtests');
    await start(page).click();
    await expect(panel(page).getByText('Die Verbindung ist abgebrochen')).toBeVisible();
    fault.heal();
    await panel(page).getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(result(page)).toBeVisible({ timeout: 45_000 });
  });
});

test.describe('a backtest that takes its time', () => {
  test('says how many are before it and how far it is, and cancelling ends the request', async ({
    newcomer: page,
  }) => {
    await page.addInitScript(holdBacktest);
    await openBacktester(page);
    await start(page).click();
    await expect(panel(page).getByText(/^2 andere Rücktests sind noch vor Ihrem/)).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('held-backtest-runs')));
    await expect(panel(page).getByText('Der Rücktest läuft.')).toBeVisible();
    await expect(panel(page).getByRole('progressbar')).toHaveAttribute('value', '0.62');
    await panel(page).getByRole('button', { name: 'Abbrechen' }).click();
    await expect(panel(page).getByText('Der Rücktest wurde abgebrochen')).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.heldBacktest))
      .toBe('aborted');
    await expect(start(page)).toBeFocused();
  });

  test('leaving the page ends the request as well', { tag: '@gate' }, async ({ newcomer: page }) => {
    await page.addInitScript(holdBacktest);
    await openBacktester(page);
    await start(page).click();
    await expect(panel(page).getByText(/^2 andere Rücktests/)).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Wallet' }).first().click();
    await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.heldBacktest))
      .toBe('aborted');
  });

  test('a stream that ends in the middle is a lost connection', { tag: '@gate' }, async ({
    newcomer: page,
  }) => {
    await page.addInitScript(holdBacktest);
    await openBacktester(page);
    await start(page).click();
    await expect(panel(page).getByText(/^2 andere Rücktests/)).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('held-backtest-breaks')));
    await expect(panel(page).getByText('Die Verbindung ist abgebrochen')).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Erneut versuchen' })).toBeVisible();
  });
});

/** However few trades the market of this installation led to: so many are in the answer, on three markets, oldest first. */
async function withTrades(page: Page, count: number): Promise<void> {
  const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
  const trades = Array.from({ length: count }, (_, index) => ({
    symbol: ['BTC/USD', 'EUR/USD', 'GOLD'][index % 3],
    direction: 'long',
    openedAt: day(index),
    closedAt: day(index + 2),
    entryPrice: 100,
    exitPrice: 101,
    fills: 2,
    gross: (((index * 7) % count) - 9) / 1000,
    costs: 0.001,
    net: (((index * 7) % count) - 10) / 1000,
    reason: 'exit',
    reasonText: 'Ausstieg',
  }));
  await page.route('**/api/backtests', async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).split('\n').map((line) => {
      if (!line.startsWith('data: {"type":"result"')) return line;
      const event = JSON.parse(line.slice('data: '.length));
      return `data: ${JSON.stringify({ ...event, result: { ...event.result, trades, tradeCount: count } })}`;
    });
    await route.fulfill({ response, body: lines.join('\n') });
  });
}

/** In the page: the server's answer comes in pieces, whenever the test says so, and notes when nobody wants it any more. */
function holdBacktest(): void {
  const original = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (!request.url.endsWith('/api/backtests')) return original(input, init);
    const encoder = new TextEncoder();
    const event = (data: object) => encoder.encode(`event: message\ndata: ${JSON.stringify(data)}\n\n`);
    request.signal.addEventListener('abort', () => {
      document.documentElement.dataset.heldBacktest = 'aborted';
    });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(event({ type: 'waiting', ahead: 2 }));
        window.addEventListener('held-backtest-runs', () =>
          controller.enqueue(event({ type: 'progress', share: 0.62 })),
        );
        window.addEventListener('held-backtest-breaks', () =>
          controller.error(new TypeError('network error')),
        );
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
}

/** `−1.234,56` and `▼ −1.234,56` in cents. */
function cents(text: string): number {
  const digits = text
    .replaceAll('\u00a0', '')
    .replaceAll('.', '')
    .replace(/[^\d,−-]/g, '');
  return Math.round(Number(digits.replace('−', '-').replace(',', '.')) * 100);
}
