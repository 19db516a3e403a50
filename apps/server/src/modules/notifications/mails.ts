import type { NotificationSubject } from '@botdepot/contract';
import { and, eq, gt, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../platform/database.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import { mailFailureOf } from '../../platform/mail/create-mail.ts';
import type { Mail, MailMessage } from '../../platform/mail/mail.ts';
import type { Clock } from '../../platform/work.ts';
import { listEmails } from '../identity/index.ts';
import { type MailFact, notificationMails, userNotifications } from './notifications.schema.ts';
import { notificationPath } from './notify.ts';

/** A message that this process has taken for itself. `attempts` counts this one, and tells it from a later claim. */
type ClaimedMail = {
  id: string;
  userId: string;
  title: string;
  message: string;
  facts: MailFact[] | null;
  /** Sent as it is, to the address that it bears. */
  letter: MailMessage | null;
  subject: (typeof notificationMails.$inferSelect)['subject'];
  subjectId: string | null;
  attempts: number;
};

/**
 * Takes up to `limit` due messages, letters first and then the longest due. Nobody else gets them until the lease is over;
 * a process that dies in between leaves them to the next one.
 */
async function claimMails(
  tx: Tx,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<ClaimedMail[]> {
  const due = tx
    .select({ id: notificationMails.id })
    .from(notificationMails)
    .where(lte(notificationMails.nextAttemptAt, now))
    .orderBy(isNull(notificationMails.letter), notificationMails.nextAttemptAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  const { id, userId, title, message, facts, letter, subject, subjectId, attempts } = notificationMails;
  return tx
    .update(notificationMails)
    .set({ attempts: sql`${attempts} + 1`, nextAttemptAt: leaseUntil })
    .where(inArray(notificationMails.id, due))
    .returning({ id, userId, title, message, facts, letter, subject, subjectId, attempts });
}

async function markMailSent(tx: Tx, mail: ClaimedMail, at: Date): Promise<void> {
  await tx
    .update(notificationMails)
    .set({ sentAt: at, nextAttemptAt: null, lastError: null })
    .where(sameClaim(mail));
}

/** @param nextAttemptAt null gives it up. */
async function markMailFailed(
  tx: Tx,
  mail: ClaimedMail,
  { code, nextAttemptAt }: { code: string; nextAttemptAt: Date | null },
): Promise<void> {
  await tx.update(notificationMails).set({ lastError: code, nextAttemptAt }).where(sameClaim(mail));
}

async function deleteMail(tx: Tx, mail: ClaimedMail): Promise<void> {
  await tx.delete(notificationMails).where(sameClaim(mail));
}

type MailBacklog = {
  waiting: number;
  retrying: number;
  givenUp: number;
  oldestWaitingSince: Date | null;
  lastError: string | null;
};

/** What is not sent yet, or never will be: as long as it is kept. Reads nothing of what was sent. */
export async function readMailBacklog(tx: Tx): Promise<MailBacklog> {
  const { rows } = await tx.$client.query<MailBacklog>(
    `SELECT w.*, f.*,
       (SELECT last_error FROM notification_mails WHERE last_error IS NOT NULL ORDER BY created_at DESC LIMIT 1)
         AS "lastError"
     FROM (SELECT count(*)::int AS waiting, min(created_at) AS "oldestWaitingSince"
           FROM notification_mails WHERE next_attempt_at IS NOT NULL) w,
       (SELECT count(*) FILTER (WHERE next_attempt_at IS NOT NULL)::int AS retrying,
               count(*) FILTER (WHERE next_attempt_at IS NULL)::int AS "givenUp"
        FROM notification_mails WHERE last_error IS NOT NULL) f`,
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

export async function countMailsSent(tx: Tx, since: Date): Promise<number> {
  return tx.$count(notificationMails, gt(notificationMails.sentAt, since));
}

/** Deletes messages that were sent before `before`, or given up and as old: their texts are personal. */
export async function deleteOldMails(tx: Tx, before: Date): Promise<void> {
  await tx.delete(notificationMails).where(
    and(
      isNull(notificationMails.nextAttemptAt),
      // For the index: nothing is sent before it was written.
      lt(notificationMails.createdAt, before),
      or(isNull(notificationMails.sentAt), lt(notificationMails.sentAt, before)),
    ),
  );
}

/**
 * Everything that was ever told to one person. The settings go with the user itself. A letter that still waits for another
 * address than theirs stays until it was sent or given up: whoever took an account over must not silence it by deleting it.
 */
export async function eraseNotifications(tx: Tx, userId: string): Promise<void> {
  const email = (await listEmails(tx, [userId])).get(userId);
  const to = sql`${notificationMails.letter} ->> 'to'`;
  const waitsElsewhere = sql`coalesce(${notificationMails.nextAttemptAt} IS NOT NULL AND ${to} <> ${email ?? ''}, false)`;
  await tx.delete(userNotifications).where(eq(userNotifications.userId, userId));
  await tx.delete(notificationMails).where(and(eq(notificationMails.userId, userId), not(waitsElsewhere)));
}

/** A claim of another process came after this one: its outcome counts. */
function sameClaim({ id, attempts }: ClaimedMail) {
  return and(eq(notificationMails.id, id), eq(notificationMails.attempts, attempts));
}

/** A notification as a mail, with a link to what it is about and one to the settings that send it. */
export function notificationMail(
  { brandName, baseUrl, to }: { brandName: string; baseUrl: string; to: string },
  notification: {
    title: string;
    message: string;
    facts: readonly MailFact[] | null;
    subject: NotificationSubject | null;
    subjectId: string | null;
  },
): MailMessage {
  const { title, message, facts, subject, subjectId } = notification;
  return composeMail(brandName, {
    to,
    subject: title,
    // The message begins as a sentence, and after the greeting's comma none does.
    paragraphs: [`in Ihrem Konto bei ${brandName} gibt es eine neue Nachricht:`, message],
    facts: facts ?? [],
    action: {
      label: 'Im Konto ansehen',
      url: new URL(notificationPath(subject, subjectId), baseUrl).href,
    },
    manage: {
      label: 'Welche Nachrichten Sie per E-Mail bekommen, legen Sie in den Einstellungen fest',
      url: new URL('/dashboard/settings?ansicht=benachrichtigungen', baseUrl).href,
    },
  });
}

export type NotificationMailer = Job;

/** Longer than a transport may take with one batch, so that no other replica sends what is still under way. */
const LEASE_MS = 10 * 60_000;
const BATCH = 10;
const POLL_MS = 5_000;

/**
 * Sends the queue of `notify`, on every replica: each message is claimed by one of them. A message counts as sent once the
 * transport has taken it. A process that dies between that and the mark leaves the message to be sent once more after the
 * lease, under the same Message-ID.
 */
export function createNotificationMailer(deps: {
  database: Database;
  mail: Mail;
  clock: Clock;
  log: Logger;
  brandName: string;
  baseUrl: string;
}): NotificationMailer {
  const { database, mail, clock, log } = deps;

  async function sendAll(signal: AbortSignal): Promise<void> {
    // A full batch may have left others behind.
    while (!signal.aborted && (await sendBatch()) === BATCH);
  }

  async function sendBatch(): Promise<number> {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimMails(database.db, { now, leaseUntil, limit: BATCH });
    if (claimed.length === 0) return 0;
    const addresses = await listEmails(
      database.db,
      claimed.map(({ userId }) => userId),
    );
    const outcomes = await Promise.allSettled(
      claimed.map((message) => sendOne(message, addresses.get(message.userId))),
    );
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') log.warn({ err: outcome.reason }, 'outcome of a mail not kept');
    return claimed.length;
  }

  /** @param address undefined when the account is gone: then nobody reads a notification, and nothing of a letter stays. */
  async function sendOne(message: ClaimedMail, address: string | undefined): Promise<void> {
    const { letter } = message;
    const to = letter?.to ?? address;
    if (to === undefined) return deleteMail(database.db, message);
    try {
      const composed = letter ?? notificationMail({ ...deps, to }, message);
      await mail.send({ ...composed, messageId: messageIdOf(message) });
    } catch (error) {
      const { code, final } = mailFailureOf(error);
      const next = final ? null : nextAttemptAt(message.attempts, clock.now());
      log.warn(
        { mail: message.id, code, attempts: message.attempts, givenUp: next === null },
        'mail not sent',
      );
      if (next === null && address === undefined) return deleteMail(database.db, message);
      return markMailFailed(database.db, message, { code, nextAttemptAt: next });
    }
    if (address === undefined) await deleteMail(database.db, message);
    else await markMailSent(database.db, message, clock.now());
  }

  const messageIdOf = ({ id }: ClaimedMail): string => `<${id}@${new URL(deps.baseUrl).hostname}>`;

  const job = createJob({ everyMs: POLL_MS, log, failed: 'queue of mails not read', run: sendAll });
  // Nothing is ever sent where there is no transport.
  if (mail.transport === 'none') return { ...job, start: () => undefined, wake: () => undefined };
  return {
    ...job,
    start() {
      job.start();
      job.wake();
    },
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Over three days and more; an outage of a mail server is over by then. */
const MAIL_ATTEMPTS_MAX = 14;

/** When to try again after a failure: a minute later, then doubling up to a day. Null when there were enough attempts. */
function nextAttemptAt(attempts: number, now: Date): Date | null {
  if (attempts >= MAIL_ATTEMPTS_MAX) return null;
  return new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** (attempts - 1), DAY_MS));
}
