// A login is under way while the owner takes the account back: what it proved before counts no longer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listStoredMails } from '../src/platform/mail/mailbox.ts';
import { codeFor } from './authenticator.ts';
import { betweenStatements } from './between-statements.ts';
import { GOOD_PASSWORD, type Visitor } from './identity-fixture.ts';
import { customer, email, fixture, serial, setUpIdentity, signIn, visitor } from './identity-world.ts';
import { SoftPasskey } from './soft-passkey.ts';

const OTHER_PASSWORD = 'regenschirm mondlicht 41';

let folder: string;
let during: ReturnType<typeof betweenStatements>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-overtaken-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
setUpIdentity(() => ({ DEMO: '1', DATA_DIR: folder }));
beforeAll(() => {
  during = betweenStatements(fixture.database.pool);
});

/** The token of the newest link to this page that was sent there. */
async function tokenTo(to: string, link: RegExp): Promise<string> {
  await fixture.settled();
  for (const { text } of await listStoredMails(join(folder, 'mail'), { to, limit: 50 })) {
    const token = link.exec(text)?.[1];
    if (token !== undefined) return token;
  }
  throw new Error(`No such link to ${to}`);
}

/** Each is prepared before the login begins, so that only what ends it happens while it is under way. */
const TAKEN_BACK = {
  'a change of the password': async (owner: Visitor) => async () =>
    owner.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD }),
  'a reset': async () => {
    await visitor(3).post('/request-password-reset', { email });
    const token = await tokenTo(email, /\/reset-password\?token=([\w-]+)/);
    return async () => visitor(3).post('/reset-password', { token, newPassword: OTHER_PASSWORD });
  },
  'an undone address': async (owner: Visitor) => {
    const to = `mallory-${serial}@example.com`;
    await owner.post('/request-email-change', { email: to });
    await owner.post('/confirm-email-change', {
      token: await tokenTo(to, /\/profile\?neue-adresse=([\w-]+)/),
    });
    const token = await tokenTo(email, /\/adresse-zurueck\?token=([\w-]+)/);
    return async () => visitor(3).post('/undo-email-change', { token });
  },
};
const WAYS = Object.keys(TAKEN_BACK) as (keyof typeof TAKEN_BACK)[];

/** The first statement that matches after another one did. */
function after(first: RegExp, then: RegExp): Pick<RegExp, 'test'> {
  let isOn = false;
  return {
    test: (text) => {
      const wasOn = isOn;
      isOn ||= first.test(text);
      return wasOn && then.test(text);
    },
  };
}

async function sessionsOf(userId: string, exceptFor: string | null): Promise<number> {
  const { rowCount } = await fixture.database.pool.query(
    `SELECT FROM auth_sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2`,
    [userId, exceptFor],
  );
  return rowCount ?? 0;
}

async function expectNobodyElse(owner: Visitor, userId: string, thief: Visitor): Promise<void> {
  expect(await thief.resolve()).toBeNull();
  expect(await sessionsOf(userId, (await owner.resolve())?.sessionId ?? null)).toBe(0);
}

describe.each(WAYS)('while %s is committed', (way) => {
  it('no login begins whose password was read before', async () => {
    const owner = await customer();
    const userId = String((await owner.resolve())?.userId);
    const takeBack = await TAKEN_BACK[way](owner);
    const thief = visitor(2);
    const address = String((await owner.resolve())?.email);
    const late = await during(/from "auth_accounts"/, takeBack, () =>
      thief.post('/sign-in/email', { email: address, password: GOOD_PASSWORD }),
    );
    expect(late).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } });
    await expectNobodyElse(owner, userId, thief);
  });

  it('no login waits for a code afterwards whose password was read before', async () => {
    const { owner, userId, address, backupCodes } = await withSecondFactor();
    const takeBack = await TAKEN_BACK[way](owner);
    const thief = visitor(2);
    const current = String((await owner.resolve())?.email ?? address);
    // The session of the right password is deleted again before its code is asked for.
    const late = await during(/delete from "auth_sessions"/, takeBack, () =>
      thief.post('/sign-in/email', { email: current, password: GOOD_PASSWORD }),
    );
    expect(late.body).not.toHaveProperty('twoFactorRedirect');
    const code = await thief.post('/two-factor/verify-backup-code', { code: backupCodes[0] });
    expect(code.status).toBe(401);
    await expectNobodyElse(owner, userId, thief);
  });

  it('no login begins whose code was right before', async () => {
    const { owner, userId, backupCodes } = await withSecondFactor();
    const takeBack = await TAKEN_BACK[way](owner);
    const thief = visitor(2);
    const current = String((await owner.resolve())?.email);
    await thief.post('/sign-in/email', { email: current, password: GOOD_PASSWORD });
    // Between the end of the wait for the code and the beginning of the session.
    const beginning = after(/update "auth_two_factors"/, /from "auth_users"/);
    const late = await during(beginning, takeBack, () =>
      thief.post('/two-factor/verify-backup-code', { code: backupCodes[0] }),
    );
    expect(late).toMatchObject({ status: 401, body: { code: 'INVALID_TWO_FACTOR_COOKIE' } });
    await expectNobodyElse(owner, userId, thief);
  });
});

async function withSecondFactor() {
  const owner = await customer();
  const { body } = await owner.post('/two-factor/enable', { password: GOOD_PASSWORD });
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] };
  await owner.post('/two-factor/verify-totp', { code: await codeFor(totpURI) });
  return { owner, userId: String((await owner.resolve())?.userId), address: email, backupCodes };
}

it('while an address is put back, no login begins with a passkey that goes with it', async () => {
  const owner = await customer();
  const userId = String((await owner.resolve())?.userId);
  const key = new SoftPasskey();
  const asked = await owner.get('/passkey/generate-register-options');
  await owner.post('/passkey/verify-registration', { response: key.create(asked.body) });
  const takeBack = await TAKEN_BACK['an undone address'](owner);
  const thief = visitor(2);
  const question = await thief.get('/passkey/generate-authenticate-options');
  const late = await during(/update "auth_passkeys"/, takeBack, () =>
    thief.post('/passkey/verify-authentication', { response: key.use(question.body) }),
  );
  expect(late.status).toBe(401);
  await expectNobodyElse(owner, userId, thief);
});

it('a login beside nothing of the kind begins as ever', async () => {
  await customer();
  expect((await signIn(visitor(2))).status).toBe(200);
});
