import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declare } from './errors.ts';
import { byId, id, timestamp } from './shapes.ts';

export const NOTIFICATION_TYPES = ['success', 'warning', 'error', 'info'] as const;
export const NOTIFICATION_SUBJECTS = ['deposit', 'withdrawal', 'investment', 'wallet', 'bot'] as const;

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

export const notifications = {
  listNotifications: oc
    .route({
      method: 'GET',
      path: '/notifications',
      tags: ['notifications'],
      summary: 'The latest ten, newest first',
    })
    .errors(declare('UNAUTHENTICATED'))
    .output(z.object({ items: z.array(notification), unread: z.number().int() })),
  readNotification: oc
    .route({
      method: 'POST',
      path: '/notifications/{id}/read',
      tags: ['notifications'],
      summary: 'Mark one as read',
    })
    .errors(declare('UNAUTHENTICATED', 'NOT_FOUND'))
    .input(byId)
    .output(z.object({ unread: z.number().int() })),
  readAllNotifications: oc
    .route({
      method: 'POST',
      path: '/notifications/read',
      tags: ['notifications'],
      summary: 'Mark all as read',
    })
    .errors(declare('UNAUTHENTICATED'))
    .output(z.object({ unread: z.number().int() })),
};
