import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import {
  chooseBot,
  countUsers,
  createPersona,
  deleteExpiredSessions,
  findUserByEmail,
  findUserById,
  getProfile,
  listAdmins,
  listEmails,
  promoteToAdmin,
  sessionsAlive,
} from '../../src/modules/identity/index.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { newId } from '../../src/platform/work.ts';
import { personActor } from '../server-fixture.ts';
import { GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { email, fixture, serial, setUpIdentity, signIn, signUp, visitor } from './identity-world.ts';

setUpIdentity();

describe('signing up without a mail transport', () => {
  it('starts a session at once, under a cookie that scripts cannot read', async () => {
    const anna = visitor();
    const answer = await signUp(anna, `  Person-${serial}@Example.com `);
    expect(answer.status).toBe(200);
    const user = answer.body?.user;
    expect(user).toMatchObject({ email, role: 'user', name: `person-${serial}` });
    expect(user).not.toHaveProperty('demo');
    const [cookie = ''] = answer.response.headers.getSetCookie();
    expect(cookie).toMatch(/^botdepot\.session_token=/);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Max-Age=604800/i);

    const session = await anna.resolve();
    expect(session).toMatchObject({ email, role: 'user' });
    expect(session?.userId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(fixture.createdUserIds).toContain(session?.userId);
  });

  it('says in German that an address is taken', async () => {
    await signUp(visitor());
    const answer = await signUp(visitor(2));
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      message: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melden Sie sich an.',
    });
  });

  it('needs one connection to the database, so that many at the same moment do not wait for one another', async () => {
    const database = openDatabase({
      url: fixture.url,
      log: pino({ level: 'silent' }),
      maxConnections: 1,
    });
    const narrow = { auth: fixture.authOn(database), baseUrl: fixture.baseUrl };
    try {
      const answers = await Promise.all(
        [1, 2, 3].map((host) => signUp(new Visitor(narrow, `10.200.0.${host}`), `${host}-${email}`)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    } finally {
      await narrow.auth.settled();
      await database.close();
    }
  });

  it('makes one account of two sign-ups at the same moment', async () => {
    const answers = await Promise.all([signUp(visitor()), signUp(visitor(2))]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    expect(await findUserByEmail(fixture.database.db, email)).not.toBeNull();
  });

  it.each([
    ['role', { role: 'admin' }],
    ['emailVerified', { emailVerified: true }],
    ['preferredBot', { preferredBot: 'newsbot' }],
    ['demo', { demo: true }],
    ['id', { id: newId() }],
    ['image', { image: 'https://tracker.example/x.png' }],
  ])('refuses a field that is not for the public: %s', async (_name, extra) => {
    const answer = await visitor().post('/sign-up/email', { email, password: GOOD_PASSWORD, ...extra });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await findUserByEmail(fixture.database.db, email)).toBeNull();
  });

  it.each([
    ['kurz', 'PASSWORD_TOO_SHORT', 'Das Passwort braucht mindestens 12 Zeichen.'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG', 'Das Passwort darf höchstens 128 Zeichen haben.'],
    ['Passwort2024!', 'PASSWORD_GUESSABLE', /leicht zu erraten/],
    ['Botdepot12345', 'PASSWORD_GUESSABLE', /leicht zu erraten/],
  ])('refuses the password %s', async (password, code, message) => {
    const answer = await visitor().post('/sign-up/email', { email, password });
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(answer.body?.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  it('asks for an address that is one, and for a password', async () => {
    const without = [{}, { email }, { password: GOOD_PASSWORD }, { email: 'anna', password: GOOD_PASSWORD }];
    for (const path of ['/sign-up/email', '/sign-in/email']) {
      const answers = await Promise.all(without.map((body) => visitor().post(path, body)));
      expect(answers.map(({ status, body }) => [status, body?.code])).toEqual([
        [400, 'INVALID_EMAIL'],
        [400, 'BAD_REQUEST'],
        [400, 'INVALID_EMAIL'],
        [400, 'INVALID_EMAIL'],
      ]);
    }
  });

  it('refuses a password made from the own address', async () => {
    const own = `hannelore-${serial}@example.com`;
    const answer = await visitor().post('/sign-up/email', { email: own, password: `Hannelore-${serial}!` });
    expect(answer.body?.code).toBe('PASSWORD_GUESSABLE');
  });

  it('refuses U+0000 and other control characters', async () => {
    const bodies = [
      { email: `a\u0000${email}`, password: GOOD_PASSWORD },
      { email, password: GOOD_PASSWORD, name: 'An\u0000na' },
      { email, password: GOOD_PASSWORD, name: 'An\nna' },
    ];
    for (const body of bodies) expect((await visitor().post('/sign-up/email', body)).status).toBe(400);
    const invalid = await visitor().post('/sign-up/email', bodies[0]);
    expect(invalid.body).toEqual({
      code: 'INVALID_EMAIL',
      message: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    });
  });

  it('cannot reset a password, and says why', async () => {
    const answer = await visitor().post('/request-password-reset', { email });
    expect(answer).toMatchObject({ status: 400, body: { code: 'RESET_PASSWORD_DISABLED' } });
    expect(answer.body?.message).toMatch(/keine E-Mails versenden/);
  });
});

describe('signing in', () => {
  it('works with any case of the address', async () => {
    await signUp(visitor());
    const anna = visitor(2);
    expect(
      (await anna.post('/sign-in/email', { email: email.toUpperCase(), password: GOOD_PASSWORD })).status,
    ).toBe(200);
    expect(await anna.resolve()).toMatchObject({ email });
  });

  it('says the same in German for a wrong password and for an unknown address', async () => {
    await signUp(visitor());
    const wrong = await signIn(visitor(2), 'ein falsches Passwort');
    const unknown = await visitor(3).post('/sign-in/email', {
      email: `nobody-${email}`,
      password: 'ein falsches Passwort',
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: 'E-Mail-Adresse oder Passwort ist falsch.',
    });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it('locks an account after ten failures, from whatever network, and no other account', async () => {
    await signUp(visitor());
    for (let attempt = 1; attempt <= 10; attempt += 1)
      expect((await signIn(visitor(attempt), `falsches Passwort ${attempt}`)).status).toBe(401);
    const locked = await signIn(visitor(11));
    expect(locked.status).toBe(429);
    expect(locked.body).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'Zu viele Versuche. Bitte warten Sie 15\u00a0Minuten.',
    });
    expect(locked.response.headers.get('retry-after')).toBe('900');

    const other = `other-${email}`;
    await signUp(visitor(20), other);
    expect((await visitor(21).post('/sign-in/email', { email: other, password: GOOD_PASSWORD })).status).toBe(
      200,
    );

    fixture.clock.advance(15 * 60_000);
    expect((await signIn(visitor(22))).status).toBe(200);
  });

  it('counts by the connection, whatever X-Forwarded-For claims', async () => {
    const attacker = visitor();
    // Refused before it is hashed, which saves the test ten seconds, and counted like any other.
    const tooLong = 'geraten'.repeat(20);
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 101; attempt += 1) {
      const body = { email: `victim-${attempt}-${email}`, password: tooLong };
      statuses.push(
        (await attacker.post('/sign-in/email', body, { 'x-forwarded-for': `6.6.6.${attempt}` })).status,
      );
    }
    expect(statuses.slice(0, 100).every((status) => status === 400)).toBe(true);
    expect(statuses[100]).toBe(429);

    const neighbour = visitor(2);
    await neighbour.post(
      '/sign-up/email',
      { email, password: GOOD_PASSWORD },
      { 'x-forwarded-for': '6.6.6.6' },
    );
    const stored = await fixture.database.pool.query('select ip_address from auth_sessions where id = $1', [
      (await neighbour.resolve())?.sessionId,
    ]);
    expect(stored.rows).toEqual([{ ip_address: neighbour.address }]);
  });

  it('lets parallel attempts not overtake the limit', async () => {
    await signUp(visitor());
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, host) => signIn(visitor(host + 2), 'falsch, alle zugleich')),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
  });

  it('forgives the failures of an account that then signs in', async () => {
    await signUp(visitor());
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1) await signIn(visitor(2), 'vertippt, leider');
      expect((await signIn(visitor(2))).status).toBe(200);
    }
  });
});

