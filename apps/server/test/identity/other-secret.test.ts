// What a restored installation is under another AUTH_SECRET, as the operator's guide says it.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { findUserByEmail, resetSecondFactor } from '../../src/modules/identity/index.ts';
import { systemActor } from '../../src/platform/work.ts';
import { codeFor } from '../authenticator.ts';
import { GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { customer, email, fixture, serial, setUpIdentity, signIn, visitor } from './identity-world.ts';
import { SoftPasskey } from './soft-passkey.ts';

setUpIdentity();

/** The same installation under another secret, and what it writes into its log. */
function elsewhere(): { visit: (host: number) => Visitor; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  const auth = fixture.authOn(fixture.database, pino(sink), 'another secret, as long as the first one');
  return {
    visit: (host) => new Visitor({ auth, baseUrl: fixture.baseUrl }, `203.0.${serial}.${host}`),
    lines,
  };
}

async function withSecondFactor() {
  const anna = await customer();
  const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
  const { totpURI: uri, backupCodes } = body as { totpURI: string; backupCodes: string[] };
  expect((await anna.post('/two-factor/verify-totp', { code: await codeFor(uri) })).status).toBe(200);
  return { anna, uri, backupCode: String(backupCodes[0]) };
}

it('ends every session, and lets nobody with a second factor in until that is reset', async () => {
  const { anna, uri } = await withSecondFactor();
  const { visit } = elsewhere();
  const before = visit(7);
  for (const [name, value] of anna.cookies) before.cookies.set(name, value);
  expect(await before.resolve()).toBeNull();
  const later = visit(8);
  expect((await signIn(later)).body).toMatchObject({ twoFactorRedirect: true });
  expect((await later.post('/two-factor/verify-totp', { code: await codeFor(uri) })).status).not.toBe(200);
  expect(await later.resolve()).toBeNull();

  await fixture.runWork(systemActor('operator'), async (work) => {
    const user = await findUserByEmail(work.tx, email);
    if (user) await resetSecondFactor(work, user);
  });
  const again = visit(9);
  expect((await signIn(again)).body).toHaveProperty('user');
  expect(await again.resolve()).toMatchObject({ email });
});

it('says so where a code is given: at the login, and to whoever came in by a passkey; each time once in the log', async () => {
  const { anna, uri, backupCode } = await withSecondFactor();
  const key = new SoftPasskey();
  const asked = await anna.get('/passkey/generate-register-options');
  expect((await anna.post('/passkey/verify-registration', { response: key.create(asked.body) })).status).toBe(
    200,
  );
  const userId = (await anna.resolve())?.userId;
  const { visit, lines } = elsewhere();
  const phone = visit(2);
  await signIn(phone);
  const laptop = visit(3);
  const question = await laptop.get('/passkey/generate-authenticate-options');
  await laptop.post('/passkey/verify-authentication', { response: key.use(question.body) });
  expect(await laptop.resolve()).toMatchObject({ email });

  const code = await codeFor(uri);
  const attempts = [
    () => phone.post('/two-factor/verify-totp', { code }),
    () => phone.post('/two-factor/verify-backup-code', { code: backupCode }),
    () => laptop.post('/reauthenticate', { password: GOOD_PASSWORD, code }),
    () => laptop.post('/reauthenticate', { password: GOOD_PASSWORD, code: backupCode }),
  ];
  for (const attempt of attempts) {
    lines.length = 0;
    expect(await attempt()).toMatchObject({
      status: 503,
      body: {
        code: 'SECOND_FACTOR_UNREADABLE',
        message: expect.stringMatching(
          /^Ihre Anmeldung in zwei Schritten lässt sich hier nicht mehr prüfen\./,
        ),
      },
    });
    expect(lines).toMatchObject([{ level: 50, userId, msg: expect.stringContaining('AUTH_SECRET') }]);
    expect(JSON.stringify(lines)).not.toMatch(/stack|invalid tag/);
  }
  // Without it, whoever came in by the passkey switches it off and sets up another one.
  expect((await laptop.post('/two-factor/disable', { password: GOOD_PASSWORD })).status).toBe(200);
  const anew = await laptop.post('/two-factor/enable', { password: GOOD_PASSWORD });
  const other = await codeFor(String(anew.body?.totpURI));
  expect((await laptop.post('/two-factor/verify-totp', { code: other })).status).toBe(200);
});

it('gives access tokens by keys of its own, and takes none of before', async () => {
  const anna = await customer();
  const token = String((await anna.get('/token')).body?.token);
  const bearer = (auth: typeof fixture.auth, of: string) =>
    auth.resolveSession(new Headers({ authorization: `Bearer ${of}` }));
  expect(await bearer(fixture.auth, token)).toMatchObject({ email });

  const { visit, lines } = elsewhere();
  const phone = visit(2);
  await signIn(phone);
  const own = await phone.get('/token');
  expect(own.status).toBe(200);
  const there = new Headers({ authorization: `Bearer ${String(own.body?.token)}` });
  const auth = fixture.authOn(fixture.database, undefined, 'another secret, as long as the first one');
  expect(await auth.resolveSession(there)).toMatchObject({ email });
  expect(await bearer(auth, token)).toBeNull();
  expect((await phone.get('/.well-known/jwks.json')).body).toMatchObject({ keys: [expect.anything()] });
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  // Anyone who goes back to the first secret has its keys as before.
  expect((await visitor(4).get('/.well-known/jwks.json')).body).toMatchObject({ keys: [expect.anything()] });
  expect((await anna.get('/token')).status).toBe(200);
});
