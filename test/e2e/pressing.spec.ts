// What a field objects to takes room. Anyone who presses a button below it meets the button, with a real press and release.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './app-test.ts';
import { handleNext } from './routes.ts';

/** Down and up as a hand does it: at one place, with a picture of the page in between. */
async function press(page: Page, target: Locator) {
  // Hovering waits until it stands still and nothing lies over it, such as a notice of another test's request.
  await target.hover();
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
}

const amount = (page: Page) => page.getByRole('textbox', { name: 'Betrag', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an amount that was refused is replaced by the first press of a chip', async ({ funded: page }) => {
  await page.goto('/dashboard/deposits');
  await amount(page).fill('0,5');
  await press(page, button(page, '1.000,00'));
  await expect(amount(page)).toHaveValue('1.000,00');
  await expect(amount(page)).not.toHaveAttribute('aria-invalid');

  await page.goto('/dashboard/withdrawals');
  await expect(button(page, 'alles')).toBeEnabled();
  await amount(page).fill('abc');
  await press(page, button(page, 'alles'));
  await expect(amount(page)).toHaveValue('1.000,00');

  // The chip of another field does not hide what is wrong.
  const own = button(page, 'Meine Spielgeld-Adresse');
  await amount(page).fill('abc');
  await press(page, own);
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await expect(amount(page)).toHaveAttribute('aria-invalid', 'true');
});

test('whoever goes on with the keyboard is told what is wrong before the next field', async ({
  funded: page,
}) => {
  await page.goto('/dashboard/deposits');
  await amount(page).fill('0,5');
  for (const chip of ['100,00', '1.000,00']) {
    await page.keyboard.press('Tab');
    await expect(button(page, chip)).toBeFocused();
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Mindestens' })).toBeVisible();
  await expect(button(page, '1.000,00')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(amount(page)).toHaveValue('1.000,00');
  await expect(page.getByRole('alert').filter({ hasText: 'Mindestens' })).toHaveCount(0);
});

test('a percentage that was refused is replaced by the first press of a preset', async ({ admin: page }) => {
  await page.goto('/admin?ansicht=rendite');
  const percent = page.getByRole('spinbutton', { name: 'Rendite in Prozent' });
  for (const refused of ['100,01', 'abc', '-100']) {
    await percent.fill(refused);
    await press(page, page.getByRole('button', { name: /^\+0,5/ }));
    await expect(percent).toHaveValue('+0,5');
  }
  await percent.fill('abc');
  await page.getByLabel('Grund, sichtbar für den Kunden').click();
  await expect(percent).toHaveAttribute('aria-invalid', 'true');
});

test('what is wrong stays beside its field until it is changed', async ({ admin: page }) => {
  await page.goto('/admin');
  await amount(page).fill('abc');
  await page
    .getByRole('region', { name: 'Wallet korrigieren' })
    .getByRole('button', { name: 'Weiter zur Prüfung' })
    .click();
  const problem = page.getByRole('alert').filter({ hasText: 'Bitte geben Sie einen Betrag ein' });
  await expect(problem).toBeVisible();
  await amount(page).focus();
  await expect(problem).toBeVisible();
  await amount(page).pressSequentially('d');
  await expect(problem).toHaveCount(0);
});

test('a button that waits for its answer looks as one that waits, under the mouse too', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-Mail').fill('anna@beispiel.example');
  await page.getByLabel('Passwort', { exact: true }).fill('regenschirm mondlicht 41');
  const held = Promise.withResolvers<void>();
  await handleNext(page, '/api/auth/sign-in/email', async (route) => {
    await held.promise;
    await route.fallback();
  });
  const signIn = button(page, 'Anmelden');
  const ready = await signIn.evaluate((element) => getComputedStyle(element).color);
  await signIn.click();
  await expect(signIn).toHaveAttribute('aria-busy', 'true');
  const backdrop = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(signIn).toHaveCSS('background-color', backdrop);
  await expect(signIn).not.toHaveCSS('color', ready);
  held.resolve();
});
