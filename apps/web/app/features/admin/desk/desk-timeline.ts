import type { DeskChat, SupportMessage, SupportNote } from '@botdepot/contract';
import { mergeMessages } from '../../../entities/chat/merge-messages.ts';

export type TimelineEntry =
  | { kind: 'message'; key: string; at: string; message: SupportMessage }
  | { kind: 'note'; key: string; at: string; note: SupportNote }
  | { kind: 'escalated' | 'resolved'; key: string; at: string };

const RANK: Record<TimelineEntry['kind'], number> = { message: 0, escalated: 1, note: 2, resolved: 3 };

/**
 * What was said, noted and done, in the order of time. At the same moment a message comes before what it caused. Messages
 * keep their own order, whatever their clocks say.
 */
export function timelineOf(
  chat: Pick<DeskChat, 'escalatedAt' | 'resolvedAt'>,
  messages: readonly SupportMessage[],
  notes: readonly SupportNote[],
): TimelineEntry[] {
  const beside: TimelineEntry[] = [
    ...notes.map((note) => ({ kind: 'note' as const, key: note.id, at: note.createdAt, note })),
    ...(['escalated', 'resolved'] as const).flatMap((kind) => {
      const at = chat[`${kind}At`];
      return at === null ? [] : [{ kind, key: kind, at }];
    }),
  ].sort((a, b) => a.at.localeCompare(b.at) || RANK[a.kind] - RANK[b.kind]);
  const all: TimelineEntry[] = [];
  for (const message of messages) {
    while (beside[0] && beside[0].at < message.createdAt) all.push(...beside.splice(0, 1));
    all.push({ kind: 'message', key: message.id, at: message.createdAt, message });
  }
  return [...all, ...beside];
}

/** Both parts of a chat, each message once, in order. Known ones that leave a gap before the new ones are dropped. */
export function mergeBySeq(
  known: readonly SupportMessage[],
  more: readonly SupportMessage[],
): SupportMessage[] {
  const inOrder = mergeMessages(known, more);
  const gap = inOrder.findLastIndex(
    ({ seq }, index) => index > 0 && seq !== (inOrder[index - 1]?.seq ?? 0) + 1,
  );
  return gap === -1 ? inOrder : inOrder.slice(gap);
}
