import type { ChatStatus, ChatSummary, DeskChat } from '@botdepot/contract';
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { listEmails } from '../identity/index.ts';
import { supportChats, supportMessages } from './support.schema.ts';
import { countByStatus, presentChat, type StatusCounts, unreadCount } from './support.store.ts';

const PREVIEW_LENGTH = 140;
const DELETED_ACCOUNT = 'gelöschtes Konto';

type Paging = { page: number; pageSize: number };

const preview = (order: SQL) =>
  sql<string | null>`(SELECT left(regexp_replace(m.message, '\\s+', ' ', 'g'), ${PREVIEW_LENGTH})
    FROM ${supportMessages} m WHERE m.chat_id = support_chats.id ORDER BY m.seq ${order} LIMIT 1)`;

async function selectSummaries(tx: Tx, where: SQL | undefined, order: SQL, { page, pageSize }: Paging) {
  const rows = await tx
    .select({
      row: supportChats,
      unread: unreadCount,
      unreadByTeam: sql<number>`(SELECT count(*)::int FROM ${supportMessages} m
        WHERE m.chat_id = support_chats.id AND m.seq > support_chats.admin_read_seq AND m.sender_type = 'user')`,
      firstMessage: preview(sql`ASC`),
      lastMessage: preview(sql`DESC`),
    })
    .from(supportChats)
    .where(where)
    .orderBy(order, desc(supportChats.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return rows.map(({ row, unread, unreadByTeam, firstMessage, lastMessage }) => ({
    summary: { ...presentChat(row, unread), firstMessage, lastMessage },
    userId: row.userId,
    unreadByTeam,
  }));
}

async function countChats(tx: Tx, where: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(supportChats).where(where);
  return row?.total ?? 0;
}

/** The customer's chats, newest first. */
export async function listOwnChats(
  tx: Tx,
  userId: string,
  paging: Paging,
): Promise<{ items: ChatSummary[]; total: number }> {
  const where = eq(supportChats.userId, userId);
  const found = await selectSummaries(tx, where, desc(supportChats.createdAt), paging);
  return { items: found.map(({ summary }) => summary), total: await countChats(tx, where) };
}

/** Everybody's chats, the one with the latest message first, with the counters of the desk. */
export async function listDeskChats(
  tx: Tx,
  filter: Paging & { status?: ChatStatus | undefined },
): Promise<{ items: DeskChat[]; total: number; counts: StatusCounts }> {
  const where = filter.status ? eq(supportChats.status, filter.status) : undefined;
  const items = await selectDeskChats(tx, where, filter);
  return { items, total: await countChats(tx, where), counts: await countByStatus(tx) };
}

/** One chat as the desk shows it, or undefined. */
export async function findDeskChat(tx: Tx, id: string): Promise<DeskChat | undefined> {
  const [chat] = await selectDeskChats(tx, and(eq(supportChats.id, id)), { page: 1, pageSize: 1 });
  return chat;
}

async function selectDeskChats(tx: Tx, where: SQL | undefined, paging: Paging): Promise<DeskChat[]> {
  const found = await selectSummaries(tx, where, desc(supportChats.lastMessageAt), paging);
  const emails = await listEmails(
    tx,
    found.map(({ userId }) => userId),
  );
  return found.map(({ summary, userId, unreadByTeam }) => ({
    ...summary,
    userId,
    userEmail: emails.get(userId) ?? DELETED_ACCOUNT,
    unreadByTeam,
  }));
}
