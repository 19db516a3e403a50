// A bot's own page, the start dialog, and where the focus goes.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { fund, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { expectToast } from './people.ts';
import { fail, loseConnection } from './routes.ts';

const summaries = z.array(
  z.object({
    botType: z.string(),
    period: z.string(),
    performance: z.object({ cagr: z.number(), maxDrawdown: z.number() }),
    thirtyDays: z.object({ count: z.number(), worst: z.number(), low: z.number(), median: z.number() }),
  }),
);

/** The published report as it is committed. */
async function published(botType: string) {
  const file = new URL('../../packages/contract/reports/summary.json', import.meta.url);
  const all = summaries.parse(JSON.parse(await readFile(file, 'utf8')));
  const report = all.find((one) => one.botType === botType && one.period === 'publication');
  if (!report) throw new Error(`there is no report of ${botType}`);
  return report;
}

const german = (value: number, digits: number) =>
  new Intl.NumberFormat('de-DE', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(value)
    .replace('-', '−');

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });

// The page asks for more than any other; on a busy machine that takes its time.
test.describe.configure({ timeout: 150_000 });

test('the bots page leads to a bot: what it does, what it did, and what it would have done', async ({
  regular: page,
}) => {
  const { performance } = await published('smartbot');
  await page.goto('/dashboard/bots');
  await page.getByRole('link', { name: 'SmartBot ansehen und testen' }).click();
  await expect(page).toHaveURL('/dashboard/bots/smartbot');
  await expect(page).toHaveTitle(/^SmartBot/);
  await expect(page.getByRole('heading', { name: 'SmartBot', level: 1 })).toBeVisible();

  const texts = section(page, 'So handelt der SmartBot');
  for (const question of ['Was er tut', 'Wann er verdient', 'Wann er verliert', 'Schutzregeln'])
    await expect(texts.getByText(question, { exact: true })).toBeVisible();
  await expect(section(page, 'Was der Bot gerade tut').getByText('Angelegt', { exact: true })).toBeVisible();

  const record = section(page, 'Was er bisher getan hat');
  await expect(record.getByText(/^Noch (nicht|kein ganzer von 30 Tagen) gemessen/)).toBeVisible();
  await expect(record.getByText(/Demo-Vorlauf/).first()).toBeVisible();
  await expect(
    record.getByRole('cell', { name: `${german(performance.cagr * 100, 1)}` }).first(),
  ).toBeVisible();
  await expect(record.getByText(/Übliches Versprechen/)).toContainText('nicht bestätigt');

  await expect(section(page, 'Was Kunden erlebt haben')).toContainText(
    /ab 20 beendeten Anlagen.*; der Demo-Vorlauf zählt nicht mit\./,
  );

  await page.getByRole('link', { name: 'Rücktest', exact: true }).click();
  const report = section(page, 'Rücktest auf echten Kursen 2019–\u20602023');
  await expect(report.getByText(`${german(performance.maxDrawdown * 100, 2)} %`).first()).toBeVisible();
  await expect(report.getByText(/Auf diesem Zeitraum wurde nichts ausgesucht/)).toBeVisible();
  await report.getByText(/^Auswahl/).click();
  await expect(report.getByText(/wurden Regeln und Parameter ausgesucht/)).toBeVisible();
});

test('the live period is calculated once more, and what differs is said', async ({ regular: page }) => {
  await page.goto('/dashboard/bots/smartbot');
  const replay = section(page, 'Erwartet und tatsächlich');
  await expect(replay.getByText(/^(Nachgerechnet am|Noch kein laufender Handel)/)).toBeVisible({
    timeout: 30_000,
  });
  const lost = await loseConnection(page, '/api/bots/smartbot/live-replay', 'GET');
  await page.reload();
  await expect(replay.getByRole('alert')).toContainText('Keine Verbindung');
  lost.heal();
  await replay.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(replay.getByRole('alert')).toHaveCount(0);
});

