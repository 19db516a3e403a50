// A demo that others reach keeps its mails behind the login: what a link in one of them would be needed for is not offered.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listStoredMails } from '../../src/platform/mail/mailbox.ts';
import {
  createIdentityFixture,
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from '../identity/identity-fixture.ts';

const PASSWORD = { password: GOOD_PASSWORD };

let folder: string;
let ofOthers: IdentityFixture;
let ownMachine: IdentityFixture;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-demo-'));
  const demo = (name: string, environment: Record<string, string> = {}) =>
    createIdentityFixture({
      DEMO: '1',
      WELCOME_DEPOSIT_USD: '0',
      DATA_DIR: join(folder, name),
      ...environment,
    });
  ofOthers = await demo('public', { DEMO_PUBLIC: '1' });
  ownMachine = await demo('own');
});
afterAll(async () => {
  await ofOthers.close();
  await ownMachine.close();
  await rm(folder, { recursive: true, force: true });
});

async function signUp(fixture: IdentityFixture, email: string, network: number): Promise<Visitor> {
  const visitor = new Visitor(fixture, `10.9.${network}.1`);
  const { status } = await visitor.post('/sign-up/email', { email, ...PASSWORD });
  expect(status).toBe(200);
  // The welcome and its message come in the background.
  await fixture.settled();
  return visitor;
}

/** The subjects of what lies in the folder for an address, the newest first. */
async function mailsTo(name: string, to: string): Promise<string[]> {
  const mails = await listStoredMails(join(folder, name, 'mail'), { to, limit: 100 });
  return mails.map(({ subject }) => subject.replace(/ – Botdepot$/, ''));
}

it('does not change an address, whose mailbox opens only to whoever has it already', async () => {
  const anna = await signUp(ofOthers, 'anna@beispiel.example', 1);
  expect(await anna.post('/request-email-change', { email: 'neu@beispiel.example' })).toMatchObject({
    status: 400,
    body: { code: 'EMAIL_CHANGE_UNAVAILABLE' },
  });
  const bert = await signUp(ownMachine, 'bert@beispiel.example', 2);
  expect((await bert.post('/request-email-change', { email: 'neu@beispiel.example' })).status).toBe(200);
});

it('says of a new password that the operator helps, not a link that nobody could open', async () => {
  const told = async (name: string, fixture: IdentityFixture, email: string, network: number) => {
    const who = await signUp(fixture, email, network);
    const change = { currentPassword: GOOD_PASSWORD, newPassword: 'Ein anderes, langes Passwort 7' };
    expect((await who.post('/change-password', change)).status).toBe(200);
    await fixture.settled();
    const { rows } = await fixture.database.pool.query(
      `SELECT message FROM user_notifications n JOIN auth_users u ON u.id = n.user_id
       WHERE u.email = $1 AND title = 'Passwort geändert'`,
      [email],
    );
    const [mail] = await listStoredMails(join(folder, name, 'mail'), { to: email, limit: 1 });
    return { inApp: rows[0]?.message, byMail: mail?.text };
  };
  const asks = expect.stringContaining('schreiben Sie gleich dem Betreiber');
  expect(await told('public', ofOthers, 'clara@beispiel.example', 3)).toEqual({ inApp: asks, byMail: asks });
  expect(await told('own', ownMachine, 'clara@beispiel.example', 4)).toEqual({
    inApp: expect.stringContaining('auf der Anmeldeseite'),
    byMail: expect.stringContaining('fordern Sie gleich ein neues Passwort an'),
  });
});

it('leaves nothing in the folder for whoever has the address next', async () => {
  for (const [name, fixture, left] of [
    ['public', ofOthers, []],
    ['own', ownMachine, ['Ihr Konto ist gelöscht']],
  ] as const) {
    const [email, other] = [`dora@${name}.example`, `emil@${name}.example`];
    for (const [index, address] of [email, other].entries()) {
      await signUp(fixture, address, 20 + index);
      await new Visitor(fixture, '10.9.9.2').post('/request-password-reset', { email: address });
    }
    await fixture.settled();
    expect(await mailsTo(name, email)).toHaveLength(1);
    const files = await readdir(join(folder, name, 'mail'));

    fixture.auth.farewell({ userId: '0198abcd-1234-7000-8000-000000000000', email: email.toUpperCase() });
    await fixture.settled();
    expect(await mailsTo(name, email)).toEqual(left);
    expect(await mailsTo(name, other)).toHaveLength(1);
    // Each mail is two files.
    expect(await readdir(join(folder, name, 'mail'))).toHaveLength(files.length - 2 + left.length * 2);
  }
});
