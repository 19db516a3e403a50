import {
  inAppDelivery,
  NOTIFICATION_EVENT_FACTS,
  type NotificationEvent,
  type NotificationSubject,
} from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { newId, type Work } from '../../platform/work.ts';
import { holdUsers } from '../identity/index.ts';
import { type MailFact, notificationMails } from './notifications.schema.ts';

/** The page of the web app that shows what a notification is about. */
export function notificationPath(subject: NotificationSubject | null, subjectId: string | null): string {
  const id = subjectId === null ? null : encodeURIComponent(subjectId);
  switch (subject) {
    case 'deposit':
      return id === null ? '/dashboard/deposits' : `/dashboard/deposits?einzahlung=${id}`;
    case 'withdrawal':
      return id === null ? '/dashboard/withdrawals' : `/dashboard/withdrawals?auszahlung=${id}`;
    case 'investment':
      return id === null ? '/dashboard/bots' : `/dashboard/investments/${id}`;
    case 'wallet':
      return id === null ? '/dashboard/wallet' : `/dashboard/wallet?buchung=${id}`;
    case 'bot':
      return '/dashboard/bots';
    case 'smartbot':
    case 'turbobot':
    case 'newsbot':
      return `/dashboard/bots/${subject}`;
    case 'own_bot':
      return id === null ? '/dashboard/bots/eigene' : `/dashboard/bots/eigene/${id}`;
    case 'support':
      return `/dashboard/support?chat=${id ?? 'offen'}`;
    case 'security':
      return '/dashboard/settings?ansicht=sicherheit';
    case 'reconciliation':
      return id === null ? '/admin/abgleich' : `/admin/abgleich?lauf=${id}`;
    case 'approval':
      return id === null ? '/admin/freigaben' : `/admin/freigaben?vorlage=${id}`;
    case null:
      return '/dashboard';
  }
}

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

type NotificationDraft = NotificationContent & {
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

/**
 * Tells the owner of an account what was done to it: by the letter, which is mailed whatever their settings say, and in the
 * app. Anyone who has no account any more gets the letter alone.
 * @param notice null for an account that is gone.
 */
export async function tellOfSecurity(
  work: Work,
  userId: string,
  notice: { title: string; message: string } | null,
  letter: MailMessage,
): Promise<void> {
  // It comes after the change that it tells of: the account may have ended meanwhile, and nothing stays behind of that.
  if (notice === null || (await holdUsers(work.tx, [userId])).length === 0)
    return mailLetter(work, userId, letter);
  await notify(work, {
    event: 'security',
    userId,
    ...notice,
    type: 'warning',
    subject: 'security',
    subjectId: null,
    letter,
  });
}
