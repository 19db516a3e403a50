// The landing page and the header of the public pages, as the specification names their parts.
import { expect, type Page } from '@playwright/test';
import { readProfile } from './accounts.ts';
import { test } from './app-test.ts';
import { expectToast, register } from './people.ts';

const CATEGORIES = [
  ['Krypto', '/markets/krypto'],
  ['Forex', '/markets/forex'],
  ['Indizes', '/markets/indizes'],
  ['Rohstoffe', '/markets/rohstoffe'],
] as const;

const ENTRIES = [
  ['Start', '/'],
  ['Über uns', '/about'],
  ['KI-Trading', '/ai-trading'],
  ['Hilfe/FAQ', '/help'],
] as const;

const linksOf = (page: Page, navigation: string) =>
  page
    .getByRole('navigation', { name: navigation, exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? '']));

test('the landing page leads from the promise to the risk in one column of sheets', async ({ page }) => {
  await page.goto('/');
  const headings = await page.getByRole('main').getByRole('heading').allTextContents();
  const order = [
    /^Handelsbots mit Spielgeld testen/,
    /^Ihr Betrag im Rücktest$/,
    /^Kurse von heute$/,
    /^Versprochen und gemessen$/,
    /^Für wen das ist/,
    /^Was wir tun/,
    /^In drei Schritten/,
    /Konto eröffnen$/,
    /Spielgeld einzahlen$/,
    /Bot starten$/,
    /^Musterkonto$/,
    /^Risikohinweis$/,
  ].map((heading) => headings.findIndex((text) => heading.test(text)));
  expect(order, headings.join(' | ')).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  // The section itself, not what the foot of every page says.
  const notice = page
    .getByRole('main')
    .getByRole('heading', { name: 'Risikohinweis', exact: true })
    .locator('..');
  await expect(notice).toContainText('ist keine Anlageberatung');
  await expect(notice).toContainText('Verlustrisiken verbunden, bis hin zum vollständigen Verlust');
  await expect(notice).toContainText('Frühere Ergebnisse sagen nichts über künftige Ergebnisse aus');
});

test('the landing page says what an amount became in the backtest, by keyboard as well', async ({
  page,
  request,
}) => {
  // Written as well, and the picture beside it in its size before it is loaded.
  expect(await (await request.get('/')).text()).toMatch(/500\u00a0USDT, 30 Tage, SmartBot/);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const panel = page.getByRole('region', { name: 'Ihr Betrag im Rücktest' });
  const outcome = panel.getByRole('status');
  const figures = async () =>
    (await outcome.locator('b').allTextContents()).map((text) => Number(text.replace('.', '')));
  const [low = 0, median = 0, high = 0] = await figures();
  expect(low).toBeLessThan(500);
  expect(median).toBeGreaterThan(low);
  expect(high).toBeGreaterThan(median);

  const amount = panel.getByRole('slider', { name: /^Betrag/ });
  await amount.focus();
  await page.keyboard.press('ArrowRight');
  await expect(amount).toHaveAttribute('aria-valuetext', '600\u00a0USDT');
  await expect(outcome).toContainText('600\u00a0USDT, 30 Tage, SmartBot');
  expect((await figures())[0]).toBeCloseTo((low / 500) * 600, -1);

  await panel.getByRole('radio', { name: 'SmartBot' }).focus();
  await page.keyboard.press('ArrowRight');
  // It cannot be started with less.
  await expect(outcome).toContainText('5.000\u00a0USDT, 30 Tage, TurboBot');
  await panel.getByRole('radio', { name: '84' }).check();
  await expect(outcome).toContainText('84 Tage');
  expect(Math.max(...(await figures()))).toBeGreaterThan(5_000);

  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const picture = page.getByRole('img', { name: /^Übersicht eines Kontos/ });
    // The one that is hidden by the scheme has to be gone before the other is brought into view.
    await expect(picture).toHaveAttribute('src', new RegExp(scheme));
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024);
  }
});

test('„Mehr über unsere Bots“ opens the comparison, brings it into view, and closes it again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const toggle = page.getByRole('button', { name: 'Mehr über unsere Bots' });
  const offer = page.getByRole('link', { name: 'SmartBot testen' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(offer).toBeHidden();
  // At the lower edge of the window, so that what opens below it is out of sight.
  await toggle.evaluate((button) => button.scrollIntoView({ block: 'end' }));

  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('link', { name: 'TurboBot testen' })).toBeVisible();
  // It is taller than the window: its beginning is what one wants to see.
  await expect(page.locator(`[id="${await toggle.getAttribute('aria-controls')}"]`)).toBeInViewport({
    ratio: 0.6,
  });

  await toggle.click();
  await expect(offer).toBeHidden();
});

