// Every toast of the specification, provoked once. What the specification quotes and nobody provokes here fails.
import { expect } from '@playwright/test';
import {
  createDeposit,
  createWithdrawal,
  fund,
  newLogin,
  readProfile,
  signUp,
  startBot,
} from './accounts.ts';
import { test } from './app-test.ts';
import { beginDecision, fillSignUp, logOut } from './people.ts';
import { answerNonsense, fail, failRead, handleNext, loseConnection } from './routes.ts';
import { failToChat } from './support-chat.ts';
import { DESK_TEXTS, provokeDeskToasts } from './support-desk.ts';
import { forgetSeen, NO_TOASTS, provoked, provoking, quoted, seen, sees } from './toast-list.ts';

test.beforeEach(forgetSeen);

test.afterEach(() => {
  const { annotations, errors } = test.info();
  if (errors.length > 0) return;
  const declared = annotations.filter(({ type }) => type === 'toast').map(({ description }) => description);
  expect([...seen]).toEqual(expect.arrayContaining(declared));
});

test('no toast of the specification is left out', () => {
  expect(quoted().filter((text) => !provoked.has(text) && !(text in NO_TOASTS))).toEqual([]);
  expect(Object.keys(NO_TOASTS).filter((text) => provoked.has(text))).toEqual([]);
});

