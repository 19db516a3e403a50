/** The daily series of two reports on one time axis; no React. */
import type { BotReport } from '@botdepot/contract';
import { noonOf } from '../../../lib/format/plain-days.ts';
import type { ChartPoint } from '../../../ui/chart/chart-scale.ts';

export interface Curves {
  firstDay: string;
  lastDay: string;
  /** In the order of the reports: the equity with 100 at the start of the shared days, and the drawdown, fractions ≤ 0. */
  equity: ChartPoint[][];
  drawdown: ChartPoint[][];
}

type Series = Pick<BotReport, 'series'>;

const DAY_MS = 86_400_000;
const START = 100;

/**
 * Cut to the days that every report has. A report that began earlier starts again at 100 on the first shared day, so that
 * both curves stand for the same money over the same time; its drawdown still counts from its own earlier highs.
 *
 * @returns Null without a shared day.
 */
export function comparedCurves(reports: readonly Series[]): Curves | null {
  const starts = reports.map(({ series }) => dayNumber(series.firstDay));
  const first = Math.max(...starts);
  const last = Math.min(
    ...reports.map(({ series }, index) => (starts[index] ?? 0) + series.equity.length - 1),
  );
  if (reports.length === 0 || last < first) return null;
  const firstDay = dayText(first);
  const points = (values: readonly number[], start: number, scale: number) =>
    values
      .slice(first - start, last - start + 1)
      .map((value, index) => ({ at: noonOf(firstDay, index), value: value * scale }));
  return {
    firstDay,
    lastDay: dayText(last),
    equity: reports.map(({ series }, index) => {
      const start = starts[index] ?? first;
      // Before the first day of its own a report's capital is 1.
      const base = first === start ? 1 : (series.equity[first - start - 1] ?? 1);
      return points(series.equity, start, START / base);
    }),
    drawdown: reports.map(({ series }, index) => points(series.drawdown, starts[index] ?? first, 1)),
  };
}

function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
