import { type AdminOwnBot, isOpenRun, type OwnBotHold } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { api, queries } from '../../../lib/server/api.ts';
import { allPages } from '../../../lib/server/use-list.ts';
import { oneOf, pageNumber, text, type UrlStateOf } from '../../../lib/url/url-state.ts';
import { SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import type { Concerned } from './own-bot-words.ts';

/** What they are worth moves with every minute. */
export const FRESH_MS = 30_000;

export const RUNS = {
  query: text('suche'),
  state: oneOf('stand', ['open', 'ended'], { open: 'laufend', ended: 'beendet' }),
  page: pageNumber(),
};
type Filter = Omit<UrlStateOf<typeof RUNS>, 'page'>;

/** Too short a text searches for nothing. */
const filterOf = ({ query, state }: Filter) => ({
  ...(query.length >= SEARCH_MIN_LENGTH && { query }),
  ...(state && { open: state === 'open' ? ('true' as const) : ('false' as const) }),
});

export const runsQuery = ({ page, ...filter }: UrlStateOf<typeof RUNS>) =>
  queries.admin.listAllOwnBots.queryOptions({
    input: { ...filterOf(filter), page },
    refetchInterval: FRESH_MS,
  });

/** Every run that the filter finds. */
export const loadRuns = (filter: Filter): Promise<AdminOwnBot[]> =>
  allPages((page) => api.admin.listAllOwnBots({ ...filterOf(filter), ...page }));

/** What holds for all of them, whatever is looked for. */
export function useOwnBotsOverview() {
  return useQuery(
    queries.admin.listAllOwnBots.queryOptions({
      input: { page: 1, pageSize: 1 },
      refetchInterval: FRESH_MS,
    }),
  );
}
export type OwnBotsOverview = NonNullable<ReturnType<typeof useOwnBotsOverview>['data']>;

export function useOwnBotRun(id: string) {
  return useQuery(queries.admin.getOwnBotRun.queryOptions({ input: { id }, refetchInterval: FRESH_MS }));
}
export type OwnBotRunDetail = NonNullable<ReturnType<typeof useOwnBotRun>['data']>;

export const allConcerned = ({ runs, people, orders }: OwnBotsOverview): Concerned => ({
  botId: null,
  runs,
  people,
  orders,
});

/** Whose hold it is, by all that the list of holds knows. */
export const concernedBy = (hold: OwnBotHold, overview: OwnBotsOverview): Concerned =>
  hold.botId === null || hold.number === null
    ? allConcerned(overview)
    : { botId: hold.botId, number: hold.number, isRunning: null, allHeld: overview.hold !== null };

export const concernedIn = ({ run }: OwnBotRunDetail, allHeld: boolean): Concerned => ({
  botId: run.botId,
  number: run.number,
  isRunning: isOpenRun(run.state),
  allHeld,
  run,
});
