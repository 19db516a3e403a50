import type { Transaction, TransferKind } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import type { EntryKind } from '../../ui/entry-icon.tsx';

export { transactionTitle } from '../../lib/transaction-titles.ts';

/** What the title leaves open; a reservation or a return moves money that the column of amounts does not show. */
export function transactionNote(row: Transaction): string | undefined {
  switch (row.kind) {
    case 'withdrawal_requested':
      return 'reserviert';
    case 'withdrawal_approved':
      return `${inUsdt(-fromWire(row.reservedAmount))} aus der Reserve`;
    case 'withdrawal_released':
      return 'wieder verfügbar';
    case 'wallet_corrected':
      return row.description;
    case 'manual_return':
      return [booked(row), row.description].filter(Boolean).join(' · ');
    default:
      return undefined;
  }
}

/** A server of before an update does not say how much. */
const booked = ({ investedAmount, reference }: Partial<Transaction>): string | undefined =>
  investedAmount && `${inUsdt(fromWire(investedAmount), { sign: 'always' })} in ${reference ?? 'der Anlage'}`;

const ICONS: Record<TransferKind, EntryKind> = {
  deposit_approved: 'deposit',
  withdrawal_requested: 'withdrawal',
  withdrawal_approved: 'withdrawal',
  withdrawal_released: 'withdrawal',
  bot_started: 'start',
  bot_stopped: 'stop',
  bot_settled: 'correction',
  wallet_corrected: 'correction',
  manual_return: 'correction',
  account_closed: 'correction',
};

export function transactionIcon(kind: TransferKind): EntryKind {
  return ICONS[kind];
}

/** The kinds a customer's own list can hold: settlement belongs to the bots' pools. */
export const LISTED_KINDS: readonly TransferKind[] = [
  'deposit_approved',
  'withdrawal_requested',
  'withdrawal_approved',
  'withdrawal_released',
  'bot_started',
  'bot_stopped',
  'wallet_corrected',
  'manual_return',
];
