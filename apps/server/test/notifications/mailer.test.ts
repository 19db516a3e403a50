import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { urls } from '../../../web/app/lib/url/urls.ts';
import {
  createNotificationMailer,
  deleteOldMails,
  type NotificationMailer,
  notify,
} from '../../src/modules/notifications/index.ts';
import { mailLetter, notificationPath } from '../../src/modules/notifications/notify.ts';
import { composeMail } from '../../src/platform/mail/compose-mail.ts';
import { createSmtpMail } from '../../src/platform/mail/create-mail.ts';
import type { Mail, MailMessage } from '../../src/platform/mail/mail.ts';
import { createWorkRunner, newId } from '../../src/platform/work.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { textOf } from './read-mail.ts';
import { createSmtpInbox, type SmtpInbox } from './smtp-inbox.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let fixture: ServerFixture;
let smtp: SmtpInbox;
let mail: Mail;
let logged = '';
let mailers: NotificationMailer[] = [];
beforeAll(async () => {
  fixture = await createServerFixture({ maxConnections: 20 });
  smtp = await createSmtpInbox();
});
afterAll(async () => {
  await smtp.goDown();
  await fixture.close();
});
beforeEach(async () => {
  mail = createSmtpMail({ url: smtp.url, from: 'Botdepot <post@botdepot.example>' });
  logged = '';
  smtp.received.length = 0;
  smtp.refuseRecipients(null);
  smtp.onTaken(null);
  await fixture.database.pool.query('DELETE FROM notification_mails');
});
afterEach(async () => {
  for (const mailer of mailers) await mailer.stop();
  mailers = [];
  mail.close();
});

/** One replica of the platform; each has its own. */
function replica(): NotificationMailer {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  const mailer = createNotificationMailer({
    ...fixture,
    mail,
    log: pino({}, destination),
    brandName: 'Botdepot',
    baseUrl: 'https://botdepot.example',
  });
  mailers.push(mailer);
  return mailer;
}

/** Looks once for what is due now. */
async function look(mailer: NotificationMailer): Promise<void> {
  mailer.wake();
  await mailer.idle();
}

async function person(): Promise<{ userId: string; email: string }> {
  const userId = newId();
  const email = `${userId}@example.com`;
  await fixture.database.pool.query(`INSERT INTO auth_users (id, name, email) VALUES ($1, 'Probe', $2)`, [
    userId,
    email,
  ]);
  return { userId, email };
}

const runWork = () => createWorkRunner({ ...fixture, onMailsQueued: () => undefined });

function tell(userId: string, subjectId = newId(), letter?: MailMessage): Promise<void> {
  return runWork()(fixture.admin, (work) =>
    notify(work, {
      event: 'deposit_decided',
      userId,
      letter,
      title: 'Einzahlung gutgeschrieben',
      message: '100,00 USDT aus E-1001 sind in Ihrem Wallet.',
      type: 'success',
      subject: 'deposit',
      subjectId,
      facts: [{ label: 'Referenz', value: 'E-1001' }],
    }),
  );
}

async function queue() {
  const { rows } = await fixture.database.pool.query<{
    attempts: number;
    sent: boolean;
    next_attempt_at: Date | null;
    last_error: string | null;
  }>(
    `SELECT attempts, sent_at IS NOT NULL AS sent, next_attempt_at, last_error FROM notification_mails ORDER BY id`,
  );
  return rows;
}

describe('a queued mail', () => {
  it('reaches its customer with the facts, the play-money notice and a link to its subject', async () => {
    const { userId, email } = await person();
    const subjectId = newId();
    await tell(userId, subjectId);
    await look(replica());
    expect(smtp.received.map(({ to }) => to)).toEqual([email]);
    const text = textOf(smtp.received[0]?.raw ?? '');
    expect(text).toContain('Spielgeld – kein echtes Geld');
    expect(text).toContain('100,00 USDT aus E-1001 sind in Ihrem Wallet.');
    expect(text).toContain('Referenz: E-1001');
    expect(text).toContain(`https://botdepot.example/dashboard/deposits?einzahlung=${subjectId}`);
    expect(await queue()).toEqual([{ attempts: 1, sent: true, next_attempt_at: null, last_error: null }]);
  });

  it('is sent once, however many replicas look at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, person));
    for (const { userId } of people) await tell(userId);
    const replicas = [replica(), replica(), replica()];
    await Promise.all(replicas.map(look));
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
    await Promise.all(replicas.map(look));
    expect(smtp.received).toHaveLength(40);
  });

  it('is forgotten when its customer no longer exists', async () => {
    await tell(newId());
    await look(replica());
    expect(smtp.received).toEqual([]);
    expect(await queue()).toEqual([]);
  });

  it('goes out by itself once a started replica is woken', async () => {
    const { userId, email } = await person();
    const mailer = replica();
    const arrived = new Promise<void>((resolve) => smtp.onTaken(() => resolve()));
    const run = createWorkRunner({ ...fixture, onMailsQueued: mailer.wake });
    mailer.start();
    await run(fixture.admin, (work) =>
      notify(work, {
        event: 'deposit_decided',
        userId,
        title: 'Einzahlung abgelehnt',
        message: 'E-1002 wurde abgelehnt.',
        type: 'error',
        subject: 'deposit',
        subjectId: newId(),
      }),
    );
    await arrived;
    expect(smtp.received.map(({ to }) => to)).toEqual([email]);
  });
});

