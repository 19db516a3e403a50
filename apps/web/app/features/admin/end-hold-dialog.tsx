import { inUsd } from '@botdepot/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, errorText, queries } from '../../lib/api.ts';
import { asksForProof } from '../../lib/reauthenticate.ts';
import { toast } from '../../lib/toast.ts';
import { KeyValues } from '../../ui/key-values.tsx';
import { useReauthentication } from '../../ui/use-reauthentication.tsx';
import type { OpenRequest } from './open-request.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { isRefused } from './refusals.ts';

interface EndHoldDialogProps {
  opened: boolean;
  request: OpenRequest;
  /** New for every dialog that is opened; the same for every press of its button. */
  idempotencyKey: string;
  onClose: () => void;
}

/** The step before a held withdrawal can be decided on again. */
export function EndHoldDialog({ opened, request, idempotencyKey, onClose }: EndHoldDialogProps) {
  const { run, dialog } = useReauthentication();
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (reason: string) =>
      run(() => api.admin.endHold({ id: request.id, reason }, { context: { idempotencyKey } })),
    onSuccess: () => {
      toast.success('Anhalten beendet', `${request.reference} · ${inUsd(request.amount)}`);
      onClose();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={`${request.reference} nicht mehr anhalten`}
      confirmLabel="Anhalten beenden"
      isFinal={isRefused(error)}
      pending={isPending}
      label="Warum die Auszahlung weitergehen kann"
      help="Der Grund steht in der Prüfspur. Der Kunde liest ihn nicht."
      effects="Über die Auszahlung kann danach wieder entschieden werden. Gebucht wird damit noch nichts."
      refusal={error && !asksForProof(error) ? errorText(error) : null}
      onConfirm={(reason) => mutate(reason)}
    >
      <KeyValues
        facts={[
          { label: 'Kunde', value: request.email },
          { label: 'Betrag', value: inUsd(request.amount) },
        ]}
      />
      {dialog}
    </ReasonDialog>
  );
}
