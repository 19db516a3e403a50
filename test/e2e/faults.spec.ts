// What goes wrong between a person and the server: impatience, lost answers, lost connections, reloads, nonsense.
import { expect, type Page } from '@playwright/test';
import { createDeposit, createWithdrawal, fund, readWallet } from './accounts.ts';
import { test } from './app-test.ts';
import { expectToast } from './people.ts';
import { delay, fail, failRead, holdNextAnswer, loseNextAnswer } from './routes.ts';

interface Flow {
  name: string;
  /** Where it begins, and the way from there to the button that moves money. */
  page: string;
  toConfirm: (page: Page) => Promise<void>;
  confirm: RegExp;
  /** Where the command goes, and what says that it was carried out. */
  path: string;
  done: string;
  /** The wallet of somebody with 1.000,00 afterwards, had it happened exactly once. */
  once: object;
}

const UNTOUCHED = {
  available: '1000.00',
  usdLockedBalance: '0.00',
  pendingDeposits: 0,
  pendingWithdrawals: 0,
  activeBots: 0,
};

const FLOWS: Flow[] = [
  {
    name: 'a deposit',
    page: '/dashboard/deposits',
    async toConfirm(page) {
      await page.getByLabel('Betrag', { exact: true }).fill('200');
      await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
    },
    confirm: /^200,00\sUSD einzahlen$/,
    path: '/api/deposits',
    done: 'Einzahlung erstellt',
    once: { ...UNTOUCHED, pendingDeposits: 1 },
  },
  {
    name: 'a withdrawal',
    page: '/dashboard/withdrawals',
    async toConfirm(page) {
      await page.getByLabel('Betrag', { exact: true }).fill('200');
      await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
      await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
    },
    confirm: /^200,00\sUSD auszahlen$/,
    path: '/api/withdrawals',
    done: 'Auszahlung beantragt',
    once: { ...UNTOUCHED, available: '800.00', usdLockedBalance: '200.00', pendingWithdrawals: 1 },
  },
  {
    name: 'the start of a bot',
    page: '/dashboard/bots',
    async toConfirm(page) {
      await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
      await page.getByRole('dialog').getByLabel('Betrag', { exact: true }).fill('200');
    },
    confirm: /^200,00\sUSDT investieren$/,
    path: '/api/bot-investments',
    done: 'Bot gestartet',
    once: { ...UNTOUCHED, available: '800.00', activeBots: 1 },
  },
];

for (const flow of FLOWS) {
  test.describe(flow.name, () => {
    test('is booked once for a double click', { tag: '@gate' }, async ({ funded: page }) => {
      const keys = collectKeys(page, flow.path);
      await page.goto(flow.page);
      await flow.toConfirm(page);
      await page.getByRole('button', { name: flow.confirm }).dblclick();
      await expectToast(page, flow.done);
      expect(keys).toHaveLength(1);
      expect(await readWallet(page.request)).toEqual(flow.once);
    });

    test('is booked once when the answer is lost and tried again', { tag: '@gate' }, async ({
      funded: page,
    }) => {
      const keys = collectKeys(page, flow.path);
      await page.goto(flow.page);
      await flow.toConfirm(page);
      await loseNextAnswer(page, flow.path);
      await page.getByRole('button', { name: flow.confirm }).click();
      await expectToast(page, 'Fehler');
      await expect(page.getByText(/^Keine Verbindung\. Bitte prüfen Sie Ihr Netz/)).toBeVisible();
      expect(await readWallet(page.request)).toEqual(flow.once);

      await page.getByRole('button', { name: flow.confirm }).click();
      await expectToast(page, flow.done);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size, 'one key for both tries').toBe(1);
      expect(await readWallet(page.request)).toEqual(flow.once);
    });

    test('is kept when the tab is closed before the answer', async ({ funded: page }) => {
      await page.goto(flow.page);
      await flow.toConfirm(page);
      const arrived = holdNextAnswer(page, flow.path);
      // The tab may be gone before the click has been reported.
      await page
        .getByRole('button', { name: flow.confirm })
        .click()
        .catch(() => undefined);
      await arrived;
      const later = await page.context().newPage();
      await page.close();
      expect(await readWallet(later.request)).toEqual(flow.once);
      // Anyone who comes back finds it, and nothing that would begin it again.
      await later.goto(flow.page);
      await expect(later.getByRole('row').filter({ hasText: '200,00' }).first()).toBeVisible();
      await expect(later.getByRole('button', { name: flow.confirm })).toHaveCount(0);
    });

    test('is not begun by a reload or the way back, and not repeated by them', async ({ funded: page }) => {
      await page.goto('/dashboard');
      await page.goto(flow.page);
      await flow.toConfirm(page);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: flow.confirm })).toHaveCount(0);
      await flow.toConfirm(page);
      // The review of a request is a step of the browser by itself.
      await expect(async () => {
        await page.goBack();
        await expect(page).toHaveURL('/dashboard', { timeout: 1_000 });
      }).toPass();
      await page.goForward();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: flow.confirm })).toHaveCount(0);
      expect(await readWallet(page.request)).toEqual(UNTOUCHED);

      await flow.toConfirm(page);
      await page.getByRole('button', { name: flow.confirm }).click();
      await expectToast(page, flow.done);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: flow.confirm })).toHaveCount(0);
      expect(await readWallet(page.request)).toEqual(flow.once);
    });
  });
}

