// Own bots of everybody as operators see them: what one costs, the brake for one and for all, and what a person may have. On an
// installation of its own: holding all would be in the way of everybody on the shared one.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { fund, readProfile, signIn, signUp, startOwnBot, testOwnBot } from './accounts.ts';
import { test } from './app-test.ts';
import { at, checkAll } from './check-pages.ts';
import { post } from './four-eyes.ts';
import { createAdmin, demoAdmin, openLive, openWith } from './own-admins.ts';
import { expectToast } from './people.ts';
import { fail } from './routes.ts';
import { saved } from './saved-file.ts';
import { type RunningInstallation, startInstallation } from './start-app.ts';

const REASON = 'Die Kurse der Rohstoffe sind auffällig';
const BACK = 'Die Kurse sind geprüft';
/** A minute has to begin after an order and end. */
const TWO_MINUTES = 200_000;

// One installation for all of them, so they run one after the other.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

let app: RunningInstallation;
let firstApi: APIRequestContext;
let customerApi: APIRequestContext;
let first: Page;
let second: Page;
let customer: Page;
let firstEmail: string;
let owner: { userId: string; email: string };
/** The one that runs, and one that could. */
let running: { id: string; number: number };
let waiting: { id: string; number: number };

async function botOf(id: string): Promise<{ id: string; number: number; status: string }> {
  return (await customerApi.get(`/api/own-bots/${id}`)).json();
}

