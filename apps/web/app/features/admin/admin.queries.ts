import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorCode, queries } from '../../lib/api.ts';
import { asksForProof } from '../../lib/reauthenticate.ts';
import { toast } from '../../lib/toast.ts';
import { ADMIN_TOASTS, type Decision } from './admin-texts.ts';
import { type OpenRequest, openDeposit, openWithdrawal } from './open-request.ts';

export type QueueOrder = 'newest' | 'oldest';

interface QueuePage {
  order: QueueOrder;
  page: number;
}

interface Paged<Row> {
  items: Row[];
  total: number;
  page: number;
  pageSize: number;
}

export type OpenRequests = Paged<OpenRequest>;

const presented =
  <Row>(present: (row: Row) => OpenRequest) =>
  (list: Paged<Row>): OpenRequests => ({ ...list, items: list.items.map(present) });
const presentDeposits = presented(openDeposit);
const presentWithdrawals = presented(openWithdrawal);

export function useAdminOverview() {
  return useQuery(queries.admin.getOverview.queryOptions());
}

export function useOpenDeposits(input: QueuePage) {
  return useQuery(
    queries.admin.listPendingDeposits.queryOptions({
      input,
      select: presentDeposits,
      placeholderData: keepPreviousData,
    }),
  );
}

export function useOpenWithdrawals(input: QueuePage) {
  return useQuery(
    queries.admin.listPendingWithdrawals.queryOptions({
      input,
      select: presentWithdrawals,
      placeholderData: keepPreviousData,
    }),
  );
}

/** Loads everything of the page again: what failed once has usually failed together. */
export function useReloadAdmin(): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: queries.admin.key() });
}

export interface DecisionInput {
  decision: Decision;
  request: OpenRequest;
  /** One per dialog that was opened; a second press or a retry decides nothing twice. */
  idempotencyKey: string;
  reason?: string | undefined;
}

/**
 * Approves or rejects; says so, and says when it failed.
 *
 * @param run Asks who is there when the server wants to know, see `useReauthentication`.
 */
export function useDecide(run: <T>(action: () => Promise<T>) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: DecisionInput) => run(() => decide(input)),
    onSuccess: (_result, { decision, request }) =>
      toast.success(
        ADMIN_TOASTS.decided[request.kind][decision],
        `${request.reference} von ${request.email}`,
      ),
    onError: (error, { decision }) => {
      // Without a session the login follows and says why; and whoever did not say who they are knows it.
      if (errorCode(error) === 'UNAUTHENTICATED' || asksForProof(error)) return;
      toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.notDecided[decision]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
}

async function decide({ decision, request, idempotencyKey, reason }: DecisionInput): Promise<void> {
  const context = { context: { idempotencyKey } };
  const { id, kind } = request;
  if (decision === 'approve') {
    if (kind === 'deposit') await api.admin.approveDeposit({ id }, context);
    else await api.admin.approveWithdrawal({ id }, context);
    return;
  }
  const input = { id, ...(reason ? { reason } : {}) };
  if (kind === 'deposit') await api.admin.rejectDeposit(input, context);
  else await api.admin.rejectWithdrawal(input, context);
}

const FINAL_CODES = new Set([
  'ALREADY_DECIDED',
  'OWN_REQUEST',
  'DEPOSIT_NOT_FOUND',
  'WITHDRAWAL_NOT_FOUND',
  'FORBIDDEN',
  'SECOND_FACTOR_REQUIRED',
]);

/** Trying again cannot help. */
export function isFinal(error: unknown): boolean {
  return FINAL_CODES.has(errorCode(error) ?? '');
}
