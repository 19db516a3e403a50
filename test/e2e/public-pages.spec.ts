// The pages that anyone may read: what they say, and that every link on them leads somewhere.
import { expect, type Page } from '@playwright/test';
import { INDEXED_PATHS, PRERENDERED_PATHS, urls } from '../../apps/web/app/lib/url/urls.ts';
import { test } from './app-test.ts';
import { register } from './people.ts';

const QUESTIONS = 6;

test('the help opens one answer at a time, and each can be closed again', async ({ page }) => {
  await page.goto('/help');
  const questions = page.locator('summary');
  await expect(questions).toHaveCount(QUESTIONS);
  for (let index = 0; index < QUESTIONS; index++) {
    await questions.nth(index).click();
    await expect(page.locator('details[open]')).toHaveCount(1);
    await expect(page.locator('details').nth(index)).toHaveAttribute('open', '');
  }
  await questions.last().click();
  await expect(page.locator('details[open]')).toHaveCount(0);
});

test('the help opens its answers with the keyboard', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/help');
  await page.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Auf dieser Plattform gibt es nur Spielgeld.')).toBeVisible();
});

for (const [path, label] of [
  ['/', 'Start'],
  ['/about', 'Über uns'],
  ['/markets/forex', 'Märkte'],
  ['/ai-trading', 'KI-Trading'],
  ['/help', 'Hilfe/FAQ'],
] as const)
  test(`the header marks ${label} as the place where one is, as written and as it comes alive`, async ({
    page,
    request,
  }) => {
    const [written = ''] = (await (await request.get(path)).text()).split('</header>', 1);
    expect(written.match(/<(a|button)[^>]*aria-current/g)).toHaveLength(1);
    await page.goto(path);
    const here = page.getByRole('navigation', { name: 'Hauptnavigation' }).locator('[aria-current]');
    await expect(here).toHaveText(label);
    // From another page it is left by a click, without a load.
    await page
      .getByRole('link', { name: path === '/about' ? 'Hilfe/FAQ' : 'Über uns', exact: true })
      .first()
      .click();
    await expect(here).toHaveText(path === '/about' ? 'Hilfe/FAQ' : 'Über uns');
  });

/** What the page says at its top, by what leads there. */
const DESTINATIONS: Record<string, string | RegExp> = {
  Botdepot: /^Handelsbots mit Spielgeld testen/,
  Start: /^Handelsbots mit Spielgeld testen/,
  'Über uns': 'Handelsbots verstehen, bevor es Geld kostet',
  'KI-Trading': 'Zwei Bots im Vergleich',
  Märkte: 'Kryptowährungen',
  Nachweis: 'Nachweis',
  'Hilfe/FAQ': 'Häufige Fragen',
  Login: 'Willkommen zurück',
  'Kostenlos starten': 'Konto eröffnen',
  Impressum: 'Impressum',
  Datenschutz: 'Datenschutz',
  Risikohinweis: 'Risikohinweis',
  Barrierefreiheit: 'Barrierefreiheit',
  Lizenzen: 'Lizenzen',
  API: /^Botdepot API/,
};

test('every link in header and footer leads to a page that says what the link said', async ({ page }) => {
  await page.goto('/');
  const links = await page
    .locator('header a, footer a')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? '']));
  expect(new Set(links.map(([label]) => label))).toEqual(new Set(Object.keys(DESTINATIONS)));
  for (const [label = '', path] of new Map(links.map((link) => [link.join(), link])).values()) {
    const answer = await page.goto(path ?? '');
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), label).toHaveText(DESTINATIONS[label] ?? label);
    expect(await page.title(), path).toContain('Botdepot');
  }
});

test('two bots stand on the public pages and are offered at the sign-up; only the record names the third', async ({
  page,
  request,
}) => {
  for (const path of PRERENDERED_PATHS) {
    const html = (await (await request.get(path)).text()).replace(/<(script|style)[\s\S]*?<\/\1>/g, '');
    if (path === urls.trackRecord) expect(html).toMatch(/NewsBot/i);
    else expect(html, path).not.toMatch(/NewsBot/i);
  }
  for (const path of ['/', '/ai-trading', '/help']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('main, header, footer').filter({ hasText: /NewsBot/i }), path).toHaveCount(0);
  }
  await page.goto('/');
  const pair = page.getByRole('table', { name: 'Übliches Versprechen und Messung je Bot' });
  await expect(pair.getByRole('columnheader')).toHaveText([/^SmartBot/, /^TurboBot/]);
  await register(page);
  await expect(page.getByRole('radio')).toHaveCount(2);
  for (const bot of ['SmartBot', 'TurboBot'])
    await expect(page.getByRole('radio', { name: bot })).toBeVisible();
});

