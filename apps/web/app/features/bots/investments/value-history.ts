import type { InvestmentDetail } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import type { ValuePoint } from '../../../entities/bot/value-chart.tsx';
import { asCoordinate } from '../../../lib/format/numbers.ts';

export interface LivePoint {
  at: number;
  value: Micros;
  nav: string;
}

type Drawn = Pick<InvestmentDetail, 'valueHistory' | 'nav'>;

/** The curve up to the newest tick. */
export function valuePoints({ valueHistory, nav }: Drawn, live: LivePoint | null): ValuePoint[] {
  const points = valueHistory.map(({ at, value, drawdown }) => ({
    at: Date.parse(at),
    value: asCoordinate(fromWire(value)),
    drawdown,
  }));
  const last = points.at(-1);
  if (!live || !last) return points;
  // The last point of the history was struck at `nav`, so its drawdown tells the highest NAV so far.
  const peak = Number(nav) / (1 + last.drawdown);
  const drawdown = peak > 0 ? Math.min(0, Number(live.nav) / peak - 1) : last.drawdown;
  const point = { at: Math.max(live.at, last.at), value: asCoordinate(live.value), drawdown };
  return point.at > last.at ? [...points, point] : [...points.slice(0, -1), point];
}

export const PERIODS = [
  { value: '1t', label: '1T', days: 1 },
  { value: '1w', label: '1W', days: 7 },
  { value: '1m', label: '1M', days: 30 },
  { value: '1j', label: '1J', days: 365 },
  { value: 'max', label: 'Max', days: Number.POSITIVE_INFINITY },
] as const;
export type Period = (typeof PERIODS)[number]['value'];

const DAY_MS = 86_400_000;
/** Fewer points than this are no curve. */
const FEWEST_POINTS = 4;

/** The part of the curve within a period, counted back from its end. */
export function pointsIn<Point extends { at: number }>(points: readonly Point[], period: Period): Point[] {
  const days = PERIODS.find(({ value }) => value === period)?.days ?? Number.POSITIVE_INFINITY;
  const from = (points.at(-1)?.at ?? 0) - days * DAY_MS;
  return points.filter(({ at }) => at >= from);
}

/** Periods that show less than everything and still show a curve, and everything. */
export function offeredPeriods(points: readonly { at: number }[]): readonly (typeof PERIODS)[number][] {
  return PERIODS.filter(({ value }) => {
    if (value === 'max') return true;
    const count = pointsIn(points, value).length;
    return count >= FEWEST_POINTS && count < points.length;
  });
}
