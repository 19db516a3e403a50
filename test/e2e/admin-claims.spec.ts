// Two admins who work on the same requests and do not get in each other's way.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { createDeposit, readWallet } from './accounts.ts';
import { test } from './app-test.ts';
import { beginDecision, expectToast, paneOf } from './people.ts';
import { choose, dialog, openQueue, rowOf } from './queue-page.ts';
import { delay, fail } from './routes.ts';
import { openColleague } from './team.ts';

async function readName(page: Page): Promise<string> {
  const answer = await page.request.get('/api/profile');
  return z.object({ name: z.string().min(1) }).parse(await answer.json()).name;
}

test('two admins: one works on a request, the other sees it, takes it over, and is faster', {
  tag: '@gate',
}, async ({ browser, newcomer, admin }) => {
  const { reference } = await createDeposit(newcomer.request, '44.00');
  const colleague = await openColleague(browser);
  const theirName = await readName(colleague);
  await openQueue(admin, newcomer);
  await openQueue(colleague, newcomer);
  // A confirmation that stands open while a colleague takes the request over confirms nothing.
  const confirm = colleague.getByRole('button', { name: /^44,00\sUSD genehmigen$/ });
  await beginDecision(colleague, reference, 'Genehmigen');
  await expect(confirm).toBeEnabled();
  await expect(confirm).toBeFocused();
  const [mine, theirs] = [paneOf(admin, reference), paneOf(colleague, reference)];
  const decide = { name: 'Genehmigen' };
  await rowOf(admin, reference).getByRole('button').first().click();
  await mine.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(mine.getByRole('button', decide)).toBeVisible();
  await expect(confirm).toBeDisabled();
  await expect(dialog(colleague).getByRole('button', { name: 'Abbrechen' })).toBeFocused();
  await colleague.keyboard.press('Escape');
  await expect(dialog(colleague)).toHaveCount(0);

  await expect(rowOf(colleague, reference)).toContainText('bearbeitet von M. Berger');
  await expect(theirs.getByText('Bearbeitet von M. Berger')).toBeVisible();
  await expect(theirs.getByRole('button', decide)).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(theirs.getByRole('button', decide)).toBeVisible();
  await expect(mine.getByText(`Bearbeitet von ${theirName}`)).toBeVisible();
  await expect(mine.getByRole('button', decide)).toHaveCount(0);
  // By its key it opens all the same; there is nothing to confirm, and the focus is in it.
  await admin.keyboard.press('a');
  await expect(dialog(admin).getByText(`Bearbeitet von ${theirName}`)).toBeVisible();
  await expect(dialog(admin).locator(':focus')).toHaveCount(1);
  await admin.keyboard.press('Escape');
  await expect(dialog(admin)).toHaveCount(0);

  await theirs.getByRole('button', decide).click();
  await confirm.click();
  await expectToast(colleague, 'Einzahlung genehmigt');
  await expect(admin.getByRole('region', { name: 'Kein Antrag' })).toBeVisible();
  expect(await readWallet(newcomer.request)).toMatchObject({ available: '44.00' });
  await colleague.context().close();
});

test('a colleague who takes a request back is seen, also where the list in between never came', async ({
  browser,
  newcomer,
  admin,
}) => {
  const { reference } = await createDeposit(newcomer.request, '45.00');
  const colleague = await openColleague(browser);
  const theirName = await readName(colleague);
  await openQueue(admin, newcomer);
  await openQueue(colleague, newcomer);
  const [mine, theirs] = [paneOf(admin, reference), paneOf(colleague, reference)];
  const decide = { name: 'Genehmigen' };
  await beginDecision(colleague, reference, 'Genehmigen');
  await expect(dialog(colleague).getByRole('button', { name: /genehmigen$/ })).toBeEnabled();
  await colleague.keyboard.press('Escape');
  await rowOf(admin, reference).getByRole('button').first().click();
  await expect(mine.getByText(`Bearbeitet von ${theirName}`)).toBeVisible();

  const lists = await delay(admin, '/api/admin/deposits?*');
  await mine.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(mine.getByRole('button', decide)).toBeVisible();
  await theirs.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(theirs.getByRole('button', decide)).toBeVisible();
  lists.heal();
  await expect(mine.getByText(`Bearbeitet von ${theirName}`)).toBeVisible();
  await expect(mine.getByRole('button', decide)).toHaveCount(0);
  await colleague.context().close();
});

test('a decision that loses the race says who was faster, and books nothing', async ({
  browser,
  newcomer,
  admin,
}) => {
  const { reference } = await createDeposit(newcomer.request, '33.00');
  const colleague = await openColleague(browser);
  const theirName = await readName(colleague);
  // Neither learns of the other beforehand.
  await fail(admin, '/api/admin/requests/*/claim');
  await fail(colleague, '/api/admin/requests/*/claim');
  await openQueue(admin, newcomer);
  await openQueue(colleague, newcomer);
  await beginDecision(admin, reference, 'Ablehnen');
  await beginDecision(colleague, reference, 'Genehmigen');
  await dialog(colleague)
    .getByRole('button', { name: /genehmigen$/ })
    .click();
  await expectToast(colleague, 'Einzahlung genehmigt');
  await dialog(admin)
    .getByRole('button', { name: /ablehnen$/ })
    .click();
  await expectToast(admin, 'Fehler', 'Ablehnung fehlgeschlagen');
  await expect(
    dialog(admin).getByText(new RegExp(`^${theirName} war schneller und hat am .* genehmigt\\.$`)),
  ).toBeVisible();
  await expect(dialog(admin).getByRole('button', { name: /ablehnen$/ })).toBeDisabled();
  expect(await readWallet(newcomer.request)).toMatchObject({ available: '33.00', pendingDeposits: 0 });
  await colleague.context().close();
});

test('a selection leaves out what somebody else works on', async ({ browser, newcomer, admin }) => {
  const [mine, theirs] = [
    await createDeposit(newcomer.request, '10.00'),
    await createDeposit(newcomer.request, '20.00'),
  ];
  const colleague = await openColleague(browser);
  await openQueue(colleague, newcomer);
  await rowOf(colleague, theirs.reference).getByRole('button').first().click();
  await openQueue(admin, newcomer);
  await expect(rowOf(admin, theirs.reference)).toContainText('bearbeitet von');
  await choose(admin, mine.reference, theirs.reference);
  await expect(admin.getByText('2 ausgewählt, davon 1 in Bearbeitung')).toBeVisible();
  await admin.getByRole('button', { name: /^10,00\sUSD genehmigen$/ }).click();
  await expect(dialog(admin).getByText('Nicht dabei, weil gerade in Bearbeitung')).toBeVisible();
  await dialog(admin)
    .getByRole('button', { name: /^10,00\sUSD genehmigen$/ })
    .click();
  await expect(dialog(admin).getByRole('listitem')).toHaveCount(1);
  expect(await readWallet(newcomer.request)).toMatchObject({ available: '10.00', pendingDeposits: 1 });
  await colleague.context().close();
});
