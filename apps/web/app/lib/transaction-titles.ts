import type { Transaction, TransferKind } from '@botdepot/contract';

export const TRANSFER_TITLES: Record<TransferKind, string> = {
  deposit_approved: 'Einzahlung gutgeschrieben',
  withdrawal_requested: 'Auszahlung beantragt',
  withdrawal_approved: 'Auszahlung ausgeführt',
  withdrawal_released: 'Reservierung aufgehoben',
  bot_started: 'Bot gestartet',
  bot_stopped: 'Bot beendet',
  bot_settled: 'Marktergebnis verrechnet',
  wallet_corrected: 'Wallet-Korrektur',
  manual_return: 'Manuelle Rendite',
  account_closed: 'Konto gelöscht',
};

const BOT_KINDS: readonly TransferKind[] = ['bot_started', 'bot_stopped'];

/** What happened. Bookings of a bot carry its name in their description: „SmartBot gestartet (B-3309)“. */
export function transactionTitle({ kind, description, reference }: Transaction): string {
  if (!BOT_KINDS.includes(kind)) return TRANSFER_TITLES[kind];
  return reference === null ? description : description.replace(` (${reference})`, '');
}
