import type { CorrectionDirection, CustomerBalance } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros, toWire } from '@botdepot/money';
import { errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { WALLET_UNIT } from '../../../lib/units.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { Amount } from '../../../ui/amount.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Ledger } from '../../../ui/ledger.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ADMIN_TOASTS, DIRECTION_WORDS } from '../admin-texts.ts';
import { CustomerFacts } from '../customer-facts.tsx';
import { FourEyesNotice } from '../four-eyes/four-eyes-notice.tsx';
import { useTeamNote } from '../four-eyes/team-note.tsx';
import { LAY_BEFORE, useSecondAdmin } from '../four-eyes/use-second-admin.ts';

export interface Correction {
  /** The customer and what they had when the dialog opened. */
  balance: CustomerBalance;
  direction: CorrectionDirection;
  amount: Micros;
  reason: string;
}

interface CorrectionDialogProps {
  opened: boolean;
  correction: Correction;
  onClose: () => void;
  onBooked: () => void;
}

/** Repeats what is about to be booked, with the wallet before and after. */
export function CorrectionDialog({ opened, correction, onClose, onBooked }: CorrectionDialogProps) {
  const { balance, direction, amount, reason } = correction;
  const { email } = balance;
  const words = DIRECTION_WORDS[direction];
  const figure = inUsdt(amount);
  const booking = useCommand('admin.correctWallet', {
    waits: true,
    onDone: ({ reference }) => {
      toast.success(ADMIN_TOASTS.corrected, `${reference}: ${figure} ${words.done}, ${email}`);
      onBooked();
      onClose();
    },
  });
  const { error } = booking;
  const second = useSecondAdmin('bookings', amount, error);
  const needsSecond = second.needed;
  const refused = needsSecond ? second.refused : booking.refused;
  const input = { email, direction, amountUsd: toWire(amount), reason };
  const note = useTeamNote();
  const lay = () => {
    const text = note.take();
    if (text === null) return;
    second.lay({ kind: 'correction', input, note: text }, () => {
      onBooked();
      onClose();
    });
  };
  const before = fromWire(balance.total);
  const change = direction === 'credit' ? amount : -amount;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Wallet-Korrektur prüfen"
      confirmLabel={needsSecond ? LAY_BEFORE : `${figure} ${words.verb}`}
      confirmDisabled={refused}
      cancelLabel={refused ? 'Schließen' : undefined}
      onConfirm={needsSecond ? lay : () => booking.run(input)}
      pending={booking.pending || second.pending}
      movesMoney
    >
      <CustomerFacts userId={balance.userId} lead={[{ label: 'Grund', value: reason }]} />
      <Ledger
        caption="Wallet des Kunden vorher und nachher"
        head={{ label: 'Wallet des Kunden', amount: WALLET_UNIT }}
        lines={[
          { label: 'Wallet vorher', amount: <Amount value={before} /> },
          { label: words.noun, amount: <Amount value={change} signed /> },
        ]}
        total={{ label: 'Wallet nachher', amount: <Amount value={before + change} /> }}
      />
      <FourEyesNotice second={second} />
      {needsSecond && !refused && note.field(second.unknown)}
      <Notice title="Was danach geschieht">
        {needsSecond ? 'Nach der Freigabe wird gebucht' : 'Gebucht wird sofort'}, gegen das Korrekturkonto des
        Hauses. Der Kunde erhält eine Benachrichtigung mit dem Grund und sieht die Korrektur unter seinen
        Buchungen.
      </Notice>
      {error !== null && !needsSecond && <Notice kind="warning">{errorText(error)}</Notice>}
    </ConfirmDialog>
  );
}
