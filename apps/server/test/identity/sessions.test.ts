// How long a session lasts, and what of it leaves the server.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { changeRole, sessionsAlive } from '../../src/modules/identity/index.ts';
import { codeFor } from '../authenticator.ts';
import { personActor } from '../server-fixture.ts';
import { GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { customer, email, fixture, setUpIdentity, signIn, signUp, visitor } from './identity-world.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const OTHER_PASSWORD = 'regenschirm mondlicht 41';

setUpIdentity();
afterEach(() => {
  vi.useRealTimers();
});

/** The library judges sessions by the machine's time. */
function letPass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

async function become(who: Visitor, role: 'admin' | 'user'): Promise<string> {
  const userId = String((await who.resolve())?.userId);
  await fixture.database.pool.query('UPDATE auth_users SET role = $2 WHERE id = $1', [userId, role]);
  return userId;
}

/** The session's token, as the cookie carries it before its signature. */
function rawToken(who: Visitor): string {
  const [, value = ''] = [...who.cookies].find(([name]) => name.endsWith('session_token')) ?? [];
  const [token = ''] = decodeURIComponent(value).split('.');
  expect(token.length).toBeGreaterThan(20);
  return token;
}

describe('a session', () => {
  it('ends 30 days after its login, however often it is used', async () => {
    const anna = await customer();
    const sessionId = String((await anna.resolve())?.sessionId);
    for (let day = 5; day < 30; day += 5) {
      letPass(5 * DAY_MS);
      expect((await anna.get('/get-session')).body, `day ${day}`).not.toBeNull();
      expect(await anna.resolve(), `day ${day}`).not.toBeNull();
    }
    letPass(5 * DAY_MS - HOUR_MS);
    expect(await anna.resolve()).not.toBeNull();
    letPass(HOUR_MS);
    // Before anybody asks with the session, which would clear it away: as its open sockets are looked through.
    expect(await sessionsAlive(fixture.database.db, [sessionId], new Date())).toEqual(new Map());
    expect(await anna.resolve()).toBeNull();
  });

  it('beyond five hundred ends the one that was used least lately, also where many begin at once', async () => {
    const anna = await customer();
    const { userId, sessionId } = (await anna.resolve()) ?? {};
    await fixture.database.pool.query(
      `INSERT INTO auth_sessions (user_id, id, token, expires_at, created_at, updated_at)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), now() + interval '1 day', at, at
       FROM generate_series(1, 510) n, LATERAL (SELECT now() - n * interval '1 minute' AS at) times`,
      [userId],
    );
    const others = [2, 3, 4, 5].map((host) => visitor(host));
    const statuses = await Promise.all(others.map(async (who) => (await signIn(who)).status));
    expect(statuses).toEqual([200, 200, 200, 200]);
    const last = visitor(6);
    expect((await signIn(last)).status).toBe(200);
    const { rows } = await fixture.database.pool.query<{ id: string; oldest: boolean }>(
      `SELECT id, created_at < now() - interval '500 minutes' AS oldest FROM auth_sessions WHERE user_id = $1`,
      [userId],
    );
    expect(rows).toHaveLength(500);
    expect(rows.filter(({ oldest }) => oldest)).toEqual([]);
    expect(rows.map(({ id }) => id)).toContain(sessionId);
    for (const who of [...others, last]) expect(await who.resolve()).not.toBeNull();
    // None of them is hidden from the owner, who looks for a foreign one.
    const { response } = await last.get('/list-sessions');
    expect(await response.json()).toHaveLength(500);
  });

  it('of an admin ends after 12 hours', async () => {
    const anna = await customer();
    await become(anna, 'admin');
    const admin = visitor(2);
    await signIn(admin);
    letPass(12 * HOUR_MS - 60_000);
    expect((await admin.get('/get-session')).body).not.toBeNull();
    expect(await admin.resolve()).not.toBeNull();
    letPass(60_000);
    expect(await admin.resolve()).toBeNull();
  });

  it('that began before somebody became an admin ends like those of an admin', async () => {
    const boss = await customer();
    const bossId = await become(boss, 'admin');
    const ben = visitor(2);
    await signUp(ben, `ben-${email}`);
    const benId = String((await ben.resolve())?.userId);
    await fixture.runWork(personActor('admin', bossId), (work) =>
      changeRole(work, { id: benId, role: 'admin', adminField: 'all', reason: 'Vertretung' }),
    );
    letPass(11 * HOUR_MS);
    expect(await ben.resolve()).toMatchObject({ role: 'admin' });
    letPass(HOUR_MS);
    expect(await ben.resolve()).toBeNull();
  });

  it('ends when somebody signs in again in the same browser, and no other', async () => {
    const anna = await customer();
    const phone = visitor(2);
    await signIn(phone);
    const before = new Visitor(fixture, anna.address);
    for (const [name, value] of anna.cookies) before.cookies.set(name, value);
    fixture.hints.length = 0;
    const sessionId = (await before.resolve())?.sessionId;
    await signIn(anna);
    expect(await before.resolve()).toBeNull();
    // Its open tabs would ask again before they have the new cookie.
    expect(fixture.hints).not.toContainEqual(expect.objectContaining({ to: 'sessions', sessionId }));
    expect(await anna.resolve()).not.toBeNull();
    expect(await phone.resolve()).not.toBeNull();
  });

  it('ends then also where a code is still to come', async () => {
    const anna = await customer();
    const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    await anna.post('/two-factor/verify-totp', { code: await codeFor(String(body?.totpURI)) });
    const before = new Visitor(fixture, anna.address);
    for (const [name, value] of anna.cookies) before.cookies.set(name, value);
    await signIn(anna, OTHER_PASSWORD);
    expect(await before.resolve()).not.toBeNull();
    expect((await signIn(anna)).body).toMatchObject({ twoFactorRedirect: true });
    expect(await before.resolve()).toBeNull();
  });
});

it('each cookie stands once in an answer, also where a session is renewed and then replaced', async () => {
  const anna = await customer();
  // Theirs are due to be renewed at every request.
  await become(anna, 'admin');
  await signIn(anna);
  const password = { password: GOOD_PASSWORD };
  const { body } = await anna.post('/two-factor/enable', password);
  const uri = String(body?.totpURI);
  const replacing = {
    '/two-factor/verify-totp': { code: await codeFor(uri) },
    '/change-password': { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD },
    '/two-factor/disable': { password: OTHER_PASSWORD },
    '/update-user': { name: 'Anna' },
    '/sign-out': {},
  };
  for (const [path, input] of Object.entries(replacing)) {
    const { status, response } = await anna.post(path, input);
    expect(status, path).toBe(200);
    const names = response.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf('=')));
    expect(names, path).toContain('botdepot.session_token');
    expect(new Set(names).size, path).toBe(names.length);
    expect(await anna.resolve(), path).toEqual(path === '/sign-out' ? null : expect.anything());
  }
});

