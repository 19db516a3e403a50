// Customers as the team sees them: found, looked at from all sides, locked, and given or deprived of rights. Anyone who is
// meant notices at once, wherever they have the app open.
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import {
  createDeposit,
  createWithdrawal,
  fund,
  type Login,
  readProfile,
  signIn,
  signUp,
  startBot,
} from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll, type State } from './check-pages.ts';
import { demoLogin, expectToast, openAs } from './people.ts';

const REASON = 'Verdacht auf fremden Zugriff';

const reference = (userId: string) => `U-${userId.slice(-6).toUpperCase()}`;
const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const live = (page: Page) => page.getByText('Live', { exact: true });

/** The demo's admin with a session of their own: what they change asks for a login that is not long ago. */
const openAdmin = async (browser: Browser): Promise<Page> => openAs(browser, await demoLogin('admin'));

async function openCustomer(admin: Page, { userId, email }: { userId: string; email: string }) {
  await admin.goto(`/admin/kunden/${userId}`);
  await expect(admin.getByText(email).first()).toBeVisible();
}

/** Opens the dialog, gives the reason and confirms. */
async function changeAccess(admin: Page, button: string, confirm = button) {
  await panel(admin, 'Zugang').getByRole('button', { name: button }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Grund, sichtbar für die Person').fill(REASON);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function promote(api: APIRequestContext, userId: string) {
  const answer = await api.post(`/api/admin/customers/${userId}/role`, {
    data: { role: 'admin', reason: 'Neue Kollegin' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Everything that a customer can have: money, a bot, open requests, a chat. */
async function settle(page: Page, adminApi: APIRequestContext) {
  const profile = await readProfile(page.request);
  const bot = await startBot(page.request, '100.00');
  const deposit = await createDeposit(page.request, '250.00');
  const withdrawal = await createWithdrawal(page.request, '40.00');
  await page.request.post('/api/support/chats', { data: {} });
  const corrected = await adminApi.post('/api/admin/wallet-corrections', {
    data: { email: profile.email, direction: 'credit', amountUsd: '5', reason: 'Kulanz' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const correction: { reference: string } = await corrected.json();
  return { ...profile, bot, deposit, withdrawal, correction };
}

test.describe('a customer', () => {
  test('is found by address, by id and by the references of their things, and by the palette', async ({
    funded,
    admin,
    adminApi,
  }) => {
    const { userId, email, bot, deposit, withdrawal, correction } = await settle(funded, adminApi);
    await admin.goto('/admin');
    await admin.getByRole('link', { name: 'Kunden' }).first().click();
    await expect(admin.getByRole('heading', { name: 'Kunden', level: 1 })).toBeVisible();
    const search = admin.getByRole('searchbox', { name: 'Kunden suchen' });
    const row = admin.getByRole('row').filter({ hasText: email });
    for (const text of [
      email,
      userId,
      reference(userId),
      bot.reference,
      deposit.reference,
      withdrawal.reference,
      correction.reference,
    ]) {
      await search.fill(text);
      await expect(admin, text).toHaveURL(
        new RegExp(`suche=${encodeURIComponent(text).replace('%40', '(%40|@)')}`),
      );
      await expect(row, text).toBeVisible();
      await expect(admin.getByRole('row'), text).toHaveCount(2);
    }
    await search.fill('gibt-es-bestimmt-nicht');
    await expect(admin.getByText('Keine Treffer')).toBeVisible();
    await admin.getByRole('button', { name: 'Filter aufheben' }).click();
    await expect(search).toHaveValue('');

    await admin.keyboard.press('Control+k');
    const palette = admin.getByRole('dialog');
    await palette.getByPlaceholder('E-Mail oder Kennung suchen').fill(withdrawal.reference);
    // The thing itself, and whose it is.
    await expect(palette.getByRole('button', { name: email })).toHaveCount(2);
    await palette.getByRole('button', { name: email }).last().click();
    await expect(admin).toHaveURL(`/admin/kunden/${userId}`);
  });

  test('is seen from all sides on one page, and everything leads on', { tag: '@gate' }, async ({
    funded,
    admin,
    adminApi,
  }) => {
    const { email, deposit, withdrawal, ...customer } = await settle(funded, adminApi);
    await openCustomer(admin, { ...customer, email });
    await expect(admin.getByText(reference(customer.userId), { exact: false }).first()).toBeVisible();

    const wealth = panel(admin, 'Vermögen');
    await expect(wealth.getByRole('row', { name: /^Verfügbar 865,00/ })).toBeVisible();
    await expect(wealth.getByRole('row', { name: /^Reserviert 40,00/ })).toBeVisible();
    await expect(wealth.getByText(/^Summe der Einträge = Saldo, geprüft \d\d:\d\d/)).toBeVisible();

    const bookings = panel(admin, /^Buchungen/);
    await bookings.getByRole('button', { name: /^Wallet-Korrektur/ }).click();
    const drawer = admin.getByRole('dialog');
    await expect(drawer.getByText('Wallet des Kunden').first()).toBeVisible();
    await expect(
      drawer.getByRole('row', { name: /^Summe/ }).getByText('0,00', { exact: true }),
    ).toBeVisible();
    await admin.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);

    const bots = panel(admin, /^Bots/);
    await expect(bots.getByRole('row').filter({ hasText: 'SmartBot' })).toContainText('100,00');
    await expect(bots.getByRole('row', { name: /^Summe laufend 100,00/ })).toBeVisible();
    await bots.getByRole('button', { name: /^SmartBot/ }).click();
    await expect(drawer.getByText('Anteilswert beim Start')).toBeVisible();
    await drawer.getByRole('button', { name: /^100,00\sUSDT\s*, Buchung beim Start$/ }).click();
    await expect(drawer.getByRole('heading', { name: /^SmartBot gestartet/ })).toBeVisible();
    await admin.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await wealth
      .getByRole('row', { name: /^In Bots/ })
      .getByRole('link')
      .click();
    await expect(admin).toHaveURL(/#bots$/);
    await expect(bots).toBeInViewport();
    await expect(panel(admin, /^Einzahlungen/).getByText(deposit.reference)).toBeVisible();
    await expect(panel(admin, /^Auszahlungen/).getByText(withdrawal.reference)).toBeVisible();
    await expect(panel(admin, /^Chats/).getByRole('listitem')).toHaveCount(1);
    await expect(panel(admin, /^Sitzungen/).getByRole('listitem')).toHaveCount(1);
    const trail = panel(admin, /^Prüfspur/);
    await expect(trail.getByText('Wallet korrigiert')).toBeVisible();
    await expect(trail.getByText(/„Kulanz“/)).toBeVisible();

    await admin.getByRole('link', { name: 'Wallet korrigieren' }).click();
    await expect(admin.getByLabel('E-Mail', { exact: true })).toHaveValue(email);
    await admin.goBack();
    await panel(admin, /^Offen/)
      .getByRole('link', { name: `Einzahlung ${deposit.reference}` })
      .click();
    await expect(admin).toHaveURL(new RegExp(`suche=${deposit.reference}`));
    await expect(admin.getByRole('row').filter({ hasText: deposit.reference })).toBeVisible();
  });

  test('has what is open decided on the own page, and the figures follow', async ({
    funded,
    admin,
    adminApi,
  }) => {
    const customer = await settle(funded, adminApi);
    const { deposit, withdrawal } = customer;
    await openCustomer(admin, customer);
    const open = panel(admin, /^Offen/);
    const dialog = admin.getByRole('dialog');
    await open.getByRole('button', { name: new RegExp(`^Genehmigen.*${withdrawal.reference}`) }).click();
    await dialog.getByRole('button', { name: /^40,00\sUSD genehmigen$/ }).click();
    await expectToast(admin, 'Auszahlung genehmigt');
    const wealth = panel(admin, 'Vermögen');
    await expect(wealth.getByRole('row', { name: /^Reserviert 0,00/ })).toBeVisible();
    await open.getByRole('button', { name: new RegExp(`^Ablehnen.*${deposit.reference}`) }).click();
    await dialog.getByRole('button', { name: /ablehnen$/ }).click();
    await expectToast(admin, 'Einzahlung abgelehnt');
    await expect(open.getByText('Kein Antrag wartet auf eine Entscheidung.')).toBeVisible();
    // The amount of what was booked opens the booking, by the address of the section too.
    await admin.goto(`/admin/kunden/${customer.userId}#auszahlungen`);
    const paid = panel(admin, /^Auszahlungen/);
    await expect(paid).toBeInViewport();
    await paid.getByRole('button', { name: /^40,00\s*, Buchung$/ }).click();
    await expect(dialog.getByRole('heading', { name: /^Auszahlung ausgeführt/ })).toBeVisible();
  });

  test('shows the same page of a list again after a reload, and the one before on the way back', async ({
    funded,
    admin,
    adminApi,
  }) => {
    const profile = await readProfile(funded.request);
    for (let n = 1; n <= 8; n += 1) {
      const corrected = await adminApi.post('/api/admin/wallet-corrections', {
        data: { email: profile.email, direction: 'credit', amountUsd: '1', reason: `Kulanz ${n}` },
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
      expect(corrected.status()).toBe(201);
    }
    await openCustomer(admin, profile);
    const bookings = panel(admin, /^Buchungen/);
    await bookings.getByRole('button', { name: 'Weiter' }).click();
    await expect(bookings.getByText('9–9 von 9')).toBeVisible();
    await admin.reload();
    await expect(bookings.getByText('9–9 von 9')).toBeVisible();
    await admin.goBack();
    await expect(bookings.getByText('1–8 von 9')).toBeVisible();
  });

  test('that nobody knows is said to be none', async ({ admin }) => {
    for (const id of [crypto.randomUUID(), 'keine-kennung']) {
      await admin.goto(`/admin/kunden/${id}`);
      await expect(admin.getByRole('heading', { name: 'Kunde nicht gefunden' })).toBeVisible();
    }
    await admin.getByRole('link', { name: 'Kunden suchen' }).click();
    await expect(admin).toHaveURL('/admin/kunden');
  });

  test('finds none of it', async ({ newcomer }) => {
    const { userId } = await readProfile(newcomer.request);
    for (const path of ['/admin/kunden', `/admin/kunden/${userId}`]) {
      await newcomer.goto(path);
      await expect(newcomer).toHaveURL('/dashboard');
    }
  });
});

test.describe('a lock', () => {
  test('ends the open tab of the customer at once, closes the login, and is lifted again', async ({
    page,
    browser,
  }) => {
    const login = await signUp(page.request);
    const customer = await readProfile(page.request);
    await page.goto('/dashboard/wallet');
    await expect(live(page)).toBeVisible();
    const admin = await openAdmin(browser);
    await openCustomer(admin, customer);
    await panel(admin, 'Zugang').getByRole('button', { name: 'Konto sperren' }).click();
    const dialog = admin.getByRole('dialog');
    await expect(dialog.getByText('Laufende Bots handeln weiter.', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Konto sperren' }).click();
    await expect(dialog.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
    await dialog.getByLabel('Grund, sichtbar für die Person').fill(REASON);
    await dialog.getByRole('button', { name: 'Konto sperren' }).click();
    await expectToast(admin, 'Konto gesperrt', customer.email);
    await expect(admin.getByText('Eine Anmeldung ist nicht möglich.', { exact: false })).toBeVisible();
    await expect(panel(admin, 'Zugang').getByText(REASON)).toBeVisible();
    await expect(panel(admin, 'Sitzungen').getByText('Nirgends angemeldet.')).toBeVisible();

    await expectToast(page, 'Sitzung beendet');
    await expect(page).toHaveURL(/\/login/);
    await submitLogin(page, login);
    await expectToast(page, 'Fehler beim Anmelden', 'Dieses Konto ist gesperrt.');
    await expect(page).toHaveURL(/\/login/);
    await submitLogin(page, { ...login, password: 'ganz bestimmt das falsche' });
    await expectToast(page, 'Fehler beim Anmelden', 'E-Mail-Adresse oder Passwort ist falsch.');

    await changeAccess(admin, 'Sperre aufheben');
    await expect(panel(admin, 'Zugang').getByRole('button', { name: 'Konto sperren' })).toBeVisible();
    await submitLogin(page, login);
    await expect(page).toHaveURL(/\/dashboard/);
    await admin.context().close();
  });
});

test.describe('of two admins', () => {
  test('the one who is demoted loses the rights in the open tab at once and stays a customer', {
    tag: '@gate',
  }, async ({ page, browser }) => {
    await signUp(page.request);
    const colleague = await readProfile(page.request);
    const admin = await openAdmin(browser);
    await promote(admin.request, colleague.userId);
    await page.goto('/admin/kunden');
    await expect(page.getByRole('heading', { name: 'Kunden', level: 1 })).toBeVisible();
    await expect(live(page)).toBeVisible();

    await openCustomer(admin, colleague);
    await changeAccess(admin, 'Administrator-Rechte entziehen', 'Rechte entziehen');
    await expect(admin.getByText(/ · Benutzer · /)).toBeVisible();

    await expectToast(page, 'Zugriff verweigert', 'Admin-Berechtigung erforderlich');
    await expect(page).toHaveURL('/dashboard');
    expect((await page.request.get('/api/admin/customers')).status()).toBe(403);
    expect((await page.request.get('/api/profile')).status()).toBe(200);
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
    await admin.context().close();
  });

  test('the one who is locked is out, and neither can change the own access', async ({ page, browser }) => {
    await signUp(page.request);
    const colleague = await readProfile(page.request);
    const admin = await openAdmin(browser);
    await promote(admin.request, colleague.userId);
    await openCustomer(page, colleague);
    await expect(
      panel(page, 'Zugang').getByText('Ihren eigenen Zugang kann nur ein anderer Administrator ändern.'),
    ).toBeVisible();
    await expect(panel(page, 'Zugang').getByRole('button')).toHaveCount(0);
    await expect(live(page)).toBeVisible();
    await openCustomer(admin, colleague);
    await changeAccess(admin, 'Konto sperren');
    await expectToast(page, 'Sitzung beendet');
    await expect(page).toHaveURL(/\/login/);
    await admin.context().close();
  });
});

async function submitLogin(page: Page, login: Login) {
  await page.getByLabel('E-Mail-Adresse').fill(login.email);
  await page.getByLabel('Passwort', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

test.describe('the pages', () => {
  test('are clean by axe and fit', async ({ funded, admin, adminApi, browser }) => {
    test.slow();
    await fund(funded.request, adminApi, '1000000.00');
    const customer = await settle(funded, adminApi);
    const fresh = await openAdmin(browser);
    const lockedLogin = await signUp(fresh.request);
    await signIn(fresh.request, await demoLogin('admin'));
    const list = await (await fresh.request.get(`/api/admin/customers?query=${lockedLogin.email}`)).json();
    const lockedId = list.items[0].userId;
    await fresh.request.post(`/api/admin/customers/${lockedId}/lock`, { data: { reason: REASON } });
    await fresh.context().close();
    const states: State[] = [
      {
        name: 'the list',
        async open(page) {
          await page.goto('/admin/kunden');
          await expect(page.getByRole('table')).toBeVisible();
        },
      },
      {
        name: 'the list without a match',
        async open(page) {
          await page.goto('/admin/kunden?suche=gibt-es-bestimmt-nicht');
          await expect(page.getByText('Keine Treffer')).toBeVisible();
        },
      },
      {
        name: 'a customer',
        async open(page) {
          await openCustomer(page, customer);
          await expect(
            panel(page, /^Prüfspur/)
              .getByRole('listitem')
              .first(),
          ).toBeVisible();
          await expect(panel(page, /^Buchungen/).getByRole('table')).toBeVisible();
        },
      },
      {
        name: 'a locked customer',
        async open(page) {
          await openCustomer(page, { userId: lockedId, email: lockedLogin.email });
          await expect(page.getByText('Eine Anmeldung ist nicht möglich.', { exact: false })).toBeVisible();
        },
      },
      {
        name: 'the dialog of a lock',
        async open(page) {
          await openCustomer(page, customer);
          await panel(page, 'Zugang').getByRole('button', { name: 'Konto sperren' }).click();
          await page.getByRole('dialog').getByRole('button', { name: 'Konto sperren' }).click();
          await expect(page.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
        },
      },
      {
        name: 'a booking',
        async open(page) {
          await openCustomer(page, customer);
          await panel(page, /^Buchungen/)
            .getByRole('button', { name: /^Wallet-Korrektur/ })
            .click();
          await expect(page.getByRole('dialog').getByText('Wallet des Kunden').first()).toBeVisible();
        },
      },
    ];
    await checkAll(admin, states);
  });
});
