// Who may see what, and that the pages keep to themselves: no foreign requests, no errors in the console, no other language.
import { expect, type Page } from '@playwright/test';
import { buildOwnBot, type Login, readProfile, signOut, signUp, startBot } from './accounts.ts';
import { adminPages, privatePages } from './app-paths.ts';
import { test } from './app-test.ts';
import { findEnglish } from './english-words.ts';
import { expectToast } from './people.ts';
import { fail } from './routes.ts';

const NOBODY = '01890000-0000-7000-8000-000000000000';

const PUBLIC_PAGES = [
  '/',
  '/nachweis',
  '/ai-trading',
  '/about',
  '/markets',
  '/markets/forex',
  '/help',
  '/hilfe/begriffe',
  '/impressum',
  '/datenschutz',
  '/risikohinweis',
  '/barrierefreiheit',
  '/lizenzen',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=x',
  '/adresse-zurueck',
  '/postfach',
];

async function submitLogin(page: Page, login: Login) {
  await page.getByLabel('E-Mail-Adresse').fill(login.email);
  await page.getByLabel('Passwort', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** A customer without a session in this browser. */
async function someCustomer(page: Page): Promise<Login> {
  const login = await signUp(page.request);
  await page.context().clearCookies();
  return login;
}

test.describe('without a session', () => {
  test('every page behind the login leads to it and shows nothing of the app', async ({ page }) => {
    test.setTimeout(120_000);
    for (const path of [...privatePages('smartbot', NOBODY, NOBODY), ...adminPages(NOBODY)]) {
      await page.goto(path);
      await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: path })}`);
      await expect(page.getByRole('heading', { name: 'Willkommen zurück' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).not.toContainText('Wallet');
    }
  });

  test('the login leads back to where one wanted to go, and „back“ does not lead to it again', async ({
    page,
  }) => {
    const login = await someCustomer(page);
    const wanted = '/dashboard/wallet?ansicht=transaktionen';
    await page.goto('/');
    await page.goto(wanted);
    await submitLogin(page, login);
    await expect(page).toHaveURL(wanted);
    await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('the login never leads to another site', async ({ page, baseURL }) => {
    const login = await someCustomer(page);
    for (const next of [
      '//evil.example/x',
      '/\\evil.example',
      '/\t/evil.example',
      '/..//evil.example',
      'https://evil.example',
      'javascript:alert(1)',
    ]) {
      await page.context().clearCookies();
      await page.goto(`/login?${new URLSearchParams({ next })}`);
      await submitLogin(page, login);
      await expectToast(page, 'Erfolgreich angemeldet!');
      await expect(page).not.toHaveURL(/\/login/);
      expect(new URL(page.url()).origin, next).toBe(baseURL);
    }
  });

  test('an unknown address is answered with 404 and a way home', { tag: '@gate' }, async ({ page }) => {
    const nested = [
      '/dashboard/gibt-es-nicht',
      '/dashboard/bots/wunderbot',
      '/admin/kunde',
      '/markets/wetter',
    ];
    for (const path of ['/gibt-es-nicht', '/dashboards', '/admin.php', '/%E0%A4%A', ...nested]) {
      expect((await page.request.get(path)).status(), path).toBe(404);
    }
    const answer = await page.goto('/gibt-es-nicht');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Zur Startseite' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('a fault in the back office leads to the dashboard instead of a broken page', { tag: '@gate' }, async ({
  admin: page,
}) => {
  await page.route('**/api/admin/overview', (route) => route.fulfill({ json: {} }));
  await page.goto('/admin');
  await expectToast(page, 'Fehler', 'Admin-Daten konnten nicht geladen werden');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page of the back office that cannot load leads to the dashboard and says why', async ({
  admin: page,
}) => {
  await fail(page, '/api/admin/overview', 'GET');
  await page.goto('/admin/kunden');
  await expectToast(page, 'Fehler', 'Admin-Daten konnten nicht geladen werden');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('without knowing the role /admin leads to the dashboard, which says so and tries again', async ({
  admin: page,
}) => {
  const failing = await fail(page, '/api/profile', 'GET');
  await page.goto('/admin');
  await expect(page).toHaveURL('/dashboard');
  await expect(
    page.getByRole('heading', { name: 'Profil konnte nicht geladen werden', level: 1 }),
  ).toBeVisible();
  failing.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByRole('heading', { name: 'Profil konnte nicht geladen werden' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toContainText('Admin Panel');
});

test('a customer at /admin lands on the dashboard, and no answer holds anything of other customers', async ({
  newcomer: page,
}) => {
  const answers: { url: string; text: string }[] = [];
  page.on('response', async (response) => {
    const url = new URL(response.url());
    if (!url.pathname.startsWith('/api/')) return;
    const text = await response.text().catch(() => '');
    answers.push({ url: url.pathname, text });
    if (url.pathname.startsWith('/api/admin')) expect(response.status(), url.pathname).toBe(403);
  });
  await page.goto('/admin');
  await expectToast(page, 'Zugriff verweigert', 'Admin-Berechtigung erforderlich');
  await expect(page).toHaveURL('/dashboard');
  await page.waitForLoadState('networkidle');
  expect(answers.map(({ url }) => url)).toContain('/api/profile');
  for (const { url, text } of answers) expect(text, url).not.toMatch(/@botdepot\.example/);
  await page.getByRole('button', { name: 'Schließen' }).click();
  await page.getByRole('button', { name: 'Benutzermenü' }).click();
  await expect(page.getByRole('menuitem', { name: 'Abmelden' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0);
});

test('what belongs to somebody else is not there', async ({ newcomer: page, regularApi }) => {
  const { items } = await (await regularApi.get('/api/bot-investments?status=active')).json();
  await page.goto(`/dashboard/investments/${items[0].id}`);
  await expect(page.getByRole('heading', { name: 'Anlage nicht gefunden', level: 1 })).toBeVisible();
  const deposits = await (await regularApi.get('/api/deposits')).json();
  await page.goto(`/dashboard/deposits?einzahlung=${deposits.items[0].id}`);
  await expect(page.getByRole('dialog').getByText('Einzahlung nicht gefunden')).toBeVisible();
});

test('a session that ends elsewhere closes the live connection and leads to the login', async ({
  newcomer: page,
  playwright,
  baseURL,
}) => {
  const socketClosed = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => socket.on('close', () => resolve()));
  });
  await page.goto('/dashboard/wallet');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const elsewhere = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    storageState: await page.context().storageState(),
  });
  await signOut(elsewhere);
  await socketClosed;
  await expectToast(page, 'Sitzung beendet', 'Bitte melden Sie sich wieder an.');
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: '/dashboard/wallet' })}`);
  await expect(page.getByRole('heading', { name: 'Willkommen zurück' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/\/dashboard/);
});

test.describe('every page', () => {
  test('of the public site stays with itself, in German', async ({ page }) => {
    const check = await watch(page);
    for (const path of PUBLIC_PAGES) await visit(page, path);
    check();
  });

  test('of a customer stays with itself, in German', async ({ funded: page }) => {
    test.setTimeout(180_000);
    const { id } = await startBot(page.request, '100.00');
    const ownBot = await buildOwnBot(page.request);
    const check = await watch(page);
    for (const path of [...privatePages('smartbot', id, ownBot), '/']) await visit(page, path);
    await page.goto('/dashboard/bots');
    await page.getByRole('button', { name: /^Beenden/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    check();
  });

  test('stays with itself in the dark, on paper, and with everything open that opens over it', async ({
    funded: page,
  }) => {
    test.setTimeout(120_000);
    const check = await watch(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const path of ['/', '/markets', '/dashboard', '/dashboard/bots/smartbot', '/dashboard/wallet'])
      await visit(page, path);
    await page.getByRole('button', { name: 'Benutzermenü' }).click();
    await expect(page.getByRole('menuitem', { name: 'Abmelden' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+K');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await visit(page, '/dashboard?chat=offen');
    await expect(page.getByRole('dialog')).toBeVisible();
    await visit(page, '/dashboard/settings?ansicht=praeferenzen');
    for (const theme of ['Hell', 'Dunkel']) await page.getByText(theme, { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    const { id } = await startBot(page.request, '100.00');
    await visit(page, `/dashboard/investments/${id}`);
    await page.emulateMedia({ media: 'print' });
    await page.pdf();
    check();
  });

  test('of an admin stays with itself, in German', async ({ admin, regularApi }) => {
    const { userId } = await readProfile(regularApi);
    const check = await watch(admin);
    for (const path of [...adminPages(userId), '/dashboard']) await visit(admin, path);
    check();
  });
});

/** Loads a page until nothing more is on its way; the live connection does not count as traffic. */
async function visit(page: Page, path: string) {
  const answer = await page.goto(path, { waitUntil: 'networkidle' });
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy, path).toContain("default-src 'none'");
  // Nothing inline but styles of single elements.
  expect(
    policy.split('; ').filter((rule) => rule.includes('unsafe')),
    path,
  ).toEqual(["style-src-attr 'unsafe-inline'"]);
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  await expect(page.locator('html'), path).toHaveAttribute('lang', 'de');
  // Licences are quoted as they were given.
  if (path !== '/lizenzen') expect(await findEnglish(page), path).toEqual([]);
}

/** Collects what a page must not do. The answer is the check. */
async function watch(page: Page): Promise<() => void> {
  const found: string[] = [];
  const origin = new URL(process.env.E2E_BASE_URL ?? '').origin;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      found.push(`${message.type()}: ${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => found.push(`exception: ${error.message} (${page.url()})`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) found.push(`request to ${request.url()}`);
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== new URL(origin).host) found.push(`socket to ${socket.url()}`);
  });
  await page.exposeBinding('reportViolation', (_source, text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      if (typeof report === 'function') report(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return () => expect(found).toEqual([]);
}
