// Somebody had the session and the password of an account for a while; its owner takes both back.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSessions, lockUser, resetSecondFactor } from '../../src/modules/identity/access/access.ts';
import { deleteAccount } from '../../src/modules/identity/account/delete-account.ts';
import { listStoredMails } from '../../src/platform/mail/mailbox.ts';
import type { Work } from '../../src/platform/work.ts';
import { codeFor } from '../authenticator.ts';
import { personActor } from '../server-fixture.ts';
import { type Answer, GOOD_PASSWORD, type Visitor } from './identity-fixture.ts';
import {
  customer,
  email,
  fixture,
  serial,
  setUpIdentity,
  signIn,
  signUp,
  visitor,
} from './identity-world.ts';

const OTHER_PASSWORD = 'regenschirm mondlicht 41';
const HOUR_MS = 60 * 60_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-takeover-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
setUpIdentity(() => ({ DEMO: '1', DATA_DIR: folder }));

const theirs = () => `mallory-${serial}@example.com`;

/** The token of the newest link to this page that was sent there. */
async function tokenTo(to: string, link: RegExp): Promise<string> {
  await fixture.settled();
  for (const { text } of await listStoredMails(join(folder, 'mail'), { to, limit: 50 })) {
    const token = link.exec(text)?.[1];
    if (token !== undefined) return token;
  }
  throw new Error(`No such link to ${to}`);
}
const CONFIRM = /\/profile\?neue-adresse=([\w-]+)/;
const RESET = /\/reset-password\?token=([\w-]+)/;
const UNDO = /\/adresse-zurueck\?token=([\w-]+)/;

const requestChange = (who: Visitor, to: string) => who.post('/request-email-change', { email: to });
const confirm = (who: Visitor, token: string) => who.post('/confirm-email-change', { token });
const undo = (token: string, who = visitor(7)): Promise<Answer> => who.post('/undo-email-change', { token });
const reset = (token: string, newPassword: string) =>
  visitor(8).post('/reset-password', { token, newPassword });

async function pendingRows(userId: string): Promise<number> {
  const { rowCount } = await fixture.database.pool.query(
    `SELECT FROM auth_verifications WHERE strpos(identifier || value, $1) > 0`,
    [userId],
  );
  return rowCount ?? 0;
}

/** The account has another address, and the old one a link to undo it. */
async function changeAddress(who: Visitor, to = theirs()): Promise<string> {
  await requestChange(who, to);
  expect((await confirm(who, await tokenTo(to, CONFIRM))).status).toBe(200);
  return tokenTo(email, UNDO);
}

describe('a new password ends everything that was on its way', () => {
  it.each(['a change', 'a reset'])('by %s: an address that somebody else asked for before', async (way) => {
    const anna = await customer();
    const mallory = visitor(2);
    await signIn(mallory);
    expect((await requestChange(mallory, theirs())).status).toBe(200);
    const trap = await tokenTo(theirs(), CONFIRM);
    if (way === 'a change')
      await anna.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD });
    else {
      await visitor(3).post('/request-password-reset', { email });
      expect((await reset(await tokenTo(email, RESET), OTHER_PASSWORD)).status).toBe(200);
      expect((await signIn(anna, OTHER_PASSWORD)).status).toBe(200);
    }
    // What the page did by itself when a foreign site led the owner to it.
    expect(await confirm(anna, trap)).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_CHANGE_LINK_INVALID' },
    });
    const session = await anna.resolve();
    expect(session).toMatchObject({ email });
    expect(await pendingRows(session?.userId ?? '')).toBe(0);
  });

  it.each(['a change', 'a reset'])('by %s: other links to choose one', async (way) => {
    const anna = await customer();
    await visitor(3).post('/request-password-reset', { email });
    const first = await tokenTo(email, RESET);
    if (way === 'a change')
      await anna.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD });
    else {
      await visitor(3).post('/request-password-reset', { email });
      await reset(await tokenTo(email, RESET), OTHER_PASSWORD);
    }
    expect((await reset(first, 'kiesweg laternenlicht 12')).body?.code).toBe('INVALID_TOKEN');
    expect((await signIn(visitor(4), OTHER_PASSWORD)).status).toBe(200);
  });

  it('and a login that still waited for its code', async () => {
    const anna = await customer();
    const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] };
    await anna.post('/two-factor/verify-totp', { code: await codeFor(totpURI) });
    const mallory = visitor(2);
    await signIn(mallory);
    await anna.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD });
    const late = await mallory.post('/two-factor/verify-backup-code', { code: backupCodes[0] });
    expect(late.body?.code).toBe('INVALID_TWO_FACTOR_COOKIE');
  });
});

