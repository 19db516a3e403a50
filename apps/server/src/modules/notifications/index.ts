export { exportMails, exportNotificationSettings, exportNotifications } from './export-notifications.ts';
export { deleteOldMails, eraseNotifications, readMailQueue } from './mail-queue.store.ts';
export { type MailboxAccess, mailboxRouter } from './mailbox.router.ts';
export { createNotificationMailer, type NotificationMailer } from './notification-mailer.ts';
export { notificationsRouter } from './notifications.router.ts';
export { type NotificationContent, notify, notifyEach } from './notify.ts';
export { readNotificationsAbout } from './read-notifications-about.ts';
export { tellOfSecurity } from './tell-of-security.ts';
