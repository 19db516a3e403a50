// Whether anything of the installation needs a hand, seen by an admin; to everybody else the page does not exist.
import { expect } from '@playwright/test';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { fail } from './routes.ts';

const AREAS = [
  'Was auf das Team wartet',
  'Kurse und Bots',
  'Mails',
  'Sicherung und Abgleich',
  'Datenbank',
  'Instanzen',
];

test('the sidebar leads to the state of the installation', async ({ admin }) => {
  await admin.goto('/admin');
  await admin.getByRole('link', { name: 'System' }).click();
  await expect(admin.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
  for (const area of AREAS)
    await expect(admin.getByRole('region', { name: area })).toContainText(/In Ordnung|Ansehen/);
  await expect(admin.getByRole('region', { name: 'Datenbank' })).toContainText(
    'auf dem Stand dieser Fassung',
  );
  await expect(admin.getByRole('region', { name: 'Kurse und Bots' })).toContainText('Simulierte Kurse');
});

for (const [how, minutes] of [
  ['fast', 10],
  ['slow', -10],
] as const)
  test(`a clock that is ten minutes ${how} makes no outage of a feed that runs, and hides none`, async ({
    admin,
  }) => {
    await admin.addInitScript((ms) => {
      const right = Date.now;
      Date.now = () => right() + ms;
    }, minutes * 60_000);
    const prices = admin.getByRole('region', { name: 'Kurse und Bots' });
    await admin.goto('/admin/system');
    await expect(prices).toContainText(/vor \d+\ss/);
    await expect(prices).not.toContainText('Keine neuen Kurse');
    await admin.route('**/api/admin/system', async (route) => {
      const state = await (await route.fetch()).json();
      state.feed.lastTickAt = new Date(Date.parse(state.at ?? state.feed.lastTickAt) - 90_000).toISOString();
      await route.fulfill({ json: state });
    });
    await expect(prices).toContainText('Keine neuen Kurse');
    await expect(prices).toContainText(/vor 1\sMin\./);
  });

test('an unknown reference is no hit, and the search can be cleared', { tag: '@gate' }, async ({ admin }) => {
  await admin.goto('/admin/system?kennung=ffffffff-0000');
  await expect(admin.getByText('Keine Treffer')).toBeVisible();
  await admin.getByRole('button', { name: 'Suche leeren' }).click();
  await expect(admin).toHaveURL(/\/admin\/system$/);
  await expect(admin.getByRole('searchbox', { name: 'Kennung suchen' })).toHaveValue('');
});

test('a state that cannot be loaded says so and can be asked for again', async ({ admin }) => {
  const fault = await fail(admin, '**/api/admin/system', 'GET');
  await admin.goto('/admin/system');
  await expect(admin.getByText('Der Zustand konnte nicht geladen werden.')).toBeVisible({ timeout: 30_000 });
  fault.heal();
  await admin.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(admin.getByRole('region', { name: 'Datenbank' })).toContainText('PostgreSQL');
});

test('a state that can no longer be read is not said to be in order, until it is read again', async ({
  admin,
}) => {
  await admin.goto('/admin/system');
  const database = admin.getByRole('region', { name: 'Datenbank' });
  await expect(database).toContainText('In Ordnung');
  const fault = await fail(admin, '/api/admin/system', 'GET');
  const notice = admin.getByRole('note').filter({ hasText: 'Der Zustand lässt sich nicht mehr lesen' });
  await expect(notice).toContainText(/Die Angaben sind vom \d\d\.\d\d\.\d{4}, \d\d:\d\d.Uhr/, {
    timeout: 30_000,
  });
  for (const area of AREAS)
    await expect(admin.getByRole('region', { name: area })).toContainText('Unbekannt');
  await expect(admin.getByText('In Ordnung')).toHaveCount(0);
  await expect(database).toContainText('PostgreSQL');
  fault.heal();
  await expect(notice).toHaveCount(0, { timeout: 30_000 });
  await expect(database).toContainText('In Ordnung');
});

test('without a network the state of the installation is not said to be the present one', {
  tag: '@gate',
}, async ({ admin }) => {
  await admin.goto('/admin/system');
  const database = admin.getByRole('region', { name: 'Datenbank' });
  await expect(database).toContainText('In Ordnung');
  await admin.context().setOffline(true);
  await expect(database).toContainText('Unbekannt', { timeout: 30_000 });
  await expect(
    admin.getByRole('note').filter({ hasText: 'Der Zustand lässt sich nicht mehr lesen' }),
  ).toBeVisible();
  await admin.context().setOffline(false);
  await expect(database).toContainText('In Ordnung', { timeout: 30_000 });
});

test('the page by axe', async ({ admin }) => {
  test.setTimeout(120_000);
  const open = async () => {
    await admin.goto('/admin/system');
    await expect(admin.getByRole('region', { name: 'Datenbank' })).toContainText('PostgreSQL');
  };
  await checkAll(admin, [{ name: '/admin/system', open }]);
});
