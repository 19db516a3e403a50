import type { Transfer } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { NO_FIGURE } from '../../lib/format/numbers.ts';
import classes from './transfer-entries.module.css';

export interface TransferEntry {
  id: string;
  account: string;
  note?: string | undefined;
  amount: Micros;
  /** null for house and pool accounts, which keep no running balance. */
  before: Micros | null;
  after: Micros | null;
}

export function entriesOf(transfer: Transfer): TransferEntry[] {
  return transfer.entries.map((entry) => {
    const [account, note] = splitLabel(entry.accountLabel);
    return {
      id: String(entry.position),
      account,
      note,
      amount: fromWire(entry.amount),
      before: entry.balanceBefore === null ? null : fromWire(entry.balanceBefore),
      after: entry.balanceAfter === null ? null : fromWire(entry.balanceAfter),
    };
  });
}

function splitLabel(label: string): [account: string, note: string | undefined] {
  const comma = label.indexOf(', ');
  return comma < 0 ? [label, undefined] : [label.slice(0, comma), label.slice(comma + 2)];
}

/**
 * All entries of one booking, to the last decimal of the ledger: pools and the rounding account hold more than cents. The
 * sum is computed here, from the rows that are shown.
 */
export function TransferEntries({ entries }: { entries: readonly TransferEntry[] }) {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0n);
  const balance = (value: Micros | null) => (value === null ? NO_FIGURE : formatAmount(value));
  return (
    <table className={classes.entries}>
      <caption className="vh">Einträge der Buchung</caption>
      <thead>
        <tr>
          <th scope="col">Konto</th>
          <th scope="col" className={`${classes.amount} ${classes.before}`}>
            Vorher
          </th>
          <th scope="col" className={`${classes.amount} ${classes.moved}`}>
            Betrag
          </th>
          <th scope="col" className={`${classes.amount} ${classes.after}`}>
            Nachher
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">
              {entry.account}
              {entry.note && <span className={classes.note}>{entry.note}</span>}
            </th>
            <td className={`${classes.amount} ${classes.before}`}>{balance(entry.before)}</td>
            <td className={`${classes.amount} ${classes.moved}`}>
              {formatAmount(entry.amount, { sign: 'always', exact: true })}
            </td>
            <td className={`${classes.amount} ${classes.after}`}>{balance(entry.after)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Summe</th>
          <td className={classes.before} />
          <td className={`${classes.amount} ${classes.moved}`}>{formatAmount(sum, { exact: true })}</td>
          <td className={classes.after} />
        </tr>
      </tfoot>
    </table>
  );
}
