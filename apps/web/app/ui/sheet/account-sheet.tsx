import type { ReactNode } from 'react';
import classes from './account-sheet.module.css';
import { CancelStroke } from './ledger.tsx';
import { VoucherNumber } from './voucher-number.tsx';

export interface SheetEntry {
  label: string;
  /** Beside the label on wide screens. */
  note?: string | undefined;
  moved?: string | undefined;
  balance: string;
}

interface AccountSheetProps {
  title: string;
  note?: ReactNode;
  entries: readonly SheetEntry[];
  /** Rows that stay empty and are cancelled by a stroke, in rows of 44 px. */
  emptyRows?: number | undefined;
  emptyHint?: string | undefined;
  closing: { label: string; balance: string };
  /** Shows the column „Betrag“. */
  withMoved?: boolean | undefined;
}

/** A whole account sheet on a public page: numbered entries, cancelled empty rows, closed by the double rule. */
export function AccountSheet(props: AccountSheetProps) {
  const { title, note, entries, emptyRows = 0, emptyHint, closing, withMoved } = props;
  return (
    <div className={classes.sheet}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {note && <p className={classes.note}>{note}</p>}
      </div>
      <table className={classes.table}>
        <caption className="vh">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              <span className="vh">Beleg</span>
            </th>
            <th scope="col">Buchung</th>
            {withMoved && (
              <th scope="col" className={classes.moved}>
                Betrag
              </th>
            )}
            <th scope="col" className={classes.balance}>
              Saldo
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <tr key={entry.label}>
              <td className={classes.number}>
                <VoucherNumber number={index + 1} />
              </td>
              <td>
                {entry.label}
                {entry.note && <span className={classes.entryNote}>{entry.note}</span>}
                {entry.moved && <span className={`${classes.small} num`}>{entry.moved}</span>}
              </td>
              {withMoved && <td className={`${classes.moved} num`}>{entry.moved}</td>}
              <td className={classes.balance}>{entry.balance}</td>
            </tr>
          ))}
          {emptyRows > 0 && (
            <tr className={classes.cancelled}>
              <td colSpan={2}>
                <div
                  className={classes.stroke}
                  data-wide={withMoved || undefined}
                  style={{ height: `calc(var(--row) * ${emptyRows})` }}
                >
                  <CancelStroke hint={emptyHint} />
                </div>
              </td>
              {withMoved && <td className={classes.moved} />}
              <td className={classes.balance} />
            </tr>
          )}
          <tr className={classes.closing}>
            <td className={classes.number} />
            <td>{closing.label}</td>
            {withMoved && <td className={classes.moved} />}
            <td className={classes.balance}>
              <span className={classes.double}>{closing.balance}</span>
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
