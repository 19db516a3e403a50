import { LIMITS } from '@botdepot/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorCode, queries } from '../../lib/api.ts';
import { useMay } from '../../lib/profile.ts';
import { asksForProof } from '../../lib/reauthenticate.ts';
import { toast } from '../../lib/toast.ts';
import { ADMIN_TOASTS, type Decision } from './admin-texts.ts';
import { type OpenRequest, openDeposit, openWithdrawal, type RequestKind } from './open-request.ts';
import type { QueueFilter } from './queue/use-queue-filters.ts';

type QueuePage = QueueFilter & { page: number };

interface Paged<Row> {
  items: Row[];
  total: number;
  page: number;
  pageSize: number;
  /** Of everything that the filter finds; a decimal string of the API. */
  totalAmount: string;
}

export type OpenRequests = Paged<OpenRequest>;

const presented =
  <Row>(present: (row: Row) => OpenRequest) =>
  (list: Paged<Row>): OpenRequests => ({ ...list, items: list.items.map(present) });
const presentDeposits = presented(openDeposit);
const presentWithdrawals = presented(openWithdrawal);

/** The key figures; asks nothing where they are not in the admin's field. */
export function useAdminOverview() {
  const enabled = useMay()('admin.getOverview');
  return useQuery(queries.admin.getOverview.queryOptions({ enabled }));
}

/** Whether the server lets this admin in at all: by the key figures, or for the support by its team. */
export function useAdminProbe(): { error: unknown } {
  const overview = useAdminOverview();
  const enabled = !useMay()('admin.getOverview');
  const team = useQuery(queries.supportDesk.listTeam.queryOptions({ enabled, staleTime: 60_000 }));
  return { error: overview.error ?? team.error };
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

/** As many as one command takes, in the order of the list, whatever page is shown. */
export async function loadForSelection(kind: RequestKind, filter: QueueFilter): Promise<OpenRequest[]> {
  const rows: OpenRequest[] = [];
  for (let page = 1; rows.length < LIMITS.decisionsAtOnce; page += 1) {
    const input = { ...filter, page, pageSize: LIMITS.pageSizeMax };
    const list =
      kind === 'deposit'
        ? presentDeposits(await api.admin.listPendingDeposits(input))
        : presentWithdrawals(await api.admin.listPendingWithdrawals(input));
    rows.push(...list.items);
    if (list.items.length === 0 || rows.length >= list.total) break;
  }
  return rows.slice(0, LIMITS.decisionsAtOnce);
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
    onSettled: () => {
      // What stands beside a chat; the queue is waited for, so that the next request is current when the dialog closes.
      void client.invalidateQueries({ queryKey: queries.supportDesk.getContext.key() });
      return client.invalidateQueries({ queryKey: queries.admin.key() });
    },
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
