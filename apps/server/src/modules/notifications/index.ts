export { notificationsRouter } from './notifications.router.ts';
export { type NotificationDraft, notify } from './notify.ts';
