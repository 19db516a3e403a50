import type { RequestKind } from '@botdepot/contract';
import { LIMITS } from '@botdepot/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/server/api.ts';
import { useMay } from '../../lib/session/profile.ts';
import type { QueueFilter } from './queue/use-queue-filters.ts';
import { type OpenRequest, openDeposit, openWithdrawal } from './review/open-request.ts';

type QueuePage = QueueFilter & { page: number };

/** A morning's work without turning a page. */
const QUEUE_PAGE_SIZE = 50;

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
export function useAdminProbe(): { error: unknown; isLoaded: boolean } {
  const overview = useAdminOverview();
  const enabled = !useMay()('admin.getOverview');
  const team = useQuery(queries.supportDesk.listTeam.queryOptions({ enabled, staleTime: 60_000 }));
  const { error, data } = enabled ? team : overview;
  return { error, isLoaded: data !== undefined };
}

export function useOpenDeposits(input: QueuePage) {
  return useQuery(
    queries.admin.listPendingDeposits.queryOptions({
      input: { ...input, pageSize: QUEUE_PAGE_SIZE },
      select: presentDeposits,
      placeholderData: keepPreviousData,
    }),
  );
}

export function useOpenWithdrawals(input: QueuePage) {
  return useQuery(
    queries.admin.listPendingWithdrawals.queryOptions({
      input: { ...input, pageSize: QUEUE_PAGE_SIZE },
      select: presentWithdrawals,
      placeholderData: keepPreviousData,
    }),
  );
}

/** One page of a queue, asked for once. */
export async function loadQueue(
  kind: RequestKind,
  input: QueueFilter & { page: number; pageSize: number },
): Promise<OpenRequests> {
  return kind === 'deposit'
    ? presentDeposits(await api.admin.listPendingDeposits(input))
    : presentWithdrawals(await api.admin.listPendingWithdrawals(input));
}

/** As many as one command takes, in the order of the list, whatever page is shown. */
export async function loadForSelection(kind: RequestKind, filter: QueueFilter): Promise<OpenRequest[]> {
  const rows: OpenRequest[] = [];
  for (let page = 1; rows.length < LIMITS.decisionsAtOnce; page += 1) {
    const list = await loadQueue(kind, { ...filter, page, pageSize: LIMITS.pageSizeMax });
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
