// The login at an identity provider, which here is a small one of the tests, on an installation that knows it.
import { expect, type Page } from '@playwright/test';
import {
  environmentFor,
  type OidcProvider,
  startOidcProvider,
} from '../../apps/server/test/identity/oidc-provider.ts';
import { type Login, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { codeFor } from './authenticator.ts';
import { type RunningInstallation, startInstallation } from './start-app.ts';

const SECURITY = '/dashboard/settings?ansicht=sicherheit';
const PERSON = { sub: 'jemand', email: 'jemand@provider.example', verified: true };

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let app: RunningInstallation;
let provider: OidcProvider;
let page: Page;
let login: Login;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  provider = await startOidcProvider();
  app = await startInstallation('provider', { ...environmentFor(provider.discoveryUrl), DEMO: '1' });
  page = await (await browser.newContext({ baseURL: app.url })).newPage();
  // The provider knows this browser and asks nothing.
  await page.route(
    ({ pathname }) => pathname === '/authorize',
    (route) => {
      const { href } = provider.agree(route.request().url(), PERSON);
      return route.fulfill({
        contentType: 'text/html',
        body: `<script>location.replace('${href}')</script>`,
      });
    },
  );
  login = await signUp(page.request);
  await page.goto(SECURITY);
  await page.getByRole('button', { name: 'Mit Beispiel-Konto verbinden' }).click();
  await expect(page.getByRole('button', { name: 'Trennen: Beispiel-Konto' })).toBeVisible();
  const chosen = await page.request.post('/api/profile/preferences', {
    data: { startPage: 'wallet' },
    headers: { origin: app.url },
  });
  expect(chosen.ok()).toBe(true);
});
test.afterAll(async () => {
  await page?.context().close();
  await app?.stop();
  await provider?.stop();
});

async function logInFrom(path: string) {
  await page.context().clearCookies();
  await page.goto(path);
  await page.getByRole('button', { name: 'Mit Beispiel-Konto anmelden' }).click();
}

test('opens the start page that somebody chose', async () => {
  await logInFrom('/login');
  await expect(page).toHaveURL('/dashboard/wallet');
  await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
});

test('leads back to the page that asked for the login', async () => {
  await logInFrom('/dashboard/bots?ansicht=beendete');
  await expect(page).toHaveURL('/dashboard/bots?ansicht=beendete');
});

test('begins anew for somebody who has no session after all', async () => {
  await page.context().clearCookies();
  await page.goto('/login?schritt=start');
  await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
});

test('opens the chosen start page after the code of the second factor as well', async () => {
  await page.context().clearCookies();
  const headers = { origin: app.url };
  const post = (path: string, data: object) => page.request.post(`/api/auth${path}`, { data, headers });
  await post('/sign-in/email', login);
  const { totpURI } = await (await post('/two-factor/enable', { password: login.password })).json();
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  expect((await post('/two-factor/verify-totp', { code: codeFor(secret) })).ok()).toBe(true);

  await logInFrom('/login');
  await expect(page.getByRole('heading', { name: 'Bitte geben Sie Ihren Code ein' })).toBeVisible();
  await page.getByLabel('Code aus Ihrer App').fill(codeFor(secret, 1));
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/wallet');
});
