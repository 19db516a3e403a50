import { DomainError, type SupportNote, type TeamMember } from '@botdepot/contract';
import { and, asc, count, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { supportNotes } from '../support.schema.ts';
import { memberOf, readTeam } from './team.ts';

export type NoteRow = typeof supportNotes.$inferSelect;

export const presentNote = (row: NoteRow, team: ReadonlyMap<string, TeamMember>): SupportNote => ({
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

export async function countNotes(tx: Tx, chatId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(supportNotes).where(eq(supportNotes.chatId, chatId));
  return row?.total ?? 0;
}

/** The note that was sent with this id before. Throws BAD_REQUEST when somebody else used the id. */
export async function findSentNote(
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

export async function insertNote(tx: Tx, values: Omit<NoteRow, 'id'>): Promise<NoteRow> {
  const [row] = await tx
    .insert(supportNotes)
    .values({ id: newId(), ...values })
    .returning();
  if (!row) throw new Error('an insert returned no row');
  return row;
}

/** Deletes a note of this author. Returns whether there was one. */
export async function deleteOwnNote(
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
