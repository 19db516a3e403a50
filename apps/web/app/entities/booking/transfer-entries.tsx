import type { Transfer } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { clsx } from 'clsx';
import { NO_FIGURE } from '../../lib/format/numbers.ts';

const ENTRY = 'py-[9px] border-b border-border align-baseline';
const HEAD = clsx(ENTRY, 'text-xs font-550 text-muted');
const SUM = 'pt-[9px] pb-3.5 border-t border-t-text align-baseline';

const ACCOUNT = 'pl-0 pr-2 text-left';
const FIGURE = 'w-[6.6rem] text-right whitespace-nowrap tabular-nums max-md:w-[5.4rem]';
/** On the narrowest phones it is left out, as it follows from the other two. */
const BEFORE = clsx(FIGURE, 'px-0 max-xs:hidden');
const MOVED = clsx(FIGURE, 'pl-2 pr-3 max-md:pr-1.5');
const AFTER = clsx(FIGURE, 'pl-2 pr-0 border-l border-l-border max-md:pl-1');
/** Under the sum. */
const DOUBLE_RULE = clsx(
  'relative after:absolute after:left-4 after:right-3 after:bottom-0.5 after:h-1 after:border-y',
  'after:border-text max-md:after:right-1.5',
);

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
    <table className="w-full text-sm max-md:text-[13px]">
      <caption className="vh">Einträge der Buchung</caption>
      <thead>
        <tr>
          <th scope="col" className={clsx(HEAD, ACCOUNT)}>
            Konto
          </th>
          <th scope="col" className={clsx(HEAD, BEFORE)}>
            Vorher
          </th>
          <th scope="col" className={clsx(HEAD, MOVED)}>
            Betrag
          </th>
          <th scope="col" className={clsx(HEAD, AFTER)}>
            Nachher
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row" className={clsx(ENTRY, ACCOUNT, 'font-book')}>
              {entry.account}
              {entry.note && <span className="block text-xs text-muted">{entry.note}</span>}
            </th>
            <td className={clsx(ENTRY, BEFORE, 'font-book text-muted')}>{balance(entry.before)}</td>
            <td className={clsx(ENTRY, MOVED, 'font-semibold')}>
              {formatAmount(entry.amount, { sign: 'always', exact: true })}
            </td>
            <td className={clsx(ENTRY, AFTER, 'font-semibold')}>{balance(entry.after)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className={clsx(SUM, ACCOUNT, 'font-bold')}>
            Summe
          </th>
          <td className={clsx(SUM, BEFORE)} />
          <td className={clsx(SUM, MOVED, DOUBLE_RULE, 'font-semibold')}>
            {formatAmount(sum, { exact: true })}
          </td>
          <td className={clsx(SUM, AFTER)} />
        </tr>
      </tfoot>
    </table>
  );
}
