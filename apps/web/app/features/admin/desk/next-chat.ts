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

function targetOf(ids: readonly string[], place: DeskPlace, by: 1 | -1): number {
  const present = ids.indexOf(place.id);
  if (present >= 0) return present + by;
  return by === 1 ? place.index : place.index - 1;
}
