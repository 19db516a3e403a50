// The bots as a new browser shows them: what became of the money, the worst moment and the costs; the rest on demand.
import { readFile } from 'node:fs/promises';
import type { BotReport } from '@botdepot/contract';
import { expect } from '@playwright/test';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';

test.use({ allFigures: false });

const REPORT = new URL('../../packages/contract/reports/smartbot-publication.json', import.meta.url);

test('one switch opens all figures of a bot, its backtest and its record, also where pages are written at build time', async ({
  newcomer: page,
}) => {
  test.setTimeout(150_000);
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  const report: BotReport = JSON.parse(await readFile(REPORT, 'utf8'));
  const end = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const inShort = page.getByRole('region', { name: 'Was er aus dem Geld gemacht hätte' });
  const replay = page.getByRole('region', { name: 'Erwartet und tatsächlich' });

  await page.goto('/dashboard/bots/smartbot');
  await expect(inShort).toContainText(
    end.format(1000 * (1 + (report.performance.totalReturn ?? Number.NaN))),
  );
  await expect(inShort.getByText(/^Am schlimmsten Tag, dem .* fehlten /)).toBeVisible();
  await expect(inShort.getByText(/für alle Käufe und Verkäufe/)).toBeVisible();
  await expect(page.getByText('Live bisher')).toBeVisible();
  await expect(replay).toHaveCount(0);
  await inShort.getByRole('link', { name: 'Mit eigenem Betrag rechnen' }).click();
  await page.getByLabel('Kapital').fill('2.000,00');
  await page.getByRole('button', { name: 'Rücktest starten' }).click();
  const result = page.getByRole('region', { name: 'Rücktest', exact: true });
  await expect(result.getByText('Aus 2.000,00 USDT wurden')).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText('Kostenfaktor')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Kennzahlen' })).toHaveCount(0);

  // What a link asks for is never run unseen.
  await page.goto(page.url().replace('kosten=1', 'kosten=2'));
  await expect(page.getByLabel('2×')).toBeChecked();

  const verify = page.getByRole('heading', { name: 'So prüfen Sie nach' });
  await page.goto('/nachweis');
  await expect(page.getByRole('table', { name: 'Aufzeichnung je Bot' })).toBeVisible();
  await expect(verify).toHaveCount(0);
  await page.getByRole('button', { name: 'Alle Zahlen zeigen' }).click();
  await expect(verify).toBeVisible();
  await page.reload();
  await expect(verify).toBeVisible();
  await page.goto('/ai-trading');
  await expect(page.getByRole('heading', { name: 'Was eine Ausführung kostet' })).toBeVisible();
  await page.goto('/dashboard/bots/smartbot');
  await expect(replay).toBeVisible();
  expect(broken).toEqual([]);
});

test('few figures of the bots are accessible', async ({ regular: page }) => {
  test.setTimeout(180_000);
  const open = (path: string, seen: string) => ({
    name: path,
    async open() {
      await page.goto(path);
      await expect(page.getByText(seen).first()).toBeVisible();
    },
  });
  await checkAll(page, [
    open('/dashboard/bots/smartbot', 'Am schlimmsten Tag'),
    open('/dashboard/bots/smartbot?ansicht=ruecktest', 'Am schlimmsten Tag'),
    open('/nachweis', 'Alle Zahlen zeigen'),
    open('/ai-trading', 'Kosten im Jahr'),
  ]);
});
