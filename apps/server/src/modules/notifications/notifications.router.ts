import { DomainError } from '@botdepot/contract';
import { signedIn } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { countUnread, listLatest, markAllRead, markRead } from './notifications.store.ts';

export function notificationsRouter(deps: { database: Database; runWork: WorkRunner }) {
  const { database, runWork } = deps;
  return {
    listNotifications: signedIn.notifications.listNotifications.handler(async ({ context }) => ({
      items: await listLatest(database.db, context.actor.userId),
      unread: await countUnread(database.db, context.actor.userId),
    })),
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
  };
}
