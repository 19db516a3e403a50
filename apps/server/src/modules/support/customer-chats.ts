import {
  type ChatSummary,
  DomainError,
  SUPPORT_LIMITS,
  type SupportChat,
  type SupportMessage,
} from '@botdepot/contract';
import { count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../platform/database.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Work } from '../../platform/work.ts';
import { findUserById } from '../identity/index.ts';
import { speaksOfSuicide } from './assistant/crisis.ts';
import { berlinTime } from './assistant/german.ts';
import { saysYes, wantsHuman } from './assistant/human-keywords.ts';
import {
  asksForHuman,
  assertWritable,
  assistantAnswers,
  auditStatus,
  type ChatChange,
  type ChatRow,
  escalation,
  hintChat,
  replyDueAt,
  resolution,
} from './chat.ts';
import { readByCustomer } from './reply-notice.ts';
import { supportChats, supportMessages } from './support.schema.ts';
import {
  appendMessage,
  findSent,
  insertChat,
  lockChat,
  lockOpenChat,
  lockOwnChat,
  placeInLine,
  presentChat,
  presentMessage,
  readChat,
  readThread,
  unreadCount,
  updateChat,
} from './support.store.ts';

const PREVIEW_LENGTH = 140;

export type Paging = { page: number; pageSize: number };

/** The first or the last message, of anybody or of the customer, as one line; a long one is cut after a word and says so. */
export const preview = (order: SQL, from: 'anybody' | 'customer' = 'anybody') =>
  sql<string | null>`(SELECT CASE WHEN length(line) <= ${PREVIEW_LENGTH} THEN line
      ELSE rtrim(regexp_replace(left(line, ${PREVIEW_LENGTH + 1}), '\\s\\S*$', ''), ' .,;:–') || ' …' END
    FROM (SELECT regexp_replace(m.message, '\\s+', ' ', 'g') AS line
      FROM ${supportMessages} m WHERE m.chat_id = support_chats.id ${from === 'customer' ? sql`AND m.sender_type = 'user'` : sql``}
      ORDER BY m.seq ${order} LIMIT 1) shown)`;

export async function countChats(tx: Tx, where: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(supportChats).where(where);
  return row?.total ?? 0;
}

