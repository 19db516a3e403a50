/** Where a time axis has its marks, and what stands there: years for years, months for months, days for days. */
import { MONTHS } from '../../lib/format/plain-days.ts';
import { axisInstants } from './chart-scale.ts';

export interface TimeTick {
  /** Epoch milliseconds. */
  at: number;
  label: string;
}

const DAY_MS = 86_400_000;
/** Months between two marks; the first that leaves few enough of them. */
const MONTH_STEPS = [1, 2, 3, 6];
const MOST = 7;
const DAY_LABELS = 5;

/** @param to At least `from`. Marks are UTC, as the days of a record are; none lies outside of the span. */
export function timeTicks(from: number, to: number): TimeTick[] {
  const days = (to - from) / DAY_MS;
  if (days > 730) return yearTicks(from, to);
  if (days > 75) return monthTicks(from, to);
  return axisInstants(from, to, Math.max(2, Math.min(DAY_LABELS, Math.floor(days) + 1))).map((at) => ({
    at,
    label: dayLabel(at),
  }));
}

function yearTicks(from: number, to: number): TimeTick[] {
  const first = new Date(from).getUTCFullYear();
  const last = new Date(to).getUTCFullYear();
  const step = Math.ceil((last - first + 1) / MOST);
  const ticks: TimeTick[] = [];
  for (let year = first; year <= last; year += step) {
    // The first year's mark stands at the beginning of the record, wherever in the year that is.
    ticks.push({ at: Math.max(from, Date.UTC(year, 0, 1)), label: String(year) });
  }
  return withRoom(ticks, from, to);
}

function monthTicks(from: number, to: number): TimeTick[] {
  const start = new Date(from);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
  const end = new Date(to);
  const last = end.getUTCFullYear() * 12 + end.getUTCMonth();
  const step = MONTH_STEPS.find((months) => (last - first) / months < MOST) ?? 6;
  const ticks: TimeTick[] = [];
  for (let month = first; month <= last; month += step) {
    const year = Math.floor(month / 12);
    const name = MONTHS[month % 12] ?? '';
    const at = Math.max(from, Date.UTC(year, month % 12, 1));
    const named = month === first || month % 12 < step;
    ticks.push({ at, label: named ? `${name} ${year}` : name });
  }
  return withRoom(ticks, from, to);
}

/** The first mark gives way to one that follows too closely, and so does one at the very end. */
function withRoom(ticks: readonly TimeTick[], from: number, to: number): TimeTick[] {
  const room = (to - from) / 10;
  return ticks.filter(({ at }, index) => {
    const next = ticks[index + 1];
    if (index === 0 && next && next.at - at < room) return false;
    return ticks.length === 1 || to - at >= room / 2;
  });
}

/** `24.07.` */
function dayLabel(at: number): string {
  const day = new Date(at);
  return `${String(day.getUTCDate()).padStart(2, '0')}.${String(day.getUTCMonth() + 1).padStart(2, '0')}.`;
}
