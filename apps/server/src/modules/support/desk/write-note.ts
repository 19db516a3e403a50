import { type AuditAction, DESK_LIMITS, DomainError, type SupportNote } from '@botdepot/contract';
import { writeAudit } from '../../../platform/audit.ts';
import type { Work } from '../../../platform/work.ts';
import { lockChat } from '../support.store.ts';
import { countNotes, deleteOwnNote, findSentNote, insertNote, presentNote } from './notes.store.ts';
import { readTeam } from './team.ts';

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
