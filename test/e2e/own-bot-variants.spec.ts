// Variants of a bot of one's own: what looking costs before and after, where the rule stands, and how a field becomes the draft.
import { expect, type Page } from '@playwright/test';
import { signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';

const CLOSE = { kind: 'price', field: 'close' };
const mean = (bars: number) => ({ kind: 'indicator', indicator: 'sma', bars });
/** Real prices of every day, which nobody has to make first. */
const CROSS = {
  ruleVersion: 1,
  symbols: ['WTI'],
  interval: '1d',
  side: 'long',
  entryLong: { is: 'crossesAbove', left: mean(20), right: mean(100) },
  exitLong: { is: 'crossesBelow', left: mean(20), right: mean(100) },
  sizing: { by: 'share', percent: 50 },
};

const setup = (page: Page) => page.getByRole('region', { name: 'Welche Zahlen, wie weit?' });
const map = (page: Page) => page.getByRole('region', { name: 'Varianten im Vergleich' });
const costs = (page: Page) => page.getByRole('region', { name: 'Was dieser Lauf kostet' });
const fields = (page: Page) => map(page).getByRole('gridcell').getByRole('button');
const head = (page: Page) => page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
const amount = (page: Page, name: string) => costs(page).getByRole('row', { name }).getByRole('cell').last();

async function open(page: Page, rule: object = CROSS): Promise<string> {
  const made = await page.request.post('/api/own-bots', {
    data: { name: 'Kreuzung', rule, setup: { source: 'wti', from: null, until: null, costFactor: 1 } },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const { id } = await made.json();
  await page.goto(`/dashboard/bots/eigene/${id}/varianten`);
  await expect(page.getByRole('heading', { level: 1, name: 'Kreuzung' })).toBeVisible();
  return id;
}

/** Three by three fields around the rule. */
async function makeSmall(page: Page): Promise<void> {
  const [across, up] = [
    setup(page).getByRole('group', { name: 'Von links nach rechts' }),
    setup(page).getByRole('group', { name: 'Von unten nach oben' }),
  ];
  await across.getByLabel('Von', { exact: true }).fill('18');
  await across.getByLabel('Bis', { exact: true }).fill('22');
  await up.getByLabel('Von', { exact: true }).fill('90');
  await up.getByLabel('Bis', { exact: true }).fill('110');
}

test('a sweep says what it costs, counts what it showed once, and makes a field the draft @gate', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  // As on a machine with more cores: several workers share the fields.
  await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 5 }));
  const workers = new Set<string>();
  page.on('worker', (worker) => workers.add(`${workers.size} ${worker.url()}`));
  await signUp(page.request);
  const id = await open(page);

  // Before anything is done: nine across, seven up, and what that costs.
  await expect(setup(page).getByText(/9 × 7 Felder kosten bis zu 63 Versuche/)).toBeVisible();
  await expect(setup(page).getByText('9 Werte: 12; 14; 16; 18; 20; 22; 24; 26; 28')).toBeVisible();
  await expect(
    setup(page).getByText(/Hürde durch Glück liegt jetzt bei 0,00 und danach höchstens/),
  ).toBeVisible();
  await makeSmall(page);
  await setup(page).getByRole('button', { name: '9 Versuche rechnen' }).click();

  await expect(fields(page)).toHaveCount(9);
  expect(workers.size).toBe(2);
  await expect(fields(page).filter({ hasText: /^[−\d,]+$/ })).toHaveCount(9);
  await expect(
    map(page).getByRole('button', { name: /über 20 Kerzen.*über 100 Kerzen.*Ihre Regel/ }),
  ).toBeVisible();
  await expect(map(page).getByRole('button', { name: /höchstes Feld/ })).toHaveCount(1);
  await expect(amount(page, 'Vorher')).toHaveText('0');
  await expect(amount(page, 'Dieser Lauf')).toHaveText('+9');
  await expect(amount(page, 'Zusammen')).toHaveText('9');
  await expect(head(page).getByText('9 Versuche', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Befund' })).toContainText(/von \d/);
  // Nine variants are too few for this, and it says so.
  await expect(page.getByRole('region', { name: 'Täuscht die Auswahl?' })).toContainText(
    'mindestens 10 Varianten',
  );

  // The same again is free; one column more is three.
  await setup(page).getByRole('button', { name: '9 Versuche rechnen' }).click();
  await page.waitForTimeout(1500);
  await expect(head(page).getByText('9 Versuche', { exact: true })).toBeVisible();
  await setup(page)
    .getByRole('group', { name: 'Von links nach rechts' })
    .getByLabel('Bis', { exact: true })
    .fill('24');
  await setup(page).getByRole('button', { name: '12 Versuche rechnen' }).click();
  await expect(fields(page)).toHaveCount(12);
  await expect(amount(page, 'Dieser Lauf')).toHaveText('+3');
  await expect(costs(page).getByText('12 Felder, 9 waren schon gezählt')).toBeVisible();
  await expect(amount(page, 'Zusammen')).toHaveText('12');
  await expect(head(page).getByText('12 Versuche', { exact: true })).toBeVisible();
  await expect(page.getByText(/In \d+ von 100 Fällen/)).toBeVisible();

  // A field becomes the draft, once that was said, and is no trial more.
  await map(page)
    .getByRole('button', { name: /über 22 Kerzen.*über 110 Kerzen/ })
    .click();
  await map(page).getByRole('button', { name: 'In den Entwurf übernehmen' }).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText('über 22 Kerzen (bisher: Einfacher Durchschnitt über 20 Kerzen)'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'In den Entwurf übernehmen' }).click();
  await expect(page).toHaveURL(new RegExp(`/eigene/${id}$`));
  const sheet = page.getByRole('region', { name: 'Die Regel' });
  await expect(sheet.getByRole('button', { name: /einfachen Durchschnitt über 110 Kerzen/ })).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Vorschau' }).getByText(/ms\sgerechnet/)).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(page.getByText('12 Versuche', { exact: true })).toBeVisible();
  expect(broken).toEqual([]);
});

