// What keeps guessers out must not keep the owner out.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listStoredMails } from '../../src/platform/mail/mailbox.ts';
import { type Answer, GOOD_PASSWORD, Visitor } from './identity-fixture.ts';
import { customer, email, fixture, setUpIdentity, signIn, visitor } from './identity-world.ts';

const OTHER_PASSWORD = 'regenschirm mondlicht 41';
const WRONG_PASSWORD = 'kiesweg laternenlicht 12';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-lockout-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
setUpIdentity(() => ({ DEMO: '1', DATA_DIR: folder, WELCOME_DEPOSIT_USD: '0' }));

const from = (who: Visitor, userAgent: string, password = GOOD_PASSWORD, address = email): Promise<Answer> =>
  who.post('/sign-in/email', { email: address, password }, { 'user-agent': userAgent });

/** Anna has used her account in Firefox, at home; then somebody elsewhere tries ten passwords. */
async function lockedOut(): Promise<Visitor> {
  await customer();
  const home = visitor(1);
  expect((await from(home, FIREFOX)).status).toBe(200);
  await fixture.settled();
  for (let attempt = 1; attempt <= 10; attempt++)
    expect((await signIn(visitor(100 + attempt), WRONG_PASSWORD)).status).toBe(401);
  expect((await signIn(visitor(99))).status).toBe(429);
  return new Visitor(fixture, home.address);
}

async function resetToken(): Promise<string> {
  await fixture.settled();
  const [newest] = await listStoredMails(join(folder, 'mail'), { to: email, limit: 1 });
  return /reset-password\?token=([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? '';
}

describe('ten wrong passwords', () => {
  it('do not keep the owner out of a browser that the account knows, and her right password lifts the limit', async () => {
    const home = await lockedOut();
    expect((await from(home, FIREFOX)).status).toBe(200);
    expect((await signIn(visitor(99))).status).toBe(200);
  });

  it('keep out whoever comes in another browser or from another network, with a right password as well', async () => {
    const home = await lockedOut();
    expect((await from(home, SAFARI)).status).toBe(429);
    expect((await from(visitor(50), FIREFOX)).status).toBe(429);
  });

  it('are all that a known browser has as well, and look the same for an address without an account', async () => {
    const home = await lockedOut();
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt++)
      statuses.push((await from(home, FIREFOX, WRONG_PASSWORD)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    for (let attempt = 1; attempt <= 11; attempt++)
      statuses[attempt - 1] = (await from(home, FIREFOX, WRONG_PASSWORD, `no-${email}`)).status;
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });

  it('are forgiven by a new password', async () => {
    await lockedOut();
    await visitor(60).post('/request-password-reset', { email });
    const token = await resetToken();
    expect((await visitor(60).post('/reset-password', { token, newPassword: OTHER_PASSWORD })).status).toBe(
      200,
    );
    expect((await signIn(visitor(99), OTHER_PASSWORD)).status).toBe(200);
  });
});

it('three messages for a new password an hour, and the same answer without an account', async () => {
  await customer();
  const answers = async (address: string, host: number) => {
    const all: unknown[] = [];
    for (let time = 1; time <= 4; time++) {
      const { response } = await visitor(host).post('/request-password-reset', { email: address });
      all.push({ status: response.status, headers: [...response.headers], body: await response.text() });
    }
    return all;
  };
  const known = await answers(email, 2);
  expect(await answers(`no-${email}`, 3)).toEqual(known);
  expect(known.map((answer) => (answer as { status: number }).status)).toEqual([200, 200, 200, 429]);
  await fixture.settled();
  expect(await listStoredMails(join(folder, 'mail'), { to: email, limit: 10 })).toHaveLength(3);
  fixture.clock.advance(60 * 60_000);
  expect((await visitor(2).post('/request-password-reset', { email })).status).toBe(200);
});

it('a link for a new password cannot be read from the database, and works', async () => {
  await customer();
  await visitor(2).post('/request-password-reset', { email });
  const token = await resetToken();
  expect(token.length).toBeGreaterThan(20);
  const { rows } = await fixture.database.pool.query('SELECT * FROM auth_verifications');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
  const used = await visitor(2).post('/reset-password', { token, newPassword: OTHER_PASSWORD });
  expect(used.status).toBe(200);
});
