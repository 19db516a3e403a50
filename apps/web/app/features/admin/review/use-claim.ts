import { germanMessage, REQUEST_CLAIM, type RequestClaim } from '@botdepot/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/server/api.ts';
import { type OpenRequest, otherHolder } from './open-request.ts';

export interface ClaimState {
  /** Somebody else works on it: they come first, unless it is taken over. */
  holder: RequestClaim | null;
  /** Somebody was faster: who, when and how. */
  decided: string | null;
  takeOver: () => Promise<void>;
}

interface Answer {
  id: string;
  claim: RequestClaim | null;
  decided: string | null;
}

/**
 * Holds the request that is open, as long as it is open. Whenever the list says that somebody else has it, that nobody has
 * it any more, or that it is gone, the server is asked again. Without an answer nobody is held up: the server decides.
 *
 * @param request what is open; null for nothing, and for one's own, on which others decide.
 * @param listed the same in the list as it is now; undefined when it is not on the page any more.
 * @param restMs how long it has to be open first: who only passes by works on nothing. Null for nobody who works yet.
 */
export function useClaim(
  request: OpenRequest | null,
  listed: OpenRequest | undefined,
  ownUserId: string,
  restMs: number | null = 0,
): ClaimState {
  const [answer, setAnswer] = useState<Answer | null>(null);
  // One after the other: a release must not overtake the claim before it.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const open = useRef<string | null>(null);
  // What was asked for at all: nothing else is given back.
  const asked = useRef<string | null>(null);
  const id = request?.id;
  const kind = request?.kind;

  const ask = useCallback(
    (takeOver: boolean): Promise<void> => {
      if (id === undefined || kind === undefined) return Promise.resolve();
      const next = async () => {
        if (open.current !== id) return;
        asked.current = id;
        try {
          const { claim, decision } = await api.admin.claimRequest({ id, kind, takeOver });
          setAnswer({ id, claim, decided: decision && germanMessage('ALREADY_DECIDED', decision) });
        } catch {
          setAnswer({ id, claim: null, decided: null });
        }
      };
      queue.current = queue.current.then(next);
      return queue.current;
    },
    [id, kind],
  );

  useEffect(() => {
    if (id === undefined || restMs === null) return;
    open.current = id;
    const first = setTimeout(() => void ask(false), restMs);
    const timer = setInterval(() => void ask(false), REQUEST_CLAIM.renewSeconds * 1_000);
    return () => {
      open.current = null;
      clearTimeout(first);
      clearInterval(timer);
      // If this does not arrive, the claim ends by itself.
      queue.current = queue.current.then(async () => {
        if (asked.current !== id) return;
        asked.current = null;
        await api.admin.releaseRequest({ id }).catch(() => undefined);
      });
    };
  }, [id, ask, restMs]);

  const claim = listed?.claim;
  // With its beginning: who takes it back at once is in the list before and after.
  const seen = listed === undefined ? 'gone' : claim ? `${claim.userId} ${claim.since}` : 'free';
  const isOwn = claim?.userId === ownUserId;
  const before = useRef({ id, seen });
  useEffect(() => {
    const changed = before.current.id === id && before.current.seen !== seen;
    before.current = { id, seen };
    if (changed && !isOwn) void ask(false);
  }, [id, seen, isOwn, ask]);

  const current = answer !== null && answer.id === id ? answer : null;
  const takeOver = useCallback(() => ask(true), [ask]);
  return {
    holder:
      current === null
        ? request && otherHolder(request, ownUserId)
        : current.claim && current.claim.userId !== ownUserId
          ? current.claim
          : null,
    decided: current?.decided ?? null,
    takeOver,
  };
}

/** Nothing can be decided from here now. */
export const isHeldUp = ({ holder, decided }: ClaimState): boolean => holder !== null || decided !== null;
