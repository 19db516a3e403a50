import { describe, expect, it } from 'vitest';
import { settleCallback } from '../../src/modules/identity/sign-in/linked-identities.ts';
import { codeFor } from '../authenticator.ts';
import { GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import {
  begin,
  comeBack,
  link,
  list,
  logIn,
  person,
  provider,
  SETTINGS,
  setUpProvider,
} from './identity-oauth-world.ts';
import { customer, email, fixture, serial, signIn, visitor } from './identity-world.ts';

setUpProvider();

/** The same browser, with the cookies that it has now. */
function copyOf(who: Visitor): Visitor {
  const copy = new Visitor(fixture, who.address);
  for (const [name, value] of who.cookies) copy.cookies.set(name, value);
  return copy;
}

async function countUsers(): Promise<number> {
  const { rows } = await fixture.database.pool.query('select count(*)::int as total from auth_users');
  return rows[0].total;
}

describe('linking an identity', () => {
  it('connects the account at the provider, whatever its address, and keeps no token of it', async () => {
    const anna = await customer();
    expect(await list(anna)).toEqual([]);
    expect(await link(anna)).toBe(`${SETTINGS}&verbunden=1`);
    expect(await list(anna)).toMatchObject([{ provider: 'Beispiel-Konto' }]);
    const { rows } = await fixture.database.pool.query(
      `select a.* from auth_accounts a join auth_users u on u.id = a.user_id
       where u.email = $1 and provider_id <> 'credential'`,
      [email],
    );
    expect(rows).toMatchObject([
      { provider_id: 'oidc', access_token: null, refresh_token: null, id_token: null, password: null },
    ]);
    expect(rows[0].account_id).toContain(`#${person.sub}`);
    expect(await anna.resolve()).toMatchObject({ email });
  });

  it('asks for code, PKCE, state, nonce and the scopes', async () => {
    const url = new URL(await begin(await customer(), '/link-social'));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${fixture.baseUrl}/api/auth/callback/oidc`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^.{32}$/),
      nonce: expect.stringMatching(/^.{32}$/),
    });
  });

  it('needs a session that has proved lately who uses it', async () => {
    expect((await visitor(2).post('/link-social', {})).status).toBe(401);
    const anna = await customer();
    fixture.clock.advance(16 * 60_000);
    const late = await anna.post('/link-social', {});
    expect(late).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
  });

  it('is refused when the identity belongs to somebody else already', async () => {
    await link(await customer());
    const bert = await customer(2, `bert-${serial}@example.com`);
    expect(await link(bert)).toBe(`${SETTINGS}&error=identity_taken`);
    expect(await list(bert)).toEqual([]);
    const phone = visitor(3);
    await logIn(phone);
    expect(await phone.resolve()).toMatchObject({ email });
  });

  it('is refused when the provider does not know whether the address is theirs', async () => {
    const anna = await customer();
    expect(await link(anna, { ...person, verified: false })).toBe(`${SETTINGS}&error=identity_unverified`);
    expect(await list(anna)).toEqual([]);
  });

  it('is refused when somebody else, or nobody, is signed in on the way back', async () => {
    const anna = await customer();
    const back = provider.agree(await begin(anna, '/link-social'), person);
    await anna.post('/sign-out', {});
    expect(await comeBack(anna, back)).toBe('/login?error=session_changed');

    const bert = await customer(2, `bert-${serial}@example.com`);
    const second = provider.agree(await begin(bert, '/link-social'), person);
    await signIn(bert);
    expect(await comeBack(bert, second)).toBe('/login?error=session_changed');
    expect(await list(bert)).toEqual([]);
    const phone = visitor(3);
    expect(await logIn(phone)).toBe('/login?error=identity_unknown');
  });

  it('can be done once more without a second entry', async () => {
    const anna = await customer();
    await link(anna);
    await link(anna);
    expect(await list(anna)).toHaveLength(1);
  });
});

describe('signing in with a linked identity', () => {
  it('starts a session and leads to where one wanted to go', async () => {
    await link(await customer());
    const phone = visitor(2);
    expect(await logIn(phone, person, { callbackURL: '/dashboard/wallet?ansicht=transaktionen' })).toBe(
      '/dashboard/wallet?ansicht=transaktionen',
    );
    expect(await phone.resolve()).toMatchObject({ email });
  });

  it('leads who was not asked for by a page to the step of the login that opens their start page', async () => {
    const anna = await customer();
    await link(anna);
    const start = '/login?schritt=start';
    const phone = visitor(2);
    expect(await logIn(phone, person, { callbackURL: start })).toBe(start);
    expect(await phone.resolve()).toMatchObject({ email });
    const setUp = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    await anna.post('/two-factor/verify-totp', { code: await codeFor(String(setUp.body?.totpURI)) });
    // Another login is no page that somebody asked for: the web page opens the start page after the code as well.
    expect(await logIn(visitor(3), person, { callbackURL: start })).toBe(
      '/login?schritt=code&next=%2Flogin%3Fschritt%3Dstart',
    );
  });

  it('goes by the account at the provider, not by its address', async () => {
    await link(await customer());
    const phone = visitor(2);
    expect(await logIn(phone, { ...person, email: 'neu@provider.example', verified: false })).toBe(
      '/dashboard',
    );
    expect(await phone.resolve()).toMatchObject({ email });
  });

  it('is no fresh proof of who is there: the provider may have asked nothing', async () => {
    await link(await customer());
    const phone = visitor(2);
    await logIn(phone);
    expect((await phone.post('/link-social', {})).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    expect((await phone.post('/reauthenticate', { password: GOOD_PASSWORD })).status).toBe(200);
    expect((await phone.post('/link-social', {})).status).toBe(200);
  });

  it('creates no account, links none by its address, and does not say whether there is one', async () => {
    await customer();
    const before = await countUsers();
    for (const known of [email, `nobody-${serial}@example.com`]) {
      const phone = visitor(2);
      expect(await logIn(phone, { ...person, email: known })).toBe('/login?error=identity_unknown');
      expect(await phone.resolve()).toBeNull();
    }
    expect(await countUsers()).toBe(before);
    const { status } = await visitor(3).post('/sign-in/social', { requestSignUp: true });
    expect(status).toBe(400);
  });

  it('still asks for the code of the second factor', async () => {
    const anna = await customer();
    await link(anna);
    const setUp = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    const uri = String(setUp.body?.totpURI);
    await anna.post('/two-factor/verify-totp', { code: await codeFor(uri) });
    const phone = visitor(2);
    expect(await logIn(phone, person, { callbackURL: '/dashboard/wallet' })).toBe(
      '/login?schritt=code&next=%2Fdashboard%2Fwallet',
    );
    expect(await phone.resolve()).toBeNull();
    const code = await codeFor(uri, 1);
    expect((await phone.post('/two-factor/verify-totp', { code })).status).toBe(200);
    expect(await phone.resolve()).toMatchObject({ email });
  });

  it('ends the session before in the same browser, and no other', async () => {
    const anna = await customer();
    const phone = visitor(2);
    await signIn(phone);
    await link(anna);
    const before = copyOf(anna);
    await logIn(anna);
    expect(await before.resolve()).toBeNull();
    expect(await anna.resolve()).toMatchObject({ email });
    expect(await phone.resolve()).not.toBeNull();
  });

  it('ends it also where a code is still to come, as the browser keeps nothing of it', async () => {
    const anna = await customer();
    await link(anna);
    const setUp = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
    await anna.post('/two-factor/verify-totp', { code: await codeFor(String(setUp.body?.totpURI)) });
    const before = copyOf(anna);
    expect(await before.resolve()).not.toBeNull();
    await logIn(anna);
    expect(await anna.resolve()).toBeNull();
    expect(await before.resolve()).toBeNull();
  });

  it('ends none when nothing comes of it', async () => {
    const anna = await customer();
    const before = copyOf(anna);
    expect(await logIn(anna)).toBe('/login?error=identity_unknown');
    expect(await before.resolve()).not.toBeNull();
  });

  it.each<[string, string]>([
    ['an address elsewhere', 'https://evil.example/'],
    ['one without a scheme', '//evil.example/'],
    ['one with a backslash', '/\\evil.example'],
    ['one with a dot in between', '/.//evil.example/login'],
    ['one with a dot in other letters', '/%2e//evil.example/login'],
    ['one that climbs up', '/a/..//evil.example'],
    ['a script', 'javascript:alert(1)'],
  ])('leads nowhere else: %s', async (_what, callbackURL) => {
    const { status } = await visitor(2).post('/sign-in/social', { callbackURL });
    expect([400, 403]).toContain(status);
  });

  it('takes no other provider, token or return address from outside', async () => {
    for (const body of [
      { provider: 'google' },
      { idToken: { token: 'x' } },
      { errorCallbackURL: 'https://evil.example' },
      { scopes: ['admin'] },
    ])
      expect((await visitor(2).post('/sign-in/social', body)).status).toBe(400);
  });

  it('opens no locked account, and leads to the login, which says why', async () => {
    const anna = await customer();
    await link(anna);
    await fixture.database.pool.query(
      `update auth_users set locked_at = now(), locked_reason = 'Verdacht' where email = $1`,
      [email],
    );
    const elsewhere = visitor(2);
    expect(await logIn(elsewhere)).toBe('/login?error=ACCOUNT_LOCKED');
    expect(await elsewhere.resolve()).toBeNull();
  });
});

describe('the way back from the provider', () => {
  it('is refused with a state that nobody knows, or of another browser', async () => {
    await link(await customer());
    const phone = visitor(2);
    const back = provider.agree(await begin(phone, '/sign-in/social'), person);
    const other = new URL(back);
    other.searchParams.set('state', 'x'.repeat(32));
    const exchanges = provider.exchanges;
    expect(await comeBack(phone, other)).toBe('/login?error=provider_expired');
    expect(await comeBack(visitor(3), back)).toBe('/login?error=provider_expired');
    const without = new URL(back);
    without.searchParams.delete('state');
    expect(await comeBack(phone, without)).toBe('/login?error=provider_expired');
    expect(provider.exchanges).toBe(exchanges);
    expect(await phone.resolve()).toBeNull();
  });

  it.each([
    '/.//evil.example/login',
    '/a/..//evil.example',
    '//evil.example//evil.example',
    '/.//evil.example?error=x',
  ])('leads nowhere else, whatever the library says: %s', (location) => {
    const { headers } = settleCallback(new Response(null, { status: 302, headers: { location } }));
    expect(new URL(String(headers.get('location')), fixture.baseUrl).origin).toBe(fixture.baseUrl);
  });

  it('works once', async () => {
    await link(await customer());
    const phone = visitor(2);
    const back = provider.agree(await begin(phone, '/sign-in/social'), person);
    const cookies = new Map(phone.cookies);
    expect(await comeBack(phone, back)).toBe('/dashboard');
    const thief = visitor(3);
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect(await comeBack(thief, back)).toBe('/login?error=provider_expired');
    expect(await thief.resolve()).toBeNull();
  });

  it('does not take a code that was used in another login', async () => {
    await link(await customer());
    const victim = visitor(2);
    const used = provider.agree(await begin(victim, '/sign-in/social'), person);
    const thief = visitor(3);
    const own = provider.agree(await begin(thief, '/sign-in/social'), { ...person, sub: 'thief' });
    // The code was made for the verifier of another login.
    own.searchParams.set('code', used.searchParams.get('code') ?? '');
    expect(await comeBack(thief, own)).toBe('/login?error=provider_failed');
    expect(await thief.resolve()).toBeNull();
  });

  it('says when somebody cancelled, but not in words from outside', async () => {
    const phone = visitor(2);
    const back = provider.agree(await begin(phone, '/sign-in/social'), person);
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'Rufen Sie uns an: 0900');
    expect(await comeBack(phone, back)).toBe('/login?error=provider_cancelled');

    const odd = provider.agree(await begin(phone, '/sign-in/social'), person);
    odd.searchParams.delete('code');
    odd.searchParams.set('error', 'constructor');
    expect(await comeBack(phone, odd)).toBe('/login?error=provider_failed');
  });
});

describe('unlinking an identity', () => {
  it('takes this way in, with a fresh proof, and leaves the password', async () => {
    const anna = await customer();
    await link(anna);
    const [linked] = await list(anna);
    fixture.clock.advance(16 * 60_000);
    const late = await anna.post('/unlink-account', { id: linked?.id });
    expect(late).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
    await anna.post('/reauthenticate', { password: GOOD_PASSWORD });
    expect((await anna.post('/unlink-account', { id: linked?.id })).status).toBe(200);
    expect(await list(anna)).toEqual([]);
    expect(await logIn(visitor(2))).toBe('/login?error=identity_unknown');
    expect((await signIn(visitor(3))).status).toBe(200);
  });

  it('is told to the owner of the account, as linking is', async () => {
    const anna = await customer();
    await link(anna);
    await anna.post('/unlink-account', { id: (await list(anna))[0]?.id });
    await fixture.settled();
    const { rows } = await fixture.database.pool.query(
      `select title, message from user_notifications n join auth_users u on u.id = n.user_id
       where u.email = $1 and title like 'Zugang%' order by title`,
      [email],
    );
    expect(rows).toMatchObject([
      { title: 'Zugang getrennt', message: expect.stringContaining('Beispiel-Konto') },
      {
        title: 'Zugang verbunden',
        message: expect.stringMatching(/Beispiel-Konto .* trennen Sie ihn gleich in den Einstellungen/),
      },
    ]);
  });

  it('is never the last way in, and never the password', async () => {
    const anna = await customer();
    await link(anna);
    const { rows } = await fixture.database.pool.query(
      `select a.id from auth_accounts a join auth_users u on u.id = a.user_id
       where u.email = $1 and provider_id = 'credential'`,
      [email],
    );
    const password = await anna.post('/unlink-account', { id: rows[0].id });
    expect(password).toMatchObject({ status: 404, body: { code: 'ACCOUNT_NOT_FOUND' } });

    const [linked] = await list(anna);
    await fixture.database.pool.query('delete from auth_accounts where id = $1', [rows[0].id]);
    const last = await anna.post('/unlink-account', { id: linked?.id });
    expect(last).toMatchObject({ status: 400, body: { code: 'FAILED_TO_UNLINK_LAST_ACCOUNT' } });
    expect(last.body?.message).toBe('Das ist Ihr letzter Weg ins Konto. Er lässt sich nicht trennen.');
  });

  it('is nobody else’s', async () => {
    const anna = await customer();
    await link(anna);
    const [linked] = await list(anna);
    const bert = await customer(2, `bert-${serial}@example.com`);
    await link(bert, { ...person, sub: `bert-${serial}` });
    expect((await bert.post('/unlink-account', { id: linked?.id })).status).toBe(404);
    expect((await visitor(3).post('/unlink-account', { id: linked?.id })).status).toBe(401);
    expect(await list(anna)).toHaveLength(1);
    expect((await visitor(3).get('/list-accounts')).status).toBe(401);
  });
});
