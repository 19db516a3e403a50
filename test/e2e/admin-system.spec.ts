// Whether anything of the installation needs a hand, seen by an admin; to everybody else the page does not exist.
import { expect } from '@playwright/test';
import { test } from './app-test.ts';
import { checkAll, WIDTHS } from './check-pages.ts';
import { fail } from './routes.ts';

test('the sidebar leads to the state of the installation', async ({ admin }) => {
  await admin.goto('/admin');
  await admin.getByRole('link', { name: 'System' }).click();
  await expect(admin.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
  for (const area of ['Kurse und Bots', 'Datenbank', 'Mails', 'Diese Instanz'])
    await expect(admin.getByRole('region', { name: area })).toContainText(/In Ordnung|Ansehen/);
  await expect(admin.getByRole('region', { name: 'Datenbank' })).toContainText(
    'auf dem Stand dieser Fassung',
  );
  await expect(admin.getByRole('region', { name: 'Kurse und Bots' })).toContainText('Simulierte Kurse');
});

test('an unknown reference is no hit, and the search can be cleared', async ({ admin }) => {
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

for (const width of WIDTHS)
  test(`the page by axe at ${width} pixels`, async ({ admin }) => {
    test.setTimeout(120_000);
    const open = async () => {
      await admin.goto('/admin/system');
      await expect(admin.getByRole('region', { name: 'Datenbank' })).toContainText('PostgreSQL');
    };
    await checkAll(admin, width, [{ name: '/admin/system', open }]);
  });
