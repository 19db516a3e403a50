import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { codeFor } from '../authenticator.ts';
import { GOOD_PASSWORD, type Visitor } from './identity-fixture.ts';
import { customer, email, fixture, nextPerson, setUpIdentity, signIn, visitor } from './identity-world.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'ein ganz anderes Kennwort 77';
const WRONG_PASSWORD = 'falsch, aber lang genug';

setUpIdentity();

const reauthenticate = (who: Visitor, body: object = {}) =>
  who.post('/reauthenticate', { password: GOOD_PASSWORD, ...body });
const authenticatedAt = async (who: Visitor) => (await who.resolve())?.authenticatedAt;

const setUpAnswer = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });

async function withSecondFactor() {
  const anna = await customer();
  const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
  const { totpURI: uri, backupCodes } = setUpAnswer.parse(body);
  await anna.post('/two-factor/verify-totp', { code: await codeFor(uri) });
  return { anna, uri, backupCodes };
}

beforeEach(() => fixture.clock.advance(60 * MINUTE_MS));

afterEach(() => {
  vi.useRealTimers();
});

describe('a session', () => {
  it.each([
    ['asking for it', (who: Visitor) => who.get('/get-session')],
    ['listing the sessions', (who: Visitor) => who.get('/list-sessions')],
    ['proving it', (who: Visitor) => reauthenticate(who)],
  ])('is renewed after a day by %s, and never without its cookie', async (_how, ask) => {
    const anna = await customer();
    const token = /session_token=.*Max-Age=604800/i;
    expect((await ask(anna)).response.headers.getSetCookie().join()).not.toMatch(token);
    // The library goes by the machine's time. Only that is moved, so that connections and timers go on.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * MINUTE_MS });
    await anna.resolve();
    expect((await ask(anna)).response.headers.getSetCookie().join()).toMatch(token);
    expect((await ask(anna)).response.headers.getSetCookie().join()).not.toMatch(token);
  });

  it('that was left open must prove itself before what concerns the account’s safety', async () => {
    const anna = await customer();
    const attempt = () => anna.get('/passkey/generate-register-options');
    fixture.clock.advance(15 * MINUTE_MS);
    expect((await attempt()).status).toBe(200);
    fixture.clock.advance(1);
    expect(await attempt()).toMatchObject({
      status: 403,
      body: {
        code: 'REAUTHENTICATION_REQUIRED',
        message: 'Bitte bestätigen Sie zuerst, dass Sie es sind.',
        data: { maxAgeMinutes: '15' },
      },
    });
    await reauthenticate(anna);
    expect((await attempt()).status).toBe(200);
    expect((await visitor(2).get('/passkey/generate-register-options')).status).toBe(401);
  });

  it('is fresh at its start, by the clock of the installation', async () => {
    const anna = await customer();
    expect(await authenticatedAt(anna)).toEqual(fixture.clock.now());
  });

  it('is fresh again once the password was given, and only this one', async () => {
    const anna = await customer();
    const phone = visitor(2);
    await signIn(phone);
    const startedAt = fixture.clock.now();
    fixture.clock.advance(20 * MINUTE_MS);
    expect(await reauthenticate(anna)).toMatchObject({ status: 200, body: { status: true } });
    expect(await authenticatedAt(anna)).toEqual(fixture.clock.now());
    expect(await authenticatedAt(phone)).toEqual(startedAt);
  });

  it('that replaces another one is no fresher than it was', async () => {
    const anna = await customer();
    const startedAt = fixture.clock.now();
    const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    fixture.clock.advance(20 * MINUTE_MS);
    const code = await codeFor(setUpAnswer.parse(body).totpURI);
    expect((await anna.post('/two-factor/verify-totp', { code })).status).toBe(200);
    expect(await authenticatedAt(anna)).toEqual(startedAt);
  });

  it('that replaces all others after a change of the password is no fresher than it was', async () => {
    const anna = await customer();
    const startedAt = fixture.clock.now();
    fixture.clock.advance(20 * MINUTE_MS);
    const change = { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD };
    expect((await anna.post('/change-password', change)).status).toBe(200);
    expect(await authenticatedAt(anna)).toEqual(startedAt);
  });

  it('knows whether its user has a second factor', async () => {
    const anna = await customer();
    expect(await anna.resolve()).toMatchObject({ hasSecondFactor: false });
    nextPerson();
    const { anna: berta } = await withSecondFactor();
    expect(await berta.resolve()).toMatchObject({ hasSecondFactor: true });
  });
});

