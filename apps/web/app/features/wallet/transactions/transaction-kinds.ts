import type { TransferKind } from '@botdepot/contract';
import type { EntryKind } from '../../../ui/icon/entry-icon.tsx';

const ICONS: Record<TransferKind, EntryKind> = {
  deposit_approved: 'deposit',
  withdrawal_requested: 'withdrawal',
  withdrawal_approved: 'withdrawal',
  withdrawal_released: 'withdrawal',
  bot_started: 'start',
  bot_stopped: 'stop',
  bot_settled: 'correction',
  own_bot_ordered: 'start',
  own_bot_started: 'start',
  own_bot_order_returned: 'stop',
  own_bot_settled: 'correction',
  own_bot_stopped: 'stop',
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
  'own_bot_ordered',
  'own_bot_order_returned',
  'own_bot_stopped',
  'wallet_corrected',
  'manual_return',
];
