import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, id } from '../../platform/columns.ts';

export const userNotifications = pgTable(
  'user_notifications',
  {
    id: id(),
    userId: uuid('user_id').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    type: text('type', { enum: ['success', 'warning', 'error', 'info'] }).notNull(),
    isRead: boolean('is_read').notNull().default(false),
    subject: text('subject', { enum: ['deposit', 'withdrawal', 'investment', 'wallet', 'bot'] }),
    subjectId: uuid('subject_id'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('user_notifications_user').on(table.userId, table.createdAt.desc()),
    index('user_notifications_unread').on(table.userId).where(sql`not is_read`),
    check('user_notifications_type', sql`${table.type} in ('success', 'warning', 'error', 'info')`),
  ],
);
