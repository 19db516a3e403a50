// What the owner of an account, the operator and the audit log learn of its doors, and what guessing can do to that.
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SIGN_IN_EVENT_WORDS, SIGN_IN_EVENTS, type SignInEvent } from '@botdepot/contract';
import { type Logger, pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Auth, IDENTITY_EXPORTS } from '../../src/modules/identity/index.ts';
import {
  createSignInLog,
  deleteOldSignInEvents,
  insertSignInEvent,
  listSignInEvents,
} from '../../src/modules/identity/sign-in/sign-in-events.ts';
import { newId } from '../../src/platform/work.ts';
import { createApi } from '../api-fixture.ts';
import { codeFor } from '../authenticator.ts';
import { type Answer, GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { email, fixture, networkAt, setUpIdentity } from './identity-world.ts';

const OTHER_PASSWORD = 'regenschirm mondlicht 41';
const WRONG_PASSWORD = 'kiesweg laternenlicht 12';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

type Line = {
  level: number;
  event?: string;
  userId?: string | null;
  device?: string;
  network?: string | null;
};
let lines: Line[];
let texts: string[];
let auth: Auth;
setUpIdentity();
beforeEach(() => {
  lines = [];
  texts = [];
  auth = fixture.authOn(fixture.database, listening());
});

function listening(): Logger {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      texts.push(String(chunk));
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return pino({ level: 'trace' }, stream);
}

const visitor = (host = 1) => new Visitor({ auth, baseUrl: fixture.baseUrl }, `${networkAt(44)}.${host}`);
const signIn = (who: Visitor, password = GOOD_PASSWORD, address = email): Promise<Answer> =>
  who.post('/sign-in/email', { email: address, password }, FIREFOX);

async function customer(): Promise<{ anna: Visitor; userId: string }> {
  const anna = visitor();
  await anna.post('/sign-up/email', { email, password: GOOD_PASSWORD }, FIREFOX);
  const userId = String((await anna.resolve())?.userId);
  await auth.settled();
  return { anna, userId };
}

async function events(userId: string): Promise<SignInEvent[]> {
  await auth.settled();
  return listSignInEvents(fixture.database.db, userId);
}
const counts = async (userId: string) => (await events(userId)).map(({ kind, times }) => [kind, times]);
const kinds = async (userId: string) => (await events(userId)).map(({ kind }) => kind).reverse();

async function auditOf(userId: string): Promise<string[]> {
  await auth.settled();
  const { rows } = await fixture.database.pool.query<{ row: string }>(
    `SELECT action || ' by ' || actor_role AS row FROM audit_log WHERE subject_id = $1 ORDER BY seq`,
    [userId],
  );
  return rows.map(({ row }) => row);
}

describe('the owner of an account reads', () => {
  it('who came in and out, what failed, and what was changed, with device and beginning of the address', async () => {
    const { anna, userId } = await customer();
    await anna.post('/sign-out', {}, FIREFOX);
    await signIn(anna, WRONG_PASSWORD);
    await signIn(anna);
    await anna.post(
      '/change-password',
      { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD },
      FIREFOX,
    );
    const { body } = await anna.post('/two-factor/enable', { password: OTHER_PASSWORD }, FIREFOX);
    await anna.post('/two-factor/verify-totp', { code: '000000' }, FIREFOX);
    await anna.post('/two-factor/verify-totp', { code: await codeFor(String(body?.totpURI)) }, FIREFOX);
    await anna.post('/two-factor/disable', { password: OTHER_PASSWORD }, FIREFOX);
    expect(await kinds(userId)).toEqual([
      'signed_in',
      'signed_out',
      'sign_in_failed',
      'signed_in',
      'password_changed',
      'second_factor_failed',
      'second_factor_on',
      'second_factor_off',
    ]);
    for (const event of await events(userId))
      expect(event).toMatchObject({ device: 'Firefox unter Linux', network: `${networkAt(44)}.x` });
  });

  it('what happened in one moment in its order, in whatever order it is written', async () => {
    const { userId } = await customer();
    const happened = ['signed_out', 'signed_in', 'password_changed', 'second_factor_on'] as const;
    const written: Promise<void>[] = [];
    const log = createSignInLog({
      ...fixture,
      log: listening(),
      outbox: {
        send: () => undefined,
        // The first one last.
        run: (task) => void written.push(sleep(40 * (happened.length - written.length)).then(task)),
        settled: async () => void (await Promise.all(written)),
      },
    });
    for (const kind of happened) log.record(userId, kind, { userAgent: null, address: '10.0.0.1' });
    await Promise.all(written);
    expect(await kinds(userId)).toEqual(['signed_in', ...happened]);
  });

  it('nothing of others, in the app and in the download', async () => {
    const { userId } = await customer();
    const api = createApi(fixture, { auth });
    const section = IDENTITY_EXPORTS.find(({ name }) => name === 'signInEvents');
    const exported: object[] = [];
    for await (const row of section?.rows?.(fixture.database.db, userId) ?? []) exported.push(row);
    expect(exported).toMatchObject([{ kind: 'signed_in', device: 'Firefox unter Linux' }]);
    const other = visitor(2);
    await other.post('/sign-up/email', { email: `other-${email}`, password: GOOD_PASSWORD });
    await auth.settled();
    const { body } = await api.call('GET', '/api/profile/sign-in-events', {
      headers: Object.fromEntries(other.headers),
    });
    expect(body).toMatchObject({ items: [{ kind: 'signed_in', device: 'Unbekanntes Gerät' }] });
  });

  it('that the administration was asked for with the account and refused', async () => {
    const { anna, userId } = await customer();
    const api = createApi(fixture, { auth });
    for (let time = 1; time <= 3; time++)
      expect(
        (await api.call('GET', '/api/admin/overview', { headers: Object.fromEntries(anna.headers) })).status,
      ).toBe(403);
    expect(await counts(userId)).toEqual([
      ['admin_refused', 3],
      ['signed_in', 1],
    ]);
    expect(lines.filter(({ event }) => event === 'admin_refused')).toHaveLength(3);
  });

  it('in German of every kind there is', () => {
    for (const kind of SIGN_IN_EVENTS) expect(SIGN_IN_EVENT_WORDS[kind]).toMatch(/\S/);
  });
});

describe('somebody who guesses', () => {
  it('adds one row an hour, however often and from wherever, and hides nothing by it', async () => {
    const { userId } = await customer();
    for (let host = 1; host <= 8; host++) await signIn(visitor(100 + host), WRONG_PASSWORD);
    for (let host = 1; host <= 5; host++) await signIn(visitor(120 + host), WRONG_PASSWORD);
    expect(await counts(userId)).toEqual([
      ['sign_in_blocked', 3],
      ['sign_in_failed', 10],
      ['signed_in', 1],
    ]);
  });

  it('cannot fill the table with what succeeds either', async () => {
    const { userId } = await customer();
    const { db } = fixture.database;
    const at = fixture.clock.now();
    const event = { userId, kind: 'signed_in', at, device: 'x', network: null } as const;
    const added: boolean[] = [];
    for (let time = 1; time <= 40; time++) added.push(await insertSignInEvent(db, { ...event, id: newId() }));
    expect(added.filter(Boolean)).toHaveLength(29);
    // Another kind still has its place, and so has the next day.
    expect(await insertSignInEvent(db, { ...event, id: newId(), kind: 'password_changed' })).toBe(true);
    const tomorrow = new Date(at.getTime() + 24 * 60 * 60_000 + 1);
    expect(await insertSignInEvent(db, { ...event, id: newId(), at: tomorrow })).toBe(true);
  });

  it('is kept for 90 days, as the page of the account says', async () => {
    const { userId } = await customer();
    const { db } = fixture.database;
    const now = new Date();
    const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
    for (const days of [89.9, 90.1]) {
      const event = { userId, kind: 'password_changed' as const, device: 'unbekannt', network: null };
      await insertSignInEvent(db, { ...event, id: newId(), at: daysAgo(days) });
    }
    await deleteOldSignInEvents(db, now);
    const kept = (await events(userId)).filter(({ kind }) => kind === 'password_changed');
    expect(kept.map(({ at }) => at)).toEqual([daysAgo(89.9).toISOString()]);
  });

  it('leaves no row for an address without an account, and learns nothing from the answer', async () => {
    const { userId } = await customer();
    const rows = async () =>
      (await fixture.database.pool.query('SELECT FROM auth_sign_in_events')).rowCount ?? 0;
    await events(userId);
    const before = await rows();
    const unknown = await signIn(visitor(2), WRONG_PASSWORD, `no-${email}`);
    await auth.settled();
    expect(await rows()).toBe(before);
    const known = await signIn(visitor(3), WRONG_PASSWORD);
    expect({ ...unknown, response: null }).toEqual({ ...known, response: null });
    await auth.settled();
    const failed = lines.filter(({ event }) => event === 'sign_in_failed');
    expect(failed).toMatchObject([{ userId: null }, { userId }]);
  });
});

it('the log has one line for each, and no address, password or code in it', async () => {
  const { anna, userId } = await customer();
  await signIn(anna, WRONG_PASSWORD);
  // Written after the answer, once it is known whose the address is.
  await auth.settled();
  await anna.post('/sign-out', {}, FIREFOX);
  await auth.settled();
  expect(
    lines.filter(({ event }) => event !== undefined).map(({ event, userId }) => [event, userId]),
  ).toEqual([
    ['signed_in', userId],
    ['sign_in_failed', userId],
    ['signed_out', userId],
  ]);
  for (const secret of [email, GOOD_PASSWORD, WRONG_PASSWORD]) expect(texts.join('')).not.toContain(secret);
});

describe('the audit log', () => {
  it('has what admins do at their doors, and what is tried there by others', async () => {
    const { anna, userId } = await customer();
    await fixture.database.pool.query(`UPDATE auth_users SET role = 'admin' WHERE id = $1`, [userId]);
    await signIn(anna);
    for (let time = 1; time <= 3; time++) await signIn(visitor(9), WRONG_PASSWORD);
    await anna.post(
      '/change-password',
      { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD },
      FIREFOX,
    );
    await anna.post('/sign-out', {}, FIREFOX);
    expect(await auditOf(userId)).toEqual([
      'user.signed_in by admin',
      'user.sign_in_failed by system',
      'user.password_changed by admin',
      'user.signed_out by admin',
    ]);
  });

  it('has the download of an admin', async () => {
    const { anna, userId } = await customer();
    const api = createApi(fixture, { auth });
    const download = () =>
      api.call('GET', '/api/profile/export', { headers: Object.fromEntries(anna.headers) });
    expect((await download()).status).toBe(200);
    expect(await auditOf(userId)).toEqual([]);
    await fixture.database.pool.query(`UPDATE auth_users SET role = 'admin' WHERE id = $1`, [userId]);
    expect((await download()).status).toBe(200);
    expect(await auditOf(userId)).toEqual(['user.export by admin']);
  });

  it('has nothing of customers’ doors', async () => {
    const { anna, userId } = await customer();
    await signIn(anna, WRONG_PASSWORD);
    expect(await auditOf(userId)).toEqual([]);
  });
});
