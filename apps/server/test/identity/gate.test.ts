import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { createRateLimiter, deleteOldRateLimits } from '../../src/platform/rate-limit.ts';
import { GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { email, fixture, serial, setUpIdentity, visitor } from './identity-world.ts';

setUpIdentity();

describe('the gate', () => {
  it('refuses requests of other websites', async () => {
    const anna = visitor();
    const body = { email, password: GOOD_PASSWORD };
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      const answer = await anna.post('/sign-up/email', body, headers);
      expect(answer).toMatchObject({ status: 403, body: { code: 'FOREIGN_ORIGIN' } });
    }
    const silent = new Request(`${fixture.baseUrl}/api/auth/sign-out`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect((await anna.send(silent)).status).toBe(403);
  });

  it('takes the loopback names of one machine as one, and clients that are no browsers', async () => {
    const body = { email, password: GOOD_PASSWORD };
    expect((await visitor().post('/sign-up/email', body, { origin: 'http://127.0.0.1:3000' })).status).toBe(
      200,
    );
    const script = new Request(`${fixture.baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    });
    const client = visitor(2);
    expect((await client.send(script)).status).toBe(200);
    const signOut = new Request(`${fixture.baseUrl}/api/auth/sign-out`, {
      method: 'POST',
      headers: client.headers,
    });
    expect((await client.send(signOut)).status).toBe(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'refuses the content type „%s“',
    async (type) => {
      const answer = await visitor().post(
        '/sign-in/email',
        { email, password: GOOD_PASSWORD },
        { 'content-type': type },
      );
      expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    },
  );

  it('refuses what is too large, no JSON or no object', async () => {
    const anna = visitor();
    const large = await anna.post('/sign-in/email', { email, password: 'x'.repeat(20_000) });
    expect(large).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    for (const body of ['{', '[]', 'null', '"x"']) {
      const request = new Request(`${fixture.baseUrl}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect((await anna.send(request)).status).toBe(400);
    }
  });

  it('refuses what the database cannot hold', async () => {
    const body = { token: 'a\0b', newPassword: GOOD_PASSWORD };
    for (const answer of [
      await visitor().post('/reset-password', body),
      await visitor().get('/verify-email?token=a%00b'),
    ])
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it.each([
    '/change-email',
    '/two-factor/send-otp',
    '/two-factor/verify-otp',
    '/two-factor/get-totp-uri',
    '/two-factor/view-backup-codes',
    '/delete-user',
    '/sign-in/social',
    '/error',
    '/ok',
    '/reset-password/x',
    '//sign-out',
    '/sign-out/',
    '/__proto__',
    '/toString',
    '',
  ])('knows no endpoint „%s“', async (path) => {
    expect(await visitor().post(path, {})).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('refuses another method', async () => {
    expect(await visitor().get('/sign-out')).toMatchObject({
      status: 405,
      body: { code: 'METHOD_NOT_ALLOWED', message: 'Diese Anfrage ist hier nicht möglich.' },
    });
  });

  it('asks for a session where one is needed', async () => {
    expect(await visitor().get('/list-sessions')).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'Bitte melden Sie sich an.' },
    });
  });
});

describe('while the database is away', () => {
  it('nobody is taken for anonymous: requests and sessions answer that the service is unavailable', async () => {
    const anna = visitor();
    await anna.post('/sign-up/email', { email, password: GOOD_PASSWORD });
    const log = pino({ level: 'silent' });
    const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', log });
    const away = new Visitor({ auth: fixture.authOn(database), baseUrl: fixture.baseUrl });
    for (const [name, value] of anna.cookies) away.cookies.set(name, value);
    const unavailable = { status: 503, body: { code: 'UNAVAILABLE' } };
    expect(await away.get('/get-session')).toMatchObject(unavailable);
    expect(await away.post('/sign-in/email', { email, password: GOOD_PASSWORD })).toMatchObject(unavailable);
    await expect(away.resolve()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await database.close();
  });
});

describe('a rate limit', () => {
  const limit = { max: 2, windowMs: 60_000 };

  it('counts per purpose and subject within a window and says how long to wait', async () => {
    const limiter = createRateLimiter(fixture);
    const key = { purpose: 'test', subject: `a${serial}` };
    expect(await limiter.consume(key, limit)).toBe(0);
    fixture.clock.advance(20_000);
    expect(await limiter.consume(key, limit)).toBe(0);
    expect(await limiter.consume(key, limit)).toBe(40_000);
    expect(await limiter.consume({ ...key, purpose: 'other' }, limit)).toBe(0);
    expect(await limiter.consume({ ...key, subject: `b${serial}` }, limit)).toBe(0);
    fixture.clock.advance(40_000);
    expect(await limiter.consume(key, limit)).toBe(0);
  });

  it('gives attempts back and forgets them', async () => {
    const limiter = createRateLimiter(fixture);
    const key = { purpose: 'test', subject: `c${serial}` };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await limiter.consume(key, limit)).toBe(0);
      await limiter.refund(key);
    }
    await limiter.consume(key, limit);
    await limiter.consume(key, limit);
    await limiter.reset(key);
    expect(await limiter.consume(key, limit)).toBe(0);
  });

  it('keeps no address, and no counter longer than it is needed', async () => {
    const limiter = createRateLimiter(fixture);
    await limiter.consume({ purpose: 'test', subject: email }, limit);
    const stored = () => fixture.database.pool.query("select key from rate_limits where key like 'test:%'");
    const { rows } = await stored();
    expect(JSON.stringify(rows)).not.toContain(email);
    fixture.clock.advance(60_000);
    const now = fixture.clock.now();
    await deleteOldRateLimits(fixture.database, { startedBefore: now, now });
    expect((await stored()).rows).toEqual([]);
  });
});
