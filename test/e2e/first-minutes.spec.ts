// A new customer's first ten minutes, without help: from the landing page to the first stopped bot by nothing but what the
// screen offers. Nobody types an address. What no other test looks at by axe is looked at here, light and dark.
import { expect as expectSoon, type Locator, type Page } from '@playwright/test';
import { newLogin } from './accounts.ts';
import { test } from './app-test.ts';
import { findFaults } from './check-pages.ts';
import { approve, demoLogin, expectToast, openAs } from './people.ts';
import { readSum } from './wealth-sum.ts';

// Two people, ten pages and a booking between them: on a busy machine a step takes its time.
const expect = expectSoon.configure({ timeout: 30_000 });

/** What is offered has to be seen; a menu that has to be found first does not count. */
async function take(offer: Locator) {
  const seen = offer.filter({ visible: true }).first();
  await expect(seen).toBeVisible();
  await seen.click();
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const stat = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Kennzahlen' }).getByRole('link', { name: new RegExp(`^${name}`) });

async function expectClean(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

for (const width of [1280, 390])
  test(`the first ten minutes lead from the landing page to the first stopped bot, ${width} px`, {
    // On a desk the same way is gone by `journey.spec.ts`.
    tag: width === 390 ? '@gate' : [],
  }, async ({ page, browser }) => {
    test.setTimeout(420_000);
    const admin = await openAs(browser, await demoLogin('admin'));
    await page.setViewportSize({ width, height: 844 });
    const { email, password } = newLogin();

    await page.goto('/');
    await take(link(page, /^Kostenlos starten/));
    await page.getByLabel('E-Mail-Adresse').fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.getByRole('textbox', { name: 'Passwort bestätigen' }).fill(password);
    await page.getByRole('checkbox', { name: /^Spielgeld verstanden/ }).check();
    await take(button(page, 'Konto eröffnen'));
    await expectToast(page, 'Konto erfolgreich erstellt!', 'Wählen Sie jetzt Ihren Trading-Bot aus.');
    await take(button(page, 'Mit SmartBot fortfahren'));
    await expectToast(page, 'SmartBot aktiviert!', 'Ihr Trading-Bot ist bereit.');

    // Nothing is there yet, and the page says what comes first.
    await expect(page.getByRole('heading', { name: 'Willkommen bei Botdepot' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Zuerst brauchen Sie Spielgeld' })).toBeVisible();
    await take(page.getByRole('main').getByRole('link', { name: 'Spielgeld einzahlen' }));

    await page.getByLabel('Betrag', { exact: true }).fill('250');
    await take(button(page, 'Weiter zur Prüfung'));
    await take(button(page, /^250,00\sUSD einzahlen$/));
    await expectToast(page, 'Einzahlung erstellt');
    const reference = /E-\d+/.exec(await page.getByRole('main').innerText())?.[0] ?? '';
    expect(reference).not.toBe('');

    await take(link(page, /^Dashboard$/));
    await expect(page.getByText('Ihre Einzahlung wird geprüft')).toBeVisible();
    await expectClean(page);

    // Somebody else approves it; the open page changes by itself and says what is next.
    await approve(admin, reference);
    await expect(page.getByRole('heading', { name: 'Ihr Spielgeld ist da' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/250,00\sUSDT/);
    await expect(button(page, /^Benachrichtigungen, 1 ungelesen/)).toBeVisible();
    await expectClean(page);

    await take(page.getByRole('main').getByRole('button', { name: 'SmartBot starten' }));
    await page.getByRole('dialog').getByLabel('Betrag', { exact: true }).fill('100');
    await take(page.getByRole('dialog').getByRole('button', { name: /^100,00\sUSDT investieren$/ }));
    await expectToast(page, 'Bot gestartet');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // The page says at once how it stands; the value opens.
    await expect(page.getByText(/^Ihr SmartBot liegt .* sagen\.$/)).toBeVisible();
    await expect(stat(page, 'Aktive Bots')).toContainText('1');
    const value = page
      .getByRole('region', { name: 'Ihre Bots' })
      .getByRole('link', { name: /B-\d+ öffnen$/ });
    await expect(value).toContainText(/^(99|100|101),\d\d/);
    const running = await readSum(page);
    expect(running.lines.reduce((sum, line) => sum + line, 0)).toBe(running.total);
    expect(running.total).toBe(running.wealth);
    await take(value);

    await take(button(page, 'SmartBot beenden'));
    const confirm = page.getByRole('dialog').getByRole('button', { name: /auszahlen und beenden$/ });
    await take(confirm);
    await expectToast(page, 'Bot beendet');
    await expectToast(page, /^Total (Profit|Verlust)/);

    // Everything is back in the wallet, and the sum says how it came about.
    await take(link(page, /^Dashboard$/));
    await expect(stat(page, 'Aktive Bots')).toContainText('Im Moment läuft kein Bot');
    await expect(page.getByText(/^Im Moment läuft kein Bot\. /)).toBeVisible();
    const { balance } = await readBalance(page);
    await expect.poll(() => readSum(page)).toMatchObject({ wealth: balance, total: balance });
    const { lines, labels } = await readSum(page);
    expect(lines.reduce((sum, line) => sum + line, 0)).toBe(balance);
    expect(labels.join()).not.toContain('Unrealisiert');
    await expectClean(page);
    await admin.context().close();
  });

/** What is really booked, in cents. */
async function readBalance(page: Page): Promise<{ balance: number }> {
  const { usdBalance } = await (await page.request.get('/api/wallet')).json();
  return { balance: Math.round(Number(usdBalance) * 100) };
}
