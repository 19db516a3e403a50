// Somebody does something with an account while its owner takes it back, on an installation that keeps its mail in a folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { listStoredMails } from '../../src/platform/mail/mailbox.ts';
import { codeFor } from '../authenticator.ts';
import { betweenStatements } from '../between-statements.ts';
import { GOOD_PASSWORD, type Visitor } from './identity-fixture.ts';
import { customer, email, fixture, serial, setUpIdentity, visitor } from './identity-world.ts';

/** What the owner chooses while the account is taken back. */
export const OWNERS_PASSWORD = 'regenschirm mondlicht 41';
export const RESET_LINK = /\/reset-password\?token=([\w-]+)/;

let folder: string;
export let during: ReturnType<typeof betweenStatements>;

/** @param setUp is given the environment that the folder needs. */
export function setUpOvertaken(setUp = setUpIdentity): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'botdepot-overtaken-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  setUp(() => ({ DEMO: '1', DATA_DIR: folder }));
  beforeAll(() => {
    during = betweenStatements(fixture.database.pool);
  });
}

/** The token of the newest link to this page that was sent there. */
export async function tokenTo(to: string, link: RegExp): Promise<string> {
  await fixture.settled();
  for (const { text } of await listStoredMails(join(folder, 'mail'), { to, limit: 50 })) {
    const token = link.exec(text)?.[1];
    if (token !== undefined) return token;
  }
  throw new Error(`No such link to ${to}`);
}

/** The one who takes the account gives it this address. */
export const theirs = (): string => `mallory-${serial}@example.com`;

/** Each is prepared before what it overtakes begins, so that only what ends it happens while it is under way. */
export const TAKEN_BACK = {
  'a change of the password': async (owner: Visitor) => async () =>
    owner.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OWNERS_PASSWORD }),
  'a reset': async () => {
    await visitor(3).post('/request-password-reset', { email });
    const token = await tokenTo(email, RESET_LINK);
    return async () => visitor(3).post('/reset-password', { token, newPassword: OWNERS_PASSWORD });
  },
  'an undone address': async (owner: Visitor) => {
    await owner.post('/request-email-change', { email: theirs() });
    await owner.post('/confirm-email-change', {
      token: await tokenTo(theirs(), /\/profile\?neue-adresse=([\w-]+)/),
    });
    const token = await tokenTo(email, /\/adresse-zurueck\?token=([\w-]+)/);
    return async () => visitor(3).post('/undo-email-change', { token });
  },
};

/** The first statement that matches after another one did. */
export function after(first: RegExp, then: RegExp): Pick<RegExp, 'test'> {
  let isOn = false;
  return {
    test: (text) => {
      const wasOn = isOn;
      isOn ||= first.test(text);
      return wasOn && then.test(text);
    },
  };
}

export async function countRows(statement: string, ...values: unknown[]): Promise<number> {
  return (await fixture.database.pool.query(statement, values)).rowCount ?? 0;
}

export async function expectNobodyElse(owner: Visitor, userId: string, thief: Visitor): Promise<void> {
  expect(await thief.resolve()).toBeNull();
  const own = (await owner.resolve())?.sessionId ?? null;
  const others = `SELECT FROM auth_sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2`;
  expect(await countRows(others, userId, own)).toBe(0);
}

export async function withSecondFactor() {
  const owner = await customer();
  const { body } = await owner.post('/two-factor/enable', { password: GOOD_PASSWORD });
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] };
  await owner.post('/two-factor/verify-totp', { code: await codeFor(totpURI) });
  return { owner, userId: String((await owner.resolve())?.userId), address: email, backupCodes };
}
