import type { CorrectionDirection, CustomerBalance } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros, toWire } from '@botdepot/money';
import { errorText } from '../../lib/api.ts';
import { asksForProof } from '../../lib/reauthenticate.ts';
import { toast } from '../../lib/toast.ts';
import { WALLET_UNIT } from '../../lib/units.ts';
import { Amount } from '../../ui/amount.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useReauthentication } from '../../ui/use-reauthentication.tsx';
import { ADMIN_TOASTS, DIRECTION_WORDS } from './admin-texts.ts';
import { useCorrectWallet } from './corrections.queries.ts';
import { CustomerFacts } from './customer-facts.tsx';
import { FourEyesNotice } from './four-eyes/four-eyes-notice.tsx';
import { useTeamNote } from './four-eyes/team-note.tsx';
import { LAY_BEFORE, useSecondAdmin } from './four-eyes/use-second-admin.ts';
import { isRefused } from './refusals.ts';

export interface Correction {
  /** The customer and what they had when the dialog opened. */
  balance: CustomerBalance;
  direction: CorrectionDirection;
  amount: Micros;
  reason: string;
  idempotencyKey: string;
}

interface CorrectionDialogProps {
  opened: boolean;
  correction: Correction;
  onClose: () => void;
  onBooked: () => void;
}

/** Repeats what is about to be booked, with the wallet before and after. */
export function CorrectionDialog({ opened, correction, onClose, onBooked }: CorrectionDialogProps) {
  const { balance, direction, amount, reason, idempotencyKey } = correction;
  const { email } = balance;
  const words = DIRECTION_WORDS[direction];
  const { run, dialog } = useReauthentication();
  const { mutate, error, isPending } = useCorrectWallet(run);
  const second = useSecondAdmin('bookings', amount, run, error);
  const needsSecond = second.needed;
  const refused = needsSecond ? second.refused : isRefused(error);
  const figure = inUsdt(amount);
  const note = useTeamNote();
  const lay = () => {
    const text = note.take();
    if (text === null) return;
    const input = { email, direction, amountUsd: toWire(amount), reason };
    second.lay({ kind: 'correction', input, note: text }, () => {
      onBooked();
      onClose();
    });
  };
  const confirm = () =>
    mutate(
      { email, direction, amount, reason, idempotencyKey },
      {
        onSuccess: ({ reference }) => {
          toast.success(ADMIN_TOASTS.corrected, `${reference}: ${figure} ${words.done}, ${email}`);
          onBooked();
          onClose();
        },
      },
    );
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
      onConfirm={needsSecond ? lay : confirm}
      pending={isPending || second.pending}
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
      {error && !needsSecond && !asksForProof(error) && <Notice kind="warning">{errorText(error)}</Notice>}
      {dialog}
    </ConfirmDialog>
  );
}
