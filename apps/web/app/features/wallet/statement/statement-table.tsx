import type { Statement, Transaction } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { type ClassValue, clsx } from 'clsx';
import type { ReactNode } from 'react';
import { transactionNote, transactionTitle } from '../../../entities/booking/transaction-texts.ts';
import { berlinDay, formatDate, formatTime, lastDayOf } from '../../../lib/format/dates.ts';
import { NO_FIGURE } from '../../../lib/format/numbers.ts';
import { formatUtcDay } from '../../../lib/format/plain-days.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { RowOpener } from '../../../ui/table/data-table.tsx';
import { useOpenTransfer } from '../transactions/open-transfer.tsx';

/** Without room for six columns it is a list, and its parts ask for that by this name, as those of a `DataTable` do. */
const TABLE = 'w-full text-sm @max-[620px]:block @max-[620px]:@container/list';
const ROW = clsx(
  'list:grid list:grid-cols-[minmax(0,1fr)_auto] list:gap-x-3 list:gap-y-0.5 list:items-baseline',
  'list:py-2.5 list:border-b list:border-border',
);

const CELL = 'py-2.5 border-b border-border align-top list:block list:p-0 list:border-0';
const WORDS = clsx(CELL, 'pl-0 pr-3 text-left');
const AMOUNT = clsx(CELL, 'pl-3 pr-0 text-right whitespace-nowrap');
const SMALL = 'text-[12px]/4.5 text-muted';
const NOTE = clsx(SMALL, 'block font-book');
const HEAD = clsx(SMALL, 'font-medium border-b-control');
const BALANCE = clsx(WORDS, 'list:col-span-full');
const CLOSING = 'border-b-[3px] [border-bottom-style:double] border-b-text';

// A booking in a list: what it is and its amount, below that when and its reference, then every other figure on a line.
const WHAT = clsx(WORDS, 'list:[grid-area:1_/_1] list:text-[15px]/5.5 list:font-580');
const MOVED = clsx(AMOUNT, 'list:[grid-area:1_/_2] list:text-[15px]/5.5');
const DATE = clsx(WORDS, 'whitespace-nowrap list:[grid-area:2_/_1] list:text-[12px]/4.5 list:text-muted');
const REFERENCE = clsx(WORDS, 'list:[grid-area:2_/_2] list:text-right list:text-[12px]/4.5 list:text-muted');
const FIGURE = clsx(
  AMOUNT,
  'list:col-span-full list:flex list:justify-between list:gap-3 list:text-[13px]/5 list:text-muted',
  'list:before:content-[attr(data-figure)] list:before:font-book',
);

/**
 * From the opening balance, booking by booking, to the closing one. A table on paper and where there is room, two lines
 * a booking where there is not; the roles are explicit because `display: grid` would take the table away from assistive
 * technology.
 * A `DataTable` has no opening balance and would be two-lined on paper too.
 */
export function StatementTable({ statement }: { statement: Statement }) {
  const { opening, closing, items, month } = statement;
  const today = berlinDay(Date.now());
  const lastDay = lastDayOf(month);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table className={TABLE} role="table">
      <caption className="vh">Buchungen des Monats, älteste zuerst, Beträge in USDT</caption>
      <thead className="list:sr-only" role="rowgroup">
        <tr role="row">
          {HEADS.map((head, column) => (
            <th
              key={head}
              scope="col"
              role="columnheader"
              className={clsx(column < 3 ? WORDS : AMOUNT, HEAD)}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="list:block" role="rowgroup">
        <tr className={ROW} role="row">
          <th
            scope="row"
            role="rowheader"
            colSpan={3}
            className={BALANCE}
          >{`Anfangssaldo, 01.${month.slice(5)}.${month.slice(0, 4)}`}</th>
          <td role="cell" className={clsx(AMOUNT, 'list:hidden!')} />
          <Figure name="Reserve">
            <Amount value={fromWire(opening.reserved)} tone="muted" />
          </Figure>
          <Figure name="Verfügbar" className="list:text-text!">
            <Amount value={fromWire(opening.available)} />
          </Figure>
        </tr>
        {items.map((row) => (
          <Booking key={row.id} row={row} />
        ))}
        {items.length === 0 && (
          <tr className={ROW} role="row">
            <td role="cell" colSpan={6} className={clsx(WORDS, 'whitespace-nowrap text-muted')}>
              In diesem Monat wurde nichts gebucht.
            </td>
          </tr>
        )}
      </tbody>
      <tfoot className="list:block" role="rowgroup">
        <tr className={ROW} role="row">
          <th role="rowheader" scope="row" colSpan={3} className={BALANCE}>
            {`Endsaldo, ${formatUtcDay(today < lastDay ? today : lastDay)}`}
          </th>
          <Figure name="Veränderung">
            <Amount value={fromWire(closing.available) - fromWire(opening.available)} signed />
          </Figure>
          <Figure name="Reserve">
            <Amount value={fromWire(closing.reserved)} tone="muted" />
          </Figure>
          <Figure name="Verfügbar" className={clsx(CLOSING, 'list:text-text!')}>
            <Amount value={fromWire(closing.available)} />
          </Figure>
        </tr>
      </tfoot>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the table
  );
}

const HEADS = ['Datum', 'Vorgang', 'Referenz', 'Betrag', 'Reserve', 'Verfügbar danach'];

function Booking({ row }: { row: Transaction }) {
  const open = useOpenTransfer();
  const reserved = fromWire(row.reservedAmount);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see `StatementTable`
    <tr role="row" className={clsx(ROW, 'relative hover:*:bg-bg')}>
      <td role="cell" className={DATE}>
        {formatDate(row.createdAt)}
        <small className={clsx(NOTE, "list:inline list:before:content-[',_']")}>
          {formatTime(row.createdAt)}
        </small>
      </td>
      <td role="cell" className={WHAT}>
        <RowOpener onOpen={() => open(row.id)}>{transactionTitle(row)}</RowOpener>
        <small className={NOTE}>{transactionNote(row)}</small>
      </td>
      <td role="cell" className={REFERENCE}>
        {row.reference ?? NO_FIGURE}
      </td>
      <td role="cell" className={MOVED}>
        <Amount value={fromWire(row.amount)} signed />
      </td>
      <Figure name="Reserve" className={reserved === 0n && 'list:hidden!'}>
        <Amount value={reserved} signed tone="muted" />
      </Figure>
      <Figure name="Verfügbar">
        <Amount value={fromWire(row.availableAfter)} />
      </Figure>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the row
  );
}

interface FigureProps {
  name: string;
  className?: ClassValue;
  children: ReactNode;
}

/** Has a line of its own in a list, with its name before it. */
function Figure({ name, className, children }: FigureProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see `StatementTable`
    <td role="cell" data-figure={name} className={clsx(FIGURE, className)}>
      {children}
    </td>
  );
}