test.beforeAll(async ({ browser, playwright }) => {
  test.setTimeout(600_000);
  app = await startInstallation('own-bots');
  const newApi = () => playwright.request.newContext({ baseURL: app.url });
  firstApi = await newApi();
  await signIn(firstApi, await demoAdmin(app));
  firstEmail = (await readProfile(firstApi)).email;
  const secondApi = await newApi();
  await signIn(secondApi, await createAdmin(app));
  customerApi = await newApi();
  await signUp(customerApi);
  owner = await readProfile(customerApi);
  await fund(customerApi, firstApi, '1000.00');
  running = await botOf(await testOwnBot(customerApi));
  await startOwnBot(customerApi, running.id, '300.00');
  waiting = await botOf(await testOwnBot(customerApi));
  await expect
    .poll(async () => (await botOf(running.id)).status, { timeout: TWO_MINUTES, intervals: [2_000] })
    .toBe('live');
  first = await openWith(browser, app, firstApi);
  second = await openWith(browser, app, secondApi);
  customer = await openWith(browser, app, customerApi);
});
test.afterAll(async () => {
  await app?.stop();
  for (const page of [first, second, customer]) await page?.context().close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page, name: RegExp) => page.getByRole('dialog', { name });
const rowOf = (page: Page, number: number) => page.locator('[data-row]').filter({ hasText: String(number) });
const openRun = (page: Page, number: number) =>
  rowOf(page, number)
    .getByRole('button', { name: new RegExp(`^${number}`) })
    .click();

test('one bot is held with a reason that its owner reads, and goes on again', async () => {
  await openLive(second, '/admin/eigene-bots');
  await openLive(customer, `/dashboard/bots/eigene/${running.id}/live`);
  await openLive(first, '/admin');
  await first
    .getByRole('navigation', { name: 'Hauptnavigation' })
    .getByRole('link', { name: 'Eigene Bots' })
    .click();
  await expect(rowOf(first, running.number)).toContainText(owner.email);
  await expect(rowOf(first, running.number)).toContainText('300,00');
  await openRun(first, running.number);
  const drawer = dialogOf(first, new RegExp(`^Eigener Bot ${running.number}\\s*Fassung`));
  await expect(drawer.getByText('Was er kostet')).toBeVisible();
  await expect(drawer.getByText(/^\d+,\d\d\sms$/)).toBeVisible({ timeout: TWO_MINUTES });
  await expect(drawer.getByText('Er war noch nie angehalten.')).toBeVisible();
  // Nobody reads there what the bot is called or trades by.
  await expect(drawer).not.toContainText(/Mein Bot|Durchschnitt/);

  await button(first, 'Bot anhalten').click();
  const dialog = dialogOf(first, / anhalten$/);
  await button(first, 'Anhalten').click();
  await expect(dialog.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
  await dialog.getByLabel('Grund, sichtbar für den Besitzer').fill(REASON);
  await button(first, 'Anhalten').click();
  await expectToast(first, `Eigener Bot ${running.number} angehalten`);
  await expect(drawer).toContainText(`Von ${firstEmail}: ${REASON}`);
  await expect(button(first, 'Bot fortsetzen')).toBeVisible();
  await expect(rowOf(second, running.number)).toContainText('Angehalten');
  await expect(rowOf(second, running.number)).toContainText(REASON);

  await expect(customer.getByText('Vom Betreiber angehalten')).toBeVisible();
  await expect(customer.getByText(`${REASON}. Alles wird zum nächsten Kurs verkauft`)).toBeVisible();
  await customer.getByRole('button', { name: /^Benachrichtigungen/ }).click();
  await expect(customer.getByText(`Der Betreiber hat „Mein Bot“ angehalten: ${REASON}.`)).toBeVisible();
  await customer.keyboard.press('Escape');

  // The address names what is open: a reload keeps it, the way back closes it.
  await first.reload();
  await expect(drawer).toContainText(REASON);
  await first.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(first).toHaveURL(/\/admin\/eigene-bots$/);
  await openRun(first, running.number);
  await expect(drawer).toBeVisible();
  await first.goBack();
  await expect(drawer).toBeHidden();

  await openRun(first, running.number);
  await button(first, 'Bot fortsetzen').click();
  await expect(dialogOf(first, / fortsetzen$/)).toContainText(firstEmail);
  await dialogOf(first, / fortsetzen$/)
    .getByLabel('Grund, sichtbar für den Besitzer')
    .fill(BACK);
  await button(first, 'Fortsetzen').click();
  await expectToast(first, `Eigener Bot ${running.number} fortgesetzt`);
  await expect(button(first, 'Bot anhalten')).toBeVisible();
  await expect(drawer).toContainText(BACK);
  await expect(customer.getByText('Vom Betreiber angehalten')).toBeHidden();

  await first.goto('/admin/eigene-bots?ansicht=eingriffe');
  const hold = first.getByRole('row').filter({ hasText: REASON });
  await expect(hold).toContainText(`Eigener Bot ${running.number}`);
  await expect(hold).toContainText(BACK);
});

test('the audit log says which bot was held, and leads to it and to its owner', async () => {
  await first.goto(`/admin/pruefspur?suche=${owner.email}&vorgang=own_bot.hold`);
  const entry = first.locator('[data-row]').filter({ hasText: 'Handel eigener Bots angehalten' });
  await expect(entry).toContainText(`Eigener Bot ${running.number}`);
  await entry.getByRole('button').click();
  const drawer = dialogOf(first, /^Handel eigener Bots angehalten/);
  await expect(drawer).toContainText(REASON);
  await expect(drawer.getByRole('link', { name: owner.email })).toBeVisible();
  await drawer.getByRole('link', { name: `Eigener Bot ${running.number}` }).click();
  await expect(first).toHaveURL(new RegExp(`/admin/eigene-bots\\?suche=${running.number}$`));
  await expect(rowOf(first, running.number)).toBeVisible();
});

test('all are held at once by somebody who has read how many that is, and a start waits', async () => {
  await openLive(second, '/admin/eigene-bots');
  await openLive(first, '/admin/eigene-bots');
  await button(first, 'Alle anhalten').click();
  const dialog = dialogOf(first, /^Alle eigenen Bots anhalten$/);
  // The demo's as well.
  await expect(dialog).toContainText(/Laufende Bots\s*2\s*Personen\s*2\s*Wartende Starts\s*0/);
  await expect(dialog).toContainText(/2\sBots verkaufen zum nächsten Kurs alles/);
  await dialog.getByLabel('Grund, sichtbar für die Besitzer').fill(REASON);
  await dialog.getByRole('button', { name: 'Alle anhalten', exact: true }).click();
  await expectToast(first, 'Alle eigenen Bots angehalten');
  await expect(first.getByText('Alle eigenen Bots sind angehalten')).toBeVisible();
  await expect(button(first, 'Alle anhalten')).toHaveCount(0);
  await expect(second.getByText('Alle eigenen Bots sind angehalten')).toBeVisible();

  await startOwnBot(customerApi, waiting.id, '50.00');
  await customer.goto(`/dashboard/bots/eigene/${waiting.id}/live`);
  await expect(customer.getByText('Der Start wartet, bis es weitergeht.')).toBeVisible();
  await first.reload();
  await expect(first.getByRole('region', { name: 'Eigene Bots zusammen' })).toContainText(
    /50,00\s*1\sStart wartet/,
  );

  // Whoever comes second is told before anybody presses.
  await button(second, 'Alle fortsetzen').click();
  await post(firstApi, '/api/admin/own-bots/release', { botId: null, reason: BACK });
  const late = dialogOf(second, /^Alle eigenen Bots fortsetzen$/);
  await expect(late).toContainText('Jemand anderes war schneller');
  await expect(late.getByRole('button', { name: 'Alle fortsetzen', exact: true })).toBeDisabled();
  await late.getByRole('button', { name: 'Schließen', exact: true }).last().click();
  await expect(button(second, 'Alle anhalten')).toBeVisible();
  await expect
    .poll(async () => (await botOf(waiting.id)).status, { timeout: TWO_MINUTES, intervals: [2_000] })
    .toBe('live');
});

test('what a person may have is read and changed on their page, and a barred one starts nothing', async () => {
  await openLive(first, `/admin/kunden/${owner.userId}#eigene-bots`);
  const panel = first.getByRole('region', { name: 'Grenzen für eigene Bots' });
  await expect(panel).toContainText(/Laufen\s*2 von 3/);
  await expect(panel).toContainText(/350,00 von 100\.000,00\sUSDT/);
  await expect(panel).toContainText('wie alle');
  const dialog = dialogOf(first, /^Grenzen für eigene Bots$/);
  const open = () => panel.getByRole('button', { name: 'Grenzen ändern' }).click();
  const send = () => dialog.getByRole('button', { name: 'Grenzen ändern' }).click();
  await open();
  await dialog.getByLabel('Eigene Bots zugleich').fill('viele');
  await dialog.getByLabel('Kapital darin zusammen').fill('1.234');
  await send();
  await expect(dialog.getByText('Bitte eine ganze Zahl von 1 bis 100, oder leer.')).toBeVisible();
  await expect(dialog.getByText('Dieser Betrag ist nicht eindeutig.')).toBeVisible();
  await expect(dialog.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
  await expect(dialog.getByLabel('Eigene Bots zugleich')).toBeFocused();
  await dialog.getByLabel('Eigene Bots zugleich').fill('');
  await dialog.getByLabel('Kapital darin zusammen').fill('');
  await dialog.getByLabel('Grund, sichtbar für die Person').fill('Auf Wunsch');
  await send();
  await expect(dialog.getByText('Daran hat sich nichts geändert.')).toBeVisible();
  await dialog.getByLabel('Eigene Bots zugleich').fill('2');
  await dialog.getByLabel('Kapital darin zusammen').fill('500');
  await send();
  await expectToast(first, 'Grenzen geändert');
  await expect(panel).toContainText(/Laufen\s*2 von 2/);
  await expect(panel).toContainText(/350,00 von 500,00\sUSDT/);
  await expect(panel).toContainText(firstEmail);

  const third = await botOf(await testOwnBot(customerApi));
  await openLive(customer, `/dashboard/bots/eigene/${third.id}/live`);
  const start = async () => {
    await customer.getByLabel('Betrag').fill('10');
    await customer.getByRole('button', { name: 'Mit Spielgeld starten' }).click();
    await customer.getByRole('button', { name: '10,00 USDT einsetzen' }).click();
  };
  await start();
  await expect(customer.getByText('Sie haben schon 2 laufende eigene Bots.')).toBeVisible();
  await customer.keyboard.press('Escape');

  await open();
  await dialog.getByText('Keine neuen Starts').click();
  await dialog.getByLabel('Grund, sichtbar für die Person').fill('Wir klären eine Frage');
  await send();
  await expectToast(first, 'Grenzen geändert');
  await expect(panel.getByText('Gesperrt', { exact: true })).toBeVisible();
  await customer.reload();
  await start();
  await expect(
    customer.getByText('Mit diesem Konto lassen sich zurzeit keine eigenen Bots starten.'),
  ).toBeVisible();
  await customer.goto('/dashboard/notifications');
  await expect(
    customer.getByText(/Sie können zurzeit keine eigenen Bots starten: Wir klären eine Frage\./),
  ).toBeVisible();

  await panel.getByRole('link', { name: 'Warum geändert' }).click();
  await expect(
    first.locator('[data-row]').filter({ hasText: 'Grenzen für eigene Bots geändert' }),
  ).toHaveCount(2);
  await first.goBack();
  await panel.getByRole('link', { name: 'Läufe ansehen' }).click();
  await expect(first.locator('[data-row]')).toHaveCount(2);
});

test('the list is searched, filtered, exported and asked for again, and its address says so', async () => {
  await first.goto('/admin/eigene-bots');
  await first.getByLabel('Eigene Bots suchen').fill(String(running.number));
  await expect(first).toHaveURL(new RegExp(`suche=${running.number}`));
  await expect(first.locator('[data-row]')).toHaveCount(1);
  await first.getByLabel('Stand', { exact: true }).selectOption('Beendete');
  await expect(first.getByText('Keine Treffer')).toBeVisible();
  await first.reload();
  await expect(first.getByText('Keine Treffer')).toBeVisible();
  await button(first, 'Filter aufheben').click();
  await expect(first.locator('[data-row]')).toHaveCount(3);
  const { name, lines } = await saved(first, first.getByRole('button', { name: /^CSV ?, Läufe/ }));
  expect(name).toBe('eigene-bots.csv');
  expect(lines).toContainEqual(
    expect.arrayContaining([String(running.number), owner.email, 'Läuft', 'WTI', '300,00']),
  );
  expect(lines.flat().join()).not.toContain('Mein Bot');

  const fault = await fail(first, '/api/admin/own-bots?*', 'GET');
  await first.goto('/admin/eigene-bots?stand=laufend');
  await expect(first.getByText('Die eigenen Bots konnten nicht geladen werden')).toBeVisible({
    timeout: 30_000,
  });
  fault.heal();
  await button(first, 'Erneut versuchen').click();
  await expect(first.locator('[data-row]')).toHaveCount(3);
  await first.goto('/admin/eigene-bots?lauf=01890000-0000-7000-8000-000000000000');
  await expect(first.getByText('Diesen Lauf gibt es nicht.')).toBeVisible();
});

test('every state is accessible and fits', async () => {
  const open = async (page: Page) => {
    await page.goto('/admin/eigene-bots');
    await openRun(page, running.number);
    await expect(page.getByText('Was er kostet')).toBeVisible();
  };
  const quota = async (page: Page) => {
    await page.goto(`/admin/kunden/${owner.userId}`);
    await page.getByRole('button', { name: 'Grenzen ändern' }).click();
    await page.getByRole('dialog').getByLabel('Eigene Bots zugleich').fill('viele');
    await page.getByRole('dialog').getByRole('button', { name: 'Grenzen ändern' }).click();
    await expect(page.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
  };
  await checkAll(first, [
    at('/admin/eigene-bots', 'Läufe'),
    { name: 'a run', open },
    {
      name: 'holding it',
      open: async (page) => {
        await open(page);
        await button(page, 'Bot anhalten').click();
        await button(page, 'Anhalten').click();
        await expect(page.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
      },
    },
    {
      name: 'holding all',
      open: async (page) => {
        await page.goto('/admin/eigene-bots');
        await button(page, 'Alle anhalten').click();
        await expect(page.getByText('Wartende Starts')).toBeVisible();
      },
    },
    { name: 'limits of a person', open: quota },
  ]);
  const reason = `${REASON} `.repeat(5).trim();
  await post(firstApi, '/api/admin/own-bots/hold', { botId: running.id, reason });
  await post(firstApi, '/api/admin/own-bots/hold', { botId: null, reason });
  await checkAll(first, [
    {
      name: 'all are held',
      open: async (page) => {
        await page.goto('/admin/eigene-bots');
        await expect(button(page, 'Alle fortsetzen')).toBeVisible();
      },
    },
    { name: 'a run that is held', open },
    {
      name: 'holds',
      open: async (page) => {
        await page.goto('/admin/eigene-bots?ansicht=eingriffe');
        await expect(page.getByRole('button', { name: /^Fortsetzen/ })).toHaveCount(2);
      },
    },
  ]);
  await checkAll(customer, [
    {
      name: 'a bot that is held',
      open: async (page) => {
        await page.goto(`/dashboard/bots/eigene/${running.id}/live`);
        await expect(page.getByText('Vom Betreiber angehalten')).toBeVisible();
      },
    },
  ]);
});
