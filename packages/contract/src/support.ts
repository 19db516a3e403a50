/** Chats between customers, the assistant and the team. */
import { z } from 'zod';
import { SUPPORT_LIMITS } from './limits.ts';
import { operationsOf } from './operation.ts';
import { freeText, id, page, paged, timestamp } from './shapes.ts';
import { CHAT_STATUSES } from './states.ts';

const { command, query, task } = operationsOf('support');

/** How long the assistant takes to answer; the typing indicator is seen meanwhile. */
export const ASSISTANT_REPLY_MS = 1_000;

export const SENDER_TYPES = ['user', 'bot', 'admin'] as const;
export type SenderType = (typeof SENDER_TYPES)[number];

export const ESCALATION_REASONS = [
  'asked',
  /** Only of chats from before the assistant asked. */
  'unanswered',
  'late_deposit',
  'team',
  'assistant_failed',
] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

/** A line of the small account sheet that a message may carry: „Betrag“, „1.000,00 USDT“. */
export const messageFact = z.object({ label: z.string(), value: z.string() });
export type MessageFact = z.infer<typeof messageFact>;

export const supportMessage = z.object({
  id,
  /** Counts from 1 within the chat, without a gap: who knows up to n asks for what comes after n. */
  seq: z.number().int(),
  senderType: z.enum(SENDER_TYPES),
  message: z.string(),
  facts: z.array(messageFact),
  createdAt: timestamp,
  /** The id that its sender gave it, so that a page recognises its own message; null for the assistant's. */
  clientId: id.nullable(),
});
export type SupportMessage = z.infer<typeof supportMessage>;

export const supportChat = z.object({
  id,
  status: z.enum(CHAT_STATUSES),
  createdAt: timestamp,
  lastMessageAt: timestamp,
  lastSeq: z.number().int(),
  /** Up to which message the customer and the team have read. */
  userReadSeq: z.number().int(),
  adminReadSeq: z.number().int(),
  /** Messages to the customer that are not read yet. */
  unread: z.number().int(),
  /** The assistant is about to answer. */
  assistantTyping: z.boolean(),
  escalatedAt: timestamp.nullable(),
  escalationReason: z.enum(ESCALATION_REASONS).nullable(),
  /** Since when a human answers; null while the assistant does, also after a human has given the chat back to it. */
  firstHumanReplyAt: timestamp.nullable(),
  resolvedAt: timestamp.nullable(),
  /** Among those who wait for a human and got no answer of the team yet, 1 for the next one; null where nobody waits so. */
  placeInLine: z.number().int().nullable(),
});
export type SupportChat = z.infer<typeof supportChat>;

/** A question that one press asks. */
export const quickReply = z.object({ label: z.string(), message: z.string() });
export type QuickReply = z.infer<typeof quickReply>;

export const supportThread = z.object({
  chat: supportChat,
  /** In order. */
  messages: z.array(supportMessage),
});
export type SupportThread = z.infer<typeof supportThread>;

export const chatSummary = supportChat.extend({
  /** What the chat began with and what was said last, cut to one line; null without a message. */
  firstMessage: z.string().nullable(),
  lastMessage: z.string().nullable(),
});
export type ChatSummary = z.infer<typeof chatSummary>;

/** Where a chat's messages are counted from; as far as the database counts. */
const SEQ_MAX = 2 ** 31 - 1;

export const messagePart = z
  .strictObject({
    id,
    after: z.coerce.number().int().min(0).max(SEQ_MAX).optional(),
    before: z.coerce.number().int().min(1).max(SEQ_MAX).optional(),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, 'after or before, not both');
export const outgoingMessage = z.strictObject({
  id,
  /** Chosen by the sender; the same message sent twice is stored once. */
  clientId: id,
  message: freeText(SUPPORT_LIMITS.messageLength).min(1),
});
export const readUpTo = z.strictObject({ id, seq: z.number().int().min(0).max(SEQ_MAX) });
const byChat = z.strictObject({ id });

export const support = {
  getSupportChat: query('GET /support/chat', {
    summary: 'Der offene Chat, sonst ein beendeter mit Ungelesenem',
    access: 'signed-in',
    output: z.object({
      chat: supportChat.nullable(),
      /** Its latest messages, in order. */
      messages: z.array(supportMessage),
      /** What can be asked by one press right now. */
      quickReplies: z.array(quickReply),
      /** Whether this installation can send a chat by mail. */
      canSendTranscript: z.boolean(),
    }),
  }),
  listSupportChats: query('GET /support/chats', {
    summary: 'Eigene Chats, neueste zuerst',
    access: 'signed-in',
    input: page,
    output: paged(chatSummary),
  }),
  startSupportChat: command('POST /support/chats', {
    summary: 'Chat beginnen oder den offenen bekommen',
    access: 'signed-in',
    status: 201,
    errors: ['TOO_MANY_REQUESTS'],
    output: supportChat,
  }),
  listSupportMessages: query('GET /support/chats/{id}/messages', {
    summary: 'Nachrichten eines eigenen Chats: die neuesten, oder die nach oder vor einer',
    access: 'signed-in',
    errors: ['SUPPORT_CHAT_NOT_FOUND'],
    input: messagePart,
    output: supportThread,
  }),
  sendSupportMessage: task('POST /support/chats/{id}/messages', {
    summary: 'Nachricht schreiben',
    access: 'signed-in',
    status: 201,
    errors: ['SUPPORT_CHAT_NOT_FOUND', 'SUPPORT_CHAT_RESOLVED', 'TOO_MANY_REQUESTS'],
    input: outgoingMessage,
    output: z.object({ chat: supportChat, message: supportMessage }),
  }),
  closeSupportChat: command('POST /support/chats/{id}/close', {
    summary: 'Eigenen Chat beenden',
    access: 'signed-in',
    errors: ['SUPPORT_CHAT_NOT_FOUND'],
    input: byChat,
    output: supportChat,
  }),
  markSupportRead: command('POST /support/chats/{id}/read', {
    summary: 'Bis zu einer Nachricht als gelesen markieren',
    access: 'signed-in',
    errors: ['SUPPORT_CHAT_NOT_FOUND'],
    input: readUpTo,
    output: supportChat,
  }),
  sendTranscript: task('POST /support/chats/{id}/transcript', {
    summary: 'Einen eigenen Chat an die eigene Adresse senden',
    access: 'signed-in',
    errors: ['SUPPORT_CHAT_NOT_FOUND', 'MAIL_UNAVAILABLE', 'MAIL_NOT_SENT', 'TOO_MANY_REQUESTS'],
    input: byChat,
    output: z.object({ sentTo: z.string() }),
  }),
};
