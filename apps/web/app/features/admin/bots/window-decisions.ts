/** ms UTC */
export interface EventWindow {
  startsAt: number;
  endsAt: number;
}

/** The shortest stretch, in full hours of the clock, in which NewsBot decides; see `decisionTimesOf`. */
export const FULL_HOURS_NEEDED = 4;

const HOUR_MS = 3_600_000;

/**
 * When NewsBot decides in a window, ms UTC, as its strategy says: once the first full hour is over, then at the end of every
 * hour until two hours before the end. Empty where nothing is left between the two.
 */
export function decisionTimesOf({ startsAt, endsAt }: EventWindow): number[] {
  const firstHourEnd = (Math.ceil(startsAt / HOUR_MS) + 1) * HOUR_MS;
  const lastEntry = (Math.floor(endsAt / HOUR_MS) - 2) * HOUR_MS;
  if (firstHourEnd + HOUR_MS > lastEntry) return [];
  const count = (lastEntry - firstHourEnd) / HOUR_MS + 1;
  return Array.from({ length: count }, (_, index) => firstHourEnd + index * HOUR_MS);
}
