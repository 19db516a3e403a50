import type { RequestKind } from '@botdepot/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import type { OpenRequests } from '../admin.queries.ts';
import type { OpenRequest } from '../review/open-request.ts';

/** What is on the screen of both queues, deposits first. */
export type Queues = Readonly<
  Record<RequestKind, Pick<OpenRequests, 'items' | 'total' | 'page' | 'pageSize'> | undefined>
>;

/** Where one works: on a request, and on its place in case the request leaves the list. */
interface QueuePosition {
  kind: RequestKind;
  id: string;
  index: number;
  /** What came after it on its page, in its order. */
  next: readonly string[];
}

/** A page that a step leads to, and where on it. */
interface Landing {
  kind: RequestKind;
  page: number;
  edge: 'first' | 'last';
}

/**
 * In which order the queues stand where only the first of them is in sight as a page opens, on a phone: an empty one comes
 * last. Null while that is not known.
 */
export function queuesInSight({ deposit, withdrawal }: Queues): readonly RequestKind[] | null {
  if (!deposit || !withdrawal) return null;
  return deposit.total === 0 && withdrawal.total > 0 ? ['withdrawal', 'deposit'] : ['deposit', 'withdrawal'];
}

const itemsOf = (queues: Queues, kind: RequestKind) => queues[kind]?.items ?? [];

/**
 * The request that one works on. When it was decided, the first after it that still waits, also where it came from the next page;
 * after the last deposit the first withdrawal.
 */
export function currentRequest(queues: Queues, position: QueuePosition | null): OpenRequest | undefined {
  if (position === null) return undefined;
  const { kind, id, index, next } = position;
  const items = itemsOf(queues, kind);
  const byId = new Map(items.map((request) => [request.id, request]));
  const nearest = [id, ...next].find((one) => byId.has(one));
  if (nearest !== undefined) return byId.get(nearest);
  const [first] = kind === 'deposit' ? itemsOf(queues, 'withdrawal') : [];
  return items[index] ?? first ?? items.at(-1) ?? itemsOf(queues, 'deposit').at(-1);
}

/** One step down or up, over the ends of pages and from one queue to the other. It starts at the first and stops at the ends. */
export function stepped(
  queues: Queues,
  position: QueuePosition | null,
  by: 1 | -1,
): OpenRequest | Landing | undefined {
  const current = currentRequest(queues, position);
  if (!current) return itemsOf(queues, 'deposit')[0] ?? itemsOf(queues, 'withdrawal')[0];
  const { kind } = current;
  const shown = queues[kind];
  const beside = shown?.items[shown.items.indexOf(current) + by];
  if (!shown || beside) return beside;
  const { page, pageSize, total } = shown;
  if (by === 1) {
    if (page * pageSize < total) return { kind, page: page + 1, edge: 'first' };
    return (kind === 'deposit' && itemsOf(queues, 'withdrawal')[0]) || current;
  }
  if (page > 1) return { kind, page: page - 1, edge: 'last' };
  return (kind === 'withdrawal' && itemsOf(queues, 'deposit').at(-1)) || current;
}

export function positionOf(queues: Queues, { kind, id }: Pick<OpenRequest, 'kind' | 'id'>): QueuePosition {
  const items = itemsOf(queues, kind);
  const index = Math.max(
    0,
    items.findIndex((request) => request.id === id),
  );
  return { kind, id, index, next: items.slice(index + 1).map((request) => request.id) };
}

interface QueueList {
  data?: OpenRequests | undefined;
  isPlaceholderData: boolean;
}

interface PlaceOptions {
  /** A request is shown before anybody has chosen one. */
  hasPane: boolean;
  /** Where one was before a reload. */
  reference: string | null;
  setPage: (kind: RequestKind, page: number) => void;
  /** The place was changed by a key; its row is on the screen. */
  onStep: (request: OpenRequest) => void;
}

/** Where one works in both queues, over the ends of pages and through decisions. */
export function usePlace(lists: Readonly<Record<RequestKind, QueueList>>, options: PlaceOptions) {
  const { hasPane, reference, setPage, onStep } = options;
  const queues = { deposit: lists.deposit.data, withdrawal: lists.withdrawal.data };
  const all = [...(queues.deposit?.items ?? []), ...(queues.withdrawal?.items ?? [])];
  const [position, setPosition] = useState<QueuePosition | null>(null);
  const [isWorkedOn, setWorkedOn] = useState(false);
  const [landing, setLanding] = useState<(Landing & { isStep: boolean }) | null>(null);
  const current = currentRequest(queues, position);

  // What is read in the pane stays there when others arrive above it.
  const isLoaded = queues.deposit !== undefined && queues.withdrawal !== undefined;
  const begin = () =>
    all.find((request) => request.reference === reference) ??
    (hasPane ? stepped(queues, null, 1) : undefined);
  const first = position === null && isLoaded ? begin() : undefined;
  if (first && 'id' in first) setPosition(positionOf(queues, first));

  const goTo = (request: OpenRequest) => {
    setPosition(positionOf(queues, request));
    setWorkedOn(true);
  };
  const step = (by: 1 | -1) => {
    const isOnItsWay = landing !== null && lists[landing.kind].isPlaceholderData;
    const to = isOnItsWay ? undefined : stepped(queues, position, by);
    if (!to) return;
    if ('page' in to) {
      setPage(to.kind, to.page);
      setLanding({ ...to, isStep: true });
    } else {
      goTo(to);
      onStep(to);
    }
  };

  const landed = landing && lists[landing.kind];
  const isThere = landed?.data?.page === landing?.page && landed?.isPlaceholderData === false;
  const arrive = useEffectEvent(() => {
    if (!landing) return;
    setLanding(null);
    const items = landed?.data?.items ?? [];
    const request = landing.edge === 'first' ? items[0] : items.at(-1);
    if (!request) return;
    goTo(request);
    if (landing.isStep) onStep(request);
  });
  useEffect(() => {
    if (isThere) arrive();
  }, [isThere]);

  return {
    all,
    current,
    isWorkedOn,
    goTo,
    step,
    /** The page was turned by hand: one goes on at its beginning. */
    land: (to: Landing) => setLanding({ ...to, isStep: false }),
  };
}
