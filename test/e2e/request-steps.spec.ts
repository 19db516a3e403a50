// A request in its steps, gone through with the buttons of the browser: nothing typed is lost, and nothing is sent twice.
import { expect, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal } from './accounts.ts';
import { test } from './app-test.ts';
import { expectToast } from './people.ts';
import { loseNextAnswer } from './routes.ts';

const amount = (page: Page) => page.getByLabel('Betrag', { exact: true });
const next = (page: Page) => page.getByRole('button', { name: 'Weiter zur Prüfung' });
const step = (page: Page, name: string) => page.getByRole('group', { name });

for (const { what, list, confirm, again, fill } of [
  {
    what: 'a deposit',
    list: 'deposits',
    confirm: /einzahlen$/,
    again: 'Weitere Einzahlung',
    fill: async (page: Page) => void (await page.getByText('BTC', { exact: true }).first().click()),
  },
  {
    what: 'a withdrawal',
    list: 'withdrawals',
    confirm: /auszahlen$/,
    again: 'Weitere Auszahlung',
    fill: async (page: Page) => page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click(),
  },
]) {
  const path = `/dashboard/${list}`;
  const review = (page: Page) => page.getByRole('button', { name: confirm });

  test(`back leads from the review of ${what} to what was typed, forward to the review`, {
    tag: '@gate',
  }, async ({ funded: page }) => {
    await page.goto('/dashboard');
    await page.goto(path);
    await fill(page);
    await amount(page).fill('25');
    await next(page).click();
    await expect(review(page)).toContainText('25,00');
    await page.goBack();
    await expect(amount(page)).toHaveValue(/^25/);
    await expect(step(page, 'Schritt 1 von 3: Betrag')).toBeFocused();
    await page.goForward();
    await expect(review(page)).toContainText('25,00');

    // What has been changed since must be looked at anew.
    await page.goBack();
    await amount(page).fill('30');
    await page.goForward();
    await expect(amount(page)).toHaveValue(/^30/);
    await expect(page).toHaveURL(path);
    await next(page).click();
    await review(page).click();
    await expect(page.getByRole('button', { name: again })).toBeVisible();
    await expect(page).toHaveURL(path);
    const total = async () => (await (await page.request.get(`/api/${list}?status=pending`)).json()).total;
    expect(await total()).toBe(1);

    // One more of the same amount is another one.
    await page.getByRole('button', { name: again }).click();
    await fill(page);
    await amount(page).fill('30');
    await next(page).click();
    await review(page).click();
    await expect(page.getByRole('button', { name: again })).toBeVisible();
    expect(await total()).toBe(2);
  });

  test(`a reload in the review of ${what} begins anew, and so does its address`, async ({ funded: page }) => {
    await page.goto(path);
    await fill(page);
    await amount(page).fill('25');
    await next(page).click();
    await expect(review(page)).toBeVisible();
    await page.reload();
    await expect(amount(page)).toHaveValue('');
    await expect(page).toHaveURL(path);
  });
}

for (const { noun, list, confirm, create } of [
  { noun: 'Einzahlung', list: 'deposits', confirm: /einzahlen$/, create: createDeposit },
  { noun: 'Auszahlung', list: 'withdrawals', confirm: /auszahlen$/, create: createWithdrawal },
])
  test(`who makes room for one more ${noun} may press again`, async ({ funded: page }) => {
    for (let open = 0; open < 20; open++) await create(page.request, '5.00');
    await page.goto(`/dashboard/${list}`);
    if (list === 'withdrawals') await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
    await amount(page).fill('25');
    await next(page).click();
    const press = page.getByRole('button', { name: confirm });
    const refusal = page.getByText(/^Sie haben schon 20 offene/);
    await press.click();
    await expect(refusal).toBeVisible();
    // It is still so.
    await press.click();
    await expect(refusal).toBeVisible();
    await page.getByRole('button', { name: `${noun} stornieren` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /stornieren$/ })
      .click();
    await expectToast(page, `${noun} storniert`);
    await press.click();
    await expect(page.getByRole('button', { name: `Weitere ${noun}` })).toBeVisible();
    const { total } = await (await page.request.get(`/api/${list}?status=pending`)).json();
    expect(total).toBe(20);
  });

test('a deposit whose answer was lost is booked once, also after the way back and forth', async ({
  funded: page,
}) => {
  await page.goto('/dashboard/deposits');
  await amount(page).fill('25');
  await next(page).click();
  await loseNextAnswer(page, '/api/deposits');
  await page.getByRole('button', { name: /einzahlen$/ }).click();
  await expectToast(page, 'Fehler');
  await page.goBack();
  await expect(amount(page)).toHaveValue(/^25/);
  await page.goForward();
  await page.getByRole('button', { name: /einzahlen$/ }).click();
  await expect(page.getByRole('button', { name: 'Weitere Einzahlung' })).toBeVisible();
  const { total } = await (await page.request.get('/api/deposits?status=pending')).json();
  expect(total).toBe(1);
});

