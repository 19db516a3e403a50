import { asc, between, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { SearchTerms } from '../../platform/search-terms.ts';
import type { Work } from '../../platform/work.ts';
import { supportChats, supportMessages, supportNotes } from './support.schema.ts';
import { placeInLine, presentChat, presentMessage, unreadCount } from './support.store.ts';

/** Deletes everything a customer has said, been told, and that was noted about it. The audit keeps that there were chats, by ids only. */
export async function eraseSupport(work: Work, userId: string): Promise<void> {
  // Locked in one order; a reply under way then finds its chat gone. Messages and notes go with their chats.
  await work.tx
    .select({ id: supportChats.id })
    .from(supportChats)
    .where(eq(supportChats.userId, userId))
    .orderBy(asc(supportChats.id))
    .for('update');
  await work.tx.delete(supportChats).where(eq(supportChats.userId, userId));
  work.hintAdmins('support');
}

/**
 * All chats of a customer with every message, oldest first: a section of the download of their data. Of the team's notes it
 * says when there were any; their words concern the team as well, so they are given out after somebody looked (decision on
 * the desk).
 */
export async function* exportSupport(tx: Tx, userId: string): AsyncGenerator<object> {
  const chats = await tx
    .select({ row: supportChats, unread: unreadCount, placeInLine })
    .from(supportChats)
    .where(eq(supportChats.userId, userId))
    .orderBy(asc(supportChats.createdAt), asc(supportChats.id));
  for (const { row, unread, placeInLine: place } of chats) {
    const messages = await tx
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.chatId, row.id))
      .orderBy(asc(supportMessages.seq));
    const notes = await tx
      .select({ createdAt: supportNotes.createdAt })
      .from(supportNotes)
      .where(eq(supportNotes.chatId, row.id))
      .orderBy(asc(supportNotes.createdAt));
    yield {
      ...presentChat(row, unread, place),
      messages: messages.map(presentMessage).map(({ clientId: _, ...message }) => message),
      internalNotesAt: notes.map(({ createdAt }) => createdAt.toISOString()),
    };
  }
}

/** More than anybody can mean. */
const MOST = 50;

/** Whose chats are meant, by the beginning of their id. */
export async function findChatOwners(tx: Tx, { ids }: SearchTerms): Promise<string[]> {
  if (!ids) return [];
  const rows = await tx
    .selectDistinct({ userId: supportChats.userId })
    .from(supportChats)
    .where(between(supportChats.id, ids.from, ids.to))
    .limit(MOST);
  return rows.map(({ userId }) => userId);
}
