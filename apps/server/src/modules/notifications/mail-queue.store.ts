import { and, eq, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { listEmails } from '../identity/index.ts';
import { type MailFact, notificationMails, userNotifications } from './notifications.schema.ts';

/** A message that this process has taken for itself. `attempts` counts this one, and tells it from a later claim. */
export type ClaimedMail = {
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
export async function claimMails(
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

export async function markMailSent(tx: Tx, mail: ClaimedMail, at: Date): Promise<void> {
  await tx
    .update(notificationMails)
    .set({ sentAt: at, nextAttemptAt: null, lastError: null })
    .where(sameClaim(mail));
}

/** @param nextAttemptAt null gives it up. */
export async function markMailFailed(
  tx: Tx,
  mail: ClaimedMail,
  { code, nextAttemptAt }: { code: string; nextAttemptAt: Date | null },
): Promise<void> {
  await tx.update(notificationMails).set({ lastError: code, nextAttemptAt }).where(sameClaim(mail));
}

export async function deleteMail(tx: Tx, mail: ClaimedMail): Promise<void> {
  await tx.delete(notificationMails).where(sameClaim(mail));
}

export type MailQueue = {
  waiting: number;
  retrying: number;
  givenUp: number;
  sentToday: number;
  oldestWaitingSince: string | null;
  lastError: string | null;
};

/** The queue in figures. „Today“ are the last 24 hours; what was given up is counted as long as it is kept. */
export async function readMailQueue(tx: Tx, now: Date): Promise<MailQueue> {
  const { rows } = await tx.$client.query<Omit<MailQueue, 'oldestWaitingSince'> & { oldest: Date | null }>(
    `SELECT count(*) FILTER (WHERE next_attempt_at IS NOT NULL)::int AS waiting,
            count(*) FILTER (WHERE next_attempt_at IS NOT NULL AND last_error IS NOT NULL)::int AS retrying,
            count(*) FILTER (WHERE next_attempt_at IS NULL AND sent_at IS NULL)::int AS "givenUp",
            count(*) FILTER (WHERE sent_at > $1)::int AS "sentToday",
            min(created_at) FILTER (WHERE next_attempt_at IS NOT NULL) AS oldest,
            (SELECT last_error FROM notification_mails WHERE last_error IS NOT NULL ORDER BY created_at DESC LIMIT 1)
              AS "lastError"
     FROM notification_mails`,
    [new Date(now.getTime() - 86_400_000)],
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate has one row');
  const { oldest, ...figures } = row;
  return { ...figures, oldestWaitingSince: oldest?.toISOString() ?? null };
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
