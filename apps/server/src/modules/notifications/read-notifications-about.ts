import type { NotificationSubject } from '@botdepot/contract';
import type { Work } from '../../platform/work.ts';
import { markReadAbout } from './notifications.store.ts';

/** Somebody has seen for themselves what they were told about: the notifications of it are read, on every open page. */
export async function readNotificationsAbout(
  work: Work,
  about: { userId: string; subject: NotificationSubject; subjectId: string },
): Promise<void> {
  if (await markReadAbout(work.tx, about)) work.hintUser(about.userId, 'notifications');
}
