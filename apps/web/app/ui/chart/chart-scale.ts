import { MONTHS } from '../../lib/format/plain-days.ts';

/** The arithmetic of the charts: no DOM, no React. */

export interface ChartPoint {
  /** Epoch milliseconds. */
  at: number;
  value: number;
}

export interface Scale {
  min: number;
  max: number;
  /** From the lowest to the highest gridline, evenly spaced. */
  ticks: number[];
}

const NICE_STEPS = [1, 2, 2.5, 5, 10];

/**
 * Gridlines at round figures that cover all values and the baseline, in at most `maxIntervals` steps. A flat line still
 * gets a scale.
 */
export function niceScale(
  values: readonly number[],
  baseline: number | undefined,
  maxIntervals: number,
): Scale {
  const covered = baseline === undefined ? [...values] : [...values, baseline];
  let low = Math.min(...covered);
  let high = Math.max(...covered);
  if (!Number.isFinite(low) || !Number.isFinite(high)) [low, high] = [0, 1];
  // A millionth of the value is no movement that a curve could show.
  const size = Math.max(Math.abs(low), Math.abs(high), 1e-9);
  if (high - low < size * 1e-6) [low, high] = flatRange(low, high, baseline);

  const rough = (high - low) / maxIntervals;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  for (const nice of [...NICE_STEPS, 20]) {
    const step = nice * magnitude;
    const first = Math.floor(low / step + 1e-9);
    const last = Math.ceil(high / step - 1e-9);
    if (last - first > maxIntervals) continue;
    const ticks = Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step));
    return { min: ticks[0] ?? low, max: ticks.at(-1) ?? high, ticks };
  }
  return { min: low, max: high, ticks: [low, high] };
}

/** The same with the highest value at least `room` of an interval (0 to 1) below the top, for what stands there. */
export function niceScaleWithRoom(
  values: readonly number[],
  baseline: number | undefined,
  maxIntervals: number,
  room: number,
): Scale {
  const high = Math.max(...values);
  for (const intervals of [maxIntervals, maxIntervals - 1]) {
    const scale = niceScale(values, baseline, intervals);
    if (scale.max - high >= room * stepOf(scale)) return scale;
  }
  const tight = niceScale(values, baseline, maxIntervals - 1);
  const max = round(tight.max + stepOf(tight));
  return { ...tight, max, ticks: [...tight.ticks, max] };
}

function stepOf({ min, max, ticks }: Scale): number {
  return (max - min) / (ticks.length - 1);
}

function flatRange(low: number, high: number, baseline: number | undefined): [number, number] {
  const room = Math.max(Math.abs(high) * 0.01, 0.01);
  return baseline === undefined ? [low - room, high + room] : [low, high + room];
}

/** Removes the noise of binary fractions: 0.30000000000000004 is 0.3. */
function round(value: number): number {
  return Number(value.toPrecision(13));
}

/** A curve without an axis shows at least this much of its height's value: two cents of three hundred are no crash. */
const LEAST_SPAN = 0.01;

/** For a curve without an axis: as high as its values, but never so high that next to nothing looks like a fall. */
export function plainScale(values: readonly number[]): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, (Math.abs(middle) * LEAST_SPAN) / 2) || 1;
  return { min: middle - half, max: middle + half, ticks: [] };
}

/** Height from the top, 0 to 1. */
export function heightOf(value: number, scale: Scale): number {
  return (scale.max - value) / (scale.max - scale.min);
}

/** Distance from the left, 0 to 1; a single point stands at the right, where „now“ is. */
export function offsetOf(at: number, from: number, to: number): number {
  return to === from ? 1 : Math.min(1, Math.max(0, (at - from) / (to - from)));
}

/** A polyline in a box of 1000 × 100 that is stretched to its frame. */
export function linePath(points: readonly ChartPoint[], scale: Scale): string {
  const from = points[0]?.at ?? 0;
  const to = points.at(-1)?.at ?? 1;
  return points
    .map(({ at, value }, index) => {
      const x = (offsetOf(at, from, to) * 1000).toFixed(1);
      const y = (heightOf(value, scale) * 100).toFixed(2);
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
    })
    .join('');
}

/** The same line closed down (or up) to a level, for the faint fill. */
export function areaPath(points: readonly ChartPoint[], scale: Scale, level: number): string {
  const y = (heightOf(level, scale) * 100).toFixed(2);
  return `${linePath(points, scale)}L1000 ${y}L0 ${y}Z`;
}

/** The point closest in time to a place on the axis. */
export function nearestPoint(points: readonly ChartPoint[], offset: number): number {
  const from = points[0]?.at ?? 0;
  const to = points.at(-1)?.at ?? 1;
  const at = from + offset * (to - from);
  let best = 0;
  points.forEach((point, index) => {
    if (Math.abs(point.at - at) < Math.abs((points[best]?.at ?? 0) - at)) best = index;
  });
  return best;
}

/** Evenly spread instants for the axis, first and last included. */
export function axisInstants(from: number, to: number, count: number): number[] {
  if (to <= from) return [to];
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
}

/** Takes at most `max` points, always the first and the last, for tables that a person reads. */
export function thinned<T>(rows: readonly T[], max: number): T[] {
  if (rows.length <= max) return [...rows];
  return Array.from(
    { length: max },
    (_, index) => rows[Math.round((index * (rows.length - 1)) / (max - 1))] as T,
  );
}

/** A mark on a time axis, and what stands there: years for years, months for months, days for days. */
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
