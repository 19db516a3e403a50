import {
  type AuditAction,
  DESK_LIMITS,
  DomainError,
  type SupportNote,
  type TeamMember,
} from '@botdepot/contract';
import { and, asc, count, eq } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { newId, type Work } from '../../../platform/work.ts';
import { supportNotes } from '../support.schema.ts';
import { lockChat } from '../support.store.ts';
import { memberOf, readTeam } from './desk-chats.ts';

type NoteRow = typeof supportNotes.$inferSelect;

const presentNote = (row: NoteRow, team: ReadonlyMap<string, TeamMember>): SupportNote => ({
  id: row.id,
  note: row.note,
  author: memberOf(team, row.authorId),
  createdAt: row.createdAt.toISOString(),
});

/** The notes about a chat, oldest first. */
export async function listNotes(tx: Tx, chatId: string): Promise<SupportNote[]> {
  const rows = await tx
    .select()
    .from(supportNotes)
    .where(eq(supportNotes.chatId, chatId))
    .orderBy(asc(supportNotes.createdAt), asc(supportNotes.id));
  const team = await readTeam(tx);
  return rows.map((row) => presentNote(row, team));
}

async function countNotes(tx: Tx, chatId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(supportNotes).where(eq(supportNotes.chatId, chatId));
  return row?.total ?? 0;
}

/** The note that was sent with this id before. Throws BAD_REQUEST when somebody else used the id. */
async function findSentNote(
  tx: Tx,
  chatId: string,
  clientId: string,
  authorId: string | null,
): Promise<NoteRow | undefined> {
  const [row] = await tx
    .select()
    .from(supportNotes)
    .where(and(eq(supportNotes.chatId, chatId), eq(supportNotes.clientId, clientId)));
  if (row && row.authorId !== authorId) throw DomainError.of('BAD_REQUEST');
  return row;
}

async function insertNote(tx: Tx, values: Omit<NoteRow, 'id'>): Promise<NoteRow> {
  const [row] = await tx
    .insert(supportNotes)
    .values({ id: newId(), ...values })
    .returning();
  if (!row) throw new Error('an insert returned no row');
  return row;
}

/** Deletes a note of this author. Returns whether there was one. */
async function deleteOwnNote(
  tx: Tx,
  own: { id: string; chatId: string; authorId: string | null },
): Promise<boolean> {
  if (own.authorId === null) return false;
  const deleted = await tx
    .delete(supportNotes)
    .where(
      and(
        eq(supportNotes.id, own.id),
        eq(supportNotes.chatId, own.chatId),
        eq(supportNotes.authorId, own.authorId),
      ),
    )
    .returning({ id: supportNotes.id });
  return deleted.length === 1;
}

/**
 * Notes something about a chat. Only the team is told: a hint to the customer would say that something was written. The same
 * `clientId` again returns what was stored.
 */
export async function createNote(
  work: Work,
  input: { id: string; clientId: string; note: string },
): Promise<SupportNote> {
  const { tx, now, actor } = work;
  const chat = await lockChat(tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const team = await readTeam(tx);
  const sent = await findSentNote(tx, chat.id, input.clientId, actor.userId);
  if (sent) return presentNote(sent, team);
  if ((await countNotes(tx, chat.id)) >= DESK_LIMITS.notesPerChat) throw DomainError.of('TOO_MANY_NOTES');
  const note = await insertNote(tx, {
    chatId: chat.id,
    authorId: actor.userId,
    note: input.note,
    createdAt: now,
    clientId: input.clientId,
  });
  await auditNote(work, 'support.create_note', chat.id, note.id);
  return presentNote(note, team);
}

/** Deletes an own note. Throws SUPPORT_NOTE_NOT_FOUND for those of others as for unknown ones. */
export async function deleteNote(work: Work, input: { id: string; noteId: string }): Promise<{ id: string }> {
  const chat = await lockChat(work.tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const own = { id: input.noteId, chatId: chat.id, authorId: work.actor.userId };
  if (!(await deleteOwnNote(work.tx, own))) throw DomainError.of('SUPPORT_NOTE_NOT_FOUND');
  await auditNote(work, 'support.delete_note', chat.id, input.noteId);
  return { id: input.noteId };
}

/** Ids only: what was noted is erased with the chat, the audit stays. */
async function auditNote(work: Work, action: AuditAction, chatId: string, noteId: string): Promise<void> {
  await writeAudit(work, { action, subject: 'support_chat', subjectId: chatId, after: { noteId } });
  work.hintAdmins('support');
}
