// An admin corrects a wallet: who, which way, how much and why, then the review, and the customer sees it at once.
import { expect } from '@playwright/test';
import { createDeposit, createWithdrawal, fund, readProfile, readWallet } from './accounts.ts';
import { test } from './app-test.ts';
import { fillCorrection, REASON, reasonField, review } from './correction-form.ts';
import { press, tabTo, type } from './keyboard.ts';
import { expectToast } from './people.ts';
import { delay, fail, loseNextAnswer } from './routes.ts';

test.describe('a correction of a wallet', () => {
  test('is seen by the customer at once, as a correction with its reason', { tag: '@gate' }, async ({
    funded,
    admin,
  }) => {
    const { email } = await readProfile(funded.request);
    await funded.goto('/dashboard/wallet');
    await expect(funded.getByText('1.000,00').first()).toBeVisible();

    await admin.goto('/admin');
    await fillCorrection(admin, email, '40');
    await review(admin).click();
    const dialog = admin.getByRole('dialog');
    await expect(dialog.getByRole('row', { name: 'Wallet vorher 1.000,00' })).toBeVisible();
    await expect(dialog.getByRole('row', { name: 'Wallet nachher 1.040,00' })).toBeVisible();
    await dialog.getByRole('button', { name: /^40,00\sUSDT gutschreiben$/ }).click();
    await expectToast(admin, 'Wallet korrigiert', email);
    const [number] = /K-\d+/.exec(await admin.getByText(/^K-\d+: 40,00/).innerText()) ?? [];
    await expect(admin.getByLabel('E-Mail', { exact: true })).toHaveValue('');

    await expect(funded.getByText('1.040,00').first()).toBeVisible();
    await expect(funded.getByText('Wallet-Korrektur').first()).toBeVisible();
    await expect(funded.getByText(REASON).first()).toBeVisible();
    await funded.getByRole('button', { name: /^Benachrichtigungen/ }).click();
    await expect(
      funded.getByText(`${number}: Ihrem Wallet wurden 40,00 USDT gutgeschrieben. Grund: ${REASON}`),
    ).toBeVisible();
    // The number finds the booking, and its owner.
    await funded.goto(`/dashboard/wallet?ansicht=transaktionen&suche=${number}`);
    await expect(funded.getByRole('row').filter({ hasText: String(number) })).toContainText('+40,00');
    await admin.goto(`/admin/kunden?suche=${number}`);
    await expect(admin.getByRole('row').filter({ hasText: email })).toBeVisible();
  });

  test('that is sent before it is known whose wallet it is goes on by itself', async ({ funded, admin }) => {
    const { email } = await readProfile(funded.request);
    await admin.goto('/admin');
    const late = await delay(admin, '/api/admin/customers?**');
    await admin.getByLabel('E-Mail', { exact: true }).fill(email);
    await admin.getByLabel('Betrag', { exact: true }).fill('40');
    await reasonField(admin).fill(REASON);
    await review(admin).click();
    await expect(admin.getByRole('button', { name: 'Kunde wird gesucht' })).toBeVisible();
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    late.heal();
    await expect(
      admin.getByRole('dialog').getByRole('row', { name: 'Wallet nachher 1.040,00' }),
    ).toBeVisible();
  });

  test('that is changed while its customer is looked up was not sent', async ({ funded, admin }) => {
    const { email } = await readProfile(funded.request);
    await admin.goto('/admin');
    const late = await delay(admin, '/api/admin/customers?**');
    await admin.getByLabel('E-Mail', { exact: true }).fill(email);
    const amount = admin.getByLabel('Betrag', { exact: true });
    await amount.fill('40');
    await reasonField(admin).fill(REASON);
    await review(admin).click();
    await expect(admin.getByRole('button', { name: 'Kunde wird gesucht' })).toBeVisible();
    await amount.fill('70');
    await expect(review(admin)).toBeVisible();
    late.heal();
    await expect(admin.getByText(/· verfügbar 1\.000,00\sUSDT/)).toBeVisible();
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    await review(admin).click();
    await expect(
      admin.getByRole('dialog').getByRole('row', { name: 'Wallet nachher 1.070,00' }),
    ).toBeVisible();
  });

  test('calls nobody unknown without a network, and goes on once it is back', { tag: '@gate' }, async ({
    funded,
    admin,
  }) => {
    const { email } = await readProfile(funded.request);
    await admin.goto('/admin');
    const field = admin.getByLabel('E-Mail', { exact: true });
    await expect(field).toBeVisible();
    await admin.context().setOffline(true);
    await field.fill(email);
    await admin.getByLabel('Betrag', { exact: true }).fill('40');
    await reasonField(admin).fill(REASON);
    await review(admin).click();
    await expect(admin.getByText('Der Kunde lässt sich gerade nicht laden.')).toBeVisible();
    await expect(admin.getByText('gibt es kein Konto')).toHaveCount(0);
    await admin.context().setOffline(false);
    await expect(admin.getByText(/· verfügbar 1\.000,00\sUSDT/)).toBeVisible();
    await review(admin).click();
    await expect(
      admin.getByRole('dialog').getByRole('row', { name: 'Wallet nachher 1.040,00' }),
    ).toBeVisible();
  });

  test('says when its customer cannot be looked up, and looks again', async ({ funded, admin }) => {
    const { email } = await readProfile(funded.request);
    await admin.goto('/admin');
    const fault = await fail(admin, '/api/admin/customers?**', 'GET');
    await admin.getByLabel('E-Mail', { exact: true }).fill(email);
    await admin.getByLabel('Betrag', { exact: true }).fill('40');
    await reasonField(admin).fill(REASON);
    await review(admin).click();
    await expect(admin.getByText('Der Kunde lässt sich gerade nicht laden.')).toBeVisible({
      timeout: 30_000,
    });
    await expect(admin.getByText('gibt es kein Konto')).toHaveCount(0);
    fault.heal();
    await review(admin).click();
    await expect(
      admin.getByRole('dialog').getByRole('row', { name: 'Wallet nachher 1.040,00' }),
    ).toBeVisible();
  });

  test('can be made with the keyboard alone, the customer found by a reference', { tag: '@gate' }, async ({
    newcomer,
    adminApi,
    admin,
  }) => {
    await fund(newcomer.request, adminApi, '60.00');
    const { reference } = await createDeposit(newcomer.request, '20.00');
    const { email } = await readProfile(newcomer.request);
    await admin.goto('/admin');
    await expect(admin.getByRole('heading', { name: 'Offene Auszahlungen' })).toBeVisible();
    const field = admin.getByRole('combobox', { name: 'E-Mail' });
    await field.focus();
    await admin.keyboard.type(reference);
    await expect(admin.getByRole('option', { name: email })).toBeVisible();
    await admin.keyboard.press('ArrowDown');
    await admin.keyboard.press('Enter');
    await expect(field).toHaveValue(email);
    await tabTo(admin, admin.getByRole('radio', { name: 'Gutschrift' }));
    await admin.keyboard.press('ArrowRight');
    await type(admin, admin.getByLabel('Betrag', { exact: true }), '60,00');
    await type(admin, reasonField(admin), REASON);
    await press(admin, review(admin), 'Enter');
    await press(admin, admin.getByRole('button', { name: /^60,00\sUSDT abbuchen$/ }), 'Enter');
    await expectToast(admin, 'Wallet korrigiert');
    expect(await readWallet(newcomer.request)).toMatchObject({ available: '0.00' });
  });

  test('says at its fields what is missing and what is not possible', { tag: '@gate' }, async ({
    newcomer,
    adminApi,
    admin,
  }) => {
    await fund(newcomer.request, adminApi, '50.00');
    await createWithdrawal(newcomer.request, '30.00');
    const { email } = await readProfile(newcomer.request);
    await admin.goto('/admin');
    await review(admin).click();
    await expect(admin.getByText('Email und Betrag erforderlich')).toHaveCount(2);
    await expect(admin.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
    await expect(admin.getByRole('combobox', { name: 'E-Mail' })).toBeFocused();
    // Nothing is as little as none, also for who presses Enter.
    const amount = admin.getByLabel('Betrag', { exact: true });
    for (const nothing of ['0', '0,00', '-5']) {
      await amount.fill(nothing);
      await amount.press('Enter');
      await expect(amount).toHaveAccessibleDescription(/Email und Betrag erforderlich/);
      // The first of what is wrong, in the next frame: what is typed before that would go there.
      await expect(amount).not.toBeFocused();
    }
    await amount.fill('1.2.3');
    await amount.press('Enter');
    await expect(amount).toHaveAccessibleDescription(/Bitte geben Sie einen Betrag ein/);
    await amount.fill('');
    await admin.getByLabel('E-Mail', { exact: true }).fill('niemand@beispiel.example');
    await expect(admin.getByText('Zu dieser E-Mail-Adresse gibt es kein Konto.')).toBeVisible();
    await fillCorrection(admin, email, '20,01', 'Belastung');
    await expect(
      admin.getByText(/^Balance kann nicht negativ werden\. Verfügbar: 20,00\sUSDT\.$/),
    ).toBeVisible();
    await review(admin).click();
    await expect(admin.getByRole('dialog')).toHaveCount(0);
  });

  test('whose answer is lost is booked once, however often it is confirmed', async ({ newcomer, admin }) => {
    const { email } = await readProfile(newcomer.request);
    await admin.goto('/admin');
    await fillCorrection(admin, email, '15');
    await review(admin).click();
    await loseNextAnswer(admin, '/api/admin/wallet-corrections');
    const confirm = admin.getByRole('button', { name: /gutschreiben$/ });
    await confirm.click();
    await expect(admin.getByRole('dialog').getByText(/^Keine Verbindung/)).toBeVisible();
    await confirm.click();
    await expectToast(admin, 'Wallet korrigiert');
    expect(await readWallet(newcomer.request)).toMatchObject({ available: '15.00' });
  });
});
