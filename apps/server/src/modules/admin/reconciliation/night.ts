import { RECONCILIATION_HOUR } from '@botdepot/contract';

const BERLIN = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

/**
 * The day in Berlin whose nightly run is the last one due at `now`: from 03:00 on today's, before that yesterday's. Said by
 * the clock on the wall, so that the days on which the clocks change have one night as well.
 */
export function lastNightDue(now: Date): string {
  const [day, hour] = dayAndHour(now);
  if (hour >= RECONCILIATION_HOUR) return day;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10);
}

function dayAndHour(now: Date): [day: string, hour: number] {
  const parts = new Map(BERLIN.formatToParts(now).map(({ type, value }) => [type, value]));
  return [`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`, Number(parts.get('hour'))];
}
