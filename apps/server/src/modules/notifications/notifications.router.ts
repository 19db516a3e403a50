import { DomainError, type Installation } from '@botdepot/contract';
import type { Handlers } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { listStoredMails, readStoredMail } from '../../platform/mail/mailbox.ts';
import type { Actor } from '../../platform/work.ts';
import { findUserById } from '../identity/index.ts';
import { getNotificationSettings, updateNotificationSettings } from './notification-settings.ts';
import { countUnread, listAll, listLatest, markAllRead, markRead } from './notifications.ts';

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

/** Where the demo keeps its mails. `ownOnly`: others may reach this demo, and a link in a mail can open an account. */
export type MailboxAccess = { folder: string; ownOnly: boolean };

const MAILS_SHOWN = 100;

/** Implements `contract.mailbox`. Without a mailbox none of it exists. */
export function mailboxRouter(deps: {
  database: Database;
  mailbox: MailboxAccess | null;
}): Handlers<'mailbox'> {
  async function openMailbox(actor: Actor | null): Promise<{ folder: string; to: string | undefined }> {
    if (!deps.mailbox) throw DomainError.of('NOT_FOUND');
    const { folder, ownOnly } = deps.mailbox;
    if (!ownOnly) return { folder, to: undefined };
    const user = actor?.userId ? await findUserById(deps.database.db, actor.userId) : null;
    if (!user) throw DomainError.of('UNAUTHENTICATED');
    return { folder, to: user.email };
  }

  return {
    listMails: async ({ actor }) => {
      const { folder, to } = await openMailbox(actor);
      const mails = await listStoredMails(folder, { to, limit: MAILS_SHOWN });
      return {
        items: mails.map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt })),
        ownOnly: to !== undefined,
      };
    },
    getMail: async ({ actor, input }) => {
      const { folder, to } = await openMailbox(actor);
      const mail = await readStoredMail(folder, { id: input.id, to });
      if (!mail) throw DomainError.of('NOT_FOUND');
      return mail;
    },
  };
}
