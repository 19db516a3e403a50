import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { expectToast } from './people.ts';
import { moveMarket } from './routes.ts';
import { readSum } from './wealth-sum.ts';

test('the sum leads from the beginning to what there is, to the cent, in every period', async ({
  regular: page,
}) => {
  await page.goto('/dashboard');
  for (const [label, address] of [
    ['1T', '1t'],
    ['1W', '1w'],
    ['1M', '1m'],
    ['1J', '1j'],
  ] as const) {
    await page.getByText(label, { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`zeitraum=${address}`));
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { lines, total, wealth } = await readSum(page);
    expect(
      lines.reduce((sum, line) => sum + line, 0),
      label,
    ).toBe(total);
    // The prices go on; what is above and what is below is of the same moment.
    expect(total, label).toBe(wealth);
  }
  await page.getByText('Max', { exact: true }).click();
  await expect(page).not.toHaveURL(/zeitraum/);
  const { lines, total } = await readSum(page);
  expect(lines[0]).toBe(0);
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total);
});

test('between two strikes the sheet goes on adding up, and says since when it is not divided', async ({
  regular: page,
}) => {
  const market = await moveMarket(page);
  await page.goto('/dashboard');
  const first = await readSum(page);
  expect(first.labels.some((label) => /^Seit \d\d:\d\d:\d\d\sUhr/.test(label))).toBe(true);
  for (const next of [1.01, 0.97, 1.2]) {
    const before = (await readSum(page)).wealth;
    const direction = Math.sign(next - market.gain);
    market.gain = next;
    await expect.poll(async () => Math.sign((await readSum(page)).wealth - before)).toBe(direction);
    const { lines, total, wealth } = await readSum(page);
    expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total);
    expect(total).toBe(wealth);
  }
});

test('of an account that began today, the profit in total, of today and of the curve are one figure', async ({
  funded: page,
}) => {
  await startBot(page.request, '900.00');
  const market = await moveMarket(page);
  await page.goto('/dashboard?zeitraum=1t');
  const card = page.getByRole('link', { name: /^Gewinn gesamt/ });
  await expect(card).toContainText('in 24 Stunden');
  for (const [gain, sign] of [
    [1.1, '+'],
    [0.9, '−'],
  ] as const) {
    market.gain = gain;
    await expect(card).toContainText(new RegExp(`[${sign}]\\d\\d,\\d\\d\\sUSDT`));
    const shown = await page.getByRole('main').evaluate((main) => {
      const amounts = (text: string | null | undefined) => text?.match(/[+−]?\d+,\d\d(?=\sUSDT)/g);
      const cards = [...main.querySelectorAll('a')];
      return {
        profit: amounts(cards.find((link) => link.textContent.startsWith('Gewinn gesamt'))?.textContent),
        wealth: amounts(main.querySelector('#verlauf')?.textContent)?.slice(0, 2),
      };
    });
    const [total, today] = shown.profit ?? [];
    expect(today).toBe(total);
    expect(shown.wealth).toContain(total);
  }
});

test('a part of the sum opens the bookings of its kind and period, whose sum is that part, to the cent', {
  tag: '@gate',
}, async ({ regular: page }) => {
  const sheet = page.getByRole('table', { name: 'So setzt sich Ihr Vermögen zusammen' });
  const sum = page.getByText(/^Summe, \d+ Buchung/);
  const chip = page.getByRole('button', { name: /, Zeitraum entfernen$/ });
  const rows = page.getByRole('table', { name: /^Buchungen/ }).locator('tbody tr');
  for (const [name, kind] of [
    ['Einzahlungen', 'Einzahlung gutgeschrieben'],
    ['Auszahlungen', 'Auszahlung ausgeführt'],
  ] as const)
    for (const range of name === 'Einzahlungen' ? ['1t', '1j', 'max'] : ['1j', 'max']) {
      await page.goto(`/dashboard?zeitraum=${range}`);
      const link = sheet.getByRole('row', { name: new RegExp(name) }).getByRole('link');
      const part = /[+−]?[\d.]+,\d\d/.exec(await link.innerText())?.[0] ?? '';
      await link.click();
      await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
      await expect(page).toHaveURL(range === 'max' ? /art=\w+$/ : /&von=[\d-]+T.*Z&bis=[\d-]+T.*Z$/);
      await expect(chip).toHaveCount(range === 'max' ? 0 : 1);
      if (part === '0,00') {
        await expect(page.getByText('Keine Treffer')).toBeVisible();
        continue;
      }
      await expect(sum).toContainText(part);
      for (const text of await rows.allInnerTexts()) expect(text).toContain(kind);
    }

  // The filter can be taken away, and the file and the pages keep to it until then.
  await page.goto('/dashboard?zeitraum=1j');
  await sheet
    .getByRole('row', { name: /Auszahlungen/ })
    .getByRole('link')
    .click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV/ }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  await page.getByRole('combobox', { name: 'Art der Buchung' }).selectOption('');
  await expect(page).not.toHaveURL(/art=/);
  await expect(page).toHaveURL(/von=.*bis=/);
  await page.getByRole('combobox', { name: 'Zeitraum' }).selectOption({ label: 'Letzte 90 Tage' });
  await expect(page).toHaveURL(/ansicht=transaktionen&zeit=quartal$/);
  await page.goBack();
  await chip.click();
  await expect(page).not.toHaveURL(/von=|bis=/);
  await expect(chip).toHaveCount(0);
  // Two changes of which the first one stands in the address and is not drawn yet, as on a slow device, both count.
  await page.evaluate(async () => {
    for (const [label, value] of [
      ['Art der Buchung', 'deposit_approved'],
      ['Zeitraum', 'quartal'],
    ] as const) {
      const select = [...document.querySelectorAll('select')].find(
        ({ labels, ariaLabel }) => ariaLabel === label || labels[0]?.textContent?.includes(label),
      );
      if (!select) throw new Error(`no ${label}`);
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      for (let wait = 0; wait < 1_000 && !location.search.includes(value); wait++) await Promise.resolve();
    }
  });
  await expect(page).toHaveURL(/art=deposit_approved&zeit=quartal$/);
});

