// Profile, settings and the second factor: WCAG 2.2 AA by axe, light and dark, wide and narrow.
import { expect, type Page } from '@playwright/test';
import { type Login, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { codeFor } from './authenticator.ts';
import { at, checkAll, type State } from './check-pages.ts';

// What axe finds says where by itself; a trace of all these pages would cost more than the pages.
test.use({ trace: 'off' });

/** In this order: the last ones happen at the login of somebody whose second factor has been set up. */
function accountStates(login: Login): State[] {
  const askPassword = async (page: Page) => {
    await page.goto('/dashboard/settings?ansicht=sicherheit');
    await page.getByRole('button', { name: 'Einrichten' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Passwort' }).fill(login.password);
  };
  const beginSetUp = async (page: Page) => {
    await askPassword(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Weiter' }).click();
    await expect(page.getByRole('img', { name: /^QR-Code/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  return [
    at('/profile', 'Profil'),
    at('/dashboard/settings', 'Name'),
    at('/dashboard/settings?ansicht=praeferenzen', 'Darstellung'),
    {
      name: 'the security settings with problems',
      async open(page) {
        await page.goto('/dashboard/settings?ansicht=sicherheit');
        await expect(page.getByText('Diese Sitzung')).toBeVisible();
        await page.getByRole('button', { name: 'Passwort ändern' }).click();
        await expect(page.getByRole('alert').first()).toBeVisible();
      },
    },
    { name: 'the password before a set-up', open: askPassword },
    { name: 'the set-up of a second factor', open: beginSetUp },
    {
      name: 'the backup codes',
      async open(page) {
        await beginSetUp(page);
        const secret = await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent();
        await page.getByLabel('Code aus Ihrer App').fill(codeFor(secret ?? ''));
        await page.getByRole('button', { name: 'Einschalten' }).click();
        await expect(page.getByRole('list', { name: 'Ersatzcodes' })).toBeVisible();
      },
    },
    {
      name: '/login, the code',
      async open(page) {
        await page.context().clearCookies();
        await page.goto('/login');
        await page.getByLabel('E-Mail-Adresse').fill(login.email);
        await page.getByLabel('Passwort', { exact: true }).fill(login.password);
        await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
        await expect(page.getByLabel('Code aus Ihrer App')).toBeVisible();
        await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
        await expect(page.getByRole('alert').first()).toBeVisible();
      },
    },
  ];
}

test('profile, settings and the second factor', async ({ page }) => {
  test.setTimeout(300_000);
  await checkAll(page, accountStates(await signUp(page.request)));
});

test('in forced colours what is chosen is told from what is not', async ({ newcomer: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard/deposits');
  await page.getByRole('button', { name: '100,00', exact: true }).click();
  const choice = (label: string) => page.locator('label').filter({ hasText: new RegExp(`^${label}$`) });
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link', { name, exact: true });
  const step = (text: string) =>
    page.getByRole('list', { name: 'Schritte' }).getByText(text, { exact: true });
  for (const [chosen, other] of [
    [choice('USDT'), choice('BTC')],
    [chip('100,00'), chip('1.000,00')],
    [link('Einzahlungen'), link('Auszahlungen')],
    [step('1'), step('2')],
  ] as const) {
    const [marked, plain] = await Promise.all(
      [chosen, other].map((one) =>
        one.first().evaluate((element) => {
          const { backgroundColor, color } = getComputedStyle(element);
          return { backgroundColor, color };
        }),
      ),
    );
    expect(marked?.backgroundColor).not.toBe(plain?.backgroundColor);
    expect(marked?.color).not.toBe(marked?.backgroundColor);
  }
});
