import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createAuth } from '../../src/modules/identity/index.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { codeFor } from '../authenticator.ts';
import { GOOD_PASSWORD, type IdentityFixture, inSilence, Visitor } from './identity-fixture.ts';
import { email, fixture, networkAt, nextPerson, serial, setUpIdentity } from './identity-world.ts';

const SECRET = 'a secret of the tests, long enough for all of them';
const environment = { DEMO: '0', AUTH_SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' };
const keySet = z.object({ keys: z.array(z.record(z.string(), z.string())) });
const tokenAnswer = z.object({ token: z.string() });

setUpIdentity(() => environment);

/** No browser: it names no origin and keeps no cookies, only what it is handed in a header. */
async function call(
  path: string,
  {
    body,
    token,
    cookie,
    auth = fixture.auth,
  }: { body?: object; token?: string; cookie?: string; auth?: IdentityFixture['auth'] } = {},
): Promise<{ status: number; body: unknown; response: Response }> {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (body) headers.set('content-type', 'application/json');
  const request = new Request(new URL(`/api/auth${path}`, fixture.baseUrl), {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await auth.handle(request, `${networkAt(7)}.1`, inSilence());
  const text = await response.clone().text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), response };
}

const resolve = (token: string, more: Record<string, string> = {}) =>
  fixture.auth.resolveSession(new Headers({ authorization: `Bearer ${token}`, ...more }));

/** A new account; the answer is its session as an API client gets it. */
async function sessionToken(): Promise<string> {
  const { response } = await call('/sign-up/email', { body: { email, password: GOOD_PASSWORD } });
  expect(response.status).toBe(200);
  const token = response.headers.get('set-auth-token');
  expect(token).toMatch(/^\w+\..+/);
  return String(token);
}

async function accessTokenOf(session: string): Promise<string> {
  const { status, body } = await call('/token', { token: session });
  expect(status).toBe(200);
  return tokenAnswer.parse(body).token;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const readPart = (token: string, index: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8'));

async function publicKeys(): Promise<Record<string, string>[]> {
  return keySet.parse((await call('/.well-known/jwks.json')).body).keys;
}

const user = () =>
  fixture.database.pool
    .query('select id, email from auth_users where email = $1', [email])
    .then(({ rows }) => rows[0]);

describe('a session as a bearer', () => {
  it('is handed to clients that are no browsers, and to no browser', async () => {
    const token = await sessionToken();
    expect(await resolve(token)).toMatchObject({ email });

    const login = await call('/sign-in/email', { body: { email, password: GOOD_PASSWORD } });
    expect(login.response.headers.get('set-auth-token')).toMatch(/^\w+\..+/);
    const browser = await new Visitor(fixture).post('/sign-in/email', { email, password: GOOD_PASSWORD });
    expect(browser.status).toBe(200);
    expect(browser.response.headers.has('set-auth-token')).toBe(false);
  });

  it('is handed out after the code where there is a second factor', async () => {
    const token = await sessionToken();
    const { body } = await call('/two-factor/enable', { token, body: { password: GOOD_PASSWORD } });
    const { totpURI } = z.object({ totpURI: z.string() }).parse(body);
    const enrolled = await call('/two-factor/verify-totp', { token, body: { code: await codeFor(totpURI) } });
    expect(enrolled.status).toBe(200);
    // The session is another one now.
    expect(await resolve(String(enrolled.response.headers.get('set-auth-token')))).toMatchObject({ email });
    const again = { code: await codeFor(totpURI) };
    expect((await call('/two-factor/verify-totp', { token, body: again })).status).toBe(401);

    const { response } = await call('/sign-in/email', { body: { email, password: GOOD_PASSWORD } });
    expect(response.headers.has('set-auth-token')).toBe(false);
    const cookie = response.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const code = await codeFor(totpURI, 1);
    const login = await call('/two-factor/verify-totp', { cookie, body: { code } });
    expect(await resolve(String(login.response.headers.get('set-auth-token')))).toMatchObject({ email });
  });

  it('works for the endpoints of accounts: list, change, end', async () => {
    const token = await sessionToken();
    const second = await call('/sign-in/email', { body: { email, password: GOOD_PASSWORD } });
    const other = String(second.response.headers.get('set-auth-token'));
    const listed = await call('/list-sessions', { token });
    const sessions = z.array(z.object({ id: z.string(), current: z.boolean() })).parse(listed.body);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    const foreign = sessions.find(({ current }) => !current)?.id;
    expect((await call('/revoke-session', { token, body: { id: foreign } })).status).toBe(200);
    expect(await resolve(other)).toBeNull();
    expect(await resolve(token)).toMatchObject({ email });

    expect((await call('/update-user', { token, body: { name: 'Anna' } })).status).toBe(200);
    expect((await call('/sign-out', { token, body: {} })).status).toBe(200);
    expect(await resolve(token)).toBeNull();
    expect((await call('/list-sessions', { token })).status).toBe(401);
  });

  it('lists sessions however old one’s own is', async () => {
    const token = await sessionToken();
    await fixture.database.pool.query(
      `update auth_sessions set created_at = now() - interval '3 days', authenticated_at = now() - interval '3 days'
       where user_id = $1`,
      [(await user()).id],
    );
    expect(await call('/list-sessions', { token })).toMatchObject({ status: 200, body: [{ current: true }] });
  });

  it('is renewed by reading the session, and keeps its token', async () => {
    const token = await sessionToken();
    const expiry = async () =>
      (
        await fixture.database.pool.query(
          'select expires_at from auth_sessions s join auth_users u on u.id = s.user_id where email = $1',
          [email],
        )
      ).rows[0].expires_at;
    await fixture.database.pool.query(
      `update auth_sessions set expires_at = now() + interval '2 days' where user_id = $1`,
      [(await user()).id],
    );
    const before = await expiry();
    const { response } = await call('/get-session', { token });
    expect((await expiry()).getTime()).toBeGreaterThan(before.getTime());
    expect(response.headers.get('set-auth-token')).toBe(token);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await resolve(token)).toMatchObject({ email });
  });

  it('needs its signature', async () => {
    const token = await sessionToken();
    const raw = token.split('.')[0] ?? '';
    for (const wrong of [
      raw,
      `${raw}.`,
      `${raw}.AAAA`,
      `x${token}`,
      `${token.slice(0, -6)}AAA%3D`,
      `${token};a=b`,
    ]) {
      expect(await resolve(wrong), wrong).toBeNull();
      expect((await call('/list-sessions', { token: wrong })).status, wrong).toBe(401);
    }
    expect(await resolve(decodeURIComponent(token))).toMatchObject({ email });
  });

  it('stands alone: a cookie beside it does not count', async () => {
    const token = await sessionToken();
    const mine = email;
    nextPerson('other');
    const browser = new Visitor(fixture);
    await browser.post('/sign-up/email', { email, password: GOOD_PASSWORD });
    const cookie = String(browser.headers.get('cookie'));
    expect(await resolve(token, { cookie })).toMatchObject({ email: mine });
    expect(await resolve('wrong.token', { cookie })).toBeNull();
    expect(await fixture.auth.resolveSession(new Headers({ authorization: 'Bearer', cookie }))).toBeNull();
    // A proxy may ask for a password of its own.
    const basic = new Headers({ authorization: 'Basic YTpi', cookie });
    expect(await fixture.auth.resolveSession(basic)).toMatchObject({ email });
  });

  it('proves who asks when something needs a fresh proof', async () => {
    const token = await sessionToken();
    expect((await call('/passkey/generate-register-options', { token })).status).toBe(200);
    fixture.clock.advance(16 * 60_000);
    const late = await call('/passkey/generate-register-options', { token });
    expect(late).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
    expect((await call('/reauthenticate', { token, body: { password: GOOD_PASSWORD } })).status).toBe(200);
    expect((await call('/passkey/generate-register-options', { token })).status).toBe(200);
  });
});

describe('an access token', () => {
  it('names user and session only, for a quarter of an hour, signed by a published key', async () => {
    const token = await accessTokenOf(await sessionToken());
    const { id } = await user();
    const resolved = await resolve(token);
    expect(resolved).toMatchObject({ userId: id, email, role: 'user', hasSecondFactor: false });
    const claims = readPart(token, 1);
    expect(claims).toEqual({
      sub: id,
      sid: resolved?.sessionId,
      iss: fixture.baseUrl,
      aud: fixture.baseUrl,
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(15 * 60);
    const [key, ...others] = await publicKeys();
    expect(others).toEqual([]);
    expect(readPart(token, 0)).toEqual({ alg: 'EdDSA', kid: key?.kid });
    expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'x']);
  });

  it('is made for a browser’s session as well', async () => {
    const browser = new Visitor(fixture);
    await browser.post('/sign-up/email', { email, password: GOOD_PASSWORD });
    const { body } = await browser.get('/token');
    expect(await resolve(tokenAnswer.parse(body).token)).toMatchObject({ email });
    expect((await new Visitor(fixture).get('/token')).status).toBe(401);
  });

  it('opens the API, not the account: no endpoint of accounts takes it', async () => {
    const token = await accessTokenOf(await sessionToken());
    for (const path of ['/list-sessions', '/token', '/list-accounts', '/passkey/list-user-passkeys'])
      expect((await call(path, { token })).status, path).toBe(401);
    expect((await call('/get-session', { token })).body).toBeNull();
    expect((await call('/update-user', { token, body: { name: 'X' } })).status).toBe(401);
  });

  it('ends with its session, and follows the role of its user', async () => {
    const session = await sessionToken();
    const token = await accessTokenOf(session);
    const { id } = await user();
    await fixture.database.pool.query(`update auth_users set role = 'admin' where id = $1`, [id]);
    expect(await resolve(token)).toMatchObject({ role: 'admin' });
    await call('/sign-out', { token: session, body: {} });
    expect(await resolve(token)).toBeNull();
  });

  it('ends with a session that has expired', async () => {
    const token = await accessTokenOf(await sessionToken());
    await fixture.database.pool.query(
      `update auth_sessions set expires_at = '2020-01-01' where user_id = $1`,
      [(await user()).id],
    );
    expect(await resolve(token)).toBeNull();
  });

  it('is refused after a quarter of an hour', async () => {
    const session = await sessionToken();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 16 * 60_000 });
    try {
      const token = await accessTokenOf(session);
      expect(await resolve(token)).toMatchObject({ email });
      vi.useRealTimers();
      expect(await resolve(token)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused when it was made elsewhere, even by the same keys', async () => {
    const session = await sessionToken();
    const other = createAuth({
      config: readConfig(environment),
      database: fixture.database,
      mail: fixture.mail,
      bus: fixture.bus,
      log: pino({ level: 'silent' }),
      clock: fixture.clock,
      secret: SECRET,
      baseUrl: 'http://localhost:3999',
      onUserCreated: async () => undefined,
      onLoggedIn: async () => undefined,
      onSecurityNotice: async () => undefined,
    });
    const { body } = await call('/token', { token: session, auth: other });
    const { token } = tokenAnswer.parse(body);
    expect(readPart(token, 1)).toMatchObject({ iss: 'http://localhost:3999' });
    expect(await resolve(token)).toBeNull();
  });

  it('is refused when anything in it was changed', async () => {
    const session = await sessionToken();
    const token = await accessTokenOf(session);
    const [head = '', payload = '', signature = ''] = token.split('.');
    const [key] = await publicKeys();
    const claims = readPart(token, 1);
    const victim = `victim-${serial}@example.com`;
    await call('/sign-up/email', { body: { email: victim, password: GOOD_PASSWORD } });
    const { rows } = await fixture.database.pool.query(
      'select s.id as sid, u.id as sub from auth_sessions s join auth_users u on u.id = s.user_id where email = $1',
      [victim],
    );
    const stolen = part({ ...claims, ...rows[0] });
    const strange = generateKeyPairSync('ed25519').privateKey;
    const signed = (header: object, body: string) => {
      const text = `${part(header)}.${body}`;
      return `${text}.${sign(null, Buffer.from(text), strange).toString('base64url')}`;
    };
    const hmac = (header: object, body: string, secret: string) => {
      const text = `${part(header)}.${body}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    const kid = String(key?.kid);
    const forged: Record<string, string> = {
      'another payload': `${head}.${stolen}.${signature}`,
      'another signature': `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
      'no signature': `${head}.${payload}.`,
      'alg none': `${part({ alg: 'none', kid })}.${stolen}.AAAA`,
      'alg none without signature': `${part({ alg: 'none', kid })}.${stolen}.`,
      'HS256 with the public key': hmac({ alg: 'HS256', kid }, stolen, String(key?.x)),
      'HS256 with the public key as JSON': hmac({ alg: 'HS256', kid }, stolen, JSON.stringify(key)),
      'a strange key': signed({ alg: 'EdDSA', kid }, stolen),
      'a strange key that it brings along': signed(
        { alg: 'EdDSA', jwk: generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) },
        stolen,
      ),
      'a key that nobody has': signed({ alg: 'EdDSA', kid: crypto.randomUUID() }, stolen),
      'no key': signed({ alg: 'EdDSA' }, stolen),
      'no session': `${head}.${part({ ...claims, sid: undefined })}.${signature}`,
    };
    for (const [what, wrong] of Object.entries(forged)) expect(await resolve(wrong), what).toBeNull();
    expect(await resolve(token)).toMatchObject({ email });
  });

  it('does not pass an unreachable database off as a wrong token', async () => {
    const token = await accessTokenOf(await sessionToken());
    const nowhere = openDatabase({
      url: 'postgres://nobody@127.0.0.1:1/none',
      log: pino({ level: 'silent' }),
    });
    try {
      const auth = fixture.authOn(nowhere);
      const asked = auth.resolveSession(new Headers({ authorization: `Bearer ${token}` }));
      await expect(asked).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      await nowhere.close();
    }
  });
});

describe('the keys of access tokens', () => {
  it('are stored encrypted', async () => {
    await accessTokenOf(await sessionToken());
    const { rows } = await fixture.database.pool.query('select * from auth_jwks');
    expect(rows).toHaveLength(1);
    expect(rows[0].private_key).not.toMatch(/"d"|kty/);
    expect(JSON.stringify(await publicKeys())).not.toContain('"d"');
  });

  it('are replaced when they have signed long enough, and stay published for a while', async () => {
    const session = await sessionToken();
    const old = await accessTokenOf(session);
    const setAge = (days: number) =>
      fixture.database.pool.query(
        'update auth_jwks set expires_at = now() - make_interval(hours => $2) where id = $1',
        [readPart(old, 0).kid, days * 24],
      );
    const { rows } = await fixture.database.pool.query('select expires_at, created_at from auth_jwks');
    expect(Math.round((rows[0].expires_at - rows[0].created_at) / 86_400_000)).toBe(90);
    await setAge(0.5);
    const fresh = await accessTokenOf(session);
    expect(readPart(fresh, 0).kid).not.toBe(readPart(old, 0).kid);
    expect((await publicKeys()).map(({ kid }) => kid).sort()).toEqual(
      [readPart(old, 0).kid, readPart(fresh, 0).kid].sort(),
    );
    expect(await resolve(old)).toMatchObject({ email });
    expect(await resolve(fresh)).toMatchObject({ email });
    await setAge(2);
    expect((await publicKeys()).map(({ kid }) => kid)).toEqual([readPart(fresh, 0).kid]);
  });
});
