import { DomainError, type Installation } from '@botdepot/contract';
import type { Handlers } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { getNotificationSettings, updateNotificationSettings } from './notification-settings.ts';
import { countUnread, listAll, listLatest, markAllRead, markRead } from './notifications.store.ts';

export function notificationsRouter(deps: {
  database: Database;
  installation: Pick<Installation, 'mail'>;
}): Handlers<'notifications'> {
  const { database } = deps;
  const mailPossible = deps.installation.mail !== 'none';
  return {
    listNotifications: async ({ actor }) => ({
      items: await listLatest(database.db, actor.userId),
      unread: await countUnread(database.db, actor.userId),
    }),
    listAllNotifications: ({ actor, input }) => {
      const { type, unread, page, pageSize } = input;
      const { userId } = actor;
      const isRead = unread === undefined ? undefined : unread === 'false';
      return database.snapshot(async (tx) => ({
        ...(await listAll(tx, userId, { type, isRead, page, pageSize })),
        unread: await countUnread(tx, userId),
        page,
        pageSize,
      }));
    },
    readNotification: async ({ work, actor, input }) => {
      if (!(await markRead(work.tx, actor.userId, input.id))) throw DomainError.of('NOT_FOUND');
      work.hintUser(actor.userId, 'notifications');
      return { unread: await countUnread(work.tx, actor.userId) };
    },
    readAllNotifications: async ({ work, actor }) => {
      await markAllRead(work.tx, actor.userId);
      work.hintUser(actor.userId, 'notifications');
      return { unread: 0 };
    },
    getNotificationSettings: async ({ actor }) => ({
      items: await getNotificationSettings(database.db, actor, { mailPossible }),
      mailPossible,
    }),
    updateNotificationSettings: async ({ work, actor, input }) => {
      const { userId, adminField } = actor;
      const items = await updateNotificationSettings(
        work,
        { ...input, userId, adminField },
        { mailPossible },
      );
      return { items, mailPossible };
    },
  };
}
