import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codeFor } from '../authenticator.ts';
import { untilBlocked } from '../races.ts';
import { type Answer, GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
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
import { type Oddity, SoftPasskey } from './soft-passkey.ts';

const CREATE = '/passkey/generate-register-options';
const CREATED = '/passkey/verify-registration';
const USE = '/passkey/generate-authenticate-options';
const USED = '/passkey/verify-authentication';
const REMOVE = '/passkey/delete-passkey';
const RENAME = '/passkey/update-passkey';

const shown = z.strictObject({
  id: z.uuid(),
  name: z.string().nullable(),
  keeper: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

setUpIdentity();

async function add(who: Visitor, key: SoftPasskey, odd: Oddity = {}, name = 'Mein Handy'): Promise<Answer> {
  const asked = await who.get(CREATE);
  expect(asked.status).toBe(200);
  return who.post(CREATED, { response: key.create(asked.body, odd), name });
}

async function logIn(who: Visitor, key: SoftPasskey, odd: Oddity = {}): Promise<Answer> {
  const asked = await who.get(USE);
  expect(asked.status).toBe(200);
  return who.post(USED, { response: key.use(asked.body, odd) });
}

async function enrolled(): Promise<{ anna: Visitor; key: SoftPasskey; id: string }> {
  const anna = await customer();
  const key = new SoftPasskey();
  const { status, body } = await add(anna, key);
  expect(status).toBe(200);
  return { anna, key, id: shown.parse(body).id };
}

async function list(who: Visitor): Promise<z.infer<typeof shown>[]> {
  const { response } = await who.get('/passkey/list-user-passkeys');
  return z.array(shown).parse(await response.json());
}

describe('adding a passkey', () => {
  it('asks the device to check who holds it, and shows nothing of the key', async () => {
    const anna = await customer();
    const { body } = await anna.get(CREATE);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Botdepot' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    });
    const added = await add(anna, new SoftPasskey());
    expect(shown.parse(added.body)).toMatchObject({ name: 'Mein Handy', lastUsedAt: null });
    expect(await list(anna)).toEqual([added.body]);
  });

  it('needs a session that has proved lately who uses it', async () => {
    expect((await visitor(2).get(CREATE)).status).toBe(401);
    const anna = await customer();
    const asked = await anna.get(CREATE);
    const response = new SoftPasskey().create(asked.body);
    fixture.clock.advance(16 * 60_000);
    for (const answer of [await anna.get(CREATE), await anna.post(CREATED, { response })])
      expect(answer).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
    await anna.post('/reauthenticate', { password: GOOD_PASSWORD });
    expect((await add(anna, new SoftPasskey())).status).toBe(200);
  });

  it.each<[string, Oddity]>([
    ['another website', { origin: 'https://evil.example' }],
    ['another host of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an older challenge', { challenge: 'b2xk' }],
  ])('refuses a device that answered to %s', async (_what, odd) => {
    const anna = await customer();
    const refused = await add(anna, new SoftPasskey(), odd);
    expect(refused).toMatchObject({ status: 400, body: { code: 'FAILED_TO_VERIFY_REGISTRATION' } });
    expect(refused.body?.message).toMatch(/^Dieser Passkey konnte nicht geprüft werden/);
    expect(await list(anna)).toEqual([]);
  });

  it('refuses a device that did not check who holds it', async () => {
    const anna = await customer();
    const refused = await add(anna, new SoftPasskey(), { verified: false });
    expect(refused).toMatchObject({ status: 400, body: { code: 'PASSKEY_WITHOUT_USER' } });
    expect(await list(anna)).toEqual([]);
  });

  it('takes each challenge once, from the browser and the account that asked', async () => {
    const anna = await customer();
    const asked = await anna.get(CREATE);
    const bert = visitor(2);
    await signUp(bert, `bert-${serial}@example.com`);
    const response = new SoftPasskey().create(asked.body);
    expect((await bert.post(CREATED, { response })).body).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    for (const [name, value] of anna.cookies) if (name.includes('passkey')) bert.cookies.set(name, value);
    expect((await bert.post(CREATED, { response })).status).toBe(401);
    expect(await list(bert)).toEqual([]);
    // That attempt has used it up.
    expect((await anna.post(CREATED, { response })).body).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });

    const again = await anna.get(CREATE);
    const cookies = new Map(anna.cookies);
    const other = { response: new SoftPasskey().create(again.body) };
    expect((await anna.post(CREATED, other)).status).toBe(200);
    for (const [name, value] of cookies) anna.cookies.set(name, value);
    expect((await anna.post(CREATED, other)).status).toBe(400);
    expect(await list(anna)).toHaveLength(1);
  });

  it('refuses a challenge after five minutes', async () => {
    const anna = await customer();
    const asked = await anna.get(CREATE);
    await fixture.database.pool.query(
      `update auth_verifications set expires_at = expires_at - interval '5 minutes' where value like '%registration%'`,
    );
    const late = await anna.post(CREATED, { response: new SoftPasskey().create(asked.body) });
    expect(late).toMatchObject({ status: 400, body: { code: 'CHALLENGE_NOT_FOUND' } });
  });

  it('keeps a passkey for one account only', async () => {
    const { anna, key } = await enrolled();
    expect((await anna.get(CREATE)).body).toMatchObject({ excludeCredentials: [{ id: key.id }] });
    const bert = visitor(2);
    await signUp(bert, `bert-${serial}@example.com`);
    expect((await add(bert, key)).status).toBe(400);
    expect(await list(bert)).toEqual([]);
    expect((await logIn(visitor(3), key)).status).toBe(200);
  });

  it('stops at twenty', async () => {
    const anna = await customer();
    for (let count = 0; count < 20; count += 1) expect((await add(anna, new SoftPasskey())).status).toBe(200);
    expect((await add(anna, new SoftPasskey())).body).toMatchObject({ code: 'TOO_MANY_PASSKEYS' });
    expect(await list(anna)).toHaveLength(20);
  });

  it('stops at twenty also where both of two at once find nineteen', async () => {
    const anna = await customer();
    for (let count = 0; count < 19; count += 1) expect((await add(anna, new SoftPasskey())).status).toBe(200);
    const other = await fixture.database.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query(
        `INSERT INTO auth_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
         SELECT gen_random_uuid(), id, 'key', id::text, 0, 'singleDevice', false FROM auth_users WHERE email = $1`,
        [email],
      );
      const second = add(anna, new SoftPasskey());
      await Promise.race([second, untilBlocked(fixture.database.pool)]);
      await other.query('COMMIT');
      expect(await second).toMatchObject({ status: 400, body: { code: 'TOO_MANY_PASSKEYS' } });
    } finally {
      // A connection that is still in its transaction is closed with it.
      other.release(true);
    }
    expect(await list(anna)).toHaveLength(20);
  });

  it('tells those of many at once that come too late why, and those that fail for another reason that one', async () => {
    const { anna, key } = await enrolled();
    const browsers = Array.from({ length: 22 }, (_, host) => {
      const browser = visitor(host + 2);
      for (const [name, value] of anna.cookies) browser.cookies.set(name, value);
      return browser;
    });
    const twice = browsers.pop()!;
    const asked = await twice.get(CREATE);
    const answers = await Promise.all(browsers.map((browser) => add(browser, new SoftPasskey())));
    const late = answers.filter(({ status }) => status !== 200);
    expect(late).toHaveLength(2);
    const tooMany = { code: 'TOO_MANY_PASSKEYS', message: expect.stringMatching(/^Mehr als 20 Passkeys/) };
    for (const { body } of late) expect(body).toMatchObject(tooMany);
    expect(await list(anna)).toHaveLength(20);
    const { id } = (await list(anna))[0]!;
    await anna.post(REMOVE, { id });
    const same = await twice.post(CREATED, { response: key.create(asked.body) });
    expect(same).toMatchObject({ status: 400, body: { code: 'FAILED_TO_VERIFY_REGISTRATION' } });
  });

  it('of two at once takes both, on their own challenges; of one answer sent twice one; of one key for two accounts one', async () => {
    const anna = await customer();
    const laptop = visitor(2);
    await signIn(laptop);
    const browsers = [anna, laptop];
    const both = await Promise.all(browsers.map((who) => add(who, new SoftPasskey())));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await list(anna)).toHaveLength(2);

    const asked = await anna.get(CREATE);
    const twice = { response: new SoftPasskey().create(asked.body), name: 'Zweimal' };
    const same = await Promise.all([anna.post(CREATED, twice), anna.post(CREATED, twice)]);
    expect(same.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await list(anna)).toHaveLength(3);

    const bert = visitor(3);
    await signUp(bert, `bert-${serial}@example.com`);
    const key = new SoftPasskey();
    const shared = await Promise.all([add(anna, key), add(bert, key)]);
    expect(shared.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([...(await list(anna)), ...(await list(bert))]).toHaveLength(4);
  });

  it.each([
    ['a session of its own', { createSession: true }],
    ['a name that breaks the line', { name: 'a\nb' }],
    ['a name that turns what is around it', { name: 'a\u202eb' }],
    ['no answer of a device', { response: {} }],
    ['somebody else’s account', { userId: crypto.randomUUID() }],
  ])('refuses a body with %s', async (_what, more) => {
    const anna = await customer();
    const asked = await anna.get(CREATE);
    const body = { response: new SoftPasskey().create(asked.body), ...more };
    expect(await anna.post(CREATED, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});

describe('signing in by passkey', () => {
  it('starts a session that is fresh, and says nothing but that', async () => {
    const { key, id, anna } = await enrolled();
    const phone = visitor(2);
    expect((await phone.get(USE)).body).toMatchObject({ userVerification: 'required', rpId: 'localhost' });
    fixture.clock.advance(60 * 60_000);
    const answer = await logIn(phone, key);
    expect(answer).toMatchObject({ status: 200, body: { status: true } });
    expect(answer.body).toEqual({ status: true });
    expect(answer.response.headers.has('set-auth-token')).toBe(false);
    expect(await phone.resolve()).toMatchObject({ email, authenticatedAt: fixture.clock.now() });
    expect((await phone.get(CREATE)).status).toBe(200);
    expect(await list(anna)).toMatchObject([{ id, lastUsedAt: fixture.clock.now().toISOString() }]);
  });

  it('needs no code, because the device has checked who holds it; and ends the login that waits for one', async () => {
    const { anna, key } = await enrolled();
    const setUp = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    const code = await codeFor(String(setUp.body?.totpURI));
    expect((await anna.post('/two-factor/verify-totp', { code })).status).toBe(200);

    const phone = visitor(2);
    const login = await signIn(phone);
    expect(login.body).toMatchObject({ twoFactorRedirect: true });
    const waiting = new Map(phone.cookies);
    expect((await logIn(phone, key, { verified: false })).body).toMatchObject({
      code: 'PASSKEY_WITHOUT_USER',
    });
    expect(await phone.resolve()).toBeNull();
    expect((await logIn(phone, key)).status).toBe(200);
    expect(await phone.resolve()).toMatchObject({ email });
    expect([...phone.cookies.keys()]).not.toContain('botdepot.two_factor');

    const stale = visitor(3);
    for (const [name, value] of waiting) stale.cookies.set(name, value);
    const next = await codeFor(String(setUp.body?.totpURI), 1);
    expect((await stale.post('/two-factor/verify-totp', { code: next })).status).toBe(401);
  });

  it('replaces the session that it was asked from', async () => {
    const { anna, key } = await enrolled();
    const before = new Visitor(fixture);
    for (const [name, value] of anna.cookies) before.cookies.set(name, value);
    expect((await logIn(anna, key)).status).toBe(200);
    expect(await anna.resolve()).toMatchObject({ email });
    expect(await before.resolve()).toBeNull();
  });

  it.each<[string, Oddity, number]>([
    ['another website', { origin: 'https://evil.example' }, 400],
    ['another relying party', { rpId: 'evil.example' }, 400],
    ['an older challenge', { challenge: 'b2xk' }, 400],
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }, 401],
  ])('refuses a device that answered to or with %s', async (_what, odd, status) => {
    const { key } = await enrolled();
    const phone = visitor(2);
    const refused = await logIn(phone, key, odd);
    expect(refused).toMatchObject({ status, body: { code: 'AUTHENTICATION_FAILED' } });
    expect(await phone.resolve()).toBeNull();
  });

  it('refuses a copy, which has counted less than the passkey itself', async () => {
    const { key } = await enrolled();
    key.counter = 7;
    expect((await logIn(visitor(2), key)).status).toBe(200);
    const copy = await logIn(visitor(3), key, { counter: 5 });
    expect(copy).toMatchObject({ status: 400, body: { code: 'AUTHENTICATION_FAILED' } });
  });

  it('takes each answer once, and only to the question of this browser', async () => {
    const { key } = await enrolled();
    const phone = visitor(2);
    const asked = await phone.get(USE);
    const cookies = new Map(phone.cookies);
    const body = { response: key.use(asked.body) };
    expect((await visitor(3).post(USED, body)).body).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    expect((await phone.post(USED, body)).status).toBe(200);
    const thief = visitor(4);
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect((await thief.post(USED, body)).body).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    expect(await thief.resolve()).toBeNull();
  });

  it('does not take the question of an addition for one of a login', async () => {
    const { anna, key } = await enrolled();
    const asked = await anna.get(CREATE);
    const refused = await anna.post(USED, { response: key.use(asked.body) });
    expect(refused).toMatchObject({ status: 400, body: { code: 'CHALLENGE_NOT_FOUND' } });
  });

  it('refuses a passkey that nobody has', async () => {
    const refused = await logIn(visitor(2), new SoftPasskey());
    expect(refused).toMatchObject({ status: 401, body: { code: 'PASSKEY_NOT_FOUND' } });
    expect(refused.body?.message).toMatch(/^Dieser Passkey gehört zu keinem Konto mehr/);
  });

  it('is counted per network when it fails', async () => {
    const { key } = await enrolled();
    const phone = visitor(2);
    const { body } = await phone.get(USE);
    const response = key.use(body, { challenge: 'b2xk' });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 101; attempt += 1)
      statuses.push((await phone.post(USED, { response })).status);
    expect(statuses.slice(0, 100)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('one’s passkeys', () => {
  it('can be named', async () => {
    const { anna, id } = await enrolled();
    expect((await anna.post(RENAME, { id, name: '  Laptop  ' })).body).toEqual({ status: true });
    expect(await list(anna)).toMatchObject([{ name: 'Laptop' }]);
    expect((await anna.post(RENAME, { id, name: ' ' })).status).toBe(400);
    expect((await anna.post(RENAME, { id, name: 'Lap\u200btop' })).status).toBe(400);
    expect((await anna.post(RENAME, { id, name: 'x', publicKey: 'y' })).status).toBe(400);
  });

  it('can be deleted with a fresh proof, and then open nothing more', async () => {
    const { anna, key, id } = await enrolled();
    fixture.clock.advance(16 * 60_000);
    expect((await anna.post(REMOVE, { id })).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    await anna.post('/reauthenticate', { password: GOOD_PASSWORD });
    expect((await anna.post(REMOVE, { id })).status).toBe(200);
    expect(await list(anna)).toEqual([]);
    expect((await logIn(visitor(2), key)).body).toMatchObject({ code: 'PASSKEY_NOT_FOUND' });
  });

  it('are told to their owner when they come and go', async () => {
    const { anna, id } = await enrolled();
    await anna.post(REMOVE, { id });
    await fixture.settled();
    const { rows } = await fixture.database.pool.query(
      `select title, message from user_notifications n join auth_users u on u.id = n.user_id
       where u.email = $1 and title like 'Passkey%' order by title`,
      [email],
    );
    expect(rows).toMatchObject([
      { title: 'Passkey entfernt' },
      // A new password alone would leave somebody else's passkey behind.
      {
        title: 'Passkey hinzugefügt',
        message: expect.stringContaining('löschen Sie ihn gleich in den Einstellungen unter „Sicherheit“'),
      },
    ]);
  });

  it('are nobody else’s', async () => {
    const { anna, id } = await enrolled();
    const bert = visitor(2);
    await signUp(bert, `bert-${serial}@example.com`);
    expect(await list(bert)).toEqual([]);
    for (const [path, body] of [
      [RENAME, { id, name: 'Meins' }],
      [REMOVE, { id }],
    ] as const) {
      expect((await bert.post(path, body)).status).toBe(401);
      expect((await visitor(3).post(path, body)).status).toBe(401);
    }
    expect(await list(anna)).toMatchObject([{ id, name: 'Mein Handy' }]);
    expect((await visitor(3).get('/passkey/list-user-passkeys')).status).toBe(401);
  });
});
