import { fromWire, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { errorCode, queries, throwWithoutData } from '../../lib/server/api.ts';

export const useOwnBots = () =>
  useQuery(queries.testbench.listOwnBots.queryOptions({ throwOnError: throwWithoutData }));

/** Unknown, somebody else's, or no id at all: all are a bot that is not there. */
export function isMissingOwnBot(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'OWN_BOT_NOT_FOUND' || code === 'BAD_REQUEST';
}

export const useOwnBot = (id: string, everyMs?: number) =>
  useQuery(
    queries.testbench.getOwnBot.queryOptions({
      input: { id },
      ...(everyMs !== undefined && { refetchInterval: everyMs }),
      throwOnError: (error, query) => !isMissingOwnBot(error) && throwWithoutData(error, query),
    }),
  );

/** What the newest run said, and what that is worth by now. */
export const useOwnBotResult = (id: string) =>
  useQuery(queries.testbench.getOwnBotResult.queryOptions({ input: { id }, throwOnError: throwWithoutData }));

/** What the wallet has left to put into a bot; undefined while nobody knows. */
export function useAvailableBalance(): Micros | undefined {
  const { data } = useQuery(queries.wallet.getWallet.queryOptions());
  return data && fromWire(data.available);
}

/** They come with the product. */
export const useTemplates = () =>
  useQuery(
    queries.testbench.listTemplates.queryOptions({
      staleTime: Number.POSITIVE_INFINITY,
      throwOnError: throwWithoutData,
    }),
  );

/** A day is over once a day. */
const SOURCES_MS = 10 * 60_000;

export const useCandleSources = () =>
  useQuery(
    queries.testbench.listCandleSources.queryOptions({
      staleTime: SOURCES_MS,
      throwOnError: throwWithoutData,
    }),
  );

/** All trials of the person, for the tally. */
export const useTrialCount = () =>
  useQuery(queries.testbench.listTrials.queryOptions({ input: { page: 1, pageSize: 1 } }));
