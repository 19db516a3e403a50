import {
  inAppDelivery,
  NOTIFICATION_EVENT_FACTS,
  type NotificationEvent,
  type NotificationSubject,
} from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import { newId } from '../../platform/ids.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import type { Work } from '../../platform/work.ts';
import { holdUsers } from '../identity/index.ts';
import { type MailFact, notificationMails } from './notifications.schema.ts';

export type NotificationContent = {
  /** Which of the customer's settings decides. */
  event: NotificationEvent;
  title: string;
  message: string;
  type: 'success' | 'warning' | 'error' | 'info';
  /** What it opens; null for what has no page of its own. */
  subject: NotificationSubject | null;
  subjectId: string | null;
  /** For the small table in the mail: amount, reference, status. */
  facts?: readonly MailFact[] | undefined;
};

export type NotificationDraft = NotificationContent & {
  userId: string;
  /** Mailed in place of the notification, as it is and to the address that it bears, whatever the settings say. */
  letter?: MailMessage | undefined;
};

/**
 * Tells a customer in the way they have chosen, in the transaction of the change that it tells of. One round trip. Its mail
 * waits in a queue until after the commit; where the installation sends none, nothing is queued.
 */
export async function notify(work: Work, draft: NotificationDraft): Promise<void> {
  const { userId, title, message, type, subject, subjectId, facts, letter } = draft;
  const { app, mail } = deliveryOf(work, draft);
  // Every money command writes one, so it is a prepared statement.
  const { rowCount } = await work.tx.$client.query({
    name: 'notify',
    text: `WITH chosen AS (
        SELECT in_app, by_mail FROM notification_settings WHERE user_id = $1 AND event = $2
      ), told AS (
        INSERT INTO user_notifications (id, user_id, title, message, type, subject, subject_id, created_at)
        SELECT $3::uuid, $1::uuid, $4::text, $5::text, $6::text, $7::text, $8::uuid, $9::timestamptz
        WHERE $10::boolean OR coalesce((SELECT in_app FROM chosen), $11::boolean)
      )
      INSERT INTO notification_mails
        (id, user_id, title, message, facts, letter, subject, subject_id, created_at, next_attempt_at)
      SELECT $12::uuid, $1::uuid, $4::text, $5::text, $13::jsonb, $17::jsonb, $7::text, $8::uuid, $9::timestamptz,
        $9::timestamptz
      WHERE $14::boolean AND ($15::boolean OR coalesce((SELECT by_mail FROM chosen), $16::boolean))`,
    values: [
      userId,
      draft.event,
      newId(),
      title,
      message,
      type,
      subject,
      subjectId,
      work.now,
      app.always,
      app.byDefault,
      newId(),
      facts ? JSON.stringify(facts) : null,
      mail.possible,
      mail.always || letter !== undefined,
      mail.byDefault,
      letter ? JSON.stringify(letter) : null,
    ],
  });
  if (rowCount) work.queueMails?.();
  work.hintUser(userId, 'notifications');
}

/** Mails a letter without a notification in the app: there is no account any more that could show one. */
export async function mailLetter(work: Work, userId: string, letter: MailMessage): Promise<void> {
  if (!work.queueMails) return;
  await work.tx.insert(notificationMails).values({
    userId,
    title: letter.subject,
    message: '',
    letter,
    createdAt: work.now,
    nextAttemptAt: work.now,
  });
  work.queueMails();
}

/**
 * Tells many customers the same, each in the way they have chosen: two statements, however many they are. Who has no account any
 * more is left out; an account that ends at this moment waits, so that nothing written here stays behind.
 */
export async function notifyEach(
  work: Work,
  userIds: readonly string[],
  content: NotificationContent,
): Promise<void> {
  const { event, title, message, type, subject, subjectId, facts } = content;
  const { app, mail } = deliveryOf(work, content);
  const told = await holdUsers(work.tx, userIds);
  const { rowCount } = await work.tx.execute(sql`
    WITH recipient AS MATERIALIZED (
      SELECT person.user_id, chosen.in_app, chosen.by_mail
      FROM unnest(${sql.param(told)}::uuid[]) AS person (user_id)
      LEFT JOIN notification_settings chosen ON chosen.user_id = person.user_id AND chosen.event = ${event}
    ), told AS (
      INSERT INTO user_notifications (id, user_id, title, message, type, subject, subject_id, created_at)
      SELECT gen_random_uuid(), user_id, ${title}::text, ${message}::text, ${type}::text, ${subject}::text,
        ${subjectId}::uuid, ${work.now}::timestamptz
      FROM recipient WHERE ${app.always}::boolean OR coalesce(in_app, ${app.byDefault}::boolean)
    )
    INSERT INTO notification_mails (id, user_id, title, message, facts, subject, subject_id, created_at, next_attempt_at)
    SELECT gen_random_uuid(), user_id, ${title}::text, ${message}::text, ${facts ? JSON.stringify(facts) : null}::jsonb,
      ${subject}::text, ${subjectId}::uuid, ${work.now}::timestamptz, ${work.now}::timestamptz
    FROM recipient
    WHERE ${mail.possible}::boolean AND (${mail.always}::boolean OR coalesce(by_mail, ${mail.byDefault}::boolean))`);
  if (rowCount) work.queueMails?.();
  for (const userId of told) work.hintUser(userId, 'notifications');
}

function deliveryOf(work: Work, { event }: NotificationContent) {
  const { byMail } = NOTIFICATION_EVENT_FACTS[event];
  const mailPossible = work.queueMails !== undefined;
  const inApp = inAppDelivery(event, mailPossible);
  return {
    app: { always: inApp === 'always', byDefault: inApp === 'on' },
    mail: {
      possible: mailPossible,
      always: byMail === 'always',
      byDefault: byMail === 'on',
    },
  };
}
