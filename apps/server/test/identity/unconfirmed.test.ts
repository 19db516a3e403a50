// Accounts whose address nobody has confirmed end after a month, and no other ones.
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT_PARTS } from '../../src/account-parts.ts';
import { createUnconfirmedAccountsEnd, findUserByEmail } from '../../src/modules/identity/index.ts';
import { HOUSE_ACCOUNTS, openWallet, postTransfer } from '../../src/modules/wallet/index.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createMail } from '../../src/platform/mail/create-mail.ts';
import { newId } from '../../src/platform/work.ts';
import { email, fixture, signIn, signUp, visitor } from './identity-world.ts';
import { inbox, LOGIN_LINK, linkIn, RESET_LINK, setUpMail } from './mail-world.ts';

setUpMail();

const DAY_MS = 24 * 60 * 60_000;
const leading = { epoch: 0, signal: new AbortController().signal };
const endOf = (changes: Partial<Parameters<typeof createUnconfirmedAccountsEnd>[0]> = {}) =>
  createUnconfirmedAccountsEnd({
    ...fixture,
    log: pino({ level: 'silent' }),
    term: () => leading,
    parts: ACCOUNT_PARTS,
    ...changes,
  }).eraseAll(new AbortController().signal);

const query = (text: string, values: unknown[] = []) => fixture.database.pool.query(text, values);
const find = () => findUserByEmail(fixture.database.db, email);

let id: string;
/** Somebody has signed up so many days ago and has not opened the link. */
async function signedUp(days = 31): Promise<void> {
  expect((await signUp(visitor())).status).toBe(200);
  await fixture.settled();
  id = (await find())?.id ?? '';
  await fixture.database.transaction((tx) => openWallet(tx, id));
  const at = new Date(fixture.clock.now().getTime() - days * DAY_MS);
  await query('UPDATE auth_users SET created_at = $2, updated_at = $2 WHERE id = $1', [id, at]);
  await query('UPDATE auth_accounts SET created_at = $2, updated_at = $2 WHERE user_id = $1', [id, at]);
}

beforeEach(async () => {
  await query('DELETE FROM auth_users');
  await query('DELETE FROM auth_verifications');
});

