import {
  LIMITS,
  type Notification,
  type NotificationSubject,
  type NotificationType,
} from '@botdepot/contract';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { userNotifications } from './notifications.schema.ts';

/** The latest ones, newest first. */
export async function listLatest(tx: Tx, userId: string): Promise<Notification[]> {
  const rows = await tx
    .select()
    .from(userNotifications)
    .where(eq(userNotifications.userId, userId))
    .orderBy(desc(userNotifications.createdAt), desc(userNotifications.id))
    .limit(LIMITS.notificationsShown);
  return rows.map(present);
}

/** One page of them, newest first, and how many there are in all. */
export async function listAll(
  tx: Tx,
  userId: string,
  filter: {
    type?: NotificationType | undefined;
    isRead?: boolean | undefined;
    page: number;
    pageSize: number;
  },
): Promise<{ items: Notification[]; total: number }> {
  const { type, isRead, page, pageSize } = filter;
  const where = and(
    eq(userNotifications.userId, userId),
    type && eq(userNotifications.type, type),
    isRead === undefined ? undefined : eq(userNotifications.isRead, isRead),
  );
  const rows = await tx
    .select()
    .from(userNotifications)
    .where(where)
    .orderBy(desc(userNotifications.createdAt), desc(userNotifications.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(userNotifications).where(where);
  return { items: rows.map(present), total: counted?.total ?? 0 };
}

function present(row: typeof userNotifications.$inferSelect): Notification {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    type: row.type,
    isRead: row.isRead,
    createdAt: row.createdAt.toISOString(),
    subject: row.subject,
    subjectId: row.subjectId,
  };
}

export async function countUnread(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ unread: count() })
    .from(userNotifications)
    .where(and(eq(userNotifications.userId, userId), eq(userNotifications.isRead, false)));
  return row?.unread ?? 0;
}

/** Marks one as read; false when the customer has no such notification. */
export async function markRead(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(userNotifications)
    .set({ isRead: true })
    .where(and(eq(userNotifications.id, id), eq(userNotifications.userId, userId)))
    .returning({ id: userNotifications.id });
  return rows.length > 0;
}

/** Marks all that somebody was told about one subject as read; false when none of it was unread. */
export async function markReadAbout(
  tx: Tx,
  { userId, subject, subjectId }: { userId: string; subject: NotificationSubject; subjectId: string },
): Promise<boolean> {
  const rows = await tx
    .update(userNotifications)
    .set({ isRead: true })
    .where(
      and(
        eq(userNotifications.userId, userId),
        eq(userNotifications.isRead, false),
        eq(userNotifications.subject, subject),
        eq(userNotifications.subjectId, subjectId),
      ),
    )
    .returning({ id: userNotifications.id });
  return rows.length > 0;
}

export async function markAllRead(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(userNotifications)
    .set({ isRead: true })
    .where(and(eq(userNotifications.userId, userId), eq(userNotifications.isRead, false)));
}
