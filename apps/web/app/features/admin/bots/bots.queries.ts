import type { CalendarEntry, EVENT_PERIODS } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/server/api.ts';

/** A state is looked at while something goes on. */
const AGAIN_MS = 5_000;

export function useAdminBots() {
  return useQuery(queries.admin.listAdminBots.queryOptions({ refetchInterval: AGAIN_MS }));
}

export type EventPeriod = (typeof EVENT_PERIODS)[number];

/** What has begun moves to another list by itself. */
const CALENDAR_MS = 60_000;

export const calendarQuery = (period: EventPeriod, page: number) =>
  queries.admin.listCalendar.queryOptions({ input: { period, page }, refetchInterval: CALENDAR_MS });

/** The window that runs or comes next; null for none, undefined while that is not known. */
export function useNextWindow(): CalendarEntry | null | undefined {
  const { data } = useQuery(calendarQuery('coming', 1));
  return data && (data.items[0] ?? null);
}
