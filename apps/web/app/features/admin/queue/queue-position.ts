import type { OpenRequest } from '../review/open-request.ts';

/** Where the keyboard stands: on a request, and on its place in case the request leaves the list. */
export interface QueuePosition {
  id: string;
  index: number;
  /** What came after it, in its order. */
  next: readonly string[];
}

/** The request that the keyboard stands on. When it was decided, the first after it that still waits. */
export function currentRequest(
  requests: readonly OpenRequest[],
  position: QueuePosition | null,
): OpenRequest | undefined {
  if (position === null) return undefined;
  const byId = new Map(requests.map((request) => [request.id, request]));
  const nearest = [position.id, ...position.next].find((id) => byId.has(id));
  return nearest === undefined ? requests[Math.min(position.index, requests.length - 1)] : byId.get(nearest);
}

/** One step down or up; it starts at the first and stops at the ends. */
export function stepped(
  requests: readonly OpenRequest[],
  position: QueuePosition | null,
  by: 1 | -1,
): QueuePosition | null {
  const current = currentRequest(requests, position);
  const from = current ? requests.indexOf(current) : -1;
  return positionAt(requests, current ? Math.min(requests.length - 1, Math.max(0, from + by)) : 0);
}

export function positionOf(requests: readonly OpenRequest[], id: string): QueuePosition | null {
  return positionAt(
    requests,
    requests.findIndex((request) => request.id === id),
  );
}

function positionAt(requests: readonly OpenRequest[], index: number): QueuePosition | null {
  const request = requests[index];
  return request ? { id: request.id, index, next: requests.slice(index + 1).map(({ id }) => id) } : null;
}
