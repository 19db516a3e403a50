// An investment on its card and on its page, what stands behind each of its figures, and its end.
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { applyReturn, fund, readWallet, startBot, stopBot } from './accounts.ts';
import { test } from './app-test.ts';
import { cents } from './cents.ts';
import { checkAll, type State } from './check-pages.ts';
import { expectToast } from './people.ts';
import { fail, withoutLive } from './routes.ts';

// Several pages in one test; on a busy machine that takes its time.
test.describe.configure({ timeout: 150_000 });

const PAUSED_UNTIL = '2031-05-04T20:00:00.000Z';
const record = z.object({ day: z.string(), source: z.string() });
const investments = z.object({
  items: z.array(z.object({ id: z.string(), status: z.string(), usdCurrentAmount: z.string() })),
});

async function read<T>(api: APIRequestContext, path: string, shape: z.ZodType<T>): Promise<T> {
  return shape.parse(await (await api.get(path)).json());
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const germanCents = (wire: string) => cents(wire.replace('.', ','));

test('a newcomer without money can start no bot, and reads what is missing', async ({ newcomer: page }) => {
  await page.goto('/dashboard/bots');
  await expect(page.getByRole('article')).toHaveCount(3);
  for (const [name, missing] of [
    ['SmartBot', '100,00'],
    ['TurboBot', '5.000,00'],
    ['NewsBot', '15.000,00'],
  ] as const) {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
    await expect(card.getByText(`Es fehlen ${missing}\u00a0USDT.`)).toBeVisible();
    const start = card.getByRole('button', { name: `${name} starten` });
    await expect(start).toBeDisabled();
    await expect(start).toHaveAccessibleDescription(new RegExp(`Es fehlen ${missing}`));
  }
  await expect(page.getByText('Kein Bot aktiv')).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: 'Einzahlen' })).toHaveCount(3);
});

test('with money below the minimum the start stays shut, and opens with it', async ({
  newcomer: page,
  adminApi,
}) => {
  await fund(page.request, adminApi, '99.99');
  await page.goto('/dashboard/bots');
  const start = page.getByRole('article').getByRole('button', { name: 'SmartBot starten' });
  await expect(start).toBeDisabled();
  await expect(start).toHaveAccessibleDescription(/^Es fehlen 0,01\sUSDT\./);
  await fund(page.request, adminApi, '1.00');
  await page.reload();
  await expect(start).toBeEnabled();
});

