import { DomainError, type SupportChat, type SupportMessage } from '@botdepot/contract';
import { writeAudit } from '../../platform/audit.ts';
import type { Work } from '../../platform/work.ts';
import { notify } from '../notifications/index.ts';
import { hintChat } from './chat-trail.ts';
import {
  appendMessage,
  findSent,
  hasUnreadReply,
  lockChat,
  presentMessage,
  readChat,
} from './support.store.ts';

/**
 * A human answers, in a chat of any status. The assistant is silent from then on, also if its answer was already due. The
 * customer is notified of the first answer that they have not read, not of each.
 */
export async function replyToChat(
  work: Work,
  input: { id: string; clientId: string; message: string },
): Promise<{ chat: SupportChat; message: SupportMessage }> {
  const { tx, now, actor } = work;
  const chat = await lockChat(tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const sent = await findSent(tx, chat.id, input.clientId, actor.userId);
  if (sent) return { chat: await readChat(tx, chat.id), message: presentMessage(sent) };

  const alreadyTold = await hasUnreadReply(tx, chat);
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
    assignedTo: chat.assignedTo ?? actor.userId,
    adminReadSeq: chat.lastSeq + 1,
    adminReadAt: now,
  });
  await writeAudit(work, {
    action: 'support.reply',
    subject: 'support_chat',
    subjectId: chat.id,
    after: { messageId: added.message.id },
  });
  if (!alreadyTold)
    await notify(work, {
      userId: chat.userId,
      event: 'support_reply',
      title: 'Antwort vom Support',
      message: 'Ein Mensch aus unserem Team hat Ihnen im Chat geantwortet.',
      type: 'info',
      subject: 'support',
      subjectId: chat.id,
    });
  hintChat(work, added.chat);
  return { chat: await readChat(tx, chat.id), message: presentMessage(added.message) };
}
