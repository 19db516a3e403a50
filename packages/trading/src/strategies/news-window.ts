import { type Candles, firstIndexAt, HOUR_MS } from '../candles.ts';
import type { TradingEvent } from '../strategy.ts';

/** No entry in the last two hours of a window: what follows is too short for a move. */
const HOURS_AFTER_LAST_ENTRY = 2;

/** What a market did in the window so far. Prices. */
export interface MarketHours {
  /** Range of the window's first full hour. */
  readonly high: number;
  readonly low: number;
  /** Close of the newest hour. */
  readonly close: number;
  /** Whether every full hour so far has a bar. */
  readonly complete: boolean;
}

/**
 * The event in whose window an hour ends at `end` (ms UTC), the one that began first where windows overlap; null for
 * none. The end of a window belongs to it, its beginning does not.
 */
export function runningEvent(events: readonly TradingEvent[], end: number): TradingEvent | null {
  for (const event of events) {
    if (event.startsAt >= end) return null;
    if (end <= event.endsAt) return event;
  }
  return null;
}

type Window = Pick<TradingEvent, 'startsAt' | 'endsAt'>;

/** Start of the window's first full hour, ms UTC. */
export const rangeStartOf = ({ startsAt }: Pick<Window, 'startsAt'>): number =>
  Math.ceil(startsAt / HOUR_MS) * HOUR_MS;

/** Ends of the first and the last hour after which NewsBot may enter, ms UTC; `first > last` in windows under four hours. */
export const entryEndsOf = (event: Window): { first: number; last: number } => ({
  first: rangeStartOf(event) + 2 * HOUR_MS,
  last: Math.floor(event.endsAt / HOUR_MS - HOURS_AFTER_LAST_ENTRY) * HOUR_MS,
});

/**
 * When NewsBot decides about an event, ms UTC: once the first hour is over, and at the end of every hour of entries. Never in a
 * window that ends before its first full hour does.
 */
export function decisionTimesOf(event: Window): number[] {
  const known = rangeStartOf(event) + HOUR_MS;
  const times = known <= event.endsAt ? [known] : [];
  const { first, last } = entryEndsOf(event);
  for (let end = first; end <= last; end += HOUR_MS) times.push(end);
  return times;
}

/**
 * The window's hours up to `end` in a market, from its hourly candles; null when the first hour has no bar. Candles of
 * later hours are not looked at.
 */
export function hoursOf(candles: Candles, event: TradingEvent, end: number): MarketHours | null {
  const start = rangeStartOf(event);
  const first = firstIndexAt(candles, start);
  if (first >= candles.length || candles.time[first] !== start || end <= start) return null;
  const count = (end - start) / HOUR_MS;
  const newest = firstIndexAt(candles, end) - 1;
  return {
    high: candles.high[first]!,
    low: candles.low[first]!,
    close: candles.close[newest]!,
    complete: newest - first + 1 === count,
  };
}
