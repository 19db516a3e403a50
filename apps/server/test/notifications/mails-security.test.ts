import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPersona, deleteForgottenDevices, findUserByEmail } from '../../src/modules/identity/index.ts';
import { codeFor } from '../authenticator.ts';
import {
  createIdentityFixture,
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from '../identity/identity-fixture.ts';
import { subjectOf, textOf } from './read-mail.ts';
import { createSmtpInbox, type SmtpInbox } from './smtp-inbox.ts';

const OTHER_PASSWORD = 'regenschirm mondlicht 41';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1';
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const DESK_UPDATED = DESK.replaceAll('128.0', '131.0');

let fixture: IdentityFixture;
let smtp: SmtpInbox;
let serial = 0;
let email: string;
let userId: string;
beforeAll(async () => {
  smtp = await createSmtpInbox();
  fixture = await createIdentityFixture({
    AUTH_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://botdepot.example',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Botdepot <post@botdepot.example>',
  });
});
afterAll(async () => {
  await fixture.close();
  await smtp.goDown();
});
beforeEach(async () => {
  serial += 1;
  email = `owner-${serial}@example.com`;
  userId = await createPersona(fixture.auth, {
    email,
    name: 'Probe',
    role: 'user',
    password: GOOD_PASSWORD,
    createdAt: fixture.clock.now(),
  });
});

const at = (network: number) => new Visitor(fixture, `10.${network}.${serial}.1`);
const signIn = (who: Visitor, device: string, password = GOOD_PASSWORD) =>
  who.post('/sign-in/email', { email, password }, { 'user-agent': device });

/** The subjects of the mails to the current account, in their order, without the brand. */
async function mails(): Promise<string[]> {
  await fixture.settled();
  return smtp.received
    .filter(({ to }) => to === email)
    .map(({ raw }) => subjectOf(raw).replace(/ – Botdepot$/, ''));
}

async function notices(): Promise<string[]> {
  await fixture.settled();
  const { rows } = await fixture.database.pool.query<{ title: string }>(
    'SELECT title FROM user_notifications WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  return rows.map(({ title }) => title);
}

const NEW_LOGIN = 'Neue Anmeldung in Ihrem Konto';

describe('a login', () => {
  it('is no news the first time, nor from where the account was used before', async () => {
    await signIn(at(1), DESK);
    await signIn(at(1), DESK);
    await signIn(at(1), DESK_UPDATED);
    expect(await mails()).toEqual([]);
    expect(await notices()).toEqual([]);
  });

  it('from another device or another network is told once, by mail and in the app', async () => {
    await signIn(at(1), DESK);
    // Which one was the first is written after the answer.
    await fixture.settled();
    await signIn(at(1), PHONE);
    expect(await mails()).toEqual([NEW_LOGIN]);
    const raw = smtp.received.find(({ to }) => to === email)?.raw ?? '';
    expect(raw).toContain('Safari auf dem iPhone');
    // It may have been by a passkey: then a new password keeps nobody out.
    expect(raw).toMatch(/entfernen Sie gleich Passkeys/);
    await signIn(at(2), DESK);
    await signIn(at(1), PHONE);
    await signIn(at(2), DESK);
    expect(await mails()).toEqual([NEW_LOGIN, NEW_LOGIN]);
    expect(await notices()).toEqual(['Neue Anmeldung', 'Neue Anmeldung']);
  });

  it('with a wrong password is none', async () => {
    await signIn(at(1), DESK);
    await signIn(at(2), PHONE, OTHER_PASSWORD);
    expect(await mails()).toEqual([]);
    // Nor does it make the device known.
    await signIn(at(2), PHONE);
    expect(await mails()).toEqual([NEW_LOGIN]);
  });

  it('that was logged out is remembered; after a year without it, it is news again', async () => {
    const desk = at(1);
    await signIn(desk, DESK);
    await desk.post('/sign-out', {});
    await signIn(at(1), DESK);
    expect(await mails()).toEqual([]);
    fixture.clock.advance(1);
    await signIn(at(2), PHONE);
    // Its marks are written after the answer.
    expect(await mails()).toEqual([NEW_LOGIN]);
    await deleteForgottenDevices(fixture.database.db, fixture.clock.now());
    await signIn(at(1), DESK);
    expect(await mails()).toEqual([NEW_LOGIN, NEW_LOGIN]);
  });

  it('keeps nothing that says which device or network it was', async () => {
    await signIn(at(1), DESK);
    await fixture.settled();
    const { rows } = await fixture.database.pool.query<{ mark: string }>(
      'SELECT mark FROM auth_known_devices WHERE user_id = $1',
      [userId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.mark).toMatch(/^[\w-]{43}$/);
  });

  it('succeeds while the mail server is away', async () => {
    await signIn(at(1), DESK);
    await smtp.goDown();
    expect((await signIn(at(2), PHONE)).status).toBe(200);
    expect(await notices()).toEqual(['Neue Anmeldung']);
    await smtp.comeBack();
  });
});

describe('a change of the account', () => {
  it('of the password is told, in the settings as by a link', async () => {
    const desk = at(1);
    await signIn(desk, DESK);
    const change = { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD };
    expect((await desk.post('/change-password', { ...change, currentPassword: 'falsch' })).status).toBe(400);
    expect(await mails()).toEqual([]);
    expect((await desk.post('/change-password', change, { 'user-agent': DESK })).status).toBe(200);
    expect(await mails()).toEqual(['Ihr Passwort wurde geändert']);

    await at(2).post('/request-password-reset', { email });
    await fixture.settled();
    const token = /reset-password\?token=3D([\w-]+)/.exec(
      (smtp.received.findLast(({ to }) => to === email)?.raw ?? '').replace(/=\r\n/g, ''),
    )?.[1];
    const reset = await at(2).post('/reset-password', { token, newPassword: GOOD_PASSWORD });
    expect(reset.status).toBe(200);
    expect(await mails()).toEqual([
      'Ihr Passwort wurde geändert',
      'Neues Passwort festlegen',
      'Ihr Passwort wurde geändert',
    ]);
    expect(await notices()).toEqual(['Passwort geändert', 'Passwort geändert']);
  });

  it('of the second factor is told when it is switched on and off, not when it is used', async () => {
    const desk = at(1);
    await signIn(desk, DESK);
    const { body } = await desk.post('/two-factor/enable', { password: GOOD_PASSWORD });
    expect(await mails()).toEqual([]);
    const uri = String(body?.totpURI);
    await desk.post('/two-factor/verify-totp', { code: await codeFor(uri) }, { 'user-agent': DESK });
    expect(await mails()).toEqual(['Anmeldung in zwei Schritten eingeschaltet']);
    // Somebody else's code keeps the owner out, whatever the password is then.
    const letter = textOf(smtp.received.findLast(({ to }) => to === email)?.raw ?? '');
    expect(letter).toContain('schreiben Sie gleich dem Betreiber');
    expect(letter).toContain('/impressum');
    expect(letter).not.toContain('ändern Sie gleich Ihr Passwort');

    // The right password alone is no login yet, from wherever it comes.
    const phone = at(2);
    await signIn(phone, PHONE);
    expect(await mails()).toHaveLength(1);
    await phone.post('/two-factor/verify-totp', { code: await codeFor(uri, 1) }, { 'user-agent': PHONE });
    expect(await mails()).toEqual(['Anmeldung in zwei Schritten eingeschaltet', NEW_LOGIN]);

    await phone.post('/two-factor/disable', { password: GOOD_PASSWORD }, { 'user-agent': PHONE });
    expect(await mails()).toEqual([
      'Anmeldung in zwei Schritten eingeschaltet',
      NEW_LOGIN,
      'Anmeldung in zwei Schritten ausgeschaltet',
    ]);
    expect((await findUserByEmail(fixture.database.db, email))?.twoFactorEnabled).toBe(false);
  });

  it('is a backup code that was used: it counts no more, and how many are left is said', async () => {
    const desk = at(1);
    await signIn(desk, DESK);
    const { body } = await desk.post('/two-factor/enable', { password: GOOD_PASSWORD });
    const codes = body?.backupCodes as string[];
    await desk.post('/two-factor/verify-totp', { code: await codeFor(String(body?.totpURI)) });
    const use = async (code = 'aaaaa-bbbbb') => {
      const again = at(1);
      await signIn(again, DESK);
      return (await again.post('/two-factor/verify-backup-code', { code }, { 'user-agent': DESK })).status;
    };
    expect(await use()).toBe(401);
    expect(await mails()).toHaveLength(1);
    for (const code of codes) expect(await use(code)).toBe(200);
    expect((await mails()).slice(1)).toEqual(codes.map(() => 'Ersatzcode benutzt'));
    const { rows } = await fixture.database.pool.query<{ message: string }>(
      "SELECT message FROM user_notifications WHERE user_id = $1 AND title = 'Ersatzcode benutzt' ORDER BY id",
      [userId],
    );
    const said = rows.map(({ message }) => message);
    expect(said).toHaveLength(10);
    expect(said[0]).toContain('Übrig sind 9 von 10.');
    expect(said[0]).not.toContain('Neue bekommen Sie');
    expect(said[7]).toContain('Übrig sind 2 von 10. Neue bekommen Sie');
    expect(said[8]).toContain('Übrig ist 1 von 10. Neue bekommen Sie');
    expect(said[9]).toContain('Es war der letzte. Neue bekommen Sie');
    expect(textOf(smtp.received.findLast(({ to }) => to === email)?.raw ?? '')).toContain(
      'Es war der letzte',
    );
  });

  it('comes whatever the settings say', async () => {
    await fixture.database.pool.query(
      `INSERT INTO notification_settings VALUES ($1, 'security', false, false)`,
      [userId],
    );
    await signIn(at(1), DESK);
    await signIn(at(2), PHONE);
    expect(await mails()).toEqual([NEW_LOGIN]);
    expect(await notices()).toEqual([]);
  });
});
