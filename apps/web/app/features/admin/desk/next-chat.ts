import type { ChatStatus } from '@botdepot/contract';

/** Where somebody stands in the list of chats; the place counts when the chat has left the list. */
export interface DeskPlace {
  id: string;
  index: number;
}

/**
 * One step down or up the list; it stops at the ends. Whose chat has just left the list (solved, handed back) goes on at
 * its place: the chat that moved up there is the next.
 */
export function nextChat(ids: readonly string[], place: DeskPlace | null, by: 1 | -1): DeskPlace | null {
  const last = ids.length - 1;
  if (last < 0) return null;
  const index = place === null ? 0 : targetOf(ids, place, by);
  const bounded = Math.min(last, Math.max(0, index));
  const id = ids[bounded];
  return id === undefined ? null : { id, index: bounded };
}

/**
 * Whose turn it is once a chat is solved: who stands below it and is not solved, or, from the end of the list, the first of
 * these. It may have left the list already; then `place` says where it stood.
 */
export function chatAfterSolved(
  chats: readonly { id: string; status: ChatStatus }[],
  place: DeskPlace,
): string | null {
  const present = chats.findIndex(({ id }) => id === place.id);
  const isOpen = ({ id, status }: { id: string; status: ChatStatus }) =>
    id !== place.id && status !== 'resolved';
  const below = chats.slice(present >= 0 ? present + 1 : place.index).find(isOpen);
  return (below ?? chats.find(isOpen))?.id ?? null;
}

function targetOf(ids: readonly string[], place: DeskPlace, by: 1 | -1): number {
  const present = ids.indexOf(place.id);
  if (present >= 0) return present + by;
  return by === 1 ? place.index : place.index - 1;
}
