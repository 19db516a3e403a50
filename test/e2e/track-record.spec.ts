// The public record: found without a login, complete with its losses, downloaded and checked by the command that it names.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { BOTS, TRADING_COSTS, type TrackRecord, type TrackRecordSeries } from '@botdepot/contract';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';
import { fail } from './routes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('a visitor finds the record, downloads it and checks it with the command that the page names', async ({
  page,
}, testInfo) => {
  test.setTimeout(300_000);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Nachweis' }).click();
  await expect(page.getByRole('heading', { name: 'Nachweis', level: 1 })).toBeVisible();
  await expect(page.getByText('npm run verify-track-record -- DATEI', { exact: true })).toBeVisible();

  await untilSealed(page.request, 'smartbot');
  await page.reload();
  const smartBot = page.locator('#smartbot');
  await expect(smartBot.getByText('simulierte Kurse').first()).toBeVisible();
  await expect(smartBot.getByText(/^Noch (nicht|kein ganzer von 30 Tagen) gemessen/)).toBeVisible();
  await expect(smartBot.getByText('Größter Rückgang').first()).toBeVisible();

  const record = await save(page, /^Aufzeichnung herunterladen\s*, SmartBot/, testInfo.outputPath('record'));
  const head = await save(page, /^Kopf herunterladen\s*, SmartBot/, testInfo.outputPath('head.json'));
  expect(await verify(record)).toMatchObject({ code: 0 });
  expect(await verify(record, '--since', head)).toMatchObject({
    code: 0,
    output: expect.stringContaining('enthalten'),
  });

  // One digit of one row.
  const text = gunzipSync(await readFile(record)).toString();
  const changed = text.replace(
    /"nav":"(\d)\.(\d)/,
    (_, whole, digit) => `"nav":"${whole}.${9 - Number(digit)}`,
  );
  expect(changed).not.toBe(text);
  const forged = testInfo.outputPath('forged.ndjson');
  await writeFile(forged, changed);
  expect(await verify(forged)).toMatchObject({ code: 1 });
});

test('losses, closed series and what is not sealed are shown as such', { tag: '@gate' }, async ({ page }) => {
  const [latest, ...earlier] = LOSING.series;
  const losing = { ...LOSING, series: [{ ...latest, finishedMonths: 4, losingMonths: 3 }, ...earlier] };
  await page.route('**/api/track-records', (route) => route.fulfill({ json: [losing, UNUSED] }));
  await page.route('**/api/outcomes', (route) =>
    route.fulfill({
      json: [
        {
          botType: 'smartbot',
          finished: 40,
          outcomes: { lostFraction: 0.55, medianReturnFraction: -0.004, worstReturnFraction: -0.081 },
        },
        { botType: 'turbobot', finished: 19, outcomes: null },
      ],
    }),
  );
  await page.goto('/nachweis#smartbot');
  const smartBot = page.locator('#smartbot');
  await expect(smartBot.getByText('Erst 12 von 30 Tagen gemessen')).toBeVisible();
  await expect(smartBot.getByRole('row', { name: /Verlusttage/ })).toContainText('7 von 12');
  await expect(smartBot.getByRole('row', { name: /Verlustmonate/ }).first()).toContainText('3 von 4');
  await expect(
    smartBot.getByText('2 Feststellungen; sie kommen mit den nächsten Siegeln hinzu'),
  ).toBeVisible();
  const closed = smartBot.locator('details').filter({ hasText: 'Reihe 1, beendet' });
  await expect(closed).toContainText('−70,00');
  await closed.getByText('Reihe 1, beendet').click();
  await expect(closed.getByText('Das Kapital war aufgebraucht. Die Anteile wurden wertlos.')).toBeVisible();
  await expect(page.locator('#newsbot').getByText('Noch keine Aufzeichnung')).toBeVisible();

  const outcomes = page.locator('#anlagen');
  await expect(outcomes.getByRole('row', { name: /Mit Verlust beendet/ })).toContainText('55');
  await expect(outcomes.getByText(/Noch zu wenige: 19 von 20/)).toBeVisible();
});

test('from the 30th live day on it says what was measured, with the drawdown', { tag: '@gate' }, async ({
  page,
}) => {
  const measured = {
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-02T00:00:00.000Z',
    days: 32,
    returnFraction: 0.0123,
    maxDrawdownFraction: -0.0391,
    // Beside a backtest, which is valued at the ends of days.
    dailyDrawdownFraction: -0.0345,
  };
  await page.route('**/api/track-records', (route) => route.fulfill({ json: [{ ...LOSING, measured }] }));
  await page.goto('/nachweis');
  await expect(
    page.getByText(
      /Gemessen vom 01\.01\.2026 bis 02\.02\.2026: \+1,23\s%, größter Rückgang von Minute zu Minute −3,91\s%/,
    ),
  ).toBeVisible();
  // The landing page has the same pair, and in place of the words that it is too early.
  await page.goto('/');
  const row = page.getByRole('row', { name: /^Gemessen/ });
  // It is asked for shortly before it is seen.
  await row.scrollIntoViewIfNeeded();
  await expect(row).toContainText('+1,23');
  await expect(row).toContainText('−3,45');
  await expect(row).toContainText('simulierte Kurse');
});

