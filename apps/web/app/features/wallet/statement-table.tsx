import type { Statement, Transaction } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { transactionNote, transactionTitle } from '../../entities/booking/transaction-texts.ts';
import { berlin, formatDate, formatTime } from '../../lib/format/dates.ts';
import { NO_FIGURE } from '../../lib/format/numbers.ts';
import { formatUtcDay } from '../../lib/format/plain-days.ts';
import { Amount } from '../../ui/sheet/amount.tsx';
import { RowOpener } from '../../ui/table/row-opener.tsx';
import { useOpenTransfer } from './open-transfer.tsx';
import classes from './statement.module.css';

/**
 * From the opening balance, booking by booking, to the closing one. A table on paper and where there is room, two lines
 * a booking where there is not; the roles are explicit because `display: grid` would take the table away from assistive
 * technology.
 * A `DataTable` has no opening balance and would be two-lined on paper too.
 */
export function StatementTable({ statement }: { statement: Statement }) {
  const { opening, closing, items, month } = statement;
  const today = berlin(Date.now()).format(DAY);
  const lastDay = berlin(`${month}-15`).endOf('month').format(DAY);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table className={classes.table} role="table">
      <caption className="vh">Buchungen des Monats, älteste zuerst, Beträge in USDT</caption>
      <thead role="rowgroup">
        <tr role="row">
          {HEADS.map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        <tr className={classes.balance} role="row">
          <th
            scope="row"
            role="rowheader"
            colSpan={3}
          >{`Anfangssaldo, 01.${month.slice(5)}.${month.slice(0, 4)}`}</th>
          <td role="cell" />
          <td role="cell" data-figure="Reserve">
            <Amount value={fromWire(opening.reserved)} tone="muted" />
          </td>
          <td role="cell" data-figure="Verfügbar">
            <Amount value={fromWire(opening.available)} />
          </td>
        </tr>
        {items.map((row) => (
          <Booking key={row.id} row={row} />
        ))}
        {items.length === 0 && (
          <tr role="row">
            <td role="cell" colSpan={6} className={classes.none}>
              In diesem Monat wurde nichts gebucht.
            </td>
          </tr>
        )}
      </tbody>
      <tfoot role="rowgroup">
        <tr className={classes.balance} role="row">
          <th role="rowheader" scope="row" colSpan={3}>
            {`Endsaldo, ${formatUtcDay(today < lastDay ? today : lastDay)}`}
          </th>
          <td role="cell" data-figure="Veränderung">
            <Amount value={fromWire(closing.available) - fromWire(opening.available)} signed />
          </td>
          <td role="cell" data-figure="Reserve">
            <Amount value={fromWire(closing.reserved)} tone="muted" />
          </td>
          <td role="cell" data-figure="Verfügbar" className={classes.end}>
            <Amount value={fromWire(closing.available)} />
          </td>
        </tr>
      </tfoot>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the table
  );
}

const DAY = 'YYYY-MM-DD';
const HEADS = ['Datum', 'Vorgang', 'Referenz', 'Betrag', 'Reserve', 'Verfügbar danach'];

function Booking({ row }: { row: Transaction }) {
  const open = useOpenTransfer();
  const reserved = fromWire(row.reservedAmount);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see `StatementTable`
    <tr role="row" className={classes.booking}>
      <td role="cell" className={classes.date}>
        {formatDate(row.createdAt)}
        <small>{formatTime(row.createdAt)}</small>
      </td>
      <td role="cell" className={classes.what}>
        <RowOpener onOpen={() => open(row.id)}>{transactionTitle(row)}</RowOpener>
        <small>{transactionNote(row)}</small>
      </td>
      <td role="cell" className={classes.reference}>
        {row.reference ?? NO_FIGURE}
      </td>
      <td role="cell" className={classes.amount}>
        <Amount value={fromWire(row.amount)} signed />
      </td>
      <td
        role="cell"
        data-figure="Reserve"
        className={classes.reserve}
        data-none={reserved === 0n || undefined}
      >
        <Amount value={reserved} signed tone="muted" />
      </td>
      <td role="cell" data-figure="Verfügbar" className={classes.after}>
        <Amount value={fromWire(row.availableAfter)} />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the row
  );
}
