// What a second admin may not do, and what was refused: said before the click, never for ever, and with a way on.
import { expect } from '@playwright/test';
import { readProfile, readWallet, signIn, signUp, startBot } from './accounts.ts';
import { test } from './app-test.ts';
import {
  type FourEyes,
  LAY,
  lay,
  openFourEyes,
  post,
  REASON,
  rowOf,
  sayWhy,
  tellSecond,
} from './four-eyes.ts';
import { openWith } from './own-admins.ts';
import { expectToast } from './people.ts';
import { handleNext, loseNextAnswer } from './routes.ts';

const NOT_SETTLED = 'erst seit Kurzem Administrator oder wieder entsperrt';

// One installation for all of them, so they run one after the other.
test.describe.configure({ mode: 'default', timeout: 120_000 });

let fourEyes: FourEyes;

test.beforeAll(async ({ browser, playwright }) => {
  test.setTimeout(300_000);
  fourEyes = await openFourEyes('approval-refusals', { browser, playwright });
});
test.afterAll(() => fourEyes?.close());

test('an admin who may not approve yet reads that before the click, and can reject', async ({ browser }) => {
  const { app, newApi, firstApi } = fourEyes;
  const customer = await fourEyes.customerWith('5000.00');
  const helperApi = await newApi();
  const login = await signUp(helperApi);
  const { userId } = await readProfile(helperApi);
  await post(firstApi, `/api/admin/customers/${userId}/role`, { role: 'admin', reason: REASON });
  await signIn(helperApi, login);
  const id = await layCorrection(customer.email, '1500');
  const helper = await openWith(browser, app, helperApi);
  await helper.goto('/admin/freigaben');
  const row = rowOf(helper, customer.email);
  await expect(row).toContainText('vorgelegt von ');
  await expect(row).not.toContainText('wartet auf Sie');
  await expect(helper.getByRole('listitem').filter({ hasText: login.email }).last()).toContainText(
    NOT_SETTLED,
  );
  await expect(helper.getByText(`Wer ${NOT_SETTLED} ist, gibt`)).toBeVisible();
  await row.getByRole('button').click();
  const dialog = helper.getByRole('dialog');
  await expect(dialog.getByText('Freigeben können Sie das noch nicht')).toBeVisible();
  await expect(dialog.getByText(`Sie sind ${NOT_SETTLED}.`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /freigeben$/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Ablehnen', exact: true }).click();
  await dialog.getByLabel(/^Notiz/).fill('Der Beleg fehlt noch');
  await dialog.getByRole('button', { name: 'Freigabe ablehnen' }).click();
  await expectToast(helper, 'Freigabe abgelehnt');
  const { status } = await (await firstApi.get(`/api/admin/approvals/${id}`)).json();
  expect(status).toBe('rejected');
  expect((await readWallet(customer.api)).available).toBe('5000.00');
  // Gone again: with them, others would have two to wait for.
  await post(firstApi, `/api/admin/customers/${userId}/role`, { role: 'user', reason: REASON });
  await helper.context().close();
});

test('a refusal takes away approving alone, and is gone with its dialog', async () => {
  const { second } = fourEyes;
  const customer = await fourEyes.customerWith('5000.00');
  await layCorrection(customer.email, '1500');
  await second.goto('/admin/freigaben');
  const open = () =>
    rowOf(second, customer.email)
      .getByRole('button', { name: /^Wallet-Korrektur/ })
      .click();
  const dialog = second.getByRole('dialog');
  const approve = dialog.getByRole('button', { name: /^1\.500,00\sUSDT freigeben$/ });
  await open();
  // What was looked at was true still, so the answer is played.
  const refused = { defined: true, code: 'SECOND_ADMIN_TOO_NEW', status: 409, message: 'not yet' };
  await handleNext(second, '/api/admin/approvals/*/approve', (route) =>
    route.fulfill({ status: 409, json: refused }),
  );
  await sayWhy(dialog);
  await approve.click();
  await expect(dialog.getByText(`Sie sind ${NOT_SETTLED}.`)).toBeVisible();
  await expect(approve).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Ablehnen', exact: true }).click();
  await expect(dialog.getByText(NOT_SETTLED)).toHaveCount(0);
  await dialog.getByLabel(/^Notiz/).fill('Doch nicht');
  await second.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await open();
  await expect(approve).toBeVisible();
  await expect(dialog.getByText(NOT_SETTLED)).toHaveCount(0);
  await sayWhy(dialog);
  await approve.click();
  await expectToast(second, 'Freigegeben und ausgeführt');
  expect((await readWallet(customer.api)).available).toBe('6500.00');
});

test('a new threshold that was refused can be corrected', async () => {
  const { first, secondApi } = fourEyes;
  await first.goto('/admin/freigaben');
  await first.getByRole('button', { name: 'Schwelle ändern' }).click();
  const dialog = first.getByRole('dialog');
  await dialog.getByLabel('Ab diesem Betrag').fill('750,50');
  await dialog.getByLabel('Grund, für die Prüfspur').fill('Mehr Vorsicht');
  await dialog.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  const threshold = { thresholdUsd: '800', reason: 'Neue Regel' };
  const id = await lay(secondApi, { kind: 'threshold', input: threshold });
  await dialog.getByRole('button', LAY).click();
  await expect(dialog.getByText('Das liegt schon zur Freigabe vor.')).toBeVisible();
  await expect(dialog.getByRole('button', LAY)).toBeDisabled();
  await post(secondApi, `/api/admin/approvals/${id}/withdraw`, {});

  await dialog.getByRole('button', { name: 'Zurück' }).click();
  await expect(dialog.getByLabel('Grund, für die Prüfspur')).toHaveValue('Mehr Vorsicht');
  await dialog.getByLabel('Ab diesem Betrag').fill('850');
  await dialog.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await expect(dialog.getByText(/^ab 850,00\sUSDT$/)).toBeVisible();
  await expect(dialog.getByText('Das liegt schon zur Freigabe vor.')).toHaveCount(0);
  await dialog.getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
});

test('returns that need two are laid before the second one once more after a refusal, and others besides them', async () => {
  const { first, firstApi } = fourEyes;
  const customer = await fourEyes.customerWith('900.00');
  const bots = [
    await startBot(customer.api, '200.00'),
    await startBot(customer.api, '210.00'),
    await startBot(customer.api, '220.00'),
  ];
  const needsTwo = { ok: false, code: 'SECOND_ADMIN_REQUIRED', data: { thresholdUsd: '1000.00' } };
  const fault = { ok: false, code: 'INTERNAL', data: { reference: '01890000-0000-7000-8000-000000000000' } };
  // Prices decide which of them need two, so the answers are played.
  const play = (...outcomes: object[]) =>
    handleNext(first, '/api/admin/bot-investments/returns', (route) =>
      route.fulfill({
        json: { items: bots.map(({ id }, at) => ({ investmentId: id, ...outcomes[at] })) },
      }),
    );
  await first.goto(`/admin?ansicht=rendite&suche=${encodeURIComponent(customer.email)}`);
  for (const { reference } of bots)
    await first.getByRole('checkbox', { name: `${reference} von ${customer.email}` }).check();
  await first.getByLabel('Rendite in Prozent').fill('1');
  await first.getByLabel('Grund, sichtbar für den Kunden').fill(REASON);
  await first.getByRole('button', { name: 'Rendite anwenden' }).click();
  await play(needsTwo, needsTwo, fault);
  const dialog = first.getByRole('dialog');
  await dialog.getByRole('button', { name: /^\+1,0\s% auf 3 Anlagen anwenden$/ }).click();
  await expect(dialog.getByText('Braucht zweite Person')).toHaveCount(2);
  const keys: (string | null)[] = [];
  first.on('request', async (request) => {
    if (request.url().endsWith('/api/admin/approvals') && request.method() === 'POST')
      keys.push(await request.headerValue('idempotency-key'));
  });
  const refused = { defined: true, code: 'APPROVAL_PENDING', status: 409, message: 'waits already' };
  await handleNext(first, '/api/admin/approvals', (route) => route.fulfill({ status: 409, json: refused }));
  await tellSecond(dialog);
  await dialog.getByRole('button', LAY).click();
  await expect(dialog.getByText('Das liegt schon zur Freigabe vor.')).toBeVisible();
  await expect(dialog.getByRole('button', LAY)).toBeDisabled();

  const retry = dialog.getByRole('button', { name: 'Fehlende erneut versuchen' });
  await play(needsTwo, needsTwo, fault);
  await retry.click();
  await expect(dialog.getByText('Das liegt schon zur Freigabe vor.')).toHaveCount(0);
  await loseNextAnswer(first, '/api/admin/approvals');
  await dialog.getByRole('button', LAY).click();
  // It may lie there already: another list would lay its rows twice.
  await expect(dialog.getByRole('button', LAY)).toBeEnabled();
  await expect(retry).toBeDisabled();
  await dialog.getByRole('button', LAY).click();
  await expectToast(first, 'Zur Freigabe vorgelegt');
  await expect(dialog.getByText('Liegt zur Freigabe vor')).toHaveCount(2);
  expect(new Set(keys).size).toBe(2);

  await play(needsTwo, needsTwo, needsTwo);
  await retry.click();
  await expect(dialog.getByText('Braucht zweite Person')).toHaveCount(1);
  await expect(dialog.getByText('Liegt zur Freigabe vor')).toHaveCount(2);
  await dialog.getByRole('button', LAY).click();
  await expect(dialog.getByText('Liegt zur Freigabe vor')).toHaveCount(3);
  await expect(dialog.getByRole('link', { name: /^Vorlage F-\d+ öffnen$/ })).toHaveCount(3);
  const { items } = await (await firstApi.get('/api/admin/approvals')).json();
  const laid = (items as { lines: { subjectId: string }[] }[]).map(({ lines }) =>
    lines.map(({ subjectId }) => subjectId),
  );
  expect(laid).toContainEqual([bots[2]?.id]);
  expect(new Set(keys).size).toBe(3);
  expect(laid.filter((ids) => ids.includes(bots[0]?.id ?? ''))).toHaveLength(1);
});

const layCorrection = (email: string, amountUsd: string) =>
  lay(fourEyes.firstApi, {
    kind: 'correction',
    input: { email, direction: 'credit', amountUsd, reason: REASON },
  });