describe('what replaces a factor', () => {
  const password = GOOD_PASSWORD;
  const attempts: [string, object][] = [
    ['/change-password', { currentPassword: password, newPassword: NEW_PASSWORD }],
    ['/two-factor/generate-backup-codes', { password }],
    ['/two-factor/enable', { password }],
    ['/two-factor/disable', { password }],
  ];

  it.each(attempts)('%s takes more than the password where the login does', async (path, body) => {
    const { anna, uri } = await withSecondFactor();
    fixture.clock.advance(20 * MINUTE_MS);
    const before = await authenticatedAt(anna);
    expect(await anna.post(path, body)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED', data: { maxAgeMinutes: '15' } },
    });
    expect(await anna.resolve()).toMatchObject({ hasSecondFactor: true, authenticatedAt: before });
    expect(await reauthenticate(anna)).toMatchObject({ body: { code: 'CODE_REQUIRED' } });
    await reauthenticate(anna, { code: await codeFor(uri, 1) });
    const { body: answer, status } = await anna.post(path, body);
    // A factor that is there is not set up a second time, by nobody.
    expect({ status, answer }).toMatchObject(
      path === '/two-factor/enable'
        ? { status: 400, answer: { code: 'TOTP_ALREADY_ENABLED' } }
        : { status: 200 },
    );
  });

  it.each(attempts.slice(0, 1).concat(attempts.slice(2, 3)))(
    '%s asks for nothing else where the password is all there is',
    async (path, body) => {
      const anna = await customer();
      fixture.clock.advance(20 * MINUTE_MS);
      expect((await anna.post(path, body)).status).toBe(200);
    },
  );

  it.each(attempts)('%s is not for a login that waits for its code', async (path, body) => {
    await withSecondFactor();
    const phone = visitor(2);
    await signIn(phone);
    expect((await phone.post(path, body)).status).toBe(401);
  });
});

describe('an admin with a passkey', () => {
  it('has no second factor yet: beside it the password alone still logs in', async () => {
    const anna = await customer();
    const { pool } = fixture.database;
    await pool.query(`update auth_users set role = 'admin' where email = $1`, [email]);
    expect(await anna.resolve()).toMatchObject({ role: 'admin', hasSecondFactor: false });
    await pool.query(
      `insert into auth_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       select gen_random_uuid(), id, 'key', email, 0, 'singleDevice', false from auth_users where email = $1`,
      [email],
    );
    expect(await anna.resolve()).toMatchObject({ hasSecondFactor: false });
  });
});

describe('saying once more who is there', () => {
  it('needs a session, and not just a login that waits for its code', async () => {
    expect(await reauthenticate(visitor(3))).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    const { uri } = await withSecondFactor();
    const phone = visitor(2);
    await signIn(phone);
    const answer = await reauthenticate(phone, { code: await codeFor(uri, 1) });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect(await phone.resolve()).toBeNull();
  });

  it('with a wrong password changes nothing', async () => {
    const anna = await customer();
    const startedAt = fixture.clock.now();
    fixture.clock.advance(20 * MINUTE_MS);
    expect(await reauthenticate(anna, { password: WRONG_PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD', message: 'Das Passwort ist falsch.' },
    });
    expect(await authenticatedAt(anna)).toEqual(startedAt);
  });

  it.each([{ password: undefined }, { password: GOOD_PASSWORD, code: '' }, { fresh: true }])(
    'refuses the body %o',
    async (body) => {
      expect(await reauthenticate(await customer(), body)).toMatchObject({ status: 400 });
    },
  );

  it('needs a code where the login does', async () => {
    const { anna, uri } = await withSecondFactor();
    const startedAt = await authenticatedAt(anna);
    fixture.clock.advance(20 * MINUTE_MS);
    expect(await reauthenticate(anna)).toMatchObject({ status: 400, body: { code: 'CODE_REQUIRED' } });
    // The code of the set-up was used.
    const used = await reauthenticate(anna, { code: await codeFor(uri) });
    expect(used).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } });
    expect(await authenticatedAt(anna)).toEqual(startedAt);

    const code = await codeFor(uri, 1);
    const wrong = await reauthenticate(anna, { password: WRONG_PASSWORD, code });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
    expect((await reauthenticate(anna, { code })).status).toBe(200);
    expect(await authenticatedAt(anna)).toEqual(fixture.clock.now());
    expect((await reauthenticate(anna, { code })).status).toBe(401);
  });

  it('takes a backup code once', async () => {
    const { anna, backupCodes } = await withSecondFactor();
    const code = String(backupCodes[0]).replace('-', ' ').toUpperCase();
    expect((await reauthenticate(anna, { code })).status).toBe(200);
    expect(await reauthenticate(anna, { code })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_BACKUP_CODE' },
    });
  });

  it('lets nobody guess the password in a session that was left open', async () => {
    const anna = await customer();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await reauthenticate(anna, { password: WRONG_PASSWORD })).status).toBe(400);
    expect(await reauthenticate(anna)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  });

  it('lets nobody guess the code, and counts no code that was not given', async () => {
    const { anna, backupCodes } = await withSecondFactor();
    for (let attempt = 0; attempt < 9; attempt += 1) {
      expect((await reauthenticate(anna)).status).toBe(400);
      fixture.clock.advance(2 * MINUTE_MS);
    }
    fixture.clock.advance(15 * MINUTE_MS);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await reauthenticate(anna, { code: `wrong-${attempt}` })).status).toBe(401);
      // The limit of passwords is the shorter one.
      if (attempt === 5) fixture.clock.advance(15 * MINUTE_MS);
    }
    const right = await reauthenticate(anna, { code: backupCodes[1] });
    expect(right).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  });
});
