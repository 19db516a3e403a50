import { RECONCILIATION_HOUR } from '@botdepot/contract';
import { addDays, berlinWallTime, isoDate } from '@botdepot/trading';

/**
 * The day in Berlin whose nightly run is the last one due at `now`: from 03:00 on today's, before that yesterday's. Said by
 * the clock on the wall, so that the days on which the clocks change have one night as well.
 */
export function lastNightDue(now: Date): string {
  const { year, month, day, hour } = berlinWallTime(now.getTime());
  const today = isoDate(year, month, day);
  return hour >= RECONCILIATION_HOUR ? today : addDays(today, -1);
}
