import type { SupportChat, SupportMessage } from '@botdepot/contract';
import type { Work } from '../../platform/work.ts';
import { wantsHuman } from './assistant/human-keywords.ts';
import { assertWritable, assistantAnswers, type ChatChange, escalation, replyDueAt } from './chat.ts';
import { auditStatus, hintChat } from './chat-trail.ts';
import { appendMessage, findSent, lockOwnChat, presentMessage, readChat } from './support.store.ts';

export type SentMessage = {
  chat: SupportChat;
  message: SupportMessage;
  /** When the assistant answers; null when it does not. */
  replyDueAt: Date | null;
};

/**
 * Adds a message of the customer. Anyone who asks for a human gets one at once; otherwise the assistant's answer becomes due.
 * The same `clientId` again returns what was stored, whatever has become of the chat since.
 */
export async function sendSupportMessage(
  work: Work,
  input: { userId: string; id: string; clientId: string; message: string },
): Promise<SentMessage> {
  const { tx, now } = work;
  const chat = await lockOwnChat(tx, input.id, input.userId);
  const sent = await findSent(tx, chat.id, input.clientId, input.userId);
  if (sent)
    return {
      chat: await readChat(tx, chat.id),
      message: presentMessage(sent),
      replyDueAt: chat.botReplyDueAt,
    };
  assertWritable(chat);

  const escalates = chat.status === 'active' && wantsHuman(input.message);
  const change: ChatChange = {
    ...(escalates ? escalation('asked', now) : {}),
    ...(escalates || assistantAnswers(chat) ? { botReplyDueAt: replyDueAt(now) } : {}),
  };
  const draft = {
    senderType: 'user',
    senderId: input.userId,
    message: input.message,
    clientId: input.clientId,
  } as const;
  const added = await appendMessage(tx, chat, draft, { ...change, lastMessageAt: now });
  if (escalates) await auditStatus(work, 'support.escalate', chat, added.chat, 'asked');
  hintChat(work, added.chat);
  return {
    chat: await readChat(tx, chat.id),
    message: presentMessage(added.message),
    replyDueAt: added.chat.botReplyDueAt,
  };
}
