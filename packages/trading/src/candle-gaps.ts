import { type Candles, DAY_MS, HOUR_MS } from './candles.ts';

/**
 * Length of the bars, ms: the most frequent distance of two neighbours, the shorter one among equals. NaN for fewer than two
 * bars.
 */
export function barInterval({ time, length }: Candles): number {
  const counts = new Map<number, number>();
  for (let at = 1; at < length; at++) {
    const distance = time[at]! - time[at - 1]!;
    counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  let interval = Number.NaN;
  let most = 0;
  for (const [distance, count] of counts) {
    if (count > most || (count === most && distance < interval)) {
      interval = distance;
      most = count;
    }
  }
  return interval;
}

/** Bars that are missing between two others. Times are ms UTC: the end of the bar before and the start of the bar after. */
export interface CandleGap {
  readonly from: number;
  readonly until: number;
  readonly missing: number;
}

/**
 * The gaps in a series of candles: places where bars are missing although the market was open. Regular breaks are none:
 * weekends of a market that never has a bar on a Saturday, and within days the hours in which it has bars on fewer than
 * three of four days. Holidays are gaps, since they cannot be told from missing data.
 */
export function candleGaps(candles: Candles, intervalMs: number): CandleGap[] {
  const { time, length } = candles;
  const opensOnSaturdays = hasBarOnSaturday(candles);
  const isUsual = usualHours(candles, intervalMs);
  const gaps: CandleGap[] = [];
  for (let at = 1; at < length; at++) {
    const from = time[at - 1]! + intervalMs;
    const until = time[at]!;
    const missing = Math.round((until - from) / intervalMs);
    if (missing < 1 || (!opensOnSaturdays && isWeekend(from, until))) continue;
    if (hasUsualHour(from, missing, intervalMs, isUsual)) gaps.push({ from, until, missing });
  }
  return gaps;
}

/** Full days since the Monday of a moment's week, UTC: 0 on Monday. 1 January 1970 was a Thursday. */
const daysSinceMonday = (time: number): number => (((Math.floor(time / DAY_MS) + 3) % 7) + 7) % 7;
const startOfWeek = (time: number): number =>
  Math.floor(time / DAY_MS) * DAY_MS - daysSinceMonday(time) * DAY_MS;

function hasBarOnSaturday({ time, length }: Candles): boolean {
  for (let at = 0; at < length; at++) if (daysSinceMonday(time[at]!) === 5) return true;
  return false;
}

/** From Friday afternoon to Monday afternoon, UTC, so that every market's closing and opening hours are inside. */
function isWeekend(from: number, until: number): boolean {
  const friday = startOfWeek(from - HOUR_MS) + 4 * DAY_MS + 16 * HOUR_MS;
  return from >= friday && until <= friday + 3 * DAY_MS;
}

const FEWEST_DAYS = 10;

/** Says of a time of day whether the market usually has a bar there; of every time when there are too few days to tell. */
function usualHours({ time, length }: Candles, intervalMs: number): (time: number) => boolean {
  if (intervalMs >= DAY_MS) return () => true;
  const bars = new Map<number, number>();
  let days = 0;
  let lastDay = Number.NaN;
  for (let at = 0; at < length; at++) {
    const day = Math.floor(time[at]! / DAY_MS);
    // A Sunday with bars is the evening before Monday, not a day like the others.
    if (daysSinceMonday(time[at]!) === 6) continue;
    if (day !== lastDay) days++;
    lastDay = day;
    const hour = time[at]! - day * DAY_MS;
    bars.set(hour, (bars.get(hour) ?? 0) + 1);
  }
  if (days < FEWEST_DAYS) return () => true;
  return (moment) => (bars.get(moment - Math.floor(moment / DAY_MS) * DAY_MS) ?? 0) >= 0.75 * days;
}

function hasUsualHour(
  from: number,
  missing: number,
  intervalMs: number,
  isUsual: (time: number) => boolean,
): boolean {
  // More than a day of missing bars covers every time of day.
  const count = Math.min(missing, Math.ceil(DAY_MS / intervalMs));
  for (let bar = 0; bar < count; bar++) if (isUsual(from + bar * intervalMs)) return true;
  return missing > DAY_MS / intervalMs;
}
