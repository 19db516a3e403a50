import { describe, expect, it } from 'vitest';
import { listSignInEvents } from '../../src/modules/identity/sign-in/sign-in-events.ts';
import { newId } from '../../src/platform/work.ts';
import { GOOD_PASSWORD, type Visitor } from './identity-fixture.ts';
import {
  customer,
  email,
  fixture,
  nextPerson,
  serial,
  setUpIdentity,
  signIn,
  visitor,
} from './identity-world.ts';

const OTHER_PASSWORD = 'regenschirm mondlicht 41';

setUpIdentity();

const changePassword = (who: Visitor, body: object = {}) =>
  who.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD, ...body });

/** The array that an answer carries. */
async function listSessions(who: Visitor): Promise<unknown> {
  return (await who.get('/list-sessions')).response.json();
}

describe('changing the password', () => {
  it('needs the current one, ends the other sessions and goes on with a new one', async () => {
    const anna = await customer();
    const phone = visitor(2);
    await signIn(phone);
    const before = await anna.resolve();
    const stolen = anna.headers;

    expect((await changePassword(anna)).status).toBe(200);
    expect(await phone.resolve()).toBeNull();
    expect(await fixture.auth.resolveSession(stolen)).toBeNull();
    expect(await anna.resolve()).toMatchObject({ email });
    expect((await anna.resolve())?.sessionId).not.toBe(before?.sessionId);
    expect((await signIn(visitor(3))).status).toBe(401);
    expect((await signIn(visitor(3), OTHER_PASSWORD)).status).toBe(200);
  });

  it('keeps the other sessions on request', async () => {
    const anna = await customer();
    const phone = visitor(2);
    await signIn(phone);
    expect((await changePassword(anna, { revokeOtherSessions: false })).status).toBe(200);
    expect(await phone.resolve()).not.toBeNull();
  });

  it.each([
    ['a wrong current one', { currentPassword: OTHER_PASSWORD }, 'INVALID_PASSWORD'],
    ['a short new one', { newPassword: 'kurz' }, 'PASSWORD_TOO_SHORT'],
    ['a guessable new one', { newPassword: 'Passwort2024!' }, 'PASSWORD_GUESSABLE'],
    ['a role beside it', { role: 'admin' }, 'BAD_REQUEST'],
  ])('refuses %s and leaves everything as it was', async (_name, body, code) => {
    const anna = await customer();
    expect(await changePassword(anna, body)).toMatchObject({ status: 400, body: { code } });
    expect((await signIn(visitor(2))).status).toBe(200);
  });

  it('refuses the present one as the new one, and says so only to whoever knows it', async () => {
    const anna = await customer();
    const phone = visitor(2);
    await signIn(phone);
    expect(await changePassword(anna, { newPassword: GOOD_PASSWORD })).toMatchObject({
      status: 400,
      body: {
        code: 'PASSWORD_UNCHANGED',
        message: 'Das ist schon Ihr Passwort. Bitte wählen Sie ein anderes.',
      },
    });
    expect(await changePassword(anna, { currentPassword: OTHER_PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD' },
    });
    expect(await phone.resolve()).not.toBeNull();
    await fixture.settled();
    const userId = String((await anna.resolve())?.userId);
    const kinds = (await listSignInEvents(fixture.database.db, userId)).map(({ kind }) => kind);
    expect(kinds).not.toContain('password_changed');
  });

  it('refuses a new one made from the own address', async () => {
    nextPerson('hannelore');
    const answer = await changePassword(await customer(), { newPassword: `Hannelore-${serial}!` });
    expect(answer).toMatchObject({ status: 400, body: { code: 'PASSWORD_GUESSABLE' } });
  });

  it('is not for visitors', async () => {
    expect(await changePassword(visitor())).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('lets nobody guess the current one in a session that was left open, from whatever network', async () => {
    const anna = await customer();
    const guess = async (host: number, currentPassword: string) => {
      const elsewhere = visitor(host);
      for (const [name, value] of anna.cookies) elsewhere.cookies.set(name, value);
      return changePassword(elsewhere, { currentPassword });
    };
    for (let attempt = 1; attempt <= 10; attempt += 1)
      expect((await guess(attempt, `falsches Passwort ${attempt}`)).status).toBe(400);
    expect(await guess(11, GOOD_PASSWORD)).toMatchObject({
      status: 429,
      body: { message: 'Zu viele Versuche. Bitte warten Sie 15\u00a0Minuten.' },
    });
    // The other things that ask for the password share the counter; the login has its own.
    expect((await anna.post('/two-factor/enable', { password: GOOD_PASSWORD })).status).toBe(429);
    expect((await signIn(visitor(12))).status).toBe(200);
    fixture.clock.advance(15 * 60_000);
    expect((await guess(13, GOOD_PASSWORD)).status).toBe(200);
  });
});

describe('changing the name', () => {
  it('changes only the name', async () => {
    const anna = await customer();
    expect(await anna.post('/update-user', { name: '  Anna Beispiel ' })).toMatchObject({ status: 200 });
    const shown = await anna.get('/get-session');
    expect(shown.body?.user).toMatchObject({ name: 'Anna Beispiel', role: 'user', email });
  });

  it.each([
    ['a role', { name: 'Anna', role: 'admin' }],
    ['an address', { name: 'Anna', email: 'admin@example.com' }],
    ['a mark as verified', { name: 'Anna', emailVerified: true }],
    ['a second factor', { name: 'Anna', twoFactorEnabled: false }],
    ['an image', { name: 'Anna', image: 'https://tracker.example/x.png' }],
    ['nothing at all', {}],
    ['an empty name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['control characters', { name: 'An\u0000na' }],
  ])('refuses %s', async (_name, body) => {
    const anna = await customer();
    expect(await anna.post('/update-user', body)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    expect(await anna.resolve()).toMatchObject({ role: 'user', email });
  });

  it('is not for visitors', async () => {
    expect((await visitor().post('/update-user', { name: 'Anna' })).status).toBe(401);
  });
});

describe('the list of sessions', () => {
  it('shows device and time, says which one asks, and gives no token away', async () => {
    const anna = await customer();
    const phone = visitor(2);
    await phone.post('/sign-in/email', { email, password: GOOD_PASSWORD }, { 'user-agent': 'Phone/1.0' });
    const listed = await listSessions(phone);
    expect(listed).toEqual([
      {
        id: (await phone.resolve())?.sessionId,
        createdAt: expect.any(String),
        userAgent: 'Phone/1.0',
        current: true,
      },
      {
        id: (await anna.resolve())?.sessionId,
        createdAt: expect.any(String),
        userAgent: null,
        current: false,
      },
    ]);
  });

  it('lets a session be ended by its id, and its sockets are told', async () => {
    const anna = await customer();
    const phone = visitor(2);
    await signIn(phone);
    const onPhone = await phone.resolve();
    expect((await anna.post('/revoke-session', { id: onPhone?.sessionId })).status).toBe(200);
    expect(await phone.resolve()).toBeNull();
    expect(await anna.resolve()).not.toBeNull();
    expect(fixture.hints).toContainEqual({
      to: 'sessions',
      userId: onPhone?.userId,
      sessionId: onPhone?.sessionId,
    });
  });

  it('does not let somebody else end it, nor a visitor, nor by its token', async () => {
    const anna = await customer();
    const id = (await anna.resolve())?.sessionId;
    nextPerson('mallory');
    const mallory = await customer(2);
    for (const body of [{ id }, { id: newId() }])
      expect(await mallory.post('/revoke-session', body)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    expect((await visitor(3).post('/revoke-session', { id })).status).toBe(401);
    expect((await mallory.post('/revoke-session', { token: 'x' })).status).toBe(400);
    expect(await anna.resolve()).not.toBeNull();
    expect(await listSessions(mallory)).toHaveLength(1);
  });
});
