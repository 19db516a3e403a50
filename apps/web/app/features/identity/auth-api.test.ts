import { afterEach, describe, expect, it, vi } from 'vitest';
import { NO_CONNECTION } from '../../lib/page/later.ts';
import { chooseBot, resendConfirmation, signIn, signOut, signUp } from './auth-api.ts';

const credentials = { email: ' anna@example.de ', password: 'wolkenbruch gartenzaun 77' };

function answerWith(status: number, body: unknown) {
  const requests: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, body: JSON.parse(String(init.body)) });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

describe('sign-up', () => {
  it('is signed in at once where no mail reaches people', async () => {
    const requests = answerWith(200, { user: { id: '1' } });
    expect(await signUp(credentials)).toEqual({ ok: true, signedIn: true });
    expect(requests).toEqual([
      {
        path: '/api/auth/sign-up/email',
        body: { email: 'anna@example.de', password: credentials.password },
      },
    ]);
  });

  it('is not signed in while the address has to be confirmed', async () => {
    answerWith(200, { user: null });
    expect(await signUp(credentials)).toEqual({ ok: true, signedIn: false });
  });
});

describe('sign-in', () => {
  it.each([
    ['is through with the password alone', { user: { id: '1' } }, false],
    [
      'needs a code where there is a second factor',
      { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
      true,
    ],
  ])('%s', async (_name, answer, needsCode) => {
    answerWith(200, answer);
    expect(await signIn(credentials)).toEqual({ ok: true, needsCode });
  });
});

describe('a refusal', () => {
  it('of the authentication endpoints keeps their own words, which know how long to wait', async () => {
    answerWith(429, {
      code: 'TOO_MANY_REQUESTS',
      message: 'Zu viele Versuche. Bitte warten Sie 12 Minuten.',
    });
    expect(await resendConfirmation('anna@example.de')).toEqual({
      ok: false,
      code: 'TOO_MANY_REQUESTS',
      message: 'Zu viele Versuche. Bitte warten Sie 12 Minuten.',
    });
  });

  it('of any other operation is translated by its code', async () => {
    answerWith(401, { defined: true, code: 'UNAUTHENTICATED', status: 401, message: 'Not authenticated' });
    expect(await chooseBot('smartbot')).toEqual({
      ok: false,
      code: 'UNAUTHENTICATED',
      message: 'Bitte melden Sie sich an.',
    });
  });

  it('with its data keeps them in the German text', async () => {
    const data = { reference: '0198' };
    answerWith(500, { defined: true, code: 'INTERNAL', status: 500, message: 'Internal error', data });
    expect(await chooseBot('smartbot')).toMatchObject({ message: expect.stringContaining('0198') });
  });

  it('that nobody understands has no words', async () => {
    answerWith(502, '<html>Bad gateway</html>');
    expect(await signIn(credentials)).toEqual({ ok: false, code: null, message: null });
  });

  it('that does not come is the network’s', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await signIn(credentials)).toEqual({ ok: false, code: null, message: NO_CONNECTION });
  });
});

describe('sign-out', () => {
  it.each([401, 403, 404])('takes %s for done: the session is gone already', async (status) => {
    answerWith(status, { code: 'ANY', message: 'Egal' });
    expect(await signOut()).toMatchObject({ ok: true });
  });

  it('fails when the server fails', async () => {
    answerWith(503, { code: 'UNAVAILABLE', message: 'Der Dienst ist kurz nicht erreichbar.' });
    expect(await signOut()).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  });
});
