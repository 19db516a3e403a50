import { inUsd } from '@botdepot/money';
import { errorText } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { useCommand } from '../../lib/use-command.ts';
import { KeyValues } from '../../ui/key-values.tsx';
import type { OpenRequest } from './open-request.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface EndHoldDialogProps {
  opened: boolean;
  request: OpenRequest;
  onClose: () => void;
}

/** The step before a held withdrawal can be decided on again. */
export function EndHoldDialog({ opened, request, onClose }: EndHoldDialogProps) {
  const { run, error, refused, pending } = useCommand('admin.endHold', {
    onDone: () => {
      toast.success('Anhalten beendet', `${request.reference} · ${inUsd(request.amount)}`);
      onClose();
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={`${request.reference} nicht mehr anhalten`}
      confirmLabel="Anhalten beenden"
      isFinal={refused}
      pending={pending}
      label="Warum die Auszahlung weitergehen kann"
      help="Der Grund steht in der Prüfspur. Der Kunde liest ihn nicht."
      effects="Über die Auszahlung kann danach wieder entschieden werden. Gebucht wird damit noch nichts."
      refusal={error ? errorText(error) : null}
      onConfirm={(reason) => run({ id: request.id, reason })}
    >
      <KeyValues
        facts={[
          { label: 'Kunde', value: request.email },
          { label: 'Betrag', value: inUsd(request.amount) },
        ]}
      />
    </ReasonDialog>
  );
}
