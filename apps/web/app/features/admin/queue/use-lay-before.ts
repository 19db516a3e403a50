import type { Approval } from '@botdepot/contract';
import { inUsd } from '@botdepot/money';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, errorCode, isKeptAnswer, queries } from '../../../lib/api.ts';
import { newKey } from '../../../lib/new-key.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { toast } from '../../../lib/toast.ts';
import { approvalTitle } from '../four-eyes/approval-texts.ts';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { type OpenRequest, sumOf } from '../open-request.ts';
import { countOf } from './bulk-words.ts';

export interface Laying {
  /** What waits for a second admin, by the id of its deposit or withdrawal. */
  laid: ReadonlyMap<string, Approval>;
  /** Why one could not be laid before anybody. */
  errors: ReadonlyMap<string, unknown>;
  pending: boolean;
  /** @param note to the second admin, with each of them. */
  lay: (requests: readonly OpenRequest[], note: string) => Promise<void>;
}

/**
 * Lays deposits or withdrawals of a selection before a second admin, one after the other: one that fails stops no other.
 *
 * @param run Asks who is there when the server wants to know, see `useReauthentication`.
 * @param onLaid These need no decision here any more.
 */
export function useLayBefore(
  run: <T>(action: () => Promise<T>) => Promise<T>,
  onLaid: (requests: readonly OpenRequest[]) => void,
): Laying {
  const client = useQueryClient();
  const waiting = useWaitingRequests();
  const [own, setOwn] = useState<ReadonlyMap<string, Approval>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [pending, setPending] = useState(false);
  // One per request, until the server has said no: a second press lays nothing before anybody twice.
  const keys = useRef(new Map<string, string>());

  const lay = async (requests: readonly OpenRequest[], note: string) => {
    setPending(true);
    const done: { request: OpenRequest; approval: Approval }[] = [];
    const failed = new Map<string, unknown>();
    for (const request of requests) {
      const { id, kind } = request;
      // Another note is another command.
      const command = `${id} ${note}`;
      const idempotencyKey = keys.current.get(command) ?? newKey();
      keys.current.set(command, idempotencyKey);
      try {
        const approval = await run(() =>
          api.admin.requestApproval({ kind, input: { id }, note }, { context: { idempotencyKey } }),
        );
        done.push({ request, approval });
        setOwn((known) => new Map(known).set(id, approval));
      } catch (error) {
        // Whoever does not say who they are is not asked once more for every row.
        if (asksForProof(error) || errorCode(error) === 'UNAUTHENTICATED') break;
        if (isKeptAnswer(error)) keys.current.delete(command);
        failed.set(id, error);
      }
    }
    setErrors(failed);
    setPending(false);
    const [first, ...others] = done;
    if (first) {
      const sum = inUsd(sumOf(done.map(({ request }) => request)));
      toast.success(
        'Zur Freigabe vorgelegt',
        others.length === 0
          ? approvalTitle(first.approval)
          : `${done.length} von ${countOf(first.request.kind, requests.length)} · ${sum}`,
      );
      onLaid(done.map(({ request }) => request));
    }
    void client.invalidateQueries({ queryKey: queries.admin.key() });
  };
  return { laid: new Map([...waiting, ...own]), errors, pending, lay };
}
