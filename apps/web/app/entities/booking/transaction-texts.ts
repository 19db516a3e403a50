import { isolated, TRANSFER_TITLES, type Transaction, type TransferKind } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';

const BOT_KINDS: readonly TransferKind[] = [
  'bot_started',
  'bot_stopped',
  'own_bot_ordered',
  'own_bot_order_returned',
  'own_bot_stopped',
];

/** What happened. Bookings of a bot carry its name in their description: „SmartBot gestartet (B-3309)“. */
export function transactionTitle({ kind, description, reference }: Transaction): string {
  if (!BOT_KINDS.includes(kind)) return TRANSFER_TITLES[kind];
  return reference === null ? description : description.replace(` (${reference})`, '');
}

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
      return isolated(row.description);
    case 'manual_return':
      return [booked(row), row.description].filter(Boolean).join(' · ');
    default:
      return undefined;
  }
}

/** A server of before an update does not say how much. */
const booked = ({ investedAmount, reference }: Partial<Transaction>): string | undefined =>
  investedAmount && `${inUsdt(fromWire(investedAmount), { sign: 'always' })} in ${reference ?? 'der Anlage'}`;