/** The idempotency keys of all requests that the page sends to `path`. */
function collectKeys(page: Page, path: string): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || new URL(request.url()).pathname !== path) return;
    keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  return keys;
}

test('a lost connection is said, heals by itself, and what changed meanwhile appears', async ({
  newcomer: page,
  adminApi,
}) => {
  const sockets = await holdSockets(page);
  await page.goto('/dashboard/wallet');
  const badge = page.getByRole('banner').getByRole('status');
  await expect(badge).toHaveText('Live');
  const wallet = page.getByRole('table', { name: 'Guthaben' }).getByRole('row', { name: /^Wallet/ });
  const nothing = /(?<![\d.])0,00/;
  await expect(wallet).toContainText(nothing);

  await page.context().setOffline(true);
  sockets.cut();
  await expect(badge).toHaveText('Getrennt');
  await expect(page.getByText('Die Verbindung ist unterbrochen')).toBeVisible();
  // Old figures stay, since they are better than none.
  await expect(wallet).toContainText(nothing);
  await fund(page.request, adminApi, '321.00');

  await page.context().setOffline(false);
  sockets.restore();
  await expect(badge).toHaveText('Live');
  await expect(page.getByText('Die Verbindung ist unterbrochen')).toBeHidden();
  await expect(wallet).toContainText('321,00');
  await expect(page.getByRole('button', { name: /Benachrichtigungen/ })).toContainText('1');
});

/** Chromium's offline mode only silences open sockets, which takes half a minute to notice; here they are cut. */
async function holdSockets(page: Page) {
  const open = new Set<() => void>();
  let isCut = false;
  await page.routeWebSocket('**/api/live*', (socket) => {
    if (isCut) {
      void socket.close({ code: 1001 });
      return;
    }
    socket.connectToServer();
    open.add(() => void socket.close({ code: 1001 }));
  });
  return {
    cut: () => {
      isCut = true;
      for (const close of open) close();
      open.clear();
    },
    restore: () => {
      isCut = false;
    },
  };
}