describe('the operator ends what somebody has begun with an account:', () => {
  type Person = { id: string; email: string };
  const asAdmin = async (run: (work: Work, person: Person) => Promise<unknown>, id: string) => {
    const adminId = await fixture.auth.createUser({
      email: `admin-${serial}@example.com`,
      name: 'Admin',
      role: 'admin',
      password: GOOD_PASSWORD,
      demo: false,
    });
    await fixture.runWork(personActor('admin', adminId), (work) => run(work, { id, email }));
  };
  const ENDS = {
    'by a lock': (work: Work, { id }: Person) => lockUser(work, { id, reason: 'Verdacht' }),
    'by the end of its sessions': (work: Work, { id }: Person) => endSessions(work, { id }),
    'by a reset of its second factor': (work: Work, person: Person) => resetSecondFactor(work, person),
  };
  it.each(Object.entries(ENDS))('%s', async (_way, end) => {
    const mallory = await customer();
    const { body } = await mallory.post('/two-factor/enable', { password: GOOD_PASSWORD });
    await mallory.post('/two-factor/verify-totp', { code: await codeFor(String(body?.totpURI)) });
    const id = String((await mallory.resolve())?.userId);
    await visitor(3).post('/request-password-reset', { email });
    const link = await tokenTo(email, RESET);
    await requestChange(mallory, theirs());
    expect(await pendingRows(id)).toBe(2);
    await asAdmin(end, id);
    expect(await pendingRows(id)).toBe(0);
    expect((await reset(link, OTHER_PASSWORD)).body?.code).toBe('INVALID_TOKEN');
  });

  it('but not the way back to the old address', async () => {
    const mallory = await customer();
    const token = await changeAddress(mallory);
    const id = String((await mallory.resolve())?.userId);
    await asAdmin((work) => lockUser(work, { id, reason: 'Verdacht' }), id);
    expect((await undo(token)).status).toBe(200);
  });
});

describe('whoever ends sessions of their own', () => {
  const OTHERS = (who: Visitor) => who.post('/revoke-other-sessions', {});
  const ALL = (who: Visitor) => who.post('/revoke-sessions', {});
  const ONE = async (who: Visitor, other: Visitor) =>
    who.post('/revoke-session', { id: (await other.resolve())?.sessionId });

  it.each([
    ['all', ALL],
    ['all others', OTHERS],
    ['one', ONE],
  ])('ends what they have begun: %s', async (_which, end) => {
    const anna = await customer();
    const id = String((await anna.resolve())?.userId);
    const mallory = visitor(2);
    await signIn(mallory);
    await requestChange(mallory, theirs());
    const trap = await tokenTo(theirs(), CONFIRM);
    expect((await end(anna, mallory)).status).toBe(200);
    expect(await pendingRows(id)).toBe(0);
    expect(await mallory.resolve()).toBeNull();
    await signIn(anna);
    expect((await confirm(anna, trap)).body?.code).toBe('EMAIL_CHANGE_LINK_INVALID');
  });

  it('ends logins that wait for their code', async () => {
    const anna = await customer();
    const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] };
    await anna.post('/two-factor/verify-totp', { code: await codeFor(totpURI) });
    const mallory = visitor(2);
    await signIn(mallory);
    await OTHERS(anna);
    const late = await mallory.post('/two-factor/verify-backup-code', { code: backupCodes[0] });
    expect(late.body?.code).toBe('INVALID_TWO_FACTOR_COOKIE');
  });

  it('does not keep the owner of the address from choosing a new password', async () => {
    await customer();
    const mallory = visitor(2);
    await signIn(mallory);
    await visitor(3).post('/request-password-reset', { email });
    const token = await tokenTo(email, RESET);
    await OTHERS(mallory);
    expect((await reset(token, OTHER_PASSWORD)).status).toBe(200);
    expect(await mallory.resolve()).toBeNull();
  });
});

