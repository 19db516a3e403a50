// Whose account it becomes when an address is confirmed that somebody else signed up first.
import { describe, expect, it } from 'vitest';
import { findUserByEmail } from '../../src/modules/identity/index.ts';
import { betweenStatements } from '../between-statements.ts';
import { GOOD_PASSWORD } from './identity-fixture.ts';
import { email, fixture, signIn, signUp, visitor } from './identity-world.ts';
import { inbox, LOGIN_LINK, linkIn, RESET_LINK, setUpMail } from './mail-world.ts';
import { after, countRows } from './overtaken-world.ts';

const THEIR_PASSWORD = 'regenschirm mondlicht 41';

setUpMail();

/** Somebody else signs up this address, and then its owner does. Returns the link that the first one had sent. */
async function signUpAfterSomebodyElse(): Promise<string> {
  await visitor().post('/sign-up/email', { email, password: THEIR_PASSWORD });
  const link = await linkIn(LOGIN_LINK);
  await signUp(visitor(2));
  await fixture.settled();
  return link;
}

const isConfirmed = async () => (await findUserByEmail(fixture.database.db, email))?.emailVerified;

describe('an address that somebody else signed up first', () => {
  it('belongs to its owner by the link for a new password', async () => {
    await signUpAfterSomebodyElse();
    const token = await linkIn(RESET_LINK);
    const chosen = await visitor(2).post('/reset-password', { token, newPassword: GOOD_PASSWORD });
    expect(chosen.status).toBe(200);
    expect((await signIn(visitor(2))).status).toBe(200);
    expect((await signIn(visitor(), THEIR_PASSWORD)).status).toBe(401);
  });

  it('is not confirmed with their password when its owner has the message sent again', async () => {
    await signUpAfterSomebodyElse();
    expect((await signIn(visitor(), THEIR_PASSWORD)).status).toBe(401);
    const before = (await inbox()).length;
    expect((await visitor(2).post('/send-verification-email', { email })).status).toBe(200);
    const [newest, ...others] = await inbox();
    expect(others).toHaveLength(before);
    expect(newest).toMatch(RESET_LINK);
    expect(newest).not.toMatch(LOGIN_LINK);
  });

  it('is not confirmed with their password by their own link: it leads to the choice of a new one', async () => {
    const link = await signUpAfterSomebodyElse();
    const owner = visitor(2);
    const { status, response } = await owner.get(link);
    expect(status).toBe(302);
    const { pathname, searchParams } = new URL(response.headers.get('location') ?? '', fixture.baseUrl);
    expect(pathname).toBe('/reset-password');
    expect(await owner.resolve()).toBeNull();
    expect(await isConfirmed()).toBe(false);
    const chosen = { token: searchParams.get('token'), newPassword: GOOD_PASSWORD };
    expect((await owner.post('/reset-password', chosen)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
    expect((await signIn(owner)).status).toBe(200);
    expect((await signIn(visitor(), THEIR_PASSWORD)).status).toBe(401);
  });

  it('is not confirmed with their password, however many messages have gone out already', async () => {
    await visitor().post('/sign-up/email', { email, password: THEIR_PASSWORD });
    for (let host = 3; host <= 5; host += 1) await visitor(host).post('/request-password-reset', { email });
    await signUp(visitor(2));
    await fixture.settled();
    expect((await signIn(visitor(), THEIR_PASSWORD)).status).toBe(401);
  });

  it('keeps the links for a new password that went there, however often it is signed up', async () => {
    await signUpAfterSomebodyElse();
    const token = await linkIn(RESET_LINK);
    await visitor().post('/sign-up/email', { email, password: THEIR_PASSWORD });
    await fixture.settled();
    const chosen = await visitor(2).post('/reset-password', { token, newPassword: GOOD_PASSWORD });
    expect(chosen.status).toBe(200);
    expect((await signIn(visitor(), THEIR_PASSWORD)).status).toBe(401);
  });

  it('begins no session by a link that its second sign-up overtakes', async () => {
    await visitor().post('/sign-up/email', { email, password: THEIR_PASSWORD });
    const link = await linkIn(LOGIN_LINK);
    const finder = visitor(3);
    const during = betweenStatements(fixture.database.pool);
    const answer = await during(
      // The first one counts for whom the link is, the second one looks for the password.
      after(/"auth_accounts"/, /"auth_accounts"/),
      async () => {
        await signUp(visitor(2));
        await fixture.settled();
      },
      () => finder.get(link),
    );
    expect(answer.response.headers.get('location')).toBe('/login?error=INVALID_TOKEN');
    expect(await finder.resolve()).toBeNull();
    expect(await isConfirmed()).toBe(false);
  });

  it('loses nothing once it is confirmed', async () => {
    await signUp(visitor(2));
    await visitor(2).get(await linkIn(LOGIN_LINK));
    await visitor().post('/sign-up/email', { email, password: THEIR_PASSWORD });
    await fixture.settled();
    expect((await signIn(visitor(2))).status).toBe(200);
  });
});

describe('somebody else’s link in a browser that is signed in', () => {
  it('confirms their address, and leaves the session and the browser to who has them', async () => {
    const anna = visitor(2);
    await signUp(anna);
    await anna.get(await linkIn(LOGIN_LINK));
    const session = (await anna.resolve())?.sessionId;
    const theirs = `mallory-${email}`;
    await signUp(visitor(), theirs);
    const { status, response } = await anna.get(await linkIn(LOGIN_LINK, theirs));
    expect(status).toBe(302);
    expect(response.headers.get('location')).toBe('/login?error=other_account');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await anna.resolve()).toMatchObject({ email, sessionId: session });
    const mallory = await findUserByEmail(fixture.database.db, theirs);
    expect(mallory?.emailVerified).toBe(true);
    const begun = 'SELECT FROM auth_sessions WHERE user_id = $1';
    expect(await countRows(begun, mallory?.id)).toBe(0);
  });

  it('logs in where that session has ended', async () => {
    const anna = visitor(2);
    await signUp(anna);
    await anna.get(await linkIn(LOGIN_LINK));
    await fixture.database.pool.query('DELETE FROM auth_sessions');
    const other = `other-${email}`;
    await signUp(visitor(), other);
    expect((await anna.get(await linkIn(LOGIN_LINK, other))).response.headers.get('location')).toBe(
      '/dashboard',
    );
    expect(await anna.resolve()).toMatchObject({ email: other });
  });
});
