import type { Customer } from '@botdepot/contract';
import { fromWire, inUsd } from '@botdepot/money';
import { useRef } from 'react';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { Button } from '../../../ui/form/button.tsx';
import { focusPageTitle } from '../../../ui/frame/page-focus.ts';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';

type Payouts = Customer['pendingWithdrawals'];

const EFFECTS = [
  'Genehmigen kann dann niemand, auch nicht zu zweit, bis jemand das Anhalten beendet.',
  'Ablehnen geht weiter; dann wird der reservierte Betrag wieder frei.',
  'Der Kunde liest nur, dass genauer geprüft wird.',
];

/** On the page of a locked account: holds what waits to be paid out and was not held with the lock. */
export function HoldPayouts({ customer }: { customer: Customer }) {
  // What the dialog was opened for: it closes with the answer, and meanwhile nothing is open any more.
  const [asked, ask, close] = useOpening<Payouts>();
  const payouts = customer.pendingWithdrawals.filter(({ heldAt }) => heldAt === null);
  return (
    <>
      {payouts.length > 0 && (
        <Button size="sm" onClick={() => ask(payouts)}>
          {payouts.length === 1
            ? 'Offene Auszahlung anhalten'
            : `${payouts.length} offene Auszahlungen anhalten`}
        </Button>
      )}
      {asked && (
        <HoldDialog
          key={asked.key}
          opened={asked.isOpen}
          customer={customer}
          payouts={payouts.length > 0 ? payouts : asked.subject}
          onClose={close}
        />
      )}
    </>
  );
}

interface HoldDialogProps {
  opened: boolean;
  customer: Customer;
  payouts: Payouts;
  onClose: () => void;
}

function HoldDialog({ opened, customer, payouts, onClose }: HoldDialogProps) {
  const isDone = useRef(false);
  const { run, error, refused, pending } = useCommand('admin.holdCustomerWithdrawals', {
    onDone: () => {
      isDone.current = true;
      toast.success(
        payouts.length === 1 ? 'Auszahlung angehalten' : 'Auszahlungen angehalten',
        customer.email,
      );
      onClose();
    },
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
      isFinal={refused}
      pending={pending}
      label="Warum angehalten wird"
      help="Der Grund steht in der Prüfspur. Der Kunde liest ihn nicht."
      effects={EFFECTS}
      refusal={error ? errorText(error) : null}
      onConfirm={(reason) => run({ id: customer.userId, reason })}
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
    </ReasonDialog>
  );
}
