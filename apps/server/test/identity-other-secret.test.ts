// What a restored installation is under another AUTH_SECRET, as the operator's guide says it.
import { expect, it } from 'vitest';
import { findUserByEmail, resetSecondFactor } from '../src/modules/identity/index.ts';
import { systemActor } from '../src/platform/work.ts';
import { codeFor } from './authenticator.ts';
import { GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { customer, email, fixture, setUpIdentity, signIn } from './identity-world.ts';

setUpIdentity();

it('ends every session, and lets nobody with a second factor in until that is reset', async () => {
  const anna = await customer();
  const { body } = await anna.post('/two-factor/enable', { password: GOOD_PASSWORD });
  const uri = String(body?.totpURI);
  expect((await anna.post('/two-factor/verify-totp', { code: await codeFor(uri) })).status).toBe(200);

  const auth = fixture.authOn(fixture.database, undefined, 'another secret, as long as the first one');
  const elsewhere = (host: number) => new Visitor({ auth, baseUrl: fixture.baseUrl }, `203.0.113.${host}`);
  const before = elsewhere(7);
  for (const [name, value] of anna.cookies) before.cookies.set(name, value);
  expect(await before.resolve()).toBeNull();
  const later = elsewhere(8);
  expect((await signIn(later)).body).toMatchObject({ twoFactorRedirect: true });
  expect((await later.post('/two-factor/verify-totp', { code: await codeFor(uri) })).status).not.toBe(200);
  expect(await later.resolve()).toBeNull();

  await fixture.runWork(systemActor('operator'), async (work) => {
    const user = await findUserByEmail(work.tx, email);
    if (user) await resetSecondFactor(work, user);
  });
  const again = elsewhere(9);
  expect((await signIn(again)).body).toHaveProperty('user');
  expect(await again.resolve()).toMatchObject({ email });
});
