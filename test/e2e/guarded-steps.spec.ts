// What stands before some steps: saying once more who one is, a second factor for admins, a proof of work. The demo asks
// for the last two never and for the first after an hour; here the server's answer is put before the page, and the rest is real.
import { expect, type Page } from '@playwright/test';
import { createChallenge, pbkdf2, verifySolution } from 'altcha/lib';
import { createDeposit, newLogin } from './accounts.ts';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { press } from './keyboard.ts';
import { beginDecision, demoLogin, expectToast, fillSignUp } from './people.ts';
import { consoleErrors, handleNext } from './routes.ts';

const TITLE = 'Bitte bestätigen Sie, dass Sie es sind';

/** The session of the next decision is too old. */
async function askOnce(page: Page) {
  await handleNext(page, '/api/admin/deposits/*/approve', (route) =>
    route.fulfill({
      status: 403,
      json: {
        defined: true,
        code: 'REAUTHENTICATION_REQUIRED',
        status: 403,
        message: 'Confirm your password first',
        data: { maxAgeMinutes: '60' },
      },
    }),
  );
}

async function beginToApprove(admin: Page, reference: string) {
  await admin.goto('/admin');
  const row = admin.getByRole('row').filter({ hasText: reference });
  if ((admin.viewportSize()?.width ?? 0) < 768) {
    await row.getByRole('button', { name: /@/ }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Genehmigen' }).click();
  } else {
    await beginDecision(admin, reference, 'Genehmigen');
  }
  await admin
    .getByRole('dialog', { name: /genehmigen$/i })
    .getByRole('button', { name: /genehmigen$/ })
    .click();
}

test('an admin says once more who they are, and what was begun goes on', async ({ newcomer, admin }) => {
  const { reference } = await createDeposit(newcomer.request, '20.00');
  const { password } = await demoLogin('admin');
  await askOnce(admin);
  await beginToApprove(admin, reference);

  const proof = admin.getByRole('dialog', { name: TITLE });
  const field = proof.getByRole('textbox', { name: 'Passwort' });
  await expect(field).toBeFocused();
  await press(admin, proof.getByRole('button', { name: 'Bestätigen' }), 'Enter');
  await expect(proof.getByText('Bitte geben Sie Ihr Passwort ein.')).toBeVisible();
  await expect(field).toBeFocused();
  await admin.keyboard.type('nicht-mein-Passwort');
  await admin.keyboard.press('Enter');
  await expect(proof.getByText('Das Passwort ist falsch.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(password);
  await admin.keyboard.press('Enter');

  await expect(proof).toHaveCount(0);
  await expectToast(admin, 'Einzahlung genehmigt', reference);
  await expect(admin.getByRole('row').filter({ hasText: reference })).toHaveCount(0);
});

test('who gives up keeps what was begun, and it can be tried again', async ({ newcomer, admin }) => {
  const { reference } = await createDeposit(newcomer.request, '20.00');
  await askOnce(admin);
  await beginToApprove(admin, reference);
  const proof = admin.getByRole('dialog', { name: TITLE });
  await expect(proof.getByRole('textbox', { name: 'Passwort' })).toBeFocused();
  await admin.keyboard.press('Escape');
  await expect(proof).toHaveCount(0);
  const review = admin.getByRole('dialog', { name: /genehmigen$/ });
  await expect(review.getByText('Bitte bestätigen Sie zuerst, dass Sie es sind.')).toBeVisible();
  await expect(admin.getByText('Genehmigung fehlgeschlagen')).toHaveCount(0);
  await review.getByRole('button', { name: /genehmigen$/ }).click();
  await expectToast(admin, 'Einzahlung genehmigt', reference);
});

async function changeProfile(admin: Page, change: Record<string, boolean>) {
  await admin.route('**/api/profile', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...change } });
  });
}

const refusal = (code: string) => ({
  status: 403,
  json: { defined: true, code, status: 403, message: code },
});

/** An admin with a second factor, whom every command asks who is there. */
async function answerAdmins(admin: Page) {
  await changeProfile(admin, { twoFactorEnabled: true });
  await admin.route('**/api/admin/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill(refusal('REAUTHENTICATION_REQUIRED')),
  );
}

/** As outside the demo. The answer is how often the back office was asked all the same. */
async function lackSecondFactor(admin: Page): Promise<() => number> {
  let asked = 0;
  await changeProfile(admin, { awaitsSecondFactor: true });
  await admin.route('**/api/admin/**', (route) => {
    asked += 1;
    return route.fulfill(refusal('SECOND_FACTOR_REQUIRED'));
  });
  return () => asked;
}

