import {
  type ChatStatus,
  DomainError,
  type MessageFact,
  SUPPORT_LIMITS,
  type SupportChat,
  type SupportMessage,
  type SupportThread,
} from '@botdepot/contract';
import { and, asc, desc, eq, gt, isNotNull, lt, lte, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { newId } from '../../platform/work.ts';
import type { ChatChange, ChatRow } from './chat.ts';
import { supportChats, supportMessages } from './support.schema.ts';

export type MessageRow = typeof supportMessages.$inferSelect;

export type MessageDraft = {
  senderType: MessageRow['senderType'];
  senderId: string | null;
  message: string;
  facts?: MessageFact[];
  clientId?: string;
};

export const presentMessage = (row: MessageRow): SupportMessage => ({
  id: row.id,
  seq: row.seq,
  senderType: row.senderType,
  message: row.message,
  facts: row.facts,
  createdAt: row.createdAt.toISOString(),
  clientId: row.clientId,
});

export function presentChat(row: ChatRow, unread: number, placeInLine: number | null): SupportChat {
  return {
    id: row.id,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    lastMessageAt: row.lastMessageAt.toISOString(),
    lastSeq: row.lastSeq,
    userReadSeq: row.userReadSeq,
    adminReadSeq: row.adminReadSeq,
    unread,
    assistantTyping: row.botReplyDueAt !== null,
    escalatedAt: row.escalatedAt?.toISOString() ?? null,
    escalationReason: row.escalationReason,
    firstHumanReplyAt: row.firstHumanReplyAt?.toISOString() ?? null,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    placeInLine,
  };
}

/** Messages to the customer that are not read yet. Names are written out: a column of the outer query would lose its table. */
export const unreadCount = sql<number>`(SELECT count(*)::int FROM ${supportMessages} m
  WHERE m.chat_id = support_chats.id AND m.seq > support_chats.user_read_seq AND m.sender_type <> 'user')`;

/** How many have waited for a human for longer than somebody whose chat was escalated then. */
const aheadOf = (
  escalatedAt: SQLWrapper,
  id: SQLWrapper,
) => sql<number>`(SELECT count(*)::int FROM ${supportChats} w
  WHERE w.status = 'escalated' AND NOT w.human_in_charge AND (w.escalated_at, w.id) < (${escalatedAt}, ${id}))`;

/** The place of a chat among those in which nobody of the team has written yet, 1 for the next one; null for all others. */
export const placeInLine = sql<number | null>`(CASE
  WHEN support_chats.status = 'escalated' AND NOT support_chats.human_in_charge
  THEN 1 + ${aheadOf(sql`support_chats.escalated_at`, sql`support_chats.id`)} END)`;

/** The place that a chat gets which is escalated at `escalatedAt`. */
export async function readPlaceInLine(tx: Tx, id: string, escalatedAt: Date): Promise<number> {
  const at = sql`${escalatedAt.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ ahead: number }>(sql`SELECT ${aheadOf(at, sql`${id}::uuid`)} AS ahead`);
  return 1 + (rows[0]?.ahead ?? 0);
}

async function findChat(tx: Tx, where: SQL | undefined, order: SQL): Promise<SupportChat | null> {
  const [found] = await tx
    .select({ row: supportChats, unread: unreadCount, placeInLine })
    .from(supportChats)
    .where(where)
    .orderBy(order)
    .limit(1);
  return found ? presentChat(found.row, found.unread, found.placeInLine) : null;
}

const newestFirst = sql`${supportChats.createdAt} DESC`;

/** The chat as it stands now; it was written in this transaction. */
export async function readChat(tx: Tx, id: string): Promise<SupportChat> {
  const chat = await findChat(tx, eq(supportChats.id, id), newestFirst);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  return chat;
}

/** The customer's open chat, else the newest one that ended and has something unread. */
export async function findCurrentChat(tx: Tx, userId: string): Promise<SupportChat | null> {
  return findChat(
    tx,
    and(eq(supportChats.userId, userId), sql`(${supportChats.status} <> 'resolved' OR ${unreadCount} > 0)`),
    sql`${supportChats.status} = 'resolved', ${supportChats.createdAt} DESC`,
  );
}

/** Locks one chat until the transaction ends: numbers and states are given one after the other. */
export async function lockChat(tx: Tx, id: string): Promise<ChatRow | undefined> {
  const [row] = await tx.select().from(supportChats).where(eq(supportChats.id, id)).for('update');
  return row;
}

/** Locks a chat of this customer. Throws SUPPORT_CHAT_NOT_FOUND for foreign ones as for unknown ones. */
export async function lockOwnChat(tx: Tx, id: string, userId: string): Promise<ChatRow> {
  const row = await lockChat(tx, id);
  if (!row || row.userId !== userId) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  return row;
}

export async function lockOpenChat(tx: Tx, userId: string): Promise<ChatRow | undefined> {
  const [row] = await tx
    .select()
    .from(supportChats)
    .where(and(eq(supportChats.userId, userId), ne(supportChats.status, 'resolved')))
    .for('update');
  return row;
}

/** A new chat, or undefined when the customer has an open one already. */
export async function insertChat(
  tx: Tx,
  values: { userId: string; now: Date },
): Promise<ChatRow | undefined> {
  const [row] = await tx
    .insert(supportChats)
    .values({
      id: newId(),
      userId: values.userId,
      createdAt: values.now,
      lastMessageAt: values.now,
    })
    .onConflictDoNothing({ target: supportChats.userId, where: sql`status <> 'resolved'` })
    .returning();
  return row;
}

export async function updateChat(tx: Tx, id: string, change: ChatChange): Promise<ChatRow> {
  const [row] = await tx.update(supportChats).set(change).where(eq(supportChats.id, id)).returning();
  if (!row) throw new Error('a locked chat disappeared');
  return row;
}

/** Adds a message with the next number. The caller holds the chat's lock; `change` is written with it. */
export async function appendMessage(
  tx: Tx,
  chat: ChatRow,
  draft: MessageDraft,
  change: ChatChange & { lastMessageAt: Date },
): Promise<{ chat: ChatRow; message: MessageRow }> {
  const seq = chat.lastSeq + 1;
  const [message] = await tx
    .insert(supportMessages)
    .values({ id: newId(), chatId: chat.id, seq, createdAt: change.lastMessageAt, ...draft })
    .returning();
  if (!message) throw new Error('an insert returned no row');
  return { message, chat: await updateChat(tx, chat.id, { ...change, lastSeq: seq }) };
}

/** The message that was sent with this id before. Throws BAD_REQUEST when somebody else used the id. */
export async function findSent(
  tx: Tx,
  chatId: string,
  clientId: string,
  senderId: string | null,
): Promise<MessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(supportMessages)
    .where(and(eq(supportMessages.chatId, chatId), eq(supportMessages.clientId, clientId)));
  if (row && row.senderId !== senderId) throw DomainError.of('BAD_REQUEST');
  return row;
}

export type MessageRange = { after?: number | undefined; before?: number | undefined };

/** At most `SUPPORT_LIMITS.messagesAtOnce`, in order: the first after a number, the last before one, or the latest. */
export async function listMessages(
  tx: Tx,
  chatId: string,
  { after, before }: MessageRange,
): Promise<SupportMessage[]> {
  const rows = await tx
    .select()
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.chatId, chatId),
        after === undefined ? undefined : gt(supportMessages.seq, after),
        before === undefined ? undefined : lt(supportMessages.seq, before),
      ),
    )
    .orderBy(after === undefined ? desc(supportMessages.seq) : asc(supportMessages.seq))
    .limit(SUPPORT_LIMITS.messagesAtOnce);
  if (after === undefined) rows.reverse();
  return rows.map(presentMessage);
}

/** A part of a chat; with `userId` only if it is theirs. */
export async function readThread(
  tx: Tx,
  id: string,
  range: MessageRange,
  userId?: string,
): Promise<SupportThread> {
  const own = userId === undefined ? undefined : eq(supportChats.userId, userId);
  const chat = await findChat(tx, and(eq(supportChats.id, id), own), newestFirst);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  return { chat, messages: await listMessages(tx, id, range) };
}

/** Whether the customer has an answer of the team that they have not read. */
export async function hasUnreadReply(tx: Tx, chat: ChatRow): Promise<boolean> {
  const [row] = await tx
    .select({ id: supportMessages.id })
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.chatId, chat.id),
        eq(supportMessages.senderType, 'admin'),
        gt(supportMessages.seq, chat.userReadSeq),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Claims the reply that has been due longest, until `leaseUntil`: the new due time is the proof of the claim. A process that dies
 * with it leaves a reply that is due again when the claim ends.
 */
export async function claimDueReply(tx: Tx, now: Date, leaseUntil: Date): Promise<ChatRow | undefined> {
  const due = tx
    .select({ id: supportChats.id })
    .from(supportChats)
    .where(
      and(isNotNull(supportChats.botReplyDueAt), sql`${supportChats.botReplyDueAt} <= ${now.toISOString()}`),
    )
    .orderBy(asc(supportChats.botReplyDueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await tx
    .update(supportChats)
    .set({ botReplyDueAt: leaseUntil })
    .where(sql`${supportChats.id} = (${due})`)
    .returning();
  return row;
}

/** Locks the chat with an answer that has been unread for longest of those whose customers are to be told. */
export async function lockDueNotice(tx: Tx, now: Date): Promise<ChatRow | undefined> {
  const [row] = await tx
    .select()
    .from(supportChats)
    .where(lte(supportChats.replyNoticeDueAt, now))
    .orderBy(asc(supportChats.replyNoticeDueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}

export type Asked = { message: string; createdAt: Date };

/** What the customer has asked since the assistant spoke last. */
export async function readQuestion(tx: Tx, chat: ChatRow): Promise<Asked[]> {
  return tx
    .select({ message: supportMessages.message, createdAt: supportMessages.createdAt })
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.chatId, chat.id),
        eq(supportMessages.senderType, 'user'),
        gt(supportMessages.seq, chat.botRepliedSeq),
      ),
    )
    .orderBy(asc(supportMessages.seq));
}

export type StatusCounts = Record<ChatStatus, number>;

export async function countByStatus(tx: Tx): Promise<StatusCounts> {
  const rows = await tx
    .select({ status: supportChats.status, count: sql<number>`count(*)::int` })
    .from(supportChats)
    .groupBy(supportChats.status);
  const counts: StatusCounts = { active: 0, escalated: 0, resolved: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}
