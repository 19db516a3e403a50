// From sign-up to the first running bot, where the installation grants a first deposit: nobody waits for anybody, and every step is
// what the screen offers first. With FILM_FOLDER it is done as slowly as by hand, and each step leaves a picture with its second.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { newLogin } from './accounts.ts';
import { test } from './app-test.ts';
import { type RunningInstallation, startInstallation } from './start-app.ts';

const FILM = process.env.FILM_FOLDER;
/** What a person takes for one key, and to look around before a press. */
const KEY_MS = FILM ? 90 : 0;
const LOOK_MS = FILM ? 2_500 : 0;

let app: RunningInstallation;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  app = await startInstallation('welcome', { WELCOME_DEPOSIT_USD: '1000' });
});
test.afterAll(() => app.stop());
test.use({ allFigures: false });

/** Presses what is offered, and keeps a picture of what it led to. */
function filmOf(page: Page, width: number) {
  const began = Date.now();
  let steps = 0;
  const shoot = async (name: string) => {
    steps += 1;
    if (!FILM) return;
    await page.waitForTimeout(400);
    await mkdir(FILM, { recursive: true });
    const second = Math.round((Date.now() - began) / 1000);
    await page.screenshot({ path: join(FILM, `${width}-${steps}-${name}-${second}s.png`) });
  };
  return {
    shoot,
    async press(name: RegExp | string, role: 'link' | 'button' = 'button') {
      await page.waitForTimeout(LOOK_MS);
      await page.getByRole(role, { name }).filter({ visible: true }).first().click();
    },
    type: (label: string, text: string) =>
      page.getByLabel(label, { exact: true }).pressSequentially(text, { delay: KEY_MS }),
    seconds: () => Math.round((Date.now() - began) / 1000),
  };
}

for (const width of [1280, 390])
  test(`a bot runs within two minutes of sign-up, without reading, ${width} px`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 844 });
    const { email, password } = newLogin();
    await page.goto(app.url);
    const film = filmOf(page, width);
    await film.shoot('landing');
    await film.press(/^Kostenlos starten/, 'link');
    await expect(page.getByRole('cell', { name: 'Startguthaben, Spielgeld' })).toBeAttached();
    await film.type('E-Mail-Adresse', email);
    await film.type('Passwort', password);
    await film.type('Passwort bestätigen', password);
    await page.getByRole('checkbox', { name: /^Spielgeld verstanden/ }).check();
    await film.shoot('sign-up');
    await film.press('Konto eröffnen');
    await expect(page.getByRole('button', { name: 'Mit SmartBot fortfahren' })).toBeVisible();
    await film.shoot('choice');
    await film.press('Mit SmartBot fortfahren');

    // The first thing to do is on the first screen.
    const start = page.getByRole('main').getByRole('button', { name: 'SmartBot starten' });
    await expect(start).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('main')).toContainText(/1\.000,00\sUSDT/);
    await film.shoot('dashboard');
    const pages = await page.evaluate(() => history.length);
    await film.press('SmartBot starten');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '100,00', exact: true }).click();
    const invest = dialog.getByRole('button', { name: /^100,00\sUSDT investieren$/ });
    await expect(invest).toBeInViewport({ ratio: 1 });
    await film.shoot('start');
    await film.press(/^100,00\sUSDT investieren$/);

    await expect(page.getByText(/^Ihr SmartBot liegt /)).toBeInViewport();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // What changed on the page is no page of its own.
    expect(await page.evaluate(() => history.length)).toBe(pages);
    await expect(page.locator('body')).not.toBeFocused();
    await film.shoot('running');
    if (FILM) expect(film.seconds()).toBeLessThan(120);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
