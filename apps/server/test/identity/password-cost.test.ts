// What a stolen table of passwords would cost to guess: the other tests have it cheaper, see `quick-passwords.setup.ts`.
import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atFullCost } from '../quick-passwords.setup.ts';
import { createIdentityFixture, GOOD_PASSWORD, type IdentityFixture, Visitor } from './identity-fixture.ts';

let fixture: IdentityFixture;
beforeAll(async () => {
  fixture = await createIdentityFixture({ DEMO: '0', AUTH_SECRET: 'x'.repeat(32) });
});
afterAll(() => fixture.close());

it('a password is stored as scrypt of it with 32 MiB and a salt of its own, and is checked against that', async () => {
  const person = { email: 'anna@example.com', password: GOOD_PASSWORD };
  await atFullCost(async () => {
    expect((await new Visitor(fixture).post('/sign-up/email', person)).status).toBe(200);
    expect((await new Visitor(fixture).post('/sign-in/email', person)).status).toBe(200);
    const wrong = { ...person, password: 'wolkenbruch gartenzaun 78' };
    expect((await new Visitor(fixture).post('/sign-in/email', wrong)).status).toBe(401);
    const other = { ...person, email: 'bert@example.com' };
    expect((await new Visitor(fixture).post('/sign-up/email', other)).status).toBe(200);
  });
  const { rows } = await fixture.database.pool.query<{ password: string }>(
    'SELECT password FROM auth_accounts',
  );
  const stored = rows.map(({ password }) => password.split(':'));
  expect(new Set(stored.map(([salt]) => salt)).size).toBe(2);
  for (const [salt = '', key] of stored) {
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    const full = scryptSync(GOOD_PASSWORD, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 });
    expect(key).toBe(full.toString('hex'));
  }
  // At the cost of the tests nobody comes in, or it would not be another.
  expect((await new Visitor(fixture).post('/sign-in/email', person)).status).toBe(401);
});
