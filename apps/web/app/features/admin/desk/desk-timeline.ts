import type { DeskChat, SupportMessage, SupportNote } from '@botdepot/contract';

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