test.describe('accounts', () => {
  test(
    'two passwords that differ',
    provoking('Passwörter stimmen nicht überein', 'Bitte überprüfen Sie Ihre Passwort-Eingaben.'),
    async ({ page }) => {
      await fillSignUp(page, newLogin(), 'etwas-ganz-anderes');
      await sees(
        page,
        'alert',
        'Passwörter stimmen nicht überein',
        'Bitte überprüfen Sie Ihre Passwort-Eingaben.',
      );
    },
  );

  test(
    'a sign-up that the server refuses, and one that it never answers',
    provoking(
      'Registrierung fehlgeschlagen',
      'Fehler bei der Registrierung',
      'Ein unerwarteter Fehler ist aufgetreten.',
    ),
    async ({ page, playwright, baseURL }) => {
      const known = await signUp(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
      await fillSignUp(page, known);
      await sees(
        page,
        'alert',
        'Registrierung fehlgeschlagen',
        'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melden Sie sich an.',
      );
      const lost = await loseConnection(page, '/api/auth/sign-up/email');
      await fillSignUp(page, newLogin());
      await sees(page, 'alert', 'Registrierung fehlgeschlagen', /^Keine Verbindung\. /);
      lost.heal();
      await handleNext(page, '/api/auth/sign-up/email', answerNonsense);
      await fillSignUp(page, newLogin());
      await sees(page, 'alert', 'Fehler bei der Registrierung', 'Ein unerwarteter Fehler ist aufgetreten.');
    },
  );

  for (const bot of ['SmartBot', 'TurboBot']) {
    test(
      `a new account and the choice of ${bot}`,
      provoking(
        'Konto erfolgreich erstellt!',
        'Wählen Sie jetzt Ihren Trading-Bot aus.',
        `${bot} aktiviert!`,
        'Ihr Trading-Bot ist bereit.',
      ),
      async ({ page }) => {
        await page.clock.install();
        await fillSignUp(page, newLogin());
        await sees(page, 'status', 'Konto erfolgreich erstellt!', 'Wählen Sie jetzt Ihren Trading-Bot aus.');
        await page.getByRole('radio', { name: bot }).check();
        await page.clock.pauseAt(Date.now() + 60_000);
        await page.getByRole('button', { name: `Mit ${bot} fortfahren` }).click();
        await expect(page.getByText(`${bot} aktiviert!`, { exact: true })).toBeAttached();
        await page.clock.runFor(700);
        await sees(page, 'status', `${bot} aktiviert!`, 'Ihr Trading-Bot ist bereit.');
        // The page's clock stands; whoever had set out already would arrive within a real second.
        await expect(page.waitForURL('/dashboard', { timeout: 1_000 })).rejects.toThrow('Timeout');
        await expect(page).toHaveURL('/signup');
        await page.clock.runFor(300);
        await expect(page).toHaveURL('/dashboard');
      },
    );
  }

  test('a login with the wrong password, without an answer, and at last', {
    ...provoking(
      'Fehler beim Anmelden',
      'Ein unerwarteter Fehler ist aufgetreten.',
      'Erfolgreich angemeldet!',
      'Willkommen zurück bei Botdepot.',
    ),
    tag: '@gate',
  }, async ({ page, playwright, baseURL }) => {
    const login = await signUp(await playwright.request.newContext({ baseURL: baseURL ?? '' }));
    await page.goto('/login');
    await page.getByLabel('E-Mail-Adresse').fill(login.email);
    await page.getByLabel('Passwort', { exact: true }).fill('falsches-passwort');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await sees(page, 'alert', 'Fehler beim Anmelden', 'E-Mail-Adresse oder Passwort ist falsch.');

    const lost = await loseConnection(page, '/api/auth/sign-in/email');
    await page.getByLabel('Passwort', { exact: true }).fill(login.password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await sees(page, 'alert', 'Fehler beim Anmelden', /^Keine Verbindung\. /);

    lost.heal();
    await handleNext(page, '/api/auth/sign-in/email', answerNonsense);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await sees(page, 'alert', 'Fehler beim Anmelden', 'Ein unerwarteter Fehler ist aufgetreten.');

    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await sees(page, 'status', 'Erfolgreich angemeldet!', 'Willkommen zurück bei Botdepot.');
    // What was said about the attempts before is no longer true.
    await expect(page.getByText('Fehler beim Anmelden')).toHaveCount(0);
  });

  test('a logout from the dashboard, which fails first', {
    ...provoking('Fehler', 'Abmeldung fehlgeschlagen', 'Abgemeldet'),
    tag: '@gate',
  }, async ({ newcomer: page }) => {
    await page.goto('/dashboard');
    const failing = await fail(page, '/api/auth/sign-out');
    await logOut(page);
    await sees(page, 'alert', 'Fehler', 'Abmeldung fehlgeschlagen');
    await expect(page).toHaveURL(/\/dashboard$/);

    failing.heal();
    await page.getByRole('button', { name: 'Schließen' }).click();
    await logOut(page);
    await sees(page, 'status', 'Abgemeldet');
    await expect(page).toHaveURL(/\/$/);
  });

  test(
    'a logout from a public page, which fails first',
    provoking('Fehler beim Abmelden', 'Ein Fehler ist aufgetreten.', 'Erfolgreich abgemeldet'),
    async ({ newcomer: page }) => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Benutzermenü' }).waitFor();
      await page.goto('/');
      const failing = await fail(page, '/api/auth/sign-out');
      await logOut(page);
      await sees(page, 'alert', 'Fehler beim Abmelden', 'Ein Fehler ist aufgetreten.');

      failing.heal();
      await page.getByRole('button', { name: 'Schließen' }).click();
      await logOut(page);
      await sees(page, 'status', 'Erfolgreich abgemeldet');
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    },
  );
});

test.describe('money', () => {
  test(
    'a copied address, and a deposit that fails first',
    provoking('Kopiert', 'Fehler', 'Einzahlung konnte nicht erstellt werden', 'Einzahlung erstellt'),
    async ({ newcomer: page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/dashboard/deposits');
      await page.getByLabel('Betrag', { exact: true }).fill('20');
      await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
      await page.getByRole('button', { name: 'Adresse kopieren' }).click();
      await sees(page, 'status', 'Kopiert', 'Die Adresse ist in der Zwischenablage.');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^demousdt1/);

      const failing = await fail(page, '/api/deposits');
      await page.getByRole('button', { name: /einzahlen$/ }).click();
      await sees(page, 'alert', 'Fehler', 'Einzahlung konnte nicht erstellt werden');
      failing.heal();
      await page.getByRole('button', { name: /einzahlen$/ }).click();
      await sees(page, 'status', 'Einzahlung erstellt', /^E-\d+ wird geprüft\.$/);
    },
  );

  test(
    'a withdrawal that fails first',
    provoking('Fehler', 'Auszahlung konnte nicht beantragt werden', 'Auszahlung beantragt'),
    async ({ funded: page }) => {
      await page.goto('/dashboard/withdrawals');
      await page.getByLabel('Betrag', { exact: true }).fill('20');
      await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
      await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
      const failing = await fail(page, '/api/withdrawals');
      await page.getByRole('button', { name: /auszahlen$/ }).click();
      await sees(page, 'alert', 'Fehler', 'Auszahlung konnte nicht beantragt werden');
      failing.heal();
      await page.getByRole('button', { name: /auszahlen$/ }).click();
      await sees(page, 'status', 'Auszahlung beantragt', /^A-\d+ wird geprüft\.$/);
      // What was said about the attempt before is no longer true.
      await expect(page.getByText('Auszahlung konnte nicht beantragt werden')).toHaveCount(0);
    },
  );

  test('a wallet that cannot be loaded', {
    ...provoking('Fehler', 'Wallet-Daten konnten nicht geladen werden'),
    tag: '@gate',
  }, async ({ newcomer: page }) => {
    const failing = await failRead(page, '/api/wallet');
    await page.goto('/dashboard/wallet');
    await sees(page, 'alert', 'Fehler', 'Wallet-Daten konnten nicht geladen werden');
    failing.heal();
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().click();
    await expect(page.getByRole('region', { name: 'Kontostand' })).toBeVisible();
  });

  test(
    'a bot that is started, after a failure',
    provoking('Fehler', 'Bot konnte nicht gestartet werden', 'Bot gestartet'),
    async ({ funded: page }) => {
      await page.goto('/dashboard/bots');
      await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Betrag', { exact: true }).fill('100');
      const failing = await fail(page, '/api/bot-investments');
      await dialog.getByRole('button', { name: /investieren$/ }).click();
      await sees(page, 'alert', 'Fehler', 'Bot konnte nicht gestartet werden');
      failing.heal();
      await dialog.getByRole('button', { name: /investieren$/ }).click();
      await sees(page, 'status', 'Bot gestartet', '100,00\u00a0USDT sind im SmartBot angelegt.');
    },
  );

  for (const { title, profit, text } of [
    { title: 'Total Profit', profit: '12.34', text: '+12,34\u00a0USDT' },
    { title: 'Total Verlust', profit: '-12.34', text: '−12,34\u00a0USDT' },
  ]) {
    test(
      `a bot that is stopped, after a failure, with a result told a second later: ${title}`,
      provoking('Fehler', 'Bot konnte nicht gestoppt werden', 'Bot beendet', title),
      async ({ funded: page }) => {
        await startBot(page.request, '100.00');
        await page.clock.install();
        await page.goto('/dashboard/bots');
        await page.getByRole('button', { name: /^Beenden/ }).click();
        const confirm = page.getByRole('dialog').getByRole('button', { name: /auszahlen und beenden$/ });
        const failing = await fail(page, '/api/bot-investments/*/stop');
        await confirm.click();
        await sees(page, 'alert', 'Fehler', 'Bot konnte nicht gestoppt werden');
        failing.heal();

        // The market decides about the real result; here both are wanted.
        await page.route('**/api/bot-investments/*/stop', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), profit } });
        });
        // From here on the time of the page goes on only as far as it is told to.
        await page.clock.pauseAt(Date.now() + 2_000);
        const answered = page.waitForResponse('**/api/bot-investments/*/stop');
        await confirm.click();
        await answered;
        await expect(async () => {
          await page.clock.runFor(1);
          expect(await page.getByText('Bot beendet').count()).toBe(1);
        }).toPass();
        await page.clock.runFor(700);
        await sees(
          page,
          'status',
          'Bot beendet',
          /^\d+,\d\d\u00a0USDT aus dem SmartBot sind in Ihrem Wallet\.( Das sind .+)?$/,
        );
        await expect(page.getByText(title)).toHaveCount(0);
        await page.clock.runFor(1_000);
        await sees(page, 'status', title, text);
      },
    );
  }
});

