import type { OpenRequest } from './open-request.ts';

/** Where the keyboard stands: on a request, and on its place in case the request leaves the list. */
export interface QueuePosition {
  id: string;
  index: number;
}

/** The request that the keyboard stands on. When it was decided, the one that moved into its place: the next. */
export function currentRequest(
  requests: readonly OpenRequest[],
  position: QueuePosition | null,
): OpenRequest | undefined {
  if (position === null) return undefined;
  return (
    requests.find((request) => request.id === position.id) ??
    requests[Math.min(position.index, requests.length - 1)]
  );
}

/** One step down or up; it starts at the first and stops at the ends. */
export function stepped(
  requests: readonly OpenRequest[],
  position: QueuePosition | null,
  by: 1 | -1,
): QueuePosition | null {
  const current = currentRequest(requests, position);
  const from = current ? requests.indexOf(current) : -1;
  const index = current ? Math.min(requests.length - 1, Math.max(0, from + by)) : 0;
  const target = requests[index];
  return target ? { id: target.id, index } : null;
}

export function positionOf(requests: readonly OpenRequest[], id: string): QueuePosition | null {
  const index = requests.findIndex((request) => request.id === id);
  return index < 0 ? null : { id, index };
}