test('an investment says what its bot does now and what its protection does, on the list and on its page', async ({
  regular: page,
}) => {
  await page.goto('/dashboard/bots');
  const active = section(page, 'Aktive Bots');
  const status = active.getByRole('row').filter({ hasText: 'Gerade:' });
  await expect(status).toContainText(/Gerade: (Hält|Pausiert)/);
  await expect(status).toContainText(/Schutz (bereit|aktiv)\./);
  await expect(active.getByRole('img', { name: /^Anteilswert seit/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(active.getByText(/^Schutz (bereit|aktiv)\.$/)).toBeVisible();
  await expect(active.getByRole('img', { name: /^Anteilswert seit/ })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });

  await active.getByRole('link', { name: /^SmartBot/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/investments\//);
  await expect(section(page, 'Was der Bot gerade tut').getByText(/^Schutz (bereit|aktiv)\.$/)).toBeVisible();
});

test('beside what an investment brought stands how far it fell, at every width and before it is stopped', {
  tag: '@gate',
}, async ({ regular: page }) => {
  await page.goto('/dashboard/bots');
  const active = section(page, 'Aktive Bots');
  const drawdown = active.getByText('Größter Rückgang').filter({ visible: true });
  for (const width of [390, 768, 800, 840, 880, 920, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(drawdown.first(), `at ${width} px`).toBeVisible();
  }
  await active
    .getByRole('button', { name: /^Beenden/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText(/größter Rückgang\s−?\d+,\d\d\s%/);
});

test('a protection that acts is told with its reason and its end', async ({ regular: page }) => {
  await page.route('**/api/bots', async (route) => {
    const response = await route.fetch();
    const bots = z
      .array(z.looseObject({ protection: z.looseObject({}).nullable() }))
      .parse(await response.json());
    const protection = { state: 'paused', cause: 'drawdown', until: PAUSED_UNTIL, staleSymbols: ['GOLD'] };
    await route.fulfill({
      response,
      json: bots.map((bot) => ({ ...bot, protection: { ...bot.protection, ...protection } })),
    });
  });
  await page.goto('/dashboard/bots');
  const status = section(page, 'Aktive Bots').getByRole('row').filter({ hasText: 'Gerade:' });
  await expect(status).toContainText(
    'Schutz aktiv. Der Verkauf aller Positionen wurde ausgelöst, weil der Rückgang',
  );
  await expect(status).toContainText('Bis 04.05.2031, 22:00\u00a0Uhr kauft der Bot nichts.');
  await expect(status).toContainText('Ausgesetzt, weil der Kurs veraltet ist: GOLD.');
  await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'Der Schutz ist gerade aktiv: Bis 04.05.2031, 22:00\u00a0Uhr kauft der Bot nichts.',
  );
});

test('the result of a day opens the fills behind it', { tag: '@gate' }, async ({
  regular: page,
  regularApi,
}) => {
  const list = await read(regularApi, '/api/bot-investments?status=active', investments);
  const id = list.items[0]?.id ?? '';
  const records = await read(
    regularApi,
    `/api/bot-investments/${id}/trading-records?pageSize=14`,
    z.object({ items: z.array(record) }),
  );
  const fillsOf = async (day?: string) =>
    (
      await read(
        regularApi,
        `/api/bot-investments/${id}/fills${day === undefined ? '' : `?day=${day}`}`,
        z.object({ total: z.number() }),
      )
    ).total;
  await page.goto(`/dashboard/investments/${id}`);
  // One day on which the bot traded, if there is one on this page, and one on which it did not.
  const days = records.items.filter(({ source }) => source === 'market').map(({ day }) => day);
  const counts = await Promise.all(days.map(fillsOf));
  const busy = days[counts.findIndex((count) => count > 0)];
  const quiet = days[counts.indexOf(0)];
  expect(busy ?? quiet).toBeDefined();
  for (const day of [busy, quiet]) {
    if (day === undefined) continue;
    const shown = day.split('-').toReversed().join('.');
    await section(page, 'Tageswerte')
      .getByRole('row')
      .filter({ hasText: shown })
      .first()
      .getByRole('link', { name: /Ausführungen des Tages zeigen/ })
      .click();
    const fills = section(page, 'Ausführungen');
    await expect(fills).toBeInViewport();
    await expect(fills.getByText(`Nur der Tag ${shown} (UTC)`)).toBeVisible();
    const total = await fillsOf(day);
    if (total === 0) await expect(fills.getByText('Keine Ausführung an diesem Tag')).toBeVisible();
    // The head is a row as well.
    else await expect(fills.getByRole('row')).toHaveCount(Math.min(total, 10) + 1);
    await fills.getByRole('button', { name: 'Alle Ausführungen zeigen' }).click();
    await expect(fills.getByText('Nur der Tag')).toHaveCount(0);
    await expect(page).not.toHaveURL(/tag=/);
  }
});

test('a manual return is told apart in the sheet, the curve and the days, with its reason, and opens its booking', async ({
  funded: page,
  adminApi,
}) => {
  const { id } = await startBot(page.request, '500.00');
  await applyReturn(adminApi, id, '2', 'Kulanz <b>nach</b> Prüfung');
  await page.goto(`/dashboard/investments/${id}`);
  const sheet = section(page, 'Wert der Anlage');
  await expect(sheet.getByRole('row').filter({ hasText: 'Manuelle Rendite' })).toContainText(
    '+2,00\u00a0%: Kulanz <b>nach</b> Prüfung',
  );
  await expect(sheet.getByText('Manuelle Rendite')).toHaveCount(2);
  const manual = section(page, 'Tageswerte').getByRole('row').filter({ hasText: 'Manuell' });
  await expect(manual).toContainText('Kulanz <b>nach</b> Prüfung');
  await expect(manual).toContainText('+2,00');
  await manual.getByRole('link', { name: /Buchung öffnen/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/wallet\?buchung=/);
  await expect(page.getByRole('dialog')).toContainText('Kulanz <b>nach</b> Prüfung');
  // The wallet did not change: what did is said on a phone as well.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  const row = page.getByRole('row').filter({ hasText: 'Manuelle Rendite' });
  // The market has moved a little since the start.
  await expect(row.getByText(/^\+(9,9|10,0)\d\sUSDT in B-\d+ · \+2,00\s%: Kulanz/)).toBeVisible();
});

/** The amount that stands on the button of the open dialog, in cents. */
async function amountOf(confirm: Locator): Promise<bigint> {
  return cents(/^[\d.,]+/.exec((await confirm.textContent()) ?? '')?.[0] ?? '');
}

test('a bot can be stopped although nothing more is known of its result', async ({ funded: page }) => {
  await startBot(page.request, '500.00');
  await fail(page, '/api/bot-investments/*', 'GET');
  await page.goto('/dashboard/bots');
  await page.getByRole('button', { name: /^Beenden/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row').filter({ hasText: /^Ergebnis/ })).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByRole('row').filter({ hasText: 'Handelskosten' })).toHaveCount(0);
  await dialog.getByRole('button', { name: /auszahlen und beenden$/ }).click();
  await expectToast(page, 'Bot beendet');
  await expect(dialog).toHaveCount(0);
  expect(await readWallet(page.request)).toMatchObject({ activeBots: 0 });
});

test('what the stop dialog says is what is booked, or the difference is explained', {
  tag: '@gate',
}, async ({ funded: page }) => {
  const { id } = await startBot(page.request, '500.00');
  await page.goto('/dashboard/bots');
  await page.getByRole('button', { name: /^Beenden/ }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: /auszahlen und beenden$/ });
  await expect(dialog.getByRole('row').filter({ hasText: 'Handelskosten bisher' })).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: 'Verfügbar vorher' })).toContainText('500,00');
  // The value moves on; what counts is what stands there at the press.
  const shown = await confirm.evaluate((button: HTMLElement) => {
    const text = button.textContent ?? '';
    button.click();
    return text;
  });
  const paid = cents(/^[\d.,]+/.exec(shown)?.[0] ?? '');
  await expectToast(page, 'Bot beendet');
  const { items } = await read(page.request, '/api/bot-investments?status=inactive', investments);
  const booked = germanCents(items.find((one) => one.id === id)?.usdCurrentAmount ?? '');
  expect(germanCents((await readWallet(page.request)).available)).toBe(50_000n + booked);
  const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Bot beendet' });
  if (booked === paid) await expect(toast).not.toContainText('als auf dem Knopf');
  else
    await expect(toast).toContainText(booked > paid ? 'mehr als auf dem Knopf' : 'weniger als auf dem Knopf');

  // What was paid out opens the booking of the stop, not that of the start.
  await page.goto('/dashboard/bots?ansicht=beendete');
  await page.getByRole('link', { name: /Buchung der Auszahlung öffnen$/ }).click();
  await expect(page.getByRole('dialog', { name: 'SmartBot beendet' })).toBeVisible();
});

test('a price that moved between review and booking is explained', async ({ funded: page }) => {
  await startBot(page.request, '500.00');
  await withoutLive(page);
  // The page shows 7,00 USDT more than there are: as if the price had fallen since.
  await page.route('**/api/bot-investments**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const { usdCurrentAmount, items, ...rest } = await response.json();
    const raised = (amount: string) => (Number(amount) + 7).toFixed(2);
    await route.fulfill({
      response,
      json: items
        ? {
            ...rest,
            items: items.map((one: { usdCurrentAmount: string }) => ({
              ...one,
              usdCurrentAmount: raised(one.usdCurrentAmount),
            })),
          }
        : { ...rest, usdCurrentAmount: raised(usdCurrentAmount) },
    });
  });
  await page.goto('/dashboard/bots');
  await page.getByRole('button', { name: /^Beenden/ }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: /auszahlen und beenden$/ });
  expect(await amountOf(confirm)).toBeGreaterThan(50_500n);
  await confirm.click();
  const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Bot beendet' });
  await expect(toast).toContainText(
    /Das sind \d,\d\d\sUSDT weniger als auf dem Knopf: Der Kurs hat sich bis zur Buchung bewegt\./,
  );
});

test('an old bookmark of an investment leads to it, and nonsense in the address does no harm', async ({
  regular: page,
  regularApi,
}) => {
  const { items } = await read(regularApi, '/api/bot-investments?status=active', investments);
  const id = items[0]?.id ?? '';
  await page.goto(`/dashboard/bots/${id}`);
  await expect(page).toHaveURL(`/dashboard/investments/${id}`);
  await expect(page.getByRole('heading', { name: 'SmartBot', level: 1 })).toBeVisible();
  for (const nonsense of [
    'tage=-1&trades=0',
    'tag=2026-02-30',
    'tag=%00',
    'ansicht=%3Cb%3E',
    'trades=99999',
  ]) {
    await page.goto(`/dashboard/investments/${id}?${nonsense}`);
    await expect(section(page, 'Tageswerte').getByRole('row').nth(1)).toBeVisible({ timeout: 45_000 });
    await expect(section(page, 'Ausführungen')).toBeVisible();
    await expect(page.getByText('Nur der Tag')).toHaveCount(0);
  }
  for (const unknown of ['investments/nicht-da', 'bots/01890000-0000-7000-8000-000000000000']) {
    await page.goto(`/dashboard/${unknown}`);
    await expect(page.getByText('Diese Anlage gibt es nicht')).toBeVisible();
  }
});

const AMOUNTS = /"(usd\w+|profit\w*|value|initialAmount|amount\w+|realised|unrealised|costs)":"-?[\d.]+"/g;

/** From now on every amount of an investment is as long as amounts get. */
async function withLongAmounts(page: Page) {
  await page.route('**/api/bot-investments**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text())
      .replace(AMOUNTS, (_, name: string) =>
        /^(profit|unrealised)/.test(name) ? `"${name}":"-1000000.00"` : `"${name}":"1000000.00"`,
      )
      // Times the NAV they make the value that is shown live.
      .replace(/"units":"[\d.]+"/g, '"units":"3000000.000000000000"');
    await route.fulfill({ response, body });
  });
}

test('the longest amounts, a day, a manual return and an end elsewhere are accessible', async ({
  funded: page,
  adminApi,
}) => {
  test.setTimeout(240_000);
  const { id } = await startBot(page.request, '500.00');
  await applyReturn(adminApi, id, '1', `Kulanz${'lang'.repeat(40)}`);
  await withLongAmounts(page);
  const states: State[] = [
    {
      name: 'the active investments',
      open: async () => {
        await page.goto('/dashboard/bots');
        const active = section(page, 'Aktive Bots');
        await expect(active.getByText('1.000.000,00').first()).toBeVisible();
        await expect(active.getByText(/^Schutz (bereit|aktiv)\.$/)).toBeVisible();
      },
    },
    {
      name: 'the investment',
      open: async () => {
        await page.goto(`/dashboard/investments/${id}`);
        await expect(section(page, 'Tageswerte').getByText('Manuell', { exact: true })).toBeVisible();
      },
    },
    {
      name: 'the fills of a day',
      open: async () => {
        const today = new Date().toISOString().slice(0, 10);
        await page.goto(`/dashboard/investments/${id}?ansicht=ausfuehrungen&tag=${today}`);
        await expect(section(page, 'Ausführungen').getByText('Nur der Tag')).toBeVisible();
      },
    },
    {
      name: 'a stop that came too late',
      open: async () => {
        await page.goto(`/dashboard/investments/${id}`);
        await page.getByRole('button', { name: 'SmartBot beenden' }).click();
        await expect(page.getByRole('dialog').getByText('Handelskosten bisher')).toBeVisible();
        await stopBot(page.request, id);
        await expect(page.getByText('Diese Anlage ist schon beendet')).toBeVisible();
      },
    },
  ];
  await checkAll(page, states);
});
