import { z } from 'zod';
import { BOT_TYPES } from './catalogue.ts';
import { NOTIFICATION_EVENTS } from './notification-events.ts';
import { operationsOf } from './operation.ts';
import { byId, id, page, paged, timestamp } from './shapes.ts';

const { command, query } = operationsOf('notifications');

const NOTIFICATION_TYPES = ['success', 'warning', 'error', 'info'] as const;
export const NOTIFICATION_SUBJECTS = [
  'deposit',
  'withdrawal',
  'investment',
  'wallet',
  // The bots together, in what was written before each of them was a subject.
  'bot',
  ...BOT_TYPES,
  'own_bot',
  'support',
  'security',
  'reconciliation',
  'approval',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export type NotificationSubject = (typeof NOTIFICATION_SUBJECTS)[number];

export const notification = z.object({
  id,
  title: z.string(),
  message: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  isRead: z.boolean(),
  createdAt: timestamp,
  /** What it is about, so that it opens its subject. */
  subject: z.enum(NOTIFICATION_SUBJECTS).nullable(),
  subjectId: id.nullable(),
});
export type Notification = z.infer<typeof notification>;

export const notificationSetting = z.object({
  event: z.enum(NOTIFICATION_EVENTS),
  inApp: z.boolean(),
  byMail: z.boolean(),
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

const notificationSettings = z.object({
  /** Every kind of event that this person can hear of, in the order of the catalogue. */
  items: z.array(notificationSetting),
  /** False where this installation sends no mail at all; choices are kept all the same. */
  mailPossible: z.boolean(),
});

export const notifications = {
  getNotificationSettings: query('GET /notifications/settings', {
    summary: 'Wie der Kunde von jeder Art von Ereignis erfährt',
    access: 'signed-in',
    output: notificationSettings,
  }),
  updateNotificationSettings: command('POST /notifications/settings', {
    summary: 'Eine Art von Ereignis in der App oder per E-Mail ein- oder ausschalten',
    access: 'signed-in',
    errors: ['BAD_REQUEST'],
    input: z
      .strictObject({
        event: z.enum(NOTIFICATION_EVENTS),
        inApp: z.boolean().optional(),
        byMail: z.boolean().optional(),
      })
      .refine(({ inApp, byMail }) => inApp !== undefined || byMail !== undefined, 'nothing to change'),
    output: notificationSettings,
  }),
  listNotifications: query('GET /notifications', {
    summary: 'Die neuesten zehn',
    access: 'signed-in',
    output: z.object({ items: z.array(notification), unread: z.number().int() }),
  }),
  listAllNotifications: query('GET /notifications/all', {
    summary: 'Alle, neueste zuerst, und wie viele davon ungelesen sind',
    access: 'signed-in',
    input: page.extend({
      type: z.enum(NOTIFICATION_TYPES).optional(),
      /** As it stands in an address. */
      unread: z.enum(['true', 'false']).optional(),
    }),
    // The number of unread ones is the badge's: no filter changes it.
    output: paged(notification).extend({ unread: z.number().int() }),
  }),
  readNotification: command('POST /notifications/{id}/read', {
    summary: 'Eine als gelesen markieren',
    access: 'signed-in',
    errors: ['NOT_FOUND'],
    input: byId,
    output: z.object({ unread: z.number().int() }),
  }),
  readAllNotifications: command('POST /notifications/read', {
    summary: 'Alle als gelesen markieren',
    access: 'signed-in',
    output: z.object({ unread: z.number().int() }),
  }),
};