test('the page about us says what this is, how it is made and what it cannot do', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Handelsbots verstehen, bevor es Geld kostet',
  );
  for (const [title, words] of [
    ['Handelsbots verstehen', 'eine Übungsplattform mit Spielgeld'],
    ['Wie die Zahlen entstehen', 'Ein Kontobuch mit doppelter Buchführung'],
    ['Was Sie hier nicht finden', 'Keine Anlageberatung, keine Empfehlung und keine Vorhersage.'],
  ] as const) {
    const section = page.locator('main section').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(section).toContainText(words);
  }
});

test('the login leads to the sign-up, and back home', async ({ page }) => {
  for (const [name, path] of [
    ['Kostenlos starten', '/signup'],
    ['zurück zur Startseite', '/'],
  ] as const) {
    await page.goto('/login');
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test('the imprint says plainly what the operator has not stated', async ({ page }) => {
  await page.goto('/impressum');
  await expect(page.getByText('Angabe fehlt').first()).toBeVisible();
});

test('every public page is found by its own title and description, and is calm in the console', {
  tag: '@gate',
}, async ({ context }) => {
  test.setTimeout(180_000);
  const complaints: string[] = [];
  const complain = (page: Page | null, text: string) => complaints.push(`${page?.url()}: ${text}`);
  context.on('console', (one) => one.type() === 'error' && complain(one.page(), one.text()));
  context.on('weberror', (one) => complain(one.page(), String(one.error())));
  const titles = new Set<string>();
  const look = async (page: Page, path: string) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const title = await page.title();
    expect(title, path).toMatch(/ – Botdepot$/);
    const description = page.locator('meta[name="description"]');
    await expect(description, path).toHaveCount(1);
    expect((await description.getAttribute('content'))?.length ?? 0, path).toBeGreaterThan(50);
    titles.add(title);
    expect(complaints, path).toEqual([]);
  };
  // Most of the time of each is waiting until it is calm.
  const left = [...PRERENDERED_PATHS];
  const lookAtWhatIsLeft = async (page: Page) => {
    for (let path = left.shift(); path; path = left.shift()) await look(page, path);
  };
  await Promise.all(Array.from({ length: 3 }, async () => lookAtWhatIsLeft(await context.newPage())));
  // `/markets` shows the first of its pages, with that page as its canonical address.
  expect(titles.size).toBe(PRERENDERED_PATHS.length - 1);
});

test('the landing page comes alive as it is written, down to the ids', async ({ page }) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  // Without the router the page has to be made of the same parts in the same places.
  const { alive, differing } = await page.evaluate(() => {
    const propsOf = (element: Element): Record<string, unknown> | undefined =>
      Object.entries(element).find(([name]) => name.startsWith('__reactProps'))?.[1];
    const parts = [...document.querySelectorAll('body *')];
    const names = ['id', 'href', 'aria-controls', 'aria-labelledby', 'aria-current'];
    return {
      alive: parts.filter(propsOf).length,
      differing: parts.flatMap((element) => {
        const props = propsOf(element);
        return names
          .filter((name) => props && (props[name] ?? null) !== element.getAttribute(name))
          .map((name) => `${element.tagName} ${name}: ${element.getAttribute(name)}`);
      }),
    };
  });
  expect(alive).toBeGreaterThan(100);
  expect(differing).toEqual([]);
  const menu = page.getByRole('banner').getByRole('button', { name: 'Märkte' });
  await menu.click();
  await expect(page.locator(`[id="${await menu.getAttribute('aria-controls')}"]`)).toBeVisible();
});

test('only what may be found is open to search engines', async ({ request }) => {
  for (const path of INDEXED_PATHS) {
    const html = await (await request.get(path)).text();
    expect(html, path).not.toContain('noindex');
    expect(html, path).toContain('<meta property="og:title"');
  }
  for (const path of ['/reset-password', '/adresse-zurueck', '/dashboard', '/profile', '/gibt-es-nicht'])
    expect(await (await request.get(path)).text(), path).toContain('<meta name="robots" content="noindex"');
});

test('the written pages hold no price and no measured figure', async ({ request }) => {
  for (const path of PRERENDERED_PATHS) {
    const html = await (await request.get(path)).text();
    const text = html
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
      // The examples of the terms are sums, no prices.
      .replace(/Beispiel:[\s\S]*?<\/p>/g, '')
      // The published assumptions about costs are constants.
      .replace(/<table(?:(?!<\/table>)[\s\S])*je Seite[\s\S]*?<\/table>/g, '')
      .replace(/<[^>]+>/g, ' ')
      // The usual promises and the example of the three steps are words about figures, not prices.
      .replace(/\d+(,\d+)?\u00a0%|[\d.]+,00/g, '');
    expect(text, path).not.toMatch(/\d,\d{2,}/);
    expect(text, path).not.toMatch(/[▲▼]/);
  }
});

const FILES = [
  ['/robots.txt', 'text/plain'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/favicon.ico', 'image/x-icon'],
  ['/icon.svg', 'image/svg+xml'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/icon-192.png', 'image/png'],
  ['/icon-512.png', 'image/png'],
  ['/icon-maskable-512.png', 'image/png'],
] as const;

test('what crawlers and phones ask for is there and says what it is', async ({ request }) => {
  for (const [path, type] of FILES) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-type'], path).toContain(type);
    expect((await answer.body()).length, path).toBeGreaterThan(50);
  }
  const robots = await (await request.get('/robots.txt')).text();
  for (const closed of ['/dashboard', '/profile', '/admin', '/api/'])
    expect(robots).toContain(`Disallow: ${closed}\n`);
  // Without a public address there is nothing absolute to list.
  expect(robots).not.toContain('Sitemap');
  expect((await request.get('/sitemap.xml')).status()).toBe(404);
});

test('what is sent packed is what is sent plain', { tag: '@gate' }, async ({ request, baseURL }) => {
  const as = async (path: string, coding: string) => {
    const answer = await fetch(new URL(path, baseURL), { headers: { 'accept-encoding': coding } });
    expect(answer.headers.get('content-encoding'), path).toBe(coding === 'identity' ? null : coding);
    return answer.text();
  };
  const script = /"(\/assets\/site-[^"]+\.js)"/.exec(await (await request.get('/')).text())?.[1] ?? '';
  for (const path of ['/', '/login', '/dashboard', script]) {
    const plain = await as(path, 'identity');
    expect(plain.length, path).toBeGreaterThan(1_000);
    for (const coding of ['br', 'gzip']) expect(await as(path, coding), path).toBe(plain);
  }
});

