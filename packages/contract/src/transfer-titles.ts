import type { TransferKind } from './wallet.ts';

/** What happened, in German: in lists, in files, and for whoever searches by it. */
export const TRANSFER_TITLES: Record<TransferKind, string> = {
  deposit_approved: 'Einzahlung gutgeschrieben',
  withdrawal_requested: 'Auszahlung beantragt',
  withdrawal_approved: 'Auszahlung ausgeführt',
  withdrawal_released: 'Reservierung aufgehoben',
  bot_started: 'Bot gestartet',
  bot_stopped: 'Bot beendet',
  bot_settled: 'Marktergebnis verrechnet',
  own_bot_ordered: 'Eigener Bot beauftragt',
  own_bot_started: 'Eigener Bot gestartet',
  own_bot_order_returned: 'Auftrag zurückgebucht',
  own_bot_settled: 'Ergebnis des eigenen Bots verrechnet',
  own_bot_stopped: 'Eigener Bot beendet',
  wallet_corrected: 'Wallet-Korrektur',
  manual_return: 'Manuelle Rendite',
  account_closed: 'Konto gelöscht',
};
