import type { Transfer } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { transactionTitle } from '../../../entities/booking/transaction-texts.ts';
import { entriesOf, type TransferEntry } from '../../../entities/booking/transfer-entries.tsx';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { urls } from '../../../lib/url/urls.ts';
import { REQUEST_WORDS } from '../wallet-texts.ts';

/** What the drawer says about one booking. */
export interface TransferContent {
  title: string;
  note: string;
  lead: string;
  amount: Micros;
  entries: TransferEntry[];
  /** The page of what was booked: the deposit, the withdrawal, the investment, the own bot. */
  subject: { to: string; label: string } | undefined;
}

export function transferContent(transfer: Transfer): TransferContent {
  return {
    title: transactionTitle(transfer),
    note: [formatDateTime(transfer.createdAt), transfer.reference].filter(Boolean).join(' · '),
    ...leadOf(transfer),
    entries: entriesOf(transfer),
    subject: subjectOf(transfer),
  };
}

/** The large amount is the change of what the booking is about: of the available money, the reserve or the investment. */
function leadOf(transfer: Transfer): { lead: string; amount: Micros } {
  const amount = fromWire(transfer.amount);
  switch (transfer.kind) {
    case 'deposit_approved':
      return { lead: 'Ihrem Wallet gutgeschrieben', amount };
    case 'withdrawal_requested':
      return { lead: 'Für die Auszahlung reserviert', amount };
    case 'withdrawal_approved':
      return { lead: 'Aus der Reserve ausgezahlt', amount: fromWire(transfer.reservedAmount) };
    case 'withdrawal_released':
      return { lead: 'Wieder verfügbar', amount };
    case 'bot_started':
      return { lead: 'Aus Ihrem Wallet angelegt', amount };
    case 'bot_stopped':
      return { lead: 'Auf Ihr Wallet gebucht', amount };
    case 'wallet_corrected':
      return { lead: amount < 0n ? 'Ihrem Wallet belastet' : 'Ihrem Wallet gutgeschrieben', amount };
    case 'manual_return':
      return { lead: 'In Ihrer Anlage gebucht', amount: poolAmount(transfer) };
    case 'account_closed':
      return { lead: 'Mit dem Konto an das Haus gefallen', amount };
    case 'own_bot_ordered':
      return { lead: 'Für den Start Ihres Bots zurückgelegt', amount };
    case 'own_bot_order_returned':
      return { lead: 'Auf Ihr Wallet zurückgebucht', amount };
    case 'own_bot_stopped':
      return { lead: 'Auf Ihr Wallet gebucht', amount };
    case 'own_bot_started':
    case 'own_bot_settled':
    case 'bot_settled':
      return { lead: 'Im Topf verrechnet', amount: poolAmount(transfer) };
  }
}

function poolAmount(transfer: Transfer): Micros {
  return fromWire(transfer.entries.find((entry) => entry.account === 'bot_pool')?.amount ?? '0');
}

/** „Ihr Wallet, verfügbar“ is an account and which part of it. */
function subjectOf({ kind, referenceId, ownBotId }: Transfer): TransferContent['subject'] {
  if (ownBotId !== null) return { to: urls.ownBotLive(ownBotId), label: 'Eigenen Bot öffnen' };
  if (referenceId === null) return undefined;
  const request =
    kind === 'deposit_approved' ? 'deposit' : kind.startsWith('withdrawal_') ? 'withdrawal' : null;
  if (request) {
    const { noun, url } = REQUEST_WORDS[request];
    return { to: url(referenceId), label: `${noun} ansehen` };
  }
  if (kind === 'bot_started' || kind === 'bot_stopped' || kind === 'manual_return') {
    return { to: urls.investment(referenceId), label: 'Anlage ansehen' };
  }
  return undefined;
}
