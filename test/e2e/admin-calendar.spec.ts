// NewsBot's calendar as the team keeps it and as a customer sees it. On an installation of its own: its windows would be in
// the way of everybody on the shared one.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { signIn, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { press, tabTo, type } from './keyboard.ts';
import { demoAdmin, openLive, openWith } from './own-admins.ts';
import { expectToast } from './people.ts';
import { fail } from './routes.ts';
import { type RunningInstallation, startInstallation } from './start-app.ts';

const CALENDAR = '/admin/bots?ansicht=kalender';
const NAME = 'Sitzung der EZB';
const OTHER_NAME = 'Sitzung der EZB, verlegt';

const TOMORROW = dayAhead(1);

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let app: RunningInstallation;
let admin: Page;
let customer: Page;

test.beforeAll(async ({ browser, playwright }) => {
  test.setTimeout(300_000);
  app = await startInstallation('calendar');
  const newApi = (): Promise<APIRequestContext> => playwright.request.newContext({ baseURL: app.url });
  const adminApi = await newApi();
  await signIn(adminApi, await demoAdmin(app));
  const customerApi = await newApi();
  await signUp(customerApi);
  admin = await openWith(browser, app, adminApi);
  customer = await openWith(browser, app, customerApi);
});
test.afterAll(async () => {
  await app?.stop();
  for (const page of [admin, customer]) await page?.context().close();
});

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const opener = (page: Page) =>
  page.getByRole('region', { name: 'Termine' }).getByRole('button', { name: 'Termin eintragen' });
const coming = (page: Page) => page.getByRole('region', { name: 'Kommende Termine' });

