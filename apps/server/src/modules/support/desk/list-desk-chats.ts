import { type ChatStatus, DELETED_ACCOUNT, type DeskChat, DomainError } from '@botdepot/contract';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { listEmails } from '../../identity/index.ts';
import { countChats, type Paging, preview } from '../list-chats.ts';
import { supportChats, supportMessages } from '../support.schema.ts';
import { countByStatus, presentChat, type StatusCounts, unreadCount } from '../support.store.ts';
import { memberOf, readTeam } from './team.ts';

const unreadByTeam = sql<number>`(SELECT count(*)::int FROM ${supportMessages} m
  WHERE m.chat_id = support_chats.id AND m.seq > support_chats.admin_read_seq AND m.sender_type = 'user')`;

const lastAnswer = (column: SQL) => sql`(SELECT ${column} FROM ${supportMessages} a
  WHERE a.chat_id = support_chats.id AND a.sender_type = 'admin' ORDER BY a.seq DESC LIMIT 1)`;

/**
 * Since when the customer waits for a human: since the escalation until somebody answers, afterwards since their first
 * message that came after the last answer. Nobody waits where the assistant answers, nor after the end. Names are written
 * out: a column of the outer query would lose its table.
 */
const waitingSince = sql`(CASE
  WHEN support_chats.status = 'resolved' THEN NULL
  WHEN support_chats.status = 'active' AND NOT support_chats.human_in_charge THEN NULL
  WHEN support_chats.status = 'escalated'
    AND support_chats.escalated_at > coalesce(${lastAnswer(sql`a.created_at`)}, '-infinity')
    THEN support_chats.escalated_at
  ELSE (SELECT min(m.created_at) FROM ${supportMessages} m
    WHERE m.chat_id = support_chats.id AND m.sender_type = 'user' AND m.seq > coalesce(${lastAnswer(sql`a.seq`)}, 0))
END)`.mapWith((at: string) => new Date(at));

export type DeskFilter = Paging & { status?: ChatStatus | undefined; order: 'newest' | 'waiting' };

/** Everybody's chats with the counters of the desk. Who waits longest comes first, or the chat with the latest message. */
export async function listDeskChats(
  tx: Tx,
  filter: DeskFilter,
): Promise<{ items: DeskChat[]; total: number; counts: StatusCounts }> {
  const where = filter.status ? eq(supportChats.status, filter.status) : undefined;
  const items = await selectDeskChats(tx, where, filter);
  return { items, total: await countChats(tx, where), counts: await countByStatus(tx) };
}

/** One chat as the desk shows it. Throws SUPPORT_CHAT_NOT_FOUND. */
export async function readDeskChat(tx: Tx, id: string): Promise<DeskChat> {
  const one = { page: 1, pageSize: 1, order: 'newest' } as const;
  const [chat] = await selectDeskChats(tx, eq(supportChats.id, id), one);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  return chat;
}

async function selectDeskChats(
  tx: Tx,
  where: SQL | undefined,
  { page, pageSize, order }: Omit<DeskFilter, 'status'>,
): Promise<DeskChat[]> {
  const newest = [desc(supportChats.lastMessageAt), desc(supportChats.id)];
  const rows = await tx
    .select({
      row: supportChats,
      unread: unreadCount,
      unreadByTeam,
      waitingSince,
      firstMessage: preview(sql`ASC`),
      lastMessage: preview(sql`DESC`),
      lastFromCustomer: preview(sql`DESC`, 'customer'),
    })
    .from(supportChats)
    .where(where)
    .orderBy(...(order === 'waiting' ? [sql`${waitingSince} ASC NULLS LAST`, ...newest] : newest))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const emails = await listEmails(
    tx,
    rows.map(({ row }) => row.userId),
  );
  const team = await readTeam(tx);
  return rows.map(({ row, unread, waitingSince: since, ...rest }) => ({
    ...presentChat(row, unread),
    ...rest,
    userId: row.userId,
    userEmail: emails.get(row.userId) ?? DELETED_ACCOUNT,
    // The column may be empty although the type of the expression does not say so.
    waitingSince: (since as Date | null)?.toISOString() ?? null,
    assignee: memberOf(team, row.assignedTo),
  }));
}