test('fields by keyboard, and a run that is given up shows and counts nothing', async ({ page }) => {
  test.setTimeout(90_000);
  await signUp(page.request);
  await open(page);
  let prices: 'never' | 'fail' | 'come' = 'never';
  await page.route('**/api/testbench/candles/**', async (route) => {
    if (prices === 'come') await route.continue();
    else if (prices === 'fail') await route.abort();
  });
  // The prices never come: the run can be given up at any time.
  await setup(page).getByRole('button', { name: '63 Versuche rechnen' }).click();
  await expect(setup(page).getByText('0 von 63')).toBeVisible();
  await setup(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(
    setup(page).getByText('Abgebrochen. Es wurde nichts gezeigt und nichts gezählt.'),
  ).toBeVisible();
  await expect(map(page)).toHaveCount(0);
  // Prices that fail are said, with a way on.
  prices = 'fail';
  await setup(page).getByRole('button', { name: '63 Versuche rechnen' }).click();
  await expect(page.getByText('Die Kurse von WTI sind gerade nicht da.')).toBeVisible();
  prices = 'come';
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(fields(page)).toHaveCount(63);
  await expect(head(page).getByText('63 Versuche', { exact: true })).toBeVisible();

  const own = map(page).getByRole('button', { name: /Ihre Regel/ });
  await own.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  const next = map(page).getByRole('button', { name: /über 22 Kerzen.*über 110 Kerzen/ });
  await expect(next).toBeFocused();
  await expect(next).toHaveAttribute('tabindex', '0');
  await expect(own).toHaveAttribute('tabindex', '-1');
  await page.keyboard.press('Enter');
  await expect(map(page).getByRole('button', { name: 'In den Entwurf übernehmen' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(map(page).getByRole('button', { name: /über 12 Kerzen.*über 110 Kerzen/ })).toBeFocused();
});

test('what cannot be run is said before', async ({ page }) => {
  await signUp(page.request);
  await open(page);
  const across = setup(page).getByRole('group', { name: 'Von links nach rechts' });
  await across.getByLabel('Schritt').fill('1');
  await across.getByLabel('Bis', { exact: true }).fill('200');
  await expect(setup(page).getByText('1.323 Varianten sind zu viele, höchstens 500.')).toBeVisible();
  await expect(setup(page).getByRole('button', { name: /rechnen/ })).toBeDisabled();
  await across.getByLabel('Schritt').fill('0,5');
  await expect(setup(page).getByText('Hier gibt es nur ganze Schritte.')).toBeVisible();
  await across.getByLabel('Schritt').fill('viel');
  await expect(setup(page).getByText('Bitte überall eine Zahl eingeben.')).toBeVisible();
  // What was typed is in the address.
  await page.reload();
  await expect(across.getByLabel('Schritt')).toHaveValue('viel');
  await expect(across.getByLabel('Bis', { exact: true })).toHaveValue('200');

  await open(page, {
    ...CROSS,
    entryLong: { is: 'above', left: CLOSE, right: { kind: 'price', field: 'open' } },
    exitLong: null,
  });
  await expect(page.getByText('Hier gibt es keine zwei Zahlen')).toBeVisible();
  await open(page, { ...CROSS, symbols: ['GOLD'] });
  await expect(page.getByText('Dafür gibt es hier keine Kurse')).toBeVisible();
  await open(page, { ...CROSS, side: 'both' });
  await expect(page.getByText('Die Regel ist noch nicht vollständig')).toBeVisible();
  await page.getByRole('link', { name: 'Zur Regel' }).click();
  await expect(page.getByRole('region', { name: 'Die Regel' })).toBeVisible();
});

test('variants are accessible and fit', async ({ page }) => {
  test.setTimeout(300_000);
  await signUp(page.request);
  const id = await open(page);
  const address = `/dashboard/bots/eigene/${id}/varianten`;
  const run = async (on: Page) => {
    await on.goto(address);
    await setup(on).getByRole('button', { name: '63 Versuche rechnen' }).click();
    await expect(fields(on)).toHaveCount(63);
    await expect(amount(on, 'Zusammen')).toHaveText('63');
  };
  await checkAll(page, [
    {
      name: 'variants before a run',
      open: async (on) => {
        await on.goto(address);
        await expect(
          setup(on)
            .getByText(/63 Versuche/)
            .first(),
        ).toBeVisible();
      },
    },
    { name: 'variants', open: run },
    {
      name: 'a chosen variant',
      open: async (on) => {
        await run(on);
        await map(on)
          .getByRole('button', { name: /höchstes Feld/ })
          .click();
        await expect(map(on).getByText(/Höchstes Feld\./)).toBeVisible();
      },
    },
  ]);
});