test.describe('nonsense in a money field', () => {
  const NOT_A_NUMBER = 'Bitte geben Sie einen Betrag ein, zum Beispiel 1.234,56.';
  const AMBIGUOUS = 'Dieser Betrag ist nicht eindeutig. Schreiben Sie zum Beispiel 1234 oder 1.234,00.';
  const NOT_POSITIVE = 'Der Betrag muss größer als 0 sein.';
  const IN_EUROS = 'Der Betrag gilt in USD, nicht in Euro. Bitte ohne Euro-Zeichen.';
  type Refusal = [text: string, why: string];
  const REFUSED: Refusal[] = [
    ['1.234', AMBIGUOUS],
    ['1e3', NOT_A_NUMBER],
    ['-5', NOT_POSITIVE],
    ['12345678901234567890', 'Dieser Betrag ist zu groß.'],
    ['١٢٣', NOT_A_NUMBER],
  ];
  /** It is one and the same field everywhere; these are tried once. */
  const REFUSED_TOO: Refusal[] = [
    ['1,234.56', AMBIGUOUS],
    ['1,234', 'Höchstens zwei Stellen nach dem Komma.'],
    ['0x64', NOT_A_NUMBER],
    ['−5', NOT_POSITIVE],
    ['0,00', NOT_POSITIVE],
    ['１２３', NOT_A_NUMBER],
    ['12.34.56', NOT_A_NUMBER],
    ['1,2,3', NOT_A_NUMBER],
    ['12 34', NOT_A_NUMBER],
    ['+150', NOT_A_NUMBER],
    ['100/2', NOT_A_NUMBER],
    ['Infinity', NOT_A_NUMBER],
    ['hundert', NOT_A_NUMBER],
    ['150 BTC', NOT_A_NUMBER],
    ['150 €', IN_EUROS],
    ['€ 150', IN_EUROS],
  ];
  const FIELDS: { name: string; page: string; refused: Refusal[]; submit: string | RegExp; echo: string }[] =
    [
      {
        name: 'of a deposit',
        page: '/dashboard/deposits',
        refused: [
          ...REFUSED_TOO,
          ['0,99', 'Mindestens 1,00 USD.'],
          ['1000000,01', 'Höchstens 1.000.000,00 USD.'],
        ],
        submit: 'Weiter zur Prüfung',
        echo: 'Sie zahlen 234,56 USD ein.',
      },
      {
        name: 'of a withdrawal',
        page: '/dashboard/withdrawals',
        refused: [['1000,01', 'Nicht genügend Guthaben im Wallet']],
        submit: 'Weiter zur Prüfung',
        echo: 'Sie zahlen 234,56 USD aus.',
      },
      {
        name: 'of a start',
        page: '/dashboard/bots',
        refused: [
          ['99,99', 'Mindestens 100,00 USDT.'],
          ['1000,01', 'Höchstens 1.000,00 USDT.'],
        ],
        submit: /nvestieren$/,
        echo: 'Sie investieren 234,56 USDT.',
      },
    ];

  for (const { name, page: path, refused, submit, echo } of FIELDS) {
    test(`${name} is refused with a reason, and no other amount is taken`, async ({
      funded: page,
      context,
    }) => {
      await page.goto(path);
      if (path === '/dashboard/bots')
        await page.getByRole('article').getByRole('button', { name: 'SmartBot starten' }).click();
      if (path === '/dashboard/withdrawals')
        await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
      const field = page.getByLabel('Betrag', { exact: true });
      const button = page.getByRole('button', { name: submit });
      for (const [text, why] of [...REFUSED, ...refused]) {
        await field.fill(text);
        await field.press('Enter');
        await field.blur();
        await expect(field, text).toHaveAccessibleDescription(new RegExp(patternOf(why)));
        await expect(field, text).toHaveAttribute('aria-invalid', 'true');
        // The hint below says the limit as well, as long as it is kept.
        const [limit = ''] = why.split(' USD');
        await expect(page.getByText(new RegExp(patternOf(limit))), `${text}: said once`).toHaveCount(1);
        await expect(field, 'what was typed stays').toHaveValue(text);
        await expect(button, text).toBeDisabled();
      }
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      for (const text of ['234,56', '234.56', '$ 234,56', ' 234,56\u00a0USDT ', '0234,56']) {
        await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
        await field.fill('');
        await field.press('ControlOrMeta+V');
        await field.blur();
        await expect(page.getByText(new RegExp(patternOf(echo))), text).toBeVisible();
        await expect(field, text).not.toHaveAttribute('aria-invalid');
        await expect(button, text).toBeEnabled();
      }
      expect(await readWallet(page.request)).toEqual(UNTOUCHED);
    });
  }
});