/** The customer's chats, newest first. */
export async function listOwnChats(
  tx: Tx,
  userId: string,
  { page, pageSize }: Paging,
): Promise<{ items: ChatSummary[]; total: number }> {
  const where = eq(supportChats.userId, userId);
  const rows = await tx
    .select({
      row: supportChats,
      unread: unreadCount,
      placeInLine,
      firstMessage: preview(sql`ASC`),
      lastMessage: preview(sql`DESC`),
    })
    .from(supportChats)
    .where(where)
    .orderBy(desc(supportChats.createdAt), desc(supportChats.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return {
    items: rows.map(({ row, unread, placeInLine: place, ...messages }) => ({
      ...presentChat(row, unread, place),
      ...messages,
    })),
    total: await countChats(tx, where),
  };
}

/** The customer has read up to a message. A mark never goes back. */
export async function markReadByCustomer(
  work: Work,
  input: { userId: string; id: string; seq: number },
): Promise<SupportChat> {
  const chat = await lockOwnChat(work.tx, input.id, input.userId);
  const seq = Math.min(input.seq, chat.lastSeq);
  if (seq > chat.userReadSeq) hintChat(work, await readByCustomer(work, chat, seq));
  return readChat(work.tx, chat.id);
}

/** Somebody of the team has read up to a message. */
export async function markReadByTeam(work: Work, input: { id: string; seq: number }): Promise<SupportChat> {
  const chat = await lockChat(work.tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const seq = Math.min(input.seq, chat.lastSeq);
  if (seq > chat.adminReadSeq)
    hintChat(work, await updateChat(work.tx, chat.id, { adminReadSeq: seq, adminReadAt: work.now }));
  return readChat(work.tx, chat.id);
}

/** Starts a chat for the customer, or returns the one that is open: there is never a second. */
export async function startSupportChat(work: Work, input: { userId: string }): Promise<SupportChat> {
  const { id } = await openChat(work, input.userId);
  return readChat(work.tx, id);
}

/** The customer's open chat, locked; a new one where there is none. */
export async function openChat(work: Work, userId: string): Promise<ChatRow> {
  // An open chat may end between the two statements; the next attempt then makes a new one.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const started = await insertChat(work.tx, { userId, now: work.now });
    if (started) {
      await auditStatus(work, 'support.start', null, started);
      hintChat(work, started);
      return started;
    }
    const open = await lockOpenChat(work.tx, userId);
    if (open) return open;
  }
  throw new Error('a chat was neither open nor could be opened');
}

type SentMessage = {
  chat: SupportChat;
  message: SupportMessage;
  /** When the assistant answers; null when it does not. */
  replyDueAt: Date | null;
};

/**
 * Adds a message of the customer. Anyone who asks for a human, says yes to the assistant's offer of one, or speaks of suicide,
 * gets one at once;
 * the assistant's answer becomes due while nobody of the team has written.
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

  const agrees = asksForHuman(chat) && saysYes(input.message);
  const needsHuman = agrees || wantsHuman(input.message) || speaksOfSuicide(input.message);
  const escalates = chat.status === 'active' && needsHuman;
  const change: ChatChange = {
    ...(escalates ? escalation('asked', now) : {}),
    ...(assistantAnswers(chat) ? { botReplyDueAt: replyDueAt(now) } : {}),
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

/** The customer ends a chat. One that has ended stays as it is. */
export async function closeSupportChat(
  work: Work,
  input: { userId: string; id: string },
): Promise<SupportChat> {
  const chat = await lockOwnChat(work.tx, input.id, input.userId);
  if (chat.status !== 'resolved') {
    // Who ends a chat has seen what is in it.
    const closed = await readByCustomer(work, chat, chat.lastSeq, resolution(work.now));
    await auditStatus(work, 'support.close', chat, closed);
    hintChat(work, closed);
  }
  return readChat(work.tx, chat.id);
}

/** Every message of a chat, in order; with `userId` only if it is theirs. Throws SUPPORT_CHAT_NOT_FOUND. */
export async function readAllMessages(tx: Tx, id: string, userId?: string): Promise<SupportMessage[]> {
  const all: SupportMessage[] = [];
  let part: SupportMessage[];
  do {
    ({ messages: part } = await readThread(tx, id, { after: all.at(-1)?.seq ?? 0 }, userId));
    all.push(...part);
  } while (part.length === SUPPORT_LIMITS.messagesAtOnce);
  return all;
}

/** `24.07.2025, 11:05 Uhr, Assistent: …` */
export function transcriptLine(
  { senderType, createdAt, message, facts }: SupportMessage,
  senders: Record<SupportMessage['senderType'], string>,
): string {
  const sheet = facts.map(({ label, value }) => `${label}: ${value}`).join(', ');
  return `${berlinTime(createdAt)}, ${senders[senderType]}: ${message}${sheet && ` (${sheet})`}`;
}

const SENDERS: Record<SupportMessage['senderType'], string> = {
  user: 'Sie',
  bot: 'Assistent',
  admin: 'Support-Team',
};

/** Sends a chat of the customer to their own address, and to no other. Returns the address. */
export async function sendTranscript(
  deps: { database: Database; mail: Mail; brandName: string; log: Logger },
  input: { userId: string; id: string },
): Promise<{ sentTo: string }> {
  const { database, mail, brandName, log } = deps;
  if (mail.transport === 'none') throw DomainError.of('MAIL_UNAVAILABLE');
  const messages = await readAllMessages(database.db, input.id, input.userId);
  const user = await findUserById(database.db, input.userId);
  if (!user) throw DomainError.of('UNAUTHENTICATED');
  const [first] = messages;
  const message = composeMail(brandName, {
    to: user.email,
    subject: first ? `Ihr Support-Chat vom ${berlinTime(first.createdAt)}` : 'Ihr Support-Chat',
    paragraphs: [
      'hier ist Ihr Support-Chat, wie Sie ihn angefordert haben.',
      ...messages.map((message) => transcriptLine(message, SENDERS)),
    ],
  });
  try {
    await mail.send(message);
  } catch (error) {
    // Only the code: the texts of mail servers repeat the address.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    log.warn({ code }, 'a transcript was not sent');
    throw DomainError.of('MAIL_NOT_SENT');
  }
  return { sentTo: user.email };
}
