// Somebody who takes an account is just changing it when its owner takes it back: nothing of that is written afterwards.
import { describe, expect, it } from 'vitest';
import { deleteAccount } from '../../src/modules/identity/account/delete-account.ts';
import type { Work } from '../../src/platform/work.ts';
import { codeFor } from '../authenticator.ts';
import { GOOD_PASSWORD, type Visitor } from './identity-fixture.ts';
import { customer, email, fixture, signIn, visitor } from './identity-world.ts';
import {
  after,
  countRows,
  during,
  OWNERS_PASSWORD,
  RESET_LINK,
  setUpOvertaken,
  TAKEN_BACK,
  theirs,
  tokenTo,
  withSecondFactor,
} from './overtaken-world.ts';
import { SoftPasskey } from './soft-passkey.ts';

const THIEFS_PASSWORD = 'kiesweg laternenlicht 12';

setUpOvertaken();

/** The account has two sessions, one of which is not its owner's. */
async function taken(): Promise<{ owner: Visitor; thief: Visitor; userId: string }> {
  const owner = await customer();
  const thief = visitor(2);
  expect((await signIn(thief)).status).toBe(200);
  return { owner, thief, userId: String((await owner.resolve())?.userId) };
}

/** As above, and the thief's session is the one that has given it another address. */
async function takenWithAddress() {
  const { owner, thief, userId } = await taken();
  return { owner, thief, userId, undo: await TAKEN_BACK['an undone address'](thief) };
}

const changePassword = (who: Visitor, newPassword: string, more: object = {}) =>
  who.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword, ...more });

/** The link, or the question to a device, is used up and nothing written yet. */
const usedUp = () => after(/delete from "auth_verifications"/, /^commit$/i);

/** The one who has this password and the address that the account began with. */
const opensWith = async (password: string): Promise<boolean> =>
  (await signIn(visitor(9), password)).status === 200;

describe('a change of the password that has found the old one right', () => {
  it.each(['a change of the password', 'a reset'] as const)(
    'does not write over the one of %s',
    async (way) => {
      const { owner, thief } = await taken();
      const takeBack = await TAKEN_BACK[way](owner);
      const late = await during(/from "auth_accounts"/, takeBack, () =>
        changePassword(thief, THIEFS_PASSWORD),
      );
      expect(late).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect(await opensWith(THIEFS_PASSWORD)).toBe(false);
      expect(await opensWith(OWNERS_PASSWORD)).toBe(true);
    },
  );

  it('does not either where it would leave other sessions', async () => {
    const { thief } = await taken();
    const takeBack = await TAKEN_BACK['a reset']();
    await during(/from "auth_accounts"/, takeBack, () =>
      changePassword(thief, THIEFS_PASSWORD, { revokeOtherSessions: false }),
    );
    expect(await opensWith(OWNERS_PASSWORD)).toBe(true);
  });

  it('does not while a reset has written and not yet ended the sessions', async () => {
    const { thief } = await taken();
    const takeBack = await TAKEN_BACK['a reset']();
    let goOn: () => void = () => undefined;
    let isFound: () => void = () => undefined;
    const found = new Promise<void>((resolve) => {
      isFound = resolve;
    });
    const waiting = () => {
      isFound();
      return new Promise<void>((resolve) => {
        goOn = resolve;
      });
    };
    const late = during(/from "auth_accounts"/, waiting, () => changePassword(thief, THIEFS_PASSWORD));
    await found;
    const written = after(/update "auth_accounts"/, /^(BEGIN|COMMIT)$/);
    await during(
      written,
      async () => {
        goOn();
        await late;
      },
      takeBack,
    );
    expect((await late).status).toBe(401);
    expect(await opensWith(THIEFS_PASSWORD)).toBe(false);
    expect(await opensWith(OWNERS_PASSWORD)).toBe(true);
  });
});

describe('a reset that has used its link up', () => {
  it('gives an account no password that has got its old address back', async () => {
    const { undo } = await takenWithAddress();
    await visitor(4).post('/request-password-reset', { email: theirs() });
    const token = await tokenTo(theirs(), RESET_LINK);
    const late = await during(usedUp(), undo, () =>
      visitor(4).post('/reset-password', { token, newPassword: THIEFS_PASSWORD }),
    );
    expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await opensWith(THIEFS_PASSWORD)).toBe(false);
    // The owner's own link was not ended by it.
    const own = { token: await tokenTo(email, RESET_LINK), newPassword: OWNERS_PASSWORD };
    expect((await visitor(5).post('/reset-password', own)).status).toBe(200);
  });

  it('does not write over the password of a change', async () => {
    const { owner } = await taken();
    await visitor(4).post('/request-password-reset', { email });
    const token = await tokenTo(email, RESET_LINK);
    const takeBack = await TAKEN_BACK['a change of the password'](owner);
    const late = await during(usedUp(), takeBack, () =>
      visitor(4).post('/reset-password', { token, newPassword: THIEFS_PASSWORD }),
    );
    expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await opensWith(OWNERS_PASSWORD)).toBe(true);
  });
});

