import {
  type CryptoCurrency,
  type Deposit,
  LIMITS,
  type RequestKind,
  type RequestStatus,
  type TransferKind,
  type Withdrawal,
} from '@botdepot/contract';
import {
  keepPreviousData,
  type QueryClient,
  type SkipToken,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { queries, throwWithoutData } from '../../lib/server/api.ts';
import { type OwnRequest, requestOfDeposit, requestOfWithdrawal } from './requests/own-request.ts';

const { wallet } = queries;

/** Own bots are looked at once a minute, and no tick tells of them. */
const OWN_BOTS_MS = 60_000;

export const walletQuery = () =>
  wallet.getWallet.queryOptions({
    refetchInterval: ({ state }) => (state.data && state.data.activeOwnBots > 0 ? OWN_BOTS_MS : false),
    throwOnError: throwWithoutData,
  });

export interface BookingFilter {
  kind?: TransferKind | undefined;
  search?: string | undefined;
  firstDay?: string | undefined;
  lastDay?: string | undefined;
  after?: string | undefined;
  until?: string | undefined;
}

export interface TransactionFilter extends BookingFilter {
  page: number;
  pageSize: number;
}

export const transactionsQuery = (filter: TransactionFilter) =>
  wallet.listTransactions.queryOptions({
    input: filter,
    throwOnError: throwWithoutData,
    placeholderData: keepPreviousData,
  });

/** What the bookings of a filter moved together. The list does without it, so a failure stays there. */
export const transactionSumQuery = (filter: BookingFilter) =>
  wallet.getTransactionSum.queryOptions({ input: filter, placeholderData: keepPreviousData });

/** A statement of a past month never changes; this month's does with every booking. */
export const statementQuery = (month: string) =>
  wallet.getStatement.queryOptions({ input: { month }, throwOnError: throwWithoutData });

/** The bookings of one deposit or withdrawal. A drawer can do without them, so a failure stays there. */
export const bookingsQuery = (referenceId: string) =>
  wallet.listTransactions.queryOptions({ input: { referenceId, page: 1, pageSize: LIMITS.pageSize } });

/** Null asks for nothing. A booking never changes, so it is fetched once. */
export const transferQuery = (id: string | null) =>
  wallet.getTransfer.queryOptions({
    input: id === null ? skipToken : { id },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The fixed address of a currency, and the customer's own one for withdrawals. */
export const addressQuery = (currency: CryptoCurrency) =>
  wallet.getCryptoAddress.queryOptions({
    input: { currency },
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface RequestFilter {
  page: number;
  pageSize: number;
  status?: RequestStatus | undefined;
}

type Listed<Row> = { items: Row[]; total: number; page: number; pageSize: number };

function listedAs<Row>(present: (row: Row) => OwnRequest) {
  return (list: Listed<Row>): Listed<OwnRequest> => ({ ...list, items: list.items.map(present) });
}

const presentDeposits = listedAs(requestOfDeposit);
const presentWithdrawals = listedAs(requestOfWithdrawal);

const SHARED = { throwOnError: throwWithoutData, placeholderData: keepPreviousData };

const depositsQuery = (input: RequestFilter | SkipToken) =>
  wallet.listDeposits.queryOptions({ input, select: presentDeposits, ...SHARED });
const withdrawalsQuery = (input: RequestFilter | SkipToken) =>
  wallet.listWithdrawals.queryOptions({ input, select: presentWithdrawals, ...SHARED });

/** Deposits or withdrawals, newest first. */
export const requestsQuery = (kind: RequestKind, input: RequestFilter) =>
  kind === 'deposit' ? depositsQuery(input) : withdrawalsQuery(input);

/** The same where they are no list of their own. Null asks for nothing. */
export function useRequests(kind: RequestKind, filter: RequestFilter | null) {
  const of = (one: RequestKind) => (filter !== null && kind === one ? filter : skipToken);
  const deposits = useQuery(depositsQuery(of('deposit')));
  const withdrawals = useQuery(withdrawalsQuery(of('withdrawal')));
  return kind === 'deposit' ? deposits : withdrawals;
}

/** One request by its id, kept fresh. A row on the screen opens at once, with what its list says of it. */
export function useRequest(kind: RequestKind, id: string | null) {
  const client = useQueryClient();
  const input = (of: RequestKind) => (id !== null && kind === of ? { id } : skipToken);
  const deposit = useQuery(
    wallet.getDeposit.queryOptions({ input: input('deposit'), select: requestOfDeposit }),
  );
  const withdrawal = useQuery(
    wallet.getWithdrawal.queryOptions({ input: input('withdrawal'), select: requestOfWithdrawal }),
  );
  const { data, error, isPending, isFetching, refetch } = kind === 'deposit' ? deposit : withdrawal;
  if (id === null) return { request: undefined, error: null, isPending: false, isFetching, refetch };
  const request = data ?? findLoaded(client, kind, id);
  return { request, error, isPending: isPending && request === undefined, isFetching, refetch };
}

function findLoaded(client: QueryClient, kind: RequestKind, id: string): OwnRequest | undefined {
  const loaded =
    kind === 'deposit'
      ? client
          .getQueriesData<Listed<Deposit>>({ queryKey: wallet.listDeposits.key() })
          .flatMap(([, list]) => list?.items ?? [])
          .map(requestOfDeposit)
      : client
          .getQueriesData<Listed<Withdrawal>>({ queryKey: wallet.listWithdrawals.key() })
          .flatMap(([, list]) => list?.items ?? [])
          .map(requestOfWithdrawal);
  return loaded.find((row) => row.id === id);
}
