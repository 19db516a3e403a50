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

/** How an own bot is called where no free text may stand: in bookings, which nobody can erase. */
export const ownBotLabel = (number: number): string => `Eigener Bot ${number}`;

export const ownBotTitle = (name: string): string => `Eigener Bot „${name}“`;

/** What is booked, as the bot's owner reads it. @param names of what is still there, by number */
export const withOwnBotName = (description: string, names: ReadonlyMap<number, string>): string =>
  description.replace(/^Eigener Bot (\d+)/, (label, number) => {
    const name = names.get(Number(number));
    return name === undefined ? label : ownBotTitle(name);
  });
