import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../icon/icon.tsx';
import { IconChevronRight } from '../icon/icons.ts';
import classes from './data-table.module.css';

/**
 * Where a cell stands in a list: two lines, the amount keeps the right edge; `choose` is a box before both of them, `actions`
 * have a line of their own below, a single `action` the end of the `wide` one.
 */
export type ListPlace =
  | 'choose'
  | 'title'
  | 'note'
  | 'amount'
  | 'amount-note'
  | 'wide'
  | 'actions'
  | 'action'
  | 'hidden';

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `primary` names the row and opens it, `amount` is right-aligned, `muted` steps back, and so does a `moment`. */
  kind?: 'primary' | 'amount' | 'muted' | 'moment' | undefined;
  /** The rule before the amount column. */
  edge?: boolean | undefined;
  list: ListPlace;
  /**
   * Left out of a table that has less than 700 px, with `widest` less than 830: what the row opens says it, or an element of
   * another cell with `data-room="narrow"`, which is shown below 700 only.
   */
  room?: 'wide' | 'widest' | undefined;
  /** The figure in the closing row; `total` puts the double rule under it. */
  foot?: ReactNode;
  total?: boolean | undefined;
}

interface DataTableProps<Row> {
  /** What the table is, for screen readers. */
  caption: string;
  /**
   * How much room the columns need. On screens that are no phones, `some` makes it a list below 597 px, `much` below 700, and
   * `little` never. Half a page of 1280 px has 598.
   */
  needs?: 'little' | 'some' | 'much' | undefined;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What a row opens: a drawer or a page. */
  onOpen?: ((row: Row) => void) | undefined;
  rowTo?: ((row: Row) => string) | undefined;
  isSelected?: ((row: Row) => boolean) | undefined;
  /** The row the keyboard stands on. */
  isCurrent?: ((row: Row) => boolean) | undefined;
  /** What belongs to a row and needs more than a cell: a line of its own below, up to the rule before the amounts; null for none. */
  detail?: ((row: Row) => ReactNode) | undefined;
  /** Names the closing row, at its beginning, after the boxes. */
  footLabel?: string | undefined;
  /** Instead of the body when there are no rows: `EmptyState` for „noch nichts“ or „keine Treffer“. */
  empty?: ReactNode;
}

/**
 * A table where the columns have room, else a list of two lines or more per row, as always on phones. In cells,
 * `data-room="list"` is shown only there, and `data-room="table"` only where it is none. The roles are explicit because `display: grid` would take the table
 * away from assistive technology.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, needs = 'some', columns, rows, rowKey, onOpen, rowTo } = props;
  const { isSelected, isCurrent, detail, footLabel, empty } = props;
  if (rows.length === 0 && empty) return empty;
  const opens = Boolean(onOpen ?? rowTo);
  const labelled = columns[0]?.list === 'choose' ? 1 : 0;
  return (
    <div className={classes.room} data-needs={needs}>
      <div className={classes.scroll}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: see the comment above */}
        <table className={classes.table} role="table">
          <caption className="vh">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  role="columnheader"
                  data-kind={column.kind}
                  data-edge={column.edge || undefined}
                  data-room={column.room}
                >
                  {column.head}
                </th>
              ))}
              {opens && <td data-chevron />}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => {
              const below = detail?.(row);
              return (
                <Fragment key={rowKey(row)}>
                  <tr
                    role="row"
                    className={classes.row}
                    data-row={rowKey(row)}
                    data-opens={opens || undefined}
                    data-selected={isSelected?.(row) || undefined}
                    data-current={isCurrent?.(row) || undefined}
                    data-detailed={below ? true : undefined}
                  >
                    {columns.map((column) => (
                      <td
                        key={column.key}
                        role="cell"
                        data-kind={column.kind}
                        data-edge={column.edge || undefined}
                        data-list={column.list}
                        data-room={column.room}
                      >
                        {column.kind === 'primary' ? (
                          <RowOpener to={rowTo?.(row)} onOpen={onOpen && (() => onOpen(row))}>
                            {column.cell(row)}
                          </RowOpener>
                        ) : (
                          column.cell(row)
                        )}
                      </td>
                    ))}
                    {opens && (
                      <td data-chevron>
                        <Icon as={IconChevronRight} size={16} />
                      </td>
                    )}
                  </tr>
                  {below && (
                    <DetailRow columns={columns} opens={opens}>
                      {below}
                    </DetailRow>
                  )}
                </Fragment>
              );
            })}
          </tbody>
          {footLabel !== undefined && (
            <tfoot role="rowgroup">
              <tr role="row">
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    role="cell"
                    data-kind={index === labelled ? undefined : column.kind}
                    data-edge={column.edge || undefined}
                    data-list={
                      index === labelled ? 'title' : column.foot === undefined ? 'hidden' : column.list
                    }
                    data-total={column.total || undefined}
                    data-room={column.room}
                  >
                    {index === labelled ? footLabel : column.foot}
                  </td>
                ))}
                {opens && <td data-chevron />}
              </tr>
            </tfoot>
          )}
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: end of the table */}
      </div>
    </div>
  );
}

interface DetailRowProps {
  columns: readonly { key: string; edge?: boolean | undefined }[];
  opens: boolean;
  children: ReactNode;
}

/** The rule before the amounts runs on through it. */
function DetailRow({ columns, opens, children }: DetailRowProps) {
  const edge = columns.findIndex((column) => column.edge);
  const width = edge > 0 ? edge : columns.length;
  const beyond = columns.length - width + (opens ? 1 : 0);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see the comment at `DataTable`
    <tr role="row" className={classes.detail}>
      <td role="cell" colSpan={width}>
        {children}
      </td>
      {beyond > 0 && <td role="cell" colSpan={beyond} data-edge={edge > 0 || undefined} />}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the row
  );
}

const OPEN = clsx(
  'max-w-full text-left cursor-pointer after:absolute after:inset-0',
  'focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary',
  'focus-visible:after:-outline-offset-2 max-md:inline-block max-md:min-h-6',
);

interface RowOpenerProps {
  to?: string | undefined;
  onOpen?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * Words of a row that open it. The whole row opens what they open, so the row must be positioned; without something to open
 * they are just words.
 */
export function RowOpener({ to, onOpen, children }: RowOpenerProps) {
  if (to !== undefined) {
    return (
      <Link data-row-opener className={OPEN} to={to}>
        {children}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" data-row-opener className={OPEN} onClick={onOpen}>
        {children}
      </button>
    );
  }
  return children;
}
