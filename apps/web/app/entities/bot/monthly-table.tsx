import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { directionOfFraction, formatPercentNumber, NO_FIGURE } from '../../lib/format/numbers.ts';
import { MONTHS } from '../../lib/format/plain-days.ts';
import { Figure } from '../../ui/sheet/figure.tsx';

export interface MonthlyYear {
  year: number;
  /** Twelve returns as fractions, January first; null outside of the period. */
  months: readonly (number | null)[];
  /** The return of the part of the year that lies in the period. */
  total: number | null;
}

interface MonthlyTableProps {
  /** What the table is and of which period, for screen readers. */
  caption: string;
  years: readonly MonthlyYear[];
  /** The month that is not over yet, `2026-03`; it is marked and explained. */
  running?: string | undefined;
  /** Source and period, below the table. */
  note?: ReactNode;
}

const DIGITS = 1;

const TABLE = clsx(
  'w-full table-fixed text-[13px]/4.5 max-[960px]:block',
  '[&_svg]:w-[7px] [&_svg]:h-1.5 [&_svg]:mr-[3px]',
);
/** Without room for twelve columns a grid of its own: the year and its return, below them the months. */
const ROW = clsx(
  'grid-cols-6 gap-x-2 max-[960px]:grid max-[560px]:grid-cols-3',
  'max-[960px]:py-3 max-[960px]:border-b max-[960px]:border-border',
);
const HEAD = 'h-9 px-0.5 py-0 border-b border-b-control text-xs font-550 text-muted whitespace-nowrap';
const CELL = clsx(
  'px-0.5 py-0 border-border whitespace-nowrap min-[960px]:h-(--row) min-[960px]:border-b',
  'max-[960px]:block max-[960px]:px-0 max-[960px]:py-1',
);
const YEAR = clsx(
  CELL,
  'text-left font-semibold tabular-nums max-[960px]:text-base',
  '[grid-area:1/1/auto/span_3] max-[560px]:[grid-area:1/1]',
);
/** In the grid every figure is headed by its month. */
const FIGURE = clsx(
  CELL,
  'text-right font-book',
  'before:text-xs before:text-muted before:content-[attr(data-month)] min-[960px]:before:hidden',
);
const MONTH = clsx(FIGURE, 'max-[960px]:text-left before:block');
const TOTAL = clsx(
  FIGURE,
  'min-[960px]:border-l before:mr-2',
  '[grid-area:1/4/auto/-1] max-[560px]:[grid-area:1/2/auto/-1]',
);

/** A row per year and a column per month, in per cent; on phones every year is a small grid of its own. */
export function MonthlyTable({ caption, years, running, note }: MonthlyTableProps) {
  return (
    <div>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: on phones `display: grid` would take the table away from assistive technology */}
      <table className={TABLE} role="table">
        <caption className="vh">{`${caption}, in Prozent`}</caption>
        <thead className="max-[960px]:sr-only" role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className={clsx(HEAD, 'w-12 text-left')}>
              in %
            </th>
            {MONTHS.map((month) => (
              <th key={month} scope="col" role="columnheader" className={clsx(HEAD, 'text-right')}>
                {month}
              </th>
            ))}
            <th
              scope="col"
              role="columnheader"
              className={clsx(HEAD, 'w-20 border-l border-l-border text-right')}
            >
              Jahr
            </th>
          </tr>
        </thead>
        <tbody className="max-[960px]:block" role="rowgroup">
          {years.map(({ year, months, total }) => (
            <tr key={year} role="row" className={ROW}>
              <th scope="row" role="rowheader" className={YEAR}>
                {year}
              </th>
              {MONTHS.map((name, index) => {
                const isRunning = running === `${year}-${String(index + 1).padStart(2, '0')}`;
                return (
                  <td key={name} role="cell" className={MONTH} data-month={name}>
                    <MonthFigure fraction={months[index] ?? null} running={isRunning} />
                  </td>
                );
              })}
              <td role="cell" className={TOTAL} data-month="Jahr">
                <MonthFigure fraction={total} running={running?.startsWith(`${year}-`) ?? false} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: end of the table */}
      {(running !== undefined || note) && (
        <p className="mt-3 text-[12px]/4.5 text-muted">
          {running !== undefined && '* läuft noch. '}
          {note}
        </p>
      )}
    </div>
  );
}

function MonthFigure({ fraction, running }: { fraction: number | null; running: boolean }) {
  if (fraction === null) return <span className="text-muted">{NO_FIGURE}</span>;
  return (
    <>
      <Figure
        text={formatPercentNumber(fraction, { digits: DIGITS, sign: 'always' })}
        tone="delta"
        direction={directionOfFraction(fraction, DIGITS)}
      />
      {/* The star hangs out of the column, so the figures keep their edge. */}
      {running && <span className="absolute text-muted">*</span>}
    </>
  );
}
