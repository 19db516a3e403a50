// The session of the web client: kept while a page is open, taken up again, and over in every tab at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Login, newLogin, signIn, signOut, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { codeFor } from './authenticator.ts';
import { expectToast } from './people.ts';
import { fail, handleNext, loggedBy, withoutLive } from './routes.ts';

const WALLET = '/dashboard/wallet?ansicht=transaktionen';
const SESSION = '**/api/auth/get-session';

async function submitLogin(page: Page, login: Login) {
  await page.getByLabel('E-Mail-Adresse').fill(login.email);
  await page.getByLabel('Passwort', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

const loginFor = (path: string) => `/login?${new URLSearchParams({ next: path })}`;

/** As when somebody comes back to the tab. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

async function openWallet(page: Page, path = WALLET) {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
}

test('a logout ends the session in every tab, and each leads back to its page', { tag: '@gate' }, async ({
  page,
  context,
}) => {
  const login = await signUp(page.request);
  const other = await context.newPage();
  await openWallet(other);
  await expect(other.getByText('Live', { exact: true })).toBeVisible();
  await openWallet(page, '/dashboard/wallet');
  await page.getByRole('button', { name: 'Benutzermenü' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expectToast(page, 'Abgemeldet');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();

  await expectToast(other, 'Sitzung beendet', 'Bitte melden Sie sich wieder an.');
  await expect(other).toHaveURL(loginFor(WALLET));
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('signed_in');
  // Nothing of the account is left behind „back“.
  await page.goBack();
  await expect(page).toHaveURL(loginFor('/dashboard/wallet'));
  await expect(page.getByText(login.email)).toHaveCount(0);

  await submitLogin(other, login);
  await expect(other).toHaveURL(WALLET);
  await expect(other.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
});

/**
 * What the server answers to the next request to `path` comes two seconds late, with its cookie: longer than the hint that the
 * old session has ended. Not by `route.fetch`, which would give the cookie to the browser at once.
 */
function delayNextAnswer(page: Page, path: string): Promise<void> {
  return handleNext(page, path, async (route) => {
    const request = route.request();
    const { 'content-length': _, ...headers } = await request.allHeaders();
    const named = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
    const answer = await fetch(request.url(), {
      method: 'POST',
      headers: Object.fromEntries(named),
      body: request.postData(),
    });
    const body = await answer.text();
    await sleep(2_000);
    const cookies = answer.headers.getSetCookie().join('\n');
    await route.fulfill({
      status: answer.status,
      headers: { 'content-type': 'application/json', 'set-cookie': cookies },
      body,
    });
  });
}

test('a session that one tab replaces goes on in the other: with a new password, and with a second factor', async ({
  page,
  context,
}) => {
  const { password } = await signUp(page.request);
  const other = await context.newPage();
  await openWallet(other);
  const isLive = () => expect(other.getByRole('banner').getByRole('status')).toHaveText('Live');
  await isLive();
  const goesOnAfter = async (path: string, act: () => Promise<void>, isDone: Locator) => {
    const before = await context.cookies();
    const reconnected = other.waitForEvent('websocket');
    await delayNextAnswer(page, path);
    await act();
    // Whatever the other tab asks meanwhile, it asks with the old cookie.
    await sleep(1_000);
    await comeBack(other);
    await other.getByRole('link', { name: 'Einzahlungen' }).first().click();
    await expect(isDone).toBeVisible();
    expect(await context.cookies()).not.toEqual(before);
    await reconnected;
    await isLive();
    await expect(other.getByRole('heading', { name: 'Einzahlungen', level: 1 })).toBeVisible();
    await expect(other.getByText('Sitzung beendet')).toHaveCount(0);
    await openWallet(other);
    await isLive();
  };

  await page.goto('/dashboard/settings?ansicht=sicherheit');
  const passwords = page.getByRole('region', { name: 'Passwort ändern' });
  const next = 'noch-ein-ruhigerer-Morgen';
  await passwords.getByRole('textbox', { name: 'Aktuelles Passwort' }).fill(password);
  await passwords.getByRole('textbox', { name: 'Neues Passwort', exact: true }).fill(next);
  await passwords.getByRole('textbox', { name: 'Neues Passwort bestätigen' }).fill(next);
  await goesOnAfter(
    '/api/auth/change-password',
    () => passwords.getByRole('button', { name: 'Passwort ändern' }).click(),
    passwords.getByText(/^Ihr neues Passwort gilt/),
  );

  const factor = page.getByRole('region', { name: 'Anmeldung in zwei Schritten' });
  const sayPassword = async (button: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Passwort' }).fill(next);
    await dialog.getByRole('button', { name: button, exact: true }).click();
  };
  await factor.getByRole('button', { name: 'Einrichten' }).click();
  await sayPassword('Weiter');
  const secret = (await factor.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()) ?? '';
  await factor.getByLabel('Code aus Ihrer App').fill(codeFor(secret));
  await goesOnAfter(
    '/api/auth/two-factor/verify-totp',
    () => factor.getByRole('button', { name: 'Einschalten' }).click(),
    factor.getByRole('list', { name: 'Ersatzcodes' }),
  );
  await factor.getByRole('button', { name: 'Ich habe die Codes gespeichert' }).click();
  await factor.getByRole('button', { name: 'Ausschalten' }).click();
  await goesOnAfter(
    '/api/auth/two-factor/disable',
    () => sayPassword('Ausschalten'),
    factor.getByRole('button', { name: 'Einrichten' }),
  );
});

test('a logout of a session that is gone already is one all the same', async ({ newcomer: page }) => {
  for (const status of [401, 403, 404]) {
    await openWallet(page);
    await handleNext(page, '/api/auth/sign-out', (route) => route.fulfill({ status, json: {} }));
    await page.getByRole('button', { name: 'Benutzermenü' }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await expectToast(page, 'Abgemeldet');
    await expect(page).toHaveURL('/');
  }
});

test('a session that was revoked while the tab was asleep ends when somebody comes back to it', async ({
  newcomer: page,
  context,
}) => {
  const login = newLogin();
  // Without the live connection nobody tells the tab.
  await page.routeWebSocket('**/api/live*', (socket) => socket.close());
  await openWallet(page, `${WALLET}#heute`);
  // An answer that is still on its way would bring the cookie back.
  await page.waitForLoadState('networkidle');
  await context.clearCookies({ name: /session_token/ });
  await comeBack(page);
  await expectToast(page, 'Sitzung beendet', 'Bitte melden Sie sich wieder an.');
  await expect(page).toHaveURL(loginFor(`${WALLET}#heute`));
  await signUpElsewhere(login, page);
  await submitLogin(page, login);
  await expect(page).toHaveURL(`${WALLET}#heute`);
});

async function signUpElsewhere(login: Login, page: Page) {
  const answer = await fetch(new URL('/api/auth/sign-up/email', page.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  expect(answer.ok).toBe(true);
}

test('a tab of somebody else shows nothing of them once another person has logged in', async ({
  newcomer: page,
}) => {
  const { email } = await (await page.request.get('/api/profile')).json();
  await page.goto('/profile');
  await expect(page.getByText(email).first()).toBeVisible();
  const next = newLogin();
  await signUpElsewhere(next, page);
  await signIn(page.request, next);
  await comeBack(page);
  await expect(page.getByText(next.email).first()).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
});

/** What only asks for the session is refused once, as a proxy may do it. */
const refuseSessionOnce = (page: Page) =>
  handleNext(page, '/api/auth/get-session', (route) => route.fulfill({ status: 404 }), 'GET');

/** Is gone once the page has been loaded anew. */
async function markPage(page: Page): Promise<Locator> {
  await page.evaluate(() => document.documentElement.setAttribute('data-old', ''));
  return page.locator('[data-old]');
}

async function openProfile(page: Page): Promise<void> {
  await withoutLive(page);
  const kept = page.waitForResponse(SESSION);
  await page.goto('/profile');
  const { email } = await (await page.request.get('/api/profile')).json();
  await expect(page.getByText(email).first()).toBeVisible();
  await kept;
}

test('a tab that was told wrongly of an end still notices that another person has logged in', async ({
  newcomer: page,
}) => {
  await openProfile(page);
  const old = await markPage(page);
  await refuseSessionOnce(page);
  const looked = page.waitForResponse('**/api/profile');
  await comeBack(page);
  await looked;

  const next = newLogin();
  await signUpElsewhere(next, page);
  await signIn(page.request, next);
  await comeBack(page);
  await expect(old).toHaveCount(0);
  await expect(page.getByText(next.email).first()).toBeVisible();
});

test('a tab that is told wrongly of an end while another person is there begins anew', async ({
  newcomer: page,
}) => {
  await openProfile(page);
  const old = await markPage(page);
  const next = newLogin();
  await signUpElsewhere(next, page);
  await signIn(page.request, next);
  await refuseSessionOnce(page);
  await comeBack(page);
  await expect(old).toHaveCount(0);
  await expect(page.getByText(next.email).first()).toBeVisible();
});

test('without a network at the renewal it is asked again, later each time, and goes on', {
  tag: '@gate',
}, async ({ newcomer: page }) => {
  await page.clock.install();
  // The next renewal is counted from the first answer, which comes after what the page shows.
  const first = page.waitForResponse(SESSION);
  await openWallet(page);
  await first;
  const askedAt: number[] = [];
  await page.route(SESSION, async (route) => {
    askedAt.push(await page.evaluate(() => Date.now()));
    if (askedAt.length <= 4) await route.abort('internetdisconnected');
    else await route.continue();
  });
  // From here on time goes only as far as it is told: on a busy machine all attempts could be over at the first look.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.clock.fastForward('12:00:00');
  await expect.poll(() => askedAt.length).toBe(1);
  for (let attempts = 2; attempts <= 5; attempts += 1) {
    // In small steps: the page may not have been told yet that the one before failed, and waits from then on.
    const asked = async () => {
      await page.clock.runFor(50);
      return askedAt.length;
    };
    await expect.poll(asked, { intervals: [20] }).toBe(attempts);
  }
  const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(200 * 2 ** index);
  await expect(page).toHaveURL(WALLET);
  await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
});

test('a session that cannot be renewed is removed', { tag: '@gate' }, async ({
  newcomer: page,
  context,
  playwright,
  baseURL,
}) => {
  await page.clock.install();
  await page.routeWebSocket('**/api/live*', (socket) => socket.close());
  await openWallet(page);
  const elsewhere = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    storageState: await context.storageState(),
  });
  await signOut(elsewhere);
  await page.clock.fastForward('12:00:00');
  await expect(page).toHaveURL(loginFor(WALLET));
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('signed_in');
});

test('a deep link without a session asks for the login and says nothing of an end', async ({ page }) => {
  const login = await signUp(page.request);
  await page.context().clearCookies();
  await page.goto('/dashboard/deposits?status=pending#liste');
  await expect(page).toHaveURL(loginFor('/dashboard/deposits?status=pending#liste'));
  await expect(page.getByText('Sitzung beendet')).toHaveCount(0);
  await submitLogin(page, login);
  await expect(page).toHaveURL('/dashboard/deposits?status=pending#liste');
});

test('a profile that cannot be loaded is a state that says so, is logged, and comes with the next attempt', async ({
  newcomer: page,
}) => {
  const logged = loggedBy(page);
  const failing = await fail(page, '/api/profile', 'GET');
  await page.goto('/dashboard/wallet');
  await expect(
    page.getByRole('heading', { name: 'Profil konnte nicht geladen werden', level: 1 }),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(logged.length).toBeGreaterThan(0);
  failing.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible();
});
