// What somebody tries who means no good. What the gate refuses by shape stands in identity-gate.test.ts.
import { createHook } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { UNKNOWN_ADDRESS } from '../../src/platform/client-address.ts';
import { codeFor } from '../authenticator.ts';
import { createSmtpInbox, type SmtpInbox } from '../notifications/smtp-inbox.ts';
import { type Answer, createIdentityFixture, GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { email, fixture, nextPerson, setUpIdentity, signIn, signUp, visitor } from './identity-world.ts';

const OTHER_PASSWORD = 'regenschirm mondlicht 41';
const MINUTE_MS = 60_000;
/** Until it is so; longer than a busy machine takes. */
const WAIT = { timeout: 20_000 };
const ORIGIN = 'https://botdepot.example';

let smtp: SmtpInbox;

beforeAll(async () => {
  smtp = await createSmtpInbox();
});
afterAll(() => smtp.goDown());
setUpIdentity(() => ({
  AUTH_SECRET: 'x'.repeat(32),
  PUBLIC_URL: ORIGIN,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Botdepot <post@botdepot.example>',
}));
afterEach(() => {
  vi.useRealTimers();
});

/** The newest link to this page that the current person received. */
async function linkTo(path: string): Promise<URL> {
  await fixture.settled();
  const [mail] = smtp.received.filter(({ to, raw }) => to === email && raw.includes(path)).slice(-1);
  const text = mail?.raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
  const [link] = new RegExp(`${ORIGIN}${path}\\S+`).exec(text) ?? [];
  if (link === undefined) throw new Error(`no message to ${email} with a link to ${path}`);
  return new URL(link);
}

const relative = ({ pathname, search }: URL) => pathname.replace('/api/auth', '') + search;

async function customer(host = 1): Promise<Visitor> {
  const anna = visitor(host);
  await signUp(anna);
  await anna.get(relative(await linkTo('/api/auth/verify-email')));
  expect(await anna.resolve()).toMatchObject({ email });
  return anna;
}

/** The library judges links by the machine's time. Only that is moved, so that connections and timers go on. */
function letPass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

/** How many passwords are hashed meanwhile, by whatever code: Node's own count of its scrypt jobs. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') hashes += 1;
    },
  }).enable();
  await work();
  await fixture.settled();
  hook.disable();
  return hashes;
}

/** Requests that write into this table have all read it before the first of them writes. */
async function whileNoRowCanBeWritten<T>(table: string, writers: number, work: () => Promise<T>): Promise<T> {
  const { pool } = fixture.database;
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in share mode`);
    const result = work();
    await vi.waitFor(async () => {
      // The others wait for the first of them, which waits for the table.
      const waiting = await pool.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting.rows).toEqual([{ count: writers }]);
    }, WAIT);
    await holder.query('commit');
    return await result;
  } finally {
    // A connection that still holds the lock is closed with it.
    holder.release(true);
  }
}

/** Everything that an answer gives away but the time it was made. */
async function visible({ response }: Answer): Promise<unknown> {
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

describe('somebody who guesses passwords', () => {
  it('without an address locks nobody else out, and no account is left to them', async () => {
    await customer();
    // Refused before it is hashed, and counted like any other.
    const tooLong = 'geraten'.repeat(20);
    for (let attempt = 0; attempt < 101; attempt += 1) {
      const body = { email: `victim-${attempt}-${email}`, password: tooLong };
      const answer = await new Visitor(fixture, UNKNOWN_ADDRESS).post('/sign-in/email', body);
      expect(answer.status).toBe(400);
    }
    expect((await signIn(new Visitor(fixture, UNKNOWN_ADDRESS))).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt += 1)
      await signIn(new Visitor(fixture, UNKNOWN_ADDRESS), tooLong);
    expect((await signIn(new Visitor(fixture, UNKNOWN_ADDRESS))).status).toBe(429);
    expect((await signIn(visitor(2))).status).toBe(429);
  });

  it('is slowed down by the account, whichever address each attempt comes from', async () => {
    await customer();
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      const from = attempt % 2 ? `198.51.100.${attempt}` : `2001:db8:${attempt}::1`;
      const who = new Visitor(fixture, from);
      statuses.push((await signIn(who, `falsches Passwort ${attempt}`)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });
});

describe('somebody who wants to know who has an account', () => {
  type Attempt = (who: Visitor, address: string) => Promise<Answer>;
  const reset: Attempt = (who, address) => who.post('/request-password-reset', { email: address });
  const guess: Attempt = (who, address) =>
    who.post('/sign-in/email', { email: address, password: OTHER_PASSWORD });

  it.each([
    ['at the sign-up', signUp, 1],
    ['at the password reset', reset, 0],
    ['at a login with a wrong password', guess, 1],
  ])('learns nothing %s: same answer, same work', async (_where, attempt, hashes) => {
    await customer();
    const known: Answer[] = [];
    const unknown: Answer[] = [];
    const forKnown = await hashesDuring(async () => known.push(await attempt(visitor(2), email)));
    const forUnknown = await hashesDuring(async () => unknown.push(await attempt(visitor(3), `no-${email}`)));
    expect(await Promise.all(unknown.map(visible))).toEqual(await Promise.all(known.map(visible)));
    expect([forKnown, forUnknown]).toEqual([hashes, hashes]);
  });
});

describe('a link in a message', () => {
  const FOREIGN = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    `${ORIGIN}.evil.example/`,
    `${ORIGIN}@evil.example/`,
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/%09/evil.example',
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '/.//evil.example',
    '/..//evil.example',
  ];

  /** Where a browser goes from here, as it reads addresses: without tabs and line breaks, `\` as `/`. */
  const originOf = (location: string) => new URL(location, ORIGIN).origin;

  it.each(FOREIGN)('asked for with the way on %j leads to no other website', async (callbackURL) => {
    const asked = await visitor().post('/sign-up/email', { email, password: GOOD_PASSWORD, callbackURL });
    if (asked.status !== 200) return expect([400, 403]).toContain(asked.status);
    const { response } = await visitor(2).get(relative(await linkTo('/api/auth/verify-email')));
    expect(originOf(response.headers.get('location') ?? '/')).toBe(ORIGIN);
  });

  it('that somebody has changed leads to no other website', async () => {
    await signUp(visitor());
    const link = await linkTo('/api/auth/verify-email');
    for (const callbackURL of FOREIGN) {
      link.searchParams.set('callbackURL', callbackURL);
      const { response } = await visitor(2).get(relative(link));
      expect(originOf(response.headers.get('location') ?? '/'), callbackURL).toBe(ORIGIN);
    }
  });

  it('to confirm an address counts for a day', async () => {
    await signUp(visitor());
    const link = await linkTo('/api/auth/verify-email');
    letPass(24 * 60 * MINUTE_MS + 1_000);
    const late = await visitor(2).get(relative(link));
    expect(late.response.headers.get('location')).toBe('/login?error=TOKEN_EXPIRED');
    expect(await signIn(visitor(3))).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
  });

  it('to choose a new password counts for an hour', async () => {
    await customer();
    await visitor(2).post('/request-password-reset', { email });
    const token = (await linkTo('/reset-password')).searchParams.get('token');
    letPass(60 * MINUTE_MS + 1_000);
    const late = await visitor(2).post('/reset-password', { token, newPassword: OTHER_PASSWORD });
    expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    vi.useRealTimers();
    expect((await signIn(visitor(3))).status).toBe(200);
  });

  it('to choose a new password counts once, also for two at the same moment', async () => {
    await customer();
    await visitor(2).post('/request-password-reset', { email });
    const token = (await linkTo('/reset-password')).searchParams.get('token');
    const choices = [OTHER_PASSWORD, 'kiesweg laternenlicht 12'];
    const answers = await Promise.all(
      choices.map((newPassword, index) => visitor(index + 3).post('/reset-password', { token, newPassword })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('a session', () => {
  it('that was put under somebody is not the one they log in with', async () => {
    const mallory = await customer();
    const planted = mallory.headers;
    nextPerson();
    await customer();
    const victim = visitor(2);
    for (const [name, value] of mallory.cookies) victim.cookies.set(name, value);
    expect((await signIn(victim)).status).toBe(200);
    expect(await victim.resolve()).toMatchObject({ email });
    expect((await fixture.auth.resolveSession(planted))?.email).not.toBe(email);
  });

  it('is none with a cookie that was changed, unsigned, or signed elsewhere', async () => {
    const anna = await customer();
    const [name = '', value = ''] = [...anna.cookies].find(([key]) => key.includes('session_token')) ?? [];
    const [token = '', signature = ''] = decodeURIComponent(value).split('.');
    const berta = visitor(9);
    nextPerson('berta');
    await signUp(berta);
    await berta.get(relative(await linkTo('/api/auth/verify-email')));
    const [other = ''] = [...berta.cookies.values()];
    const [otherToken = ''] = decodeURIComponent(other).split('.');
    const forged = [
      token,
      `${token}.`,
      `${token}.${'A'.repeat(43)}=`,
      `${otherToken}.${signature}`,
      `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}.${signature}`,
      `${token}.${signature}.${signature}`,
      '.',
      'null',
      `${token}' or '1'='1.${signature}`,
    ];
    for (const cookie of forged) {
      const headers = new Headers({ cookie: `${name}=${encodeURIComponent(cookie)}` });
      expect(await fixture.auth.resolveSession(headers), cookie).toBeNull();
    }
    // Of another installation, which has another secret.
    const elsewhere = await createIdentityFixture({
      AUTH_SECRET: 'y'.repeat(32),
      PUBLIC_URL: ORIGIN,
    });
    expect(await elsewhere.auth.resolveSession(anna.headers)).toBeNull();
    await elsewhere.close();
    expect(await anna.resolve()).not.toBeNull();
  });

  it('that has ended does nothing any more, however the cookie is sent again', async () => {
    const anna = await customer();
    const replay = visitor(2);
    for (const [name, value] of anna.cookies) replay.cookies.set(name, value);
    expect((await anna.post('/sign-out', {})).status).toBe(200);
    for (const attempt of [
      () => replay.get('/list-sessions'),
      () => replay.post('/reauthenticate', { password: GOOD_PASSWORD }),
      () => replay.post('/update-user', { name: 'Mallory' }),
      () => replay.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD }),
      () => replay.post('/two-factor/enable', { password: GOOD_PASSWORD }),
    ])
      expect((await attempt()).status).toBe(401);
    expect(await (await replay.get('/get-session')).response.json()).toBeNull();
    expect(await replay.resolve()).toBeNull();
  });
});

describe('the second factor', () => {
  const setUp = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });

  it('that is set up twice at the same moment has one secret in the end, and no fault', async () => {
    const anna = await customer();
    const answers = await whileNoRowCanBeWritten('auth_two_factors', 3, () =>
      Promise.all(
        Array.from({ length: 3 }, () => anna.post('/two-factor/enable', { password: GOOD_PASSWORD })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const uris = answers.map(({ body }) => setUp.parse(body).totpURI);
    const accepted: number[] = [];
    for (const uri of uris)
      accepted.push((await anna.post('/two-factor/verify-totp', { code: await codeFor(uri) })).status);
    expect(accepted.filter((status) => status === 200)).toHaveLength(1);
  });

  it('takes no login under way a second time', async () => {
    const anna = await customer();
    const { totpURI, backupCodes } = setUp.parse(
      (await anna.post('/two-factor/enable', { password: GOOD_PASSWORD })).body,
    );
    await anna.post('/two-factor/verify-totp', { code: await codeFor(totpURI) });
    const phone = visitor(2);
    await signIn(phone);
    const underWay = new Map(phone.cookies);
    const code = backupCodes[0];
    expect((await phone.post('/two-factor/verify-backup-code', { code })).status).toBe(200);
    const thief = visitor(3);
    for (const [name, value] of underWay) thief.cookies.set(name, value);
    const again = await thief.post('/two-factor/verify-backup-code', { code: backupCodes[1] });
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_TWO_FACTOR_COOKIE' } });
    expect(await thief.resolve()).toBeNull();
  });
});
