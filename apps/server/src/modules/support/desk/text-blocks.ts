import { type AuditAction, DESK_LIMITS, DomainError, type TextBlock } from '@botdepot/contract';
import { asc, count, eq, getTableColumns } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import { isUniqueViolation, type Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { supportTextBlocks } from '../support.schema.ts';

const { position, ...columns } = getTableColumns(supportTextBlocks);

/** In the order that the team gave them; what was added later comes last. */
export async function listTextBlocks(tx: Tx): Promise<TextBlock[]> {
  return tx.select(columns).from(supportTextBlocks).orderBy(asc(position));
}

/**
 * Writes a text block anew or over what it was; the same words again change nothing, whoever wrote them.
 * @throws TEXT_BLOCK_CHANGED, TEXT_BLOCK_NOT_FOUND, TEXT_BLOCK_NAME_TAKEN, TOO_MANY_TEXT_BLOCKS
 */
export async function saveTextBlock(work: Work, input: TextBlock): Promise<TextBlock> {
  const { tx } = work;
  const saved = { ...input, version: input.version + 1 };
  const { id, ...written } = saved;
  const [before] = await tx
    .select(columns)
    .from(supportTextBlocks)
    .where(eq(supportTextBlocks.id, id))
    .for('update');
  if (before && textOf(before) === textOf(input)) return before;
  if (!before && input.version > 0) throw DomainError.of('TEXT_BLOCK_NOT_FOUND');
  if (before && before.version !== input.version) throw DomainError.of('TEXT_BLOCK_CHANGED');
  if (!before) await assertRoomForAnother(tx);
  try {
    await tx
      .insert(supportTextBlocks)
      .values(saved)
      .onConflictDoUpdate({ target: supportTextBlocks.id, set: written });
  } catch (error) {
    if (isUniqueViolation(error)) throw DomainError.of('TEXT_BLOCK_NAME_TAKEN');
    throw error;
  }
  await auditTextBlock(work, 'support.save_text_block', saved);
  return saved;
}

/**
 * One place up or down; at either end it stays, and nothing is noted.
 * @throws TEXT_BLOCK_NOT_FOUND
 */
export async function moveTextBlock(
  work: Work,
  { id, by }: { id: string; by: 'up' | 'down' },
): Promise<{ id: string; place: number }> {
  const { tx } = work;
  // All of them, in one order: two who move at once come one after the other.
  const locked = await tx.select().from(supportTextBlocks).orderBy(asc(supportTextBlocks.id)).for('update');
  const blocks = locked.sort((a, b) => a.position - b.position);
  const index = blocks.findIndex((one) => one.id === id);
  const block = blocks[index];
  if (!block) throw DomainError.of('TEXT_BLOCK_NOT_FOUND');
  const other = blocks[by === 'up' ? index - 1 : index + 1];
  if (!other) return { id, place: index + 1 };
  for (const [one, there] of [
    [block, other],
    [other, block],
  ] as const)
    await tx
      .update(supportTextBlocks)
      .set({ position: there.position })
      .where(eq(supportTextBlocks.id, one.id));
  await auditTextBlock(work, 'support.move_text_block', block);
  return { id, place: blocks.indexOf(other) + 1 };
}

async function assertRoomForAnother(tx: Tx): Promise<void> {
  const [row] = await tx.select({ total: count() }).from(supportTextBlocks);
  if ((row?.total ?? 0) >= DESK_LIMITS.textBlocks) throw DomainError.of('TOO_MANY_TEXT_BLOCKS');
}

/** @throws TEXT_BLOCK_NOT_FOUND, TEXT_BLOCK_CHANGED */
export async function deleteTextBlock(
  work: Work,
  { id, version }: { id: string; version: number },
): Promise<{ id: string }> {
  const [gone] = await work.tx
    .delete(supportTextBlocks)
    .where(eq(supportTextBlocks.id, id))
    .returning(columns);
  if (!gone) throw DomainError.of('TEXT_BLOCK_NOT_FOUND');
  if (gone.version !== version) throw DomainError.of('TEXT_BLOCK_CHANGED');
  await auditTextBlock(work, 'support.delete_text_block', gone);
  return { id };
}

const textOf = ({ name, label, text, situation }: TextBlock): string =>
  `/${name} (${situation}), ${label}: ${text}`;

/** What was written stands in the reason, where texts of people belong; what stood there before is in the row before. */
async function auditTextBlock(work: Work, action: AuditAction, block: TextBlock): Promise<void> {
  await writeAudit(work, { action, subject: 'text_block', subjectId: block.id, reason: textOf(block) });
  work.hintAdmins('support');
}
