// The lists of the wallet: filters and pages in the address, the file for a spreadsheet, and every row opens its entries.
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, readProfile, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import { delay, handleNext } from './routes.ts';
import { saved } from './saved-file.ts';

const BOOKINGS = '/dashboard/wallet?ansicht=transaktionen';
const KEPT = '/dashboard/wallet\\?ansicht=transaktionen';

const panel = (page: Page) => page.getByRole('region', { name: 'Transaktionen' });
/** The rows of bookings, without the head and the sum. */
const rows = (list: Locator) => list.locator('tbody').getByRole('row');
const kind = (page: Page) => page.getByRole('combobox', { name: 'Art der Buchung' });
const period = (page: Page) => page.getByRole('combobox', { name: 'Zeitraum' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buchungen suchen' });

async function send(api: APIRequestContext, path: string, data: object) {
  const answer = await api.post(path, { data, headers: { 'idempotency-key': randomUUID() } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function correct(admin: APIRequestContext, customer: APIRequestContext, reason: string) {
  const { email } = await readProfile(customer);
  await send(admin, '/api/admin/wallet-corrections', {
    email,
    direction: 'credit',
    amountUsd: '1.00',
    reason,
  });
}

test('whoever has booked nothing yet reads so, with a way to begin, and no filter', async ({
  newcomer: page,
}) => {
  await page.goto(BOOKINGS);
  await expect(panel(page)).toContainText('Noch keine Buchungen');
  await expect(kind(page)).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: /^CSV/ })).toHaveCount(0);
  await expect(panel(page)).not.toContainText('Keine Treffer');
  for (const [view, title] of [
    ['einzahlungen', 'Noch keine Einzahlungen'],
    ['auszahlungen', 'Noch keine Auszahlungen'],
  ]) {
    await page.goto(`/dashboard/wallet?ansicht=${view}`);
    await expect(page.getByText(title ?? '', { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveCount(0);
  }
});

test('from the deposits one comes to the withdrawals, and no row of the one stands in the other', {
  tag: '@gate',
}, async ({ newcomer: page }) => {
  const { reference } = await createDeposit(page.request, '100.00');
  await page.goto('/dashboard/wallet?ansicht=einzahlungen');
  const deposits = page.getByRole('region', { name: 'Einzahlungen' });
  await expect(rows(deposits)).toContainText(reference);
  const answers = await delay(page, '/api/withdrawals?*');
  const tabs = page.getByRole('navigation', { name: 'Ansichten des Wallets' });
  await tabs.getByRole('link', { name: 'Auszahlungen' }).click();
  const withdrawals = page.getByRole('region', { name: 'Auszahlungen' });
  await expect(withdrawals).toBeVisible();
  await expect(withdrawals).not.toContainText(reference);
  answers.heal();
  await expect(withdrawals).toContainText('Noch keine Auszahlungen');
});

test('while all of a list is on its way after a filter that found nothing, nothing is said to be empty', async ({
  newcomer: page,
}) => {
  const { reference } = await createDeposit(page.request, '100.00');
  await page.goto('/dashboard/wallet?ansicht=einzahlungen&status=rejected');
  const deposits = page.getByRole('region', { name: 'Einzahlungen' });
  await expect(deposits).toContainText('Keine Treffer');
  const answers = await delay(page, '/api/deposits?*');
  await deposits.getByRole('combobox', { name: 'Status' }).selectOption('Alle');
  await expect(page).not.toHaveURL(/status/);
  await expect(deposits.getByRole('combobox', { name: 'Status' })).toBeVisible();
  await expect(deposits).not.toContainText('Noch keine Einzahlungen');
  answers.heal();
  await expect(rows(deposits)).toContainText(reference);
});

test('filters of bookings stand in the address: back, reload and a link bring the same', async ({
  funded: page,
  adminApi,
}) => {
  await correct(adminApi, page.request, 'Kulanz wegen Ausfall');
  const { reference } = await createWithdrawal(page.request, '40.00');
  await page.goto(BOOKINGS);
  await expect(rows(panel(page))).toHaveCount(3);
  await expect(rows(panel(page)).first()).toContainText(reference);

  await kind(page).selectOption('Wallet-Korrektur');
  await expect(page).toHaveURL(new RegExp(`${KEPT}&art=wallet_corrected$`));
  await expect(rows(panel(page))).toHaveCount(1);
  await kind(page).selectOption('Einzahlung gutgeschrieben');
  await expect(rows(panel(page))).toContainText('+1.000,00');
  await page.goBack();
  await expect(rows(panel(page))).toContainText('Kulanz wegen Ausfall');
  await expect(kind(page)).toHaveValue('wallet_corrected');
  await page.reload();
  await expect(rows(panel(page))).toHaveCount(1);
  await expect(kind(page)).toHaveValue('wallet_corrected');

  // Filters add up, and one that matches nothing says so without taking the filters away.
  await period(page).selectOption('Letztes Jahr');
  await expect(panel(page)).toContainText('Keine Treffer');
  await expect(panel(page)).not.toContainText('Noch keine Buchungen');
  await expect(period(page)).toHaveValue('vorjahr');
  await panel(page).getByRole('button', { name: 'Alle zeigen' }).click();
  await expect(page).toHaveURL(new RegExp(`${KEPT}$`));
  await expect(rows(panel(page))).toHaveCount(3);

  await search(page).fill('ausfall');
  await expect(page).toHaveURL(/&suche=ausfall$/);
  await expect(rows(panel(page))).toHaveCount(1);
  await rows(panel(page)).click();
  await expect(page.getByRole('dialog')).toContainText('Kulanz wegen Ausfall');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/&suche=ausfall$/);
  await page.goto(`${BOOKINGS}&art=wetter&zeit=nie&seite=-1`);
  await expect(rows(panel(page))).toHaveCount(3);
});

test('the file holds what the filters let through, on every page of it, as German Excel reads it', {
  tag: '@gate',
}, async ({ funded: page, adminApi }) => {
  test.setTimeout(90_000);
  for (let number = 1; number <= 11; number++)
    await correct(adminApi, page.request, `Kulanz ${number}; „mit Zeichen“`);
  await correct(adminApi, page.request, '=SUMME(A1)');
  await page.goto(`${BOOKINGS}&art=wallet_corrected`);
  await expect(panel(page)).toContainText('Buchungen 1–10 von 12');
  const { name, lines } = await saved(page, panel(page).getByRole('button', { name: /^CSV/ }));
  expect(name).toBe('spielgeld-transaktionen.csv');
  const [head = [], newest = [], next = []] = lines;
  expect(lines).toHaveLength(13);
  expect(head.slice(0, 5)).toEqual(['Datum', 'Vorgang', 'Beschreibung', 'Referenz', 'Betrag USDT']);
  expect(head.at(-1)).toBe('Hinweis');
  // A cell that a spreadsheet would compute is text; a semicolon inside one does not end it.
  expect(newest[2]).toBe("'=SUMME(A1)");
  expect(newest[3]).toMatch(/^K-\d+$/);
  expect(newest[4]).toBe('1,00');
  expect(newest.at(-1)).toBe('Spielgeld – kein echtes Geld');
  expect(next.join(';')).toContain('"Kulanz 11; „mit Zeichen“"');
  expect(lines.slice(1).every(([, what]) => what === 'Wallet-Korrektur')).toBe(true);

  await search(page).fill('Kulanz 7');
  await expect(panel(page)).toContainText('1 Buchung');
  const one = await saved(page, panel(page).getByRole('button', { name: /^CSV/ }));
  expect(one.lines).toHaveLength(2);
});

test('bookings come by pages, each one once, and the last page is reached by its address', async ({
  newcomer: page,
  adminApi,
}) => {
  test.setTimeout(90_000);
  for (let number = 1; number <= 21; number++)
    await correct(adminApi, page.request, `Kulanz Nummer ${number}.`);
  await page.goto(BOOKINGS);
  await expect(panel(page)).toContainText('Buchungen 1–10 von 21');
  const shown: string[] = [];
  for (const wanted of [10, 10, 1]) {
    await expect(rows(panel(page))).toHaveCount(wanted);
    shown.push(...(await rows(panel(page)).allTextContents()));
    const next = panel(page).getByRole('button', { name: 'Weiter' });
    if (wanted === 10) await next.click();
    else await expect(next).toBeDisabled();
    if (wanted === 10)
      await expect(panel(page)).toContainText(shown.length === 10 ? '11–20 von' : '21–21 von');
  }
  const numbers = shown.map((text) => Number(/Nummer (\d+)\./.exec(text)?.[1]));
  expect(numbers).toEqual(Array.from({ length: 21 }, (_, place) => 21 - place));
  await expect(page).toHaveURL(/&seite=3$/);
  await page.goBack();
  await expect(panel(page)).toContainText('Buchungen 11–20 von 21');
  await page.goto(`${BOOKINGS}&seite=99`);
  await expect(panel(page)).toContainText('So viele Seiten gibt es nicht');
  await panel(page).getByRole('button', { name: 'Zur ersten Seite' }).click();
  await expect(rows(panel(page))).toHaveCount(10);

  // The overview shows the ten newest.
  await page.goto('/dashboard/wallet');
  const recent = page.getByRole('list', { name: 'Letzte Vorgänge' }).getByRole('listitem');
  await expect(recent).toHaveCount(10);
  await expect(recent.first()).toContainText('Kulanz Nummer 21.');
  await expect(recent.last()).toContainText('Kulanz Nummer 12.');
});

test('the wallet shows its balance, what is in bots and the sum of both, and leads to four views', async ({
  funded: page,
}) => {
  await startBot(page.request, '400.00');
  await createWithdrawal(page.request, '40.00');
  await page.goto('/dashboard/wallet');
  const balance = page.getByRole('table', { name: 'Guthaben' });
  await expect(balance.getByRole('row', { name: /^Verfügbar/ })).toContainText('560,00');
  await expect(balance.getByRole('row', { name: /^Reserviert/ })).toContainText('40,00');
  await expect(balance.getByRole('row', { name: /^Wallet/ })).toContainText('600,00');
  const wealth = page.getByRole('table', { name: 'Vermögen' });
  await expect(wealth.getByRole('row', { name: /^Wallet/ })).toContainText('600,00');
  // Prices move the two on: read together, the one is the other and the wallet.
  const read = await wealth.getByRole('row').allTextContents();
  const centsOf = (title: string) => {
    const row = read.find((text) => text.startsWith(title));
    return Number(/(\d[\d.]*,\d\d)/.exec(row ?? '')?.[1]?.replace(/[.,]/g, ''));
  };
  expect(centsOf('In Bots angelegt')).toBeGreaterThan(39_000);
  expect(centsOf('Gesamt')).toBe(60_000 + centsOf('In Bots angelegt'));
  await expect(page.getByRole('navigation', { name: 'Ansichten des Wallets' }).getByRole('link')).toHaveText([
    /^Übersicht/,
    /^Transaktionen/,
    /^Einzahlungen/,
    /^Auszahlungen/,
  ]);
});

test('every booking opens its entries, with what was there before and after', async ({
  funded: page,
  adminApi,
}) => {
  const { id, reference } = await createWithdrawal(page.request, '250.00');
  await page.goto(BOOKINGS);
  await rows(panel(page)).filter({ hasText: reference }).click();
  const drawer = page.getByRole('dialog', { name: 'Auszahlung beantragt' });
  await expect(drawer.getByRole('row', { name: /verfügbar/ })).toContainText(/1\.000,00.*−250,00.*750,00/);
  await expect(drawer.getByRole('row', { name: /reserviert/ })).toContainText(
    /(?<![\d.])0,00.*\+250,00.*250,00/,
  );
  await expect(drawer.getByRole('row', { name: /^Summe/ }).getByText('0,00', { exact: true })).toBeVisible();
  // The address names it, so it can be kept, and the way leads on to what it belongs to.
  const address = page.url();
  await page.reload();
  await expect(page).toHaveURL(address);
  await expect(drawer).toBeVisible();
  await drawer.getByRole('link', { name: /Auszahlung/ }).click();
  const request = page.getByRole('dialog', { name: `Auszahlung ${reference}` });
  await expect(request).toContainText('Wird geprüft');
  await send(adminApi, `/api/admin/withdrawals/${id}/reject`, { reason: 'Die Adresse passt nicht.' });
  await expect(request).toContainText('Abgelehnt');
  await expect(request).toContainText('Die Adresse passt nicht.');
  const released = request.getByRole('row', {
    name: /^Reservierung aufgehoben.* 250,00\sUSDT wieder verfügbar/,
  });
  await expect(released).toContainText('0,00');
  await released.getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Reservierung aufgehoben' })).toBeVisible();
  await page.goBack();
  await expect(request).toBeVisible();
});

for (const { kind: what, path, create, open } of [
  {
    kind: 'a deposit',
    path: '/dashboard/deposits',
    create: createDeposit,
    open: (id: string) => `/dashboard/deposits?einzahlung=${id}`,
  },
  {
    kind: 'a withdrawal',
    path: '/dashboard/withdrawals',
    create: createWithdrawal,
    open: (id: string) => `/dashboard/withdrawals?auszahlung=${id}`,
  },
]) {
  test(`${what} is found by its status, in the address and in the file`, { tag: '@gate' }, async ({
    funded: page,
  }) => {
    const { id, reference } = await create(page.request, '20.00');
    const later = await create(page.request, '30.00');
    await send(page.request, `/api${path.replace('/dashboard', '')}/${id}/cancel`, {});
    await page.goto(path);
    const history = page.getByRole('region', { name: 'Verlauf' });
    await expect(rows(history).first()).toContainText(later.reference);
    const status = history.getByRole('combobox', { name: 'Status' });
    await status.selectOption('Storniert');
    await expect(page).toHaveURL(`${path}?status=cancelled`);
    await expect(rows(history)).toHaveCount(1);
    await expect(rows(history)).toContainText(reference);
    const { lines } = await saved(page, history.getByRole('button', { name: /^CSV/ }));
    expect(lines.map((line) => line[1])).toEqual(['Referenz', reference]);
    await status.selectOption('Abgelehnt');
    await expect(history).toContainText('Keine Treffer');
    await page.goBack();
    await expect(rows(history)).toContainText(reference);
    await expect(status).toHaveValue('cancelled');
  });

  test(`${what} is found by its link, also where no list that is loaded holds it`, async ({
    funded: page,
  }) => {
    const { id, reference } = await create(page.request, '7.00');
    // As after a hundred later ones, without leaving them in the queue of the admins.
    await page.route(`**/api${path.replace('/dashboard', '')}?*`, (route) =>
      route.fulfill({ json: { items: [], total: 0, page: 1, pageSize: 10 } }),
    );
    await page.goto(open(id));
    await expect(page.getByRole('dialog', { name: reference })).toContainText('7,00');
    await page.goto(open('01890000-0000-7000-8000-000000000000'));
    await expect(page.getByRole('dialog')).toContainText('nicht gefunden');
  });
}

test('what happens while the first answer is under way is shown, although that answer is older', async ({
  newcomer: page,
}) => {
  const { promise: later, resolve: release } = Promise.withResolvers<void>();
  await handleNext(
    page,
    '/api/wallet',
    async (route) => {
      const old = await route.fetch();
      await later;
      await route.fulfill({ response: old });
    },
    'GET',
  );
  const listed = page.waitForResponse((response) => response.url().includes('/api/deposits?'));
  await page.goto('/dashboard/wallet');
  await listed;
  await createDeposit(page.request, '20.00');
  // The page has heard of it.
  await expect(page.getByText('Einzahlung erstellt')).toBeVisible();
  release();
  const tabs = page.getByRole('navigation', { name: 'Ansichten des Wallets' });
  await expect(tabs.getByRole('link', { name: /^Einzahlungen/ })).toContainText('1');
});

test('the tabs stand evenly, and the line under one is as wide as its words', async ({ newcomer: page }) => {
  await page.goto('/dashboard/wallet');
  const tabs = page.getByRole('navigation', { name: 'Ansichten des Wallets' });
  // What is counted is known.
  await expect(tabs.locator('a > span')).toHaveCount(0);
  await createDeposit(page.request, '20.00');
  await expect(tabs.getByRole('link', { name: /^Einzahlungen/ })).toContainText('1');
  const places = await tabs.getByRole('link').evaluateAll((links) =>
    links.map((link) => {
      const words = document.createRange();
      words.selectNodeContents(link);
      const { left, right, width } = link.getBoundingClientRect();
      return { left, right, overhang: width - words.getBoundingClientRect().width };
    }),
  );
  for (const { overhang } of places) expect(overhang).toBeLessThan(1);
  const gaps = places.slice(1).map(({ left }, index) => left - (places[index]?.right ?? 0));
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(1);
});

test('more requests than the overview has room for are counted, and one click away', async ({
  funded: page,
}) => {
  for (let made = 0; made < 12; made++) await createDeposit(page.request, '5.00');
  for (let made = 0; made < 11; made++) await createWithdrawal(page.request, '5.00');
  await page.goto('/dashboard/wallet');
  const open = page.getByRole('region', { name: 'In Prüfung' });
  await expect(open.getByRole('listitem')).toHaveCount(20);
  await expect(open.getByRole('link', { name: 'Eine weitere Auszahlung' })).toBeVisible();
  await open.getByRole('link', { name: '2 weitere Einzahlungen' }).click();
  await expect(page).toHaveURL('/dashboard/deposits?status=pending');
});
