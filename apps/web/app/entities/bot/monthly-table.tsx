import type { ReactNode } from 'react';
import { directionOfFraction, formatPercentNumber, NO_FIGURE } from '../../lib/format/numbers.ts';
import { MONTHS } from '../../lib/format/plain-days.ts';
import { Figure } from '../../ui/sheet/figure.tsx';
import classes from './monthly-table.module.css';

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

/** A row per year and a column per month, in per cent; on phones every year is a small grid of its own. */
export function MonthlyTable({ caption, years, running, note }: MonthlyTableProps) {
  return (
    <div>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: on phones `display: grid` would take the table away from assistive technology */}
      <table className={classes.table} role="table">
        <caption className="vh">{`${caption}, in Prozent`}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              <span className={classes.unit}>in %</span>
            </th>
            {MONTHS.map((month) => (
              <th key={month} scope="col" role="columnheader">
                {month}
              </th>
            ))}
            <th scope="col" role="columnheader" className={classes.total}>
              Jahr
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {years.map(({ year, months, total }) => (
            <tr key={year} role="row">
              <th scope="row" role="rowheader">
                {year}
              </th>
              {MONTHS.map((name, index) => {
                const isRunning = running === `${year}-${String(index + 1).padStart(2, '0')}`;
                return (
                  <td key={name} role="cell" data-month={name}>
                    <MonthFigure fraction={months[index] ?? null} running={isRunning} />
                  </td>
                );
              })}
              <td role="cell" className={classes.total} data-month="Jahr">
                <MonthFigure fraction={total} running={running?.startsWith(`${year}-`) ?? false} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: end of the table */}
      {(running !== undefined || note) && (
        <p className={classes.note}>
          {running !== undefined && '* läuft noch. '}
          {note}
        </p>
      )}
    </div>
  );
}

function MonthFigure({ fraction, running }: { fraction: number | null; running: boolean }) {
  if (fraction === null) return <span className={classes.none}>{NO_FIGURE}</span>;
  return (
    <>
      <Figure
        text={formatPercentNumber(fraction, { digits: DIGITS, sign: 'always' })}
        tone="delta"
        direction={directionOfFraction(fraction, DIGITS)}
      />
      {running && <span className={classes.running}>*</span>}
    </>
  );
}