describe('an account that nobody has confirmed', () => {
  it('is deleted after thirty days, with all that it had, and the audit log knows its id alone', async () => {
    await signedUp();
    expect(await endOf()).toBe(1);
    expect(await find()).toBeNull();
    expect((await query('SELECT FROM auth_accounts WHERE user_id = $1', [id])).rowCount).toBe(0);
    expect(
      (await query('SELECT closed_at IS NULL AS open FROM user_wallets WHERE user_id = $1', [id])).rows,
    ).toEqual([{ open: false }]);
    const { rows } = await query('SELECT * FROM audit_log WHERE subject_id = $1', [id]);
    const bySystem = { actor_role: 'system', actor_id: null, reason: null };
    expect(rows).toMatchObject([
      { action: 'wallet.close', ...bySystem },
      { action: 'user.delete', ...bySystem },
    ]);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect((await query('SELECT FROM notification_mails WHERE user_id = $1', [id])).rowCount).toBe(0);
    const before = (await inbox()).length;
    expect(await endOf()).toBe(0);
    // The address is free, and nobody was written to.
    expect((await signUp(visitor(2))).status).toBe(200);
    expect(await inbox()).toHaveLength(before + 1);
  });

  it('stays until then', async () => {
    await signedUp(29);
    expect(await endOf()).toBe(0);
    expect(await find()).not.toBeNull();
  });

  it('is deleted once by replicas that look at the same time, and by nobody who does not lead', async () => {
    await signedUp();
    expect(await endOf({ term: () => null })).toBe(0);
    await expect(endOf({ term: () => ({ ...leading, epoch: 41 }) })).rejects.toThrow('leadership');
    const erased = await Promise.all([endOf(), endOf(), endOf()]);
    expect(erased.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(
      (await query(`SELECT FROM audit_log WHERE subject_id = $1 AND action = 'user.delete'`, [id])).rowCount,
    ).toBe(1);
  });

  it('holds up no other one by what it cannot end by', async () => {
    await signedUp();
    const first = id;
    await query(`UPDATE auth_users SET email = 'first@example.com' WHERE id = $1`, [first]);
    await signedUp();
    const parts = {
      ...ACCOUNT_PARTS,
      hasBookings: async (_: unknown, userId: string) => {
        if (userId === first) throw new Error('cannot be read');
        return false;
      },
    };
    expect(await endOf({ parts })).toBe(1);
    expect((await query('SELECT id FROM auth_users')).rows).toEqual([{ id: first }]);
  });

  it('is found however many there are that stay', async () => {
    await query(
      `INSERT INTO auth_users (id, name, email, created_at, updated_at, locked_at, locked_reason)
       SELECT gen_random_uuid(), '', n || '@many.example', $1, $1, NULL, NULL FROM generate_series(1, 450) n`,
      [new Date(fixture.clock.now().getTime() - 40 * DAY_MS)],
    );
    const ids = (await query('SELECT id FROM auth_users ORDER BY id')).rows.map((row) => row.id);
    const parts = {
      ...ACCOUNT_PARTS,
      hasBookings: async (_: unknown, userId: string) => userId !== ids.at(-1),
    };
    expect(await endOf({ parts })).toBe(1);
  });
});

describe('an account stays', () => {
  it.each([
    ['that is confirmed', 'UPDATE auth_users SET email_verified = true WHERE id = $1'],
    ['of an admin', `UPDATE auth_users SET role = 'admin' WHERE id = $1`],
    ['of the demo', 'UPDATE auth_users SET demo = true WHERE id = $1'],
    ['that is locked', `UPDATE auth_users SET locked_at = now(), locked_reason = 'Probe' WHERE id = $1`],
    [
      'with a session',
      `INSERT INTO auth_sessions (id, user_id, token, expires_at) VALUES (gen_random_uuid(), $1, 'probe', now() + interval '1 day')`,
    ],
    [
      'with a linked login',
      `INSERT INTO auth_accounts (id, user_id, provider_id, account_id) VALUES (gen_random_uuid(), $1, 'oidc', 'probe')`,
    ],
    ['whose password is new', 'UPDATE auth_accounts SET updated_at = now() WHERE user_id = $1'],
    [
      'that was used',
      `INSERT INTO auth_sign_in_events (id, user_id, kind, at, device, slot) VALUES (gen_random_uuid(), $1, 'signed_in', now(), '', 'probe')`,
    ],
  ])('%s', async (_, statement) => {
    await signedUp();
    await query(statement, [id]);
    expect(await endOf()).toBe(0);
    expect(await find()).not.toBeNull();
  });

  it('with a booking', async () => {
    await signedUp();
    await fixture.runWork(fixture.admin, (work) =>
      postTransfer(work, {
        kind: 'wallet_corrected',
        referenceId: newId(),
        description: 'Ausgleich',
        customer: { userId: id, available: 1_000_000n, reserved: 0n },
        counter: [{ accountId: HOUSE_ACCOUNTS.house_corrections, amount: -1_000_000n }],
      }),
    );
    expect(await endOf()).toBe(0);
    expect(await find()).not.toBeNull();
  });

  it('whose owner has asked for a link again, for a new password or to confirm it', async () => {
    await signedUp();
    await visitor().post('/request-password-reset', { email });
    expect(await linkIn(RESET_LINK)).toBeTruthy();
    expect(await endOf()).toBe(0);
    await query('DELETE FROM auth_verifications');
    await visitor().post('/send-verification-email', { email });
    const link = await linkIn(LOGIN_LINK);
    expect(await endOf()).toBe(0);
    const who = visitor();
    await who.get(link);
    expect(await who.resolve()).not.toBeNull();
  });

  it('where nobody has to confirm anything', async () => {
    await signedUp();
    const mail = createMail(readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: 'x'.repeat(32), DEMO: '0' }));
    expect(await endOf({ mail })).toBe(0);
    expect(await find()).not.toBeNull();
  });
});

describe('a confirmation at the same moment', () => {
  it('comes before, and the account stays', async () => {
    await signedUp();
    const client = await fixture.database.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE auth_users SET email_verified = true WHERE id = $1', [id]);
    const ending = endOf();
    await expect
      .poll(async () => (await query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).rowCount)
      .toBeGreaterThan(0);
    await client.query('COMMIT');
    client.release();
    expect(await ending).toBe(0);
    expect(await find()).toMatchObject({ emailVerified: true });
  });

  it('comes after it, and finds nobody', async () => {
    await signedUp();
    const link = await linkIn(LOGIN_LINK);
    expect(await endOf()).toBe(1);
    const who = visitor();
    const { status } = await who.get(link);
    expect(status).toBeLessThan(500);
    expect(await who.resolve()).toBeNull();
    expect((await signIn(who)).status).toBe(401);
  });
});
