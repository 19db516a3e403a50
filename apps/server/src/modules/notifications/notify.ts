import { newId } from '../../platform/ids.ts';
import type { Work } from '../../platform/work.ts';

export type NotificationDraft = {
  userId: string;
  title: string;
  message: string;
  type: 'success' | 'warning' | 'error' | 'info';
  subject: 'deposit' | 'withdrawal' | 'investment' | 'wallet' | 'bot';
  subjectId: string;
};

/** Tells a customer, in the transaction of the change that it tells of. */
export async function notify(work: Work, draft: NotificationDraft): Promise<void> {
  const { userId, title, message, type, subject, subjectId } = draft;
  // Every money command writes one, so it is a prepared statement.
  await work.tx.$client.query({
    name: 'notify',
    text: `INSERT INTO user_notifications (id, user_id, title, message, type, subject, subject_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [newId(), userId, title, message, type, subject, subjectId, work.now],
  });
  work.hintUser(draft.userId, 'notifications');
}