describe('a letter', () => {
  const letterTo = (to: string) =>
    composeMail('Botdepot', { to, subject: 'Ein Brief', paragraphs: ['Wort für Wort.'] });

  it('goes out as it was composed, to its own address, whatever the settings say', async () => {
    const { userId } = await person();
    await fixture.database.pool.query(
      `INSERT INTO notification_settings VALUES ($1, 'deposit_decided', false, false)`,
      [userId],
    );
    const letter = letterTo('frueher@example.com');
    await tell(userId, newId(), letter);
    await tell(userId);
    await look(replica());
    expect(smtp.received.map(({ to }) => to)).toEqual(['frueher@example.com']);
    const text = textOf(smtp.received[0]?.raw ?? '');
    expect(text).toContain('Wort für Wort.');
    expect(text).not.toContain('E-1001');
    expect(await queue()).toEqual([{ attempts: 1, sent: true, next_attempt_at: null, last_error: null }]);
  });

  it('does not wait behind what many are told at once', async () => {
    const many = await Promise.all(Array.from({ length: 25 }, person));
    for (const { userId } of many) await tell(userId);
    fixture.clock.advance(1000);
    const { userId, email } = await person();
    await tell(userId, newId(), letterTo(email));
    await look(replica());
    expect(smtp.received).toHaveLength(26);
    expect(smtp.received.slice(0, 10).map(({ to }) => to)).toContain(email);
  });

  it('is not kept where the installation sends none, nor by a command that is undone', async () => {
    const { userId, email } = await person();
    const letter = letterTo(email);
    await fixture.runWork(fixture.admin, (work) => mailLetter(work, userId, letter));
    const undone = runWork()(fixture.admin, async (work) => {
      await mailLetter(work, userId, letter);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await queue()).toEqual([]);
  });

  const lastTo = (address: string) =>
    runWork()(fixture.admin, (work) => mailLetter(work, newId(), letterTo(address)));

  it('to somebody without an account waits for a mail server that is away, and leaves nothing once sent', async () => {
    await lastTo('fort@example.com');
    await smtp.goDown();
    const mailer = replica();
    await look(mailer);
    expect(await queue()).toMatchObject([{ attempts: 1, sent: false, last_error: 'ESOCKET' }]);
    await smtp.comeBack();
    fixture.clock.advance(MINUTE_MS);
    await look(mailer);
    expect(smtp.received.map(({ to }) => to)).toEqual(['fort@example.com']);
    expect(await queue()).toEqual([]);
  });

  it('to somebody without an account leaves nothing when it is given up', async () => {
    await lastTo('niemand@example.com');
    smtp.refuseRecipients(550);
    await look(replica());
    expect(logged).toContain('"givenUp":true');
    expect(await queue()).toEqual([]);
  });
});

it.each([
  ['deposit', urls.deposit('x')],
  ['withdrawal', urls.withdrawal('x')],
  ['investment', urls.investment('x')],
  ['wallet', urls.booking('x')],
  ['bot', urls.bots],
  ['support', urls.chat('x')],
  ['security', urls.security],
  [null, urls.dashboard],
] as const)('a mail about %s leads to the page that the web app has for it', (subject, path) => {
  expect(notificationPath(subject, 'x')).toBe(path);
});

describe('when the mail server', () => {
  it('is down, the mail waits longer each time and goes out when it is back', async () => {
    const { userId } = await person();
    await tell(userId);
    await smtp.goDown();
    const mailer = replica();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      await look(mailer);
      const [row] = await queue();
      waits.push(Number(row?.next_attempt_at) - fixture.clock.now().getTime());
      // Before its time nothing happens.
      fixture.clock.advance((waits.at(-1) ?? 0) - 1);
      await look(mailer);
      expect((await queue())[0]?.attempts).toBe(attempt + 1);
      fixture.clock.advance(1);
    }
    expect(waits).toEqual([1, 2, 4, 8].map((minutes) => minutes * MINUTE_MS));
    await smtp.comeBack();
    await look(mailer);
    expect(smtp.received).toHaveLength(1);
    expect(await queue()).toMatchObject([{ attempts: 5, sent: true, last_error: null }]);
  });

  it('stays down, the mail is given up after more than three days, with a code only', async () => {
    const { userId } = await person();
    await tell(userId);
    await smtp.goDown();
    const mailer = replica();
    const begunAt = fixture.clock.now().getTime();
    for (;;) {
      await look(mailer);
      const next = (await queue())[0]?.next_attempt_at;
      if (!next) break;
      expect(next.getTime() - fixture.clock.now().getTime()).toBeLessThanOrEqual(DAY_MS);
      fixture.clock.set(next);
    }
    expect(fixture.clock.now().getTime() - begunAt).toBeGreaterThan(3 * DAY_MS);
    expect(await queue()).toMatchObject([{ attempts: 14, sent: false, last_error: 'ESOCKET' }]);
    await smtp.comeBack();
    fixture.clock.advance(DAY_MS);
    await look(mailer);
    expect(smtp.received).toEqual([]);
  });

  it('puts a recipient off (4xx), the mail is tried again', async () => {
    const { userId } = await person();
    await tell(userId);
    smtp.refuseRecipients(451);
    const mailer = replica();
    await look(mailer);
    expect(await queue()).toMatchObject([{ attempts: 1, sent: false, last_error: 'EENVELOPE 451' }]);
    smtp.refuseRecipients(null);
    fixture.clock.advance(MINUTE_MS);
    await look(mailer);
    expect(await queue()).toMatchObject([{ attempts: 2, sent: true }]);
  });

  it('refuses a recipient for good (5xx), the mail is given up and others go on', async () => {
    const [gone, other] = [await person(), await person()];
    await tell(gone.userId);
    smtp.refuseRecipients(550);
    const mailer = replica();
    await look(mailer);
    const givenUp = { attempts: 1, sent: false, next_attempt_at: null, last_error: 'EENVELOPE 550' };
    expect(await queue()).toEqual([givenUp]);
    smtp.refuseRecipients(null);
    await tell(other.userId);
    await look(mailer);
    expect(smtp.received.map(({ to }) => to)).toEqual([other.email]);
    // What a mail server says repeats addresses; neither the log nor the table keeps it.
    expect(logged).toContain('EENVELOPE 550');
    expect(logged).not.toMatch(/@|secret\.example/);
  });
});