test('a part that the bots brought opens the investments it is made of, each with its page', async ({
  regular: page,
}) => {
  await page.goto('/dashboard?zeitraum=1m');
  const sheet = page.getByRole('table', { name: 'So setzt sich Ihr Vermögen zusammen' });
  await sheet
    .getByRole('row', { name: /Handelskosten/ })
    .getByRole('button')
    .click();
  await expect(page).toHaveURL(/zeitraum=1m&teil=kosten$/);
  const drawer = page.getByRole('dialog', { name: /^Handelskosten/ });
  await expect(drawer.getByRole('row', { name: /B-\d+/ })).toHaveCount(2);
  const cents = (texts: string[]) =>
    texts.map((text) =>
      Number((/[+−]?[\d.]+,\d\d/.exec(text)?.[0] ?? '').replace('−', '-').replace(/[.,]/g, '')),
    );
  // The prices go on; all of it is read at one moment.
  const amounts = cents(await drawer.locator('tbody td, tfoot td').allInnerTexts());
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1));
  await page.goBack();
  await expect(drawer).toBeHidden();
  await page.goForward();
  await drawer
    .getByRole('link', { name: /Anlage öffnen$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard\/investments\//);
  await expect(page).toHaveTitle(/^SmartBot B-\d+ – Botdepot$/);
  await page.goBack();
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button').first().click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/zeitraum=1m$/);
});

test('each of the four figures, the total and the five newest bookings open what stands behind them', async ({
  regular: page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 700 });
  const figure = (name: string) =>
    page.getByRole('region', { name: 'Kennzahlen' }).getByRole('link', { name: new RegExp(`^${name}`) });
  for (const [name, path] of [
    ['Wallet', '/dashboard/wallet'],
    ['Aktive Bots', '/dashboard/bots'],
    ['Gewinn gesamt', '/dashboard?teil=gewinn'],
  ] as const) {
    await page.goto('/dashboard');
    await figure(name).click();
    await expect(page, name).toHaveURL(path);
  }
  await page.goto('/dashboard');
  await figure('Performance').click();
  const sheet = page.getByRole('region', { name: 'Vermögen' });
  await expect(sheet.getByRole('img', { name: /^Zeitgewichtete Rendite/ })).toBeInViewport();
  await sheet.getByRole('link', { name: /Wallet öffnen$/ }).click();
  await expect(page).toHaveURL('/dashboard/wallet');
  await page.goBack();

  const recent = page.getByRole('list', { name: 'Letzte Vorgänge' }).getByRole('listitem');
  await expect(recent).toHaveCount(5);
  await recent.getByRole('button').first().click();
  // Its entries sum to zero.
  await expect(
    page.getByRole('dialog').getByRole('cell', { name: '0,00', exact: true }).last(),
  ).toBeVisible();
});

test('deposits and withdrawals are markers of the curve, never its return', async ({ funded: page }) => {
  await startBot(page.request, '200.00');
  await page.goto('/dashboard');
  const chart = page.getByRole('img', { name: /Zeitgewichtete Rendite/ });
  await expect(chart).toHaveAccessibleName(/: [+−]?0,\d\d\u00a0%, größter Rückgang −?0,\d\d\u00a0%/);
  await expect(chart.getByText('1.000,00')).toBeVisible();
  await expect(page.getByText('Beträge zählen nicht als Rendite.')).toBeVisible();
});

