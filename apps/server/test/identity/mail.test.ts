import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUserByEmail } from '../../src/modules/identity/index.ts';
import { codeFor } from '../authenticator.ts';
import { betweenStatements } from '../between-statements.ts';
import {
  type Answer,
  createIdentityFixture,
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from './identity-fixture.ts';
import { email, fixture, signIn, signUp, visitor } from './identity-world.ts';
import { decodeMessage, inbox, LOGIN_LINK, linkIn, messages, RESET_LINK, setUpMail } from './mail-world.ts';
import { after } from './overtaken-world.ts';

const OTHER_PASSWORD = 'regenschirm mondlicht 41';

setUpMail();

/** What an answer gives away: everything but the time. */
async function visible({ response }: Answer): Promise<unknown> {
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

describe('signing up with a mail transport', () => {
  it('needs the address verified before the first session; the link logs in', async () => {
    const anna = visitor();
    expect((await signUp(anna)).body).toEqual({ user: null });
    expect(anna.cookies.size).toBe(0);

    const early = await signIn(visitor(2));
    expect(early).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    expect(early.body?.message).toMatch(/^Bitte bestätigen Sie zuerst/);
    expect((await signIn(visitor(2), OTHER_PASSWORD)).body?.code).toBe('INVALID_EMAIL_OR_PASSWORD');

    expect((await inbox())[0]).toContain('Spielgeld – kein echtes Geld');
    const link = await linkIn(LOGIN_LINK);
    const clicked = await anna.get(link);
    expect(clicked.status).toBe(302);
    expect(clicked.response.headers.get('location')).toBe('/dashboard');
    const [cookie = ''] = clicked.response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-botdepot\.session_token=/);
    expect(cookie).toMatch(/Secure/i);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/Path=\//i);
    expect(cookie).not.toMatch(/Domain/i);
    expect(await anna.resolve()).toMatchObject({ email });
    expect((await signIn(visitor(2))).status).toBe(200);

    // Somebody who finds the link later gets no session from it.
    const finder = visitor(3);
    await finder.get(link);
    expect(finder.cookies.size).toBe(0);
  });

  it('answers the same for a new, an unconfirmed and a known address', async () => {
    const asNew = await visible(await signUp(visitor()));
    const asUnconfirmed = await visible(
      await visitor(2).post('/sign-up/email', { email, password: OTHER_PASSWORD }),
    );
    const token = await linkIn(RESET_LINK);
    await visitor(3).post('/reset-password', { token, newPassword: GOOD_PASSWORD });
    // The message about the new password is sent meanwhile, and may be the later one.
    expect((await inbox())[0]).toContain('Ihr Passwort wurde geändert');
    const asKnown = await visible(
      await visitor(4).post('/sign-up/email', { email, password: OTHER_PASSWORD }),
    );
    expect((await inbox())[0]).toContain('Sie haben schon ein Konto');
    expect(asUnconfirmed).toEqual(asNew);
    expect(asKnown).toEqual(asNew);
    expect((await signIn(visitor(5), OTHER_PASSWORD)).status).toBe(401);
  });

  it('answers the same when two requests sign up a new address at the same moment', async () => {
    const answers = await Promise.all([signUp(visitor()), signUp(visitor(2)), signUp(visitor(3))]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  });

  it.each([
    ['/send-verification-email', 5],
    ['/request-password-reset', 3],
  ])('sends only so many messages per hour to one address, known or not: %s %i', async (path, most) => {
    const statuses: number[] = [];
    for (let host = 1; host <= most + 1; host += 1)
      statuses.push((await visitor(host).post(path, { email })).status);
    expect(statuses).toEqual([...Array<number>(most).fill(200), 429]);
  });

  it('does not wait for the mail server, nor fail without it', async () => {
    const dead = await createIdentityFixture({
      AUTH_SECRET: 'x'.repeat(32),
      PUBLIC_URL: 'https://botdepot.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'post@botdepot.example',
    });
    try {
      const answer = await new Visitor(dead).post('/sign-up/email', { email, password: GOOD_PASSWORD });
      expect(answer.status).toBe(200);
      expect(await findUserByEmail(dead.database.db, email)).not.toBeNull();
    } finally {
      await dead.close();
    }
  });

  it('begins no session by a link that a new password overtakes', async () => {
    await signUp(visitor());
    const link = await linkIn(LOGIN_LINK);
    await visitor(2).post('/request-password-reset', { email });
    const token = await linkIn(RESET_LINK);
    const late = visitor(3);
    const during = betweenStatements(fixture.database.pool);
    const answer = await during(
      after(/update "auth_users" set "email_verified"/, /^commit$/i),
      () => visitor(2).post('/reset-password', { token, newPassword: OTHER_PASSWORD }),
      () => late.get(link),
    );
    expect(answer.status).toBe(302);
    expect(answer.response.headers.get('location')).toBe('/login?error=INVALID_TOKEN');
    expect(await late.resolve()).toBeNull();
    expect((await signIn(visitor(4), OTHER_PASSWORD)).status).toBe(200);
  });
});

describe('a verification link', () => {
  it('that does not work leads to the log-in page', async () => {
    const answer = await visitor().get('/verify-email?token=invalid&callbackURL=/dashboard');
    expect(answer.status).toBe(302);
    expect(answer.response.headers.get('location')).toBe('/login?error=INVALID_TOKEN');
  });

  it('leads to no other website', async () => {
    await signUp(visitor());
    const link = (await linkIn(LOGIN_LINK)).replace(/callbackURL=.*/, 'callbackURL=https://evil.example/');
    expect(await visitor().get(link)).toMatchObject({ status: 403, body: { code: 'INVALID_CALLBACK_URL' } });
    const asked = await visitor().post('/send-verification-email', { email, callbackURL: '//evil.example' });
    expect(asked.status).toBe(403);
  });

  it('can be sent again; unknown addresses get the same answer', async () => {
    await signUp(visitor());
    await fixture.settled();
    const before = messages.length;
    const known = await visible(await visitor().post('/send-verification-email', { email }));
    await fixture.settled();
    expect(messages.length).toBe(before + 1);
    const unknown = await visible(await visitor().post('/send-verification-email', { email: `no-${email}` }));
    await fixture.settled();
    expect(messages.length).toBe(before + 1);
    expect(unknown).toEqual(known);
  });
});

describe('resetting a password', () => {
  it('answers the same for known and unknown addresses', async () => {
    await signUp(visitor());
    const known = await visible(await visitor().post('/request-password-reset', { email }));
    const unknown = await visible(await visitor().post('/request-password-reset', { email: `no-${email}` }));
    expect(unknown).toEqual(known);
    expect(known).toMatchObject({ status: 200, body: '{"status":true}' });
  });

  it('works once, ends every session and proves the address', async () => {
    const anna = visitor();
    await signUp(anna);
    await anna.get(await linkIn(LOGIN_LINK));
    expect(await anna.resolve()).not.toBeNull();

    await anna.post('/request-password-reset', { email });
    const token = await linkIn(RESET_LINK);
    const weak = await anna.post('/reset-password', { token, newPassword: 'Passwort2024!' });
    expect(weak.body?.code).toBe('PASSWORD_GUESSABLE');
    expect((await anna.post('/reset-password', { token, newPassword: OTHER_PASSWORD })).status).toBe(200);
    expect(await anna.resolve()).toBeNull();
    expect((await signIn(visitor(2))).status).toBe(401);
    expect((await signIn(visitor(2), OTHER_PASSWORD)).status).toBe(200);

    const again = await anna.post('/reset-password', { token, newPassword: GOOD_PASSWORD });
    expect(again.status).toBe(400);
    expect(again.body).toEqual({
      code: 'INVALID_TOKEN',
      message: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte fordern Sie einen neuen an.',
    });
  });
});

describe('the demo without a mail server', () => {
  it('logs in at once and keeps its messages as files', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'botdepot-identity-'));
    const demo = await createIdentityFixture({ DATA_DIR: dataDir, WELCOME_DEPOSIT_USD: '0' });
    try {
      const anna = new Visitor(demo);
      await anna.post('/sign-up/email', { email, password: GOOD_PASSWORD });
      expect(await anna.resolve()).toMatchObject({ email });
      expect((await anna.post('/request-password-reset', { email })).status).toBe(200);
      await demo.settled();
      const [file = ''] = await readdir(join(dataDir, 'mail'));
      const message = decodeMessage(await readFile(join(dataDir, 'mail', file), 'utf8'));
      const token = /http:\/\/localhost:3000\/reset-password\?token=(\S+)/.exec(message)?.[1];
      const chosen = await anna.post('/reset-password', { token, newPassword: OTHER_PASSWORD });
      expect(chosen.status).toBe(200);
    } finally {
      await demo.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('a message about an account that exists', () => {
  let demo: IdentityFixture;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'botdepot-identity-'));
    demo = await createIdentityFixture({ DATA_DIR: dataDir, WELCOME_DEPOSIT_USD: '0' });
  });
  afterAll(async () => {
    await demo.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const mailbox = async () => {
    await demo.settled();
    const files = (await readdir(join(dataDir, 'mail'))).sort();
    return Promise.all(
      files.map(async (file) => decodeMessage(await readFile(join(dataDir, 'mail', file), 'utf8'))),
    );
  };

  it('tells its owner that the password was changed, and nothing of a change that was refused', async () => {
    const anna = new Visitor(demo);
    await anna.post('/sign-up/email', { email, password: GOOD_PASSWORD });
    const change = { currentPassword: OTHER_PASSWORD, newPassword: OTHER_PASSWORD };
    await anna.post('/change-password', change);
    expect((await anna.post('/change-password', { ...change, currentPassword: GOOD_PASSWORD })).status).toBe(
      200,
    );
    const messages = (await mailbox()).filter((message) => message.includes(`To: ${email}`));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('wurde gerade geändert');
    expect(messages[0]).toContain('http://localhost:3000/forgot-password');
  });

  it('does not go round the second factor with its link', async () => {
    const anna = new Visitor(demo);
    await anna.post('/sign-up/email', { email, password: GOOD_PASSWORD });
    const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    const code = await codeFor(String(body?.totpURI));
    expect((await anna.post('/two-factor/verify-totp', { code })).status).toBe(200);
    await anna.post('/send-verification-email', { email });
    const link = (await mailbox())
      .filter((message) => message.includes(`To: ${email}`))
      .map((message) => /\/api\/auth(\/verify-email\?token=\S+)/.exec(message)?.[1])
      .find((found) => found !== undefined);

    const finder = new Visitor(demo);
    expect((await finder.get(link ?? '')).status).toBe(302);
    expect(await finder.resolve()).toBeNull();
    expect(await findUserByEmail(demo.database.db, email)).toMatchObject({ emailVerified: true });
    expect(await anna.resolve()).toMatchObject({ email });
  });

  it('leaves the session as it is that opens its own link', async () => {
    const anna = new Visitor(demo);
    await anna.post('/sign-up/email', { email, password: GOOD_PASSWORD });
    const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    await anna.post('/two-factor/verify-totp', { code: await codeFor(String(body?.totpURI)) });
    const session = (await anna.resolve())?.sessionId;
    await anna.post('/send-verification-email', { email });
    const [link] = (await mailbox()).flatMap((message) =>
      message.includes(`To: ${email}`)
        ? (/\/api\/auth(\/verify-email\?token=\S+)/.exec(message)?.slice(1) ?? [])
        : [],
    );
    await anna.get(link ?? '');
    expect(await findUserByEmail(demo.database.db, email)).toMatchObject({ emailVerified: true });
    expect((await anna.resolve())?.sessionId).toBe(session);
  });
});