test(
  'a chat that cannot be started, and a message that cannot be sent',
  {
    ...provoking('Fehler', 'Chat konnte nicht gestartet werden', 'Nachricht konnte nicht gesendet werden'),
    tag: '@gate',
  },
  ({ newcomer: page }) => failToChat(page),
);

test.describe('administration', () => {
  for (const path of ['/api/admin/overview', '/api/admin/deposits?*'])
    test(
      `the admin page without ${path}`,
      provoking('Fehler', 'Admin-Daten konnten nicht geladen werden'),
      async ({ admin }) => {
        await fail(admin, path, 'GET');
        await admin.goto('/admin');
        await sees(admin, 'alert', 'Fehler', 'Admin-Daten konnten nicht geladen werden');
      },
    );

  test(
    'the running investments without an answer',
    provoking('Fehler', 'Bot-Investitionen konnten nicht geladen werden'),
    async ({ admin }) => {
      await fail(admin, '/api/admin/bot-investments?*', 'GET');
      await admin.goto('/admin?ansicht=rendite');
      await sees(admin, 'alert', 'Fehler', 'Bot-Investitionen konnten nicht geladen werden');
    },
  );

  test(
    'a manual return, after a failure',
    provoking('Fehler', 'Rendite konnte nicht angewendet werden', 'Rendite angewendet'),
    async ({ funded, admin }) => {
      const { reference } = await startBot(funded.request, '200.00');
      await admin.goto(`/admin?ansicht=rendite&suche=${reference}`);
      await admin.getByRole('checkbox', { name: reference }).check();
      await admin.getByRole('button', { name: '+2,0' }).click();
      await admin.getByLabel('Grund, sichtbar für den Kunden').fill('Kulanz');
      await admin.getByRole('button', { name: 'Rendite anwenden' }).click();
      const confirm = admin.getByRole('dialog').getByRole('button', { name: /anwenden$/ });
      const failing = await fail(admin, '/api/admin/bot-investments/*/return');
      await confirm.click();
      await sees(admin, 'alert', 'Fehler', 'Rendite konnte nicht angewendet werden');
      failing.heal();
      await confirm.click();
      await sees(admin, 'status', 'Rendite angewendet', /^\+2,0\u00a0% · \+[34],\d\d\u00a0\$$/);
    },
  );

  test('a corrected wallet', provoking('Wallet korrigiert'), async ({ newcomer, admin }) => {
    const { email } = await readProfile(newcomer.request);
    await admin.goto('/admin');
    await admin.getByLabel('E-Mail', { exact: true }).fill(email);
    await admin.getByLabel('Betrag', { exact: true }).fill('40');
    await admin.getByLabel('Grund, sichtbar für den Kunden').fill('Kulanz');
    await expect(admin.getByText(/^Wallet 0,00/)).toBeVisible();
    await admin.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
    await admin
      .getByRole('dialog')
      .getByRole('button', { name: /gutschreiben$/ })
      .click();
    const text = new RegExp(`^K-\\d+: 40,00\u00a0USDT gutgeschrieben, ${email}$`);
    await sees(admin, 'status', 'Wallet korrigiert', text);
  });

  test(
    'a customer at the door of the admin page',
    provoking('Zugriff verweigert', 'Admin-Berechtigung erforderlich'),
    async ({ newcomer: page }) => {
      await page.goto('/admin');
      await sees(page, 'alert', 'Zugriff verweigert', 'Admin-Berechtigung erforderlich');
      await expect(page).toHaveURL(/\/dashboard$/);
    },
  );

  for (const { noun, request } of [
    { noun: 'Einzahlung', request: createDeposit },
    { noun: 'Auszahlung', request: createWithdrawal },
  ]) {
    for (const { verb, done, failed } of [
      { verb: 'Genehmigen', done: 'genehmigt', failed: 'Genehmigung fehlgeschlagen' },
      { verb: 'Ablehnen', done: 'abgelehnt', failed: 'Ablehnung fehlgeschlagen' },
    ] as const) {
      test(
        `${noun} ${done}, after a failure`,
        provoking('Fehler', failed, `${noun} ${done}`),
        async ({ newcomer, adminApi, admin }) => {
          await fund(newcomer.request, adminApi, '50.00');
          const { reference } = await request(newcomer.request, '20.00');
          await admin.goto('/admin');
          await beginDecision(admin, reference, verb);
          const confirm = admin.getByRole('dialog').getByRole('button', { name: /(genehmigen|ablehnen)$/ });
          const failing = await fail(admin, '/api/admin/*/*/*');
          await confirm.click();
          await sees(admin, 'alert', 'Fehler', failed);
          failing.heal();
          await confirm.click();
          await sees(admin, 'status', `${noun} ${done}`, new RegExp(`^${reference} von kunde-`));
        },
      );
    }
  }
});

test('the support desk', provoking(...DESK_TEXTS), ({ newcomer, admin }) =>
  provokeDeskToasts(newcomer, admin),
);
