// A provider to sign in with, and people who are sent to it and come back.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import type { Visitor } from './identity-fixture.ts';
import { serial, setUpIdentity } from './identity-world.ts';
import { environmentFor, type OidcProvider, type Person, startOidcProvider } from './oidc-provider.ts';

export const SETTINGS = '/dashboard/settings?ansicht=sicherheit';
const identity = z.strictObject({ id: z.uuid(), provider: z.string(), linkedAt: z.iso.datetime() });

export let provider: OidcProvider;
/** Somebody at the provider, another one in each test. */
export let person: Person;

/** @param more of the environment. */
export function setUpProvider(more: () => Record<string, string> = () => ({})): void {
  beforeAll(async () => {
    provider = await startOidcProvider();
  });
  afterAll(() => provider.stop());
  setUpIdentity(() => ({ ...environmentFor(provider.discoveryUrl), ...more() }));
  beforeEach(() => {
    person = { sub: `sub-${serial}`, email: `privat-${serial}@provider.example`, verified: true };
  });
}

/** Where the browser is sent to at the provider. */
export async function begin(who: Visitor, path: string, body: object = {}): Promise<string> {
  const answer = await who.post(path, body);
  expect(answer.status).toBe(200);
  return z.object({ url: z.url() }).parse(answer.body).url;
}

/** The way back; the answer is the page that the browser ends on. */
export async function comeBack(who: Visitor, back: URL): Promise<string | null> {
  const { response } = await who.get(back.pathname.slice('/api/auth'.length) + back.search);
  expect(response.status).toBe(302);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return response.headers.get('location');
}

export async function link(who: Visitor, as = person): Promise<string | null> {
  return comeBack(who, provider.agree(await begin(who, '/link-social'), as));
}

export async function logIn(who: Visitor, as = person, body: object = {}): Promise<string | null> {
  return comeBack(who, provider.agree(await begin(who, '/sign-in/social', body), as));
}

export async function list(who: Visitor): Promise<z.infer<typeof identity>[]> {
  const { response } = await who.get('/list-accounts');
  return z.array(identity).parse(await response.json());
}