/** For a pattern; a space may be a non-breaking one. */
function patternOf(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s');
}

test('a page that breaks leaves the frame standing, with the others one click away', async ({
  regular: page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const broken = { items: [null], total: 1, page: 1, pageSize: 20 };
  await page.route('**/api/notifications/all*', (route) => route.fulfill({ json: broken }));
  await page.goto('/dashboard/notifications');
  await expect(heading).toHaveText('Das hat nicht geklappt');
  await expect(page.getByRole('alert')).toHaveText('Ein unerwarteter Fehler ist aufgetreten.');
  await page.getByRole('link', { name: 'Auszahlungen' }).click();
  await expect(heading).toHaveText('Auszahlungen');
});

test('a page without its answer can be tried again where it is', async ({ regular: page }) => {
  const heading = page.getByRole('heading', { level: 1 });
  const fault = await failRead(page, '/api/own-bots');
  await page.goto('/dashboard/bots/eigene');
  await expect(heading).toHaveText('Das hat nicht geklappt');
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(heading).toHaveText('Das hat nicht geklappt');
  fault.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(heading).toHaveText('KI-Bots');
});

test('the dashboard says what it knows without the history of the wealth', async ({ regular: page }) => {
  const fault = await failRead(page, '/api/wealth?*');
  await page.goto('/dashboard');
  const sheet = page.getByRole('region', { name: 'Vermögen' });
  await expect(sheet.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible();
  await expect(page.getByText(/^Ihr \w+Bot liegt/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Kennzahlen' })).toContainText('zeitgewichtet');
  fault.heal();
  await sheet.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(sheet.getByRole('img', { name: /^Zeitgewichtete Rendite/ })).toBeVisible();
});

test('money that went elsewhere meanwhile is not withdrawn a second time', async ({ funded: page }) => {
  await page.goto('/dashboard/withdrawals');
  await page.getByLabel('Betrag', { exact: true }).fill('800');
  await page.getByRole('button', { name: 'Meine Spielgeld-Adresse' }).click();
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(page.getByText('Sie zahlen aus')).toBeVisible();
  // Otherwise the page may know before the button is pressed, and then there is nothing to press.
  const unaware = await delay(page, '/api/wallet');
  await createWithdrawal(page.request, '500.00');
  await page.getByRole('button', { name: /^800,00\sUSD auszahlen$/ }).click();
  await expectToast(page, 'Fehler', 'Auszahlung konnte nicht beantragt werden');
  unaware.heal();
  // Back at the first step, with the reason at its field and what was typed.
  const field = page.getByLabel('Betrag', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('800');
  await expect(field).toHaveAccessibleDescription(/500,00/);
  expect(await readWallet(page.request)).toMatchObject({ available: '500.00', pendingWithdrawals: 1 });
});

test('an address that cannot be had is said, and asked for again', async ({ newcomer: page }) => {
  const failing = await fail(page, '/api/wallet/crypto-address?*', 'GET');
  await page.goto('/dashboard/deposits');
  await page.getByLabel('Betrag', { exact: true }).fill('20');
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(page.getByText('Die Adresse fehlt gerade')).toBeVisible();
  failing.heal();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByText(/^demousdt1/)).toBeVisible();
});

test('a deposit that was decided elsewhere cannot be cancelled any more, and the page says so', {
  tag: '@gate',
}, async ({ newcomer: page, adminApi }) => {
  const { id, reference } = await createDeposit(page.request, '40.00');
  await page.goto(`/dashboard/deposits?einzahlung=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Einzahlung stornieren' }).click();
  const confirm = page.getByRole('dialog', { name: `Einzahlung ${reference} stornieren` });
  await expect(confirm.getByRole('button', { name: /stornieren$/ })).toBeEnabled();
  const answer = await adminApi.post(`/api/admin/deposits/${id}/approve`, {
    data: {},
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.ok()).toBe(true);
  await expect(confirm.getByRole('button', { name: /stornieren$/ })).toBeDisabled();
});