test('the palette goes to a page, and says when there is none', { tag: '@gate' }, async ({
  regular: page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Seite oder Befehl suchen' });
  await expect(search).toBeFocused();
  await search.fill('gibt es nicht');
  await expect(page.getByText('Nichts gefunden')).toBeVisible();
  // However long the list below it is, the field stays where it is.
  const place = async () => (await search.boundingBox())?.y;
  const first = await place();
  for (const words of ['', 'w', 'auszahl']) {
    await search.fill(words);
    await expect(page.getByText('Nichts gefunden')).toBeHidden();
    expect(await place(), words).toBe(first);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/withdrawals');
  await page.getByRole('button', { name: /^Suchen/ }).click();
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
});

for (const [words, address] of [
  ['Auszug', '/dashboard/wallet/statement'],
  ['Beendete Bots', '/dashboard/bots?ansicht=beendete'],
  ['Meine Bots', '/dashboard/bots/eigene'],
] as const)
  test(`the palette finds „${words}“, which no sidebar names`, async ({ regular: page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Seite oder Befehl suchen' }).fill(words);
    await expect(page.getByRole('dialog', { name: 'Suchen' }).getByRole('button')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
  });

test('the palette carries out what it offers, also on a phone', { tag: '@gate' }, async ({
  newcomer: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const search = page.getByRole('textbox', { name: 'Seite oder Befehl suchen' });
  const run = async (words: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await search.fill(words);
    await expect(page.getByRole('dialog', { name: 'Suchen' }).getByRole('button')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(search).toBeHidden();
  };
  await run('Dunkle Darstellung');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await run('Tastenkürzel');
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await run('Abmelden');
  await expectToast(page, 'Abgemeldet');
  await expect(page).toHaveURL('/');
});

test('the question mark shows the keys, but not while somebody types', async ({ regular: page }) => {
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  const field = page.getByRole('searchbox', { name: 'Buchungen suchen' });
  await field.fill('');
  await field.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await field.fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Tastenkürzel' });
  await expect(keys.getByText('Seitenleiste umschalten')).toBeVisible();
  await expect(keys.getByRole('heading', { level: 3 })).toHaveText(['Überall', 'Im Support-Chat']);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});

test('the key overview names what works on the page, and no letters that are switched off', async ({
  admin: page,
}) => {
  const keys = page.getByRole('dialog', { name: 'Tastenkürzel' });
  const groups = keys.getByRole('heading', { level: 3 });
  for (const [path, expected] of [
    ['/admin', ['Überall', 'In den Anträgen']],
    ['/admin/support', ['Überall', 'In den Chats', 'Beim Antworten']],
    ['/admin?ansicht=rendite', ['Überall', 'Im Feld der Rendite']],
    ['/admin/kunden', ['Überall']],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await expect(groups, path).toHaveText([...expected]);
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
  }
  await page.goto('/admin');
  const letters = page.getByRole('button', { name: 'Tastenkürzel' });
  await letters.click();
  await expect(letters).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(groups).toHaveText(['Überall']);
});

test('bookings are searched and cut to a period in the address', { tag: '@gate' }, async ({
  regular: page,
}) => {
  await page.goto('/dashboard/wallet?ansicht=transaktionen');
  const rows = page.getByRole('table', { name: /^Buchungen/ }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  const all = await rows.count();
  await page.getByRole('searchbox', { name: 'Buchungen suchen' }).fill('smartbot');
  await expect(page).toHaveURL(/suche=smartbot/);
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await expect(rows.first()).toContainText('SmartBot');
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Buchungen suchen' })).toHaveValue('smartbot');
  await page.getByRole('searchbox', { name: 'Buchungen suchen' }).fill('100 % sicher');
  await expect(page.getByText('Keine Treffer')).toBeVisible();
  await page.getByRole('button', { name: 'Alle zeigen' }).click();
  await expect(rows).toHaveCount(all);
  await page.getByRole('combobox', { name: 'Zeitraum' }).selectOption({ label: 'Letztes Jahr' });
  await expect(page).toHaveURL(/zeit=vorjahr/);
  await expect(page.getByText('Keine Treffer')).toBeVisible();
});

test('overview, statement and keys are accessible', async ({ regular: page }) => {
  test.setTimeout(120_000);
  await checkAll(page, [
    {
      name: 'the statement',
      async open() {
        await page.goto('/dashboard/wallet/statement');
        await expect(page.getByRole('row', { name: /^Endsaldo/ })).toBeVisible();
      },
    },
    {
      name: 'the overview',
      async open() {
        await page.goto('/dashboard');
        await readSum(page);
      },
    },
    {
      name: 'the palette',
      async open() {
        await page.goto('/dashboard');
        await readSum(page);
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('textbox', { name: 'Seite oder Befehl suchen' })).toBeVisible();
      },
    },
    {
      name: 'the keys',
      async open() {
        await page.goto('/dashboard');
        await readSum(page);
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible();
      },
    },
  ]);
});