test('a record that cannot be had is said to be missing, and comes with the next attempt', async ({
  page,
}) => {
  const fault = await fail(page, '/api/track-records', 'GET');
  await page.goto('/nachweis');
  await expect(
    page.getByText('Die Aufzeichnung konnte nicht geladen werden.', { exact: true }),
  ).toBeVisible();
  await expect(page.locator('#smartbot').getByText('Nicht verfügbar')).toBeVisible();
  fault.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(
    page.locator('#smartbot').getByText(/^Noch (nicht|kein ganzer von 30 Tagen) gemessen/),
  ).toBeVisible();
  await expect(page.getByText('Die Aufzeichnung konnte nicht geladen werden.')).toHaveCount(0);
});

test('a record that cannot be renewed stays, and says that it is not the newest', { tag: '@gate' }, async ({
  page,
}) => {
  await page.route('**/api/track-records', (route) => route.fulfill({ json: [LOSING] }));
  await page.goto('/nachweis');
  const smartBot = page.locator('#smartbot');
  await expect(smartBot.getByText('Erst 12 von 30 Tagen gemessen')).toBeVisible();
  await fail(page, '/api/track-records', 'GET');
  // Somebody comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(/Sie sehen den letzten Stand, der geladen wurde/)).toBeVisible();
  await expect(smartBot.getByText('Erst 12 von 30 Tagen gemessen')).toBeVisible();
});

test('no page carries a measured figure before it has asked for one', async ({ request }) => {
  const fixed = [JSON.stringify(BOTS, (_, value) => (typeof value === 'bigint' ? String(value) : value))];
  // What holding costs is an assumption; 5 % a day is the landing page's arithmetic.
  for (const { financingPerYear } of Object.values(TRADING_COSTS))
    fixed.push(`${(financingPerYear * 100).toFixed(1).replace('.', ',')} %`);
  fixed.push('5 %');
  const allowed = new Set(fixed.flatMap(percentages));
  for (const path of ['/', '/nachweis', '/ai-trading', '/signup']) {
    const html = await (await request.get(path)).text();
    const text = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]*>/g, '');
    expect(text, path).toContain('Spielgeld');
    expect(
      percentages(text).filter((figure) => !allowed.has(figure)),
      path,
    ).toEqual([]);
  }
});

/** Figures with a percent sign, their white space made alike. */
function percentages(text: string): string[] {
  return [...text.matchAll(/[+−-]?\d[\d.,]*\s?%/g)].map(([figure]) => figure.replace(/\s/g, ' '));
}

/** A series is listed from its first seal on; in a new installation that takes a minute or two. */
async function untilSealed(request: APIRequestContext, botType: string): Promise<void> {
  const sealed = async () => {
    const records: TrackRecord[] = await (await request.get('/api/track-records')).json();
    const record = records.find((one) => one.botType === botType);
    return record?.head !== null && (record?.series.length ?? 0) > 0;
  };
  await expect.poll(sealed, { timeout: 240_000, intervals: [2_000] }).toBe(true);
}

async function save(page: Page, name: RegExp, path: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  await (await download).saveAs(path);
  return path;
}

/** `npm run verify-track-record -- …`, as the page says. */
function verify(...parameters: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '-s', 'verify-track-record', '--', ...parameters],
      { cwd: ROOT },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

const RUNNING: TrackRecordSeries = {
  series: 2,
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-13T12:00:00.000Z',
  days: 12.5,
  startNav: '1.000000000000',
  nav: '0.990000000000',
  returnFraction: -0.01,
  maxDrawdownFraction: -0.02,
  costsFraction: 0.0031,
  buyAndHold: {
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-13T00:00:00.000Z',
    held: { returnFraction: 0.012, maxDrawdownFraction: -0.034 },
    bot: { returnFraction: -0.008, maxDrawdownFraction: -0.019 },
  },
  fills: 4,
  finishedDays: 12,
  losingDays: 7,
  months: [{ month: '2026-03', returnFraction: -0.01, finished: false }],
  losingMonths: 0,
  finishedMonths: 0,
  closed: null,
  priceSources: ['simulated'],
  sourceChanges: [],
  strategyVersion: '2',
  engineVersion: '2',
  history: [
    { at: '2026-03-01T00:00:00.000Z', nav: '1.000000000000', drawdown: 0 },
    { at: '2026-03-13T12:00:00.000Z', nav: '0.990000000000', drawdown: -0.01 },
  ],
};
const LOSING: TrackRecord = {
  botType: 'smartbot',
  running: true,
  head: { position: 18_000, hash: 'ab'.repeat(32), sealedAt: '2026-03-13T12:00:00.000Z' },
  sealedUntil: '2026-03-13T11:58:00.000Z',
  unsealed: 2,
  measured: null,
  series: [
    RUNNING,
    {
      ...RUNNING,
      series: 1,
      returnFraction: -0.7,
      maxDrawdownFraction: -0.72,
      closed: { at: '2026-02-20T00:00:00.000Z', reason: 'used-up' },
    },
  ],
};
const UNUSED: TrackRecord = {
  botType: 'newsbot',
  running: false,
  head: null,
  sealedUntil: null,
  unsealed: 0,
  measured: null,
  series: [],
};
