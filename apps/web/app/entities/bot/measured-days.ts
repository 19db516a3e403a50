import type { TrackRecordSeries } from '@botdepot/contract';

const DAY_MS = 86_400_000;

/** Days of a series that count for „Gemessen“, not rounded: prices from another source begin it anew. */
export function measuredDays({
  from,
  to,
  sourceChanges,
}: Pick<TrackRecordSeries, 'from' | 'to' | 'sourceChanges'>) {
  return (Date.parse(to) - Date.parse(sourceChanges.at(-1) ?? from)) / DAY_MS;
}
