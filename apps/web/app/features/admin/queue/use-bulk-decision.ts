import type { DecisionOutcome } from '@botdepot/contract';
import { inUsd } from '@botdepot/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, errorCode, queries } from '../../../lib/api.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { toast } from '../../../lib/toast.ts';
import { ADMIN_TOASTS, type Decision } from '../admin-texts.ts';
import { type OpenRequest, type RequestKind, sumOf } from '../open-request.ts';

export interface BulkInput {
  kind: RequestKind;
  decision: Decision;
  requests: readonly OpenRequest[];
  reason: string;
  /** One per review that was opened; a second press or a retry decides no row twice. */
  idempotencyKey: string;
}

/**
 * Decides on each request of a selection; says what came of it. It fails as a whole only when nothing was asked at all.
 *
 * @param run Asks who is there when the server wants to know, see `useReauthentication`.
 */
export function useBulkDecision(run: <T>(action: () => Promise<T>) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: BulkInput) => run(() => send(input)),
    onSuccess: announce,
    onError: (error, { decision }) => {
      if (errorCode(error) === 'UNAUTHENTICATED' || asksForProof(error)) return;
      toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.notDecided[decision]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
}

async function send(input: BulkInput): Promise<DecisionOutcome[]> {
  const { kind, decision, requests, reason, idempotencyKey } = input;
  const command = {
    ids: requests.map(({ id }) => id),
    decision,
    ...(decision === 'reject' && reason !== '' ? { reason } : {}),
  };
  const context = { context: { idempotencyKey } };
  const { items } =
    kind === 'deposit'
      ? await api.admin.decideDeposits(command, context)
      : await api.admin.decideWithdrawals(command, context);
  return items;
}

function announce(outcomes: readonly DecisionOutcome[], { kind, decision, requests }: BulkInput): void {
  const done = decidedOf(requests, outcomes);
  if (done.length === 0) {
    toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.notDecided[decision]);
    return;
  }
  const amount = inUsd(sumOf(done));
  toast.success(
    ADMIN_TOASTS.decided[kind][decision],
    `${done.length} von ${requests.length} ${requests.length === 1 ? 'Antrag' : 'Anträgen'} · ${amount}`,
  );
}

/** Those on which the decision was made. */
export function decidedOf(
  requests: readonly OpenRequest[],
  outcomes: readonly DecisionOutcome[],
): OpenRequest[] {
  const ids = new Set(outcomes.filter(({ ok }) => ok).map(({ id }) => id));
  return requests.filter(({ id }) => ids.has(id));
}