it('the token of a session stands in no answer’s body, whatever begins, reads or replaces one', async () => {
  const bodies: string[] = [];
  const anna = visitor();
  const keep = async (answer: Promise<{ response: Response }>) => {
    const { response } = await answer;
    expect(response.status).toBe(200);
    bodies.push(await response.text());
    expect(bodies.at(-1)).not.toContain(rawToken(anna));
  };
  await keep(signUp(anna));
  await keep(signIn(anna));
  await keep(anna.get('/get-session'));
  await keep(anna.get('/list-sessions'));
  await keep(anna.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD }));
  const { body } = await anna.post('/two-factor/enable', { password: OTHER_PASSWORD });
  const totpURI = String(body?.totpURI);
  const { backupCodes } = z.object({ backupCodes: z.array(z.string()) }).parse(body);
  await keep(anna.post('/two-factor/verify-totp', { code: await codeFor(totpURI) }));
  await signIn(anna, OTHER_PASSWORD);
  await keep(anna.post('/two-factor/verify-backup-code', { code: backupCodes[0] }));
  expect(bodies.every((text) => !text.includes('"token"'))).toBe(true);
});

it.each([
  'https://evil.example/',
  '//evil.example',
  '/.//evil.example',
  '/\\evil.example',
  'Zeile\nerfunden',
  '/%2Fevil',
])('a way on of %j is refused, and writes no error into the log', async (callbackURL) => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    }),
  );
  const auth = fixture.authOn(fixture.database, log);
  const who = new Visitor({ auth, baseUrl: fixture.baseUrl }, '10.99.0.1');
  const query = new URLSearchParams({ token: 'x', callbackURL });
  for (const answer of [
    await who.get(`/verify-email?${query}`),
    await who.post('/send-verification-email', { email, callbackURL }),
    await who.post('/sign-up/email', { email, password: GOOD_PASSWORD, callbackURL }),
    await who.post('/sign-in/social', { callbackURL }),
  ])
    expect([400, 403], JSON.stringify(answer.body)).toContain(answer.status);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain('evil');
  expect(JSON.stringify(lines)).not.toContain('erfunden');
});

it('a way back from the provider that nobody began writes no error into the log either', async () => {
  const levels: number[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write: (chunk, _encoding, done) => {
        levels.push(JSON.parse(String(chunk)).level);
        done();
      },
    }),
  );
  const auth = fixture.authOn(fixture.database, log);
  const who = new Visitor({ auth, baseUrl: fixture.baseUrl }, '10.99.0.2');
  for (const query of ['', '?state=x&code=y', '?error=evil&error_description=evil&state=x'])
    await who.get(`/callback/oidc${query}`);
  expect(levels.filter((level) => level >= 50)).toEqual([]);
});

describe('a name', () => {
  const cases = [
    'Anna\u202eB',
    'Anna\u2066B',
    'Anna\u200fB',
    'Anna\u061cB',
    'Anna\u2028B',
    'Anna\u0007B',
    'Anna\u200bB',
  ];
  it.each(cases)('takes no character that turns or hides what stands beside it: %j', async (name) => {
    const anna = await customer();
    expect((await anna.post('/update-user', { name })).body?.code).toBe('BAD_REQUEST');
    const other = await visitor(2).post('/sign-up/email', {
      email: `zwei-${email}`,
      password: GOOD_PASSWORD,
      name,
    });
    expect(other.status).toBe(400);
  });
  it('may be one that is written from right to left', async () => {
    const anna = await customer();
    expect((await anna.post('/update-user', { name: 'آنا بیشپیل' })).status).toBe(200);
  });
});