it('a reset is not overtaken by whoever ends sessions again and again', async () => {
  const { thief } = await taken();
  const end = () => thief.post('/revoke-other-sessions', {});
  const asked = await during(after(/from "auth_users"/, /from "auth_users"/), end, () =>
    visitor(3).post('/request-password-reset', { email }),
  );
  expect(asked.status).toBe(200);
  const token = await tokenTo(email, RESET_LINK);
  const answer = await during(usedUp(), end, () =>
    visitor(3).post('/reset-password', { token, newPassword: OWNERS_PASSWORD }),
  );
  expect(answer.status).toBe(200);
  expect(await thief.resolve()).toBeNull();
  expect(await opensWith(OWNERS_PASSWORD)).toBe(true);
});

describe('while an address is put back', () => {
  it('no link for a new password is made that goes to the other one', async () => {
    const { undo } = await takenWithAddress();
    const byAddress = /from "auth_users" where "auth_users"."email"/;
    const asked = await during(byAddress, undo, () =>
      visitor(4).post('/request-password-reset', { email: theirs() }),
    );
    // As for an address that nobody has.
    expect(asked).toMatchObject({ status: 200, body: { status: true } });
    await expect(tokenTo(theirs(), RESET_LINK)).rejects.toThrow('No such link');
  });

  it('no second factor is switched on', async () => {
    const { thief, userId, undo } = await takenWithAddress();
    const { body } = await thief.post('/two-factor/enable', { password: GOOD_PASSWORD });
    const code = await codeFor(String(body?.totpURI));
    const late = await during(after(/update "auth_two_factors"/, /from "auth_two_factors"/), undo, () =>
      thief.post('/two-factor/verify-totp', { code }),
    );
    expect(late.status).toBe(401);
    expect(await countRows(`SELECT FROM auth_users WHERE id = $1 AND two_factor_enabled`, userId)).toBe(0);
  });

  it('no second factor is set up', async () => {
    const { thief, userId, undo } = await takenWithAddress();
    const late = await during(/from "auth_two_factors"/, undo, () =>
      thief.post('/two-factor/enable', { password: GOOD_PASSWORD }),
    );
    expect(late.status).toBe(401);
    expect(await countRows(`SELECT FROM auth_two_factors WHERE user_id = $1`, userId)).toBe(0);
  });

  it('no passkey is added', async () => {
    const { thief, userId, undo } = await takenWithAddress();
    const asked = await thief.get('/passkey/generate-register-options');
    const response = new SoftPasskey().create(asked.body);
    const late = await during(usedUp(), undo, () => thief.post('/passkey/verify-registration', { response }));
    expect(late.status).toBe(401);
    expect(await countRows(`SELECT FROM auth_passkeys WHERE user_id = $1`, userId)).toBe(0);
  });

  it('no account is deleted by a session that has ended', async () => {
    const { thief, userId, undo } = await takenWithAddress();
    const session = await thief.resolve();
    if (!session) throw new Error('no session');
    const actor: Work['actor'] = { ...session, role: 'user', requestId: 'late' };
    expect((await undo()).status).toBe(200);
    const late = fixture.runWork(actor, (work) => deleteAccount(work, []));
    await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await countRows(`SELECT FROM auth_users WHERE id = $1`, userId)).toBe(1);
  });
});

describe('while a new password is chosen', () => {
  it.each(['/two-factor/disable', '/two-factor/generate-backup-codes'])(
    'a second factor is neither switched off nor given other codes: %s',
    async (path) => {
      const { owner, userId, backupCodes } = await withSecondFactor();
      const thief = visitor(2);
      await signIn(thief);
      await thief.post('/two-factor/verify-backup-code', { code: backupCodes[0] });
      const takeBack = await TAKEN_BACK['a change of the password'](owner);
      const late = await during(/from "auth_accounts"/, takeBack, () =>
        thief.post(path, { password: GOOD_PASSWORD }),
      );
      expect(late).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect(late.body).not.toHaveProperty('backupCodes');
      expect(await countRows(`SELECT FROM auth_users WHERE id = $1 AND two_factor_enabled`, userId)).toBe(1);
    },
  );
});