test('the manifest has a name, the language, and icons of the sizes that it states', async ({ page }) => {
  await page.goto('/');
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    const read = await (await fetch(link?.href ?? '')).json();
    const sizes = await Promise.all(
      read.icons.map(async ({ src }: { src: string }) => {
        const picture = await createImageBitmap(await (await fetch(src)).blob());
        return `${picture.width}x${picture.height}`;
      }),
    );
    return { ...read, sizes };
  });
  expect(manifest).toMatchObject({ short_name: 'Botdepot', lang: 'de', start_url: '/' });
  expect(manifest.sizes).toEqual(manifest.icons.map((icon: { sizes: string }) => icon.sizes));
  expect(manifest.icons.map((icon: { purpose: string }) => icon.purpose)).toContain('maskable');
});

test('the button of the account looks the same on a public page, in the app, and while its menu is open', async ({
  regular: page,
}) => {
  const button = page.getByRole('button', { name: /^Benutzermenü/ });
  const look = () =>
    button.evaluate((element) => {
      const { gap, fontSize, fontWeight, padding } = getComputedStyle(element);
      return { gap, fontSize, fontWeight, padding };
    });
  await page.goto('/dashboard');
  const inApp = await look();
  expect(inApp.gap).toBe('10px');
  await button.click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await look()).toEqual(inApp);
  await page.goto('/about');
  await expect(button).toBeVisible();
  expect(await look()).toEqual(inApp);
});
