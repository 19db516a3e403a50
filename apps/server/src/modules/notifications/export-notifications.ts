import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { inPieces } from '../../platform/in-pieces.ts';
import { notificationMails, notificationSettings, userNotifications } from './notifications.schema.ts';

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