test('the question who is there, and the way to a second factor', async ({ newcomer, admin }) => {
  const { reference } = await createDeposit(newcomer.request, '20.00');
  const proof = admin.getByRole('dialog', { name: TITLE });
  await checkAll(admin, [
    {
      name: 'the question who is there, with problems',
      async open(page) {
        await answerAdmins(page);
        await beginToApprove(page, reference);
        await proof.getByRole('button', { name: 'Bestätigen' }).click();
        await expect(proof.getByText('Bitte geben Sie den Code ein.')).toBeVisible();
      },
    },
    {
      name: '/admin without a second factor',
      async open(page) {
        await lackSecondFactor(page);
        await page.goto('/admin');
        await expect(page.getByText('Richten Sie zuerst die Anmeldung in zwei Schritten ein')).toBeVisible();
      },
    },
  ]);
});

test('an admin without a second factor is led to setting one up', { tag: '@gate' }, async ({ admin }) => {
  const asked = await lackSecondFactor(admin);
  const said = consoleErrors(admin);
  await admin.goto('/admin');
  await expect(admin.getByRole('heading', { name: 'Admin Panel', level: 1 })).toBeVisible();
  await expect(admin.getByText('Richten Sie zuerst die Anmeldung in zwei Schritten ein')).toBeVisible();
  await expect(admin.getByText('Admin-Daten konnten nicht geladen werden')).toHaveCount(0);
  await admin.getByRole('link', { name: 'Anmeldung in zwei Schritten einrichten' }).click();
  await expect(admin).toHaveURL('/dashboard/settings?ansicht=sicherheit');
  await expect(admin.getByRole('region', { name: 'Anmeldung in zwei Schritten' })).toBeVisible();
  // Nothing is asked that would be refused, so nothing fails.
  expect(asked()).toBe(0);
  expect(said).toEqual([]);
});

test.describe('where a proof of work is wanted', () => {
  const { deriveKey } = pbkdf2;
  const secrets = { hmacSignatureSecret: 'a secret', hmacKeySignatureSecret: 'another secret' };

  /** Challenges as the server makes them; the answer is how many were asked for. */
  async function wantCaptcha(page: Page): Promise<() => number> {
    let asked = 0;
    await page.route('**/api/installation', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), captcha: true } });
    });
    await page.route('**/api/auth/captcha', async (route) => {
      asked += 1;
      const algorithm = 'PBKDF2/SHA-256';
      const challenge = await createChallenge({
        algorithm,
        cost: 2_000,
        counter: 500,
        deriveKey,
        ...secrets,
      });
      await route.fulfill({ json: challenge });
    });
    return () => asked;
  }

  async function expectSolved(payload: string) {
    const { challenge, solution } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
    // The server looks at its shape as well, see identity-captcha.test.ts.
    const checked = await verifySolution({
      challenge,
      solution,
      deriveKey,
      ...secrets,
    });
    expect(checked.verified).toBe(true);
  }

  test('the browser does it while the form is filled in, anew for every attempt', async ({ page }) => {
    const asked = await wantCaptcha(page);
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy/i.test(message.text()))
        violations.push(message.text());
    });
    await page.goto('/signup');
    await expect(page.getByText(/^Statt eines Bilderrätsels rechnet Ihr Browser/)).toBeVisible();
    expect(asked()).toBe(0);
    const payloads: string[] = [];
    await handleNext(page, '/api/auth/sign-up/email', async (route) => {
      payloads.push(route.request().postDataJSON().captcha);
      await route.fulfill({
        status: 400,
        json: { code: 'CAPTCHA_FAILED', message: 'Die Prüfung hat nicht geklappt.' },
      });
    });
    await fillSignUp(page, newLogin());
    await expectToast(page, 'Registrierung fehlgeschlagen', 'Die Prüfung hat nicht geklappt.');
    const second = page.waitForRequest('**/api/auth/sign-up/email');
    await page.getByRole('button', { name: 'Konto eröffnen' }).click();
    payloads.push((await second).postDataJSON().captcha);
    await expectToast(page, 'Konto erfolgreich erstellt!');
    for (const payload of payloads) await expectSolved(payload);
    expect(new Set(payloads).size).toBe(2);
    expect(violations).toEqual([]);
  });

  test('a forgotten password brings it along as well', async ({ page }) => {
    await wantCaptcha(page);
    await page.goto('/forgot-password');
    await page.getByLabel('E-Mail-Adresse').fill(newLogin().email);
    const sent = page.waitForRequest('**/api/auth/request-password-reset');
    await page.getByRole('button', { name: 'Link anfordern' }).click();
    await expectSolved((await sent).postDataJSON().captcha);
    await expect(page.getByRole('heading', { name: 'Bitte sehen Sie in Ihr Postfach' })).toBeVisible();
  });

  test('who is faster than the page learns of it brings it along as well', { tag: '@gate' }, async ({
    page,
  }) => {
    await wantCaptcha(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/installation', async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.goto('/forgot-password');
    await page.getByLabel('E-Mail-Adresse').fill(newLogin().email);
    const sent = page.waitForRequest('**/api/auth/request-password-reset');
    await page.getByRole('button', { name: 'Link anfordern' }).click();
    await expectSolved((await sent).postDataJSON().captcha);
    held.resolve();
    await expect(page.getByRole('heading', { name: 'Bitte sehen Sie in Ihr Postfach' })).toBeVisible();
  });
});
