export {
  countMailsSent,
  createNotificationMailer,
  deleteOldMails,
  eraseNotifications,
  type NotificationMailer,
  readMailBacklog,
} from './mails.ts';
export { type MailboxAccess, mailboxRouter, notificationsRouter } from './notifications.router.ts';
export {
  exportMails,
  exportNotificationSettings,
  exportNotifications,
  readNotificationsAbout,
} from './notifications.ts';
export { type NotificationContent, notify, notifyEach, tellOfSecurity } from './notify.ts';