it('a replica killed between sending and noting it leaves one repetition, under the same Message-ID', async () => {
  const { userId } = await person();
  await tell(userId);
  const victim = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('mails-victim.ts', import.meta.url)),
      fixture.url,
      smtp.url,
      fixture.clock.now().toISOString(),
    ],
    { stdio: 'ignore' },
  );
  const exited = once(victim, 'exit');
  smtp.onTaken(async () => {
    victim.kill('SIGKILL');
    await exited;
  });
  await exited;
  smtp.onTaken(null);
  expect(smtp.received).toHaveLength(1);
  expect(await queue()).toMatchObject([{ attempts: 1, sent: false }]);

  // While the lease of the dead one runs, nobody repeats it.
  const mailer = replica();
  await look(mailer);
  expect(smtp.received).toHaveLength(1);
  fixture.clock.advance(DAY_MS);
  await look(mailer);
  await look(mailer);
  const [first, second, ...more] = smtp.received;
  expect(second?.messageId).toBe(first?.messageId);
  expect(more).toEqual([]);
  expect(await queue()).toMatchObject([{ attempts: 2, sent: true }]);
});

it('texts are deleted thirty days after they were sent or given up, and not before', async () => {
  const [early, waiting] = [await person(), await person()];
  await tell(early.userId);
  await look(replica());
  await smtp.goDown();
  await tell(waiting.userId);
  const sentAt = fixture.clock.now().getTime();
  await deleteOldMails(fixture.database.db, new Date(sentAt));
  expect(await queue()).toHaveLength(2);
  await deleteOldMails(fixture.database.db, new Date(sentAt + 1));
  expect(await queue()).toMatchObject([{ sent: false }]);
  await smtp.comeBack();
});
