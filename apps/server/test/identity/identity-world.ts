import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  type Answer,
  createIdentityFixture,
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from './identity-fixture.ts';

// They belong to the test that runs: an import always reads the current value.
export let fixture: IdentityFixture;
export let serial = 0;
export let email: string;

/**
 * Gives a test file an installation of its own, and each of its tests a person whom nobody knows yet.
 *
 * @param environment is asked for when the file's earlier hooks have run. By default there is neither mail nor anything else.
 */
export function setUpIdentity(
  environment: () => Record<string, string> = () => ({ DEMO: '0', AUTH_SECRET: 'x'.repeat(32) }),
): void {
  beforeAll(async () => {
    fixture = await createIdentityFixture(environment());
  });
  afterAll(() => fixture.close());
  beforeEach(() => nextPerson());
}

/** From now on the test is about somebody else. */
export function nextPerson(name = 'person'): void {
  serial += 1;
  email = `${name}-${serial}@example.com`;
}

/** The beginning of this person's addresses, however many came before: `10.44.7`. */
export const networkAt = (site: number): string => `10.${site + (serial >> 8)}.${serial & 255}`;

/** Every person comes from networks of their own, so that no limit reaches across. */
export const visitor = (host = 1): Visitor => new Visitor(fixture, `${networkAt(0)}.${host}`);

export const signUp = (who: Visitor, address = email): Promise<Answer> =>
  who.post('/sign-up/email', { email: address, password: GOOD_PASSWORD });

export const signIn = (who: Visitor, password = GOOD_PASSWORD): Promise<Answer> =>
  who.post('/sign-in/email', { email, password });

/** Somebody who has just opened an account, and is logged in where no address must be verified. */
export async function customer(host = 1, address = email): Promise<Visitor> {
  const who = visitor(host);
  expect((await signUp(who, address)).status).toBe(200);
  return who;
}
