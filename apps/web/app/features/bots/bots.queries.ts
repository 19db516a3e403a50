import type { BotType, ProtocolEntry } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { WALLET_NOT_LOADED } from '../../lib/format/wallet-words.ts';
import { errorCode, queries, throwWithoutData } from '../../lib/server/api.ts';
import { useFailureToast } from '../../lib/server/use-list.ts';

/** Every minute a bar closes and a NAV is struck. Nobody is told, because it concerns everybody at once. */
const STRIKE_MS = 60_000;
/** Nobody reads further; a customer with more active investments pages. */
export const ACTIVE_PAGE_SIZE = 100;
/** Lines are short, and a day of trading has many. */
const PROTOCOL_PAGE_SIZE = 20;
const LIVE_REPLAY_MS = 60 * 60_000;

/** @param options.throws Whether a failed first load goes to the error boundary. */
export const useBots = ({ throws } = { throws: true }) =>
  useQuery(
    queries.bots.listBots.queryOptions({
      refetchInterval: STRIKE_MS,
      throwOnError: (error, query) => throws && throwWithoutData(error, query),
    }),
  );

export const useBot = (botType: BotType) =>
  useQuery(
    queries.bots.getBot.queryOptions({
      input: { botType },
      refetchInterval: STRIKE_MS,
      throwOnError: throwWithoutData,
    }),
  );

interface ProtocolPage {
  botType: BotType;
  kind: ProtocolEntry['kind'] | null;
  page: number;
}

export const protocolQuery = ({ botType, kind, page }: ProtocolPage) =>
  queries.bots.listProtocol.queryOptions({
    input: { botType, page, pageSize: PROTOCOL_PAGE_SIZE, ...(kind && { kind }) },
    refetchInterval: page === 1 ? STRIKE_MS : false,
    throwOnError: throwWithoutData,
  });

/** Its failure stands below the page's title, as that of the stopped ones. */
export const useActiveInvestments = (page: number) =>
  useQuery(
    queries.bots.listInvestments.queryOptions({
      input: { status: 'active', page, pageSize: ACTIVE_PAGE_SIZE },
      refetchInterval: STRIKE_MS,
      placeholderData: keepPreviousData,
    }),
  );

export const useStoppedInvestments = (page: number, { enabled }: { enabled: boolean }) =>
  useQuery(
    queries.bots.listInvestments.queryOptions({
      input: { status: 'inactive', page },
      enabled,
      placeholderData: keepPreviousData,
    }),
  );

/** Unknown, or no id at all: both are an investment that is not there. */
export function isMissingInvestment(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'INVESTMENT_NOT_FOUND' || code === 'BAD_REQUEST';
}

/** @param options.throws Whether a failed first load goes to the error boundary. */
export const useInvestment = (id: string, { throws } = { throws: true }) =>
  useQuery(
    queries.bots.getInvestment.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data?.status === 'active' ? STRIKE_MS : false),
      throwOnError: (error, query) => throws && !isMissingInvestment(error) && throwWithoutData(error, query),
    }),
  );

interface RecordPage {
  id: string;
  page: number;
  /** A stopped investment has no new rows. */
  active: boolean;
}

/** Two weeks. */
const RECORD_PAGE_SIZE = 14;

export const tradingRecordsQuery = ({ id, page, active }: RecordPage) =>
  queries.bots.listTradingRecords.queryOptions({
    input: { id, page, pageSize: RECORD_PAGE_SIZE },
    refetchInterval: active && page === 1 ? STRIKE_MS : false,
    throwOnError: throwWithoutData,
  });

/** @param day only the fills behind the record of this UTC day. */
export const investmentFillsQuery = ({ id, page, active, day }: RecordPage & { day: string | null }) =>
  queries.bots.listInvestmentFills.queryOptions({
    input: { id, page, ...(day !== null && { day }) },
    refetchInterval: active && page === 1 ? STRIKE_MS : false,
    throwOnError: throwWithoutData,
  });

/** The bookings behind „Manuelle Rendite“, with their reasons. Asked for only when there is one. */
export const useManualReturns = (id: string, enabled: boolean) =>
  useQuery(
    queries.wallet.listTransactions.queryOptions({
      input: { kind: 'manual_return', referenceId: id, pageSize: 100 },
      enabled,
    }),
  );

/** The calendar changes with a day's work of an admin, not by the minute. */
const CALENDAR_MS = 10 * 60_000;

export const useTradingEvents = () =>
  useQuery(
    queries.bots.listTradingEvents.queryOptions({
      refetchInterval: CALENDAR_MS,
      throwOnError: throwWithoutData,
    }),
  );

/** Calculated once an hour. Its failure stays in its panel: the rest of the page does not depend on it. */
export const useLiveReplay = (botType: BotType) =>
  useQuery(
    queries.backtests.getLiveReplay.queryOptions({
      input: { botType },
      staleTime: LIVE_REPLAY_MS,
      retry: false,
    }),
  );

interface Available {
  /** What the wallet has left to invest: undefined while it loads, null when it cannot be had. */
  available: Micros | null | undefined;
  /** Another attempt is under way. */
  isRetrying: boolean;
  retry: () => void;
}

/** The pages of the bots stand without it: only a start needs it. */
export function useAvailable(): Available {
  const { data, error, errorUpdateCount, isFetching, refetch } = useQuery(
    queries.wallet.getWallet.queryOptions(),
  );
  useFailureToast(data ? null : error, WALLET_NOT_LOADED);
  // A new attempt forgets the error; the way to it stays in its place until there is an amount.
  const missing = errorUpdateCount > 0 ? null : undefined;
  return {
    available: data ? fromWire(data.available) : missing,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}
