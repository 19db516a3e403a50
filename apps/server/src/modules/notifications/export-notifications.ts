import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { inPieces } from '../../platform/in-pieces.ts';
import { notificationSettings, userNotifications } from './notifications.schema.ts';

const ROWS_AT_ONCE = 500;

/** Everything that a person was told in the app, oldest first, for the download of one's own data. */
export async function* exportNotifications(tx: Tx, userId: string): AsyncGenerator<object> {
  const { id, createdAt: at } = userNotifications;
  const rows = inPieces<typeof userNotifications.$inferSelect>(ROWS_AT_ONCE, (after, limit) =>
    tx
      .select()
      .from(userNotifications)
      .where(
        and(
          eq(userNotifications.userId, userId),
          after && sql`(${at}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(at), asc(id))
      .limit(limit),
  );
  for await (const { userId: _owner, createdAt, ...row } of rows)
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