test('a deposit whose answer was lost is booked once, also when the next attempt is told to wait', async ({
  funded: page,
}) => {
  await page.goto('/dashboard/deposits');
  await amount(page).fill('25');
  await next(page).click();
  const press = page.getByRole('button', { name: /einzahlen$/ });
  await loseNextAnswer(page, '/api/deposits');
  await press.click();
  await expectToast(page, 'Fehler');
  // It says nothing about the attempt before.
  let waits = 1;
  await page.route('**/api/deposits', (route) => {
    if (route.request().method() !== 'POST' || waits-- <= 0) return route.fallback();
    return route.fulfill({
      status: 429,
      json: { defined: true, code: 'TOO_MANY_REQUESTS', status: 429, message: 'Too many requests' },
    });
  });
  await press.click();
  await expect(page.getByText(/^Zu viele Anfragen/).first()).toBeVisible();
  await press.click();
  await expect(page.getByRole('button', { name: 'Weitere Einzahlung' })).toBeVisible();
  const { total } = await (await page.request.get('/api/deposits?status=pending')).json();
  expect(total).toBe(1);
});

test('who goes back while a deposit is on its way is shown what became of it', async ({ funded: page }) => {
  await page.goto('/dashboard/deposits');
  await amount(page).fill('25');
  await next(page).click();
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  await page.route('**/api/deposits', async (route) => {
    if (route.request().method() === 'POST') await told;
    await route.continue();
  });
  await page.getByRole('button', { name: /einzahlen$/ }).click();
  await page.goBack();
  await expect(amount(page)).toHaveValue(/^25/);
  tell();
  await expect(page.getByRole('button', { name: 'Weitere Einzahlung' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('25,00');
});

const address = (page: Page) => page.getByLabel('Adresse für USDT');
const REAL_NETWORK = /gehört zu einem echten Netz/;
const NO_PLAY_MONEY = /keine unserer Spielgeld-Adressen/;

for (const [what, typed, said] of [
  ['of Bitcoin', 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh', REAL_NETWORK],
  ['of Bitcoin in the old form', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', REAL_NETWORK],
  ['of Ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7', REAL_NETWORK],
  ['of Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', REAL_NETWORK],
  ['that is none', 'hallo', NO_PLAY_MONEY],
] as const)
  test(`an address ${what} is refused at its field, and nothing is reviewed`, async ({ funded: page }) => {
    await page.goto('/dashboard/withdrawals');
    await amount(page).fill('100');
    const problem = page.getByRole('alert').filter({ hasText: said });
    await address(page).fill(typed);
    await expect(problem).toHaveCount(0);
    // On leaving the field …
    await amount(page).focus();
    await expect(problem).toBeVisible();
    await expect(address(page)).toHaveAttribute('aria-invalid', 'true');
    await address(page).fill(`${typed} `);
    await expect(problem).toHaveCount(0);
    // … and on going on, with the button and with the Enter key.
    await next(page).click();
    await expect(problem).toBeVisible();
    await expect(address(page)).toBeFocused();
    await address(page).press('Enter');
    await expect(page.getByRole('button', { name: /auszahlen$/ })).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard/withdrawals');

    await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
    await expect(problem).toHaveCount(0);
    await next(page).click();
    await expect(page.getByRole('button', { name: /auszahlen$/ })).toContainText('100,00');
  });

test('an address of another currency is refused, and accepted once its currency is chosen', {
  tag: '@gate',
}, async ({ funded: page }) => {
  const { ownAddress } = await (await page.request.get('/api/wallet/crypto-address?currency=BTC')).json();
  await page.goto('/dashboard/withdrawals');
  await amount(page).fill('100');
  await address(page).fill(ownAddress);
  await next(page).click();
  const problem = page
    .getByRole('alert')
    .filter({ hasText: 'Diese Adresse gehört zu einer anderen Währung.' });
  await expect(problem).toBeVisible();
  await page.getByText('BTC', { exact: true }).first().click();
  await expect(problem).toHaveCount(0);
  await next(page).click();
  await expect(page.getByRole('button', { name: /auszahlen$/ })).toContainText('100,00');
});

test('on a phone what is said of a request lies neither on it nor on the title of the next dialog', async ({
  funded: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/deposits');
  await amount(page).fill('25');
  await next(page).click();
  await page.getByRole('button', { name: /einzahlen$/ }).click();
  await expectToast(page, 'Einzahlung erstellt');
  const toast = page.locator('.mantine-Notification-root');
  const box = await toast.boundingBox();
  const head = await page.getByRole('banner').boundingBox();
  const menu = await page.getByRole('button', { name: 'Benutzermenü' }).boundingBox();
  expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(
    (head?.y ?? 0) + (head?.height ?? 0),
  );
  expect((box?.x ?? Number.NaN) + (box?.width ?? Number.NaN)).toBeLessThanOrEqual(menu?.x ?? 0);
  await page.getByRole('button', { name: 'Einzahlung stornieren' }).click();
  await expect(page.getByRole('dialog', { name: /^Einzahlung E-\d+ stornieren$/ })).toBeVisible();
  await expect(toast).toHaveCount(0);
});