/** A day in Berlin, as Germans write it. */
function dayAhead(days: number): string {
  const day = new Date(Date.now() + days * 24 * 3_600_000);
  return new Intl.DateTimeFormat('de-DE', {
    timeZone: 'Europe/Berlin',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(day);
}

async function fillWindow(page: Page, day: string, from: string, to: string) {
  await field(page, 'Datum').fill(day);
  await field(page, 'Von').fill(from);
  await field(page, 'Bis').fill(to);
}

test('an event is entered with the keyboard alone, and the customer sees it at once', async () => {
  await openLive(customer, '/dashboard/bots/newsbot');
  await expect(coming(customer)).toBeVisible();
  await openLive(admin, CALENDAR);
  await press(admin, opener(admin), 'Enter');
  await expect(field(admin, 'Name')).toBeFocused();
  await admin.keyboard.press('Escape');
  await expect(dialog(admin)).toBeHidden();
  await expect(opener(admin)).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(field(admin, 'Name')).toBeFocused();
  await admin.keyboard.type(NAME);
  await type(admin, field(admin, 'Datum'), TOMORROW);
  await type(admin, field(admin, 'Von'), '9');
  await type(admin, field(admin, 'Bis'), '1130');
  await expect(dialog(admin)).toContainText('In diesem Fenster würde der NewsBot nicht entscheiden');
  await tabTo(admin, field(admin, 'Bis'));
  await admin.keyboard.press('Control+a');
  await admin.keyboard.type('14:00');
  await expect(dialog(admin)).toContainText(/NewsBot entscheidet um 10:00, 11:00 und 12:00\sUhr\./);
  await press(admin, dialog(admin).getByRole('button', { name: 'Termin eintragen' }), 'Enter');
  await expectToast(admin, 'Termin eingetragen', NAME);
  await expect(row(admin, NAME)).toContainText('vom Team');
  await expect(row(admin, NAME)).toContainText('10:00, 11:00, 12:00');
  await expect(coming(customer)).toContainText(NAME);
  await expect(coming(customer)).toContainText(`${TOMORROW}, 09:00–\u206014:00`);
});

test('what cannot be entered says why', async () => {
  await admin.goto(CALENDAR);
  await opener(admin).click();
  const send = dialog(admin).getByRole('button', { name: 'Termin eintragen' });
  await send.click();
  await expect(dialog(admin).getByRole('alert')).toHaveCount(4);
  await expect(field(admin, 'Name')).toBeFocused();
  await field(admin, 'Name').fill('Zweimal zur selben Zeit');
  await fillWindow(admin, '31.02.2027', '25', 'spät');
  await expect(dialog(admin).getByRole('alert')).toHaveCount(3);
  await fillWindow(admin, '28.03.2027', '02:30', '09:00');
  await expect(dialog(admin)).toContainText('bei der Umstellung auf Sommerzeit');
  await fillWindow(admin, '01.08.2025', '17:00', '22:00');
  await expect(dialog(admin)).toContainText('Dieser Beginn ist schon vorbei.');
  await expect(dialog(admin)).not.toContainText('NewsBot entscheidet');
  await fillWindow(admin, TOMORROW, '09:00', '03:00');
  await expect(dialog(admin)).toContainText(/09:00–\u206003:00\sUhr am \w+, \d+\sStd\./);
  await send.click();
  await expect(dialog(admin)).toContainText(`Dieser Termin überschneidet sich mit „${NAME}“. Der ist am `);
  await expect(dialog(admin)).toContainText(`${TOMORROW}, 09:00–\u206014:00`);
  await expect(row(admin, 'Zweimal zur selben Zeit')).toHaveCount(0);
  await fillWindow(admin, dayAhead(1500), '09:00', '14:00');
  await expect(dialog(admin)).not.toContainText('überschneidet sich');
  await send.click();
  await expect(dialog(admin)).toContainText('liegt in den nächsten zwei Jahren');
});

test('an event that is moved is another one for the customer, and keeps why', async () => {
  await openLive(customer, '/dashboard/bots/newsbot');
  await openLive(admin, CALENDAR);
  await row(admin, NAME)
    .getByRole('button', { name: /^Verschieben/ })
    .click();
  await expect(field(admin, 'Name')).toHaveValue(NAME);
  await expect(field(admin, 'Datum')).toHaveValue(TOMORROW);
  await expect(field(admin, 'Von')).toHaveValue('09:00');
  await expect(field(admin, 'Bis')).toHaveValue('14:00');
  const send = dialog(admin).getByRole('button', { name: 'Termin verschieben' });
  await field(admin, 'Grund, für die Prüfspur').fill('Die EZB tagt später');
  await send.click();
  await expect(dialog(admin)).toContainText('An diesem Termin hat sich nichts geändert.');
  await field(admin, 'Name').fill(OTHER_NAME);
  await field(admin, 'Von').fill('10:00');
  await field(admin, 'Bis').fill('16:00');
  await send.click();
  await expectToast(admin, 'Termin verschoben');
  await expect(row(admin, OTHER_NAME)).toContainText('10:00–\u206016:00');
  await expect(coming(customer)).toContainText(OTHER_NAME);
  await expect(coming(customer)).not.toContainText('09:00–\u206014:00');
  await admin.getByText('Abgesagte', { exact: true }).click();
  await expect(row(admin, '09:00–\u206014:00')).toContainText('Die EZB tagt später');
});

test('an event that is called off is gone for the customer', async () => {
  await openLive(customer, '/dashboard/bots/newsbot');
  await expect(coming(customer)).toContainText(OTHER_NAME);
  await openLive(admin, CALENDAR);
  await row(admin, OTHER_NAME)
    .getByRole('button', { name: /^Absagen/ })
    .click();
  const send = dialog(admin).getByRole('button', { name: 'Termin absagen' });
  await send.click();
  await expect(dialog(admin)).toContainText('Bitte geben Sie einen Grund an.');
  await expect(field(admin, 'Grund, für die Prüfspur')).toBeFocused();
  await field(admin, 'Grund, für die Prüfspur').fill('Die Sitzung fällt aus');
  await send.click();
  await expectToast(admin, 'Termin abgesagt', OTHER_NAME);
  await expect(row(admin, OTHER_NAME)).toHaveCount(0);
  await expect(coming(customer)).not.toContainText(OTHER_NAME);
  await admin.goto(`${CALENDAR}&zeitraum=abgesagte`);
  await expect(row(admin, OTHER_NAME)).toContainText('Die Sitzung fällt aus');
});

test('the past has its place, and a calendar that cannot be loaded says so', async () => {
  await admin.goto(`${CALENDAR}&zeitraum=vergangene`);
  await expect(row(admin, '01.08.2025')).toContainText('Spezifikation');
  await expect(row(admin, '01.08.2025').getByRole('button')).toHaveCount(0);
  const fault = await fail(admin, '/api/admin/trading-events?*', 'GET');
  await admin.goto(CALENDAR);
  await expect(admin.getByText('Der Kalender konnte nicht geladen werden')).toBeVisible({ timeout: 30_000 });
  fault.heal();
  await admin.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(admin.getByRole('table', { name: 'Kommende Termine' })).toBeVisible();
});

test('every state is accessible and fits', async () => {
  const table = (page: Page, name: string) => expect(page.getByRole('table', { name })).toBeVisible();
  await checkAll(admin, [
    ...[
      ['kommende', 'Kommende Termine'],
      ['vergangene', 'Vergangene Termine'],
      ['abgesagte', 'Abgesagte Termine'],
    ].map(([period = '', name = '']) => ({
      name,
      open: async (page: Page) => {
        await page.goto(`${CALENDAR}&zeitraum=${period}`);
        await table(page, name);
      },
    })),
    {
      name: 'a window that is too short',
      open: async (page) => {
        await page.goto(CALENDAR);
        await opener(page).click();
        await fillWindow(page, TOMORROW, '17:00', '19:00');
        await expect(dialog(page)).toContainText('würde der NewsBot nicht entscheiden');
        await dialog(page).getByRole('button', { name: 'Termin eintragen' }).click();
        await expect(dialog(page).getByRole('alert')).toBeVisible();
      },
    },
    ...['Verschieben', 'Absagen'].map((name) => ({
      name,
      open: async (page: Page) => {
        await page.goto(CALENDAR);
        await page
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .first()
          .click();
        await expect(dialog(page).getByLabel('Grund, für die Prüfspur')).toBeVisible();
      },
    })),
  ]);
});
