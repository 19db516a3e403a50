// Going from page to page: each has a title of its own, the focus follows, and the way back leads to where one was.

import { expect, type Locator, type Page } from '@playwright/test';
import { ADMIN_PATHS, CUSTOMER_PATHS } from './app-paths.ts';
import { test } from './app-test.ts';
import { register } from './people.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const sidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link', { name, exact: true });

interface Stop {
  /** As in the routes. */
  path: string;
  title: string | RegExp;
  /** What leads there from the stop before. */
  go: (page: Page) => Promise<void>;
}

const click = (find: (page: Page) => Locator) => (page: Page) => find(page).first().click();

const WAY: Stop[] = [
  { path: 'dashboard/bots', title: 'KI-Bots', go: click((page) => sidebar(page, 'KI-Bots')) },
  {
    path: 'dashboard/bots/eigene',
    title: 'Meine Bots',
    go: click((page) => page.getByRole('link', { name: 'Meine Bots', exact: true })),
  },
  {
    path: 'dashboard/bots/eigene/:ownBotId',
    title: 'Monatswechsel',
    go: click((page) => page.getByRole('button', { name: 'Bauen: Monatswechsel' })),
  },
  {
    path: 'dashboard/bots/eigene/:ownBotId/ergebnis',
    title: 'Monatswechsel, Ergebnis',
    go: click((page) => page.getByRole('link', { name: 'Ergebnis', exact: true })),
  },
  {
    path: 'dashboard/bots/eigene/:ownBotId/varianten',
    title: 'Monatswechsel, Varianten',
    go: click((page) => page.getByRole('link', { name: 'Varianten', exact: true })),
  },
  {
    path: 'dashboard/bots/eigene/:ownBotId/live',
    title: 'Monatswechsel',
    go: click((page) => page.getByRole('link', { name: 'Live', exact: true })),
  },
  {
    path: 'dashboard/bots/:botType',
    title: 'TurboBot',
    async go(page) {
      await sidebar(page, 'KI-Bots').click();
      await page.getByRole('link', { name: 'TurboBot ansehen und testen' }).click();
    },
  },
  {
    path: 'dashboard/wallet',
    title: 'Wallet',
    async go(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Seite oder Befehl suchen' }).fill('Wallet');
      await page.keyboard.press('Enter');
    },
  },
  {
    path: 'dashboard/wallet/statement',
    title: 'Kontoauszug',
    async go(page) {
      await page.getByRole('link', { name: 'Transaktionen' }).click();
      await page.getByRole('link', { name: 'Kontoauszug' }).click();
    },
  },
  { path: 'dashboard/deposits', title: 'Einzahlungen', go: click((page) => sidebar(page, 'Einzahlungen')) },
  {
    path: 'dashboard/withdrawals',
    title: 'Auszahlungen',
    go: click((page) => sidebar(page, 'Auszahlungen')),
  },
  { path: 'dashboard/settings', title: 'Einstellungen', go: click((page) => sidebar(page, 'Einstellungen')) },
  { path: 'dashboard/support', title: 'Support', go: click((page) => sidebar(page, 'Support')) },
  {
    path: 'dashboard/notifications',
    title: 'Benachrichtigungen',
    async go(page) {
      await page.getByRole('button', { name: /^Benachrichtigungen/ }).click();
      await page.getByRole('dialog').getByRole('link', { name: /^Alle/ }).click();
    },
  },
  {
    path: 'profile',
    title: 'Profil',
    async go(page) {
      await page.getByRole('button', { name: 'Benutzermenü' }).click();
      await page.getByRole('menuitem', { name: 'Profil' }).click();
    },
  },
  { path: 'dashboard', title: 'Dashboard', go: click((page) => sidebar(page, 'Dashboard')) },
  {
    path: 'dashboard/investments/:investmentId',
    title: 'SmartBot B-',
    go: click((page) =>
      page.getByRole('region', { name: 'Ihre Bots' }).getByRole('link', { name: /B-\d+ öffnen$/ }),
    ),
  },
];

const STEPS_BETWEEN: ReadonlySet<string> = new Set([
  'dashboard/wallet',
  'dashboard/bots/eigene/:ownBotId/live',
]);