describe('a session', () => {
  it('ends with the sign-out, and its sockets are told', async () => {
    const anna = visitor();
    await signUp(anna);
    const session = await anna.resolve();
    const stolen = anna.headers;
    expect(await anna.post('/sign-out', {})).toMatchObject({ status: 200, body: { success: true } });
    expect(await fixture.auth.resolveSession(stolen)).toBeNull();
    expect(anna.cookies.size).toBe(0);
    expect(fixture.hints).toContainEqual({
      to: 'sessions',
      userId: session?.userId,
      sessionId: session?.sessionId,
    });
  });

  it('ends when it is revoked from elsewhere', async () => {
    const phone = visitor();
    await signUp(phone);
    const laptop = visitor(2);
    await signIn(laptop);
    const [onPhone, onLaptop] = [await phone.resolve(), await laptop.resolve()];
    const ids = [onPhone?.sessionId ?? '', onLaptop?.sessionId ?? '', newId()];
    const now = new Date();
    expect([...(await sessionsAlive(fixture.database.db, ids, now)).values()]).toEqual([null, null]);

    expect((await laptop.post('/revoke-other-sessions', {})).status).toBe(200);
    expect(await phone.resolve()).toBeNull();
    expect(await laptop.resolve()).not.toBeNull();
    expect([...(await sessionsAlive(fixture.database.db, ids, now)).keys()]).toEqual([ids[1]]);
    expect(fixture.hints).toContainEqual({ to: 'sessions', userId: onPhone?.userId, sessionId: ids[0] });
  });

  it('is looked for among more than a statement can have parameters', async () => {
    const anna = visitor();
    await signUp(anna);
    const own = String((await anna.resolve())?.sessionId);
    const ids = [...Array.from({ length: 70_000 }, newId), own];
    expect([...(await sessionsAlive(fixture.database.db, ids, new Date()))]).toEqual([[own, null]]);
  });

  it('is none with a forged cookie, an expired row or no cookie at all', async () => {
    const anna = visitor();
    await signUp(anna);
    const session = await anna.resolve();
    const forged = new Headers({ cookie: anna.headers.get('cookie')?.replace(/.$/, '') ?? '' });
    expect(await fixture.auth.resolveSession(forged)).toBeNull();
    expect(await fixture.auth.resolveSession(new Headers())).toBeNull();
    const later = new Date(Date.now() + 8 * 24 * 60 * 60_000);
    expect((await sessionsAlive(fixture.database.db, [session?.sessionId ?? ''], later)).size).toBe(0);
    await deleteExpiredSessions(fixture.database.db, later);
    expect(await anna.resolve()).toBeNull();
  });

  it('knows a changed role at once', async () => {
    const anna = visitor();
    await signUp(anna);
    const session = await anna.resolve();
    await fixture.runWork(fixture.admin, async (work) => {
      await promoteToAdmin(work, session?.userId ?? '', 'all');
    });
    expect(await anna.resolve()).toMatchObject({ role: 'admin' });
    const rows = await fixture.database.pool.query(
      'select action, after from audit_log where subject_id = $1',
      [session?.userId],
    );
    expect(rows.rows).toEqual([{ action: 'user.role_changed', after: { role: 'admin', adminField: 'all' } }]);
    expect((await listAdmins(fixture.database.db)).map((admin) => admin.email)).toContain(email);
  });

  it('is shown to its owner and to nobody else', async () => {
    const anna = visitor();
    await signUp(anna);
    const shown = await anna.get('/get-session');
    expect(shown.body?.user).toMatchObject({ email, role: 'user' });
    expect(shown.response.headers.get('cache-control')).toBe('no-store');
    expect((await visitor(2).get('/get-session')).body).toBeNull();
  });
});

