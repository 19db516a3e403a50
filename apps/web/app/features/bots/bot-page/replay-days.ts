/** The days of a live replay for its chart; no React. */
import type { LiveReplay } from '@botdepot/contract';
import { noonOf } from '../../../lib/format/plain-days.ts';

/** In epoch milliseconds, at noon of the UTC day that the values stand for. */
export type ReplayDay = Omit<LiveReplay['series'][number], 'at'> & { at: number };

/**
 * One point for each UTC day. A value at midnight is the end of the day before; a start in the middle of a day gives way to
 * that day's end.
 */
export function replayDays(series: LiveReplay['series']): ReplayDay[] {
  const days = series.map((point) => ({ ...point, at: noonOf(dayEndedBy(point.at)) }));
  return days.filter(({ at }, index) => days[index + 1]?.at !== at);
}

function dayEndedBy(at: string): string {
  return new Date(Date.parse(at) - 1).toISOString().slice(0, 10);
}
