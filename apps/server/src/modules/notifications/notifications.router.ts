import { DomainError, type Installation } from '@botdepot/contract';
import { signedIn } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { getNotificationSettings, updateNotificationSettings } from './notification-settings.ts';
import { countUnread, listAll, listLatest, markAllRead, markRead } from './notifications.store.ts';

export function notificationsRouter(deps: {
  database: Database;
  runWork: WorkRunner;
  installation: Pick<Installation, 'mail'>;
}) {
  const { database, runWork } = deps;
  const mailPossible = deps.installation.mail !== 'none';
  return {
    listNotifications: signedIn.notifications.listNotifications.handler(async ({ context }) => ({
      items: await listLatest(database.db, context.actor.userId),
      unread: await countUnread(database.db, context.actor.userId),
    })),
    listAllNotifications: signedIn.notifications.listAllNotifications.handler(({ context, input }) => {
      const { type, unread, page, pageSize } = input;
      const { userId } = context.actor;
      const isRead = unread === undefined ? undefined : unread === 'false';
      return database.snapshot(async (tx) => ({
        ...(await listAll(tx, userId, { type, isRead, page, pageSize })),
        unread: await countUnread(tx, userId),
        page,
        pageSize,
      }));
    }),
    readNotification: signedIn.notifications.readNotification.handler(({ context, input }) =>
      runWork(context.actor, async ({ tx, hintUser }) => {
        if (!(await markRead(tx, context.actor.userId, input.id))) throw DomainError.of('NOT_FOUND');
        hintUser(context.actor.userId, 'notifications');
        return { unread: await countUnread(tx, context.actor.userId) };
      }),
    ),
    readAllNotifications: signedIn.notifications.readAllNotifications.handler(({ context }) =>
      runWork(context.actor, async ({ tx, hintUser }) => {
        await markAllRead(tx, context.actor.userId);
        hintUser(context.actor.userId, 'notifications');
        return { unread: 0 };
      }),
    ),
    getNotificationSettings: signedIn.notifications.getNotificationSettings.handler(async ({ context }) => ({
      items: await getNotificationSettings(database.db, context.actor, { mailPossible }),
      mailPossible,
    })),
    updateNotificationSettings: signedIn.notifications.updateNotificationSettings.handler(
      async ({ context, input }) => {
        const { userId, adminField } = context.actor;
        const items = await runWork(context.actor, (work) =>
          updateNotificationSettings(work, { ...input, userId, adminField }, { mailPossible }),
        );
        return { items, mailPossible };
      },
    ),
  };
}