const addressOf = (path: string) => new RegExp(`/${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?.*)?$`);

async function expectAt(page: Page, { path, title }: Pick<Stop, 'path' | 'title'>) {
  await expect(page).toHaveURL(addressOf(path));
  await expect(page).toHaveTitle(typeof title === 'string' ? new RegExp(`^${title}.* – Botdepot$`) : title);
  await expect(heading(page), path).toHaveCount(1);
  await expect(heading(page), path).toBeFocused();
}

test('every page of a customer says what it is, takes the focus to its heading, and back leads back', {
  tag: '@gate',
}, async ({ regular: page }) => {
  test.setTimeout(240_000);
  expect(WAY.map(({ path }) => path).toSorted(), 'a page that nothing here leads to').toEqual(
    CUSTOMER_PATHS.toSorted(),
  );

  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  await expect(heading(page), 'nobody has gone anywhere yet').not.toBeFocused();
  const titles: string[] = [];
  for (const stop of WAY) {
    await stop.go(page);
    await expectAt(page, stop);
    titles.push(await page.title());
  }
  expect(new Set(titles).size, titles.join(', ')).toBe(WAY.length);

  for (const stop of WAY.toReversed().slice(1)) {
    await page.goBack();
    // The other view of the wallet is a step of its own, and the list of bots between two of them.
    if (STEPS_BETWEEN.has(stop.path)) await page.goBack();
    await expectAt(page, stop);
  }
  await page.goForward();
  await expectAt(page, { path: 'dashboard/bots/eigene', title: 'Meine Bots' });
});