test('on a phone nothing is left empty below what a bot has not measured yet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Mehr über unsere Bots' }).click();
  const row = page.getByRole('article').first().getByRole('definition').first();
  const empty = () =>
    row.evaluate((cell) => {
      const words = document.createRange();
      words.selectNode(Array.from(cell.querySelectorAll('span')).at(-1) ?? cell);
      return cell.getBoundingClientRect().bottom - words.getBoundingClientRect().bottom;
    });
  await expect.poll(empty).toBeLessThan(28);
});

test('the header leads to every page, and to the four markets under one word', { tag: '@gate' }, async ({
  page,
}) => {
  await page.goto('/');
  expect(await linksOf(page, 'Hauptnavigation')).toEqual(ENTRIES);
  const markets = page.getByRole('banner').getByRole('button', { name: 'Märkte' });
  await markets.click();
  expect(await linksOf(page, 'Hauptnavigation')).toEqual(expect.arrayContaining([...CATEGORIES]));
  await page.keyboard.press('Escape');
  await expect(markets).toBeFocused();
  expect(await linksOf(page, 'Hauptnavigation')).toEqual(ENTRIES);
  await markets.click();
  await page.getByRole('banner').getByRole('link', { name: 'Rohstoffe' }).click();
  await expect(page).toHaveURL('/markets/rohstoffe');
});

test('on a phone a menu opens and closes with the same links, and a login', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Menü öffnen' });
  await open.click();
  const links = await linksOf(page, 'Menü');
  expect(links).toEqual(expect.arrayContaining([...ENTRIES, ...CATEGORIES]));
  expect(links.map(([label]) => label)).toContain('Login');
  await page.getByRole('button', { name: 'Menü schließen' }).click();
  await expect(page.getByRole('navigation', { name: 'Menü', exact: true })).toHaveCount(0);
  await open.click();
  await page
    .getByRole('navigation', { name: 'Menü', exact: true })
    .getByRole('link', { name: 'Über uns' })
    .click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('navigation', { name: 'Menü', exact: true })).toHaveCount(0);
});

for (const [who, items] of [
  ['a customer', ['Dashboard', 'Profil verwalten', 'Abmelden']],
  ['an admin', ['Dashboard', 'Profil verwalten', 'Admin Panel', 'Abmelden']],
] as const) {
  test(`for ${who} the header has the menu „Mein Konto“ instead of the login`, { tag: '@gate' }, async ({
    newcomer,
    admin,
  }) => {
    const page = who === 'an admin' ? admin : newcomer;
    // Only who has logged in or been in the app is taken for somebody; nobody else is asked about.
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/');
    await page.getByRole('button', { name: 'Benutzermenü' }).click();
    const { email } = await readProfile(page.request);
    await expect(page.getByText('Mein Konto', { exact: true })).toBeVisible();
    await expect(page.getByRole('banner').getByText(email, { exact: true })).toBeVisible();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(items);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    const content = page.getByRole('main');
    await expect(content.getByRole('link', { name: 'Zum Dashboard' })).toHaveCount(2);
    await expect(content.getByRole('link', { name: /^(Kostenlos starten|Login)$/ })).toHaveCount(0);
    const foot = page.getByRole('contentinfo');
    await expect(foot.getByRole('link', { name: 'Zum Dashboard' })).toBeVisible();
    await expect(foot.getByRole('link', { name: /^(Kostenlos starten|Login)$/ })).toHaveCount(0);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole('button', { name: 'Menü öffnen' })).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }

    await page.getByRole('button', { name: 'Menü öffnen' }).click();
    const menu = page.getByRole('navigation', { name: 'Menü', exact: true });
    const own = menu.getByRole('list', { name: 'Mein Konto' });
    await expect(own.locator('a, button')).toHaveText(items);
    await expect(menu).toContainText(email);
    await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0);
    await own.getByRole('link', { name: 'Profil verwalten' }).click();
    await expect(page).toHaveURL('/profile');
  });
}

test('who has just registered is known at once, also before the choice of the bot', async ({ page }) => {
  await register(page);
  const choice = page.getByRole('heading', { name: 'Welchen Bot möchten Sie testen?' });
  const menu = page.getByRole('banner').getByRole('button', { name: 'Benutzermenü' });
  await expect(choice).toBeVisible();
  await expect(menu).toBeVisible();
  await page.reload();
  await expect(menu).toBeVisible();
  await expect(choice).toBeVisible();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Botdepot/ })
    .click();
  await expect(page).toHaveURL('/');
  await expect(menu).toBeVisible();
  await expect(
    page.getByRole('banner').getByRole('link', { name: /^(Login|Kostenlos starten)$/ }),
  ).toHaveCount(0);
  await page.goto('/signup');
  await expect(page).toHaveURL('/dashboard');
});

test('on a phone one can log out in the menu', { tag: '@gate' }, async ({ newcomer: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  const menu = page.getByRole('navigation', { name: 'Menü', exact: true });
  await menu.getByRole('button', { name: 'Abmelden' }).click();
  await expectToast(page, 'Erfolgreich abgemeldet');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Login' })).toBeVisible();
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
});
