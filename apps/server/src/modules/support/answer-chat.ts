import { SUPPORT_LIMITS } from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import type { Answer, Assistant } from './assistant/assistant.ts';
import { HANDED_OVER } from './assistant/knowledge.ts';
import { assistantAnswers, type ChatChange, type ChatRow, escalation } from './chat.ts';
import { auditStatus, hintChat } from './chat-trail.ts';
import { appendMessage, lockChat, readQuestion } from './support.store.ts';

/** What the assistant says, and why a human takes over, if one does. */
type Reply = Answer & { failed?: boolean };

/**
 * Thinks of the answer to a claimed chat. No lock is held: customers go on writing meanwhile, and then a newer answer is due.
 * A chat that was handed over is told so; an assistant that fails hands over as well.
 */
export async function thinkOfReply(
  tx: Tx,
  assistant: Assistant,
  claimed: ChatRow,
  now: Date,
  onFailure: (error: unknown) => void,
): Promise<Reply> {
  if (claimed.status === 'escalated') return { answered: true, message: HANDED_OVER };
  try {
    const messages = await readQuestion(tx, claimed);
    return await assistant.answer({ userId: claimed.userId, messages, now });
  } catch (error) {
    onFailure(error);
    return { answered: false, failed: true, message: HANDED_OVER };
  }
}

/**
 * Writes a reply, once: only who still holds the claim does. A claim is over when it ran out and somebody else took it, when
 * the customer wrote something newer, when a human answered, and when the chat ended or was deleted. Returns whether it wrote.
 */
export async function writeReply(work: Work, claimed: ChatRow, reply: Reply): Promise<boolean> {
  const chat = await lockChat(work.tx, claimed.id);
  if (!chat || !stillClaimed(chat, claimed)) return false;
  const unanswered = reply.answered ? 0 : chat.unanswered + 1;
  const givesUp =
    assistantAnswers(chat) && (reply.failed || unanswered >= SUPPORT_LIMITS.unansweredQuestions);
  const reason = reply.failed ? 'assistant_failed' : 'unanswered';
  const change: ChatChange = {
    botReplyDueAt: null,
    botRepliedSeq: chat.lastSeq,
    unanswered,
    ...(givesUp ? escalation(reason, work.now) : {}),
  };
  const draft = {
    senderType: 'bot',
    senderId: null,
    message: givesUp ? HANDED_OVER : reply.message,
    facts: givesUp ? [] : (reply.facts ?? []),
  } as const;
  const added = await appendMessage(work.tx, chat, draft, { ...change, lastMessageAt: work.now });
  if (givesUp) await auditStatus(work, 'support.escalate', chat, added.chat, reason);
  hintChat(work, added.chat);
  return true;
}

/** The due time is the token of the claim: a later claim, and a newer message, each set another one. */
const stillClaimed = (chat: ChatRow, claimed: ChatRow): boolean =>
  chat.botReplyDueAt?.getTime() === claimed.botReplyDueAt?.getTime() && chat.lastSeq === claimed.lastSeq;
