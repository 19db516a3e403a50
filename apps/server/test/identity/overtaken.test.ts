// A login is under way while the owner takes the account back: what it proved before counts no longer.
import { describe, expect, it } from 'vitest';
import { GOOD_PASSWORD, type Visitor } from './identity-fixture.ts';
import { customer, signIn, visitor } from './identity-world.ts';
import {
  after,
  during,
  expectNobodyElse,
  setUpOvertaken,
  TAKEN_BACK,
  withSecondFactor,
} from './overtaken-world.ts';
import { SoftPasskey } from './soft-passkey.ts';

setUpOvertaken();

/** Anyone who ends sessions wants the logins gone that are about to begin one. */
const ENDS = {
  ...TAKEN_BACK,
  'the end of all sessions': async (owner: Visitor) => async () => owner.post('/revoke-sessions', {}),
  'the end of all other sessions': async (owner: Visitor) => async () =>
    owner.post('/revoke-other-sessions', {}),
};
const WAYS = Object.keys(ENDS) as (keyof typeof ENDS)[];

describe.each(WAYS)('while %s is committed', (way) => {
  it('no login begins whose password was read before', async () => {
    const owner = await customer();
    const userId = String((await owner.resolve())?.userId);
    const takeBack = await ENDS[way](owner);
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
    const takeBack = await ENDS[way](owner);
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
    const takeBack = await ENDS[way](owner);
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
