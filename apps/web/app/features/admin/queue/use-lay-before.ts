import type { Approval } from '@botdepot/contract';
import { inUsd } from '@botdepot/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgainAfter } from '../../../lib/live/live-subjects.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorCode } from '../../../lib/server/api.ts';
import { asksForProof } from '../../../lib/server/reauthenticate.ts';
import { useSender } from '../../../lib/server/use-command.ts';
import { approvalTitle } from '../four-eyes/approval-texts.ts';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { type OpenRequest, sumOf } from '../review/open-request.ts';
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
 * @param onLaid These need no decision here any more.
 */
export function useLayBefore(onLaid: (requests: readonly OpenRequest[]) => void): Laying {
  const client = useQueryClient();
  const sender = useSender();
  const waiting = useWaitingRequests();
  const [own, setOwn] = useState<ReadonlyMap<string, Approval>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [pending, setPending] = useState(false);

  const lay = async (requests: readonly OpenRequest[], note: string) => {
    setPending(true);
    const done: { request: OpenRequest; approval: Approval }[] = [];
    const failed = new Map<string, unknown>();
    for (const request of requests) {
      const { id, kind } = request;
      try {
        const approval = await sender.send('admin.requestApproval', { kind, input: { id }, note });
        done.push({ request, approval });
        setOwn((known) => new Map(known).set(id, approval));
      } catch (error) {
        // Anyone who does not say who they are is not asked once more for every row.
        if (asksForProof(error) || errorCode(error) === 'UNAUTHENTICATED') break;
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
    void askAgainAfter(client, 'admin.requestApproval');
  };
  return { laid: new Map([...waiting, ...own]), errors, pending, lay };
}