describe('the page that confirms an address', () => {
  it('can name it before anything changes, to the account that asked only', async () => {
    const anna = await customer();
    await requestChange(anna, theirs());
    const token = await tokenTo(theirs(), CONFIRM);
    const describe = (who: Visitor) => who.post('/describe-email-change', { token });
    expect(await describe(anna)).toMatchObject({ status: 200, body: { email: theirs() } });
    const other = visitor(2);
    await signUp(other, `other-${serial}@example.com`);
    expect((await describe(other)).body?.code).toBe('EMAIL_CHANGE_LINK_INVALID');
    expect((await describe(visitor(3))).status).toBe(401);
    expect(await anna.resolve()).toMatchObject({ email });
    expect((await confirm(anna, token)).status).toBe(200);
  });
});

describe('the old address', () => {
  it('undoes the change for 72 hours: the old address counts, all devices are out, and a new password is chosen there', async () => {
    const mallory = await customer();
    const token = await changeAddress(mallory);
    await mallory.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD });
    fixture.clock.advance(72 * HOUR_MS - 60_000);
    expect(await visitor(7).post('/describe-email-undo', { token })).toMatchObject({
      status: 200,
      body: { email },
    });
    expect(await mallory.resolve()).not.toBeNull();
    fixture.hints.length = 0;
    expect(await undo(token)).toMatchObject({ status: 200, body: { status: true } });
    expect(await mallory.resolve()).toBeNull();
    expect(fixture.hints.some((hint) => hint.to === 'sessions')).toBe(true);
    // Neither password lets anybody in, whoever knows it; nor does the address that is no longer the account's.
    expect((await signIn(visitor(4), OTHER_PASSWORD)).body?.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect((await signIn(visitor(4))).body?.code).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect((await reset(await tokenTo(email, RESET), 'kiesweg laternenlicht 12')).status).toBe(200);
    expect((await signIn(visitor(5), 'kiesweg laternenlicht 12')).status).toBe(200);
    expect((await undo(token)).body?.code).toBe('EMAIL_UNDO_LINK_INVALID');
  });

  it('can do so no longer after 72 hours', async () => {
    const anna = await customer();
    const token = await changeAddress(anna);
    fixture.clock.advance(72 * HOUR_MS);
    expect((await undo(token)).body?.code).toBe('EMAIL_UNDO_LINK_INVALID');
    expect(await anna.resolve()).toMatchObject({ email: theirs() });
  });

  it('leaves nothing to somebody who took the account: no passkey, no connected login, no second factor of theirs', async () => {
    const mallory = await customer();
    const token = await changeAddress(mallory);
    const userId = String((await mallory.resolve())?.userId);
    const { body } = await mallory.post('/two-factor/enable', { password: GOOD_PASSWORD });
    await mallory.post('/two-factor/verify-totp', { code: await codeFor(String(body?.totpURI)) });
    const { pool } = fixture.database;
    await pool.query(
      `INSERT INTO auth_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       VALUES (gen_random_uuid(), $1, 'key', 'credential', 0, 'singleDevice', false)`,
      [userId],
    );
    await pool.query(
      `INSERT INTO auth_accounts (id, account_id, provider_id, user_id) VALUES (gen_random_uuid(), 'x', 'oidc', $1)`,
      [userId],
    );
    await requestChange(mallory, `again-${serial}@example.com`);
    expect((await undo(token)).status).toBe(200);
    for (const table of ['auth_sessions', 'auth_passkeys', 'auth_accounts', 'auth_two_factors'])
      expect((await pool.query(`SELECT FROM ${table} WHERE user_id = $1`, [userId])).rowCount, table).toBe(0);
    await fixture.settled();
    // The link to choose a password, and nothing else.
    expect(await pendingRows(userId)).toBe(1);
    await reset(await tokenTo(email, RESET), 'kiesweg laternenlicht 12');
    expect((await signIn(visitor(5), 'kiesweg laternenlicht 12')).body).not.toHaveProperty(
      'twoFactorRedirect',
    );
  });

  /** Whether the login asks for a code after an undo, with a second factor set up so many hours before the change. */
  async function asksForCode(hours: number | null, meanwhile = async (_who: Visitor) => {}) {
    const anna = await customer();
    const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    await anna.post('/two-factor/verify-totp', { code: await codeFor(String(body?.totpURI)) });
    const since = hours === null ? null : new Date(fixture.clock.now().getTime() - hours * HOUR_MS);
    await fixture.database.pool.query(
      `UPDATE auth_two_factors SET set_up_at = $2 WHERE user_id = (SELECT id FROM auth_users WHERE email = $1)`,
      [email, since],
    );
    const token = await changeAddress(anna);
    await meanwhile(anna);
    expect((await undo(token)).status).toBe(200);
    await reset(await tokenTo(email, RESET), 'kiesweg laternenlicht 12');
    const { body: answer } = await signIn(visitor(5), 'kiesweg laternenlicht 12');
    return answer?.twoFactorRedirect === true;
  }

  it.each([
    ['72 hours before', 72],
    ['long before, when nobody wrote down when', null],
  ])(
    'keeps a second factor that was set up %s, so that a stolen mailbox alone is not enough',
    async (_when, hours) => {
      expect(await asksForCode(hours)).toBe(true);
    },
  );

  it('removes one that was set up less than 72 hours before, as a thief does first', async () => {
    expect(await asksForCode(71)).toBe(false);
  });

  it('removes an old one that was replaced after the change', async () => {
    const replace = async (who: Visitor) => {
      expect((await who.post('/two-factor/disable', { password: GOOD_PASSWORD })).status).toBe(200);
      const { body } = await who.post('/two-factor/enable', { password: GOOD_PASSWORD });
      const code = await codeFor(String(body?.totpURI));
      expect((await who.post('/two-factor/verify-totp', { code })).status).toBe(200);
    };
    expect(await asksForCode(100, replace)).toBe(false);
  });

  it('counts from the first right code, not from a set-up that was begun and left', async () => {
    const anna = await customer();
    const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    const { pool } = fixture.database;
    await pool.query(`UPDATE auth_two_factors SET set_up_at = '2020-01-01'`);
    await anna.post('/two-factor/verify-totp', { code: await codeFor(String(body?.totpURI)) });
    const { rows } = await pool.query(
      `SELECT f.set_up_at > now() - interval '1 hour' AS counts FROM auth_two_factors f
       JOIN auth_users u ON u.id = f.user_id WHERE u.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ counts: true }]);
  });

  it('undoes also what was changed after, and no later address undoes that', async () => {
    const mallory = await customer();
    const token = await changeAddress(mallory);
    await requestChange(mallory, `again-${serial}@example.com`);
    await confirm(mallory, await tokenTo(`again-${serial}@example.com`, CONFIRM));
    const counter = await tokenTo(theirs(), UNDO);
    expect((await undo(token)).status).toBe(200);
    expect((await undo(counter)).body?.code).toBe('EMAIL_UNDO_LINK_INVALID');
  });

  it('cannot be taken meanwhile, neither by a new account nor by another one', async () => {
    const mallory = await customer();
    const token = await changeAddress(mallory);
    const again = await signUp(visitor(3));
    expect(again).toMatchObject({
      status: 422,
      body: { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' },
    });
    const third = visitor(4);
    await signUp(third, `third-${serial}@example.com`);
    await requestChange(third, email);
    await fixture.settled();
    expect((await undo(token)).status).toBe(200);
  });

  it('is not outrun by the end of the account', async () => {
    const mallory = await customer();
    const token = await changeAddress(mallory);
    const session = await mallory.resolve();
    const actor = { ...personActor('user', session?.userId ?? ''), sessionId: session?.sessionId ?? '' };
    const end = () => fixture.runWork(actor, (work) => deleteAccount(work, []));
    await expect(end()).rejects.toMatchObject({ code: 'EMAIL_CHANGED_LATELY' });
    expect((await undo(token)).status).toBe(200);
    await expect(end()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('gives no link away: not in what waits for the mail server, and not in the download of one’s data', async () => {
    const mallory = await customer();
    const token = await changeAddress(mallory);
    const { rows } = await fixture.database.pool.query(
      `SELECT letter::text FROM notification_mails WHERE letter::text LIKE '%' || $1 || '%'`,
      [token],
    );
    expect(rows).toEqual([]);
    const stored = await fixture.database.pool.query(`SELECT * FROM auth_email_reversals`);
    expect(JSON.stringify(stored.rows)).not.toContain(token);
  });
});
