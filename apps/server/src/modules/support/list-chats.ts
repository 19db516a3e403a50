import type { ChatSummary } from '@botdepot/contract';
import { count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { supportChats, supportMessages } from './support.schema.ts';
import { presentChat, unreadCount } from './support.store.ts';

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
      firstMessage: preview(sql`ASC`),
      lastMessage: preview(sql`DESC`),
    })
    .from(supportChats)
    .where(where)
    .orderBy(desc(supportChats.createdAt), desc(supportChats.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return {
    items: rows.map(({ row, unread, ...messages }) => ({ ...presentChat(row, unread), ...messages })),
    total: await countChats(tx, where),
  };
}
