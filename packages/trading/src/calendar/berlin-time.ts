/** Times as a clock on a wall in Berlin shows them, to the minute. `month` is 1 to 12. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const HALF_DAY_MS = 12 * 3_600_000;

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Berlin',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

/** What the clock in Berlin shows at `timeMs` (ms UTC), seconds left out. */
export function berlinWallTime(timeMs: number): WallTime {
  const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? Number.NaN;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

const asUtc = ({ year, month, day, hour, minute }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute);

/**
 * The instant, ms UTC, at which the clock in Berlin shows `wall`. Of the two instants of the hour that is repeated in
 * October it is the first; a time that is skipped in March is read as if the clock had not been changed yet, so that
 * 02:30 means the instant at which it shows 03:30.
 */
export function berlinInstant(wall: WallTime): number {
  const naive = asUtc(wall);
  // Half a day before and after there is no second change of the clock, so one of the two offsets is right.
  const candidates = [naive - HALF_DAY_MS, naive + HALF_DAY_MS].map((near) => naive - offsetMs(near));
  const [before, after] = candidates as [number, number];
  const right = candidates.filter((instant) => asUtc(berlinWallTime(instant)) === naive);
  return right.length > 0 ? Math.min(...right) : Math.max(before, after);
}

/** How far Berlin's clock is ahead of UTC at an instant on a full minute, ms. */
function offsetMs(timeMs: number): number {
  const minute = Math.floor(timeMs / 60_000) * 60_000;
  return asUtc(berlinWallTime(minute)) - minute;
}
