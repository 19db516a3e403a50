import { describe, expect, it } from 'vitest';
import { createIdentityFixture, GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { environmentFor, startOidcProvider } from './oidc-provider.ts';

describe('an installation', () => {
  it('without a provider has none of this', async () => {
    const plain = await createIdentityFixture({ DEMO: '0', AUTH_SECRET: 'x'.repeat(32) });
    try {
      const who = new Visitor(plain);
      expect((await who.post('/sign-in/social', {})).status).toBe(404);
      await who.post('/sign-up/email', { email: 'person@example.com', password: GOOD_PASSWORD });
      expect((await who.post('/link-social', {})).status).toBe(404);
      const { response } = await who.get('/callback/oidc?code=x&state=y');
      expect(response.headers.get('location')).toBe('/login?error=provider_failed');
      expect(await (await who.get('/list-accounts')).response.json()).toEqual([]);
    } finally {
      await plain.close();
    }
  });

  it('starts while its provider is down, and uses it as soon as it is there', async () => {
    const before = await startOidcProvider();
    const port = Number(new URL(before.discoveryUrl).port);
    await before.stop();
    const waiting = await createIdentityFixture(environmentFor(before.discoveryUrl));
    try {
      const who = new Visitor(waiting);
      const down = await who.post('/sign-in/social', {});
      expect(down).toMatchObject({ status: 424, body: { code: 'PROVIDER_UNAVAILABLE' } });
      expect(
        (await who.post('/sign-up/email', { email: 'person@example.com', password: GOOD_PASSWORD })).status,
      ).toBe(200);
      const back = await startOidcProvider(port);
      try {
        expect((await who.post('/sign-in/social', {})).status).toBe(200);
      } finally {
        await back.stop();
      }
    } finally {
      await waiting.close();
    }
  });
});
