// The comparison of the two bots: what it shows is what the committed reports say, return and drawdown together.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BOTS, type ReportSummary, SIGN_UP_BOT_TYPES } from '@botdepot/contract';
import { expect } from '@playwright/test';
import { newLogin } from './accounts.ts';
import { test } from './app-test.ts';

const REPORTS = fileURLToPath(new URL('../../packages/contract/reports/summary.json', import.meta.url));

async function published(): Promise<ReportSummary[]> {
  const all: ReportSummary[] = JSON.parse(await readFile(REPORTS, 'utf8'));
  return SIGN_UP_BOT_TYPES.map((type) => {
    const report = all.find(({ botType, period }) => botType === type && period === 'publication');
    if (!report) throw new Error(`there is no published report of ${type}`);
    return report;
  });
}

/** As the page writes it: `−8,67`. */
function percent(fraction: number | null): string {
  const text = Math.abs((fraction ?? Number.NaN) * 100)
    .toFixed(2)
    .replace('.', ',');
  if (!/[1-9]/.test(text)) return text;
  return (fraction ?? 0) < 0 ? `−${text}` : `+${text}`;
}

test('return and drawdown of both backtests stand beside the promise, as the reports say', async ({
  page,
}) => {
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Hauptnavigation' })
    .getByRole('link', { name: 'KI-Trading' })
    .click();
  await expect(page.getByRole('heading', { name: 'Zwei Bots im Vergleich', level: 1 })).toBeVisible();
  const table = page.getByRole('table', { name: 'SmartBot und TurboBot im Vergleich' });
  await expect(table.getByRole('columnheader')).toHaveText([/^SmartBot/, /^TurboBot/]);
  const row = table.getByRole('row', { name: /^Rücktest auf echten Kursen 2019–\u20602023/ });
  const reports = await published();
  for (const [index, { botType, performance }] of reports.entries()) {
    const cell = row.getByRole('cell').nth(index);
    await expect(cell, botType).toContainText(`${percent(performance.cagr)}\u00a0% im Jahr`);
    await expect(cell, botType).toContainText(`größter Rückgang`);
    await expect(cell, botType).toContainText(percent(performance.maxDrawdown));
    await expect(cell, botType).toContainText('01.01.2019 bis 08.09.2023, Tagesschlüsse (UTC)');
    await expect(cell, botType).toContainText(/in 9 von 10\u00a0Fällen −\d+,\d bis \d+,\d\u00a0%/);
  }
  await expect(table.getByRole('row', { name: /^Übliches Versprechen/ })).toContainText('nicht bestätigt');
  await expect(table.getByRole('row', { name: /^Gemessen/ })).toContainText(
    /Noch (nicht|kein ganzer von 30 Tagen) gemessen/,
  );
});

test('the chart can be read without being seen', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/ai-trading');
  const [smart, turbo] = await published();
  const end = (report: ReportSummary | undefined) =>
    (100 * (1 + (report?.performance.totalReturn ?? Number.NaN))).toFixed(1).replace('.', ',');
  await expect(
    page.getByRole('img', { name: /^Wertverlauf im Rücktest auf echten Kursen/ }),
  ).toHaveAccessibleName(new RegExp(`SmartBot endet bei ${end(smart)}, TurboBot endet bei ${end(turbo)}`));
  await page.getByText('Werte als Tabelle').click();
  const values = page.getByRole('region', { name: 'Aus 100 wurden' });
  await expect(values.getByRole('columnheader', { name: 'TurboBot, Rückgang' })).toBeVisible();
  await expect(values.getByRole('row', { name: /^08\.09\.2023/ })).toContainText(end(turbo));
});

test('the chosen bot is preselected once the account exists', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/ai-trading');
  await page.getByRole('link', { name: 'TurboBot wählen' }).click();
  const { email, password } = newLogin();
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Passwort bestätigen' }).fill(password);
  await page.getByRole('checkbox', { name: /^Spielgeld verstanden/ }).check();
  await page.getByRole('button', { name: 'Konto eröffnen' }).click();
  await expect(page.getByRole('radio', { name: BOTS.turbobot.name })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Mit TurboBot fortfahren' })).toBeVisible();
});

test('a bot that nobody offers is no choice', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/signup?bot=%3Cscript%3E');
  const { email, password } = newLogin();
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Passwort bestätigen' }).fill(password);
  await page.getByRole('checkbox', { name: /^Spielgeld verstanden/ }).check();
  await page.getByRole('button', { name: 'Konto eröffnen' }).click();
  await expect(page.getByRole('radio', { name: BOTS.smartbot.name })).toBeChecked();
});

test('on phones the texts of one bot at a time are shown, the figures of both', { tag: '@gate' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/ai-trading');
  const text = (bot: keyof typeof BOTS) => page.getByText(BOTS[bot].summary, { exact: true });
  await expect(text('smartbot')).toBeVisible();
  await expect(text('turbobot')).toBeHidden();
  await page.getByText('TurboBot', { exact: true }).and(page.locator('label')).click();
  await expect(text('turbobot')).toBeVisible();
  await expect(text('smartbot')).toBeHidden();
  await expect(
    page.getByRole('row', { name: /^Rücktest auf echten Kursen/ }).getByText('im Jahr'),
  ).toHaveCount(2);
});

test('a report that cannot be had, or is not one, is never a figure', async ({ page }) => {
  for (const answer of [
    { status: 500, body: '' },
    { json: [{ botType: 'smartbot', performance: { cagr: 9 } }] },
  ]) {
    await page.route('**/assets/summary-*.json', (route) => route.fulfill(answer));
    await page.route('**/assets/*-publication-*.json', (route) => route.fulfill(answer));
    await page.goto('/ai-trading');
    const row = page.getByRole('row', { name: /^Rücktest auf echten Kursen/ });
    await expect(row.getByText('nicht verfügbar')).toHaveCount(2);
    await expect(row).not.toContainText(/\d\s?%/);
    await expect(page.getByText('Der Rücktest konnte nicht geladen werden.')).toBeVisible();
  }
});