test('a report that cannot be loaded is said to be missing, and no figure stands in its place', {
  tag: '@gate',
}, async ({ regular: page }) => {
  const path = '/assets/*-publication-*.json';
  const fault = await fail(page, path, 'GET');
  const summary = await fail(page, '/assets/summary-*.json', 'GET');
  await page.goto('/dashboard/bots/turbobot?ansicht=ruecktest');
  const report = section(page, /^Rücktest auf echten Kursen/);
  await expect(report.getByText('Der Bericht ist nicht verfügbar')).toBeVisible();
  await expect(report.getByText(/\d %/)).toHaveCount(0);
  await page.getByRole('button', { name: 'TurboBot starten' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Der Rücktest ist gerade nicht verfügbar/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  fault.heal();
  summary.heal();
  await report.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(report.getByRole('heading', { name: 'Kennzahlen' })).toBeVisible();
});

test('only the bot of the calendar shows one, and says when it may trade next', async ({ regular: page }) => {
  await page.goto('/dashboard/bots/newsbot');
  const calendar = section(page, 'Kalender');
  await expect(
    calendar.getByText(/^(Nächster Termin: |Läuft gerade: |Kein Termin im Kalender\.)/),
  ).toBeVisible();
  await page.goto('/dashboard/bots/smartbot');
  await expect(section(page, 'Was der Bot gerade tut').getByText('Angelegt', { exact: true })).toBeVisible();
  await expect(calendar).toHaveCount(0);
});

test('the protocol is filtered in the address', async ({ regular: page }) => {
  test.setTimeout(180_000);
  const protocol = section(page, 'Protokoll');
  // An app that has just started says it once its first minute is over.
  await expect(async () => {
    await page.goto('/dashboard/bots/smartbot?ansicht=protokoll');
    await expect(protocol.getByText('Live ab jetzt')).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 150_000 });
  const filter = protocol.getByRole('combobox', { name: 'Protokoll nach Art' });
  await filter.selectOption({ label: 'Ausführungen' });
  await expect(page).toHaveURL(/art=ausfuehrungen/);
  await expect(protocol.getByText('Live ab jetzt')).toHaveCount(0);
  await expect(protocol.getByText(/(gekauft|verkauft|verringert|aufgestockt)$/).first()).toBeVisible();
  await page.goBack();
  await expect(protocol.getByText('Live ab jetzt')).toBeVisible();
});

test('a bot that does not exist is not found', async ({ regular: page }) => {
  for (const text of ['megabot', 'B-3001', '01890000-0000-7000-8000', 'SmartBot']) {
    await page.goto(`/dashboard/bots/${text}`);
    await expect(page.getByRole('heading', { name: 'Bot nicht gefunden', level: 1 })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Zu den KI-Bots' }).click();
  await expect(page.getByRole('heading', { name: 'Verfügbare Bots' })).toBeVisible();
});

test('the start dialog says what 30 days would have meant for the amount, and leads to the backtest', async ({
  funded: page,
}) => {
  const { thirtyDays } = await published('smartbot');
  await page.goto('/dashboard/bots/smartbot');
  await page.getByRole('button', { name: 'SmartBot starten' }).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText('Was 30 Tage mit 100,00 USDT, dem Mindestbetrag, bedeutet hätten'),
  ).toBeVisible();
  await page.keyboard.type('500');
  await expect(dialog.getByText('Was 30 Tage mit 500,00 USDT bedeutet hätten')).toBeVisible();
  const outcome = dialog.getByRole('table', { name: 'Was 30 Tage gebracht haben' });
  for (const figure of [thirtyDays.worst, thirtyDays.low, thirtyDays.median]) {
    const cents = Math.sign(figure) * Math.round(Math.abs(figure) * 50_000);
    const result = `${cents > 0 ? '+' : ''}${german(cents / 100, 2)}`;
    await expect(outcome.getByRole('cell', { name: result })).toBeVisible();
    await expect(
      outcome.getByRole('cell', { name: german(500 + cents / 100, 2), exact: true }),
    ).toBeVisible();
  }
  await expect(dialog.getByText(new RegExp(`^${german(thirtyDays.count, 0)} Zeiträume`))).toBeVisible();
  await expect(dialog.getByText('Frühere Ergebnisse sagen nichts über künftige aus.')).toBeVisible();
  await expect(dialog.getByText(/^Handelskosten in 30/)).toBeVisible();
  await expect(dialog.getByText('Schutzregeln', { exact: true })).toBeVisible();
  // A figure opens what stands behind it, and the dialog does not stay in front of that.
  await dialog
    .getByRole('link', { name: /%\s*, Rücktest öffnen$/ })
    .first()
    .click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Rücktest auf echten Kursen/ })).toBeInViewport();
  await page.getByRole('button', { name: 'SmartBot starten' }).click();
  await dialog.getByRole('link', { name: 'Rücktest öffnen', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Rücktest auf echten Kursen/ })).toBeInViewport();
});

test('the start dialog of the bot of the calendar names its next window', { tag: '@gate' }, async ({
  newcomer: page,
  adminApi,
}) => {
  await fund(page.request, adminApi, '15000.00');
  await page.goto('/dashboard/bots');
  await page.getByRole('article').getByRole('button', { name: 'NewsBot starten' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Wann er handelt')).toBeVisible();
  await expect(
    dialog.getByText(/(Nächster Termin: |Läuft gerade: |Kein Termin im Kalender\.).*wartet Ihr Einsatz/),
  ).toBeVisible();
});

test('the page has tabs, on a phone as well, and the start dialog fills the screen', async ({
  regular: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/bots/newsbot');
  await expect(section(page, 'So handelt der NewsBot')).toBeVisible();
  await expect(section(page, 'Protokoll')).toHaveCount(0);
  await page.getByRole('link', { name: 'Protokoll', exact: true }).click();
  await expect(section(page, 'Protokoll')).toBeVisible();
  await page.getByRole('link', { name: 'Rücktest', exact: true }).click();
  await expect(section(page, 'Rücktest')).toBeVisible();
  await page.goBack();
  await expect(section(page, 'Protokoll')).toBeVisible();

  await page.goto('/dashboard/bots/smartbot');
  await page.getByRole('button', { name: 'SmartBot starten' }).click();
  const box = await page.getByRole('dialog').boundingBox();
  expect(box?.width).toBe(390);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('after a stop the focus is at the title, and the toasts leave the user menu free', async ({
  funded: page,
}) => {
  await startBot(page.request, '100.00');
  await page.goto('/dashboard/bots');
  await page.getByRole('button', { name: /^Beenden/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /auszahlen und beenden$/ })
    .click();
  await expectToast(page, 'Bot beendet');
  const toast = await page.locator('.mantine-Notification-root').first().boundingBox();
  const menu = await page.getByRole('button', { name: 'Benutzermenü' }).boundingBox();
  expect(toast?.y).toBeGreaterThan((menu?.y ?? Number.NaN) + (menu?.height ?? Number.NaN));
  await expect(page.getByRole('heading', { name: 'KI-Bots', level: 1 })).toBeFocused();
  await expect(page.getByText('Kein Bot aktiv')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'KI-Bots', level: 1 })).toBeFocused();
});

test('a lost network is noticed at once, and its return as well', async ({ newcomer: page }) => {
  let reachable = true;
  await page.routeWebSocket('**/api/live*', (socket) => {
    if (!reachable) return void socket.close();
    socket.connectToServer();
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // The socket stays open without a word: only the browser knows that the network is gone.
  reachable = false;
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(page.getByText('Getrennt', { exact: true })).toBeVisible();
  reachable = true;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
});