describe('a profile', () => {
  it('keeps the bot that was chosen at sign-up', async () => {
    const anna = visitor();
    await signUp(anna);
    const session = await anna.resolve();
    const actor = personActor('user', session?.userId);
    expect(await getProfile(fixture.database.db, actor.userId)).toMatchObject({
      email,
      role: 'user',
      emailVerified: false,
      preferredBot: null,
    });
    await fixture.runWork(actor, (work) => chooseBot(work, { botType: 'turbobot' }));
    expect((await getProfile(fixture.database.db, actor.userId)).preferredBot).toBe('turbobot');
  });

  it('of a deleted user asks for a new sign-in', async () => {
    await expect(getProfile(fixture.database.db, newId())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('a persona of the demo', () => {
  it('can sign in, is verified and marked', async () => {
    const before = await countUsers(fixture.database.db);
    const persona = { email, name: 'Anna Admin', role: 'admin' as const, password: GOOD_PASSWORD };
    const id = await createPersona(fixture.auth, persona);
    expect(await findUserById(fixture.database.db, id)).toMatchObject({
      email,
      name: 'Anna Admin',
      role: 'admin',
      demo: true,
      emailVerified: true,
    });
    expect(await countUsers(fixture.database.db)).toBe(before + 1);
    expect(fixture.createdUserIds).toContain(id);
    expect(await listEmails(fixture.database.db, [id, id, newId()])).toEqual(new Map([[id, email]]));
    const anna = visitor();
    await signIn(anna);
    expect(await anna.resolve()).toMatchObject({ userId: id, role: 'admin' });
  });
});
