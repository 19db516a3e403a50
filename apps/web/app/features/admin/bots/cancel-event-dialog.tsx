import type { CalendarEntry } from '@botdepot/contract';
import { isolated } from '@botdepot/contract';
import { errorText } from '../../../lib/api.ts';
import { windowText } from '../../../lib/event-windows.ts';
import { toast } from '../../../lib/toast.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { KeyValues } from '../../../ui/key-values.tsx';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { decisionsText, originWord } from './calendar-texts.ts';

interface CancelEventDialogProps {
  opened: boolean;
  entry: CalendarEntry;
  onClose: () => void;
}

export function CancelEventDialog({ opened, entry, onClose }: CancelEventDialogProps) {
  const { run, error, refused, pending } = useCommand('admin.cancelTradingEvent', {
    failed: { title: ADMIN_TOASTS.failed, text: 'Der Termin wurde nicht abgesagt' },
    onDone: () => {
      toast.success('Termin abgesagt', `${isolated(entry.name)}, ${windowText(entry)}`);
      onClose();
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Termin absagen"
      confirmLabel="Termin absagen"
      // „Abbrechen“ and „Absagen“ side by side would be one word too alike.
      cancelLabel="Zurück"
      isFinal={refused}
      pending={pending}
      label="Grund, für die Prüfspur"
      rows={2}
      effects="Der NewsBot handelt in diesem Fenster nicht, und Kunden sehen es nicht mehr. Unter „Abgesagte“ bleibt der Termin mit Ihrem Grund stehen; wieder aufnehmen lässt er sich nur als neuer Termin."
      refusal={error === null ? null : errorText(error)}
      onConfirm={(reason) => run({ id: entry.id, reason })}
    >
      <KeyValues
        facts={[
          { label: 'Termin', value: entry.name },
          { label: 'Fenster', value: windowText(entry) },
          { label: 'Entscheidungen', value: decisionsText(entry) },
          { label: 'Herkunft', value: originWord(entry) },
        ]}
      />
    </ReasonDialog>
  );
}
