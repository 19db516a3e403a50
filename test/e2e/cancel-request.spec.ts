// Taking a request back while nobody has decided, and what goes wrong on the way.
import { expect, type Page } from '@playwright/test';
import { type Created, createDeposit, createWithdrawal, readWallet } from './accounts.ts';
import { test } from './app-test.ts';
import { expectToast } from './people.ts';
import { fail, loseNextAnswer } from './routes.ts';

interface Kind {
  noun: 'Einzahlung' | 'Auszahlung';
  create: (page: Page) => Promise<Created>;
  open: (id: string) => string;
  path: string;
  /** The wallet of somebody with 1.000,00: before, and once the request is taken back. */
  pending: object;
  cancelled: object;
}

const UNTOUCHED = {
  available: '1000.00',
  usdLockedBalance: '0.00',
  pendingDeposits: 0,
  pendingWithdrawals: 0,
  activeBots: 0,
};

const KINDS: Kind[] = [
  {
    noun: 'Einzahlung',
    create: (page) => createDeposit(page.request, '200.00'),
    open: (id) => `/dashboard/deposits?einzahlung=${id}`,
    path: '/api/deposits/*/cancel',
    pending: { ...UNTOUCHED, pendingDeposits: 1 },
    cancelled: UNTOUCHED,
  },
  {
    noun: 'Auszahlung',
    create: (page) => createWithdrawal(page.request, '200.00'),
    open: (id) => `/dashboard/withdrawals?auszahlung=${id}`,
    path: '/api/withdrawals/*/cancel',
    pending: { ...UNTOUCHED, available: '800.00', usdLockedBalance: '200.00', pendingWithdrawals: 1 },
    cancelled: UNTOUCHED,
  },
];

for (const { noun, create, open, path, pending, cancelled } of KINDS) {
  const ask = async (page: Page, { id, reference }: Created) => {
    await page.goto(open(id));
    await page
      .getByRole('dialog', { name: `${noun} ${reference}` })
      .getByRole('button', { name: `${noun} stornieren` })
      .click();
  };
  const question = (page: Page, { reference }: Created) =>
    page.getByRole('dialog', { name: `${noun} ${reference} stornieren` });
  const confirm = (page: Page, request: Created) =>
    question(page, request).getByRole('button', { name: /^200,00\sUSD stornieren$/ });
  const isCancelled = async (page: Page, request: Created) => {
    // While it goes its name still holds that of the details.
    await expect(question(page, request)).toHaveCount(0);
    const details = page.getByRole('dialog', { name: `${noun} ${request.reference}` });
    await expect(details).toContainText('Storniert');
    await expect(details.getByRole('button', { name: `${noun} stornieren` })).toHaveCount(0);
    expect(await readWallet(page.request)).toEqual(cancelled);
  };

  test.describe(`taking back: ${noun}`, () => {
    test('is cancelled once for a double click', async ({ funded: page }) => {
      const request = await create(page);
      const keys = collectKeys(page, path);
      await ask(page, request);
      await confirm(page, request).dblclick();
      await expectToast(page, `${noun} storniert`, request.reference);
      expect(keys).toHaveLength(1);
      await isCancelled(page, request);
    });

    test('is cancelled once when the answer is lost, and the page says how it stands', async ({
      funded: page,
    }) => {
      const request = await create(page);
      await ask(page, request);
      await loseNextAnswer(page, path);
      await confirm(page, request).click();
      await expectToast(page, 'Fehler', `${noun} konnte nicht storniert werden`);
      // Asked for again, it is known to be done.
      await expectToast(page, `${noun} storniert`, request.reference);
      await isCancelled(page, request);
    });

    test('stays in review when the server fails, and can be tried again', async ({ funded: page }) => {
      const request = await create(page);
      const fault = await fail(page, path);
      await ask(page, request);
      await confirm(page, request).click();
      await expectToast(page, 'Fehler', `${noun} konnte nicht storniert werden`);
      expect(await readWallet(page.request)).toEqual(pending);
      // The question stays, with the reason, and its button is the way to try again.
      const dialog = question(page, request);
      await expect(dialog.getByRole('note').filter({ hasText: 'Ein unerwarteter Fehler' })).toBeVisible();
      // Left and asked anew, nothing is said about the attempt before.
      await dialog.getByRole('button', { name: 'Zurück' }).click();
      await expect(dialog).toHaveCount(0);
      await page
        .getByRole('dialog', { name: `${noun} ${request.reference}` })
        .getByRole('button', { name: `${noun} stornieren` })
        .click();
      await expect(confirm(page, request)).toBeEnabled();
      await expect(dialog.getByRole('note').filter({ hasText: 'Ein unerwarteter Fehler' })).toHaveCount(0);
      await confirm(page, request).click();
      await expect(dialog.getByRole('note').filter({ hasText: 'Ein unerwarteter Fehler' })).toBeVisible();
      fault.heal();
      await confirm(page, request).click();
      await expectToast(page, `${noun} storniert`);
      await isCancelled(page, request);
    });

    test('can be left alone: the way back changes nothing', async ({ funded: page }) => {
      const request = await create(page);
      await ask(page, request);
      const dialog = question(page, request);
      await dialog.getByRole('button', { name: 'Zurück' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('dialog', { name: `${noun} ${request.reference}` })).toContainText(
        'Wird geprüft',
      );
      expect(await readWallet(page.request)).toEqual(pending);
    });
  });
}

/** The idempotency keys of all requests that the page sends to `path`, a glob. */
function collectKeys(page: Page, path: string): string[] {
  const keys: string[] = [];
  const pattern = new RegExp(`${path.replace('*', '[^/]+')}$`);
  page.on('request', (request) => {
    if (request.method() === 'POST' && pattern.test(new URL(request.url()).pathname))
      keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  return keys;
}
