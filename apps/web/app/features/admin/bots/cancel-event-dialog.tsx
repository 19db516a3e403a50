import { type CalendarEntry, LIMITS } from '@botdepot/contract';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { windowText } from '../../../lib/event-windows.ts';
import { toast } from '../../../lib/toast.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { KeyValues } from '../../../ui/key-values.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { isRefused } from '../refusals.ts';
import { useCancelEvent } from './bots.queries.ts';
import { decisionsText, originWord } from './calendar-texts.ts';

interface CancelEventDialogProps {
  opened: boolean;
  entry: CalendarEntry;
  onClose: () => void;
}

const { minLength, maxLength } = LIMITS.bookingReason;

export function CancelEventDialog({ opened, entry, onClose }: CancelEventDialogProps) {
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const { run, error, isPending } = useCancelEvent(() => {
    toast.success('Termin abgesagt', `${entry.name}, ${windowText(entry)}`);
    onClose();
  });
  const isMissing = reason.trim().length < minLength;
  const isFinal = isRefused(error);
  const send = () => {
    setWasSent(true);
    if (!isMissing) run({ id: entry.id, reason: reason.trim() });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Termin absagen"
      confirmLabel="Termin absagen"
      confirmDisabled={isFinal}
      // „Abbrechen“ and „Absagen“ side by side would be one word too alike.
      cancelLabel={isFinal ? 'Schließen' : 'Zurück'}
      onConfirm={send}
      pending={isPending}
    >
      <KeyValues
        facts={[
          { label: 'Termin', value: entry.name },
          { label: 'Fenster', value: windowText(entry) },
          { label: 'Entscheidungen', value: decisionsText(entry) },
          { label: 'Herkunft', value: originWord(entry) },
        ]}
      />
      <TextAreaField
        label="Grund, für die Prüfspur"
        problem={wasSent && isMissing ? 'Bitte geben Sie einen Grund an.' : null}
        maxLength={maxLength}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <Notice title="Was danach geschieht">
        Der NewsBot handelt in diesem Fenster nicht, und Kunden sehen es nicht mehr. Unter „Abgesagte“ bleibt
        der Termin mit Ihrem Grund stehen; wieder aufnehmen lässt er sich nur als neuer Termin.
      </Notice>
      {error !== null && <Notice kind="warning">{errorText(error)}</Notice>}
    </ConfirmDialog>
  );
}
