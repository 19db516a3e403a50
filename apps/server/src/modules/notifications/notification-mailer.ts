import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { mailFailureOf } from '../../platform/mail/mail-failure.ts';
import { listEmails } from '../identity/index.ts';
import {
  type ClaimedMail,
  claimMails,
  deleteMail,
  markMailFailed,
  markMailSent,
} from './mail-queue.store.ts';
import { notificationMail } from './notification-mail.ts';

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
