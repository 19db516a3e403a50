import type { Customer } from '@botdepot/contract';
import { fromWire, inUsd } from '@botdepot/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, errorText, queries } from '../../../lib/api.ts';
import { newKey } from '../../../lib/new-key.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { focusPageTitle } from '../../../ui/focus-page-title.ts';
import { KeyValues } from '../../../ui/key-values.tsx';
import { useReauthentication } from '../../../ui/use-reauthentication.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { isRefused } from '../refusals.ts';

type Payouts = Customer['pendingWithdrawals'];

const EFFECTS = [
  'Genehmigen kann dann niemand, auch nicht zu zweit, bis jemand das Anhalten beendet.',
  'Ablehnen geht weiter; dann wird der reservierte Betrag wieder frei.',
  'Der Kunde liest nur, dass genauer geprüft wird.',
];

/** On the page of a locked account: holds what waits to be paid out and was not held with the lock. */
export function HoldPayouts({ customer }: { customer: Customer }) {
  // What the dialog was opened for: it closes with the answer, and meanwhile nothing is open any more.
  const [asked, setAsked] = useState<{ payouts: Payouts; key: string }>();
  const [isOpen, setIsOpen] = useState(false);
  const payouts = customer.pendingWithdrawals.filter(({ heldAt }) => heldAt === null);
  return (
    <>
      {payouts.length > 0 && (
        <Button
          size="sm"
          onClick={() => {
            setAsked({ payouts, key: newKey() });
            setIsOpen(true);
          }}
        >
          {payouts.length === 1
            ? 'Offene Auszahlung anhalten'
            : `${payouts.length} offene Auszahlungen anhalten`}
        </Button>
      )}
      {asked && (
        <HoldDialog
          key={asked.key}
          opened={isOpen}
          customer={customer}
          payouts={payouts.length > 0 ? payouts : asked.payouts}
          idempotencyKey={asked.key}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface HoldDialogProps {
  opened: boolean;
  customer: Customer;
  payouts: Payouts;
  /** New for every dialog that is opened; the same for every press of its button. */
  idempotencyKey: string;
  onClose: () => void;
}

function HoldDialog({ opened, customer, payouts, idempotencyKey, onClose }: HoldDialogProps) {
  const { run, dialog } = useReauthentication();
  const client = useQueryClient();
  const isDone = useRef(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (reason: string) =>
      run(() =>
        api.admin.holdCustomerWithdrawals({ id: customer.userId, reason }, { context: { idempotencyKey } }),
      ),
    onSuccess: () => {
      isDone.current = true;
      toast.success(
        payouts.length === 1 ? 'Auszahlung angehalten' : 'Auszahlungen angehalten',
        customer.email,
      );
      onClose();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
  const sum = payouts.reduce((total, { amountUsd }) => total + fromWire(amountUsd), 0n);
  const title = payouts.length === 1 ? 'Offene Auszahlung anhalten' : 'Offene Auszahlungen anhalten';
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      // The button that led here is gone by then.
      onClosed={() => isDone.current && focusPageTitle()}
      title={title}
      confirmLabel={payouts.length === 1 ? 'Auszahlung anhalten' : `${payouts.length} Auszahlungen anhalten`}
      isFinal={isRefused(error)}
      pending={isPending}
      label="Warum angehalten wird"
      help="Der Grund steht in der Prüfspur. Der Kunde liest ihn nicht."
      effects={EFFECTS}
      refusal={error && !asksForProof(error) ? errorText(error) : null}
      onConfirm={(reason) => mutate(reason)}
    >
      <KeyValues
        facts={[
          { label: 'Kunde', value: customer.email },
          {
            label: payouts.length === 1 ? 'Auszahlung' : 'Auszahlungen',
            value: payouts.map(({ reference }) => reference).join(', '),
          },
          { label: payouts.length === 1 ? 'Betrag' : 'Zusammen', value: inUsd(sum) },
        ]}
      />
      {dialog}
    </ReasonDialog>
  );
}
