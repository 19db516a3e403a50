import type { Work } from '../../platform/work.ts';
import { notify, readNotificationsAbout } from '../notifications/index.ts';
import { type ChatChange, type ChatRow, replyNoticeDueAt } from './chat.ts';
import { hasUnreadReply, lockDueNotice, updateChat } from './support.store.ts';

/**
 * Tells one customer of an answer that they have left unread, once however many answers follow. Under the chat's lock: who
 * reads it at this moment is not told, or has read what they are told. Returns whether there was one.
 */
export async function tellOfUnreadReply(work: Work): Promise<boolean> {
  const chat = await lockDueNotice(work.tx, work.now);
  if (!chat) return false;
  await updateChat(work.tx, chat.id, { replyNoticeDueAt: null });
  await notify(work, {
    userId: chat.userId,
    event: 'support_reply',
    title: 'Antwort vom Support',
    message: 'Ein Mensch aus unserem Team hat Ihnen im Chat geantwortet.',
    type: 'info',
    subject: 'support',
    subjectId: chat.id,
  });
  return true;
}

/**
 * The customer has read up to `seq`, and with it what they were told of. The caller holds the chat's lock; `change` is
 * written with it. An answer after `seq` is told of in its own time.
 */
export async function readByCustomer(
  work: Work,
  chat: ChatRow,
  seq: number,
  change: ChatChange = {},
): Promise<ChatRow> {
  const { tx, now } = work;
  const hasUnread = await hasUnreadReply(tx, { ...chat, userReadSeq: seq });
  const read = await updateChat(tx, chat.id, {
    ...change,
    userReadSeq: seq,
    userReadAt: now,
    replyNoticeDueAt: hasUnread ? (chat.replyNoticeDueAt ?? replyNoticeDueAt(now)) : null,
  });
  await readNotificationsAbout(work, { userId: chat.userId, subject: 'support', subjectId: chat.id });
  return read;
}
