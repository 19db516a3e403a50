import type { BotType, CalendarEntry, EVENT_PERIODS } from '@botdepot/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api.ts';

/** A state is looked at while something goes on. */
const AGAIN_MS = 5_000;

export function useAdminBots() {
  return useQuery(queries.admin.listAdminBots.queryOptions({ refetchInterval: AGAIN_MS }));
}

export function useBotPauses(page: number, botType: BotType | null) {
  return useQuery(
    queries.admin.listBotPauses.queryOptions({
      input: { page, ...(botType && { botType }) },
      placeholderData: keepPreviousData,
    }),
  );
}

export type EventPeriod = (typeof EVENT_PERIODS)[number];

/** What has begun moves to another list by itself. */
const CALENDAR_MS = 60_000;

export function useCalendar(period: EventPeriod, page: number) {
  return useQuery(
    queries.admin.listCalendar.queryOptions({
      input: { period, page },
      placeholderData: keepPreviousData,
      refetchInterval: CALENDAR_MS,
    }),
  );
}

/** The window that runs or comes next; null for none, undefined while that is not known. */
export function useNextWindow(): CalendarEntry | null | undefined {
  const { data } = useCalendar('coming', 1);
  return data && (data.items[0] ?? null);
}
