import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { notificationSettings, userNotifications } from './notifications.schema.ts';

/** Everything that a person was told in the app, oldest first, for the download of one's own data. */
export async function* exportNotifications(tx: Tx, userId: string): AsyncGenerator<object> {
  const rows = await tx
    .select()
    .from(userNotifications)
    .where(eq(userNotifications.userId, userId))
    .orderBy(asc(userNotifications.createdAt), asc(userNotifications.id));
  for (const { userId: _owner, createdAt, ...row } of rows)
    yield { ...row, createdAt: createdAt.toISOString() };
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
