import {
  LIMITS,
  type Notification,
  type NotificationSubject,
  type NotificationType,
} from '@botdepot/contract';
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { inPieces, type Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { notificationMails, notificationSettings, userNotifications } from './notifications.schema.ts';

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
async function markReadAbout(
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

const ROWS_AT_ONCE = 500;

/** Everything that a person was told in the app, oldest first, for the download of one's own data. */
export async function* exportNotifications(tx: Tx, userId: string): AsyncGenerator<object> {
  const rows = inPieces<typeof userNotifications.$inferSelect>(ROWS_AT_ONCE, (last, limit) =>
    tx
      .select()
      .from(userNotifications)
      .where(and(eq(userNotifications.userId, userId), laterThan(userNotifications, last)))
      .orderBy(asc(userNotifications.createdAt), asc(userNotifications.id))
      .limit(limit),
  );
  for await (const { userId: _owner, createdAt, ...row } of rows)
    yield { ...row, createdAt: createdAt.toISOString() };
}

/** Everything that is still kept of the mails to a person, oldest first: what waits, and what was sent in the last days. */
export async function* exportMails(tx: Tx, userId: string): AsyncGenerator<object> {
  const rows = inPieces<typeof notificationMails.$inferSelect>(ROWS_AT_ONCE, (last, limit) =>
    tx
      .select()
      .from(notificationMails)
      .where(and(eq(notificationMails.userId, userId), laterThan(notificationMails, last)))
      .orderBy(asc(notificationMails.createdAt), asc(notificationMails.id))
      .limit(limit),
  );
  for await (const { id, title, message, facts, letter, createdAt, sentAt } of rows)
    yield {
      id,
      title,
      message,
      facts,
      // Its HTML says the same.
      letter: letter && { to: letter.to, subject: letter.subject, text: letter.text },
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    };
}

function laterThan(
  { createdAt, id }: typeof userNotifications | typeof notificationMails,
  last: { createdAt: Date; id: string } | undefined,
): SQL | undefined {
  return (
    last && sql`(${createdAt}, ${id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
  );
}

/** Only what differs from the defaults is kept. */
export async function* exportNotificationSettings(tx: Tx, userId: string): AsyncGenerator<object> {
  const rows = await tx
    .select({
      event: notificationSettings.event,
      inApp: notificationSettings.inApp,
      byMail: notificationSettings.byMail,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
  yield* rows;
}

/** Somebody has seen for themselves what they were told about: the notifications of it are read, on every open page. */
export async function readNotificationsAbout(
  work: Work,
  about: { userId: string; subject: NotificationSubject; subjectId: string },
): Promise<void> {
  if (await markReadAbout(work.tx, about)) work.hintUser(about.userId, 'notifications');
}
