// News about security is kept until it has arrived: neither a mail server that is away nor a restart loses it.
import { NOTIFICATION_EVENTS } from '@botdepot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeCustomerAccess } from '../../src/modules/admin/customers.ts';
import { createPersona, lockUser } from '../../src/modules/identity/index.ts';
import { tellOfSecurity } from '../../src/modules/notifications/index.ts';
import { composeMail } from '../../src/platform/mail/compose-mail.ts';
import { systemActor, type Work } from '../../src/platform/work.ts';
import { type Api, createApi, ensureUser } from '../api-fixture.ts';
import {
  createIdentityFixture,
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from '../identity/identity-fixture.ts';
import { subjectOf, textOf } from './read-mail.ts';
import { createSmtpInbox, type SmtpInbox } from './smtp-inbox.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const OTHER_PASSWORD = 'regenschirm mondlicht 41';
const REASON = 'Verdacht auf fremden Zugriff';

let smtp: SmtpInbox;
let fixture: IdentityFixture;
let api: Api;
let admin: ReturnType<Api['person']>;
let serial = 0;
let email: string;
let userId: string;
let anna: Visitor;
beforeAll(async () => {
  smtp = await createSmtpInbox();
  fixture = await start();
  api = createApi(fixture, { auth: fixture.auth });
});
afterAll(async () => {
  await fixture.close();
  await smtp.goDown();
});
beforeEach(async () => {
  serial += 1;
  admin = api.person('admin');
  email = `owner-${serial}@example.com`;
  userId = await createPersona(fixture.auth, {
    email,
    name: 'Probe',
    role: 'user',
    password: GOOD_PASSWORD,
    createdAt: fixture.clock.now(),
  });
  anna = new Visitor(fixture, `10.1.${serial}.1`);
  await anna.post('/sign-in/email', { email, password: GOOD_PASSWORD });
  await fixture.settled();
});

function start(before?: IdentityFixture): Promise<IdentityFixture> {
  return createIdentityFixture(
    {
      AUTH_SECRET: 'x'.repeat(32),
      PUBLIC_URL: 'https://botdepot.example',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Botdepot <post@botdepot.example>',
    },
    before,
  );
}

/** The server stops and starts again: what it had in memory alone is gone. */
async function restart(): Promise<void> {
  await fixture.stop();
  fixture = await start(fixture);
  api = createApi(fixture, { auth: fixture.auth });
  admin = api.person('admin');
}

/** Looks for what is due after so long. */
async function look(laterMs = 0): Promise<void> {
  fixture.clock.advance(laterMs);
  fixture.mailer.wake();
  await fixture.settled();
}

/** The server starts again before mail is taken again. */
async function restartAndDeliver(): Promise<void> {
  await fixture.settled();
  await restart();
  await smtp.comeBack();
  await look(MINUTE_MS);
}

/** The subjects of what arrived at an address, without the brand. */
const mailsTo = (address: string): string[] =>
  smtp.received
    .filter(({ to }) => to === address)
    .map(({ raw }) => subjectOf(raw).replace(/ – Botdepot$/, ''));

const changePassword = () =>
  anna.post('/change-password', { currentPassword: GOOD_PASSWORD, newPassword: OTHER_PASSWORD });

const lock = () =>
  api.call('POST', `/api/admin/customers/${userId}/lock`, { as: admin, body: { reason: REASON } });

async function rowsOf(table: 'user_notifications' | 'notification_mails'): Promise<number> {
  const { rowCount } = await fixture.database.pool.query(`SELECT FROM ${table} WHERE user_id = $1`, [userId]);
  return rowCount ?? 0;
}

async function switchEverythingOff(): Promise<void> {
  await fixture.database.pool.query(
    `INSERT INTO notification_settings (user_id, event, in_app, by_mail)
     SELECT $1, event, false, false FROM unnest($2::text[]) AS event`,
    [userId, NOTIFICATION_EVENTS],
  );
}

describe('while the mail server is away and the server starts again', () => {
  it('a changed password is told once it is back, and once only', async () => {
    await smtp.goDown();
    expect((await changePassword()).status).toBe(200);
    await restartAndDeliver();
    await look(DAY_MS);
    await restart();
    await look(DAY_MS);
    expect(mailsTo(email)).toEqual(['Ihr Passwort wurde geändert']);
  });

  it('the old address hears that it was changed', async () => {
    const next = `next-${serial}@example.com`;
    await anna.post('/request-email-change', { email: next });
    await fixture.settled();
    const link = textOf(smtp.received.findLast(({ to }) => to === next)?.raw ?? '');
    const token = /neue-adresse=([\w-]+)/.exec(link)?.[1];
    await smtp.goDown();
    expect((await anna.post('/confirm-email-change', { token })).status).toBe(200);
    await restartAndDeliver();
    expect(mailsTo(email)).toEqual(['Ihre E-Mail-Adresse wurde geändert']);
    expect(mailsTo(next)).toEqual(['Bitte bestätigen Sie Ihre neue E-Mail-Adresse']);
  });

  it('a lock is told, with its reason', async () => {
    await smtp.goDown();
    expect((await lock()).status).toBe(200);
    await restartAndDeliver();
    expect(mailsTo(email)).toEqual(['Ihr Konto ist gesperrt']);
    expect(textOf(smtp.received.findLast(({ to }) => to === email)?.raw ?? '')).toContain(REASON);
  });

  it('the farewell arrives, and nothing of it stays', async () => {
    await smtp.goDown();
    expect((await deleteAccount()).status).toBe(200);
    await fixture.settled();
    expect(await rowsOf('notification_mails')).toBe(1);
    await restartAndDeliver();
    expect(mailsTo(email)).toEqual(['Ihr Konto ist gelöscht']);
    expect(await rowsOf('notification_mails')).toBe(0);
    await look(DAY_MS);
    expect(mailsTo(email)).toHaveLength(1);
  });
});

const deleteAccount = () =>
  api.call('POST', '/api/profile/delete', { headers: Object.fromEntries(anna.headers), body: {} });

it('a changed password is told, and once only, when the database failed before that was written', {
  tags: ['long'],
}, async () => {
  const { pool } = fixture.database;
  await pool.query('ALTER TABLE notification_mails RENAME TO away');
  try {
    expect((await changePassword()).status).toBe(200);
    await fixture.settled();
  } finally {
    await pool.query('ALTER TABLE away RENAME TO notification_mails');
  }
  expect([await rowsOf('user_notifications'), await rowsOf('notification_mails')]).toEqual([0, 0]);
  await expect.poll(() => rowsOf('notification_mails'), { timeout: 20_000 }).toBe(1);
  await look();
  expect(mailsTo(email)).toEqual(['Ihr Passwort wurde geändert']);
  expect(await rowsOf('user_notifications')).toBe(1);
});

describe('a letter about security', () => {
  it('is counted on the page of the system while it waits, and once it was sent', async () => {
    const mails = async () =>
      (await api.call('GET', '/api/admin/system', { as: admin })).body.mails as Record<string, unknown>;
    const before = await mails();
    await smtp.goDown();
    await changePassword();
    await fixture.settled();
    expect(await mails()).toMatchObject({
      waiting: Number(before.waiting) + 1,
      retrying: Number(before.retrying) + 1,
      lastError: 'ESOCKET',
    });
    await smtp.comeBack();
    await look(MINUTE_MS);
    expect(await mails()).toMatchObject({
      waiting: before.waiting,
      sentToday: Number(before.sentToday) + 1,
    });
  });

  it('comes with all settings off', async () => {
    await switchEverythingOff();
    await changePassword();
    await fixture.settled();
    await lock();
    await fixture.settled();
    expect(mailsTo(email)).toEqual(['Ihr Passwort wurde geändert', 'Ihr Konto ist gesperrt']);
    expect(await rowsOf('user_notifications')).toBe(0);
  });

  it('goes with the account', async () => {
    await smtp.goDown();
    await changePassword();
    await fixture.settled();
    expect(await rowsOf('notification_mails')).toBe(1);
    await anna.post('/sign-in/email', { email, password: OTHER_PASSWORD });
    await deleteAccount();
    await fixture.settled();
    await smtp.comeBack();
    await look(DAY_MS);
    expect(mailsTo(email)).toEqual(['Ihr Konto ist gelöscht']);
    expect(await rowsOf('notification_mails')).toBe(0);
  });

  it('that waits for the old address still goes there when the account ends before', async () => {
    const old = `old-${serial}@example.com`;
    await smtp.goDown();
    const letter = composeMail('Botdepot', { to: old, subject: 'Ihre Adresse', paragraphs: ['anders.'] });
    await fixture.runWork(systemActor('test'), (work) =>
      tellOfSecurity(work, userId, { title: 'Adresse geändert', message: 'Anders.' }, letter),
    );
    await fixture.settled();
    await deleteAccount();
    await fixture.settled();
    await smtp.comeBack();
    await look(DAY_MS);
    expect(mailsTo(old)).toEqual(['Ihre Adresse']);
    expect(mailsTo(email)).toEqual(['Ihr Konto ist gelöscht']);
    expect(await rowsOf('notification_mails')).toBe(0);
  });

  it('about a change of access is kept with the change, or neither is', async () => {
    await ensureUser(fixture, admin);
    const letterhead = { brandName: 'Botdepot', baseUrl: 'https://botdepot.example', demo: false };
    const lockIn = (work: Work) =>
      changeCustomerAccess(work, letterhead, () => lockUser(work, { id: userId, reason: REASON }));
    const halfway = fixture.runWork(admin, async (work) => {
      await lockIn(work);
      throw new Error('halfway');
    });
    await expect(halfway).rejects.toThrow('halfway');
    expect([await rowsOf('user_notifications'), await rowsOf('notification_mails')]).toEqual([0, 0]);
    expect(await anna.resolve()).not.toBeNull();

    await smtp.goDown();
    await fixture.runWork(admin, lockIn);
    expect([await rowsOf('user_notifications'), await rowsOf('notification_mails')]).toEqual([1, 1]);
    await fixture.settled();
    await smtp.comeBack();
    await look(MINUTE_MS);
    expect(mailsTo(email)).toEqual(['Ihr Konto ist gesperrt']);
  });

  it('about an account that has ended meanwhile leaves nothing behind', async () => {
    await deleteAccount();
    await fixture.settled();
    const letter = composeMail('Botdepot', { to: email, subject: 'Ihr Passwort', paragraphs: ['anders.'] });
    await fixture.runWork(systemActor('test'), (work) =>
      tellOfSecurity(work, userId, { title: 'Passwort geändert', message: 'Anders.' }, letter),
    );
    await fixture.settled();
    expect(mailsTo(email)).toEqual(['Ihr Konto ist gelöscht', 'Ihr Passwort']);
    expect([await rowsOf('user_notifications'), await rowsOf('notification_mails')]).toEqual([0, 0]);
  });
});