test('another view of the same page leaves the focus where it is', async ({ regular: page }) => {
  await page.goto('/dashboard');
  const week = page.getByRole('radio', { name: '1W' });
  await page.getByText('1W', { exact: true }).click();
  await expect(page).toHaveURL(/zeitraum=1w/);
  await expect(week).toBeFocused();
  await sidebar(page, 'Wallet').click();
  await expect(heading(page)).toBeFocused();
  const bookings = page.getByRole('link', { name: 'Transaktionen' });
  await bookings.click();
  await expect(page).toHaveURL(/ansicht=transaktionen/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(bookings).toBeFocused();
});

test('the way back leads to the place on the page where one was', async ({ regular: page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/dashboard');
  const open = page
    .getByRole('region', { name: 'Ihre Bots' })
    .getByRole('link', { name: 'Öffnen', exact: true });
  await open.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(500);
  await open.click();
  await expect(page).toHaveURL('/dashboard/bots');
  await expect(heading(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(heading(page)).toHaveText('Dashboard');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 200);
});

test('on a phone the drawer leads to a page and its heading, not back to its button', async ({
  regular: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  for (const opener of ['Mehr', /^Seitenleiste umschalten/]) {
    await page.getByRole('button', { name: opener }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Auszahlungen' }).click();
    await expect(page).toHaveURL('/dashboard/withdrawals');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(heading(page)).toBeFocused();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(heading(page)).toBeFocused();
  }
});

test('in the bottom navigation one entry stands for where one is, whatever is open', async ({
  regular: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole('navigation', { name: 'Navigation unten' });
  const marked = () =>
    bar
      .locator('a, button')
      .evaluateAll((entries) =>
        entries
          .filter((entry) => getComputedStyle(entry).color === getComputedStyle(document.body).color)
          .map((entry) => /^(Dashboard|KI-Bots|Wallet|Support|Mehr)/.exec(entry.textContent)?.[0]),
      );
  for (const [path, entry] of [
    ['/dashboard', 'Dashboard'],
    ['/dashboard/wallet/statement', 'Wallet'],
    ['/dashboard/support', 'Support'],
    ['/dashboard/deposits', 'Mehr'],
    ['/dashboard/settings', 'Mehr'],
    ['/profile', 'Mehr'],
  ]) {
    await page.goto(path ?? '');
    await expect(heading(page)).toBeVisible();
    await expect.poll(marked, path).toEqual([entry]);
  }
  await page.goto('/dashboard/wallet');
  await expect(heading(page)).toBeVisible();
  await bar.getByRole('button', { name: 'Support-Chat öffnen' }).click();
  await expect.poll(marked).toEqual(['Support']);
  await bar.getByRole('button', { name: 'Support-Chat verkleinern' }).click();
  await expect.poll(marked).toEqual(['Wallet']);
});

test('no name in the bottom navigation touches an edge or its neighbour, even at 320 px', async ({
  regular: page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Navigation unten' });
  const names = await bar.locator('a, button').evaluateAll((entries) =>
    entries.map((entry) => {
      const words = document.createRange();
      words.selectNodeContents(entry.querySelector('span[aria-hidden]') ?? entry.lastChild ?? entry);
      const { left, right } = words.getBoundingClientRect();
      return { left, right };
    }),
  );
  expect(names).toHaveLength(5);
  let edge = 0;
  for (const { left, right } of [...names, { left: 320, right: 320 }]) {
    expect(left - edge, JSON.stringify(names)).toBeGreaterThanOrEqual(3);
    edge = right;
  }
});

test('a page that puts the focus into a field keeps it there', async ({ regular: page }) => {
  await page.goto('/profile');
  await page.getByRole('link', { name: /E-Mail ändern/ }).click();
  await expect(page).toHaveURL(/settings#email$/);
  await expect(page.getByLabel('Neue E-Mail-Adresse')).toBeFocused();
});

test('every page of the back office has a title of its own', async ({ admin: page }) => {
  const titles = new Map<string, string>();
  for (const path of ADMIN_PATHS.filter((one) => !one.includes(':'))) {
    await page.goto(`/${path}`);
    await expect(heading(page).first()).toBeVisible();
    const title = await page.title();
    expect(title, path).toMatch(/^.+ – Botdepot$/);
    expect(titles.get(title), `${path} is called as another page: ${title}`).toBeUndefined();
    titles.set(title, path);
  }
});

test('the entry of a menu under the pointer stands out, whatever styles have arrived by then', async ({
  regular: page,
}) => {
  await page.goto('/dashboard');
  // Toasts come last, with styles of their own.
  const styles = () => page.evaluate(() => [...document.styleSheets].map(({ href }) => href).join(' '));
  await expect.poll(styles).toContain('/toasts-');
  await page.getByRole('button', { name: 'Benutzermenü' }).click();
  const entry = page.getByRole('menuitem', { name: 'Abmelden' });
  const ground = () => entry.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await ground();
  await entry.hover();
  await expect.poll(ground).not.toBe(before);
});

test('one entry of a menu stands out at a time: the one under the pointer, else the one with the focus', {
  tag: '@gate',
}, async ({ regular: page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Benutzermenü' }).click();
  const entries = page.getByRole('menuitem');
  await expect(entries.first()).toBeFocused();
  const grounds = () =>
    entries.evaluateAll((all) => all.map((entry) => getComputedStyle(entry).backgroundColor));
  const others = (names: string[], place: number) => new Set(names.filter((_, index) => index !== place));
  await entries.last().hover();
  await expect(async () => {
    const drawn = await grounds();
    expect(others(drawn, drawn.length - 1).size).toBe(1);
    expect(others(drawn, drawn.length - 1)).not.toContain(drawn.at(-1));
  }).toPass();
  // With the keys the focus stays visible, whatever the pointer rests on.
  await page.keyboard.press('ArrowDown');
  const focused = page.getByRole('menu').locator(':focus');
  await expect(focused).toHaveCSS('outline-style', 'solid');
});

test('who goes elsewhere right after the choice of a bot is not called back', { tag: '@gate' }, async ({
  page,
}) => {
  await page.clock.install();
  await register(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Mit SmartBot fortfahren' }).click();
  await expect(page.getByText('SmartBot aktiviert!', { exact: true })).toBeAttached();
  await page.getByRole('link', { name: 'Über uns' }).first().click();
  await expect(page).toHaveURL('/about');
  await page.clock.runFor(5_000);
  // The page's clock stands; whoever had set out would arrive within a real second.
  await expect(page.waitForURL('/dashboard', { timeout: 1_500 })).rejects.toThrow('Timeout');
  await expect(page).toHaveURL('/about');
});
