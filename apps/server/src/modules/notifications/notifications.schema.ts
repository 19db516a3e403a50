import { NOTIFICATION_EVENTS, NOTIFICATION_SUBJECTS } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, id } from '../../platform/columns.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';

export const userNotifications = pgTable(
  'user_notifications',
  {
    id: id(),
    userId: uuid('user_id').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    type: text('type', { enum: ['success', 'warning', 'error', 'info'] }).notNull(),
    isRead: boolean('is_read').notNull().default(false),
    subject: text('subject', { enum: NOTIFICATION_SUBJECTS }),
    subjectId: uuid('subject_id'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('user_notifications_user').on(table.userId, table.createdAt, table.id),
    index('user_notifications_unread').on(table.userId).where(sql`not is_read`),
    check('user_notifications_type', sql`${table.type} in ('success', 'warning', 'error', 'info')`),
  ],
);

/** How one person wants to hear of one kind of event. Without a row the contract's defaults hold. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    /** Refers to `auth_users`, and goes with the user. */
    userId: uuid('user_id').notNull(),
    event: text('event', { enum: NOTIFICATION_EVENTS }).notNull(),
    inApp: boolean('in_app').notNull(),
    byMail: boolean('by_mail').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.event] })],
);

/** A line of the small table in a mail. */
export type MailFact = { label: string; value: string };

/**
 * Messages that go out by mail, written in the transaction of what they tell of. `next_attempt_at` is null once a message was
 * sent (`sent_at`) or given up. `last_error` is a code: the texts of mail servers repeat addresses. A `letter` was composed
 * when it was written, and goes to the address that it bears, also when that is no longer the account's or the account is gone.
 */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: id(),
    userId: uuid('user_id').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    facts: jsonb('facts').$type<MailFact[]>(),
    letter: jsonb('letter').$type<MailMessage>(),
    subject: text('subject', { enum: NOTIFICATION_SUBJECTS }),
    subjectId: uuid('subject_id'),
    createdAt: at('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at'),
    sentAt: at('sent_at'),
    lastError: text('last_error'),
  },
  (table) => [
    // Letters first, as they are claimed.
    index('notification_mails_due')
      .on(sql`(letter is null)`, table.nextAttemptAt)
      .where(sql`next_attempt_at is not null`),
    index('notification_mails_user').on(table.userId),
    index('notification_mails_done').on(table.createdAt).where(sql`next_attempt_at is null`),
    // What fails or was given up; of what was sent no failure is kept.
    index('notification_mails_failed').on(table.createdAt).where(sql`last_error is not null`),
  ],
);
