import { type DeskChat, DomainError, isSomebodyElses, type SupportMessage } from '@botdepot/contract';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { type ChatRow, replyNoticeDueAt } from '../chat.ts';
import { hintChat } from '../chat-trail.ts';
import { appendMessage, findSent, hasUnreadReply, lockChat, presentMessage } from '../support.store.ts';
import { readDeskChat } from './list-desk-chats.ts';
import { memberOf, readTeam } from './team.ts';

type Reply = {
  id: string;
  clientId: string;
  message: string;
  /** Whose chat it is, for whoever answers in it nevertheless. */
  overAssignee?: string | undefined;
};

/**
 * A human answers, in a chat of any status. The assistant is silent from then on, also if its answer was already due. A chat
 * of nobody becomes that of who answers. The customer is told of the first answer that stays unread, not of each.
 * @throws SUPPORT_CHAT_ASSIGNED when it is a colleague's and `overAssignee` does not name them.
 */
export async function replyToChat(
  work: Work,
  input: Reply,
): Promise<{ chat: DeskChat; message: SupportMessage }> {
  const { tx, now, actor } = work;
  const chat = await lockChat(tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const sent = await findSent(tx, chat.id, input.clientId, actor.userId);
  if (sent) return { chat: await readDeskChat(tx, chat.id), message: presentMessage(sent) };

  const assignedTo = await assigneeAfterReply(tx, chat, actor.userId, input.overAssignee);
  const hasUnread = await hasUnreadReply(tx, chat);
  const draft = {
    senderType: 'admin',
    senderId: actor.userId,
    message: input.message,
    clientId: input.clientId,
  } as const;
  const added = await appendMessage(tx, chat, draft, {
    lastMessageAt: now,
    humanInCharge: true,
    botReplyDueAt: null,
    firstHumanReplyAt: chat.firstHumanReplyAt ?? now,
    assignedTo,
    ...(hasUnread ? {} : { replyNoticeDueAt: replyNoticeDueAt(now) }),
    adminReadSeq: chat.lastSeq + 1,
    adminReadAt: now,
  });
  await writeAudit(work, {
    action: 'support.reply',
    subject: 'support_chat',
    subjectId: chat.id,
    ...(chat.assignedTo === assignedTo ? {} : { before: { assignedTo: chat.assignedTo } }),
    after: {
      messageId: added.message.id,
      ...(chat.assignedTo === assignedTo ? {} : { assignedTo }),
    },
  });
  hintChat(work, added.chat);
  return { chat: await readDeskChat(tx, chat.id), message: presentMessage(added.message) };
}

/** Whose chat it is after an answer. A colleague's stays theirs, and is answered in only by whoever knows that. */
async function assigneeAfterReply(
  tx: Tx,
  chat: ChatRow,
  ownId: string | null,
  overAssignee: string | undefined,
): Promise<string | null> {
  const present = memberOf(await readTeam(tx), chat.assignedTo);
  if (present === null || ownId === null || !isSomebodyElses(present, ownId)) return ownId;
  if (present.userId !== overAssignee)
    throw DomainError.of('SUPPORT_CHAT_ASSIGNED', { assignee: present.email });
  return present.userId;
}
